// The simulator of one agent: actions, doors, carried objects and observations, over a shared
// immutable world. On a viewpoint graph, actions move between viewpoints (graph_world.c).
#include "wend/sim.h"

#include <string.h>

enum { MAX_MOVED_OBJECTS = 128, MAX_DOORS = 1024 };

// An object that was moved or hidden.
typedef struct moved_object {
    uint32_t object;
    bool hidden;
    wend_vec3 at;  // centre of its underside
    float turn;    // radians, relative to its pose in the scene
} moved_object;

// An ordered list of goals, each with its own distance field.
typedef struct sim_route {
    int count;
    struct sim_route_goal {
        wend_vec3 at;
        wend_field* field;  // NULL where the world has none
    } goals[];
} sim_route;

// Changes of the scene, about 30 KB. Allocated at creation when the simulator renders or moves
// doors, so that its steps do not allocate; otherwise with the first change.
typedef struct sim_changes {
    moved_object moved[MAX_MOVED_OBJECTS];
    wend_moved instances[WEND_MAX_MOVED];  // for the renderer: doors, moved and carried objects
} sim_changes;

struct wend_sim {
    wend_sim_def def;
    wend_renderer* eye;
    const wend_world* world;        // NULL: never reset, or a graph without a scene
    const wend_graph_world* graph;  // NULL: in continuous space
    wend_walker walker;             // position on the graph
    wend_navmesh* own_navmesh;      // a copy of the world's, when doors can move; else NULL
    const wend_world* own_navmesh_of;
    wend_body_pose pose;
    wend_rng noise;
    float* openness;         // [doors of the scene] 0 closed … 1 open
    uint32_t door_capacity;  // size of `openness`
    bool doors_changed;
    uint32_t carried;
    wend_load load;        // object 0: none
    sim_changes* changes;  // NULL: nothing has moved yet
    int moved_count;
    int instance_count;
    wend_field* field;  // to the goals; NULL where the world has none
    wend_vec3* goals;   // [goal_count]
    int goal_count;
    sim_route* route;
};

wend_sim_def wend_sim_default_def(void) {
    return (wend_sim_def){
        .body = wend_body_default_def(), .camera = wend_camera_default_def(), .uses_images = true};
}

static wend_status check_body(const wend_body* body, wend_error* error) {
    if (body->turns >= 1 && body->turns <= 3600 && body->step > 0 && body->step <= 10 &&
        body->eye_height >= 0 && body->eye_height <= 10 && body->look >= 0 && body->look <= 90 &&
        body->max_tilt >= 0 && body->max_tilt <= 90)
        return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT,
                     "a body with step %g, %d turns a circle, eye at %g, look %g, tilt up to %g; "
                     "step and eye are 0 to 10 m, turns 1 to 3600, angles 0 to 90 degrees",
                     (double)body->step, body->turns, (double)body->eye_height, (double)body->look,
                     (double)body->max_tilt);
}

static wend_status sim_make_changes(wend_sim* sim, wend_error* error) {
    if (!sim->changes) sim->changes = wend_alloc(sizeof *sim->changes);
    return sim->changes ? WEND_OK
                        : wend_fail(error, WEND_NO_MEMORY, "out of memory for a simulator");
}

wend_status wend_sim_create(const wend_sim_def* def, wend_sim** out, wend_error* error) {
    *out = NULL;
    WEND_TRY(check_body(&def->body, error));
    wend_sim* sim = wend_alloc_zero(1, sizeof *sim);
    if (!sim) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a simulator");
    sim->def = *def;
    wend_status status = WEND_OK;
    if (def->uses_images) status = wend_renderer_create(&def->camera, &sim->eye, error);
    if (status == WEND_OK && (def->uses_images || def->moves_doors))
        status = sim_make_changes(sim, error);
    if (status != WEND_OK) {
        wend_sim_destroy(sim);
        return status;
    }
    *out = sim;
    return WEND_OK;
}

static void forget_goals(wend_sim* sim) {
    wend_field_destroy(sim->field);
    wend_free(sim->goals);
    sim->field = NULL;
    sim->goals = NULL;
    sim->goal_count = 0;
    for (int i = 0; sim->route && i < sim->route->count; i++)
        wend_field_destroy(sim->route->goals[i].field);
    wend_free(sim->route);
    sim->route = NULL;
}

