// Networks of the agents that follow instructions on viewpoint graphs.
#ifndef WEND_AGENT_LEARNED_GRAPH_AGENT_H
#define WEND_AGENT_LEARNED_GRAPH_AGENT_H

#include "model/graph_policy.h"

// The model of a file, or with an empty path the one that wend ships for the policy.
wend_status graph_agent_load(const graph_policy* policy, const char* path, void** model,
                             wend_error* error);

#endif
