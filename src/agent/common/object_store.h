// The object memory that all agents use.
//
// A detector reports views: one object in one frame. The store associates a view with the object it
// shows, fuses it into that object, or adds a new one (data association by nearest neighbour):
//
// clang-format off
//
//     view ──► cost of each stored object ──► smallest finite cost? ──yes──► fuse
//                                                  │no
//                                                  ▼
//                                             store full? ──yes──► replace weakest or drop
//                                                  │no
//                                                  ▼
//                                                 add
//
// clang-format on
//
// The definition of an object, the test whether two views show the same one, and the weakest object
// differ between agents: these are the parameters in `object_store_policy`. The items are an array
// of the agent's own type, so that every field keeps its type and name:
//
// clang-format off
//
// | agent          | item         | same object                     | full store                 |
// |----------------|--------------|---------------------------------|----------------------------|
// | mapper         | detection    | category, nearest within 0.5 m  | replaces the fewest views  |
// | cow            | cow_object   | text, 0.35 m or inside the box  | replaces least relevant    |
// | guide-follower | guide_object | touching, or overlapping boxes  | replaces only a weaker one |
// | rescuer        | rescuer_hint | within 1.5 m on one storey      | replaces the weakest       |
// | rescuer        | rescuer_find | within 2 m                      | drops the view             |
// | rescuer        | rescuer_door | within 0.7 m at the same height | drops the view             |
//
// clang-format on
#ifndef WEND_AGENT_COMMON_OBJECT_STORE_H
#define WEND_AGENT_COMMON_OBJECT_STORE_H

#include "wend/base.h"

typedef struct object_store_policy {
    size_t item_size;  // bytes
    int capacity;      // items

    // Cost of taking `view` for a view of `item`; INFINITY: they are different objects. The
    // smallest cost wins, of equal ones the first item.
    float (*cost)(const void* item, const void* view);
    // Writes an item for a new object. `fuse` is called with the same view afterwards.
    void (*init)(void* item, const void* view);
    // Updates an item by a view of it; called for the first view too. Nullable.
    void (*fuse)(void* item, const void* view);
    // A full store replaces its weakest item. Nullable: it drops new objects.
    float (*strength)(const void* item);
    // A new object replaces the weakest only if it is stronger. Nullable: it always does.
    float (*view_strength)(const void* view);
} object_store_policy;

// Index of the item that `view` was fused into; -1: the view was dropped. `items` has space for
// `policy->capacity` items, of which `*count` are in use. `*is_new` is set if the item was created
// or overwritten. Nullable: is_new.
int object_store_add(const object_store_policy* policy, void* items, int* count, const void* view,
                     bool* is_new);

#endif
