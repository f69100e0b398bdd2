// Which agents can play which tasks: a run of any other pair is refused.
#ifndef WEND_RUN_AGENT_TASKS_H
#define WEND_RUN_AGENT_TASKS_H

#include "wend/agent.h"
#include "wend/task.h"

// What the kind says before an agent or oracle of that name is made; NULL: every task.
// Nullable: custom.
const char* agent_tasks_of(const char* agent, const wend_agent_kind* custom);

// WEND_ARGUMENT when the task is one of wend's own and not among `tasks`. A caller's own task is
// not known to agents, so every agent may try it. Nullable: tasks.
wend_status agent_tasks_check(const char* agent, const char* tasks, const wend_task_kind* task,
                              wend_error* error);

#endif
