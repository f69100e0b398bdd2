// Expert for instruction following: visits the points of the reference path in order, which need
// not be the shortest path to the goal.  [VLN-CE's expert for RxR: next waypoint, reached within
// 0.5 m]
#include "oracle/reference_path.h"

#include "oracle/shortest_path.h"

static const float PASSED = 0.5f;  // metres

typedef struct progress {
    int next;  // index of the next point of the route
    shortest_path_plan plan;
} progress;

// Whether an intermediate point is reached. At the last point the shortest-path oracle decides.
static wend_status check_passed(const wend_sim* sim, wend_vec3 place, bool* passed,
                                wend_error* error) {
    float metres;
    wend_vec3 feet = wend_sim_pose(sim).feet;
    if (wend_sim_graph(sim)) {
        *passed = wend_v3_distance(feet, place) < 1e-3f;
        return WEND_OK;
    }
    WEND_TRY(shortest_path_distance(sim, feet, place, &metres, error));
    *passed = metres <= PASSED;
    return WEND_OK;
}

static wend_status reference_path_act(void* state, const wend_oracle_truth* truth,
                                      wend_action* action, wend_error* error) {
    progress* p = state;
    if (truth->route.count < 1) return shortest_path_oracle.act(&p->plan, truth, action, error);
    for (;;) {
        bool last = p->next >= truth->route.count - 1, passed = false;
        wend_oracle_truth leg = *truth;
        leg.goals = (wend_vec3_span){&truth->route.items[p->next], 1};
        if (!last) WEND_TRY(check_passed(truth->sim, leg.goals.items[0], &passed, error));
        if (!passed) {
            WEND_TRY(shortest_path_oracle.act(&p->plan, &leg, action, error));
            if (last || action->kind != WEND_ACTION_STOP) return WEND_OK;
        }
        p->next++;
        p->plan = (shortest_path_plan){.count = 0};
    }
}

static void reference_path_replan(void* state) {
    ((progress*)state)->plan = (shortest_path_plan){.count = 0};
}

const wend_oracle_kind reference_path_oracle = {
    .name = "reference-path",
    .summary = "follows the reference path of the instruction",
    .tasks = "ir2r ir2r-ce r2r r2r-ce rxr rxr-ce",
    .memory = sizeof(progress),
    .replan = reference_path_replan,
    .act = reference_path_act};
