// Fields of a world, shared by world.c and world_open.c.
#ifndef WEND_SIM_WORLD_H
#define WEND_SIM_WORLD_H

#include "wend/sim.h"

struct wend_world {
    wend_scene* scene;
    wend_navmesh* navmesh;
    wend_view* view;           // NULL: no images
    wend_lattice* lattice;     // NULL: no distance fields
    wend_field_cache* fields;  // thread-safe
};

// Creates the world of a scene with its inserted objects. Takes ownership of the scene, also on
// failure.
wend_status world_make(wend_scene* scene, const wend_world_def* def, wend_world** world,
                       wend_error* error);
// Reads the navmesh and, with `uses_images`, the view of world->scene from a .wworld file. On
// failure the world is unchanged. WEND_NOT_FOUND when the file has a different key.
wend_status world_read(const char* path, uint64_t key, bool uses_images, wend_world* world,
                       wend_error* error);
// Creates lattice and field cache. The world must have a navmesh.
wend_status world_make_fields(wend_world* world, wend_error* error);

#endif
