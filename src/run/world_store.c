#include "run/world_store.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 1024 };

typedef enum slot_state { SLOT_EMPTY, SLOT_LOADING, SLOT_READY, SLOT_FAILED } slot_state;

typedef struct slot {
    slot_state state;
    char scene[NAME_SIZE];
    uint64_t variation;  // hash; 0: none
    wend_world* world;
    wend_error failure;
    int users;
    uint64_t last_use;
} slot;

struct world_store {
    world_store_def def;
    slot* slots;
    uint64_t clock;
    pthread_mutex_t lock;
    pthread_cond_t changed;  // a slot is ready, failed or free
    pthread_t loader;
    bool loader_started, stopping;
    char wanted[NAME_SIZE];  // scene to prefetch; "": none
    const wend_variation* wanted_variation;
};

world_place world_place_of(const wend_task* task, int episode) {
    const wend_task_kind* kind = wend_task_get_kind(task);
    const void* own = wend_task_get(task);
    return (world_place){.scene = kind->episode(own, episode).scene,
                         .variation = kind->variation ? kind->variation(own, episode) : NULL,
                         .bare = kind->viewpoint && !kind->viewpoint(own, episode).has_scene};
}

// ---- loading ------------------------------------------------------------------------------------

static uint64_t variation_of(world_place place) {
    return place.variation ? wend_variation_hash(place.variation) : 0;
}

static wend_status load_world(const world_store* store, world_place place, wend_world** world,
                              wend_error* error) {
    wend_world_source source = wend_world_default_source();
    source.scene = place.scene;
    source.variation = place.variation;
    source.folder = store->def.folder;
    source.cache = store->def.cache;
    source.import.bake = store->def.bake;
    return wend_world_open(&source, &store->def.world, world, error);
}

// Called with the lock held; releases it while loading.
static void fill_slot(world_store* store, slot* s, world_place place) {
    wend_world* old = s->world;
    *s = (slot){.state = SLOT_LOADING,
                .variation = variation_of(place),
                .users = 1,
                .last_use = ++store->clock};
    snprintf(s->scene, sizeof s->scene, "%s", place.scene);
    pthread_mutex_unlock(&store->lock);
    wend_world_destroy(old);
    wend_error error = {0};
    wend_world* world = NULL;
    wend_status status = load_world(store, place, &world, &error);
    pthread_mutex_lock(&store->lock);
    s->world = world;
    s->failure = error;
    s->failure.status = status;
    s->state = status == WEND_OK ? SLOT_READY : SLOT_FAILED;
    s->users--;
    pthread_cond_broadcast(&store->changed);
}

static slot* world_store_find_slot(world_store* store, world_place place) {
    uint64_t variation = variation_of(place);
    for (int i = 0; i < store->def.capacity; i++) {
        slot* s = &store->slots[i];
        if (s->state != SLOT_EMPTY && s->variation == variation &&
            strcmp(s->scene, place.scene) == 0)
            return s;
    }
    return NULL;
}

// A free slot, or the least recently used; NULL: all are in use.
static slot* free_slot(world_store* store) {
    slot* best = NULL;
    for (int i = 0; i < store->def.capacity; i++) {
        slot* s = &store->slots[i];
        if (s->state == SLOT_EMPTY) return s;
        if (s->state == SLOT_LOADING || s->users > 0) continue;
        if (!best || s->last_use < best->last_use) best = s;
    }
    return best;
}

// ---- prefetch thread ---------------------------------------------------------------------------

static void* loader_main(void* argument) {
    world_store* store = argument;
    pthread_mutex_lock(&store->lock);
    while (!store->stopping) {
        slot* s = NULL;
        world_place wanted = {.scene = store->wanted, .variation = store->wanted_variation};
        if (*store->wanted && !world_store_find_slot(store, wanted)) s = free_slot(store);
        if (s) {
            char scene[NAME_SIZE];
            memcpy(scene, store->wanted, sizeof scene);
            *store->wanted = 0;
            fill_slot(store, s, (world_place){.scene = scene, .variation = wanted.variation});
        } else {
            *store->wanted = 0;
            pthread_cond_wait(&store->changed, &store->lock);
        }
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

void world_store_prefetch(world_store* store, world_place place) {
    pthread_mutex_lock(&store->lock);
    if (!place.bare && strlen(place.scene) < NAME_SIZE && !world_store_find_slot(store, place)) {
        snprintf(store->wanted, sizeof store->wanted, "%s", place.scene);
        store->wanted_variation = place.variation;
        pthread_cond_broadcast(&store->changed);
    }
    pthread_mutex_unlock(&store->lock);
}

// ---- create and destroy ------------------------------------------------------------------------

wend_status world_store_create(const world_store_def* def, world_store** out, wend_error* error) {
    *out = NULL;
    world_store* store = wend_alloc_zero(1, sizeof *store);
    if (store) store->slots = wend_alloc_zero((size_t)def->capacity, sizeof *store->slots);
    if (!store || !store->slots) {
        wend_free(store);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the worlds of a run");
    }
    store->def = *def;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->changed, NULL);
    store->loader_started = pthread_create(&store->loader, NULL, loader_main, store) == 0;
    *out = store;
    return WEND_OK;
}

void world_store_destroy(world_store* store) {
    if (!store) return;
    pthread_mutex_lock(&store->lock);
    store->stopping = true;
    pthread_cond_broadcast(&store->changed);
    pthread_mutex_unlock(&store->lock);
    if (store->loader_started) pthread_join(store->loader, NULL);
    for (int i = 0; i < store->def.capacity; i++) wend_world_destroy(store->slots[i].world);
    pthread_mutex_destroy(&store->lock);
    pthread_cond_destroy(&store->changed);
    wend_free(store->slots);
    wend_free(store);
}

wend_status world_store_take(world_store* store, world_place place, const wend_world** world,
                             wend_error* error) {
    *world = NULL;
    if (place.bare) return WEND_OK;
    if (strlen(place.scene) >= NAME_SIZE)
        return wend_fail(error, WEND_LIMIT, "%.64s…: the scene's name is too long", place.scene);
    wend_status status = WEND_OK;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        slot* s = world_store_find_slot(store, place);
        if (s && s->state == SLOT_READY) {
            s->users++;
            s->last_use = ++store->clock;
            *world = s->world;
            break;
        }
        if (s && s->state == SLOT_FAILED) {
            status = wend_fail(error, s->failure.status, "%s", s->failure.message);
            break;
        }
        slot* empty = s ? NULL : free_slot(store);
        if (empty)
            fill_slot(store, empty, place);
        else
            pthread_cond_wait(&store->changed, &store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return status;
}

void world_store_give(world_store* store, const wend_world* world) {
    if (!world) return;
    pthread_mutex_lock(&store->lock);
    for (int i = 0; i < store->def.capacity; i++)
        if (store->slots[i].world == world && store->slots[i].state == SLOT_READY)
            store->slots[i].users--;
    pthread_cond_broadcast(&store->changed);
    pthread_mutex_unlock(&store->lock);
}
