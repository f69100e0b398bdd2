#ifndef WEND_TASK_MULTION_H
#define WEND_TASK_MULTION_H

#include "wend/multion.h"

extern const wend_task_kind multion_task;

#endif
