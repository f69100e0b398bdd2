// The walk that explains an instruction best, over the ground a follower knows and what may lie
// beyond it.
//
// A walk is a path of cells on which the steps of the instruction are done one after the other.
// Each step costs what it is off: a turn by its angle, a landmark by how far it is and how little
// it looks like what was said, a door by the room behind it; what was told of and is not where it
// should be costs much where the ground is known and little where it is not. Turns and doors that
// nobody spoke of cost, and so does every metre. The cheapest walk of all is found by Dijkstra's
// algorithm over cell, heading and number of steps done.
#ifndef WEND_AGENT_GUIDE_PLAN_H
#define WEND_AGENT_GUIDE_PLAN_H

#include "agent/guide_ground.h"

#include "wend/heed.h"

enum { GUIDE_WALK = 1024 };

typedef struct guide_point {
    float x, z;
    int done;  // steps that are done when one has come here
    bool known;
} guide_point;

typedef struct guide_walk {
    guide_point points[GUIDE_WALK];
    int count;  // 0: there is none
    float cost;
} guide_walk;

typedef struct guide_planner {
    float* cost;       // [states]
    int32_t* parent;   // [states]
    uint8_t* lasting;  // [states] closed
    struct guide_heap {
        float cost;
        int32_t state;
    } * heap;
    size_t heap_count, heap_capacity, capacity;
    // Of each step with a landmark, in each cell: what it costs to be near it, and which it is.
    float* near;
    int16_t* which;
    size_t near_capacity;
} guide_planner;

void guide_planner_destroy(guide_planner* p);

typedef struct guide_task {
    const guide_ground* ground;
    const guide_things* things;
    const wend_heeded_step* steps;  // [count]; the last is where to end: STOP, UP or DOWN
    int count;
    wend_vec2 from;
    float heading;  // radians
    bool whole;     // these are all steps of the instruction, not a part of them
} guide_task;

wend_status guide_planner_find(guide_planner* p, const guide_task* task, guide_walk* walk,
                               wend_error* error);

#endif
