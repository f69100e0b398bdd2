#include "oracle/shortest_path.h"

static const float ARRIVED = 0.1f;  // metres of walking left at which it stops, at the latest

static float distance_from(const wend_sim* sim, wend_vec3 from, wend_vec3 goal) {
    float metres = INFINITY;
    wend_navmesh_distance(wend_sim_navmesh(sim), from, (wend_vec3_span){&goal, 1}, &metres, NULL);
    return metres;
}

// What is left to walk after a step with the heading that `turns` turns to the left give; INFINITY
// if the step would hit something.
static float distance_after(const wend_sim* sim, int turns, wend_vec3 goal) {
    const wend_body* body = &wend_sim_get_def(sim)->body;
    wend_pose pose = wend_sim_pose(sim);
    pose.turns += turns;
    float heading = wend_pose_heading(&pose, body);
    wend_vec3 to = wend_v3_mad(pose.feet, wend_v3(-sinf(heading), 0, -cosf(heading)), body->step);
    wend_vec3 end = wend_navmesh_step(wend_sim_navmesh(sim), pose.feet, to, body->slide);
    if (hypotf(end.x - pose.feet.x, end.z - pose.feet.z) + 1e-4f < body->step) return INFINITY;
    return distance_from(sim, end, goal);
}

// Of all headings the one whose step leaves least to walk; equal ones: the nearest to turn to.
static int best_turn(const wend_sim* sim, wend_vec3 goal, float* left) {
    int turns = wend_sim_get_def(sim)->body.turns, best = 0;
    *left = INFINITY;
    for (int i = 0; i < turns; i++) {
        int turn = i % 2 ? (i + 1) / 2 : -(i / 2);
        float after = distance_after(sim, turn, goal);
        if (after >= *left - 1e-4f) continue;
        *left = after;
        best = turn;
    }
    return best;
}

static wend_action act(const wend_sim* sim, wend_vec3_span goals) {
    if (goals.count < 1) return (wend_action){.kind = WEND_ACTION_STOP};
    float now = distance_from(sim, wend_sim_pose(sim).feet, goals.items[0]), after;
    if (!isfinite(now) || now < ARRIVED) return (wend_action){.kind = WEND_ACTION_STOP};
    int turn = best_turn(sim, goals.items[0], &after);
    if (after >= now) return (wend_action){.kind = WEND_ACTION_STOP};  // as near as steps can get
    if (turn > 0) return (wend_action){.kind = WEND_ACTION_LEFT};
    if (turn < 0) return (wend_action){.kind = WEND_ACTION_RIGHT};
    return (wend_action){.kind = WEND_ACTION_FORWARD};
}

const wend_oracle_kind shortest_path_oracle = {"shortest-path",
                                               "follows the shortest path over the navmesh", act};
