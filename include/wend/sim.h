// A world one can act in: a body that walks, turns, looks, opens doors and carries things.
//
// A `wend_world` is a scene made ready (navmesh and view): immutable, shared. A `wend_sim` is one
// body in one world: it belongs to one thread, allocates nothing while it steps, and the same
// world, start, seed and actions give the same poses and pictures everywhere.
#ifndef WEND_SIM_H
#define WEND_SIM_H

#include "wend/action.h"
#include "wend/field.h"
#include "wend/graph_world.h"
#include "wend/navmesh.h"
#include "wend/sense.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- world ------------------------------------------------------------------------------------

typedef struct wend_world wend_world;

typedef struct wend_world_def {
    wend_navmesh_def navmesh;  // default wend_navmesh_default_def()
    bool sighted;              // make it ready for looking at; default true
    bool fields;               // make it ready for distance fields; tasks reward progress towards a
                               // goal only where they are; default false
    const wend_guest* guests;  // [guest_count] added to the scene, hidden; default none
    int guest_count;
} wend_world_def;

WEND_API wend_world_def wend_world_default_def(void);
// The world owns the scene from here on, also when this fails. Nullable: def.
WEND_API wend_status wend_world_create(wend_scene* scene, const wend_world_def* def,
                                       wend_world** world, wend_error* error);

