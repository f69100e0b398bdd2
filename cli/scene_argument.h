// Scenes as commands take them, and the files they are drawn into.
#ifndef WEND_CLI_SCENE_ARGUMENT_H
#define WEND_CLI_SCENE_ARGUMENT_H

#include "wend/scene.h"

// An import def with defaults that prints warnings on stderr.
wend_import_def scene_argument_def(void);
// Opens a reference, warnings on stderr.
wend_status scene_argument_open(const char* reference, wend_scene** scene, wend_error* error);
// Does a path end so? (".glb")
bool has_ending(const char* path, const char* ending);
// "plan.png" becomes "plan-1.png" for level 1 of several.
void level_path(const char* out, int level, bool several, char* path, size_t size);

#endif
