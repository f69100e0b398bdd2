// One large clean room with a few things along its walls: the first level of RescueBench, and any
// task that wants no walls in the way.
#ifndef WEND_SCENE_SINGLE_ROOM_H
#define WEND_SCENE_SINGLE_ROOM_H

#include "scene/model.h"

wend_status single_room_build(const wend_scene_def* def, scene_builder* b, model_library* library,
                              wend_error* error);

#endif
