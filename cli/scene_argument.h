// Scenes as commands take them.
#ifndef WEND_CLI_SCENE_ARGUMENT_H
#define WEND_CLI_SCENE_ARGUMENT_H

#include "wend/scene.h"

// An import def with defaults that prints warnings on stderr.
wend_import_def scene_argument_def(void);
// Opens a reference, warnings on stderr.
wend_status scene_argument_open(const char* reference, wend_scene** scene, wend_error* error);
// Does a path end so? (".glb")
bool has_ending(const char* path, const char* ending);

#endif
