#include "scene/town.h"

#include "scene/town_ground.h"
#include "scene/town_things.h"

// Metres between two vertices of the ground.
static float cell_size(float detail) { return fminf(fmaxf(2.4f - 1.6f * detail, 0.6f), 2.4f); }

static wend_status build(const town_plan* plan, const wend_scene_def* def, scene_builder* b,
                         model_library* library, wend_error* error) {
    WEND_TRY(town_ground_build(plan, cell_size(def->detail), b, library, error));
    for (int i = 0; i < plan->building_count; i++) {
        const town_building* building = &plan->buildings[i];
        WEND_TRY(house_build(&building->plan, &building->place, b, library, error));
    }
    return town_things_build(plan, def, b, library, error);
}

wend_status town_build(const wend_scene_def* def, scene_builder* b, model_library* library,
                       wend_error* error) {
    town_plan plan;
    WEND_TRY(town_plan_make(def, &plan, error));
    wend_status status = build(&plan, def, b, library, error);
    town_plan_destroy(&plan);
    return status;
}