void wend_sim_destroy(wend_sim* sim) {
    if (!sim) return;
    wend_renderer_destroy(sim->eye);
    wend_navmesh_destroy(sim->own_navmesh);
    forget_goals(sim);
    wend_free(sim->openness);
    wend_free(sim->changes);
    wend_free(sim);
}

const wend_sim_def* wend_sim_get_def(const wend_sim* sim) { return &sim->def; }
const wend_world* wend_sim_world(const wend_sim* sim) { return sim->world; }
wend_body_pose wend_sim_pose(const wend_sim* sim) { return sim->pose; }
uint32_t wend_sim_carried(const wend_sim* sim) { return sim->carried; }

const wend_navmesh* wend_sim_navmesh(const wend_sim* sim) {
    return sim->own_navmesh ? sim->own_navmesh : wend_world_navmesh(sim->world);
}

static const wend_scene_arrays* arrays(const wend_sim* sim) {
    return wend_scene_get(wend_world_scene(sim->world));
}

float wend_sim_openness(const wend_sim* sim, uint32_t door) {
    return door < sim->door_capacity && door < arrays(sim)->doors.count ? sim->openness[door] : 0;
}

// ---- reset --------------------------------------------------------------------------------------

// Clones the world's navmesh, with every door in its initial state.
static wend_status own_navmesh(wend_sim* sim, wend_error* error) {
    if (sim->own_navmesh && sim->own_navmesh_of == sim->world && !sim->doors_changed)
        return WEND_OK;
    wend_navmesh_destroy(sim->own_navmesh);
    sim->own_navmesh = NULL;
    WEND_TRY(wend_navmesh_clone(wend_world_navmesh(sim->world), &sim->own_navmesh, error));
    sim->own_navmesh_of = sim->world;
    return WEND_OK;
}

// Resets every door to its initial state.
static wend_status sim_close_doors(wend_sim* sim, wend_error* error) {
    const wend_scene_arrays* a = arrays(sim);
    if (a->doors.count > sim->door_capacity) {
        wend_free(sim->openness);
        sim->openness = wend_alloc(a->doors.count * sizeof *sim->openness);
        sim->door_capacity = sim->openness ? a->doors.count : 0;
        if (!sim->openness)
            return wend_fail(error, WEND_NO_MEMORY, "out of memory for a simulator");
    }
    for (uint32_t i = 0; i < a->doors.count; i++) sim->openness[i] = a->doors.items[i].openness;
    return WEND_OK;
}

// Enters a world with all doors and objects in their initial state.
static wend_status sim_enter(wend_sim* sim, const wend_world* world, wend_error* error) {
    const char* name = wend_scene_name(wend_world_scene(world));
    if (sim->def.uses_images && !wend_world_view(world))
        return wend_fail(error, WEND_ARGUMENT, "%s: the world has no renderer data", name);
    forget_goals(sim);
    sim->world = world;
    const wend_scene_arrays* a = arrays(sim);
    if (a->doors.count > MAX_DOORS)
        return wend_fail(error, WEND_LIMIT, "%s: %u doors, at most %d can move", name,
                         a->doors.count, MAX_DOORS);
    if (sim->def.moves_doors) WEND_TRY(own_navmesh(sim, error));
    WEND_TRY(sim_close_doors(sim, error));
    sim->doors_changed = false;
    sim->carried = 0;
    sim->load = (wend_load){0};
    sim->moved_count = sim->instance_count = 0;
    sim->graph = NULL;
    return WEND_OK;
}

wend_status wend_sim_reset(wend_sim* sim, const wend_world* world, wend_vec3 feet, float heading,
                           wend_rng noise, wend_error* error) {
    WEND_TRY(sim_enter(sim, world, error));
    sim->noise = noise;
    sim->pose = (wend_body_pose){.heading0 = heading};
    if (!isfinite(heading) || !wend_navmesh_snap(wend_sim_navmesh(sim), feet, &sim->pose.feet))
        return wend_fail(error, WEND_FORMAT, "%s: the start %.3f, %.3f, %.3f is off the navmesh",
                         wend_scene_name(wend_world_scene(world)), (double)feet.x, (double)feet.y,
                         (double)feet.z);
    return WEND_OK;
}

