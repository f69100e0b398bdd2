// Cache of the worlds in memory: each is loaded once, shared by all threads, evicted least recently
// used first.
#ifndef WEND_RUN_WORLD_STORE_H
#define WEND_RUN_WORLD_STORE_H

#include "wend/task.h"

typedef struct world_store world_store;

typedef struct world_store_def {
    const char* folder;  // of the scene files; NULL: paths as they are
    const char* cache;   // folder of prepared scenes; NULL: none
    wend_world_def world;
    bool bake;     // baked light, for images
    int capacity;  // worlds in memory; at least threads + 1
} world_store_def;

wend_status world_store_create(const world_store_def* def, world_store** store, wend_error* error);
void world_store_destroy(world_store* store);  // Nullable: store.

// A scene with its changes. The variation must live as long as the store.
typedef struct world_place {
    const char* scene;
    const wend_variation* variation;  // NULL: none
    bool bare;                        // viewpoint graph without a scene: the world is NULL
} world_place;
world_place world_place_of(const wend_task* task, int episode);

// Waits while another thread loads the same scene. An unreadable scene fails with the same error in
// every thread. Each world taken must be given back.
wend_status world_store_take(world_store* store, world_place place, const wend_world** world,
                             wend_error* error);
void world_store_give(world_store* store, const wend_world* world);  // Nullable: world.

// Loads the scene in the background if there is room; at most one is queued.
void world_store_prefetch(world_store* store, world_place place);

#endif
