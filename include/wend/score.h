// Numbers from a log: what `wend metrics` prints. Nothing but the log is read.
#ifndef WEND_SCORE_H
#define WEND_SCORE_H

#include "wend/log.h"
#include "wend/metrics.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_SCORE_MAX_COLUMNS = 16 };

// Values of every episode that was played, and their means.
typedef struct wend_score_table {
    const char* names[WEND_SCORE_MAX_COLUMNS];  // "success", "spl", …
    int columns, rows;
    double* values;      // [rows][columns]
    const int* records;  // [rows]: which record of the log
    wend_interval means[WEND_SCORE_MAX_COLUMNS];
    int failed;  // records of episodes that could not be played
    char task[32], agent[64];
    bool oracle;
} wend_score_table;

WEND_API wend_status wend_score_compute(const wend_log_set* log, const char* path,
                                        wend_score_table* table, wend_error* error);
// One episode by itself. The names are those of the task's columns.
WEND_API wend_status wend_score_episode(const char* task, const wend_log_record* record,
                                        const char* names[WEND_SCORE_MAX_COLUMNS],
                                        double values[WEND_SCORE_MAX_COLUMNS], int* columns,
                                        wend_error* error);
WEND_API void wend_score_destroy(wend_score_table* table);  // safe on {0} and twice

#ifdef __cplusplus
}
#endif
#endif
