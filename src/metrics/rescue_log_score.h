#ifndef WEND_METRICS_RESCUE_LOG_SCORE_H
#define WEND_METRICS_RESCUE_LOG_SCORE_H

#include "metrics/facts.h"

// Completion time of each of the four stages, in seconds from the start; INFINITY: not completed.
void rescue_stage_seconds(const wend_log_record* record, const rescue_facts* facts,
                          double seconds[4]);

#endif
