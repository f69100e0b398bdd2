#ifndef WEND_AGENT_BASELINES_SIMPLE_AGENTS_H
#define WEND_AGENT_BASELINES_SIMPLE_AGENTS_H

#include "wend/agent.h"

extern const wend_agent_kind random_agent;    // random actions, rarely STOP
extern const wend_agent_kind forward_agent;   // FORWARD until blocked, then a random turn
extern const wend_agent_kind goal_agent;      // straight to a point goal, around obstacles
extern const wend_agent_kind straight_agent;  // straight ahead for the mean path length

#endif
