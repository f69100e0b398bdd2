// What wend's own lines say of their expert: written into `extra`, and read back.
#ifndef WEND_TASK_RESCUE_EXPERT_H
#define WEND_TASK_RESCUE_EXPERT_H

#include "wend/rescue.h"

// A JSON object, in `memory`. NULL: no memory.
const char* rescue_expert_text(const wend_rescue_expert* expert, struct arena* memory);

#endif
