// The ground of a town: one grid of cells, each of one kind, so that there are no cracks and no two
// surfaces in one place; steps between heights get kerb stones; paint lies on the streets.
#ifndef WEND_SCENE_TOWN_GROUND_H
#define WEND_SCENE_TOWN_GROUND_H

#include "scene/town_plan.h"

// Cells are at most `cell` metres wide: light is kept a corner.
wend_status town_ground_build(const town_plan* plan, float cell, scene_builder* b,
                              model_library* library, wend_error* error);

// What lies at a point (centimetres).
town_ground town_ground_at(const town_plan* plan, int x, int z);
float town_ground_height(town_ground ground);

// A box of one material with its own object: hedges, bars. Sides are divided to at most `cell`.
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
