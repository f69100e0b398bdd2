// PointNav: the goal is a point in the agent's frame; success is STOP within 0.2 m of it. [Anderson
// et al. 2018, On Evaluation of Embodied Navigation Agents; habitat-lab]
#include "task/pointnav/pointnav.h"

#include <stdio.h>

#include "base/number.h"
#include "task/goal_distance.h"

#include "wend/benchmarks/habitat.h"

enum { MAX_STEPS = 500 };
// success radius, metres [habitat-lab, pointnav.yaml: SUCCESS_DISTANCE]
static const float RADIUS = 0.2f;

typedef struct pointnav {
    wend_habitat_set set;
    wend_geodesic geodesic;
    int max_steps;
} pointnav;

typedef struct pointnav_state {
    wend_vec3 goal;
    float shortest;  // geodesic distance from start to goal, metres, by the rules
    float left;      // metres to the goal by the distance field, for rewards
    int steps;
    bool stopped;
} pointnav_state;

static wend_status pointnav_check_episodes(const pointnav* task, bool lenient, const char* path,
                                           wend_error* error) {
    for (int i = 0; i < task->set.count; i++) {
        const wend_habitat_episode* e = &task->set.episodes[i];
        if (!e->id.text || !e->scene || (e->goal_count < 1 && !lenient))
            return wend_fail(error, WEND_FORMAT, "%s: episode %d (%s) has no %s", path, i,
                             e->id.text ? e->id.text : "without id",
                             !e->id.text ? "id"
                             : !e->scene ? "scene"
                                         : "goal");
    }
    return WEND_OK;
}

static void pointnav_destroy(void* memory) {
    pointnav* task = memory;
    wend_habitat_destroy(&task->set);
    wend_free(task);
}

static wend_status pointnav_load(const char* path, const wend_task_def* def, void** out,
                                 wend_error* error) {
    *out = NULL;
    pointnav* task = wend_alloc_zero(1, sizeof *task);
    if (!task) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    task->geodesic = goal_distance_kind_for(def->rules);
    task->max_steps = def->max_steps > 0 ? def->max_steps : MAX_STEPS;
    wend_status status = wend_habitat_read(path, &task->set, error);
    if (status == WEND_OK) status = pointnav_check_episodes(task, def->lenient, path, error);
    if (status != WEND_OK) {
        pointnav_destroy(task);
        return status;
    }
    *out = task;
    return WEND_OK;
}

static int pointnav_count(const void* task) { return ((const pointnav*)task)->set.count; }

static wend_episode pointnav_episode(const void* task, int index) {
    const wend_habitat_episode* e = &((const pointnav*)task)->set.episodes[index];
    return (wend_episode){index, e->id.text, e->scene, wend_dvec3_to_v3(e->start),
                          (float)wend_habitat_heading(e->rotation)};
}

static wend_sim_def pointnav_sim(const void* task) {
    (void)task;
    wend_sim_def def = wend_sim_default_def();
    def.body.turns = 36;  // 10 degrees [habitat-lab, default.py: TURN_ANGLE]
    return def;
}

static wend_status pointnav_begin(const void* task, int index, wend_sim* s, void* memory,
                                  wend_error* error) {
    const pointnav* set = task;
    const wend_habitat_episode* e = &set->set.episodes[index];
    pointnav_state* state = memory;
    if (e->goal_count < 1) return wend_fail(error, WEND_FORMAT, "it has no goal");
    state->goal = wend_dvec3_to_v3(e->goals[0].position);
    return goal_distance_begin(s, set->geodesic, state->goal, &state->shortest, &state->left,
                               error);
}

static wend_status pointnav_step(const void* task, int index, const wend_sim* s, wend_action action,
                                 const wend_outcome* outcome, void* memory, wend_verdict* verdict,
                                 wend_error* error) {
    pointnav_state* state = memory;
    (void)index;
    state->steps++;
    state->stopped = action.kind == WEND_ACTION_STOP;
    verdict->timed_out = !state->stopped && state->steps >= ((const pointnav*)task)->max_steps;
    verdict->done = state->stopped || verdict->timed_out;
    float distance = INFINITY;
    if (state->stopped)
        WEND_TRY(goal_distance_measure(s, ((const pointnav*)task)->geodesic, state->goal, &distance,
                                       error));
    verdict->success = distance < RADIUS;
    verdict->reward = 0;
    if (!goal_distance_is_rewarded(s)) return WEND_OK;
    return goal_distance_reward(s, outcome, verdict->success ? 2.5f : 0, &state->left,
                                &verdict->reward, error);
}

static void pointnav_observe(const void* task, int index, const wend_sim* s, const void* memory,
                             wend_observation* o) {
    const pointnav_state* state = memory;
    const wend_body* body = &wend_sim_get_def(s)->body;
    (void)task;
    (void)index;
    wend_body_pose pose = wend_sim_pose(s);
    wend_vec3 to = wend_v3_sub(state->goal, pose.feet);
    float heading = wend_body_pose_heading(&pose, body);
    float ahead = -to.x * sinf(heading) - to.z * cosf(heading);
    float left = -to.x * cosf(heading) + to.z * sinf(heading);
    o->goal.point[0] = hypotf(to.x, to.z);
    o->goal.point[1] = atan2f(left, ahead);
}

static wend_vec3_span pointnav_goals(const void* task, int index, const void* memory) {
    (void)task;
    (void)index;
    return (wend_vec3_span){&((const pointnav_state*)memory)->goal, 1};
}

static wend_status pointnav_facts(const void* task, int index, const wend_sim* s,
                                  const void* memory, char* text, size_t size, wend_error* error) {
    const pointnav* set = task;
    const pointnav_state* state = memory;
    float distance;
    (void)index;
    WEND_TRY(goal_distance_measure(s, set->geodesic, state->goal, &distance, error));
    number_print(
        text, size,
        "{\"goal\": [%.9g, %.9g, %.9g], \"shortest\": %.9g, \"distance\": %.9g, \"radius\": "
        "%.9g, \"stopped\": %s, \"max_steps\": %d}",
        (double)state->goal.x, (double)state->goal.y, (double)state->goal.z,
        (double)state->shortest, (double)distance, (double)RADIUS,
        state->stopped ? "true" : "false", set->max_steps);
    return WEND_OK;
}

const wend_task_kind pointnav_task = {.name = "pointnav",
                                      .summary = "go to a point and stop there",
                                      .state_size = sizeof(pointnav_state),
                                      .actions = WEND_ACTIONS_MOVES,
                                      .load = pointnav_load,
                                      .destroy = pointnav_destroy,
                                      .count = pointnav_count,
                                      .episode = pointnav_episode,
                                      .sim = pointnav_sim,
                                      .begin = pointnav_begin,
                                      .step = pointnav_step,
                                      .observe = pointnav_observe,
                                      .goals = pointnav_goals,
                                      .facts = pointnav_facts};
