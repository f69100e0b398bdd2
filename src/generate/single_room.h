// Generates one large room with few objects along its walls: level 1 of RescueBench, and tasks
// without interior walls.
#ifndef WEND_GENERATE_SINGLE_ROOM_H
#define WEND_GENERATE_SINGLE_ROOM_H

#include "catalog/model.h"

wend_status single_room_build(const wend_scene_def* def, scene_builder* b, model_library* library,
                              wend_error* error);

#endif
