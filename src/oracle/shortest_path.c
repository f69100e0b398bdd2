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

static float distance_from(const wend_sim* sim, wend_vec3 from, wend_vec3 goal) {
    float metres = INFINITY;
    wend_navmesh_distance(wend_sim_navmesh(sim), from, (wend_vec3_span){&goal, 1}, &metres, NULL);
    return metres;
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
static int32_t best_heading(const wend_sim* sim, wend_vec3 goal, float* left) {
    int turns = wend_sim_get_def(sim)->body.turns;
    int32_t now = wend_sim_pose(sim).turns, best = now;
    *left = INFINITY;
    for (int i = 0; i < turns; i++) {
        int32_t heading = now + (i % 2 ? (i + 1) / 2 : -(i / 2));
        wend_vec3 end;
        if (!try_step(sim, wend_sim_pose(sim).feet, heading, &end)) continue;
        float after = distance_from(sim, end, goal);
        if (after >= *left - 1e-4f) continue;
        *left = after;
        best = heading;
    }
    return best;
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
// each other in that order only the first.
static int shortest_path_spread(const wend_sim* sim, const place* from, int count, int depth,
                                wend_vec3 goal, place* to) {
    int turns = wend_sim_get_def(sim)->body.turns, found = 0;
    for (int i = 0; i < count; i++)
        for (int32_t heading = 0; heading < turns; heading++) {
            place* p = &to[found];
            *p = from[i];
            if (!try_step(sim, from[i].feet, heading, &p->feet)) continue;
            p->left = distance_from(sim, p->feet, goal);
            p->headings[depth] = heading;
            found++;
        }
    qsort(to, (size_t)found, sizeof *to, shortest_path_compare_places);
    int kept = 0;
    for (int i = 0; i < found && kept < BEAM; i++)
        if (!kept || wend_v3_distance(to[i].feet, to[kept - 1].feet) > 0.03f) to[kept++] = to[i];
    return kept;
}

// The shortest sequence of steps that gets nearer to the goal; false: none.
static bool look_ahead(const wend_sim* sim, wend_vec3 goal, float now, plan* p) {
    size_t room = (size_t)BEAM * (size_t)wend_sim_get_def(sim)->body.turns;
    place* places = wend_alloc((BEAM + room) * sizeof *places);
    p->count = p->next = 0;
    if (!places) return false;
    place* next = places + BEAM;
    places[0] = (place){.feet = wend_sim_pose(sim).feet, .left = now};
    int count = 1;
    for (int depth = 0; depth < MAX_PLAN && count > 0 && !p->count; depth++) {
        count = shortest_path_spread(sim, places, count, depth, goal, next);
        memcpy(places, next, (size_t)count * sizeof *places);
        if (count && places[0].left < now - GAIN) {
            p->count = depth + 1;
            memcpy(p->headings, places[0].headings, sizeof p->headings);
        }
    }
    wend_free(places);
    return p->count > 0;
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

static wend_action shortest_path_act(void* state, const wend_oracle_truth* truth) {
    plan* p = state;
    bool stepped;
    const wend_sim* sim = truth->sim;
    wend_vec3_span goals = truth->goals;
    wend_action stop = {.kind = WEND_ACTION_STOP};
    if (goals.count < 1 || truth->arrived) {
        *p = (plan){.count = 0};
        return stop;
    }
    if (wend_sim_graph(sim))
        return act_on_graph(wend_sim_graph(sim), wend_sim_walker(sim).node, goals.items[0]);
    float now = distance_from(sim, wend_sim_pose(sim).feet, goals.items[0]), after;
    if (!isfinite(now) || now < ARRIVED) return face_and_stop(truth);
    if (p->next == p->count) {
        int32_t heading = best_heading(sim, goals.items[0], &after);
        if (after < now - GAIN) return face_or_step(sim, heading, &stepped);
        // No sequence of steps gets nearer.
        if (!look_ahead(sim, goals.items[0], now, p)) return face_and_stop(truth);
    }
    wend_action action = face_or_step(sim, p->headings[p->next], &stepped);
    p->next += stepped;
    return action;
}

static void shortest_path_replan(void* state) { *(plan*)state = (plan){.count = 0}; }

const wend_oracle_kind shortest_path_oracle = {
    .name = "shortest-path",
    .summary = "follows the shortest path over the navmesh or graph",
    .memory = sizeof(plan),
    .replan = shortest_path_replan,
    .act = shortest_path_act};