// ---- on a graph ---------------------------------------------------------------------------------

const wend_graph_world* wend_sim_graph(const wend_sim* sim) { return sim->graph; }
wend_walker wend_sim_walker(const wend_sim* sim) { return sim->walker; }

static wend_vec3 sim_camera_of(const wend_sim* sim) {
    int graph, viewpoint = wend_graph_world_viewpoint(sim->graph, sim->walker.node, &graph);
    return wend_graph_position(wend_graph_world_graph(sim->graph, graph), viewpoint);
}

// Sets the pose from the walker. View indices increase to the right, turns to the left.
static void follow_walker(wend_sim* sim) {
    sim->pose = (wend_body_pose){.feet = wend_graph_world_floor(sim->graph, sim->walker.node),
                                 .turns = -(sim->walker.view % WEND_GRAPH_HEADINGS),
                                 .looks = sim->walker.view / WEND_GRAPH_HEADINGS - 1};
}

wend_status wend_sim_reset_graph(wend_sim* sim, const wend_world* world,
                                 const wend_graph_world* graph, uint32_t node, float heading,
                                 wend_error* error) {
    const wend_body* body = &sim->def.body;
    if (body->turns != WEND_GRAPH_HEADINGS || body->look != 30 || !isfinite(heading) ||
        node >= (uint32_t)wend_graph_world_count(graph))
        return wend_fail(error, WEND_ARGUMENT,
                         "viewpoint %u of %d, heading %g, %d turns and looks of %g degrees; on a "
                         "graph there are 12 turns, and looks of 30 degrees",
                         node, wend_graph_world_count(graph), (double)heading, body->turns,
                         (double)body->look);
    sim->world = NULL;
    if (world) WEND_TRY(sim_enter(sim, world, error));
    sim->graph = graph;
    sim->walker = wend_walker_make(node, -(double)heading, 0);
    follow_walker(sim);
    return WEND_OK;
}

static wend_status sim_go(wend_sim* sim, int neighbour, wend_error* error) {
    wend_graph_candidates neighbours = wend_graph_world_candidates(sim->graph, sim->walker.node);
    int16_t choice = (int16_t)neighbour;
    if (neighbour < 0 || neighbour >= neighbours.count)
        return wend_fail(error, WEND_ARGUMENT, "GO to neighbour %d; the viewpoint has %d, from 0",
                         neighbour, neighbours.count);
    wend_graph_world_move(sim->graph, &sim->walker, &choice, 1);
    return WEND_OK;
}

static wend_status step_graph(wend_sim* sim, wend_action action, wend_outcome* outcome,
                              wend_error* error) {
    static const uint8_t low_level[] = {
        [WEND_ACTION_STOP] = WEND_GRAPH_STOP, [WEND_ACTION_FORWARD] = WEND_GRAPH_FORWARD,
        [WEND_ACTION_LEFT] = WEND_GRAPH_LEFT, [WEND_ACTION_RIGHT] = WEND_GRAPH_RIGHT,
        [WEND_ACTION_UP] = WEND_GRAPH_UP,     [WEND_ACTION_DOWN] = WEND_GRAPH_DOWN};
    wend_vec3 from = sim->pose.feet;
    sim->walker.stopped = false;  // the task decides whether STOP ends the episode
    if (action.kind == WEND_ACTION_GO)
        WEND_TRY(sim_go(sim, action.neighbour, error));
    else if ((size_t)action.kind < sizeof low_level)
        wend_graph_world_step(sim->graph, &sim->walker, &low_level[action.kind], 1);
    else
        return wend_fail(error, WEND_ARGUMENT, "action '%s' on a viewpoint graph",
                         wend_action_name(action.kind));
    follow_walker(sim);
    outcome->moved = wend_v3_distance(from, sim->pose.feet);
    outcome->collided = action.kind == WEND_ACTION_FORWARD && outcome->moved == 0;
    return WEND_OK;
}

// ---- goals --------------------------------------------------------------------------------------

