// Places objects in a scene: on furniture, on the floor, in or under furniture.
#ifndef WEND_MAKE_PLACER_H
#define WEND_MAKE_PLACER_H

#include "scene/rays.h"

#include "wend/benchmarks/pasture.h"

enum { PLACER_MAX_ADDED = 64, PLACER_NAME = 64 };

// State of one varied scene. Objects are added one after the other without overlap.
typedef struct placer {
    const wend_scene* scene;
    const wend_navmesh* mesh;
    int island;
    rays* lines;
    wend_aabb taken[PLACER_MAX_ADDED];  // boxes of the added objects
    int taken_count, last;              // `last`: index of the box added last
} placer;

// Scene and mesh must outlive the placer.
wend_status placer_open(placer* s, const wend_scene* scene, const wend_navmesh* mesh,
                        wend_error* error);
void placer_close(placer* s);  // safe on {0} and twice

// An object to be placed and its constraints.
typedef struct placer_request {
    wend_category category;
    uint32_t variant;
    float scale;          // factor of its natural size; 0: 1
    wend_vec3 away_from;  // horizontal; used if `away` > 0
    float away;           // minimal distance in metres
} placer_request;

// Places the object on furniture or the floor, depending on its category. Fills `out` except the
// name and adds its box, taken[last]. False when no position is free.
bool placer_put(placer* s, const placer_request* wish, wend_rng* rng, wend_addition* out);
// Places the object in or under the furniture. `out` as above.
bool placer_hide(placer* s, const placer_request* wish, uint32_t furniture, wend_relation relation,
                 wend_rng* rng, wend_addition* out);
// How furniture of a category can hide objects: in, under, or not at all. With `usual`, only common
// hiding places.
wend_relation placer_hides(wend_category furniture, bool usual);
// Removes the box `taken[index]`.
void placer_release(placer* s, int index);

#endif
