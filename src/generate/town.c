// Builds a town from its plan: ground, buildings, outdoor objects.
#include "generate/town.h"

#include "generate/town_ground.h"
#include "generate/town_objects.h"

// Metres between vertices of the ground.
static float town_cell_size(float detail) { return fminf(fmaxf(2.4f - 1.6f * detail, 0.6f), 2.4f); }

static wend_status town_build_plan(const town_plan* plan, const wend_scene_def* def,
                                   scene_builder* b, model_library* library, wend_error* error) {
    WEND_TRY(town_ground_build(plan, town_cell_size(def->detail), b, library, error));
    for (int i = 0; i < plan->building_count; i++) {
        const town_building* building = &plan->buildings[i];
        WEND_TRY(house_build(&building->plan, &building->place, b, library, error));
    }
    return town_objects_build(plan, def, b, library, error);
}

wend_status town_build(const wend_scene_def* def, scene_builder* b, model_library* library,
                       wend_error* error) {
    town_plan plan;
    WEND_TRY(town_plan_make(def, &plan, error));
    wend_status status = town_build_plan(&plan, def, b, library, error);
    town_plan_destroy(&plan);
    return status;
}
