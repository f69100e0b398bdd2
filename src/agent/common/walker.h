// Plans paths over a map and follows them. Shared by all agents.
//
// Planning:   walker_compute_distances (distances from the agent to every cell, wend_route_spread)
//             walker_plan (path to a point)
// Following:  walker_step   discrete actions: FORWARD by a fixed step, LEFT and RIGHT by a fixed
//                           turn
//             walker_drive  velocity actions: forward and turn rate for a fixed period
//
// The clearance of paths is a parameter: `modes`. An agent tries the modes in order, so that it
// passes narrow gaps only where no other path leads to the target.
#ifndef WEND_AGENT_COMMON_WALKER_H
#define WEND_AGENT_COMMON_WALKER_H

#include "wend/agent.h"
#include "wend/map.h"

enum { WALKER_MAX_WAYPOINTS = 64, WALKER_BUMPS = 64 };

// Position and heading (in turns) of a FORWARD action.
typedef struct walker_move {
    float x, z;
    int heading;
} walker_move;

typedef enum walker_mode {
    WALKER_EASY,     // keeps a distance to obstacles
    WALKER_NARROW,   // close to obstacles
    WALKER_TIGHT,    // through any gap
    WALKER_UNKNOWN,  // over unobserved cells too
    WALKER_MODES
} walker_mode;

// Parameters of wend_route_from, in metres.
typedef struct walker_mode_def {
    float radius;   // clearance that paths keep
    float comfort;  // clearance below which cells cost more
    float unknown;  // cost of an unobserved cell relative to a free one; 0: not traversable
    float limit;    // max path length; 0: the default
} walker_mode_def;

// Limits of velocity actions.
typedef struct walker_drive_def {
    float speed;   // metres per second
    float turn;    // radians per second
    float period;  // seconds of an action
} walker_drive_def;

typedef struct walker_def {
    walker_mode_def modes[WALKER_MODES];
    int max_waypoints;  // of a path, at most WALKER_MAX_WAYPOINTS; longer paths are truncated
    bool snaps;   // paths end at the reachable point nearest to the target even if the target's
                  // own cell is reachable
    bool steady;  // prefers few turns, and does not repeat a step that it reversed
    walker_drive_def drive;
} walker_def;

// Paths for discrete actions, tuned on MultiON's and PASTURE's generated houses.
walker_def walker_default_def(void);

typedef struct walker {
    walker_def def;
    wend_agent_body body;
    wend_map* map;
    wend_route*
        routes[WALKER_MODES];  // one per mode, cached: recomputed only if the map has changed
    wend_route* route;         // the one computed last
    wend_pose pose;
    int heading;  // turns since the start, 0 … body.turns - 1

    wend_vec2 path[WALKER_MAX_WAYPOINTS];  // (x, z) of the waypoints
    int path_count;
    int path_next;  // walker_drive: index of the current waypoint
    wend_vec2 target;
    int age;               // steps since the path was planned; -1: no path
    float radius;          // clearance of the path
    bool crosses_unknown;  // the path crosses unobserved cells

    walker_move bumps[WALKER_BUMPS];  // steps that collided; a ring buffer
    int bump_count;
    bool stepping;         // the last action should have moved the agent forward
    walker_move steps[2];  // the last two FORWARD actions, the latest first
    int aim;               // heading to turn to; -1: none
} walker;

// `w->def` must be set by the caller.
wend_status walker_create(walker* w, wend_map* map, wend_error* error);
void walker_destroy(walker* w);
void walker_reset(walker* w, const wend_agent_body* body);
// Reads pose and collision from the observation. With discrete actions, call it first in every
// step.
wend_status walker_sense(walker* w, const wend_observation* o, wend_error* error);

// ---- planning -----------------------------------------------------------------------------------

// Distances from the agent to every cell, into w->route. Drops the path.
wend_status walker_compute_distances(walker* w, walker_mode mode, wend_error* error);
// Plans the path to a point by w->route, or to the reachable point nearest to it within `within`
// metres. False when there is none.
bool walker_plan(walker* w, float x, float z, float within);
bool walker_has_path(const walker* w);
void walker_drop_path(walker* w);

// ---- discrete actions (walker.c) ----------------------------------------------------------------

// Next action on the path; false if the path is complete or blocked: plan again.
bool walker_step(walker* w, wend_action_kind* action);
// Turns towards a point; false when no turn brings the heading closer.
bool walker_face(walker* w, float x, float z, wend_action_kind* action);
// A random action that did not collide here before.
wend_action_kind walker_escape(walker* w, wend_rng* rng);

// ---- velocity actions (walker_drive.c) ----------------------------------------------------------

// Radians from the heading to a point, counter-clockwise.
float walker_bearing(const walker* w, float x, float z);
wend_action walker_set_velocity(walker* w, float forward, float turn);
// Turns on the spot by up to `angle` radians.
wend_action walker_turn(walker* w, float angle);
// Turns to a point and drives there, slower the farther it is off the heading.
wend_action walker_drive_towards(walker* w, float x, float z);
// Next action on the path; false if the path is complete.
bool walker_drive(walker* w, wend_action* action);

#endif
