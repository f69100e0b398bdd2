// Towns: streets, yards and parks with 4 to 10 buildings one can walk into.
#ifndef WEND_SCENE_TOWN_H
#define WEND_SCENE_TOWN_H

#include "scene/model.h"

wend_status town_build(const wend_scene_def* def, scene_builder* b, model_library* library,
                       wend_error* error);

#endif
