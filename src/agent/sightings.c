#include "agent/sightings.h"

static const float SAME = 0.5f;  // metres: things of one kind nearer than this are one

enum { TRUSTED_AGAIN = 6 };  // views after which what was refuted is believed once more

static sighting* nearest_of(sightings* all, uint16_t category, float x, float z) {
    sighting* best = NULL;
    float best_distance = SAME;
    for (int i = 0; i < all->count; i++) {
        sighting* s = &all->items[i];
        if (s->category != category) continue;
        float distance = hypotf(s->x - x, s->z - z);
        if (distance >= best_distance) continue;
        best = s;
        best_distance = distance;
    }
    return best;
}

// A place for one more; the least seen makes room.
static sighting* new_one(sightings* all) {
    if (all->count < MAX_SIGHTINGS) return &all->items[all->count++];
    sighting* least = &all->items[0];
    for (int i = 1; i < all->count; i++)
        if (all->items[i].views < least->views) least = &all->items[i];
    return least;
}

void sightings_add(sightings* all, const sighting_view* v) {
    sighting* s = nearest_of(all, v->category, v->x, v->z);
    if (!s) {
        s = new_one(all);
        *s = (sighting){.category = v->category, .nearest = INFINITY, .first = v->step, .last = -1};
    }
    float distance = hypotf(v->x - v->from.x, v->z - v->from.y);
    if (distance <= s->nearest) {
        s->x = v->x;
        s->z = v->z;
        s->nearest = distance;
        s->from = v->from;
    }
    s->sure += v->sure && s->last_sure != v->step + 1;
    if (v->sure) s->last_sure = v->step + 1;
    if (s->refuted && ++s->doubts == TRUSTED_AGAIN) s->refuted = false;
    s->views += s->last != v->step;
    s->last = v->step;
}

static bool is_surer(const sighting* a, const sighting* b) {
    return a->sure != b->sure ? a->sure > b->sure : a->views > b->views;
}

sighting* sightings_find(sightings* all, uint16_t category, int views) {
    sighting* best = NULL;
    for (int i = 0; i < all->count; i++) {
        sighting* s = &all->items[i];
        if (s->category != category || s->refuted || s->views < views) continue;
        if (!best || is_surer(s, best)) best = s;
    }
    return best;
}

void sightings_forget(sightings* all, int step, uint16_t category) {
    int kept = 0;
    for (int i = 0; i < all->count; i++)
        if (all->items[i].last >= step && (!category || all->items[i].category == category))
            all->items[kept++] = all->items[i];
    all->count = kept;
}
