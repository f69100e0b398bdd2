#ifndef WEND_AGENT_COW_COW_H
#define WEND_AGENT_COW_COW_H

#include "wend/agent.h"

extern const wend_agent_kind cow_agent;

#endif
