// The map-building agent of MultiON: maps, explores until the goal is detected, and goes there. It
// is not trained. Its options ablate its memory.
#ifndef WEND_AGENT_MAPPER_MAPPER_H
#define WEND_AGENT_MAPPER_MAPPER_H

#include "wend/agent.h"

extern const wend_agent_kind mapper_agent;

#endif
