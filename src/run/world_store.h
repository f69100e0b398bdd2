// The worlds a run has in memory: loaded once, shared by the workers, the oldest unused given back.
#ifndef WEND_RUN_WORLD_STORE_H
#define WEND_RUN_WORLD_STORE_H

#include "wend/task.h"

typedef struct world_store world_store;

typedef struct world_store_def {
    const char* folder;  // scene files lie here; NULL: as they stand
    const char* cache;   // folder of files that make worlds open fast; NULL: none
    wend_world_def world;
    bool bake;     // light is only needed where somebody looks
    int capacity;  // worlds kept; at least one more than there are workers
} world_store_def;

wend_status world_store_create(const world_store_def* def, world_store** store, wend_error* error);
void world_store_destroy(world_store* store);  // Nullable: store.

// A scene and what is otherwise in it. The variation must live as long as the store.
typedef struct world_place {
    const char* scene;
    const wend_variation* variation;  // NULL: nothing
    bool bare;                        // a viewpoint graph is all there is: its world is NULL
} world_place;
world_place world_place_of(const wend_task* task, int episode);

// Waits while another thread loads the same scene. A scene that cannot be read fails the same way
// for everyone who asks. What was taken must be given back.
wend_status world_store_take(world_store* store, world_place place, const wend_world** world,
                             wend_error* error);
void world_store_give(world_store* store, const wend_world* world);  // Nullable: world.

// Loads the scene beside, if there is room and nobody has; at most one waits.
void world_store_prefetch(world_store* store, world_place place);

#endif
