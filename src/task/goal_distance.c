// Distance and reward of a single goal position.
#include "task/goal_distance.h"

#include <math.h>
#include <string.h>

bool goal_distance_is_rewarded(const wend_sim* sim) {
    return wend_world_fields(wend_sim_world(sim)) != NULL;
}

wend_geodesic goal_distance_kind_for(const char* rules) {
    return rules && strcmp(rules, "official") == 0 ? WEND_GEODESIC_HABITAT : WEND_GEODESIC_EXACT;
}

wend_status goal_distance_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a geodesic distance");
}

wend_status goal_distance_measure(const wend_sim* sim, wend_geodesic kind, wend_vec3 goal,
                                  float* metres, wend_error* error) {
    wend_vec3 feet = wend_sim_pose(sim).feet;
    if (wend_navmesh_geodesic(wend_sim_navmesh(sim), kind, feet, goal, metres) == WEND_OK)
        return WEND_OK;
    return goal_distance_no_memory(error);
}

wend_status goal_distance_set(wend_sim* sim, wend_vec3 goal, float* left, wend_error* error) {
    if (!goal_distance_is_rewarded(sim)) return WEND_OK;
    WEND_TRY(wend_sim_set_goals(sim, (wend_vec3_span){&goal, 1}, error));
    return wend_sim_goal_distance(sim, left) == WEND_OK ? WEND_OK : goal_distance_no_memory(error);
}

wend_status goal_distance_begin(wend_sim* sim, wend_geodesic kind, wend_vec3 goal, float* shortest,
                                float* left, wend_error* error) {
    wend_vec3 feet = wend_sim_pose(sim).feet;
    WEND_TRY(goal_distance_measure(sim, kind, goal, shortest, error));
    if (!isfinite(*shortest))
        return wend_fail(error, WEND_FORMAT,
                         "its goal %.2f, %.2f, %.2f cannot be reached from %.2f, %.2f, %.2f",
                         (double)goal.x, (double)goal.y, (double)goal.z, (double)feet.x,
                         (double)feet.y, (double)feet.z);
    return goal_distance_set(sim, goal, left, error);
}

wend_status goal_distance_reward(const wend_sim* sim, const wend_outcome* outcome, float prize,
                                 float* left, float* reward, wend_error* error) {
    float before = *left;
    if (outcome->moved > 0 && wend_sim_goal_distance(sim, left) != WEND_OK)
        return goal_distance_no_memory(error);
    float progress = before - *left;
    *reward = (isfinite(progress) ? progress : 0) - 0.01f + prize;
    return WEND_OK;
}
