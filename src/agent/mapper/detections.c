// Fuses detections of goals over frames.
#include "agent/mapper/detections.h"

#include "agent/common/object_store.h"
#include "agent/mapper/mapper_constants.h"

static float detection_cost(const void* item, const void* view) {
    const detection* d = item;
    const detection_view* v = view;
    if (d->category != v->category) return INFINITY;
    float distance = hypotf(d->x - v->x, d->z - v->z);
    return distance < MAPPER_SAME_OBJECT ? distance : INFINITY;
}

static void detection_init(void* item, const void* view) {
    const detection_view* v = view;
    *(detection*)item =
        (detection){.category = v->category, .nearest = INFINITY, .first = v->step, .last = -1};
}

static void detection_fuse(void* item, const void* view) {
    detection* d = item;
    const detection_view* v = view;
    float distance = hypotf(v->x - v->from.x, v->z - v->from.y);
    if (distance <= d->nearest) {
        d->x = v->x;
        d->z = v->z;
        d->nearest = distance;
        d->from = v->from;
    }
    d->sure += v->sure && d->last_sure != v->step + 1;
    if (v->sure) d->last_sure = v->step + 1;
    if (d->refuted && ++d->doubts == MAPPER_TRUST_AGAIN) d->refuted = false;
    d->views += d->last != v->step;
    d->last = v->step;
}

static float detection_strength(const void* item) { return (float)((const detection*)item)->views; }

static const object_store_policy policy = {.item_size = sizeof(detection),
                                           .capacity = MAX_DETECTIONS,
                                           .cost = detection_cost,
                                           .init = detection_init,
                                           .fuse = detection_fuse,
                                           .strength = detection_strength};

void detections_add(detections* all, const detection_view* view) {
    object_store_add(&policy, all->items, &all->count, view, NULL);
}

static bool is_surer(const detection* a, const detection* b) {
    return a->sure != b->sure ? a->sure > b->sure : a->views > b->views;
}

detection* detections_find(detections* all, uint16_t category, int views) {
    detection* best = NULL;
    for (int i = 0; i < all->count; i++) {
        detection* d = &all->items[i];
        if (d->category != category || d->refuted || d->views < views) continue;
        if (!best || is_surer(d, best)) best = d;
    }
    return best;
}

void detections_forget(detections* all, int step, uint16_t category) {
    int kept = 0;
    for (int i = 0; i < all->count; i++)
        if (all->items[i].last >= step && (!category || all->items[i].category == category))
            all->items[kept++] = all->items[i];
    all->count = kept;
}
