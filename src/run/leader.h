// IVLN's oracle between the episodes of a tour: it guides the agent to the goal of the episode and
// then to the start of the next, along shortest paths.  [Krantz et al. 2023, IVLN, CVPR]
#ifndef WEND_RUN_LEADER_H
#define WEND_RUN_LEADER_H

#include "wend/oracle.h"

typedef struct leader leader;

wend_status leader_create(leader** out, wend_error* error);
void leader_destroy(leader* l);  // Nullable: l.

// Sets the target `to`: reached within a geodesic distance of `near` metres in continuous space, or
// at its viewpoint on a graph; in at most `max_steps` steps.  [IVLN-CE: 0.25 m, the forward step;
// the paper says 0.5 m. 1000 steps per phase]
void leader_begin(leader* l, wend_vec3 to, float near, int max_steps);
// Turns to `heading` (radians) at the target, to within half a turn action. On a graph the next
// episode sets the heading.  [IVLN-CE: turns of 15 degrees until the error is below 7.5 degrees]
void leader_turn_to(leader* l, float heading);
// The next action. `*over`: there is none, because the target is reached (leader_has_arrived), the
// step limit is reached, or no step gets nearer.
wend_status leader_next(leader* l, const wend_sim* sim, wend_action* action, bool* over,
                        wend_error* error);
bool leader_has_arrived(const leader* l);

#endif
