// The expert data of generated rescue lines, stored in `extra`.
#ifndef WEND_DATA_RESCUE_EXPERT_H
#define WEND_DATA_RESCUE_EXPERT_H

#include "wend/benchmarks/rescue.h"

// Returns a JSON object in `memory`; NULL when out of memory.
const char* rescue_expert_text(const wend_rescue_expert* expert, struct arena* memory);

#endif
