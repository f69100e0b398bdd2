// Orders the episodes of a set by tours.
#ifndef WEND_TASK_IVLN_TOUR_ORDER_H
#define WEND_TASK_IVLN_TOUR_ORDER_H

#include "task/vln/vln_set.h"

#include "wend/task.h"

// Sorts the items of the set by the tours in `tours_file`; NULL: by tours planned from the episodes
// (wend_tour_plan_build). Items in no tour are dropped. `*tours` has one entry per item and lives
// as long as the set.
wend_status tour_order_order(vln_set* set, const char* episodes_file, const char* tours_file,
                             wend_task_tour** tours, wend_error* error);

#endif
