// State of the guide-follower, and the functions that its files share.
#ifndef WEND_AGENT_GUIDE_GUIDE_STATE_H
#define WEND_AGENT_GUIDE_GUIDE_STATE_H

#include "agent/common/walker.h"
#include "agent/guide/guide_captions.h"
#include "agent/guide/guide_plan.h"

enum { MEMORY_EPISODE, MEMORY_TOUR, MEMORY_KNOWN };
enum { SEMANTICS_LEXICAL, SEMANTICS_TRUTH };
enum { MAX_VAIN = 32 };

typedef struct guide {
    int memory, semantics;
    wend_map* map;
    walker walker;
    wend_instruction_parser* parser;
    guide_objects objects;
    guide_ground ground;
    guide_planner planner;
    guide_path path;
    guide_captions captions;
    wend_parsed_instruction parsed;
    wend_parsed_step steps[WEND_MAX_PARSED_STEPS + 1];
    int step_count;

    wend_agent_body body;
    wend_rng rng;
    const wend_observation* o;
    bool read;  // the instruction has been parsed

    // The current part of the instruction: the steps up to the next stairs, or to the end.
    int first, last;
    wend_vec2 from;
    float from_heading;
    bool climbing;
    float climb_from;        // height at which the climb began, metres
    bool looked_for_treads;  // has looked around since the last tread
    int vain_climbs;         // number of positions without stairs

    int spin;  // remaining turns of a look-around
    bool looked, planned;
    wend_vec2 looked_at, planned_at;
    int reached;           // index of the path point reached
    wend_vec2 settled_at;  // centre of the area without progress
    int settled;           // step at which the agent entered that area
    wend_vec2 seen_at;     // position and
    float seen_to;         // heading of the last object detection
    int seen_level;
    wend_vec2 vain[MAX_VAIN];  // unreachable positions
    int vain_count;
    int patience, stuck;
    char place[64];  // id of the viewpoint of the last look-around

    int plans, spins, climbs;
} guide;

bool guide_is_stairs(const wend_parsed_step* step);
// Makes the steps from `first` up to the next stairs, or the end, the current part.
void guide_begin_stretch(guide* g, int first);
// Plans the path that fits the current part best.
wend_status guide_think(guide* g, wend_error* error);
// Called at the end of the current part: assigns room names.
void guide_finish(guide* g);
int guide_full_spin(const guide* g);

// Updates map and objects; on graphs once per viewpoint. (guide_sight.c)
wend_status guide_see(guide* g, const wend_observation* o, wend_error* error);
// One step on the stairs; `*acted` is false if there is nothing to climb. (guide_stairs.c)
void guide_begin_climb(guide* g);
wend_status guide_climb(guide* g, bool* acted, wend_action_kind* action, wend_error* error);
// Takes the edge of the viewpoint graph along the path; else STOP. (guide_graph.c)
wend_status guide_choose_neighbour(guide* g, wend_action* action, wend_error* error);

#endif
