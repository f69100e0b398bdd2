// Owner: src/sim
#ifndef WEND_SIM_H
#define WEND_SIM_H

#include "wend/nav.h"
#include "wend/observation.h"
#include "wend/sense.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== graph world ===============================================================================
// The graph world: a discrete simulator, as in Room-to-Room. A walker is at a viewpoint and faces
// one of 36 views; it turns by 30 degrees, looks up and down by 30, and moves to a neighbouring
// viewpoint.
//
// Angles are those of R2R's files, because precomputed features and episodes use them: heading is 0
// along Matterport's +y and grows to the right; elevation grows upwards; both in radians. View = 12
// * row + step, where row 0 looks 30 degrees down, 1 level, 2 up, and heading = step * 30 degrees.
// [Matterport3DSimulator]
//
// A world consists of any number of graphs. It is immutable; any number of threads may step walkers
// in it without allocation.

enum { WEND_GRAPH_VIEWS = 36, WEND_GRAPH_HEADINGS = 12 };

// The low-level actions of R2R's first agents. FORWARD moves to the neighbour nearest to the centre
// of the view; without a neighbour in the field of view it has no effect. The view stays the same.
// After STOP a walker does not move.
#define WEND_GRAPH_ACTION_LIST(X) \
    X(STOP, "stop")               \
    X(FORWARD, "forward")         \
    X(LEFT, "left")               \
    X(RIGHT, "right")             \
    X(UP, "up")                   \
    X(DOWN, "down")

typedef enum wend_graph_action {
#define X(name, word) WEND_GRAPH_##name,
    WEND_GRAPH_ACTION_LIST(X)
#undef X
} wend_graph_action;

typedef struct wend_graph_world_def {
    // Horizontal field of view for FORWARD and wend_graph_world_navigable, degrees; there is no
    // vertical limit. R2R's simulator takes vertical field * width / height; with its 60 degrees
    // and 640 x 480 that is 80, the default.
    float field;
} wend_graph_world_def;

WEND_API wend_graph_world_def wend_graph_world_default_def(void);

typedef struct wend_graph_world wend_graph_world;

// The graphs must outlive the world. Nodes are numbered over all graphs: node 0 is the
// first viewpoint of the first graph. Viewpoints that are not included have no neighbours.
WEND_API wend_status wend_graph_world_create(const wend_graph* const* graphs, int graph_count,
                                             const wend_graph_world_def* def,
                                             wend_graph_world** world, wend_error* error);
WEND_API void wend_graph_world_destroy(wend_graph_world* world);     // Nullable: world.
WEND_API int wend_graph_world_count(const wend_graph_world* world);  // nodes
WEND_API const wend_graph* wend_graph_world_graph(const wend_graph_world* world, int graph);
// From a viewpoint of a graph to the world's node, and back. Nullable: graph.
WEND_API uint32_t wend_graph_world_node(const wend_graph_world* world, int graph, int viewpoint);
WEND_API int wend_graph_world_viewpoint(const wend_graph_world* world, uint32_t node, int* graph);

// Position of the floor below a node, in wend's frame (y up).
WEND_API wend_vec3 wend_graph_world_floor(const wend_graph_world* world, uint32_t node);

// A neighbour, as a candidate of panoramic agents.
typedef struct wend_graph_candidate {
    uint32_t node;
    float heading, elevation;  // towards it, radians, heading in [0, 2 pi)
    float distance;            // metres
    uint8_t view;              // the one of the 36 views whose centre is nearest
} wend_graph_candidate;

typedef struct wend_graph_candidates {
    const wend_graph_candidate* items;  // in the order of the graph; valid as long as the world
    int count;
} wend_graph_candidates;

WEND_API wend_graph_candidates wend_graph_world_candidates(const wend_graph_world* world,
                                                           uint32_t node);

typedef struct wend_walker {
    uint32_t node;
    uint32_t steps;  // actions since the reset, STOP included
    uint8_t view;    // [0, 36)
    bool stopped;
} wend_walker;

