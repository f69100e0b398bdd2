// Content hashes of the scenes at their first episode, to detect a scene that changes between two
// sessions of a run.
#ifndef WEND_TRAIN_SCENE_MARKS_H
#define WEND_TRAIN_SCENE_MARKS_H

#include "wend/run.h"

enum { SCENE_MARKS_MAX = 1 << 24 };  // episodes: integers that a float represents

typedef struct scene_marks {
    int count;          // episodes of the file
    int32_t* scene_of;  // [count] the first episode of the same scene
    float* marks;       // [count] 24 bits of the scene's hash, at that episode; 0: not played yet
} scene_marks;

// In tasks with scene variations each episode counts as a scene of its own.
wend_status scene_marks_create(const wend_batch* batch, bool varied, scene_marks* s,
                               wend_error* error);
void scene_marks_destroy(scene_marks* s);  // safe on {0} and twice

// Notes the hash of an episode's scene. WEND_ARGUMENT when the scene had another hash before.
wend_status scene_marks_meet(scene_marks* s, const wend_batch* batch, int episode, uint64_t hash,
                             wend_error* error);

#endif
