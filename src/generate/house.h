// Generates buildings: apartments, houses and offices.
//
//     house_plan plan;
//     house_plan_make(&def, seed, &plan);             // rooms, walls, doors, stairs
//     wend_vec2 size = house_plan_size(&plan);        // footprint, for towns
//     WEND_TRY(house_build(&plan, &place, b, library, error));
#ifndef WEND_GENERATE_HOUSE_H
#define WEND_GENERATE_HOUSE_H

#include "catalog/model.h"
#include "generate/house_plan.h"
#include "scene/builder.h"

// Pose of a building. With `quarters` 0 its front door faces -z; quarter turns are
// counter-clockwise seen from above.
typedef struct house_placement {
    wend_vec3 at;     // centre of the footprint, at the height of the ground floor
    int quarters;     // [0, 3]
    bool open_front;  // the front door is initially open; default false
} house_placement;

// Builds walls, floors, doors, windows, stairs and, if plan->def sets them, furniture and roof.
// Rooms, levels, doors and stairs are appended to those of the builder; a level of the same height
// is shared. Outer walls extend 0.3 m below `at`, so that the ground may be one step lower. Each
// room has its own floor, so no ground is needed below the building.
wend_status house_build(const house_plan* plan, const house_placement* place, scene_builder* b,
                        model_library* library, wend_error* error);

#endif
