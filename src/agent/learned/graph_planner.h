// Plans in memory: beam search of a follower over the viewpoints that an agent remembers. A path
// ends where the follower stops, or where it leaves the memory. [Fried et al. 2018, state-factored
// search; there in the building itself]
#ifndef WEND_AGENT_LEARNED_GRAPH_PLANNER_H
#define WEND_AGENT_LEARNED_GRAPH_PLANNER_H

#include "agent/learned/view_memory.h"
#include "model/follower.h"

enum {
    PLAN_STEPS = 15,  // max of an episode, as in training
    PLAN_MAX_BEAM = 32,
};

typedef struct plan_path {
    int taken[PLAN_STEPS];                   // neighbours
    view_memory_pose poses[PLAN_STEPS + 1];  // before each step, and at the end
    int count;
    bool stops;  // ends with STOP; else at a viewpoint that was never visited
    float logp;  // of the follower
} plan_path;

typedef struct graph_planner {
    const follower* f;
    int beam;       // paths at a time
    float explore;  // goes on outside of the memory above this share of the probability
    tape t;
    view_input* views;       // [beam]
    plan_path *open, *pool;  // [beam], [beam]
    ARRAY_OF(plan_path) ends;
} graph_planner;

wend_status graph_planner_create(graph_planner* p, wend_error* error);
void graph_planner_destroy(graph_planner* p);  // safe on {0} and twice

// Continues `walked`, the path of the episode so far, which ends at the agent's pose. The result
// contains it.
wend_status graph_planner_plan(graph_planner* p, const view_memory* m, const char* instruction,
                               const plan_path* walked, plan_path* best, wend_error* error);

#endif
