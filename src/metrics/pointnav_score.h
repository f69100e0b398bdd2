#ifndef WEND_METRICS_POINTNAV_SCORE_H
#define WEND_METRICS_POINTNAV_SCORE_H

#include "base/json.h"

#include "wend/log.h"

// success, spl, soft_spl, distance_to_goal, collisions, steps, path_length of one episode.
wend_status pointnav_score(const wend_log_record* record, const json_at* facts, double* values,
                           wend_error* error);
// 0 reached, 1 stopped elsewhere, 2 out of steps.
wend_status pointnav_ending(const wend_log_record* record, const json_at* facts,
                            const double* values, int* ending, wend_error* error);

#endif
