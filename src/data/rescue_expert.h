// The expert data of generated rescue lines, stored in `extra`.
#ifndef WEND_DATA_RESCUE_EXPERT_H
#define WEND_DATA_RESCUE_EXPERT_H

#include "base/arena.h"

#include "wend/benchmarks/rescue.h"

// Returns a JSON object in `memory`; NULL when out of memory.
const char* rescue_expert_text(const wend_rescue_expert* expert, arena* memory);
// Reads the expert data of an episode. Waypoints are allocated in `memory`.
wend_status rescue_expert_read(const wend_rescue_episode* episode, arena* memory,
                               wend_rescue_expert* expert, wend_error* error);

#endif
