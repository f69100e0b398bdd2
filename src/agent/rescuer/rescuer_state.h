// State of the rescuer, and the functions that its files share.
#ifndef WEND_AGENT_RESCUER_RESCUER_STATE_H
#define WEND_AGENT_RESCUER_RESCUER_STATE_H

#include "agent/common/walker.h"
#include "agent/rescuer/rescue_detector.h"
#include "agent/rescuer/rescuer_constants.h"
#include "agent/rescuer/rescuer_edges.h"
#include "agent/rescuer/rescuer_roofs.h"
#include "agent/rescuer/rescuer_trail.h"
#include "language/rescue_clue.h"

#include "wend/agent.h"
#include "wend/map.h"

enum {
    MAX_WAYPOINTS = 48,
    MAX_POSITIONS = 64,
    MAX_DOORS = 48,
    MAX_HINTS = 32,
    MAX_EDGES = 1024,
    MAX_BEDS = 8
};
enum { SEMANTICS_RGBD, SEMANTICS_TRUTH };
enum { MEMORY_METRIC, MEMORY_PATH, MEMORY_NONE };
enum { EXPLORE_CLUE, EXPLORE_FRONTIER, EXPLORE_ROOMS };

// Positions in the frame of the start; a full list overwrites its oldest item.
typedef struct position_list {
    wend_vec3 items[MAX_POSITIONS];
    int count;
} position_list;

// Candidate for the stretcher.
typedef struct rescuer_find {
    wend_vec3 at;
    int views, step;  // number of images that showed it; step of the first
} rescuer_find;

typedef struct rescuer_door {
    float x, z, y;
    float turn;  // radians: heading of the path through the door
    int tries;
    int views;
} rescuer_door;

// Candidate for the person.
typedef struct rescuer_hint {
    wend_vec3 at;
    int step;    // step of the first image
    int views;   // images that showed it
    int alike;   // of them, images in which its colours match the palette
    int close;   // of them, images from near
    int misses;  // images from near that should have shown it, but did not
} rescuer_hint;

// Kind of the current target.
typedef enum rescuer_aim {
    AIM_NONE,
    AIM_FRONTIER,  // the edge of what is known
    AIM_DOOR,
    AIM_BEYOND,  // behind a door that has been opened
    AIM_HINT,
    AIM_STAIRS,
    AIM_ROUND,  // a circle around the start, to find the stretcher
} rescuer_aim;

typedef struct rescuer {
    int semantics, memory, explore, reads;
    wend_map* map;
    walker walker;
    rescuer_edges* edges;
    rescue_detector* detector;
    rescuer_trail trail;
    rescuer_roofs roofs;  // ceilings of the ground floor
    wend_rng rng;
    const wend_observation* o;  // observation of this step

    rescue_clue clue;
    rescuer_find beds[MAX_BEDS];
    int bed_count;
    int stretcher;           // index in `beds`; -1: none
    int person;              // index in `hints` of the confirmed person; -1: none
    position_list refuted;   // rejected person candidates
    position_list vain;      // targets that were unreachable or showed nothing
    position_list openings;  // doors that opened without having been detected
    position_list flights;   // stairs climbed in the current building
    position_list spent;     // stairs of buildings that are searched completely
    rescuer_door doors[MAX_DOORS];
    int door_count;
    rescuer_hint hints[MAX_HINTS];
    int hint_count;

    int patience;  // steps until the path is planned again
    rescuer_aim aim;
    int aimed;  // index of the door or hint
    wend_vec2 target;
    int spin;       // remaining steps of a look-around
    int stay;       // steps at the person (or stretcher) without success
    int unreached;  // failed path searches to the person
    int wait;       // steps until the next path search
    bool carried;
    bool home;      // back at the start, but the stretcher is not detected
    bool returned;  // reached the stretcher's position or the end of the trail
    bool mapped;    // the last step of the return followed a path over the map
    int misled;     // number of paths over the map that failed during the return
    bool retraces;  // the return uses the trail only
    int level;

    // effect of the last action
    int nods;                          // 1: look up, -1: look down
    int tilt;                          // current camera tilt, in actions
    wend_vec3 last_feet, before_feet;  // positions in this step and in the one before
    float last_heading;
    int blocked;  // consecutive steps that should have moved the agent, but did not
    int back;     // remaining steps of backing out
    int onward;   // remaining steps straight ahead at the end of a flight

    int stuck_count, opened;
    bool roofed;       // below a ceiling
    bool indoors;      // the episode started below a ceiling
    int roof_steps;    // consecutive images that contradict `roofed`
    wend_vec3 open;    // last position outdoors
    bool retreats;     // follows the trail back
    bool leaves;       // the retreat leaves a building
    int empty;         // number of times that no target was left
    bool landed;       // reached another level and has not looked around yet
    bool peered;       // has looked down and around since the last target
    wend_vec3 looked;  // position of the last look-around for doors
    int house;         // index of the door by which it entered the building; -1: none
} rescuer;

// ---- detection (rescuer_look.c) -----------------------------------------------------------------

float level_distance(wend_vec3 a, wend_vec3 b);
bool position_list_has(const position_list* list, wend_vec3 at, float within);
void position_list_add(position_list* list, wend_vec3 at);
// Updates all detections from the image of this step.
void rescuer_look(rescuer* r);
// Whether a hint is worth visiting.
bool rescuer_hint_is_open(const rescuer_hint* hint);
// Whether a person at `at` is consistent with the clue.
bool rescuer_may_lie(const rescuer* r, wend_vec3 at);
// Rejects a hint: there is no person, or it is unreachable.
void rescuer_refute(rescuer* r, int hint);
// Rejects a stretcher candidate.
void rescuer_refute_bed(rescuer* r, int bed);

// ---- motion (rescuer_walk.c) --------------------------------------------------------------------

// Evaluates the last action: detects opened doors and blocked moves.
wend_status rescuer_notice(rescuer* r, wend_error* error);
wend_action rescuer_nod(rescuer* r, int up);
// To a position within `within` metres: over observed cells or, with `unknown`, else over
// unobserved ones. `*going` is false when no path leads there.
wend_status rescuer_go_to(rescuer* r, wend_vec3 at, float within, bool unknown, bool* going,
                          wend_action* action, wend_error* error);
void rescuer_drop_path(rescuer* r);
wend_action rescuer_back_out(rescuer* r);
wend_status rescuer_get_unstuck(rescuer* r, wend_error* error);

// ---- exploration (rescuer_search.c) -------------------------------------------------------------

void rescuer_read_clue(rescuer* r);
// Whether the target may be behind a door.
bool rescuer_wants_doors(const rescuer* r);
// Whether the agent is not inside a building that it entered by a door; porches have roofs too.
bool rescuer_is_before(const rescuer* r);
// Whether to enter the building behind `entrance`: the agent is outside, and the clue says inside
// and is consistent with the position.
bool rescuer_wants_in(const rescuer* r, wend_vec3 entrance);
// Radians by which a position, seen from the start, lies outside of the clue's direction; metres by
// which it is farther (negative: nearer) than the clue's distance. 0 if the clue says nothing.
float rescuer_off_clue(const rescuer* r, float x, float z);
float rescuer_off_ring(const rescuer* r, float x, float z);
wend_status rescuer_explore(rescuer* r, wend_action* action, wend_error* error);

#endif
