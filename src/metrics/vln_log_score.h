#ifndef WEND_METRICS_VLN_LOG_SCORE_H
#define WEND_METRICS_VLN_LOG_SCORE_H

#include "base/json.h"

#include "wend/log.h"

// X(column): of R2R, RxR and their continuous kin.
#define VLN_COLUMNS(X)  \
    X(success)          \
    X(spl)              \
    X(ndtw)             \
    X(sdtw)             \
    X(oracle_success)   \
    X(cls)              \
    X(distance_to_goal) \
    X(path_length)      \
    X(steps)            \
    X(collisions)

enum {
#define X(name) VLN_##name,
    VLN_COLUMNS(X)
#undef X
        VLN_COLUMN_COUNT
};

wend_status vln_log_score(const wend_log_record* record, const json_at* facts, double* values,
                          wend_error* error);
wend_status vln_ending(const wend_log_record* record, const json_at* facts, const double* values,
                       int* ending, wend_error* error);

#endif
