// Streams the steps of a demonstration, block by block, and the shuffled order of a pass.
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "train/demo_set.h"

struct wend_demo_cursor {
    const wend_demos* demos;
    int shard, descriptor;  // open shard; -1: none
    const demo_episode_entry* entry;
    int next;  // step of the episode
    demo_block block;
    float* depth;       // [height][width] metres of the current step
    demo_bytes packed;  // block as in the file
};

wend_status wend_demo_cursor_create(const wend_demos* demos, wend_demo_cursor** out,
                                    wend_error* error) {
    const demo_shape* shape = &demos->index.shape;
    *out = NULL;
    wend_demo_cursor* c = wend_alloc_zero(1, sizeof *c);
    if (!c) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", demos->folder);
    c->demos = demos;
    c->shard = c->descriptor = -1;
    c->depth = wend_alloc((size_t)shape->width * (size_t)shape->height * sizeof *c->depth);
    wend_status status = c->depth ? demo_block_create(shape, &c->block, error)
                                  : wend_fail(error, WEND_NO_MEMORY, "out of memory");
    if (status != WEND_OK) {
        wend_demo_cursor_destroy(c);
        return status;
    }
    *out = c;
    return WEND_OK;
}

void wend_demo_cursor_destroy(wend_demo_cursor* c) {
    if (!c) return;
    if (c->descriptor >= 0) close(c->descriptor);
    demo_block_destroy(&c->block);
    wend_free(c->depth);
    ARRAY_FREE(&c->packed);
    wend_free(c);
}

wend_status wend_demo_cursor_begin(wend_demo_cursor* c, int episode, wend_error* error) {
    int shard;
    if (episode < 0 || episode >= c->demos->episodes)
        return wend_fail(error, WEND_ARGUMENT, "%s: episode %d of %d", c->demos->folder, episode,
                         c->demos->episodes);
    c->entry = demo_set_find(c->demos, episode, &shard);
    c->next = 0;
    if (shard == c->shard) return WEND_OK;
    char path[4096];
    uint64_t size;
    if (c->descriptor >= 0) close(c->descriptor);
    c->shard = c->descriptor = -1;
    WEND_TRY(demo_shard_path(c->demos->folder, shard, path, sizeof path, error));
    WEND_TRY(file_open(path, &c->descriptor, &size, error));
    c->shard = shard;
    return WEND_OK;
}

static wend_status demo_load_block(wend_demo_cursor* c, wend_error* error) {
    const demo_tables* t = &c->demos->tables[c->shard];
    int block = (int)c->entry->first_block + c->next / DEMO_BLOCK;
    const demo_block_entry* e = &t->blocks[block];
    c->packed.count = 0;
    if (!ARRAY_RESERVE(&c->packed, e->size + 1u))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a block of %u bytes", e->size);
    for (size_t done = 0; done < e->size;) {
        ssize_t n =
            pread(c->descriptor, c->packed.items + done, e->size - done, (off_t)(e->offset + done));
        if (n <= 0) return wend_fail(error, WEND_IO, "block %d cannot be read", block);
        done += (size_t)n;
    }
    return demo_block_unpack(c->packed.items, e->size, (int)e->steps, &c->block, error);
}

wend_status wend_demo_cursor_next(wend_demo_cursor* c, wend_demo_step* step, bool* done,
                                  wend_error* error) {
    const demo_tables* t = &c->demos->tables[c->shard];
    *done = c->next >= (int)c->entry->steps;
    if (*done) return WEND_OK;
    if (c->next % DEMO_BLOCK == 0) {
        wend_status status = demo_load_block(c, error);
        if (status != WEND_OK) {
            wend_error_prefix(error, "%s/shard_%06d.wdemo", c->demos->folder, c->shard);
            return status;
        }
    }
    demo_block_get(&c->block, c->next % DEMO_BLOCK, c->depth, step);
    wend_observation* o = &step->observation;
    const char *id = t->texts + c->entry->text, *instruction = id + strlen(id) + 1;
    o->step = c->next++;
    o->camera.hfov = c->demos->index.hfov;
    o->camera.eye_height = c->demos->index.eye_height;
    o->goal.instruction = *instruction ? instruction : NULL;
    o->goal.height = (float)NAN;
    return WEND_OK;
}

// ---- the order of a pass ------------------------------------------------------------------------

// A Feistel network permutes [0, 4^bits); positions outside [0, count) are permuted again until
// they are inside (cycle walking), fewer than four times on average.
int wend_demos_shuffled(int count, uint64_t seed, uint64_t pass, int index) {
    uint32_t bits = 1;
    while ((1u << (2 * bits)) < (uint32_t)count) bits++;
    uint32_t mask = (1u << bits) - 1, at = (uint32_t)index;
    do {
        uint32_t left = at >> bits, right = at & mask;
        for (uint64_t round = 0; round < 4; round++) {
            uint64_t key[] = {seed, pass, round, right};
            uint32_t mixed = (uint32_t)wend_hash(key, sizeof key, 0) & mask, before = right;
            right = left ^ mixed;
            left = before;
        }
        at = left << bits | right;
    } while (at >= (uint32_t)count);
    return (int)at;
}
