// The task "pointnav".
#ifndef WEND_TASK_POINTNAV_POINTNAV_H
#define WEND_TASK_POINTNAV_POINTNAV_H

#include "wend/task.h"

extern const wend_task_kind pointnav_task;

#endif
