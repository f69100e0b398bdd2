// From the pixels of a level camera to points relative to the agent.
#ifndef WEND_PERCEIVE_LENS_H
#define WEND_PERCEIVE_LENS_H

#include "perceive/ego_detection.h"

#include "wend/observation.h"

typedef struct lens {
    float focal, middle_x, middle_y;  // pixels
    float eye;                        // metres above the feet
} lens;

static inline lens lens_of_observation(const wend_observation* o) {
    return (lens){(float)o->camera.width / 2 / tanf(o->camera.hfov * (float)(WEND_PI / 360)),
                  (float)o->camera.width / 2 - 0.5f, (float)o->camera.height / 2 - 0.5f,
                  o->camera.eye_height};
}

// The point that a pixel shows, relative to the agent.
static inline ego_detection lens_point(const wend_observation* o, const lens* l, int column,
                                       int row) {
    float depth = o->camera.depth[row * o->camera.width + column];
    return (ego_detection){.right = ((float)column - l->middle_x) * depth / l->focal,
                           .ahead = depth,
                           .up = l->eye + (l->middle_y - (float)row) * depth / l->focal};
}

#endif
