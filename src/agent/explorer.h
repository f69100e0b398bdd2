// Where to look next: frontiers of what is known, ranked.
#ifndef WEND_AGENT_EXPLORER_H
#define WEND_AGENT_EXPLORER_H

#include "agent/walker.h"

typedef enum explorer_rule {
    EXPLORE_NEAREST,  // the nearest frontier
    EXPLORE_GAIN,     // what it would show, against how far it is
    EXPLORE_ROOMS,    // the nearest, but a room before the next
    EXPLORE_FARTHEST,
} explorer_rule;

enum { EXPLORER_VAIN = 128 };

typedef struct explorer {
    explorer_rule rule;
    wend_vec2 target;
    bool has_target;
    wend_vec2 vain[EXPLORER_VAIN];  // frontiers that could not be reached or do not go away; a ring
    int vain_count;
    walker_manner manner;  // how it last had to walk
    // How much a place promises: twice as much is gone to from twice as far. Nullable: all the
    // same.
    float (*promise)(const void* who, float x, float z);
    const void* who;
} explorer;

void explorer_reset(explorer* e);
// Plans the way to the best frontier. False when there is none left that can be reached.
wend_status explorer_choose(explorer* e, walker* w, bool* found, wend_error* error);
// The target was reached, or cannot be: it is not chosen again.
void explorer_give_up(explorer* e);

#endif
