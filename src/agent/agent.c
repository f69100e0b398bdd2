#include "wend/agent.h"

#include <string.h>

#include "agent/simple_agents.h"

static const wend_agent_kind* const kinds[] = {&random_agent, &forward_agent, &goal_agent};

int wend_agent_count(void) { return (int)(sizeof kinds / sizeof *kinds); }

const wend_agent_kind* wend_agent_at(int index) { return kinds[index]; }

const wend_agent_kind* wend_agent_find(const char* name) {
    for (int i = 0; i < wend_agent_count(); i++)
        if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
    return NULL;
}