wend_status wend_sim_set_goals(wend_sim* sim, wend_vec3_span goals, wend_error* error) {
    if (!sim->world)
        return wend_fail(error, WEND_ARGUMENT, "goals before the first reset of the simulator");
    forget_goals(sim);
    wend_vec3* copy = wend_alloc((size_t)goals.count * sizeof *copy + 1);
    if (!copy) return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d goals", goals.count);
    if (goals.count) memcpy(copy, goals.items, (size_t)goals.count * sizeof *copy);
    sim->goals = copy;
    sim->goal_count = goals.count;
    wend_field_cache* fields = wend_world_fields(sim->world);
    return fields ? wend_field_cache_get(fields, goals, &sim->field, error) : WEND_OK;
}

wend_status wend_sim_set_route(wend_sim* sim, wend_vec3_span goals, wend_error* error) {
    if (!sim->world)
        return wend_fail(error, WEND_ARGUMENT, "a route before the first reset of the simulator");
    forget_goals(sim);
    size_t count = goals.count > 0 ? (size_t)goals.count : 0;
    sim->route = wend_alloc_zero(1, sizeof *sim->route + count * sizeof *sim->route->goals);
    if (!sim->route) return wend_fail(error, WEND_NO_MEMORY, "out of memory for %zu goals", count);
    wend_field_cache* fields = wend_world_fields(sim->world);
    for (size_t i = 0; i < count; i++) {
        struct sim_route_goal* goal = &sim->route->goals[sim->route->count++];
        goal->at = goals.items[i];
        if (fields)
            WEND_TRY(
                wend_field_cache_get(fields, (wend_vec3_span){&goal->at, 1}, &goal->field, error));
    }
    return WEND_OK;
}

// Distance to the goals, by the field if there is one and no door has moved.
static wend_status sim_distance_left(const wend_sim* sim, const wend_field* field,
                                     wend_vec3_span goals, float* metres) {
    *metres = INFINITY;
    if (field && !sim->doors_changed) {
        *metres = wend_field_distance(field, sim->pose.feet, NULL);
        return WEND_OK;
    }
    if (!goals.count) return WEND_OK;
    return wend_navmesh_distance(wend_sim_navmesh(sim), sim->pose.feet, goals, metres, NULL);
}

wend_status wend_sim_goal_distance(const wend_sim* sim, float* metres) {
    return sim_distance_left(sim, sim->field, (wend_vec3_span){sim->goals, sim->goal_count},
                             metres);
}

wend_status wend_sim_route_distance(const wend_sim* sim, int number, float* metres) {
    *metres = INFINITY;
    if (!sim->route || number < 0 || number >= sim->route->count) return WEND_OK;
    const struct sim_route_goal* goal = &sim->route->goals[number];
    return sim_distance_left(sim, goal->field, (wend_vec3_span){&goal->at, 1}, metres);
}

// ---- movement ----------------------------------------------------------------------------------

static float noisy(wend_sim* sim, float mean, float sigma) {
    return sigma > 0 || mean != 0 ? mean + sigma * (float)wend_rng_normal(&sim->noise) : 0;
}

static void turn_by_degrees(wend_sim* sim, float degrees) {
    sim->pose.heading0 += degrees * (float)(WEND_PI / 180);
}

static void sim_move_forward(wend_sim* sim, float metres, bool all_or_nothing,
                             wend_outcome* outcome) {
    float heading = wend_body_pose_heading(&sim->pose, &sim->def.body);
    wend_vec3 ahead = wend_v3(-sinf(heading), 0, -cosf(heading)), from = sim->pose.feet;
    wend_vec3 to = wend_v3_mad(from, ahead, metres);
    wend_vec3 end = wend_navmesh_step(wend_sim_navmesh(sim), from, to, sim->def.body.slide);
    float wanted = fabsf(metres), moved = hypotf(end.x - from.x, end.z - from.z);
    outcome->collided |= moved + 1e-4f < wanted;
    if (outcome->collided && all_or_nothing) return;
    sim->pose.feet = end;
    outcome->moved += wend_v3_distance(from, end);
}

static void step_forward(wend_sim* sim, wend_outcome* outcome) {
    const wend_body* body = &sim->def.body;
    turn_by_degrees(sim, noisy(sim, 0, body->drift_sigma));
    sim_move_forward(sim, body->step + noisy(sim, body->step_mean, body->step_sigma),
                     body->all_or_nothing, outcome);
}

static void sim_turn(wend_sim* sim, int direction) {
    const wend_body* body = &sim->def.body;
    sim->pose.turns = (sim->pose.turns + direction) % body->turns;
    turn_by_degrees(sim, noisy(sim, 0, body->turn_sigma));
}

