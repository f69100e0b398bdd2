#ifndef WEND_METRICS_LOG_PATH_H
#define WEND_METRICS_LOG_PATH_H

#include "wend/log.h"

// Path length of the first `steps` actions in metres: the sum of distances between consecutive
// poses.
double log_path_length(const wend_log_record* record, int steps);
int log_collisions(const wend_log_record* record);

#endif
