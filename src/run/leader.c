// IVLN's oracle phases: the shortest-path oracle with a target, a radius and a step limit.
#include "run/leader.h"

#include <string.h>

#include "oracle/shortest_path.h"

struct leader {
    void* memory;  // of the shortest-path oracle
    wend_vec3 to;
    float near;
    float heading;
    bool turns;  // to `heading` at the target
    bool arrived;
    int left;  // remaining steps
};

wend_status leader_create(leader** out, wend_error* error) {
    *out = wend_alloc_zero(1, sizeof **out);
    if (*out) (*out)->memory = wend_alloc_zero(1, shortest_path_oracle.memory);
    if (*out && (*out)->memory) return WEND_OK;
    leader_destroy(*out);
    *out = NULL;
    return wend_fail(error, WEND_NO_MEMORY, "out of memory to guide a tour");
}

void leader_destroy(leader* l) {
    if (!l) return;
    wend_free(l->memory);
    wend_free(l);
}

void leader_begin(leader* l, wend_vec3 to, float near, int max_steps) {
    memset(l->memory, 0, shortest_path_oracle.memory);
    *l = (leader){.memory = l->memory, .to = to, .near = near, .left = max_steps};
}

void leader_turn_to(leader* l, float heading) {
    l->heading = heading;
    l->turns = true;
}

bool leader_has_arrived(const leader* l) { return l->arrived; }

static wend_status check_arrival(leader* l, const wend_sim* sim, wend_error* error) {
    float metres;
    WEND_TRY(shortest_path_distance(sim, wend_sim_pose(sim).feet, l->to, &metres, error));
    l->arrived = metres <= l->near;
    return WEND_OK;
}

// Turns until the error is at most half a turn action.
static bool leader_turn(leader* l, const wend_sim* sim, wend_action* action) {
    const wend_body* body = &wend_sim_get_def(sim)->body;
    wend_body_pose pose = wend_sim_pose(sim);
    float by = remainderf(l->heading - wend_body_pose_heading(&pose, body), (float)(2 * WEND_PI));
    if (!l->turns || fabsf(by) <= 1.001f * (float)WEND_PI / (float)body->turns) return false;
    *action = (wend_action){.kind = by > 0 ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT};
    return true;
}

wend_status leader_next(leader* l, const wend_sim* sim, wend_action* action, bool* over,
                        wend_error* error) {
    *over = l->left-- == 0;
    if (*over) return WEND_OK;
    bool on_graph = wend_sim_graph(sim) != NULL;
    if (!on_graph && !l->arrived) WEND_TRY(check_arrival(l, sim, error));
    if (!on_graph && l->arrived) {
        *over = !leader_turn(l, sim, action);
        return WEND_OK;
    }
    wend_oracle_truth truth = {.sim = sim, .goals = {&l->to, 1}};
    WEND_TRY(shortest_path_oracle.act(l->memory, &truth, action, error));
    *over = action->kind == WEND_ACTION_STOP;
    l->arrived = *over && on_graph;
    return WEND_OK;
}
