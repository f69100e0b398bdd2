// What stands in a town's streets, yards and parks: cars, lamps, trees, fences, benches.
#ifndef WEND_SCENE_TOWN_THINGS_H
#define WEND_SCENE_TOWN_THINGS_H

#include "scene/town_plan.h"

// Nothing is put where somebody has to pass: paths, doors and the middle of pavements stay free.
wend_status town_things_build(const town_plan* plan, const wend_scene_def* def, scene_builder* b,
                              model_library* library, wend_error* error);

#endif
