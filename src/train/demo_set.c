// Opens a demonstration set: the index and the tables of its shards, checked against the files.
#include "train/demo_set.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

// ---- tables -------------------------------------------------------------------------------------

static wend_status demo_read_at(int descriptor, const char* path, void* to, size_t size,
                                uint64_t offset, wend_error* error) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = pread(descriptor, (char*)to + done, size - done, (off_t)(offset + done));
        if (n <= 0) return wend_fail(error, WEND_FORMAT, "%s: truncated", path);
        done += (size_t)n;
    }
    return WEND_OK;
}

static wend_status demo_check_tables(const demo_tables* t, const char* path, uint32_t texts,
                                     uint64_t size, wend_error* error) {
    uint32_t next = 0;
    for (int i = 0; i < t->episode_count; i++) {
        const demo_episode_entry* e = &t->episodes[i];
        uint32_t blocks = (e->steps + DEMO_BLOCK - 1) / DEMO_BLOCK;
        if (e->steps < 1 || e->steps > 1u << 28 || e->first_block != next ||
            blocks > (uint32_t)t->block_count - next || e->text >= texts)
            return wend_fail(error, WEND_FORMAT, "%s: episode %d has a damaged entry", path, i);
        for (uint32_t k = 0; k < blocks; k++) {
            uint32_t left = e->steps - k * DEMO_BLOCK;
            if (t->blocks[next + k].steps != (left < DEMO_BLOCK ? left : DEMO_BLOCK))
                return wend_fail(error, WEND_FORMAT, "%s: block %u has %u steps", path, next + k,
                                 t->blocks[next + k].steps);
        }
        next += blocks;
    }
    for (int i = 0; i < t->block_count; i++)
        if (t->blocks[i].offset > size || t->blocks[i].size > size - t->blocks[i].offset)
            return wend_fail(error, WEND_FORMAT, "%s: block %d is not inside the file", path, i);
    return next == (uint32_t)t->block_count
               ? WEND_OK
               : wend_fail(error, WEND_FORMAT, "%s: has blocks of no episode", path);
}

static wend_status demo_read_tables(int descriptor, const char* path, uint64_t size,
                                    const demo_shard_info* info, demo_tables* t,
                                    wend_error* error) {
    struct {
        char magic[8];
        uint32_t version, episodes, blocks, texts;
    } head;
    _Static_assert(sizeof head == DEMO_HEADER, "no padding");
    if (size != (uint64_t)info->bytes)
        return wend_fail(error, WEND_FORMAT, "%s: has %llu bytes, the index has %lld", path,
                         (unsigned long long)size, (long long)info->bytes);
    WEND_TRY(demo_read_at(descriptor, path, &head, sizeof head, 0, error));
    if (memcmp(head.magic, "WENDDEMO", 8) != 0 || head.version != DEMO_VERSION)
        return wend_fail(error, WEND_FORMAT, "%s: no shard of this version", path);
    uint64_t tables = DEMO_HEADER + (uint64_t)head.episodes * sizeof *t->episodes +
                      (uint64_t)head.blocks * sizeof *t->blocks + head.texts;
    if (head.episodes != (uint32_t)info->episodes || tables > size || head.blocks > INT32_MAX)
        return wend_fail(error, WEND_FORMAT, "%s: its tables do not fit the index", path);
    t->episode_count = (int)head.episodes;
    t->block_count = (int)head.blocks;
    t->episodes = wend_alloc_zero(head.episodes + 1u, sizeof *t->episodes);
    t->blocks = wend_alloc_zero(head.blocks + 1u, sizeof *t->blocks);
    t->texts = wend_alloc_zero(head.texts + (size_t)2, 1);
    if (!t->episodes || !t->blocks || !t->texts)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for its tables", path);
    size_t episodes = head.episodes * sizeof *t->episodes, blocks = head.blocks * sizeof *t->blocks;
    WEND_TRY(demo_read_at(descriptor, path, t->episodes, episodes, DEMO_HEADER, error));
    WEND_TRY(demo_read_at(descriptor, path, t->blocks, blocks, DEMO_HEADER + episodes, error));
    WEND_TRY(demo_read_at(descriptor, path, t->texts, head.texts, DEMO_HEADER + episodes + blocks,
                          error));
    return demo_check_tables(t, path, head.texts, size, error);
}

wend_status demo_tables_read(const char* path, const demo_shard_info* info, demo_tables* tables,
                             wend_error* error) {
    int descriptor;
    uint64_t size;
    *tables = (demo_tables){.episodes = NULL};
    WEND_TRY(file_open(path, &descriptor, &size, error));
    wend_status status = demo_read_tables(descriptor, path, size, info, tables, error);
    close(descriptor);
    if (status != WEND_OK) demo_tables_destroy(tables);
    return status;
}

void demo_tables_destroy(demo_tables* t) {
    wend_free(t->episodes);
    wend_free(t->blocks);
    wend_free(t->texts);
    *t = (demo_tables){.episodes = NULL};
}