static void sim_look(wend_sim* sim, int direction) {
    const wend_body* body = &sim->def.body;
    int32_t looks = sim->pose.looks + direction;
    if (fabsf((float)looks * body->look) <= body->max_tilt + 1e-3f) sim->pose.looks = looks;
}

// Moves along an arc in segments of at most 0.05 m and 0.05 rad.
static wend_status drive(wend_sim* sim, wend_action action, wend_outcome* outcome,
                         wend_error* error) {
    if (!(fabsf(action.forward) <= WEND_MAX_FORWARD) || !(fabsf(action.turn) <= WEND_MAX_TURN) ||
        !(action.seconds >= 0 && action.seconds <= WEND_MAX_SECONDS))
        return wend_fail(error, WEND_ARGUMENT,
                         "velocity %g m/s, %g rad/s for %g s; at most 100, 1000 and 10",
                         (double)action.forward, (double)action.turn, (double)action.seconds);
    float path = fabsf(action.forward) * action.seconds;
    float angle = fabsf(action.turn) * action.seconds;
    int pieces = 1 + (int)fmaxf(path / 0.05f, angle / 0.05f);
    float part = action.seconds / (float)pieces;
    for (int i = 0; i < pieces; i++) {
        sim->pose.heading0 += 0.5f * action.turn * part;
        if (action.forward != 0) sim_move_forward(sim, action.forward * part, false, outcome);
        sim->pose.heading0 += 0.5f * action.turn * part;
    }
    return WEND_OK;
}

// ---- objects and doors -------------------------------------------------------------------------

static wend_vec3 sim_ahead_of(const wend_sim* sim) {
    float heading = wend_body_pose_heading(&sim->pose, &sim->def.body);
    return wend_v3(-sinf(heading), 0, -cosf(heading));
}

// Horizontal distance of `at` from the body in metres. INFINITY: more than 60 degrees to a side
// (and farther than 0.2 m), or more than 2.5 m above or below.
static float distance_in_front(const wend_sim* sim, wend_vec3 at) {
    wend_vec3 to = wend_v3_sub(at, sim->pose.feet), ahead = sim_ahead_of(sim);
    if (fabsf(to.y) > 2.5f) return INFINITY;
    float distance = hypotf(to.x, to.z), along = to.x * ahead.x + to.z * ahead.z;
    return distance < 0.2f || along > 0.5f * distance ? distance : INFINITY;
}

static const moved_object* find_moved(const wend_sim* sim, uint32_t object) {
    for (int i = 0; i < sim->moved_count; i++)
        if (sim->changes->moved[i].object == object) return &sim->changes->moved[i];
    return NULL;
}

wend_vec3 wend_sim_object_at(const wend_sim* sim, uint32_t object) {
    const wend_scene_arrays* a = arrays(sim);
    if (object >= a->objects.count) return wend_v3(0, 0, 0);
    wend_aabb box = a->objects.items[object].bounds;
    const moved_object* m = find_moved(sim, object);
    if (!m || m->hidden) return wend_aabb_center(box);
    return wend_v3_add(m->at, wend_v3(0, 0.5f * wend_aabb_size(box).y, 0));
}

bool wend_sim_is_there(const wend_sim* sim, uint32_t object) {
    const wend_scene_arrays* a = arrays(sim);
    if (!object || object >= a->objects.count) return false;
    const moved_object* m = find_moved(sim, object);
    return m ? !m->hidden : !(a->objects.items[object].flags & WEND_OBJECT_HIDDEN);
}

static bool sim_add_instance(wend_sim* sim, uint32_t instance, wend_transform transform) {
    if (sim->instance_count == WEND_MAX_MOVED) return false;
    sim->changes->instances[sim->instance_count++] = (wend_moved){instance, transform};
    return true;
}

static bool sim_add_door(wend_sim* sim, uint32_t door) {
    const wend_scene_arrays* a = arrays(sim);
    const wend_object* leaf = &a->objects.items[a->doors.items[door].object];
    for (uint32_t i = 0; i < leaf->instance_count; i++) {
        uint32_t n = leaf->first_instance + i;
        if (!sim_add_instance(sim, n,
                              wend_scene_door_transform(wend_world_scene(sim->world), door, n,
                                                        sim->openness[door])))
            return false;
    }
    return true;
}

