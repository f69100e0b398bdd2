// The rule-based instruction follower.
#ifndef WEND_AGENT_GUIDE_GUIDE_H
#define WEND_AGENT_GUIDE_GUIDE_H

#include "wend/agent.h"

extern const wend_agent_kind guide_agent;

#endif
