// R2R and RxR on viewpoint graphs: the agent follows an instruction from panorama to panorama.
// [Anderson et al. 2018, Vision-and-Language Navigation; Ku et al. 2020, Room-Across-Room]
#include <stdio.h>
#include <string.h>

#include "task/vln/vln_task.h"

#include "wend/data.h"

// Default step limits. [IVLN's released code: 15 on R2R; VLN-HAMT: 20 on RxR]
enum { R2R_STEPS = 15, RXR_STEPS = 20, MAX_ALLOWED_STEPS = 120 };

typedef struct hop_state {
    wend_vec3 goal;  // floor position below the goal viewpoint
    int steps;
    bool stopped;
    uint32_t nodes[MAX_ALLOWED_STEPS + 1];  // viewpoint of the agent after each step
} hop_state;

static wend_status vln_discrete_load_r2r(const char* path, const wend_task_def* def, void** out,
                                         wend_error* error) {
    const vln_task_def kind = {.benchmark = "r2r",
                               .on_graph = true,
                               .max_steps = R2R_STEPS,
                               .max_allowed_steps = MAX_ALLOWED_STEPS};
    return vln_task_load(path, &kind, def, out, error);
}

static wend_status vln_discrete_load_ir2r(const char* path, const wend_task_def* def, void** out,
                                          wend_error* error) {
    const vln_task_def kind = {.benchmark = "ir2r",
                               .on_graph = true,
                               .in_tours = true,
                               .max_steps = R2R_STEPS,
                               .max_allowed_steps = MAX_ALLOWED_STEPS};
    return vln_task_load(path, &kind, def, out, error);
}

static wend_status vln_discrete_load_rxr(const char* path, const wend_task_def* def, void** out,
                                         wend_error* error) {
    const vln_task_def kind = {.benchmark = "rxr",
                               .on_graph = true,
                               .max_steps = RXR_STEPS,
                               .max_allowed_steps = MAX_ALLOWED_STEPS};
    return vln_task_load(path, &kind, def, out, error);
}

// The camera of the Matterport3D simulator: 640 x 480, VFOV 60 degrees.
static wend_sim_def vln_discrete_sim(const void* task) {
    (void)task;
    wend_sim_def def = wend_sim_default_def();
    def.body.eye_height = 1.5f;
    def.body.turns = WEND_GRAPH_HEADINGS;
    def.body.look = 30;
    def.camera.width = 640;
    def.camera.height = 480;
    def.camera.hfov = (float)(2 * atan(tan(WEND_PI / 6) * 640 / 480) * 180 / WEND_PI);
    return def;
}

static wend_world_def vln_discrete_world(const void* task) {
    (void)task;
    wend_world_def def = wend_world_default_def();
    def.navmesh.open_doors = true;
    return def;
}

static wend_task_viewpoint viewpoint(const void* memory, int index) {
    const vln_task* task = memory;
    const vln_item* item = &task->set.items[index];
    return (wend_task_viewpoint){
        task->set.world, wend_graph_world_node(task->set.world, item->graph, item->nodes[0]),
        item->has_scene};
}

static const wend_graph* graph_of(const vln_task* task, int index) {
    return wend_graph_world_graph(task->set.world, task->set.items[index].graph);
}

static int node_of(const vln_task* task, uint32_t node) {
    return wend_graph_world_viewpoint(task->set.world, node, NULL);
}

static int goal_node(const vln_item* item) { return item->nodes[item->reference.count - 1]; }

// ---- episode ------------------------------------------------------------------------------------

static wend_status vln_discrete_begin(const void* memory, int index, wend_sim* s, void* into,
                                      wend_error* error) {
    const vln_task* task = memory;
    const vln_item* item;
    hop_state* state = into;
    WEND_TRY(vln_task_item(task, index, &item, error));
    const wend_graph* graph = graph_of(task, index);
    state->nodes[0] = wend_sim_walker(s).node;
    state->goal = wend_dvec3_to_v3(item->reference.items[item->reference.count - 1]);
    if (isfinite(wend_graph_distance(graph, item->nodes[0], goal_node(item)))) return WEND_OK;
    return wend_fail(error, WEND_FORMAT, "its goal %s cannot be reached from %s",
                     wend_graph_viewpoint(graph, goal_node(item))->id,
                     wend_graph_viewpoint(graph, item->nodes[0])->id);
}

