// Reader of GLB files written by wend (docs/formats/glb.md): their extras contain the complete
// scene, so it is restored exactly.
#ifndef WEND_IMPORT_WEND_GLB_H
#define WEND_IMPORT_WEND_GLB_H

#include "import/gltf.h"
#include "import/import.h"

#define WEND_GLB_GENERATOR "wend"
enum { WEND_GLB_VERSION = 1 };

bool wend_glb_is_ours(const gltf_file* file);
wend_status wend_glb_read(const gltf_file* file, scene_builder* b, import_budget* budget,
                          char name[SCENE_NAME_SIZE], wend_error* error);

#endif
