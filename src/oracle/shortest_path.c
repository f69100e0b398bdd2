// Follows shortest paths with the actions of the body.
#include "oracle/shortest_path.h"

#include <stdlib.h>
#include <string.h>

// Greedy: takes the heading whose step ends at the smallest geodesic distance to the goal. In
// narrow passages no single step of fixed length may get nearer; then a beam search over up to
// MAX_PLAN steps finds a sequence that does.
enum { MAX_PLAN = SHORTEST_PATH_MOST, BEAM = 48 };
static const float ARRIVED =
    0.18f;                        // metres to the goal; below the strictest success distance, 0.2 m
static const float GAIN = 0.02f;  // min progress of a step, metres

typedef shortest_path_plan plan;

wend_status shortest_path_distance(const wend_sim* sim, wend_vec3 from, wend_vec3 to, float* metres,
                                   wend_error* error) {
    if (wend_navmesh_distance(wend_sim_navmesh(sim), from, (wend_vec3_span){&to, 1}, metres,
                              NULL) == WEND_OK)
        return WEND_OK;
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a geodesic distance");
}

// End of a step from `feet` with a heading of `turns` turn actions; false: it collides.
static bool try_step(const wend_sim* sim, wend_vec3 feet, int32_t turns, wend_vec3* end) {
    const wend_body* body = &wend_sim_get_def(sim)->body;
    wend_body_pose pose = wend_sim_pose(sim);
    pose.turns = turns;
    float heading = wend_body_pose_heading(&pose, body);
    wend_vec3 to = wend_v3_mad(feet, wend_v3(-sinf(heading), 0, -cosf(heading)), body->step);
    *end = wend_navmesh_step(wend_sim_navmesh(sim), feet, to, body->slide);
    return hypotf(end->x - feet.x, end->z - feet.z) + 1e-4f >= body->step;
}

// The heading whose step ends nearest to the goal; ties: the fewest turns.
static wend_status best_heading(const wend_sim* sim, wend_vec3 goal, int32_t* best, float* left,
                                wend_error* error) {
    int turns = wend_sim_get_def(sim)->body.turns;
    int32_t now = wend_sim_pose(sim).turns;
    *best = now;
    *left = INFINITY;
    for (int i = 0; i < turns; i++) {
        int32_t heading = now + (i % 2 ? (i + 1) / 2 : -(i / 2));
        wend_vec3 end;
        float after;
        if (!try_step(sim, wend_sim_pose(sim).feet, heading, &end)) continue;
        WEND_TRY(shortest_path_distance(sim, end, goal, &after, error));
        if (after >= *left - 1e-4f) continue;
        *left = after;
        *best = heading;
    }
    return WEND_OK;
}

// ---- beam search -------------------------------------------------------------------------------

typedef struct place {
    wend_vec3 feet;
    float left;  // metres to the goal
    int32_t headings[MAX_PLAN];
} place;

static int shortest_path_compare_places(const void* a, const void* b) {
    const place *p = a, *q = b;
    if (p->left != q->left) return p->left < q->left ? -1 : 1;
    if (p->feet.x != q->feet.x) return p->feet.x < q->feet.x ? -1 : 1;
    return (p->feet.z > q->feet.z) - (p->feet.z < q->feet.z);
}

// Expands all positions of `from` by one step. Keeps the BEAM best; of positions within 0.03 m of
// each other in that order only the first. `*count` becomes their number.
static wend_status shortest_path_spread(const wend_sim* sim, const place* from, int* count,
                                        int depth, wend_vec3 goal, place* to, wend_error* error) {
    int turns = wend_sim_get_def(sim)->body.turns, found = 0;
    for (int i = 0; i < *count; i++)
        for (int32_t heading = 0; heading < turns; heading++) {
            place* p = &to[found];
            *p = from[i];
            if (!try_step(sim, from[i].feet, heading, &p->feet)) continue;
            WEND_TRY(shortest_path_distance(sim, p->feet, goal, &p->left, error));
            p->headings[depth] = heading;
            found++;
        }
    qsort(to, (size_t)found, sizeof *to, shortest_path_compare_places);
    int kept = 0;
    for (int i = 0; i < found && kept < BEAM; i++)
        if (!kept || wend_v3_distance(to[i].feet, to[kept - 1].feet) > 0.03f) to[kept++] = to[i];
    *count = kept;
    return WEND_OK;
}

// Plans the shortest sequence of steps that gets nearer to the goal; an empty plan: there is none.
static wend_status look_ahead(const wend_sim* sim, wend_vec3 goal, float now, plan* p,
                              wend_error* error) {
    size_t room = (size_t)BEAM * (size_t)wend_sim_get_def(sim)->body.turns;
    place* places = wend_alloc((BEAM + room) * sizeof *places);
    p->count = p->next = 0;
    if (!places) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the plan of an oracle");
    place* next = places + BEAM;
    places[0] = (place){.feet = wend_sim_pose(sim).feet, .left = now};
    int count = 1;
    wend_status status = WEND_OK;
    for (int depth = 0; depth < MAX_PLAN && count > 0 && !p->count; depth++) {
        status = shortest_path_spread(sim, places, &count, depth, goal, next, error);
        if (status != WEND_OK) break;
        memcpy(places, next, (size_t)count * sizeof *places);
        if (count && places[0].left < now - GAIN) {
            p->count = depth + 1;
            memcpy(p->headings, places[0].headings, sizeof p->headings);
        }
    }
    wend_free(places);
    return status;
}

