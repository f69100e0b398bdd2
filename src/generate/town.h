// Generates towns: streets, yards and parks with 4 to 10 buildings that can be entered.
#ifndef WEND_GENERATE_TOWN_H
#define WEND_GENERATE_TOWN_H

#include "catalog/model.h"

wend_status town_build(const wend_scene_def* def, scene_builder* b, model_library* library,
                       wend_error* error);

#endif
