// State of the CoW agent, and the functions that its files share.
#ifndef WEND_AGENT_COW_COW_STATE_H
#define WEND_AGENT_COW_COW_STATE_H

#include "agent/common/explorer.h"
#include "agent/cow/cow_learned.h"
#include "agent/cow/cow_memory.h"

typedef struct cow_def {
    int localizer;  // default lexical
    int explore;    // default frontier: the nearest, as in the paper
    int bump;       // detection of failed actions; default match (cow_test)
    int post;       // kept part of a detection: mask or central pixel; default mask
    int relations;  // 1: relations of the text are checked on the map; default 1
    int confirm;    // 1: an object may be rejected by a close view; default 1
    float go;       // score from which it approaches an object, 0 … 1; default by localizer
    float stop;     // score from which it stops there; default as `go`
    float look;     // score from which it approaches a near object for a close view; default 0.25
    float detour;   // max metres to such an object; default 2
    float reach;    // metres from the object at which it stops; default 0.75 (1.0 in the paper)
    int max_steps;  // shortly before this step it approaches the best candidate; default 250; 0:
                    // never
    float false_negative_rate;  // truth+noise: false-negative rate per image
    float false_positive_rate;  // truth+noise: false-positive rate per image
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
    cow_learned learned;
    cow_memory memory;
    wend_detections detections;
    float *depth, *relevance;  // [COW_MAP_SIDE][COW_MAP_SIDE]
    cow_mode mode;
    int spin;        // remaining turns of the initial look-around
    int trouble;     // steps without a path to the target
    int patience;    // steps until the path is planned again
    int target;      // object that is approached; -1: none
    wend_vec2 spot;  // position of the stuck timer
    int stay;        // steps near it
    int search;      // remaining turns of the search for the object before STOP
    bool aside;      // it has tried a second viewpoint
    bool last_chance;
    float eye_height;  // metres
    wend_rng rng;
    int restarts;
    int localized;       // step at which the final approach began; -1: never
    const char* reason;  // reason of the STOP
    float score;         // score at that time
} cow;

// Starts the timer of cow_is_stuck at the current position.
void cow_come_to(cow* c);
// Whether the agent has stayed near one position for too long. Must be called in every step that
// should make progress.
bool cow_is_stuck(cow* c);

// ---- approach (cow_approach.c) ------------------------------------------------------------------

// Starts the approach of the best object if its score is high enough or the remaining steps are
// just enough to reach it; or of a near object that needs a close view.
void cow_choose_target(cow* c, int step);
// Writes an action, or leaves MODE_APPROACH after arriving or giving up.
wend_status cow_approach(cow* c, wend_action_kind* action, wend_error* error);
// Faces the object, looks up or down if necessary, and stops. If the object is not visible, it
// turns around and tries a second viewpoint once.
wend_status cow_look_and_stop(cow* c, int step, wend_action_kind* action, wend_error* error);

#endif
