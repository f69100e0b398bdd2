// PASTURE's variations of a scene: added, duplicated, removed and hidden goal objects.
#ifndef WEND_MAKE_VARY_SCENE_H
#define WEND_MAKE_VARY_SCENE_H

#include "base/arena.h"
#include "make/placer.h"
#include "task/pasture/claims.h"
#include "task/pasture/visibility.h"

#include "wend/benchmarks/pasture.h"
#include "wend/make.h"

enum { ROLES = 12 };

// X(name, word): PASTURE's builds of a scene. [cow: src/simulation]
#define VARIATION_LIST(X)                                                           \
    X(NORMAL, "normal")     /* one of each goal */                                  \
    X(LONGTAIL, "longtail") /* one more of each uncommon object */                  \
    X(DUP, "dup")           /* a second one of each goal with another appearance */ \
    X(REMOVE, "remove")     /* no visible goals; one of each is hidden */           \
    X(HIDE, "hide")         /* hidden and visible goals */

typedef enum variation_kind {
#define X(name, word) VARIATION_##name,
    VARIATION_LIST(X)
#undef X
        VARIATION_COUNT
} variation_kind;

const char* variation_name(variation_kind kind);

// One goal of a varied scene. Texts and names live in the scenery's arena.
typedef struct role {
    wend_category category;
    const char* target;   // the goal object; hidden: its furniture
    const char* hidden;   // hidden: the object itself; else NULL
    claims looks, place;  // its descriptions: appearance; position or hiding place
    stop_positions stops;
} role;

// A scene in one variation.
typedef struct scenery {
    const char** removed;
    int removed_count;
    wend_robothor_addition* added;  // [added_count], at most PLACER_MAX_ADDED
    int added_count;
    role roles[ROLES];
    wend_world* world;
} scenery;

typedef struct vary_scene {
    const wend_pasture_def* def;
    const char* reference;
    arena memory;
    visibility* eye;
    wend_world* base;               // the original scene
    scenery made[VARIATION_COUNT];  // world NULL: not built yet
} vary_scene;

wend_status vary_scene_open(vary_scene* v, const char* reference, const wend_pasture_def* def,
                            wend_error* error);
void vary_scene_close(vary_scene* v);  // safe on {0} and twice
// Builds the variation and those it depends on. WEND_FORMAT with the reason if the scene is
// unsuitable.
wend_status vary_scene_make(vary_scene* v, variation_kind kind, wend_error* error);

#endif
