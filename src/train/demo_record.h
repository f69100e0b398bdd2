// Parts of a recording that DAgger shares: it records into the set of its training run.
#ifndef WEND_TRAIN_DEMO_RECORD_H
#define WEND_TRAIN_DEMO_RECORD_H

#include "train/demo_shard.h"

// Removes partial files of a killed recording; `all`: every file of the set, and no others.
wend_status demo_folder_clean(const char* folder, bool all, wend_error* error);
// Replaces `index` by that of the folder, if it has one. WEND_ARGUMENT when that is of another set.
wend_status demo_index_resume(const char* folder, demo_index* index, wend_error* error);
// Writes the episodes as the next shard, then the index.
wend_status demo_index_add(const char* folder, demo_index* index, const demo_episode* episodes,
                           int count, int iteration, wend_error* error);

#endif
