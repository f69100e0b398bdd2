// Position in a training run.
#ifndef WEND_TRAIN_PROGRESS_MARK_H
#define WEND_TRAIN_PROGRESS_MARK_H

#include <stdint.h>

typedef struct progress_mark {
    int update;
    int64_t step;
    int ended;             // 1: the run is over before its last step (until_success)
    double best;           // success on held-out episodes; -1: none yet
    uint64_t best_hash;    // of best.safetensors; 0: none yet
    uint64_t held_scenes;  // hash of the scenes of the held-out episodes; 0: not evaluated yet
    int32_t* episodes;     // [environments of all ranks] next episode of each
} progress_mark;

#endif