// ---- actions -----------------------------------------------------------------------------------

static wend_action face_or_step(const wend_sim* sim, int32_t heading, bool* stepped) {
    int turns = wend_sim_get_def(sim)->body.turns;
    int32_t by = (heading - wend_sim_pose(sim).turns) % turns;
    if (by > turns / 2) by -= turns;
    if (by < -turns / 2) by += turns;
    *stepped = by == 0;
    return (wend_action){.kind = by > 0   ? WEND_ACTION_LEFT
                                 : by < 0 ? WEND_ACTION_RIGHT
                                          : WEND_ACTION_FORWARD};
}

// STOP, after turning towards the goal object if there is one.
static wend_action face_and_stop(const wend_oracle_truth* truth) {
    wend_action stop = {.kind = WEND_ACTION_STOP};
    if (!truth->object) return stop;
    const wend_body* body = &wend_sim_get_def(truth->sim)->body;
    wend_body_pose pose = wend_sim_pose(truth->sim);
    wend_vec3 to = wend_v3_sub(wend_sim_object_at(truth->sim, truth->object), pose.feet);
    float by = remainderf(atan2f(-to.x, -to.z) - wend_body_pose_heading(&pose, body),
                          (float)(2 * WEND_PI));
    // Slightly more than half a turn action, so that it does not oscillate.
    if (fabsf(by) <= 1.05f * (float)WEND_PI / (float)body->turns) return stop;
    return (wend_action){.kind = by > 0 ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT};
}

// On a viewpoint graph: the next edge of the shortest path to the viewpoint nearest to the goal.
static wend_action act_on_graph(const wend_graph_world* world, uint32_t node, wend_vec3 goal) {
    int index, here = wend_graph_world_viewpoint(world, node, &index), target = here;
    const wend_graph* graph = wend_graph_world_graph(world, index);
    float min = INFINITY;
    for (int i = 0; i < wend_graph_count(graph); i++) {
        wend_vec3 floor = wend_graph_world_floor(world, wend_graph_world_node(world, index, i));
        float metres = wend_v3_distance(floor, goal);
        if (metres < min && wend_graph_hops(graph, here, i) >= 0) min = metres, target = i;
    }
    wend_action action = {.kind = target == here ? WEND_ACTION_STOP : WEND_ACTION_GO};
    uint32_t next = wend_graph_world_node(world, index, wend_graph_next(graph, here, target));
    wend_graph_candidates neighbours = wend_graph_world_candidates(world, node);
    while (action.neighbour < neighbours.count - 1 &&
           neighbours.items[action.neighbour].node != next)
        action.neighbour++;
    return action;
}

wend_status shortest_path_toward(plan* p, const wend_sim* sim, wend_vec3 goal, wend_action* action,
                                 bool* goes, wend_error* error) {
    bool stepped;
    float now, after;
    *goes = false;
    WEND_TRY(shortest_path_distance(sim, wend_sim_pose(sim).feet, goal, &now, error));
    if (!isfinite(now) || now < ARRIVED) return WEND_OK;
    if (p->next == p->count) {
        int32_t heading;
        WEND_TRY(best_heading(sim, goal, &heading, &after, error));
        if (after < now - GAIN) {
            *action = face_or_step(sim, heading, &stepped);
            *goes = true;
            return WEND_OK;
        }
        WEND_TRY(look_ahead(sim, goal, now, p, error));
        if (!p->count) return WEND_OK;  // no sequence of steps gets nearer
    }
    *action = face_or_step(sim, p->headings[p->next], &stepped);
    p->next += stepped;
    *goes = true;
    return WEND_OK;
}

static wend_status shortest_path_act(void* state, const wend_oracle_truth* truth,
                                     wend_action* action, wend_error* error) {
    const wend_graph_world* graph = wend_sim_graph(truth->sim);
    if (truth->goals.count < 1 || truth->arrived) {
        *(plan*)state = (plan){.count = 0};
        *action = (wend_action){.kind = WEND_ACTION_STOP};
        return WEND_OK;
    }
    if (graph) {
        *action = act_on_graph(graph, wend_sim_walker(truth->sim).node, truth->goals.items[0]);
        return WEND_OK;
    }
    bool goes;
    WEND_TRY(shortest_path_toward(state, truth->sim, truth->goals.items[0], action, &goes, error));
    if (!goes) *action = face_and_stop(truth);
    return WEND_OK;
}

static void shortest_path_replan(void* state) { *(plan*)state = (plan){.count = 0}; }

const wend_oracle_kind shortest_path_oracle = {
    .name = "shortest-path",
    .summary = "follows the shortest path over the navmesh or graph",
    .memory = sizeof(plan),
    .replan = shortest_path_replan,
    .act = shortest_path_act};
