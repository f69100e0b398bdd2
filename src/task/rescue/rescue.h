// The task "rescue".
#ifndef WEND_TASK_RESCUE_RESCUE_H
#define WEND_TASK_RESCUE_RESCUE_H

#include "wend/task.h"

extern const wend_task_kind rescue_task;

#endif
