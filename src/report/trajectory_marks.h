// Collects the overlays of a trajectory from a replay: goals, shortest path, FOUND and STOP.
#ifndef WEND_REPORT_TRAJECTORY_MARKS_H
#define WEND_REPORT_TRAJECTORY_MARKS_H

#include "report/plan_set.h"

#include "wend/run.h"

// The replay must be at the start of the record.
wend_status trajectory_marks_begin(plan_trajectory* trajectory, const wend_log_record* record,
                                   const wend_replay* replay, wend_error* error);
// Takes one step and records a FOUND or STOP. It is correct if the number of remaining goals has
// decreased, or if it ends a successful episode.
wend_status trajectory_marks_step(plan_trajectory* trajectory, const wend_log_record* record,
                                  wend_replay* replay, bool success, wend_error* error);

#endif
