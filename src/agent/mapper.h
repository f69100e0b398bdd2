// Maps what it sees, explores until it has seen what it is sent to, and goes there.
//
// The agent of MultiON that needs no training. Its options tell apart what memory is worth.
#ifndef WEND_AGENT_MAPPER_H
#define WEND_AGENT_MAPPER_H

#include "wend/agent.h"

extern const wend_agent_kind mapper_agent;

#endif
