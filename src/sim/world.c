// Worlds: a scene with its navmesh, view and distance fields, immutable and shared by threads.
#include "sim/world.h"

wend_world_def wend_world_default_def(void) {
    return (wend_world_def){.navmesh = wend_navmesh_default_def(), .uses_images = true};
}

wend_status world_make_fields(wend_world* world, wend_error* error) {
    WEND_TRY(wend_lattice_create(world->navmesh, 0, &world->lattice, error));
    return wend_field_cache_create(world->lattice, 0, &world->fields, error);
}

wend_status world_make(wend_scene* scene, const wend_world_def* def, wend_world** out,
                       wend_error* error) {
    *out = NULL;
    wend_world* world = wend_alloc_zero(1, sizeof *world);
    if (!world) {
        wend_scene_destroy(scene);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a world");
    }
    world->scene = scene;
    wend_status status = wend_navmesh_build(scene, &def->navmesh, &world->navmesh, error);
    if (status == WEND_OK && def->uses_images)
        status = wend_view_create(scene, NULL, &world->view, error);
    if (status == WEND_OK && def->fields) status = world_make_fields(world, error);
    if (status != WEND_OK) {
        wend_world_destroy(world);
        return status;
    }
    *out = world;
    return WEND_OK;
}

wend_status wend_world_create(wend_scene* scene, const wend_world_def* given, wend_world** out,
                              wend_error* error) {
    *out = NULL;
    wend_world_def def = given ? *given : wend_world_default_def();
    WEND_TRY(wend_scene_insert_objects(&scene, def.inserted, def.inserted_count, error));
    return world_make(scene, &def, out, error);
}

void wend_world_destroy(wend_world* world) {
    if (!world) return;
    wend_field_cache_destroy(world->fields);
    wend_lattice_destroy(world->lattice);
    wend_view_destroy(world->view);
    wend_navmesh_destroy(world->navmesh);
    wend_scene_destroy(world->scene);
    wend_free(world);
}

const wend_scene* wend_world_scene(const wend_world* world) { return world->scene; }
const wend_navmesh* wend_world_navmesh(const wend_world* world) { return world->navmesh; }
const wend_view* wend_world_view(const wend_world* world) { return world->view; }
wend_field_cache* wend_world_fields(const wend_world* world) { return world->fields; }
