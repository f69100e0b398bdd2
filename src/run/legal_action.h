// Legal actions: those of the task and the body, with finite arguments in range.
#ifndef WEND_RUN_LEGAL_ACTION_H
#define WEND_RUN_LEGAL_ACTION_H

#include "wend/task.h"

// WEND_ARGUMENT for an illegal action; the error names the action and the legal ones.
wend_status legal_action_check(const wend_task_kind* task, const wend_sim* sim, wend_action action,
                               wend_error* error);

#endif
