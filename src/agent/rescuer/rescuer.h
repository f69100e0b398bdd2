#ifndef WEND_AGENT_RESCUER_RESCUER_H
#define WEND_AGENT_RESCUER_RESCUER_H

#include "wend/agent.h"

extern const wend_agent_kind rescuer_agent;

#endif
