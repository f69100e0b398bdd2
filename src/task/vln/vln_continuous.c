// R2R-CE and RxR-Habitat in continuous space: the agent follows an instruction and calls STOP near
// its goal. [Krantz et al. 2020; jacobkrantz/VLN-CE]
#include <stdio.h>

#include "task/goal_distance.h"
#include "task/vln/vln_task.h"

enum { MAX_STEPS = 500, MAX_ALLOWED_STEPS = 5000, MAX_CORNERS = 256, MAX_REFERENCE = 1000 };

// The points of the reference path of the metrics.
typedef struct vln_ce_reference {
    wend_vec3 points[MAX_REFERENCE];
    int count;  // 0: not computed yet
} vln_ce_reference;

typedef struct vln_ce_state {
    wend_vec3 goal;
    float shortest;  // geodesic distance from start to goal, metres, by the rules
    float distance;  // geodesic distance from the agent to the goal, metres, by the rules
    float nearest;   // min of `distance` over the episode
    float left;      // metres to the goal by the distance field, for rewards
    int steps;
    bool stopped;
    vln_ce_reference reference;  // for rewards; computed when the first one needs it
} vln_ce_state;

static wend_status vln_continuous_load_r2r(const char* path, const wend_task_def* def, void** out,
                                           wend_error* error) {
    const vln_task_def kind = {
        .benchmark = "r2r-ce", .max_steps = MAX_STEPS, .max_allowed_steps = MAX_ALLOWED_STEPS};
    return vln_task_load(path, &kind, def, out, error);
}

static wend_status vln_continuous_load_ir2r(const char* path, const wend_task_def* def, void** out,
                                            wend_error* error) {
    const vln_task_def kind = {.benchmark = "ir2r-ce",
                               .in_tours = true,
                               .max_steps = MAX_STEPS,
                               .max_allowed_steps = MAX_ALLOWED_STEPS};
    return vln_task_load(path, &kind, def, out, error);
}

static wend_status vln_continuous_load_rxr(const char* path, const wend_task_def* def, void** out,
                                           wend_error* error) {
    const vln_task_def kind = {.benchmark = "rxr-ce",
                               .is_rxr = true,
                               .max_steps = MAX_STEPS,
                               .max_allowed_steps = MAX_ALLOWED_STEPS};
    return vln_task_load(path, &kind, def, out, error);
}

// ---- agent and camera ---------------------------------------------------------------------------

// R2R-CE: sliding, turns of 15 degrees, camera at 1.25 m, depth of 0 to 10 m. Its RGB has 224 x 224
// pixels and its depth 256 x 256, both with an HFOV of 90 degrees; here both have 256 x 256.
// RxR-Habitat: no sliding, turns of 30 degrees, 640 x 480, HFOV 79, camera at 0.88 m, depth of 0.5
// to 5 m. [VLN-CE and its branch rxr-habitat-challenge: task configurations]
static wend_sim_def vln_continuous_sim(const void* memory) {
    bool is_rxr = ((const vln_task*)memory)->is_rxr;
    wend_sim_def def = wend_sim_default_def();
    def.body.eye_height = is_rxr ? 0.88f : 1.25f;
    def.body.turns = is_rxr ? 12 : 24;
    def.body.slide = !is_rxr;
    def.camera.width = is_rxr ? 640 : 256;
    def.camera.height = is_rxr ? 480 : 256;
    def.camera.hfov = is_rxr ? 79 : 90;
    def.camera.depth_min = is_rxr ? 0.5f : 0;
    def.camera.depth_max = is_rxr ? 5 : 10;
    return def;
}

// Reference paths come from viewpoint graphs, which lead through doors that a scene may show
// closed. So the navmesh has all doors open.
static wend_world_def vln_continuous_world(const void* memory) {
    bool is_rxr = ((const vln_task*)memory)->is_rxr;
    wend_world_def def = wend_world_default_def();
    def.navmesh.radius = is_rxr ? 0.18f : 0.1f;
    def.navmesh.height = is_rxr ? 0.88f : 1.5f;
    def.navmesh.open_doors = true;
    return def;
}

// ---- episode ------------------------------------------------------------------------------------

