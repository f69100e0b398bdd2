// Scenes and camera poses of `wend bench render`.
#ifndef WEND_BENCH_RENDER_SCENES_H
#define WEND_BENCH_RENDER_SCENES_H

#include "wend/scene.h"
#include "wend/sense.h"

enum { RENDER_POSES = 64 };

typedef struct render_scene {
    char name[64];
    wend_scene* scene;
    wend_view* view;
    wend_camera_pose gazes[RENDER_POSES];
} render_scene;

// X(name, kind, seed, levels, rooms, detail)
#define RENDER_GENERATED_LIST(X)   \
    X("8k", APARTMENT, 1, 1, 4, 0) \
    X("50k", HOUSE, 6, 1, 0, 0.6f) \
    X("500k", HOUSE, 3, 2, 0, 3.4f)

// The generated scenes, then the available real ones of the data folder: one ProcTHOR house and one
// GLB. `index` starts at 0; WEND_NOT_FOUND: no further scene.
wend_status render_scene_open(int index, render_scene* s, wend_error* error);
// A scene by reference, as in commands.
wend_status render_scene_load(const char* reference, render_scene* s, wend_error* error);
// Scene `index` of a series of growing size: the same house from unfurnished to two million
// triangles.
wend_status render_scene_grow(int index, render_scene* s, wend_error* error);
void render_scene_close(render_scene* s);  // safe on {0} and twice

// A path in the data folder ($WEND_DATA, else ../shared/data). False: it does not exist.
bool render_data(const char* relative, char* out, size_t size);

// Path of a scene file for peer programs.
void render_scene_path(char* path, size_t size);

#endif
