// One place to walk to: how far it is, and the reward for coming nearer.
#ifndef TASK_WALK_GOAL_H
#define TASK_WALK_GOAL_H

#include "wend/sim.h"

// Rewards are computed where the world has fields: in batches, which train, not in runs.
bool walk_is_rewarded(const wend_sim* sim);

// Official rules measure Habitat's geodesic distance, those of the papers the exact one.
wend_geodesic walk_geodesic_for(const char* rules);  // Nullable: rules.

// Metres of walking from the body to the goal; infinity where there is no path.
float walk_distance(const wend_sim* sim, wend_geodesic kind, wend_vec3 goal);

// Sets the goal whose distance rewards are measured by. *left is the distance by the field, some
// eighty times faster than the exact one and within a percent of it on average.
wend_status walk_goal_set(wend_sim* sim, wend_vec3 goal, float* left, wend_error* error);

// The same, and the distance from here, which has to be finite.
wend_status walk_goal_begin(wend_sim* sim, wend_geodesic kind, wend_vec3 goal, float* shortest,
                            float* left, wend_error* error);

// Progress since *left in metres, less a hundredth a step, and the prize.  [habitat-lab, AllenAct]
float walk_goal_reward(const wend_sim* sim, const wend_outcome* outcome, float prize, float* left);

#endif
