#ifndef WEND_SIM_WORLD_H
#define WEND_SIM_WORLD_H

#include "wend/sim.h"

struct wend_world {
    wend_scene* scene;
    wend_navmesh* navmesh;
    wend_view* view;           // NULL: not sighted
    wend_lattice* lattice;     // where there are fields
    wend_field_cache* fields;  // locks itself
};

// The world of a scene that has its guests. Owns the scene, also when this fails.
wend_status world_make(wend_scene* scene, const wend_world_def* def, wend_world** world,
                       wend_error* error);
// Navmesh and, if sighted, view of world->scene from a .wworld file; on failure the world is as it
// was. WEND_NOT_FOUND when the file has another key.
wend_status world_read(const char* path, uint64_t key, bool sighted, wend_world* world,
                       wend_error* error);
// Over the navmesh, which must be there.
wend_status world_make_fields(wend_world* world, wend_error* error);

#endif