// A walker at `node`, heading snapped to the nearest 30 degrees, elevation to the nearest row.
WEND_API wend_walker wend_walker_make(uint32_t node, double heading, double elevation);
WEND_API double wend_walker_heading(const wend_walker* walker);  // radians, [0, 2 pi)

// One low-level action (wend_graph_action) for each of `count` walkers; any other number does
// nothing.
WEND_API void wend_graph_world_step(const wend_graph_world* world, wend_walker* walkers,
                                    const uint8_t* actions, int count);

// One panoramic action for each of `count` walkers: the index of a candidate, or -1 to stop. The
// walker turns to the candidate's view and goes there. Returns the number of invalid choices;
// those walkers do not change.
WEND_API int wend_graph_world_move(const wend_graph_world* world, wend_walker* walkers,
                                   const int16_t* choices, int count);

// A neighbour in the walker's field of view.
typedef struct wend_graph_sight {
    uint16_t candidate;        // index in wend_graph_world_candidates
    float heading, elevation;  // from the centre of the view, radians: right and up are positive
} wend_graph_sight;

// Writes the neighbours in the field of view, nearest to its centre first (FORWARD goes to the
// first), and returns their number, which may exceed `capacity`. R2R's simulator lists the
// current viewpoint before them as index 0.
WEND_API int wend_graph_world_navigable(const wend_graph_world* world, const wend_walker* walker,
                                        wend_graph_sight* items, int capacity);

// ==== sim =======================================================================================
// The simulator: a body that moves, turns, looks, opens doors and carries objects.
//
// A `wend_world` is a scene with its navmesh and view: immutable, shared. A `wend_sim` is one body
// in one world: it belongs to one thread, allocates nothing during a step, and is deterministic in
// world, start, seed and actions.

// ---- world --------------------------------------------------------------------------------------

typedef struct wend_world wend_world;

typedef struct wend_world_def {
    wend_navmesh_def navmesh;  // default wend_navmesh_default_def()
    bool uses_images;          // build the view for rendering; default true
    bool fields;  // build the lattice for distance fields, which tasks need for rewards;
                  // default false
    const wend_inserted_object*
        inserted;  // [inserted_count] added to the scene, hidden; default none
    int inserted_count;
} wend_world_def;

WEND_API wend_world_def wend_world_default_def(void);
// The world owns the scene from here on, also when this fails. Nullable: def.
WEND_API wend_status wend_world_create(wend_scene* scene, const wend_world_def* def,
                                       wend_world** world, wend_error* error);

// The source of a world.
typedef struct wend_world_source {
    const char* scene;       // a reference (docs/concepts.md)
    const char* folder;      // searched first for its file; NULL: the reference is used as it is
    const char* cache;       // folder of files that make the next opening fast; NULL: none
    wend_import_def import;  // default wend_import_default_def()
    const wend_variation* variation;  // changes to the scene; NULL: none
} wend_world_source;

WEND_API wend_world_source wend_world_default_source(void);
// With a cache, scene, navmesh and view come from files that an earlier call has written, if they
// are of the same source, options, body and wend; else, or when one is damaged, they are made and
// written. Nullable: def.
WEND_API wend_status wend_world_open(const wend_world_source* source, const wend_world_def* def,
                                     wend_world** world, wend_error* error);
WEND_API void wend_world_destroy(wend_world* world);  // Nullable: world.
WEND_API const wend_scene* wend_world_scene(const wend_world* world);
WEND_API const wend_navmesh* wend_world_navmesh(const wend_world* world);
WEND_API const wend_view* wend_world_view(const wend_world* world);  // NULL without images
// Hash of the file the scene comes from, before import; 0: a generated scene.
WEND_API wend_status wend_world_source_hash(const wend_world_source* source, uint64_t* hash,
                                            wend_error* error);