static wend_vec3 underside(const wend_object* o) {
    wend_vec3 middle = wend_aabb_center(o->bounds);
    return wend_v3(middle.x, o->bounds.low.y, middle.z);
}

// Rotates the object about its vertical axis. A zero transform hides it.
static bool add_moved(wend_sim* sim, const moved_object* m) {
    const wend_scene_arrays* a = arrays(sim);
    const wend_object* o = &a->objects.items[m->object];
    wend_transform back = wend_transform_identity(), to = wend_transform_upright(m->turn, m->at);
    back.origin = wend_v3_scale(underside(o), -1);
    wend_transform by = m->hidden ? (wend_transform){0} : wend_transform_multiply(&to, &back);
    for (uint32_t i = 0; i < o->instance_count; i++) {
        uint32_t n = o->first_instance + i;
        if (!sim_add_instance(sim, n,
                              wend_transform_multiply(&by, &a->instances.items[n].transform)))
            return false;
    }
    return true;
}

// Updates the moved instances for the renderer: door leaves and objects.
static wend_status refresh_instances(wend_sim* sim, wend_error* error) {
    const wend_scene_arrays* a = arrays(sim);
    bool good = true;
    sim->instance_count = 0;
    for (uint32_t d = 0; good && d < a->doors.count; d++)
        if (sim->openness[d] != a->doors.items[d].openness) good = sim_add_door(sim, d);
    for (int m = 0; good && m < sim->moved_count; m++)
        good = add_moved(sim, &sim->changes->moved[m]);
    if (good) return WEND_OK;
    return wend_fail(error, WEND_LIMIT, "more than %d pieces have moved", WEND_MAX_MOVED);
}

static wend_status move_object(wend_sim* sim, const moved_object* moved, wend_error* error) {
    if (!sim->world)
        return wend_fail(error, WEND_ARGUMENT, "an object is moved before the first reset");
    const wend_scene_arrays* a = arrays(sim);
    uint32_t object = moved->object;
    const wend_object* o = object < a->objects.count ? &a->objects.items[object] : a->objects.items;
    if (!object || object >= a->objects.count || o->flags & WEND_OBJECT_DOOR ||
        !wend_object_can_move(o) || !wend_v3_is_finite(moved->at) || !isfinite(moved->turn))
        return wend_fail(error, WEND_ARGUMENT, "object %u of %u cannot be moved to %g, %g, %g",
                         object, a->objects.count, (double)moved->at.x, (double)moved->at.y,
                         (double)moved->at.z);
    int slot = 0;
    WEND_TRY(sim_make_changes(sim, error));
    while (slot < sim->moved_count && sim->changes->moved[slot].object != object) slot++;
    if (slot == MAX_MOVED_OBJECTS)
        return wend_fail(error, WEND_LIMIT, "more than %d objects have moved", MAX_MOVED_OBJECTS);
    if (slot == sim->moved_count) sim->moved_count++;
    sim->changes->moved[slot] = *moved;
    return refresh_instances(sim, error);
}

wend_status wend_sim_place(wend_sim* sim, uint32_t object, wend_vec3 at, float heading,
                           wend_error* error) {
    bool known = sim->world && object < arrays(sim)->objects.count;
    float start = known ? arrays(sim)->objects.items[object].heading : 0;
    return move_object(sim, &(moved_object){object, false, at, heading - start}, error);
}

wend_status wend_sim_hide(wend_sim* sim, uint32_t object, wend_error* error) {
    return move_object(sim, &(moved_object){object, .hidden = true}, error);
}

uint32_t wend_sim_door_in_front(const wend_sim* sim) {
    const wend_scene_arrays* a = arrays(sim);
    uint32_t best = WEND_NO_DOOR;
    float nearest = sim->def.body.reach;
    for (uint32_t i = 0; i < a->doors.count; i++) {
        if (!a->doors.items[i].object || !a->doors.items[i].openable) continue;
        float distance = distance_in_front(sim, a->doors.items[i].center);
        if (distance >= nearest) continue;
        nearest = distance;
        best = i;
    }
    return best;
}

