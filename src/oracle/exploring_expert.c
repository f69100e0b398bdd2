#include "oracle/exploring_expert.h"

#include <math.h>

#include "oracle/depth_view.h"
#include "oracle/seen_grid.h"
#include "oracle/shortest_path.h"

enum { MAX_GOALS = 32, TRIES = 16 };
static const float CLOSE = 0.9f;   // metres to the goal, where an expert stops
static const float SIGHT = 5;      // metres: beyond, small images do not show a goal's colour
static const float SLACK = 0.35f;  // metres of a depth image, for the goal's own thickness

typedef struct expert {
    shortest_path_plan plan;
    wend_vec3 next;  // where the plan leads
    bool begun, has_frontier;
    wend_vec3 frontier;
    bool goal_seen[MAX_GOALS];  // by the number of goals that remain after it
    seen_grid grid;
} expert;

static wend_action expert_stop(expert* e) {
    e->plan = (shortest_path_plan){.count = 0};
    return (wend_action){.kind = WEND_ACTION_STOP};
}

// ---- what has been seen -------------------------------------------------------------------------

// Goals that were in view are remembered, also those whose turn is later.
static void expert_mark_goals(expert* e, const wend_oracle_truth* truth, wend_vec3 eye,
                              float heading) {
    int count = (int)truth->goals.count;
    for (int i = 0; i < count; i++) {
        int left = count - 1 - i;
        wend_vec3 at = truth->goals.items[i];
        if (left >= MAX_GOALS || e->goal_seen[left]) continue;
        if (hypotf(at.x - eye.x, at.z - eye.z) > SIGHT) continue;
        for (float up = 0.35f; up < 0.8f; up += 0.35f) {
            wend_vec3 place = depth_view_place(eye, heading, wend_v3(at.x, at.y + up, at.z));
            e->goal_seen[left] |= depth_view_shows(&truth->view, place, SLACK);
        }
    }
}

static void expert_look(expert* e, const wend_oracle_truth* truth) {
    const wend_body* body = &wend_sim_get_def(truth->sim)->body;
    wend_body_pose pose = wend_sim_pose(truth->sim);
    wend_vec3 feet = pose.feet, eye = wend_v3(feet.x, feet.y + body->eye_height, feet.z);
    float heading = wend_body_pose_heading(&pose, body);
    if (!e->begun) seen_grid_begin(&e->grid, wend_sim_navmesh(truth->sim), feet);
    e->begun = true;
    seen_grid_look(&e->grid, &truth->view, feet, heading);
    if (truth->view.metres) expert_mark_goals(e, truth, eye, heading);
}

// ---- actions ------------------------------------------------------------------------------------

// The next step of the route to a place; `*goes` is false where it is reached or no step gets
// nearer.
static wend_status expert_go(expert* e, const wend_sim* sim, wend_vec3 to, wend_action* action,
                             bool* goes, wend_error* error) {
    wend_vec3 next, feet = wend_sim_pose(sim).feet;
    // Outside of the grid, and where a route would cross what was taken for free, by the navmesh.
    if (!seen_grid_route(&e->grid, feet, to, &next)) next = to;
    if (wend_v3_distance(next, e->next) > 0.01f) e->plan = (shortest_path_plan){.count = 0};
    e->next = next;
    WEND_TRY(shortest_path_toward(&e->plan, sim, next, action, goes, error));
    return *goes ? WEND_OK : shortest_path_toward(&e->plan, sim, to, action, goes, error);
}

static wend_status expert_approach(expert* e, const wend_oracle_truth* truth, wend_action* action,
                                   wend_error* error) {
    wend_vec3 goal = truth->goals.items[0], feet = wend_sim_pose(truth->sim).feet;
    bool goes = true;
    float left;
    WEND_TRY(shortest_path_distance(truth->sim, feet, goal, &left, error));
    if (truth->arrived && left < CLOSE)
        goes = false;
    else
        WEND_TRY(expert_go(e, truth->sim, goal, action, &goes, error));
    if (!goes) *action = expert_stop(e);
    return WEND_OK;
}

// A step towards the nearest unseen floor; `*goes` is false when all is seen.
static wend_status expert_explore(expert* e, const wend_sim* sim, wend_action* action, bool* goes,
                                  wend_error* error) {
    *goes = false;
    for (int i = 0; i < TRIES && !*goes; i++) {
        if (!e->has_frontier || seen_grid_is_seen(&e->grid, e->frontier))
            e->has_frontier = seen_grid_frontier(&e->grid, wend_sim_pose(sim).feet, &e->frontier);
        if (!e->has_frontier) return WEND_OK;
        WEND_TRY(expert_go(e, sim, e->frontier, action, goes, error));
        if (!*goes) seen_grid_set_seen(&e->grid, e->frontier);  // no step gets nearer
    }
    return WEND_OK;
}

static wend_status approach_act(void* state, const wend_oracle_truth* truth, wend_action* action,
                                wend_error* error) {
    *action = (wend_action){.kind = WEND_ACTION_STOP};
    if (truth->goals.count < 1) return WEND_OK;
    expert_look(state, truth);
    return expert_approach(state, truth, action, error);
}

static wend_status explorer_act(void* state, const wend_oracle_truth* truth, wend_action* action,
                                wend_error* error) {
    expert* e = state;
    int left = (int)truth->goals.count - 1;
    bool goes = false;
    *action = (wend_action){.kind = WEND_ACTION_STOP};
    if (left < 0) return WEND_OK;
    expert_look(e, truth);
    bool known = truth->arrived || left >= MAX_GOALS || e->goal_seen[left];
    if (!known) WEND_TRY(expert_explore(e, truth->sim, action, &goes, error));
    if (goes) return WEND_OK;
    e->has_frontier = false;
    return expert_approach(e, truth, action, error);
}

static void expert_replan(void* state) {
    ((expert*)state)->plan = (shortest_path_plan){.count = 0};
}

const wend_oracle_kind approach_oracle = {
    .name = "approach",
    .summary = "goes to the goal around obstacles that it has seen",
    .tasks = "multion objectnav pointnav",
    .uses_images = true,
    .memory = sizeof(expert),
    .replan = expert_replan,
    .act = approach_act};

const wend_oracle_kind explorer_oracle = {
    .name = "explorer",
    .summary = "explores until it has seen the goal, then approaches it",
    .tasks = "multion objectnav pointnav",
    .uses_images = true,
    .memory = sizeof(expert),
    .replan = expert_replan,
    .act = explorer_act};
