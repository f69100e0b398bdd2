// Where in a picture the goal is, for agents that asked to be shown; with the mistakes they asked
// for, so that exploring and localizing can be studied apart.
#ifndef WEND_ORACLE_SHOWN_GOAL_H
#define WEND_ORACLE_SHOWN_GOAL_H

#include "wend/agent.h"

// Writes 255 into `mask` where `object` shows `goal`, else 0; `goal` 0: nowhere. With a chance of
// `wish->alarm` something else that is seen is marked as well.
void shown_goal_mark(const wend_agent_truth* wish, const uint32_t* object, size_t pixels,
                     uint32_t goal, wend_rng* rng, uint8_t* mask);

#endif
