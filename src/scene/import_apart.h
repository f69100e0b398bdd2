// Importing through assimp, in a child process (base/child.h).
#ifndef WEND_SCENE_IMPORT_APART_H
#define WEND_SCENE_IMPORT_APART_H

#include "scene/load.h"

// Reads an OBJ, PLY or DAE source into a scene without light, in a child process whose memory and
// time are bounded by the source's size. Warnings and the files that were read are passed on. What
// comes back is checked like a file.
wend_status import_apart(const import_source* source, scene_format format, const char* name,
                         wend_scene** scene, wend_error* error);

// Takes what the child sent. Apart, so that tests can send something else.
wend_status import_apart_take(const char* bytes, size_t size, const import_source* source,
                              const char* name, wend_scene** scene, wend_error* error);

#endif
