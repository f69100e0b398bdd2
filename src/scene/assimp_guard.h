// Looks a file over before assimp does: what is known to crash it, hang it or make it allocate
// without bound is refused here with a sentence.
#ifndef WEND_SCENE_ASSIMP_GUARD_H
#define WEND_SCENE_ASSIMP_GUARD_H

#include "scene/load.h"

wend_status assimp_guard_check(const import_source* source, scene_format format, wend_error* error);

#endif
