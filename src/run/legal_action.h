// Which actions an agent may take: those of the task and the body, with finite numbers in range.
#ifndef WEND_RUN_LEGAL_ACTION_H
#define WEND_RUN_LEGAL_ACTION_H

#include "wend/task.h"

// WEND_ARGUMENT, with a sentence that names the action and what is legal, before anything changes.
wend_status legal_action_check(const wend_task_kind* task, const wend_sim* sim, wend_action action,
                               wend_error* error);

#endif
