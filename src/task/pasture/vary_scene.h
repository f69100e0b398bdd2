// How PASTURE varies a scene: which of the twelve goals it keeps, what is added, doubled, hidden.
#ifndef WEND_TASK_PASTURE_VARY_SCENE_H
#define WEND_TASK_PASTURE_VARY_SCENE_H

#include "base/arena.h"
#include "task/pasture/claims.h"
#include "task/pasture/lookout.h"
#include "task/pasture/stage.h"

#include "wend/robothor.h"

enum { ROLES = 12 };

// X(name, word): PASTURE's builds of a scene. [cow: src/simulation]
#define VARIATION_LIST(X)                                                        \
    X(NORMAL, "normal")     /* one of each goal */                               \
    X(LONGTAIL, "longtail") /* one of each uncommon thing more */                \
    X(DUP, "dup")           /* a second one of each goal that looks otherwise */ \
    X(REMOVE, "remove")     /* no goal is to be seen; one of each is hidden */   \
    X(HIDE, "hide")         /* the hidden ones, and the ones to be seen as well */

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
    const char* target;   // the object that counts; hidden: the furniture
    const char* hidden;   // hidden: the thing itself; else NULL
    claims looks, place;  // what is said of it: by its looks; by its place, or its hiding place
    stop_places stops;
} role;

// A scene in one variation.
typedef struct scenery {
    const char** removed;
    int removed_count;
    wend_robothor_addition* added;  // [added_count], at most STAGE_MAX_ADDED
    int added_count;
    role roles[ROLES];
    wend_world* world;
} scenery;

typedef struct vary_scene {
    const wend_pasture_def* def;
    const char* reference;
    arena memory;
    lookout* eye;
    wend_world* base;               // the scene as it is, to be looked at
    scenery made[VARIATION_COUNT];  // world NULL: not made yet
} vary_scene;

wend_status vary_scene_open(vary_scene* v, const char* reference, const wend_pasture_def* def,
                            wend_error* error);
void vary_scene_close(vary_scene* v);  // safe on {0} and twice
// Makes the variation, and those it builds on. WEND_FORMAT says why a scene is not fit for it.
wend_status vary_scene_make(vary_scene* v, variation_kind kind, wend_error* error);

#endif
