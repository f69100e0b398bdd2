// Walks a body of fixed steps and turns along ways over a map.
#ifndef WEND_AGENT_WALKER_H
#define WEND_AGENT_WALKER_H

#include "wend/agent.h"
#include "wend/map.h"

enum { WALKER_WAY = 64, WALKER_BUMPS = 64 };

// A step: from where, and which way.
typedef struct walker_move {
    float x, z;
    int heading;
} walker_move;

// How ways lead: keeping clear of things, beside them, through any gap, or over unknown ground.
typedef enum walker_manner {
    WALKER_EASY,
    WALKER_NARROW,
    WALKER_TIGHT,
    WALKER_BOLD,
    WALKER_MANNERS
} walker_manner;

typedef struct walker {
    wend_agent_body body;
    wend_map* map;
    wend_route* routes[WALKER_MANNERS];  // kept: who finds no way asks for the same ones again
    wend_route* route;  // one of them: from where the body stood when it was last planned
    bool steady;        // it turns as rarely as it can, and does not go to and fro
    wend_map_pose pose;
    int heading;  // whole turns since the start, 0 … body.turns - 1

    wend_vec2 way[WALKER_WAY];
    int way_count;
    wend_vec2 target;
    int age;       // steps since the way was planned; -1: there is none
    float radius;  // that the way keeps
    bool bold;     // it leads over unknown ground

    walker_move bumps[WALKER_BUMPS];  // those that led nowhere, the latest in a ring
    int bump_count;
    bool stepping;         // the last action was a step ahead
    walker_move steps[2];  // where the last two steps were taken from, the latest first
    int aim;               // heading it turns to; -1: none
} walker;

wend_status walker_create(walker* w, wend_map* map, wend_error* error);
void walker_destroy(walker* w);
void walker_reset(walker* w, const wend_agent_body* body);
// Every step, before anything else: where the body is, and whether it ran into something.
wend_status walker_sense(walker* w, const wend_observation* o, wend_error* error);

// Distances from here to everywhere, into w->route.
wend_status walker_look_ways(walker* w, walker_manner manner, wend_error* error);
// Plans the way to a point in w->route, or to the reachable point nearest to it within `within`.
// False when there is none.
bool walker_plan(walker* w, float x, float z, float within);
bool walker_has_way(const walker* w);
// The next move on the way; false when it has ended or is blocked: then plan again.
bool walker_step(walker* w, wend_action_kind* action);
// Turns to face a point; false when it faces it as well as turns allow.
bool walker_face(walker* w, float x, float z, wend_action_kind* action);
// Any move that leads out of a place where nothing else helps.
wend_action_kind walker_escape(walker* w, wend_rng* rng);

#endif
