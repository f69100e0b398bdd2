// Scene arguments of commands, and paths of drawings.
#ifndef WEND_CLI_SCENE_ARGUMENT_H
#define WEND_CLI_SCENE_ARGUMENT_H

#include "wend/scene.h"

// Default import def; warnings are printed on stderr.
wend_import_def scene_argument_def(void);
// Opens a scene reference; warnings are printed on stderr.
wend_status scene_argument_open(const char* reference, wend_scene** scene, wend_error* error);
// True if `path` ends in `ending` (".glb").
bool has_ending(const char* path, const char* ending);
// "plan.png" becomes "plan-1.png" for level 1 of several.
void level_path(const char* out, int level, bool several, char* path, size_t size);

#endif
