// Ground-truth goal masks for agents that request them (wend_agent_truth), with configurable error
// rates: exploration can be studied separately from localization.
#ifndef WEND_ORACLE_SHOWN_GOAL_H
#define WEND_ORACLE_SHOWN_GOAL_H

#include "wend/agent.h"

// Writes 255 into `mask` where `object` equals `goal`, else 0; goal 0: no goal. With probability
// `wish->miss` the goal is left out (false negative), and with probability `wish->alarm` the object
// at a random pixel is marked too (false positive).
void shown_goal_mark(const wend_agent_truth* wish, const uint32_t* object, size_t pixels,
                     uint32_t goal, wend_rng* rng, uint8_t* mask);

#endif