// ---- the set ------------------------------------------------------------------------------------

static wend_status demo_open_shards(wend_demos* d, wend_error* error) {
    size_t count = d->index.shards.count;
    d->tables = wend_alloc_zero(count + 1, sizeof *d->tables);
    d->first = wend_alloc_zero(count + 1, sizeof *d->first);
    if (!d->tables || !d->first)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %zu shards", d->folder,
                         count);
    for (size_t i = 0; i < count; i++) {
        char path[4096];
        WEND_TRY(demo_shard_path(d->folder, (int)i, path, sizeof path, error));
        WEND_TRY(demo_tables_read(path, &d->index.shards.items[i], &d->tables[i], error));
        if (d->episodes > (1 << 24) - d->tables[i].episode_count)
            return wend_fail(error, WEND_LIMIT, "%s: more than 2^24 episodes", d->folder);
        d->first[i] = d->episodes;
        d->episodes += d->tables[i].episode_count;
    }
    d->first[count] = d->episodes;
    return WEND_OK;
}

wend_status wend_demos_open(const char* folder, wend_demos** out, wend_error* error) {
    *out = NULL;
    wend_demos* d = wend_alloc_zero(1, sizeof *d);
    if (!d) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", folder);
    snprintf(d->folder, sizeof d->folder, "%s", folder);
    wend_status status = demo_index_read(folder, &d->index, error);
    if (status == WEND_OK) status = demo_open_shards(d, error);
    if (status != WEND_OK) {
        wend_demos_destroy(d);
        return status;
    }
    *out = d;
    return WEND_OK;
}

void wend_demos_destroy(wend_demos* d) {
    if (!d) return;
    for (size_t i = 0; d->tables && i < d->index.shards.count; i++)
        demo_tables_destroy(&d->tables[i]);
    wend_free(d->tables);
    wend_free(d->first);
    demo_index_destroy(&d->index);
    wend_free(d);
}

wend_demos_info wend_demos_get_info(const wend_demos* d) {
    const demo_index* x = &d->index;
    wend_demos_info info = {.width = x->shape.width,
                            .height = x->shape.height,
                            .rgb = x->shape.rgb,
                            .depth = x->shape.depth,
                            .map = x->shape.map,
                            .hfov = x->hfov,
                            .eye_height = x->eye_height,
                            .shards = (int)x->shards.count,
                            .episodes = d->episodes};
    memcpy(info.task, x->task, sizeof info.task);
    memcpy(info.expert, x->expert, sizeof info.expert);
    for (size_t i = 0; i < x->shards.count; i++) {
        info.steps += x->shards.items[i].steps;
        info.inflections += x->shards.items[i].inflections;
        info.bytes += x->shards.items[i].bytes;
    }
    return info;
}

const demo_episode_entry* demo_set_find(const wend_demos* d, int episode, int* shard) {
    int low = 0, high = (int)d->index.shards.count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (d->first[middle + 1] > episode)
            high = middle;
        else
            low = middle + 1;
    }
    *shard = low;
    return &d->tables[low].episodes[episode - d->first[low]];
}

// ---- checking -----------------------------------------------------------------------------------

static wend_status demo_check_shard(const wend_demos* d, wend_demo_cursor* cursor, int shard,
                                    wend_error* error) {
    const demo_shard_info* info = &d->index.shards.items[shard];
    char path[4096];
    uint64_t hash = 0, size;
    int64_t steps = 0, inflections = 0;
    WEND_TRY(demo_shard_path(d->folder, shard, path, sizeof path, error));
    WEND_TRY(file_hash(path, &hash, &size, error));
    if (hash != info->hash)
        return wend_fail(error, WEND_FORMAT,
                         "%s: damaged: its hash is %016llx, the index has %016llx; record it again",
                         path, (unsigned long long)hash, (unsigned long long)info->hash);
    for (int e = d->first[shard]; e < d->first[shard + 1]; e++) {
        wend_demo_step step;
        bool done;
        int last = -2;
        WEND_TRY(wend_demo_cursor_begin(cursor, e, error));
        for (;;) {
            WEND_TRY(wend_demo_cursor_next(cursor, &step, &done, error));
            if (done) break;
            steps++;
            inflections += step.expert != last;
            last = step.expert;
        }
    }
    if (steps == info->steps && inflections == info->inflections) return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "%s: has %lld steps and %lld inflections, the index has %lld and %lld", path,
                     (long long)steps, (long long)inflections, (long long)info->steps,
                     (long long)info->inflections);
}

wend_status wend_demos_check(const wend_demos* d, wend_error* error) {
    wend_demo_cursor* cursor;
    wend_status status = WEND_OK;
    WEND_TRY(wend_demo_cursor_create(d, &cursor, error));
    for (size_t i = 0; i < d->index.shards.count && status == WEND_OK; i++)
        status = demo_check_shard(d, cursor, (int)i, error);
    wend_demo_cursor_destroy(cursor);
    return status;
}
