// Data association: fuses a view into the nearest stored object, or adds a new one.
#include "agent/common/object_store.h"

static void* item_at(const object_store_policy* policy, void* items, int index) {
    return (char*)items + (size_t)index * policy->item_size;
}

static int find_same(const object_store_policy* policy, void* items, int count, const void* view) {
    int best = -1;
    float lowest = INFINITY;
    for (int i = 0; i < count; i++) {
        float cost = policy->cost(item_at(policy, items, i), view);
        if (cost >= lowest) continue;
        best = i;
        lowest = cost;
    }
    return best;
}

// The item to overwrite in a full store; -1: none.
static int find_weakest(const object_store_policy* policy, void* items, int count,
                        const void* view) {
    if (!policy->strength) return -1;
    int weakest = 0;
    float lowest = policy->strength(items);
    for (int i = 1; i < count; i++) {
        float strength = policy->strength(item_at(policy, items, i));
        if (strength >= lowest) continue;
        weakest = i;
        lowest = strength;
    }
    bool replaces = !policy->view_strength || lowest < policy->view_strength(view);
    return replaces ? weakest : -1;
}

int object_store_add(const object_store_policy* policy, void* items, int* count, const void* view,
                     bool* is_new) {
    int index = find_same(policy, items, *count, view);
    bool fresh = index < 0;
    if (is_new) *is_new = false;
    if (fresh && *count < policy->capacity)
        index = (*count)++;
    else if (fresh)
        index = find_weakest(policy, items, *count, view);
    if (index < 0) return -1;
    if (fresh) policy->init(item_at(policy, items, index), view);
    if (policy->fuse) policy->fuse(item_at(policy, items, index), view);
    if (is_new) *is_new = fresh;
    return index;
}