static wend_status vln_continuous_begin(const void* task, int index, wend_sim* s, void* memory,
                                        wend_error* error) {
    const vln_item* item;
    vln_ce_state* state = memory;
    WEND_TRY(vln_task_item(task, index, &item, error));
    state->goal = wend_dvec3_to_v3(item->reference.items[item->reference.count - 1]);
    WEND_TRY(goal_distance_begin(s, ((const vln_task*)task)->geodesic, state->goal,
                                 &state->shortest, &state->left, error));
    state->distance = state->nearest = state->shortest;
    return WEND_OK;
}

static wend_status vln_continuous_step(const void* task, int index, const wend_sim* s,
                                       wend_action action, const wend_outcome* outcome,
                                       void* memory, wend_verdict* verdict, wend_error* error) {
    vln_ce_state* state = memory;
    (void)index;
    state->steps++;
    state->stopped = action.kind == WEND_ACTION_STOP;
    if (outcome->moved > 0)
        WEND_TRY(goal_distance_measure(s, ((const vln_task*)task)->geodesic, state->goal,
                                       &state->distance, error));
    if (state->distance < state->nearest) state->nearest = state->distance;
    verdict->timed_out = !state->stopped && state->steps >= ((const vln_task*)task)->max_steps;
    verdict->done = state->stopped || verdict->timed_out;
    verdict->success =
        // [VLN-CE: success if the geodesic distance to the goal at STOP is below 3 m]
        state->stopped && vln_task_is_near(task, (double)state->distance);
    verdict->reward = 0;
    if (!goal_distance_is_rewarded(s)) return WEND_OK;
    return goal_distance_reward(s, outcome, verdict->success ? 2.5f : 0, &state->left,
                                &verdict->reward, error);
}

static void vln_continuous_observe(const void* task, int index, const wend_sim* s,
                                   const void* memory, wend_observation* o) {
    (void)s;
    (void)memory;
    vln_task_observe(task, index, o);
}

static wend_vec3_span vln_continuous_goals(const void* task, int index, const void* memory) {
    (void)task;
    (void)index;
    return (wend_vec3_span){&((const vln_ce_state*)memory)->goal, 1};
}

// ---- the reference path -------------------------------------------------------------------------

// Samples the shortest path through the reference positions.
typedef struct vln_ce_sampler {
    vln_ce_reference* out;
    bool full;
    float step;  // metres between two points
    float over;  // metres since the last point
} vln_ce_sampler;

static void reference_add(vln_ce_sampler* sampler, wend_vec3 point) {
    sampler->full |= sampler->out->count == MAX_REFERENCE;
    if (!sampler->full) sampler->out->points[sampler->out->count++] = point;
}

static void reference_walk(vln_ce_sampler* sampler, wend_vec3 from, wend_vec3 to) {
    float length = wend_v3_distance(from, to), at = sampler->step - sampler->over;
    for (; at <= length; at += sampler->step)
        reference_add(sampler, wend_v3_lerp(from, to, length > 0 ? at / length : 0));
    sampler->over = length - (at - sampler->step);
}

// One point per forward step, as in the `locations` of VLN-CE's `_gt` files. Positions without a
// navigable path between them are joined by a straight line.
static wend_status follow_reference(const wend_navmesh* mesh, const vln_item* item,
                                    vln_ce_sampler* sampler) {
    wend_vec3 corners[MAX_CORNERS];
    const wend_dvec3* places = item->reference.items;
    reference_add(sampler, wend_dvec3_to_v3(places[0]));
    for (int i = 1; i < item->reference.count; i++) {
        wend_vec3 from = wend_dvec3_to_v3(places[i - 1]), to = wend_dvec3_to_v3(places[i]);
        int count = 0;
        float metres;
        WEND_TRY(wend_navmesh_path(mesh, from, to, corners, MAX_CORNERS, &count, &metres));
        if (count < 2 || count > MAX_CORNERS) {
            corners[0] = from;
            corners[1] = to;
            count = 2;
        }
        for (int k = 1; k < count; k++) reference_walk(sampler, corners[k - 1], corners[k]);
    }
    return WEND_OK;
}

