// Episodes while they are recorded, and the shard file they become.
#ifndef WEND_TRAIN_DEMO_SHARD_H
#define WEND_TRAIN_DEMO_SHARD_H

#include "train/demo_set.h"

#include "wend/files.h"

typedef struct demo_episode {
    int index;           // in the episode file
    wend_text_out text;  // id NUL instruction NUL
    demo_bytes data;
    ARRAY_OF(demo_block_entry) blocks;  // offsets in `data`
    int steps, inflections, last;       // last expert action
    bool dropped;                       // left out of the shard
} demo_episode;

// Nullable: instruction.
void demo_episode_begin(demo_episode* e, int index, const char* id, const char* instruction);
// `block` collects the steps of this episode alone, until demo_episode_end.
wend_status demo_episode_add(demo_episode* e, demo_block* block, const wend_demo_step* step,
                             wend_error* error);
wend_status demo_episode_end(demo_episode* e, demo_block* block, wend_error* error);
void demo_episode_destroy(demo_episode* e);  // safe on {0} and twice

// Writes the episodes that were not dropped as shard `number` and fills `info`.
wend_status demo_shard_write(const char* folder, int number, const demo_episode* episodes,
                             int count, demo_shard_info* info, wend_error* error);

#endif
