#ifndef WEND_AGENT_SIMPLE_AGENTS_H
#define WEND_AGENT_SIMPLE_AGENTS_H

#include "wend/agent.h"

extern const wend_agent_kind random_agent;   // any move, and at times a stop
extern const wend_agent_kind forward_agent;  // ahead until blocked, then a random turn
extern const wend_agent_kind goal_agent;  // straight towards a point goal, turning away from walls
extern const wend_agent_kind straight_agent;  // ahead, as far as a path is long

#endif
