// The parts of a rescuer: what it knows, how it looks, walks and searches.
#ifndef WEND_AGENT_RESCUER_PARTS_H
#define WEND_AGENT_RESCUER_PARTS_H

#include "agent/rescuer_edges.h"
#include "agent/rescuer_roofs.h"
#include "agent/rescuer_trail.h"
#include "language/rescue_clue.h"
#include "perceive/rescue_sights.h"

#include "wend/agent.h"
#include "wend/map.h"

enum {
    MAX_WAY = 48,
    MAX_PLACES = 64,
    MAX_DOORS = 48,
    MAX_HINTS = 32,
    MAX_EDGES = 1024,
    MAX_BEDS = 8
};
enum { WHOLE_TURN = 21 };  // steps
enum { EYES_RGBD, EYES_TRUTH };
enum { MEMORY_METRIC, MEMORY_PATH, MEMORY_NONE };
enum { EXPLORE_CLUE, EXPLORE_FRONTIER, EXPLORE_ROOMS };

// Places in the frame of the start; the latest take the place of the oldest.
typedef struct place_list {
    wend_vec3 items[MAX_PLACES];
    int count;
} place_list;

// Something that looks like a stretcher.
typedef struct rescuer_find {
    wend_vec3 at;
    int views, step;  // pictures that showed it; the first
} rescuer_find;

typedef struct rescuer_door {
    float x, z, y;
    float turn;  // radians: heading of the way through
    int tries;
    int views;
} rescuer_door;

// Somebody who may be lying there.
typedef struct rescuer_hint {
    wend_vec3 at;
    int step;    // of the first picture
    int views;   // pictures that showed it,
    int alike;   // those of them in which it had the right colours,
    int close;   // and those from near by;
    int misses;  // and those from near by that should have, and did not
} rescuer_hint;

// What it is on its way to.
typedef enum rescuer_aim {
    AIM_NONE,
    AIM_FRONTIER,  // the edge of what is known
    AIM_DOOR,
    AIM_BEYOND,  // a door that has been opened
    AIM_HINT,
    AIM_STAIRS,
    AIM_ROUND,  // around the start, for the stretcher
} rescuer_aim;

typedef struct rescuer {
    int eyes, memory, explore, reads;
    wend_map* map;
    wend_route* route;
    rescuer_edges* edges;
    rescue_sights* sights;
    rescuer_trail trail;
    rescuer_roofs roofs;  // of the ground floor
    wend_agent_body body;
    wend_rng rng;
    const wend_observation* o;  // of this step

    wend_map_pose pose;
    rescue_clue clue;
    rescuer_find beds[MAX_BEDS];
    int bed_count;
    int stretcher;        // the bed it believes in; -1: none
    int person;           // the hint it is sure of; -1: none
    place_list refuted;   // heaps that were nobody
    place_list vain;      // places that could not be reached, or showed nothing
    place_list openings;  // where doors were opened that it had not seen
    place_list flights;   // stairs that it climbed in this building,
    place_list spent;     // and in those in which nothing was left
    rescuer_door doors[MAX_DOORS];
    int door_count;
    rescuer_hint hints[MAX_HINTS];
    int hint_count;

    wend_vec2 way[MAX_WAY];
    int way_count, way_next;
    int patience;  // steps until the way is thought over
    rescuer_aim aim;
    int aimed;  // which door or hint
    wend_vec2 target;
    int spin;       // steps left of a look around
    int stay;       // steps near the person without having it
    int unreached;  // times that no way led to it
    int wait;       // steps until a way is looked for again
    bool carried;
    bool home;      // it is back, and the stretcher is still to be found
    bool returned;  // it has been near the stretcher again, or at the end of its trail
    bool mapped;    // the last step of the way back was one over the map
    int misled;     // times that a way over the map ended on the way back
    bool retraces;  // it goes back by its own trail, whatever the map says
    int level;

    // what the last action was to do
    bool went;
    int nods;                          // 1: look up, -1: look down
    int tilt;                          // nods so far
    wend_vec3 last_feet, before_feet;  // of this step and the one before
    float last_heading;
    int blocked;  // steps that should have moved and did not
    int back;     // steps left of backing out
    int onward;   // steps left straight ahead, up the end of a flight

    int stuck_count, opened, planned;
    bool roofed;       // a ceiling is above
    bool indoors;      // one was from the start
    int roof_steps;    // pictures that said otherwise
    wend_vec3 open;    // the last place under the sky
    bool retreats;     // it goes back the way it came,
    bool leaves;       // out of a building
    int empty;         // times that nothing was left to see
    bool landed;       // it has come to another level, and not looked around yet
    bool peered;       // it has looked down and around since it last knew where to go
    wend_vec3 looked;  // where it last looked around for doors
    int house;         // the door it came in by; -1: none
} rescuer;

// ---- looking (rescuer_look.c) -------------------------------------------------------------------

float level_distance(wend_vec3 a, wend_vec3 b);
bool place_list_has(const place_list* list, wend_vec3 at, float within);
void place_list_add(place_list* list, wend_vec3 at);
// Everything this step's picture shows.
void rescuer_look(rescuer* r);
// Whether a hint is worth going there.
bool rescuer_hint_is_open(const rescuer_hint* hint);
// Whether the clue can mean somebody there.
bool rescuer_may_lie(const rescuer* r, wend_vec3 at);
// Nobody is there, or nobody can get there.
void rescuer_refute(rescuer* r, int hint);
// What looked like a stretcher is none.
void rescuer_refute_bed(rescuer* r, int bed);

// ---- walking (rescuer_walk.c) -------------------------------------------------------------------

// What came of the last action: a door was opened, or something was in the way.
wend_status rescuer_notice(rescuer* r, wend_error* error);
// Radians to the left of straight ahead.
float rescuer_bearing(const rescuer* r, float x, float z);
wend_action rescuer_drive(rescuer* r, float forward, float turn);
wend_action rescuer_nod(rescuer* r, int up);
wend_action rescuer_turn_to(rescuer* r, float off);
wend_action rescuer_walk_towards(rescuer* r, float x, float z);
bool rescuer_follow_way(rescuer* r, wend_action* action);
// Routes from here to everywhere; `unknown` as in wend_route_from.
wend_status rescuer_look_ways(rescuer* r, float unknown, wend_error* error);
bool rescuer_take_way(rescuer* r, float x, float z, float within);
// To a place, over what is known; with `bold` else through what is not.
wend_status rescuer_go_to(rescuer* r, wend_vec3 at, float within, bool bold, bool* going,
                          wend_action* action, wend_error* error);
void rescuer_drop_way(rescuer* r);
wend_action rescuer_back_out(rescuer* r);
wend_status rescuer_get_unstuck(rescuer* r, wend_error* error);

// ---- searching (rescuer_search.c) ---------------------------------------------------------------

void rescuer_read_clue(rescuer* r);
// Whether what it looks for may be behind a door.
bool rescuer_wants_doors(const rescuer* r);
// Whether it is in no building; porches have roofs too.
bool rescuer_is_before(const rescuer* r);
// Whether it stands before a building that the clue can mean.
bool rescuer_wants_in(const rescuer* r, wend_vec3 entrance);
// Radians by which a place, seen from the start, lies outside of the clue's direction, and metres
// by which it is farther (or, below 0, nearer) than its distance; 0 where nothing is said.
float rescuer_off_clue(const rescuer* r, float x, float z);
float rescuer_off_ring(const rescuer* r, float x, float z);
wend_status rescuer_explore(rescuer* r, wend_action* action, wend_error* error);

#endif
