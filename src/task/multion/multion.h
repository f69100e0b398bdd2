// The task "multion".
#ifndef WEND_TASK_MULTION_H
#define WEND_TASK_MULTION_H

#include "wend/benchmarks/multion.h"
#include "wend/task.h"

extern const wend_task_kind multion_task;

#endif
