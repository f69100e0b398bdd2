#ifndef WEND_METRICS_MULTION_LOG_SCORE_H
#define WEND_METRICS_MULTION_LOG_SCORE_H

#include "base/json.h"

#include "wend/log.h"

// X(column): MultiON's four numbers, and what was walked.
#define MULTION_COLUMNS(X) \
    X(success)             \
    X(progress)            \
    X(spl)                 \
    X(ppl)                 \
    X(steps)               \
    X(path_length)         \
    X(collisions)

// X(name, words): how an episode ended.
#define MULTION_ENDINGS(X)                    \
    X(ALL_FOUND, "all found")                 \
    X(NOT_SEEN, "not seen")                   \
    X(NOT_RECOGNISED, "seen, not recognised") \
    X(NOT_REACHED, "recognised, not reached") \
    X(WRONG_FOUND, "wrong FOUND")             \
    X(OUT_OF_STEPS, "out of steps")

enum {
#define X(name, words) MULTION_##name,
    MULTION_ENDINGS(X)
#undef X
};

enum {
#define X(name) MULTION_##name,
    MULTION_COLUMNS(X)
#undef X
        MULTION_COLUMN_COUNT
};

wend_status multion_log_score(const wend_log_record* record, const json_at* facts, double* values,
                              wend_error* error);
wend_status multion_ending(const wend_log_record* record, const json_at* facts,
                           const double* values, int* ending, wend_error* error);

#endif