static wend_status use_door(wend_sim* sim, wend_outcome* outcome, wend_error* error) {
    const wend_scene_arrays* a = arrays(sim);
    uint32_t best = wend_sim_door_in_front(sim);
    if (best == WEND_NO_DOOR || !sim->own_navmesh) return WEND_OK;
    float nearest = distance_in_front(sim, a->doors.items[best].center);
    // A door does not close while the body is in the doorway.
    bool closing = sim->openness[best] >= 0.5f;
    if (closing && nearest < 0.45f) return WEND_OK;
    sim->openness[best] = closing ? 0 : 1;
    sim->doors_changed = true;
    wend_navmesh_set_door(sim->own_navmesh, best, closing);
    outcome->changed = true;
    outcome->object = a->doors.items[best].object;
    return refresh_instances(sim, error);
}

// ---- carrying -----------------------------------------------------------------------------------

wend_status wend_sim_set_load(wend_sim* sim, const wend_load* load, wend_error* error) {
    const wend_scene_arrays* a = sim->world ? arrays(sim) : NULL;
    if (!a || !load->object || load->object >= a->objects.count ||
        !wend_object_can_move(&a->objects.items[load->object]))
        return wend_fail(error, WEND_ARGUMENT, "object %u cannot be carried", load->object);
    sim->load = *load;
    return WEND_OK;
}

static bool is_load_within(const wend_sim* sim, wend_vec3 at, float reach) {
    wend_vec3 feet = sim->pose.feet;
    return hypotf(at.x - feet.x, at.z - feet.z) <= reach &&
           fabsf(at.y - feet.y) <= sim->load.height;
}

// Places the carried object: in front of the body below the camera, or behind it for a load.
static wend_status hold(wend_sim* sim, wend_error* error) {
    bool load = sim->carried == sim->load.object;
    wend_vec3 at = wend_v3_mad(sim->pose.feet, sim_ahead_of(sim), load ? -0.45f : 0.4f);
    const wend_object* o = &arrays(sim)->objects.items[sim->carried];
    at.y += 0.6f * sim->def.body.eye_height - 0.5f * wend_aabb_size(o->bounds).y;
    return wend_sim_place(sim, sim->carried, at, o->heading, error);
}

static wend_status sim_pick(wend_sim* sim, wend_outcome* outcome, wend_error* error) {
    const wend_scene_arrays* a = arrays(sim);
    uint32_t best = 0, only = sim->load.object;
    float nearest = sim->def.body.reach;
    if (only && !sim->carried && wend_sim_is_there(sim, only)) {
        wend_vec3 at = wend_sim_object_at(sim, only);
        bool near = is_load_within(sim, at, sim->load.reach);
        if (near && isfinite(distance_in_front(sim, at))) best = only;
    }
    for (uint32_t i = 1; i < a->objects.count && !sim->carried && !only; i++) {
        if (!(a->objects.items[i].flags & WEND_OBJECT_MOVABLE) || !wend_sim_is_there(sim, i))
            continue;
        float distance = distance_in_front(sim, wend_sim_object_at(sim, i));
        if (distance >= nearest) continue;
        nearest = distance;
        best = i;
    }
    if (!best) return WEND_OK;
    sim->carried = best;
    outcome->changed = true;
    outcome->object = best;
    return hold(sim, error);
}

// Puts the object on the floor 0.5 m ahead, or at the nearest point before an obstacle.
static wend_status sim_put(wend_sim* sim, wend_outcome* outcome, wend_error* error) {
    if (!sim->carried) return WEND_OK;
    wend_vec3 wanted = wend_v3_mad(sim->pose.feet, sim_ahead_of(sim), 0.5f);
    wend_vec3 at = wend_navmesh_step(wend_sim_navmesh(sim), sim->pose.feet, wanted, false);
    outcome->changed = true;
    outcome->object = sim->carried;
    sim->carried = 0;
    outcome->rested = outcome->object == sim->load.object &&
                      is_load_within(sim, sim->load.rest, sim->load.rest_reach);
    if (outcome->rested)
        return wend_sim_place(sim, outcome->object, sim->load.rest, sim->load.rest_heading, error);
    return wend_sim_place(sim, outcome->object, at,
                          arrays(sim)->objects.items[outcome->object].heading, error);
}

// ---- step and observe ---------------------------------------------------------------------------

