// What a follower keeps from step to step, and what the files of it do for each other.
#ifndef WEND_AGENT_GUIDE_STATE_H
#define WEND_AGENT_GUIDE_STATE_H

#include "agent/guide_plan.h"
#include "agent/walker.h"

enum { MEMORY_EPISODE, MEMORY_TOUR, MEMORY_KNOWN };
enum { SEMANTICS_LEXICAL, SEMANTICS_TRUTH };
enum { MAX_VAIN = 32 };

typedef struct guide {
    int memory, semantics;
    wend_map* map;
    walker walker;
    wend_heed* heed;
    guide_things things;
    guide_ground ground;
    guide_planner planner;
    guide_walk walk;
    wend_heeded heeded;
    wend_heeded_step steps[WEND_MAX_HEEDED + 1];
    int step_count;

    wend_agent_body body;
    wend_rng rng;
    const wend_observation* o;
    bool read;  // the instruction

    // The stretch it is on: the steps up to the next stairs, or the end.
    int first, last;
    wend_vec2 from;
    float from_heading;
    bool climbing;
    float climb_from;        // altitude it began at
    bool looked_for_treads;  // since the last one
    int vain_climbs;         // where there were no stairs

    int spin;  // turns left of a look around
    bool looked, planned;
    wend_vec2 looked_at, planned_at;
    int reached;           // point of the walk
    wend_vec2 settled_at;  // where it has been about
    int settled;           // since this step
    wend_vec2 seen_at;     // where and
    float seen_to;         // which way it last recognised things
    int seen_level;
    wend_vec2 vain[MAX_VAIN];  // places that could not be reached
    int vain_count;
    int patience, stuck;
    char place[64];  // viewpoint it looked around at

    int plans, spins, climbs;
} guide;

bool guide_is_stairs(const wend_heeded_step* step);
// The steps from `first` up to the next stairs, or the end, are what it is about now.
void guide_begin_stretch(guide* g, int first);
// The walk that explains the stretch best, by what is known by now.
wend_status guide_think(guide* g, wend_error* error);
// It is where the stretch ends.
void guide_finish(guide* g);
int guide_full_spin(const guide* g);

// What is seen goes into map and things; on graphs once a viewpoint. (guide_sight.c)
wend_status guide_see(guide* g, const wend_observation* o, wend_error* error);
// A step up or down the stairs; none when there is nothing to climb. (guide_stairs.c)
void guide_begin_climb(guide* g);
wend_status guide_climb(guide* g, bool* acted, wend_action_kind* action, wend_error* error);
// The way from a viewpoint that leads along the walk; else STOP. (guide_graph.c)
wend_status guide_choose_way(guide* g, wend_action* action, wend_error* error);

#endif
