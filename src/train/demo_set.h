// Demonstration sets on disk: the index, and the tables of its shards.
//
// A set is read in random order of episodes, sequentially within an episode, and may be larger than
// memory. So episodes are grouped into shards (files), and their steps into compressed blocks of
// 32:
//
// clang-format off
//     index.json            task, expert, image sizes; per shard: episodes, iteration, steps, hash
//     shard_000000.wdemo    | header 24 | episodes 16 E | blocks 16 B | texts | block | block | … |
//                                          first_block ──> offset, size ─────────^
//     block                 zlib( expert[n] taken[n] goals[n] pose[n] reward[n] labels[n] rgb[n] depth[n] map[n] )
// clang-format on
//
// The tables of all shards stay in memory (16 bytes per episode and per block); a cursor reads one
// block at a time. demo_index.c writes the index after every shard, by renaming: shards that it
// does not list do not belong to the set, so a kill leaves a valid set. Format:
// docs/formats/wdemo.md.
#ifndef WEND_TRAIN_DEMO_SET_H
#define WEND_TRAIN_DEMO_SET_H

#include "train/demo_block.h"

enum { DEMO_VERSION = 1, DEMO_HEADER = 24 };

// An episode and a block in a shard, as in the file.
typedef struct demo_episode_entry {
    uint32_t index;        // in the episode file
    uint32_t steps;        // at least 1
    uint32_t first_block;  // of the shard; ceil(steps / DEMO_BLOCK) follow each other
    uint32_t text;         // offset of id NUL instruction NUL in the texts
} demo_episode_entry;
typedef struct demo_block_entry {
    uint64_t offset;  // in the file
    uint32_t size;    // compressed
    uint32_t steps;
} demo_block_entry;

// A shard as the index lists it.
typedef struct demo_shard_info {
    int episodes;
    int iteration;  // of DAgger; 0 in recorded sets
    int dropped;    // episodes that were left out
    int64_t steps, inflections, bytes;
    uint64_t hash;  // of the file
} demo_shard_info;

// The index in memory.
typedef struct demo_index {
    char task[256], expert[256];
    char identity[1024];  // settings and content hashes of the recording
    demo_shape shape;
    float hfov, eye_height;
    ARRAY_OF(demo_shard_info) shards;
} demo_index;

wend_status demo_index_read(const char* folder, demo_index* index, wend_error* error);
// `name` stands for the file in errors.
wend_status demo_index_parse(const char* text, size_t size, const char* name, demo_index* index,
                             wend_error* error);
wend_status demo_index_write(const char* folder, const demo_index* index, wend_error* error);
void demo_index_destroy(demo_index* index);  // safe on {0} and twice
wend_status demo_shard_path(const char* folder, int shard, char* path, size_t size,
                            wend_error* error);

// The tables of one shard.
typedef struct demo_tables {
    demo_episode_entry* episodes;
    demo_block_entry* blocks;
    char* texts;  // NUL-terminated
    int episode_count, block_count;
} demo_tables;

// Checks every entry against the size of the file.
wend_status demo_tables_read(const char* path, const demo_shard_info* info, demo_tables* tables,
                             wend_error* error);
void demo_tables_destroy(demo_tables* tables);  // safe on {0} and twice

struct wend_demos {
    char folder[4096];
    demo_index index;
    demo_tables* tables;  // [shards]
    int* first;           // [shards + 1] first episode of each shard, in the set
    int episodes;
};
// The shard of an episode, and its entry.
const demo_episode_entry* demo_set_find(const wend_demos* demos, int episode, int* shard);

#endif