// Where a world comes from.
typedef struct wend_world_source {
    const char* scene;                // a reference (docs/concepts.md)
    const char* folder;               // its file is looked for here first; NULL: as it stands
    const char* cache;                // folder of files that make the next opening fast; NULL: none
    wend_import_def import;           // default wend_import_default_def()
    const wend_variation* variation;  // what is otherwise than in the scene; NULL: nothing
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
WEND_API const wend_view* wend_world_view(const wend_world* world);  // NULL if not sighted
// Distance fields of the world's navmesh, doors as the scene starts. NULL if made without.
// Of the file the scene comes from, before it is imported; 0: it has none, as one that is
// generated.
WEND_API wend_status wend_world_source_hash(const wend_world_source* source, uint64_t* hash,
                                            wend_error* error);
WEND_API wend_field_cache* wend_world_fields(const wend_world* world);

// ---- body -------------------------------------------------------------------------------------

// A body and how it moves. Habitat's usual values are the default.
typedef struct wend_body {
    float eye_height;  // metres above the feet; default 1.25
    float step;        // metres of FORWARD; default 0.25
    int turns;         // LEFT and RIGHT turn by 360 / turns degrees; default 12 (30 degrees)
    float look;        // degrees of UP and DOWN; default 30
    float max_tilt;    // degrees; default 60
    bool slide;        // along walls, as Habitat does; default false
    float reach;       // metres a hand reaches, for doors and things; default 1.5
    // Noise of the motors, Gaussian; RoboTHOR's by wend_body_robothor. Default 0: none.
    float step_mean, step_sigma;  // metres added to a step
    float drift_sigma;            // degrees of turn before a step
    float turn_sigma;             // degrees added to a turn
    bool all_or_nothing;  // a step that is blocked is not taken at all, as in RoboTHOR; default
                          // false
} wend_body;

WEND_API wend_body wend_body_default(void);
WEND_API wend_body wend_body_robothor(void);  // LoCoBot with RoboTHOR's motor noise

// Where a body stands and which way it faces.
typedef struct wend_pose {
    wend_vec3 feet;  // on the navmesh; the eye is `eye_height` above
    int32_t turns;   // whole turns taken, counter-clockwise: exact, never drifts
    int32_t looks;   // whole looks up
    float heading0;  // radians: heading before the turns; where the body started, and noise
    bool crouched;   // the eye is at 0.6 of its height
} wend_pose;

WEND_API float wend_pose_heading(const wend_pose* pose,
                                 const wend_body* body);                      // radians, [-pi, pi)
WEND_API float wend_pose_tilt(const wend_pose* pose, const wend_body* body);  // radians
WEND_API wend_gaze wend_pose_gaze(const wend_pose* pose, const wend_body* body);

// ---- simulator --------------------------------------------------------------------------------

typedef struct wend_sim wend_sim;

typedef struct wend_sim_def {
    wend_body body;
    wend_camera camera;
    bool sighted;      // has eyes; default true
    bool moves_doors;  // doors can be opened: each simulator then has a navmesh of its own; default
                       // false
} wend_sim_def;

WEND_API wend_sim_def wend_sim_default_def(void);
WEND_API wend_status wend_sim_create(const wend_sim_def* def, wend_sim** sim, wend_error* error);
WEND_API void wend_sim_destroy(wend_sim* sim);  // Nullable: sim.

// Puts the body into a world; everything stands as the scene starts. The feet are snapped to the
// mesh: WEND_FORMAT when there is none near. The world must outlive its use.
WEND_API wend_status wend_sim_reset(wend_sim* sim, const wend_world* world, wend_vec3 feet,
                                    float heading, wend_rng noise, wend_error* error);

// Puts the body onto a viewpoint of a graph instead, where it moves along the ways of the graph by
// GO, or by FORWARD to the one nearest to where it looks, and turns and looks by 30 degrees: it
// must have 12 turns and look 30. The heading (radians) is snapped to 30 degrees. Its eye is where
// the viewpoint's camera is. Nullable: world; then there are no pictures.
WEND_API wend_status wend_sim_reset_graph(wend_sim* sim, const wend_world* world,
                                          const wend_graph_world* graph, uint32_t node,
                                          float heading, wend_error* error);
WEND_API const wend_graph_world* wend_sim_graph(const wend_sim* sim);  // NULL: none
WEND_API wend_walker wend_sim_walker(const wend_sim* sim);             // on the graph

// From now on, and until the next reset, wend_sim_goal_distance is the way left to the nearest of
// these goals: by the world's fields while the doors stand as they started, else exact.
WEND_API wend_status wend_sim_set_goals(wend_sim* sim, wend_vec3_span goals, wend_error* error);
WEND_API float wend_sim_goal_distance(const wend_sim* sim);  // INFINITY: no goal can be reached
// The same for goals that come one after the other: the way left to goal `number` of the route.
WEND_API wend_status wend_sim_set_route(wend_sim* sim, wend_vec3_span goals, wend_error* error);
WEND_API float wend_sim_route_distance(const wend_sim* sim, int number);

// What a step did.
typedef struct wend_outcome {
    bool collided;    // moved less than it wanted to
    bool changed;     // a door moved, a thing was taken or put
    float moved;      // metres
    uint32_t object;  // what DOOR, PICK or PUT was about; 0: nothing in reach
    bool rested;      // PUT laid the load where it belongs (wend_load)
} wend_outcome;

WEND_API wend_status wend_sim_step(wend_sim* sim, wend_action action, wend_outcome* outcome,
                                   wend_error* error);
// Fills the frame's buffers with what the body sees now.
WEND_API wend_status wend_sim_observe(wend_sim* sim, const wend_frame* frame, wend_error* error);

// On a graph all 36 views, one after the other: buffers are [36][height][width].
WEND_API wend_status wend_sim_observe_views(wend_sim* sim, const wend_frame* frame,
                                            wend_error* error);

WEND_API const wend_sim_def* wend_sim_get_def(const wend_sim* sim);
WEND_API const wend_world* wend_sim_world(const wend_sim* sim);      // NULL before the first reset
WEND_API const wend_navmesh* wend_sim_navmesh(const wend_sim* sim);  // doors as they stand now
WEND_API wend_pose wend_sim_pose(const wend_sim* sim);
WEND_API uint32_t wend_sim_carried(const wend_sim* sim);               // object id; 0: nothing
WEND_API float wend_sim_openness(const wend_sim* sim, uint32_t door);  // 0 … 1
// Where an object is now: the middle of its box.
WEND_API wend_vec3 wend_sim_object_at(const wend_sim* sim, uint32_t object);
// False for guests that were not placed, and for what was hidden.
WEND_API bool wend_sim_is_there(const wend_sim* sim, uint32_t object);
// Puts an object somewhere from now on: the middle of its underside to `at`, its front towards
// `heading` (radians). For tasks that insert goals. The navmesh stays as it is. WEND_LIMIT when too
// many have moved, WEND_ARGUMENT when it cannot be moved (wend_object_can_move).
WEND_API wend_status wend_sim_place(wend_sim* sim, uint32_t object, wend_vec3 at, float heading,
                                    wend_error* error);
// Takes an object out of sight until it is placed.
WEND_API wend_status wend_sim_hide(wend_sim* sim, uint32_t object, wend_error* error);

// The one thing that can be carried, where a task is about one: PICK then takes nothing else, and
// it is carried on the back, out of sight.
typedef struct wend_load {
    uint32_t object;
    float reach;         // metres on the ground plane from which PICK takes it
    wend_vec3 rest;      // where PUT lays it: the middle of its underside
    float rest_heading;  // radians
    float rest_reach;    // from so near; elsewhere PUT lays it on the floor ahead
    float height;        // metres up or down from which either can be done
} wend_load;

// Until the next reset. WEND_ARGUMENT when the object cannot be moved.
WEND_API wend_status wend_sim_set_load(wend_sim* sim, const wend_load* load, wend_error* error);

// The door that DOOR would move now: the nearest in reach and in front.
#define WEND_NO_DOOR UINT32_MAX
WEND_API uint32_t wend_sim_door_in_front(const wend_sim* sim);

#ifdef __cplusplus
}
#endif
#endif
