// Steps that describe a path on a viewpoint graph by what captioners and detectors say of its
// views.
#ifndef WEND_MAKE_VIEW_STEPS_H
#define WEND_MAKE_VIEW_STEPS_H

#include "wend/data.h"
#include "wend/make.h"

enum { VIEW_STEPS_PATH = 256 };  // viewpoints of a path

// A path on a graph.
typedef struct view_path {
    const char* scan;
    const char* names[VIEW_STEPS_PATH];
    wend_vec3 eyes[VIEW_STEPS_PATH];
    int count;
    float heading;  // radians at the start, clockwise from north (-z)
} view_path;

// The steps, and for the guide where each is mentioned and what it looks at.
typedef struct view_steps {
    wend_instruction_step steps[WEND_MAX_PLAN_STEPS];
    wend_rxr_guide_mention mentions[WEND_MAX_PLAN_STEPS];  // `start` is not set
    int count;
} view_steps;

// WEND_NOT_FOUND if `views` lacks a viewpoint of the path.
wend_status view_steps_make(const wend_views* views, const view_path* path, view_steps* out,
                            wend_error* error);

#endif
