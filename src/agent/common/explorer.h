// Frontier exploration (Yamauchi, 1997): chooses the next boundary of the observed free space.
#ifndef WEND_AGENT_COMMON_EXPLORER_H
#define WEND_AGENT_COMMON_EXPLORER_H

#include "agent/common/walker.h"

typedef enum explorer_rule {
    EXPLORE_NEAREST,  // the nearest frontier
    EXPLORE_GAIN,     // the best ratio of expected new floor to distance
    EXPLORE_ROOMS,    // the nearest, one room after the other
    EXPLORE_FARTHEST,
} explorer_rule;

enum { EXPLORER_MAX_REJECTED = 128 };

typedef struct explorer {
    explorer_rule rule;
    wend_vec2 target;
    bool has_target;
    wend_vec2 vain[EXPLORER_MAX_REJECTED];  // frontiers that are unreachable or do not disappear; a
                                            // ring buffer
    int vain_count;
    walker_mode mode;  // mode of the path to the last choice
    // Weight of a position: a frontier of twice the weight may be twice as far. Nullable: 1.
    float (*promise)(const void* context, float x, float z);
    const void* context;
} explorer;

void explorer_reset(explorer* e);
// Plans a path to the best frontier. `*found` is false if none is reachable.
wend_status explorer_choose(explorer* e, walker* w, bool* found, wend_error* error);
// The target is reached or unreachable: it is not chosen again.
void explorer_give_up(explorer* e);

#endif
