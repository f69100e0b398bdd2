#include "oracle/rescue_expert_oracle.h"

#include "wend/rescue.h"

static const float hands_reach = 0.9f;  // metres: inside the tightest gate

static wend_action act(void* state, const wend_oracle_truth* truth) {
    const wend_sim* sim = truth->sim;
    wend_vec3_span goals = truth->goals;
    wend_vec3 feet = wend_sim_pose(sim).feet;
    (void)state;
    if (goals.count == 1 &&
        hypotf(goals.items[0].x - feet.x, goals.items[0].z - feet.z) < hands_reach)
        return (wend_action){.kind = wend_sim_carried(sim) ? WEND_ACTION_PUT : WEND_ACTION_PICK};
    return wend_rescue_walk(sim, goals);
}

const wend_oracle_kind rescue_expert_oracle = {
    "expert", "rescue: walks the way of the episode's expert", 1, NULL, act};