static double left_to_go(const vln_task* task, int index, uint32_t node) {
    return wend_graph_distance(graph_of(task, index), node_of(task, node),
                               goal_node(&task->set.items[index]));
}

static wend_status vln_discrete_step(const void* memory, int index, const wend_sim* s,
                                     wend_action action, const wend_outcome* outcome, void* into,
                                     wend_verdict* verdict, wend_error* error) {
    const vln_task* task = memory;
    hop_state* state = into;
    (void)outcome;
    (void)error;
    double before = left_to_go(task, index, state->nodes[state->steps]);
    state->nodes[++state->steps] = wend_sim_walker(s).node;
    state->stopped = action.kind == WEND_ACTION_STOP;
    double left = left_to_go(task, index, state->nodes[state->steps]);
    // Progress in metres - 0.01 per step + 2.5 for STOP near enough to succeed by the rules, as in
    // continuous space.
    bool prize = state->stopped && vln_task_is_near(task, left);
    verdict->reward = (float)(before - left - 0.01 + (prize ? 2.5 : 0));
    verdict->timed_out = !state->stopped && state->steps >= task->max_steps;
    verdict->done = state->stopped || verdict->timed_out;
    // Success does not require STOP: the last viewpoint is scored. [Matterport3DSimulator:
    // tasks/R2R/eval.py]
    verdict->success = verdict->done && vln_task_is_near(task, left);
    return WEND_OK;
}

static void vln_discrete_observe(const void* task, int index, const wend_sim* s, const void* state,
                                 wend_observation* o) {
    (void)state;
    vln_task_observe(task, index, o);
    const vln_set* set = &((const vln_task*)task)->set;
    if (set->panoramas) o->graph.panorama = &set->panoramas[wend_sim_walker(s).node];
}

static bool vln_discrete_observes_truth(const void* task) {
    const wend_views* views = ((const vln_task*)task)->set.views;
    return views && wend_views_summarize(views).is_truth;
}

static wend_vec3_span vln_discrete_goals(const void* task, int index, const void* memory) {
    (void)task;
    (void)index;
    return (wend_vec3_span){&((const hop_state*)memory)->goal, 1};
}

static wend_status vln_discrete_reference(const void* memory, int index, const wend_sim* s,
                                          void* state, double* metres, int max, int* count,
                                          wend_error* error) {
    const vln_task* task = memory;
    const vln_item* item = &task->set.items[index];
    const wend_graph* graph = graph_of(task, index);
    int here = node_of(task, wend_sim_walker(s).node);
    (void)state;
    *count = item->reference.count;
    if (*count > max)
        return wend_fail(error, WEND_LIMIT, "a path of %d viewpoints; at most %d", *count, max);
    for (int i = 0; i < *count; i++) metres[i] = wend_graph_distance(graph, here, item->nodes[i]);
    return WEND_OK;
}

// ---- facts --------------------------------------------------------------------------------------

enum { MAX_NODES = MAX_ALLOWED_STEPS + 400 };

// The distinct viewpoints of a trajectory and its reference.
typedef struct node_set {
    int nodes[MAX_NODES];
    int count;
} node_set;

static int vln_discrete_find_or_add(node_set* set, int node) {
    for (int i = 0; i < set->count; i++)
        if (set->nodes[i] == node) return i;
    if (set->count == MAX_NODES) return -1;
    set->nodes[set->count] = node;
    return set->count++;
}

static void put_indices(wend_json_out* out, const char* key, const int* indices, int count) {
    wend_json_out_array(out, key);
    for (int i = 0; i < count; i++) wend_json_out_int(out, NULL, indices[i]);
    wend_json_out_end(out);
}