static wend_status sim_act(wend_sim* sim, wend_action action, wend_outcome* outcome,
                           wend_error* error) {
    switch (action.kind) {
        case WEND_ACTION_FORWARD:
            step_forward(sim, outcome);
            return WEND_OK;
        case WEND_ACTION_LEFT:
            sim_turn(sim, 1);
            return WEND_OK;
        case WEND_ACTION_RIGHT:
            sim_turn(sim, -1);
            return WEND_OK;
        case WEND_ACTION_UP:
            sim_look(sim, 1);
            return WEND_OK;
        case WEND_ACTION_DOWN:
            sim_look(sim, -1);
            return WEND_OK;
        case WEND_ACTION_VELOCITY:
            return drive(sim, action, outcome, error);
        case WEND_ACTION_DOOR:
            return use_door(sim, outcome, error);
        case WEND_ACTION_PICK:
            return sim_pick(sim, outcome, error);
        case WEND_ACTION_PUT:
            return sim_put(sim, outcome, error);
        case WEND_ACTION_CROUCH:
        case WEND_ACTION_STAND:
            sim->pose.crouched = action.kind == WEND_ACTION_CROUCH;
            return WEND_OK;
        case WEND_ACTION_STOP:
        case WEND_ACTION_FOUND:
        case WEND_ACTION_JUMP:
            return WEND_OK;
        case WEND_ACTION_GO:
            return wend_fail(error, WEND_ARGUMENT, "GO without a viewpoint graph; use FORWARD");
        default:
            break;
    }
    return wend_fail(error, WEND_ARGUMENT, "action %d; there are %d", (int)action.kind,
                     WEND_ACTION_COUNT);
}

wend_status wend_sim_step(wend_sim* sim, wend_action action, wend_outcome* outcome,
                          wend_error* error) {
    *outcome = (wend_outcome){0};
    if (sim->graph) return step_graph(sim, action, outcome, error);
    if (!sim->world)
        return wend_fail(error, WEND_ARGUMENT, "a step before the first reset of the simulator");
    WEND_TRY(sim_act(sim, action, outcome, error));
    return sim->carried ? hold(sim, error) : WEND_OK;
}

static wend_status render(wend_sim* sim, wend_camera_pose gaze, const wend_frame* frame,
                          wend_error* error) {
    return wend_renderer_render_moved(sim->eye, wend_world_view(sim->world), &gaze,
                                      sim->changes->instances, sim->instance_count, frame, error);
}

static wend_status check_eye(const wend_sim* sim, wend_error* error) {
    if (sim->world && sim->eye) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT, "the simulator %s",
                     !sim->eye    ? "has no camera"
                     : sim->graph ? "is on a viewpoint graph without images"
                                  : "was never reset");
}

static wend_camera_pose gaze_of(const wend_sim* sim) {
    wend_camera_pose gaze = wend_body_pose_to_camera(&sim->pose, &sim->def.body);
    if (sim->graph) gaze.eye = sim_camera_of(sim);
    return gaze;
}

wend_status wend_sim_observe(wend_sim* sim, const wend_frame* frame, wend_error* error) {
    WEND_TRY(check_eye(sim, error));
    return render(sim, gaze_of(sim), frame, error);
}

wend_status wend_sim_observe_views(wend_sim* sim, const wend_frame* frame, wend_error* error) {
    WEND_TRY(check_eye(sim, error));
    size_t pixels = (size_t)sim->def.camera.width * (size_t)sim->def.camera.height;
    wend_camera_pose gaze = gaze_of(sim);
    for (int view = 0; view < WEND_GRAPH_VIEWS; view++) {
        size_t at = pixels * (size_t)view;
        wend_frame part = {.rgb = frame->rgb ? frame->rgb + 3 * at : NULL,
                           .depth = frame->depth ? frame->depth + at : NULL,
                           .category = frame->category ? frame->category + at : NULL,
                           .object = frame->object ? frame->object + at : NULL};
        wend_body_pose pose = {.turns = -(view % WEND_GRAPH_HEADINGS),
                               .looks = view / WEND_GRAPH_HEADINGS - 1};
        gaze.heading = wend_body_pose_heading(&pose, &sim->def.body);
        gaze.tilt = wend_body_pose_tilt(&pose, &sim->def.body);
        WEND_TRY(render(sim, gaze, &part, error));
    }
    return WEND_OK;
}
