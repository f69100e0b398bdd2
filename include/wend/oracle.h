// Agents that are shown the truth. Reports mark their rows.
#ifndef WEND_ORACLE_H
#define WEND_ORACLE_H

#include "wend/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

// Everything an oracle is told before each action.
typedef struct wend_oracle_truth {
    const wend_sim* sim;
    wend_vec3_span goals;  // that are left, in order
    wend_vec3_span route;  // places the task wants passed, in order; none: it does not say
    uint32_t object;       // to be looked at when declaring; 0: that does not matter
    bool arrived;          // declaring now would be right; false where the task does not say
} wend_oracle_truth;

typedef struct wend_oracle_kind {
    const char* name;
    const char* summary;
    const char* tasks;  // it can play, names with spaces between; NULL: every one
    size_t memory;      // bytes of state; the caller owns them and clears them before each episode
    void (*reset)(void* state, wend_rng rng);  // a new episode. Nullable
    // What to do next; STOP declares the goal, whatever the task calls that.
    wend_action (*act)(void* state, const wend_oracle_truth* truth);
} wend_oracle_kind;

WEND_API int wend_oracle_count(void);
WEND_API const wend_oracle_kind* wend_oracle_at(int index);
WEND_API const wend_oracle_kind* wend_oracle_find(const char* name);  // NULL: none of that name

#ifdef __cplusplus
}
#endif
#endif
