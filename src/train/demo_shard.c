// Writes shards; demo_set.h shows their layout. Episodes are compressed while they are recorded,
// block by block, so that a shard takes its compressed size in memory.
#include "train/demo_shard.h"

#include <string.h>

#include "base/file.h"

static wend_status demo_shard_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY,
                     "out of memory for a shard; record fewer episodes per shard");
}

// ---- an episode ---------------------------------------------------------------------------------

void demo_episode_begin(demo_episode* e, int index, const char* id, const char* instruction) {
    demo_episode_destroy(e);
    e->index = index;
    e->last = -2;
    wend_text_put_bytes(&e->text, id, strlen(id) + 1);
    const char* words = instruction && strlen(instruction) <= DEMO_MAX_TEXT ? instruction : "";
    wend_text_put_bytes(&e->text, words, strlen(words) + 1);
}

static wend_status demo_episode_pack(demo_episode* e, demo_block* block, wend_error* error) {
    demo_block_entry* entry = ARRAY_PUSH(&e->blocks);
    if (!entry) return demo_shard_no_memory(error);
    *entry = (demo_block_entry){.offset = e->data.count, .steps = (uint32_t)block->steps};
    WEND_TRY(demo_block_pack(block, &e->data, error));
    entry->size = (uint32_t)(e->data.count - entry->offset);
    return WEND_OK;
}

wend_status demo_episode_add(demo_episode* e, demo_block* block, const wend_demo_step* step,
                             wend_error* error) {
    if (block->steps == DEMO_BLOCK) WEND_TRY(demo_episode_pack(e, block, error));
    demo_block_put(block, step);
    e->steps++;
    e->inflections += step->expert != e->last;
    e->last = step->expert;
    return WEND_OK;
}

wend_status demo_episode_end(demo_episode* e, demo_block* block, wend_error* error) {
    if (e->text.out_of_memory) return demo_shard_no_memory(error);
    if (!e->steps) e->dropped = true;
    return block->steps ? demo_episode_pack(e, block, error) : WEND_OK;
}

void demo_episode_destroy(demo_episode* e) {
    wend_text_destroy(&e->text);
    ARRAY_FREE(&e->data);
    ARRAY_FREE(&e->blocks);
    *e = (demo_episode){.index = 0};
}

// ---- a shard ------------------------------------------------------------------------------------

typedef struct shard_sizes {
    uint32_t episodes, blocks, texts;
} shard_sizes;

static void shard_put_head(wend_text_out* out, shard_sizes s) {
    const uint32_t numbers[] = {DEMO_VERSION, s.episodes, s.blocks, s.texts};
    wend_text_put_bytes(out, "WENDDEMO", 8);
    wend_text_put_bytes(out, (const char*)numbers, sizeof numbers);
}

static void shard_put_tables(wend_text_out* out, const demo_episode* episodes, int count,
                             shard_sizes s) {
    uint32_t block = 0, text = 0;
    uint64_t offset = DEMO_HEADER + s.episodes * sizeof(demo_episode_entry) +
                      s.blocks * sizeof(demo_block_entry) + s.texts;
    for (int i = 0; i < count; i++) {
        const demo_episode* e = &episodes[i];
        if (e->dropped) continue;
        demo_episode_entry entry = {(uint32_t)e->index, (uint32_t)e->steps, block, text};
        wend_text_put_bytes(out, (const char*)&entry, sizeof entry);
        block += (uint32_t)e->blocks.count;
        text += (uint32_t)e->text.count;
    }
    for (int i = 0; i < count; i++) {
        const demo_episode* e = &episodes[i];
        for (size_t k = 0; !e->dropped && k < e->blocks.count; k++) {
            demo_block_entry entry = e->blocks.items[k];
            entry.offset += offset;
            wend_text_put_bytes(out, (const char*)&entry, sizeof entry);
        }
        if (!e->dropped) offset += e->data.count;
    }
}

wend_status demo_shard_write(const char* folder, int number, const demo_episode* episodes,
                             int count, demo_shard_info* info, wend_error* error) {
    char path[4096];
    wend_text_out out = {0};
    shard_sizes sizes = {0};
    for (int i = 0; i < count; i++) {
        const demo_episode* e = &episodes[i];
        info->dropped += e->dropped;
        if (e->dropped) continue;
        sizes.episodes++;
        sizes.blocks += (uint32_t)e->blocks.count;
        sizes.texts += (uint32_t)e->text.count;
        info->steps += e->steps;
        info->inflections += e->inflections;
    }
    shard_put_head(&out, sizes);
    shard_put_tables(&out, episodes, count, sizes);
    for (int i = 0; i < count; i++)
        if (!episodes[i].dropped)
            wend_text_put_bytes(&out, episodes[i].text.items, episodes[i].text.count);
    for (int i = 0; i < count; i++)
        if (!episodes[i].dropped)
            wend_text_put_bytes(&out, (const char*)episodes[i].data.items, episodes[i].data.count);
    info->episodes = (int)sizes.episodes;
    info->bytes = (int64_t)out.count;
    info->hash = 0;
    wend_status status = demo_shard_path(folder, number, path, sizeof path, error);
    if (status == WEND_OK && out.out_of_memory) status = demo_shard_no_memory(error);
    uint64_t size;
    if (status == WEND_OK) status = wend_file_write(path, out.items, out.count, error);
    if (status == WEND_OK) status = file_hash(path, &info->hash, &size, error);
    wend_text_destroy(&out);
    return status;
}
