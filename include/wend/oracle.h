// Agents that are shown the truth. Reports mark their rows.
#ifndef WEND_ORACLE_H
#define WEND_ORACLE_H

#include "wend/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_oracle_kind {
    const char* name;
    const char* summary;
    size_t memory;  // bytes of state; the caller owns them and clears them before each episode
    // What to do next, given everything: the simulator and the goals that are left.
    wend_action (*act)(void* state, const wend_sim* sim, wend_vec3_span goals);
} wend_oracle_kind;

WEND_API int wend_oracle_count(void);
WEND_API const wend_oracle_kind* wend_oracle_at(int index);
WEND_API const wend_oracle_kind* wend_oracle_find(const char* name);  // NULL: none of that name

#ifdef __cplusplus
}
#endif
#endif
