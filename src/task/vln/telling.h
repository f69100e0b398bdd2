// A walk being told: the steps that were thought of, and which of them are said.
#ifndef WEND_TASK_TELLING_H
#define WEND_TASK_TELLING_H

#include "task/vln/landmarks.h"

#include "wend/narrate.h"

#define TELLING_MUST 1.0f  // worth of what cannot be left out

typedef struct telling {
    landmarks* eyes;
    const wend_scene_arrays* a;
    const wend_scene* scene;
    const wend_walk* walk;
    bool dense;
    wend_rng rng;
    wend_narration* out;
    float worth[WEND_MAX_TOLD];  // of each step; TELLING_MUST and more: it stays
    int climbing;                // 1 up, -1 down: the leg before was on stairs
    uint32_t here;               // the room one looks from
    float before;                // the heading before the turn at this place
} telling;

// Thinks of a step more; one too many is forgotten.
void telling_add(telling* t, int place, wend_tell_step step, uint32_t object, float worth);
// Nullable: the answer.
const wend_tell_step* telling_last(const telling* t);

// Keeps what must be said, and of the rest as much as a guide of that manner has words for; what
// has just been mentioned becomes "it".
void telling_finish(telling* t);

#endif
