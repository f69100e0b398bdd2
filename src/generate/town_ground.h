// The ground of a town: a grid of cells with one ground type each, so that there are neither cracks
// nor overlapping surfaces. Height differences get kerbs, streets get road markings.
#ifndef WEND_GENERATE_TOWN_GROUND_H
#define WEND_GENERATE_TOWN_GROUND_H

#include "generate/town_plan.h"

// `cell`: max cell size in metres. Light is stored per vertex, so it also sets the light
// resolution.
wend_status town_ground_build(const town_plan* plan, float cell, scene_builder* b,
                              model_library* library, wend_error* error);

// The ground type at a point (centimetres).
town_ground town_ground_at(const town_plan* plan, int x, int z);
float town_ground_height(town_ground ground);

// A box of one material that is an object of its own: hedges, bars. Its faces are divided into
// quads of at most `cell` metres.
typedef struct town_box {
    town_rect rect;
    float low, high;  // metres
    wend_category category;
    wend_color color;
    const char* name;
    uint32_t material;
    float repeat;
    float cell;
} town_box;
void town_box_build(scene_builder* b, const town_box* box);

#endif