// Whether that file may refer to others, whose changes only the content of the opened scene shows:
// it names buffers, images, materials or assets.
WEND_API wend_status wend_world_source_refers(const wend_world_source* source, bool* refers,
                                              wend_error* error);
// Distance fields of the navmesh with the doors in their initial state. NULL when not built.
WEND_API wend_field_cache* wend_world_fields(const wend_world* world);

// ---- body ---------------------------------------------------------------------------------------

// A body and its motion model. Defaults are Habitat's.
typedef struct wend_body {
    float eye_height;  // metres above the feet; default 1.25
    float step;        // metres of FORWARD; default 0.25
    int turns;         // LEFT and RIGHT turn by 360 / turns degrees; default 12 (30 degrees)
    float look;        // degrees of UP and DOWN; default 30
    float max_tilt;    // degrees; default 60
    bool slide;        // along walls, as Habitat does; default false
    float reach;       // metres at which doors and objects can be used; default 1.5
    // Gaussian actuation noise; RoboTHOR's values: wend_body_robothor. Default 0.
    float step_mean, step_sigma;  // metres added to a step
    float drift_sigma;            // degrees of turn before a step
    float turn_sigma;             // degrees added to a turn
    bool all_or_nothing;  // a step that is blocked is not taken at all, as in RoboTHOR; default
                          // false
} wend_body;

WEND_API wend_body wend_body_default_def(void);
WEND_API wend_body wend_body_robothor(void);  // LoCoBot with RoboTHOR's motor noise

// The pose of a simulated body. Headings are counted in whole turn actions, so they never drift.
typedef struct wend_body_pose {
    wend_vec3 feet;  // on the navmesh; the eye is `eye_height` above
    int32_t turns;   // whole turns taken, counter-clockwise: exact, never drifts
    int32_t looks;   // whole looks up
    float heading0;  // radians: heading before the turns; where the body started, and noise
    bool crouched;   // the eye is at 0.6 of its height
} wend_body_pose;

WEND_API float wend_body_pose_heading(const wend_body_pose* pose,
                                      const wend_body* body);  // radians, [-pi, pi)
WEND_API float wend_body_pose_tilt(const wend_body_pose* pose, const wend_body* body);  // radians
WEND_API wend_camera_pose wend_body_pose_to_camera(const wend_body_pose* pose,
                                                   const wend_body* body);

// ---- simulator ----------------------------------------------------------------------------------

typedef struct wend_sim wend_sim;

typedef struct wend_sim_def {
    wend_body body;
    wend_camera camera;
    bool uses_images;  // renders observations; default true
    bool moves_doors;  // doors can be opened: each simulator then has a navmesh of its own; default
                       // false
} wend_sim_def;

WEND_API wend_sim_def wend_sim_default_def(void);
WEND_API wend_status wend_sim_create(const wend_sim_def* def, wend_sim** sim, wend_error* error);
WEND_API void wend_sim_destroy(wend_sim* sim);  // Nullable: sim.

// Starts an episode in the initial state of the scene. The feet are snapped to the mesh:
// WEND_FORMAT when none is near. The world must outlive its use.
WEND_API wend_status wend_sim_reset(wend_sim* sim, const wend_world* world, wend_vec3 feet,
                                    float heading, wend_rng noise, wend_error* error);

// Starts on a viewpoint of a graph instead: the body moves along the edges of the graph by
// GO, or by FORWARD to the neighbour nearest to the centre of its view, and turns and looks by 30
// degrees: it must have 12 turns and look 30. The heading (radians) is snapped to 30 degrees. The
// camera is at the viewpoint's. Nullable: world (no images).
WEND_API wend_status wend_sim_reset_graph(wend_sim* sim, const wend_world* world,
                                          const wend_graph_world* graph, uint32_t node,
                                          float heading, wend_error* error);
WEND_API const wend_graph_world* wend_sim_graph(const wend_sim* sim);  // NULL: none
WEND_API wend_walker wend_sim_walker(const wend_sim* sim);             // on the graph

