// The tasks "pasture" and "objectnav".
#ifndef WEND_TASK_PASTURE_PASTURE_TASK_H
#define WEND_TASK_PASTURE_PASTURE_TASK_H

#include "wend/task.h"

// Both have the same rules and files. Under official rules `objectnav` has the agent and camera of
// the RoboTHOR challenge.
extern const wend_task_kind pasture_task, objectnav_task;

#endif
