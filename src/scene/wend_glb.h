// GLB files that wend wrote itself (docs/formats/glb.md): their extras hold everything, so the
// scene comes back as it was.
#ifndef WEND_SCENE_WEND_GLB_H
#define WEND_SCENE_WEND_GLB_H

#include "scene/gltf.h"
#include "scene/import.h"

#define WEND_GLB_GENERATOR "wend"
enum { WEND_GLB_VERSION = 1 };

bool wend_glb_is_ours(const gltf_file* file);
wend_status wend_glb_read(const gltf_file* file, scene_builder* b, import_budget* budget,
                          char name[SCENE_NAME_SIZE], wend_error* error);

#endif