// From now on, and until the next reset, wend_sim_goal_distance is the distance to the nearest of
// these goals: by the world's fields while all doors are in their initial state, else exact.
WEND_API wend_status wend_sim_set_goals(wend_sim* sim, wend_vec3_span goals, wend_error* error);
// INFINITY: no goal can be reached. WEND_NO_MEMORY: the exact distance could not be computed.
WEND_API wend_status wend_sim_goal_distance(const wend_sim* sim, float* metres);
// The same for goals that come one after the other: the distance to goal `number` of the route.
WEND_API wend_status wend_sim_set_route(wend_sim* sim, wend_vec3_span goals, wend_error* error);
WEND_API wend_status wend_sim_route_distance(const wend_sim* sim, int number, float* metres);

// The result of a step.
typedef struct wend_outcome {
    bool collided;    // moved less than the full step
    bool changed;     // a door moved, or an object was picked or put
    float moved;      // metres
    uint32_t object;  // object of DOOR, PICK or PUT; 0: none in reach
    bool rested;      // PUT placed the load at `rest` (wend_load)
} wend_outcome;

WEND_API wend_status wend_sim_step(wend_sim* sim, wend_action action, wend_outcome* outcome,
                                   wend_error* error);
// Renders the current view into the frame's buffers.
WEND_API wend_status wend_sim_observe(wend_sim* sim, const wend_frame* frame, wend_error* error);

// On a graph all 36 views, one after the other: buffers are [36][height][width].
WEND_API wend_status wend_sim_observe_views(wend_sim* sim, const wend_frame* frame,
                                            wend_error* error);

WEND_API const wend_sim_def* wend_sim_get_def(const wend_sim* sim);
WEND_API const wend_world* wend_sim_world(const wend_sim* sim);  // NULL before the first reset
WEND_API const wend_navmesh* wend_sim_navmesh(
    const wend_sim* sim);  // with the current state of the doors
WEND_API wend_body_pose wend_sim_pose(const wend_sim* sim);
WEND_API uint32_t wend_sim_carried(const wend_sim* sim);               // object id; 0: nothing
WEND_API float wend_sim_openness(const wend_sim* sim, uint32_t door);  // 0 … 1
// Current position of an object: the centre of its box.
WEND_API wend_vec3 wend_sim_object_at(const wend_sim* sim, uint32_t object);
// False for inserted objects that were not placed, and for hidden objects.
WEND_API bool wend_sim_is_there(const wend_sim* sim, uint32_t object);
// Places an object: the centre of its base at `at`, its front towards `heading` (radians). For
// tasks that insert goals. The navmesh does not change. WEND_LIMIT when too many objects have
// moved, WEND_ARGUMENT when it cannot be moved (wend_object_can_move).
WEND_API wend_status wend_sim_place(wend_sim* sim, uint32_t object, wend_vec3 at, float heading,
                                    wend_error* error);
// Hides an object until it is placed.
WEND_API wend_status wend_sim_hide(wend_sim* sim, uint32_t object, wend_error* error);

// The only object that can be carried, for tasks with one. It is hidden while it is carried.
typedef struct wend_load {
    uint32_t object;
    float reach;         // max horizontal distance of PICK, metres
    wend_vec3 rest;      // target of PUT: the centre of its base
    float rest_heading;  // radians
    float rest_reach;  // max distance to `rest`, metres; beyond it PUT places it on the floor ahead
    float height;      // max height difference of both, metres
} wend_load;

// Until the next reset. WEND_ARGUMENT when the object cannot be moved.
WEND_API wend_status wend_sim_set_load(wend_sim* sim, const wend_load* load, wend_error* error);

// The door that DOOR would move: the nearest one within reach in front.
#define WEND_NO_DOOR UINT32_MAX
WEND_API uint32_t wend_sim_door_in_front(const wend_sim* sim);

#ifdef __cplusplus
}
#endif
#endif
