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
    return wend_fail(error, WEND_NO_MEMORY, "no memory to lead a tour");
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

static bool is_there(const leader* l, const wend_sim* sim) {
    float metres = INFINITY;
    wend_navmesh_distance(wend_sim_navmesh(sim), wend_sim_pose(sim).feet,
                          (wend_vec3_span){&l->to, 1}, &metres, NULL);
    return metres <= l->near;
}

// Turns until the error is at most half a turn action.
static bool leader_turn(leader* l, const wend_sim* sim, wend_action* action) {
    const wend_body* body = &wend_sim_get_def(sim)->body;
    wend_body_pose pose = wend_sim_pose(sim);
    float by = remainderf(l->heading - wend_body_pose_heading(&pose, body), (float)(2 * WEND_PI));
    if (!l->turns || fabsf(by) <= 1.001f * (float)WEND_PI / (float)body->turns) return false;
    action->kind = by > 0 ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT;
    return true;
}

bool leader_next(leader* l, const wend_sim* sim, wend_action* action) {
    if (l->left-- == 0) return false;
    bool on_graph = wend_sim_graph(sim) != NULL;
    if (!on_graph && (l->arrived || is_there(l, sim))) {
        *action = (wend_action){.kind = WEND_ACTION_STOP};
        l->arrived = true;
        return leader_turn(l, sim, action);
    }
    wend_oracle_truth truth = {.sim = sim, .goals = {&l->to, 1}};
    *action = shortest_path_oracle.act(l->memory, &truth);
    if (action->kind != WEND_ACTION_STOP) return true;
    l->arrived = on_graph;
    return false;
}
