// The parts of a CoW: what it knows and wants, and how it walks up to a thing.
#ifndef WEND_AGENT_COW_PARTS_H
#define WEND_AGENT_COW_PARTS_H

#include "agent/cow_memory.h"
#include "agent/explorer.h"

typedef struct cow_def {
    int localizer;  // default lexical
    int explore;    // default frontier: the nearest, as in the paper
    int bump;       // how it tells a failed action; default match (cow_test)
    int post;       // what of a find is kept, on the map and in mind; default mask
    int relations;  // 1: relations of the text are judged on the map; default 1
    int confirm;    // 1: a thing is judged again from near by, and may be refused; default 1
    float go;  // how sure it is when it walks up to a thing, 0 … 1; default 0.5; shown the truth:
               // 0.1, with mistakes 0.35
    float stop;     // and when it stops there; default as `go`
    float look;     // and when it walks up to one near by for a closer look; default 0.25
    float detour;   // metres that such a one may be away; default 2
    float reach;    // metres from the thing at which it stops; default 0.75 (1.0 in the paper)
    int max_steps;  // it goes to its best guess before these are over; default 250; 0: never
    float miss;     // truth+noise: share of pictures in which the thing is not seen
    float alarm;    // and in which something else is taken for it
} cow_def;

typedef enum cow_mode { MODE_SPIN, MODE_EXPLORE, MODE_APPROACH, MODE_STOP, MODE_ASIDE } cow_mode;

typedef struct cow {
    cow_def def;
    const wend_localizer_kind* kind;
    void* localizer;
    wend_map* map;
    cow_pose pose;
    walker walker;
    explorer explorer;
    cow_memory memory;
    wend_finds finds;
    float *depth, *relevance;  // of the map's picture
    cow_mode mode;
    int spin;        // turns left of it
    int trouble;     // steps without a way to the target
    int patience;    // steps until a way is planned again
    int target;      // thing walked up to; -1: none
    wend_vec2 spot;  // where it came to last
    int stay;        // steps since
    int search;      // turns left in which it looks for the thing before it stops
    bool aside;      // it has stepped aside to see it
    bool last_chance;
    float eye_height;  // metres
    wend_rng rng;
    int restarts;
    int localized;       // step at which it set out for what it stopped at; -1: never
    const char* reason;  // why it stopped
    float score;         // how sure it was then
} cow;

// It is somewhere, and means to leave.
void cow_come_to(cow* c);
// Whether it has been around the same spot for too long. Every step that should lead away.
bool cow_is_stuck(cow* c);

// ---- approaching (cow_approach.c) ---------------------------------------------------------------

// Sets out for the best thing when it is sure enough, or when there is just time to get there; and
// for one near by that is worth a closer look.
void cow_choose_target(cow* c, int step);
// Leaves MODE_APPROACH when it has arrived or given up; else there is an action.
wend_status cow_approach(cow* c, wend_action_kind* action, wend_error* error);
// Turns to the thing, looks up or down at it if it is too high or low to be seen, and stops. Where
// it is not to be seen, the place is not quite what it was taken for: it looks around, and from
// another side, once.
wend_status cow_look_and_stop(cow* c, int step, wend_action_kind* action, wend_error* error);

#endif
