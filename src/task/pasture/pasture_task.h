#ifndef WEND_TASK_PASTURE_PASTURE_TASK_H
#define WEND_TASK_PASTURE_PASTURE_TASK_H

#include "wend/task.h"

// The same rules and files; under official rules `objectnav` has the body of RoboTHOR's challenge.
extern const wend_task_kind pasture_task, objectnav_task;

#endif
