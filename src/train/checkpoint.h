// A training run on disk: everything it goes on from, in one file.
#ifndef WEND_TRAIN_CHECKPOINT_H
#define WEND_TRAIN_CHECKPOINT_H

#include "base/text.h"
#include "train/learner.h"

// Where the run is.
typedef struct progress_mark {
    int update;
    int64_t step;
    double best;           // success on held-out episodes; -1: none yet
    uint64_t best_hash;    // of the bytes of best.safetensors; 0: there is none yet
    uint64_t held_scenes;  // hash of the scenes of the held-out episodes; 0: none played yet
    int32_t* episodes;     // [bodies] that begin next
} progress_mark;

// Weights, moments, means and position. Written beside `path`, synced, renamed. `run` is the run's
// fingerprint.
wend_status checkpoint_save(const char* path, const char* run, const learner* l, const rollout* r,
                            const progress_mark* at, wend_error* error);
// WEND_ARGUMENT when the file is of a different run: the error names each difference. WEND_FORMAT
// when it is damaged, or holds numbers that a run cannot go on from.
wend_status checkpoint_load(const char* path, const char* run, learner* l, rollout* r,
                            progress_mark* at, wend_error* error);

#endif
