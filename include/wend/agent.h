// Agents: observations in, actions out. They never see the scene, the navmesh, the simulator or the
// task; src/LAYERS keeps it so.
#ifndef WEND_AGENT_H
#define WEND_AGENT_H

#include "wend/action.h"
#include "wend/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

// What an agent knows of its own body: no secret to it.
typedef struct wend_agent_body {
    float step;  // metres of FORWARD
    int turns;   // LEFT and RIGHT turn by 360 / turns degrees
} wend_agent_body;

typedef struct wend_agent_kind {
    const char* name;
    const char* summary;
    bool sighted;   // wants pictures; they are not made for one that does not
    size_t memory;  // bytes of state an agent needs; the caller owns and clears them
    // A new episode. `rng` is this agent's own for the episode.
    void (*reset)(void* state, const wend_agent_body* body, wend_rng rng);
    wend_action (*act)(void* state, const wend_observation* observation);
} wend_agent_kind;

WEND_API int wend_agent_count(void);
WEND_API const wend_agent_kind* wend_agent_at(int index);
WEND_API const wend_agent_kind* wend_agent_find(const char* name);  // NULL: none of that name

#ifdef __cplusplus
}
#endif
#endif
