// Where a thing can be put in a scene: on furniture, on the floor, in or under furniture.
#ifndef WEND_TASK_PASTURE_STAGE_H
#define WEND_TASK_PASTURE_STAGE_H

#include "scene/rays.h"

#include "wend/pasture.h"

enum { STAGE_MAX_ADDED = 64, STAGE_NAME = 64 };

// A scene that is being varied. Things are added one after the other; none stands in another's way.
typedef struct stage {
    const wend_scene* scene;
    const wend_navmesh* mesh;
    int island;
    rays* lines;
    wend_aabb taken[STAGE_MAX_ADDED];  // boxes of what was added
    int taken_count, last;             // `last`: index of the place taken last
} stage;

// Scene and mesh must outlive the stage.
wend_status stage_open(stage* s, const wend_scene* scene, const wend_navmesh* mesh,
                       wend_error* error);
void stage_close(stage* s);  // safe on {0} and twice

// What is to be put, and where it may be.
typedef struct stage_wish {
    wend_category category;
    uint32_t variant;
    float scale;          // of its natural size; 0: 1
    wend_vec3 away_from;  // on the ground; used where `away` > 0
    float away;           // metres
} stage_wish;

// Puts it on a piece of furniture or on the floor, whichever suits its kind. Fills all of `out`
// but the name, and takes the place, taken[last]. False when nothing was found.
bool stage_put(stage* s, const stage_wish* wish, wend_rng* rng, wend_addition* out);
// Puts it into or under the piece. `out` as above.
bool stage_hide(stage* s, const stage_wish* wish, uint32_t furniture, wend_relation relation,
                wend_rng* rng, wend_addition* out);
// How things may be hidden by a piece of furniture: in, under, or not at all. `usual`: where
// people keep things; else also where they seldom do.
wend_relation stage_hides(wend_category furniture, bool usual);
// Gives the place `taken[index]` back.
void stage_release(stage* s, int index);

#endif
