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
// Draws a floor, or with `level` -1 every floor into a file of its own ("plan.png" becomes
// "plan-0.png", "plan-1.png", …), and prints the paths. `scale` is in pixels per metre; 0: about
// 1000 pixels wide.
typedef wend_status (*level_drawing)(const void* context, const wend_scene* scene, int level,
                                     float scale, const char* path, wend_error* error);
wend_status level_draw(const wend_scene* scene, int level, float scale, const char* out,
                       level_drawing draw, const void* context, wend_error* error);

#endif
