#ifndef WEND_METRICS_TOUR_LOG_SCORE_H
#define WEND_METRICS_TOUR_LOG_SCORE_H

#include "wend/metrics.h"

// t-nDTW of the tours in a log, by the rules of the run. The rows of the table must be complete.
wend_status tour_log_score(const wend_log_set* log, const char* path, wend_score_table* table,
                           wend_error* error);

#endif
