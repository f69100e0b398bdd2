// Leads a body by the hand: IVLN's oracle, which takes the agent to the goal it missed and to where
// the next episode of the tour starts. It knows the way and asks nobody.
#ifndef WEND_RUN_LEADER_H
#define WEND_RUN_LEADER_H

#include "wend/oracle.h"

typedef struct leader leader;

wend_status leader_create(leader** out, wend_error* error);
void leader_destroy(leader* l);  // Nullable: l.

// To the place `to` in at most so many steps; in continuous space at most `near` metres from it.
void leader_begin(leader* l, wend_vec3 to, float near, int max_steps);
// And to look along `heading` there (radians), as nearly as turns allow. On a graph that is left to
// the next episode, as in IVLN's code.
void leader_turn_to(leader* l, float heading);
// What to do next; false: nothing is left to do, or it gives up.
bool leader_next(leader* l, const wend_sim* sim, wend_action* action);
bool leader_has_arrived(const leader* l);

#endif
