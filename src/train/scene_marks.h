// Which content the scenes of a run had when they were first played in, so that one that changes
// between two sessions of a run is noticed.
#ifndef WEND_TRAIN_SCENE_MARKS_H
#define WEND_TRAIN_SCENE_MARKS_H

#include "wend/batch.h"

enum { SCENE_MARKS_MAX = 1 << 24 };  // episodes: a float counts so far

typedef struct scene_marks {
    int count;          // episodes of the file
    int32_t* scene_of;  // [count] the first episode of the same scene
    float* marks;       // [count] 24 bits of the scene's hash, at that episode; 0: not met yet
} scene_marks;

// Where a task changes its scenes from episode to episode each of these is a scene of its own.
wend_status scene_marks_create(const wend_batch* batch, bool varied, scene_marks* s,
                               wend_error* error);
void scene_marks_destroy(scene_marks* s);  // safe on {0} and twice

// An episode begins in a scene with this hash. WEND_ARGUMENT when the scene had another before.
wend_status scene_marks_meet(scene_marks* s, const wend_batch* batch, int episode, uint64_t hash,
                             wend_error* error);

#endif