static wend_status find_reference(const vln_item* item, const wend_sim* s, vln_ce_reference* out,
                                  wend_error* error) {
    vln_ce_sampler sampler = {.out = out, .step = wend_sim_get_def(s)->body.step};
    out->count = 0;
    if (item->walked.count) {
        for (int i = 0; i < item->walked.count; i++)
            reference_add(&sampler, wend_dvec3_to_v3(item->walked.items[i]));
    } else if (follow_reference(wend_sim_navmesh(s), item, &sampler) != WEND_OK) {
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the reference path");
    }
    if (sampler.full)
        return wend_fail(error, WEND_LIMIT, "its reference is longer than %d steps", MAX_REFERENCE);
    return WEND_OK;
}

static wend_status vln_continuous_reference(const void* task, int index, const wend_sim* s,
                                            void* memory, double* metres, int max, int* count,
                                            wend_error* error) {
    vln_ce_reference* reference = &((vln_ce_state*)memory)->reference;
    wend_vec3 feet = wend_sim_pose(s).feet;
    if (!reference->count)
        WEND_TRY(find_reference(&((const vln_task*)task)->set.items[index], s, reference, error));
    *count = reference->count;
    if (*count > max)
        return wend_fail(error, WEND_LIMIT, "its reference has %d points; at most %d", *count, max);
    for (int i = 0; i < *count; i++)
        metres[i] = (double)wend_v3_distance(feet, reference->points[i]);
    return WEND_OK;
}

// ---- facts --------------------------------------------------------------------------------------

static wend_status put_reference(const vln_item* item, const wend_sim* s, wend_json_out* out,
                                 wend_error* error) {
    vln_ce_reference reference;
    WEND_TRY(find_reference(item, s, &reference, error));
    wend_json_out_array(out, "reference");
    for (int i = 0; i < reference.count; i++) {
        const wend_vec3* p = &reference.points[i];
        wend_text_put(&out->text, "%s[%.6g,%.6g,%.6g]", i ? "," : "", (double)p->x, (double)p->y,
                      (double)p->z);
    }
    wend_json_out_end(out);
    return WEND_OK;
}

static wend_status vln_continuous_facts(const void* memory, int index, const wend_sim* s,
                                        const void* from, char* text, size_t size,
                                        wend_error* error) {
    const vln_task* task = memory;
    const vln_item* item = &task->set.items[index];
    const vln_ce_state* state = from;
    const double goal[3] = {(double)state->goal.x, (double)state->goal.y, (double)state->goal.z};
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    vln_task_put(task, index, state->stopped, &out);
    wend_json_out_numbers(&out, "goal", goal, 3);
    wend_json_out_number(&out, "shortest", (double)state->shortest);
    wend_json_out_number(&out, "distance", (double)state->distance);
    wend_json_out_number(&out, "nearest", (double)state->nearest);
    wend_status status = put_reference(item, s, &out, error);
    wend_json_out_end(&out);
    if (status != WEND_OK) {
        wend_json_out_destroy(&out);
        return status;
    }
    return wend_json_out_move(&out, text, size, "the facts of an episode", error);
}

#define CONTINUOUS_KIND(its_name, its_summary, its_load, ...)                              \
    {                                                                                      \
        .name = its_name, .summary = its_summary, .state_size = sizeof(vln_ce_state),      \
        .actions = WEND_ACTIONS_MOVES, .load = its_load, .destroy = vln_task_destroy,      \
        .hash = vln_task_hash, .count = vln_task_count, .episode = vln_task_episode,       \
        .sim = vln_continuous_sim, .world = vln_continuous_world, .senses_altitude = true, \
        .begin = vln_continuous_begin, .step = vln_continuous_step,                        \
        .observe = vln_continuous_observe, .goals = vln_continuous_goals,                  \
        .facts = vln_continuous_facts, .route = vln_task_route,                            \
        .reference_distances = vln_continuous_reference, __VA_ARGS__                       \
    }

const wend_task_kind r2r_ce_task =
    CONTINUOUS_KIND("r2r-ce", "follow an instruction through continuous space, as in VLN-CE",
                    vln_continuous_load_r2r, .tour = NULL);
const wend_task_kind rxr_ce_task = CONTINUOUS_KIND(
    "rxr-ce", "follow a long instruction in one of three languages, as in RxR-Habitat",
    vln_continuous_load_rxr, .tour = NULL);
const wend_task_kind ir2r_ce_task =
    CONTINUOUS_KIND("ir2r-ce", "tours of instructions through continuous space, as in IVLN-CE",
                    vln_continuous_load_ir2r, .tour = vln_task_tour, .lead = vln_task_lead);
