// A single goal position: geodesic distance and shaped reward.
#ifndef TASK_WALK_GOAL_H
#define TASK_WALK_GOAL_H

#include "wend/sim.h"

// Rewards need distance fields, which batches have and runs do not.
bool walk_is_rewarded(const wend_sim* sim);

// Official rules use Habitat's geodesic distance, paper rules the exact one.
wend_geodesic walk_geodesic_for(const char* rules);  // Nullable: rules.

// Geodesic distance from the agent to the goal in metres; INFINITY when unreachable.
wend_status walk_distance(const wend_sim* sim, wend_geodesic kind, wend_vec3 goal, float* metres,
                          wend_error* error);

// Sets the goal of the reward. `*left` is the distance by the field, about 80 times faster than the
// exact distance and within 1 % of it on average.
wend_status walk_goal_set(wend_sim* sim, wend_vec3 goal, float* left, wend_error* error);

// The same, and the geodesic distance from the current position. WEND_FORMAT when unreachable.
wend_status walk_goal_begin(wend_sim* sim, wend_geodesic kind, wend_vec3 goal, float* shortest,
                            float* left, wend_error* error);

// Progress since `*left` in metres, minus 0.01 per step, plus `prize`. Updates `*left`.
// [habitat-lab, AllenAct]
wend_status walk_goal_reward(const wend_sim* sim, const wend_outcome* outcome, float prize,
                             float* left, float* reward, wend_error* error);

// "no memory for a geodesic distance": which is not the same as an unreachable goal.
wend_status walk_no_memory(wend_error* error);

#endif
