#ifndef WEND_METRICS_MULTION_LOG_SCORE_H
#define WEND_METRICS_MULTION_LOG_SCORE_H

#include "base/json.h"

#include "wend/log.h"

// X(column): MultiON's four numbers, what was walked, and which of the ways to fail it was.
#define MULTION_COLUMNS(X) \
    X(success)             \
    X(progress)            \
    X(spl)                 \
    X(ppl)                 \
    X(steps)               \
    X(path_length)         \
    X(collisions)          \
    X(not_seen)            \
    X(not_recognised)      \
    X(not_reached)         \
    X(wrong_found)         \
    X(out_of_steps)

enum {
#define X(name) MULTION_##name,
    MULTION_COLUMNS(X)
#undef X
        MULTION_COLUMN_COUNT
};

wend_status multion_log_score(const wend_log_record* record, const json_at* facts, double* values,
                              wend_error* error);

#endif
