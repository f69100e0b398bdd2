// The CoW's legs: where it is by its own account, the map it makes on the way, and the next steps to
// a place in it.
#ifndef WEND_AGENT_COW_WALK_H
#define WEND_AGENT_COW_WALK_H

#include "wend/agent.h"
#include "wend/map.h"

enum { COW_MAP_SIDE = 224, COW_MAX_QUEUE = 16 };  // pixels depth is mapped at [cow: 224 x 224]

typedef struct cow_walk {
    wend_map* map;
    wend_route* route;  // from where it stands, as of the last plan
    wend_agent_body body;
    float x, z;  // metres in the frame of the start: -z ahead
    int turns;   // whole turns to the left since
    int looks;   // whole looks up
    wend_action_kind last;
    bool failed;            // the last step did nothing
    float* before;          // [pixels] depth of the picture before; NULL: none yet
    float* small;           // [COW_MAP_SIDE][COW_MAP_SIDE]
    float* relevance;       // the same size
    size_t pixels;
    bool has_before;
    wend_action_kind queue[COW_MAX_QUEUE];
    int queued, next;
} cow_walk;

wend_status cow_walk_create(cow_walk* w, wend_error* error);
void cow_walk_destroy(cow_walk* w);  // safe on {0}
void cow_walk_reset(cow_walk* w, const wend_agent_body* body);

float cow_walk_heading(const cow_walk* w);  // radians
wend_vec3 cow_walk_to_world(const cow_walk* w, wend_vec3 in_body);

// Takes the last action into account: it failed if the picture hardly changed.
wend_status cow_walk_notice(cow_walk* w, const wend_observation* o, wend_error* error);
// Puts the picture into the map. `relevance` [COW_MAP_SIDE][COW_MAP_SIDE] may be NULL.
wend_status cow_walk_map(cow_walk* w, const wend_observation* o, const float* relevance,
                         wend_error* error);

// Distances from here to everywhere in the map.
wend_status cow_walk_spread(cow_walk* w, wend_error* error);
// Queues the turns and the step that lead towards a place; false when none does, or it is there
// (nearer than `near`).
bool cow_walk_towards(cow_walk* w, float x, float z, float near);
// Queues the turns that bring a place into the middle of the picture.
void cow_walk_face(cow_walk* w, float x, float z);
void cow_walk_queue(cow_walk* w, wend_action_kind kind);
// The next queued action; false when there is none.
bool cow_walk_next(cow_walk* w, wend_action_kind* kind);

#endif
