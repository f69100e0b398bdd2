// A single goal position: geodesic distance and shaped reward.
#ifndef WEND_TASK_GOAL_DISTANCE_H
#define WEND_TASK_GOAL_DISTANCE_H

#include "wend/sim.h"

// Rewards need distance fields, which batches have and runs do not.
bool goal_distance_is_rewarded(const wend_sim* sim);

// Official rules use Habitat's geodesic distance, paper rules the exact one.
wend_geodesic goal_distance_kind_for(const char* rules);  // Nullable: rules.

// Geodesic distance from the agent to the goal in metres; INFINITY when unreachable.
wend_status goal_distance_measure(const wend_sim* sim, wend_geodesic kind, wend_vec3 goal,
                                  float* metres, wend_error* error);

// Sets the goal of the reward. `*left` is the distance by the field, about 80 times faster than the
// exact distance and within 1 % of it on average.
wend_status goal_distance_set(wend_sim* sim, wend_vec3 goal, float* left, wend_error* error);

// The same, and the geodesic distance from the current position. WEND_FORMAT when unreachable.
wend_status goal_distance_begin(wend_sim* sim, wend_geodesic kind, wend_vec3 goal, float* shortest,
                                float* left, wend_error* error);

// Progress since `*left` in metres, minus 0.01 per step, plus `prize`. Updates `*left`.
// [habitat-lab, AllenAct]
wend_status goal_distance_reward(const wend_sim* sim, const wend_outcome* outcome, float prize,
                                 float* left, float* reward, wend_error* error);

// "out of memory for a geodesic distance", which is not the same as an unreachable goal.
wend_status goal_distance_no_memory(wend_error* error);

#endif
