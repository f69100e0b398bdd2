#ifndef WEND_METRICS_PASTURE_LOG_SCORE_H
#define WEND_METRICS_PASTURE_LOG_SCORE_H

#include "base/json.h"

#include "wend/log.h"

// X(name). A failed episode is of one of the four classes of PASTURE's figure 6 (false_alarm: it
// stopped elsewhere), and of one of the three labels that CoW's code gives (official_…).
#define PASTURE_COLUMNS(X)   \
    X(success)               \
    X(spl)                   \
    X(distance_to_goal)      \
    X(never_seen)            \
    X(not_localised)         \
    X(not_reached)           \
    X(false_alarm)           \
    X(official_exploration)  \
    X(official_localisation) \
    X(official_planning)     \
    X(steps)                 \
    X(path_length)

enum {
#define X(name) PASTURE_COLUMN_##name,
    PASTURE_COLUMNS(X)
#undef X
        PASTURE_COLUMN_COUNT
};

wend_status pasture_log_score(const wend_log_record* record, const json_at* facts, double* values,
                              wend_error* error);
// Which of found, never seen, not localised, not reached, false alarm.
wend_status pasture_ending(const wend_log_record* record, const json_at* facts,
                           const double* values, int* ending, wend_error* error);

#endif
