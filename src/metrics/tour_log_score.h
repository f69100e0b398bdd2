#ifndef WEND_METRICS_TOUR_LOG_SCORE_H
#define WEND_METRICS_TOUR_LOG_SCORE_H

#include "wend/score.h"

// t-nDTW of the tours in a log, by the rules the run was made under. Rows of the table are those of
// the log's records that were played.
wend_status tour_log_score(const wend_log_set* log, const char* path, wend_score_table* table,
                           wend_error* error);

#endif
