// Ground-truth goal masks for agents that request them (wend_agent_truth), with configurable error
// rates: exploration can be studied separately from localization.
#ifndef WEND_ORACLE_GOAL_MASK_H
#define WEND_ORACLE_GOAL_MASK_H

#include "wend/agent.h"

// Writes 255 into `mask` where `object` equals `goal`, else 0; goal 0: no goal. With probability
// `false_negative_rate` the goal is left out (false negative), and with probability
// `false_positive_rate` the object at a random pixel is marked too (false positive).
void goal_mask_render(const wend_agent_truth* truth, const uint32_t* object, size_t pixels,
                      uint32_t goal, wend_rng* rng, uint8_t* mask);

#endif
