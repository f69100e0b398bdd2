// A training run on disk: everything it goes on from, in one file.
#ifndef WEND_TRAIN_CHECKPOINT_H
#define WEND_TRAIN_CHECKPOINT_H

#include "base/text.h"
#include "train/learner.h"

// Where the run is.
typedef struct progress_mark {
    int update;
    int64_t step;
    double best;        // success on held-out episodes; -1: none yet
    int32_t* episodes;  // [bodies] that begin next
} progress_mark;

// Weights, moments, means and position. Written beside `path`, synced, renamed.
wend_status checkpoint_save(const char* path, const learner* l, const rollout* r,
                            const progress_mark* at, wend_error* error);
// WEND_ARGUMENT when the file is of a run with other settings.
wend_status checkpoint_load(const char* path, learner* l, rollout* r, progress_mark* at,
                            wend_error* error);

#endif