// Upper triangle of the distance matrix of `set`, row by row; -1: unreachable. Metrics need no
// graph with it.
static void put_distances(wend_json_out* out, const wend_graph* graph, const node_set* set) {
    wend_json_out_array(out, "distances");
    bool first = true;
    for (int i = 0; i < set->count; i++)
        for (int k = i + 1; k < set->count; k++) {
            double metres = wend_graph_distance(graph, set->nodes[i], set->nodes[k]);
            wend_text_put(&out->text, "%s%.9g", first ? "" : ",", isfinite(metres) ? metres : -1);
            first = false;
        }
    wend_json_out_end(out);
}

static void vln_discrete_put_nodes(wend_json_out* out, const wend_graph* graph,
                                   const node_set* set) {
    wend_json_out_array(out, "viewpoints");
    for (int i = 0; i < set->count; i++)
        wend_json_out_text(out, NULL, wend_graph_viewpoint(graph, set->nodes[i])->id);
    wend_json_out_end(out);
    put_distances(out, graph, set);
}

static wend_status put_paths(const vln_task* task, int index, const hop_state* state,
                             wend_json_out* out, wend_error* error) {
    const vln_item* item = &task->set.items[index];
    int path[MAX_ALLOWED_STEPS + 1], reference[MAX_NODES], last = -1, count = 0;
    node_set set = {.count = 0};
    if (item->reference.count > MAX_NODES - MAX_ALLOWED_STEPS - 1)
        return wend_fail(error, WEND_LIMIT, "a path of %d viewpoints; at most %d",
                         item->reference.count, MAX_NODES - MAX_ALLOWED_STEPS - 1);
    for (int i = 0; i < item->reference.count; i++)
        reference[i] = vln_discrete_find_or_add(&set, item->nodes[i]);
    for (int i = 0; i <= state->steps; i++) {
        int node = vln_discrete_find_or_add(&set, node_of(task, state->nodes[i]));
        if (node != last) path[count++] = last = node;  // turns and STOP keep the viewpoint
    }
    vln_discrete_put_nodes(out, graph_of(task, index), &set);
    put_indices(out, "path", path, count);
    put_indices(out, "reference", reference, item->reference.count);
    return WEND_OK;
}

static wend_status vln_discrete_facts(const void* memory, int index, const wend_sim* s,
                                      const void* from, char* text, size_t size,
                                      wend_error* error) {
    const vln_task* task = memory;
    const hop_state* state = from;
    wend_json_out out = {0};
    (void)s;
    wend_json_out_object(&out, NULL);
    vln_task_put(task, index, state->stopped, &out);
    wend_status status = put_paths(task, index, state, &out, error);
    wend_json_out_end(&out);
    if (status != WEND_OK) {
        wend_json_out_destroy(&out);
        return status;
    }
    return wend_json_out_move(&out, text, size, "the facts of an episode", error);
}

#define HOP_KIND(its_name, its_summary, its_load, ...)                                     \
    {                                                                                      \
        .name = its_name, .summary = its_summary, .state_size = sizeof(hop_state),         \
        .actions = WEND_ACTIONS_MOVES | 1u << WEND_ACTION_GO, .load = its_load,            \
        .destroy = vln_task_destroy, .hash = vln_task_hash, .count = vln_task_count,       \
        .episode = vln_task_episode, .sim = vln_discrete_sim, .world = vln_discrete_world, \
        .viewpoint = viewpoint, .senses_altitude = true, .begin = vln_discrete_begin,      \
        .step = vln_discrete_step, .observe = vln_discrete_observe,                        \
        .observes_truth = vln_discrete_observes_truth, .goals = vln_discrete_goals,        \
        .facts = vln_discrete_facts, .route = vln_task_route,                              \
        .reference_distances = vln_discrete_reference, __VA_ARGS__                         \
    }

const wend_task_kind r2r_task =
    HOP_KIND("r2r", "follow an instruction over a viewpoint graph, as in R2R",
             vln_discrete_load_r2r, .tour = NULL);
const wend_task_kind rxr_task =
    HOP_KIND("rxr", "follow a long instruction over a viewpoint graph, as in RxR",
             vln_discrete_load_rxr, .tour = NULL);
const wend_task_kind ir2r_task =
    HOP_KIND("ir2r", "tours of instructions over a viewpoint graph, as in IVLN",
             vln_discrete_load_ir2r, .tour = vln_task_tour, .lead = vln_task_lead);
