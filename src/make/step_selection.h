// The proposed steps of an instruction and the selection of those that are realised.
#ifndef WEND_MAKE_STEP_SELECTION_H
#define WEND_MAKE_STEP_SELECTION_H

#include "make/landmarks.h"

#include "wend/make.h"

#define STEP_SELECTION_MUST 1.0f  // worth of steps that are never dropped

typedef struct selection {
    landmarks* landmarks;
    const wend_scene_arrays* a;
    const wend_scene* scene;
    const wend_instruction_path* path;
    bool dense;
    wend_rng rng;
    wend_instruction_plan* out;
    float worth[WEND_MAX_PLAN_STEPS];  // of each step; STEP_SELECTION_MUST: never dropped
    int climbing;                      // 1 up, -1 down: the previous edge was on stairs
    uint32_t here;                     // room of the camera
    float before;                      // heading before the turn at this position
} selection;

// Proposes a step; ignored when the plan is full.
void step_selection_add(selection* t, int position, wend_instruction_step step, uint32_t object,
                        float worth);
// The last proposed step; NULL when there is none.
const wend_instruction_step* step_selection_last(const selection* t);

// Drops steps of low worth until the plan has the word count of its style; repeated landmarks
// become "it".
void step_selection_finish(selection* t);

#endif
