// The checkpoint of a training run: one file with everything needed to resume.
#ifndef WEND_TRAIN_CHECKPOINT_H
#define WEND_TRAIN_CHECKPOINT_H

#include "train/learner.h"

#include "wend/files.h"

// Position in the run.
typedef struct progress_mark {
    int update;
    int64_t step;
    int ended;             // 1: the run is over before its last step (until_success)
    double best;           // success on held-out episodes; -1: none yet
    uint64_t best_hash;    // of best.safetensors; 0: none yet
    uint64_t held_scenes;  // hash of the scenes of the held-out episodes; 0: not evaluated yet
    int32_t* episodes;     // [environments of all ranks] next episode of each
} progress_mark;

// Writes weights, moments, statistics and position to a temporary file, syncs and renames it. `run`
// is the fingerprint of the run.
wend_status checkpoint_save(const char* path, const char* run, const learner* l, const rollout* r,
                            const progress_mark* at, wend_error* error);
// WEND_ARGUMENT when the file belongs to a different run; the error names each difference.
// WEND_FORMAT when it is damaged or inconsistent.
wend_status checkpoint_load(const char* path, const char* run, learner* l, rollout* r,
                            progress_mark* at, wend_error* error);

#endif
