// Which agents support which tasks. A run of any other pair is refused.
#ifndef WEND_RUN_AGENT_TASKS_H
#define WEND_RUN_AGENT_TASKS_H

#include "wend/agent.h"
#include "wend/task.h"

// The tasks of an agent or oracle, by its kind alone; NULL: every task. Nullable: custom.
const char* agent_tasks_of(const char* agent, const wend_agent_kind* custom);

// WEND_ARGUMENT when the task is built in and not among `tasks`. Any agent may play a custom task.
// Nullable: tasks.
wend_status agent_tasks_check(const char* agent, const char* tasks, const wend_task_kind* task,
                              wend_error* error);

#endif
