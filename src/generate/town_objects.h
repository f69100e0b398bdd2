// Objects of a town outside its buildings: cars, lamps, trees, fences, benches.
#ifndef WEND_GENERATE_TOWN_OBJECTS_H
#define WEND_GENERATE_TOWN_OBJECTS_H

#include "generate/town_plan.h"

// Paths, doors and the middle of pavements stay free.
wend_status town_objects_build(const town_plan* plan, const wend_scene_def* def, scene_builder* b,
                               model_library* library, wend_error* error);

#endif
