// A thread-safe cache of distance fields by their goals, limited by memory.
#include <pthread.h>
#include <string.h>

#include "base/array.h"

#include "wend/nav.h"

static const size_t MAX_BYTES = (size_t)16 << 20;

typedef struct entry {
    uint64_t hash;
    wend_vec3* goals;  // [goal_count]
    int goal_count;
    wend_field* field;
    uint64_t last_use;
} entry;

// Invariant between calls: `bytes` is the memory of all fields and at most `max_bytes`.
struct wend_field_cache {
    const wend_lattice* lattice;
    size_t max_bytes, bytes;
    ARRAY_OF(entry) entries;
    uint64_t clock;
    pthread_mutex_t lock;
};

static wend_status field_cache_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a cache of distance fields");
}

wend_status wend_field_cache_create(const wend_lattice* lattice, size_t max_bytes,
                                    wend_field_cache** out, wend_error* error) {
    *out = NULL;
    wend_field_cache* c = wend_alloc_zero(1, sizeof *c);
    if (!c) return field_cache_no_memory(error);
    c->lattice = lattice;
    c->max_bytes = max_bytes ? max_bytes : MAX_BYTES;
    pthread_mutex_init(&c->lock, NULL);
    *out = c;
    return WEND_OK;
}

static void drop(wend_field_cache* c, size_t index) {
    entry* e = &c->entries.items[index];
    c->bytes -= wend_field_memory(e->field);
    wend_field_destroy(e->field);
    wend_free(e->goals);
    *e = c->entries.items[--c->entries.count];
}

void wend_field_cache_destroy(wend_field_cache* c) {
    if (!c) return;
    while (c->entries.count) drop(c, c->entries.count - 1);
    ARRAY_FREE(&c->entries);
    pthread_mutex_destroy(&c->lock);
    wend_free(c);
}

static size_t goals_size(wend_vec3_span goals) { return (size_t)goals.count * sizeof *goals.items; }

static entry* field_cache_find(wend_field_cache* c, uint64_t hash, wend_vec3_span goals) {
    for (size_t i = 0; i < c->entries.count; i++) {
        entry* e = &c->entries.items[i];
        if (e->hash == hash && e->goal_count == goals.count &&
            (!goals.count || memcmp(e->goals, goals.items, goals_size(goals)) == 0))
            return e;
    }
    return NULL;
}

static void field_cache_make_room(wend_field_cache* c, size_t bytes) {
    while (c->entries.count && c->bytes + bytes > c->max_bytes) {
        size_t oldest = 0;
        for (size_t i = 1; i < c->entries.count; i++)
            if (c->entries.items[i].last_use < c->entries.items[oldest].last_use) oldest = i;
        drop(c, oldest);
    }
}

// Adds a field if it fits. When out of memory it is not cached; the caller still gets the field.
static void field_cache_keep(wend_field_cache* c, uint64_t hash, wend_vec3_span goals,
                             wend_field* field) {
    size_t bytes = wend_field_memory(field);
    if (bytes > c->max_bytes) return;
    field_cache_make_room(c, bytes);
    wend_vec3* copy = wend_alloc(goals_size(goals) + 1);
    entry* slot = copy ? ARRAY_PUSH(&c->entries) : NULL;
    if (!slot) {
        wend_free(copy);
        return;
    }
    if (goals.count) memcpy(copy, goals.items, goals_size(goals));
    *slot = (entry){hash, copy, goals.count, wend_field_share(field), ++c->clock};
    c->bytes += bytes;
}

wend_status wend_field_cache_get(wend_field_cache* c, wend_vec3_span goals, wend_field** out,
                                 wend_error* error) {
    uint64_t hash = wend_hash(goals.items, goals_size(goals), 0);
    *out = NULL;
    pthread_mutex_lock(&c->lock);
    entry* e = field_cache_find(c, hash, goals);
    if (e) {
        e->last_use = ++c->clock;
        *out = wend_field_share(e->field);
    }
    pthread_mutex_unlock(&c->lock);
    if (*out) return WEND_OK;
    // Computed without the lock. Two threads may compute the same field; the results are equal.
    WEND_TRY(wend_field_create(c->lattice, goals, out, error));
    pthread_mutex_lock(&c->lock);
    if (!field_cache_find(c, hash, goals)) field_cache_keep(c, hash, goals, *out);
    pthread_mutex_unlock(&c->lock);
    return WEND_OK;
}
