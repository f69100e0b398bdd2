#ifndef WEND_METRICS_LOG_WALK_H
#define WEND_METRICS_LOG_WALK_H

#include "wend/log.h"

// Metres walked in the first `steps` actions: the sum of the straight lines from place to place.
double log_walked(const wend_log_record* record, int steps);
int log_collisions(const wend_log_record* record);

#endif
