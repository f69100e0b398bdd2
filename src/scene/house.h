// Buildings one can walk into: apartments, houses and offices.
//
//     house_plan plan;
//     house_plan_make(&def, seed, &plan);             // decides everything that has a size
//     wend_vec2 size = house_plan_size(&plan);        // now a town knows how much ground it takes
//     WEND_TRY(house_build(&plan, &place, b, library, error));
#ifndef WEND_SCENE_HOUSE_H
#define WEND_SCENE_HOUSE_H

#include "scene/builder.h"
#include "scene/house_plan.h"
#include "scene/model.h"

// Where a building stands. Its front door looks along -z, turned by quarters of a turn
// counter-clockwise seen from above.
typedef struct house_place {
    wend_vec3 at;     // middle of the footprint, at the height of the ground floor
    int quarters;     // 0 to 3
    bool open_front;  // the front door stands open as the scene starts; default closed
} house_place;

// Builds walls, floors, doors, windows, stairs and, if the plan's def says so, furniture and roof.
// Rooms, levels, doors and stairs are added to those the builder has; a level of the same height is
// shared. The outer walls go down to 0.3 m below `at`, so that the ground may lie a step lower.
// Needs no ground below it: each room has its floor.
wend_status house_build(const house_plan* plan, const house_place* place, scene_builder* b,
                        model_library* library, wend_error* error);

#endif
