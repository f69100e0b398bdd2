// Replays the expert path of a rescue episode: to the person, PICK, back, PUT.
#include "oracle/rescue_expert_oracle.h"

#include "wend/benchmarks/rescue.h"

static const float hands_reach =
    0.9f;                          // metres; below the strictest distance limit of PICK and PUT
static const float passed = 0.2f;  // metres at which a waypoint is reached

typedef struct expert_progress {
    int next;   // index of the next waypoint
    int turns;  // index of the first waypoint of the way back; 0: not computed yet
} expert_progress;

static float rescue_expert_oracle_level_distance(wend_vec3 a, wend_vec3 b) {
    return hypotf(a.x - b.x, a.z - b.z);
}

// The waypoint nearest to the person ends the way out; the next one begins the way back.
static int turning_point(wend_vec3_span route, wend_vec3 person) {
    int nearest = 0;
    for (int i = 1; i < route.count; i++)
        if (wend_v3_distance(route.items[i], person) <
            wend_v3_distance(route.items[nearest], person))
            nearest = i;
    return nearest + 1;
}

// The remaining waypoints of the current leg; the goal itself when there are none.
static wend_vec3_span rescue_expert_oracle_path_left(expert_progress* p,
                                                     const wend_oracle_truth* truth) {
    bool out = truth->goals.count == 2;
    wend_vec3_span route = truth->route;
    if (!p->turns) p->turns = turning_point(route, truth->goals.items[0]);
    if (!out && p->next < p->turns) p->next = p->turns;
    int end = out && p->turns < route.count ? p->turns : route.count;
    if (p->next + 1 < end && rescue_expert_oracle_level_distance(
                                 route.items[p->next], wend_sim_pose(truth->sim).feet) < passed)
        p->next++;
    if (p->next >= end) return (wend_vec3_span){truth->goals.items, 1};
    return (wend_vec3_span){route.items + p->next, end - p->next};
}

static wend_status rescue_expert_oracle_act(void* state, const wend_oracle_truth* truth,
                                            wend_action* action, wend_error* error) {
    (void)error;
    *action = (wend_action){.kind = WEND_ACTION_STOP};
    if (!truth->goals.count) return WEND_OK;
    bool out = truth->goals.count == 2;
    if (rescue_expert_oracle_level_distance(truth->goals.items[0], wend_sim_pose(truth->sim).feet) <
        hands_reach)
        action->kind = out ? WEND_ACTION_PICK : WEND_ACTION_PUT;
    else
        *action = wend_rescue_follow_path(truth->sim, rescue_expert_oracle_path_left(state, truth));
    return WEND_OK;
}

const wend_oracle_kind rescue_expert_oracle = {
    .name = "expert",
    .summary = "rescue: follows the expert trajectory of the episode",
    .tasks = "rescue",
    .memory = sizeof(expert_progress),
    .act = rescue_expert_oracle_act};
