// Score table of a log or of predictions: rows are appended, then means are computed.
#ifndef WEND_METRICS_SCORE_TABLE_H
#define WEND_METRICS_SCORE_TABLE_H

#include "wend/metrics.h"

// A row: one episode, run or tour.
typedef struct score_row {
    const char* id;
    const char* scene;     // NULL: not known
    const char* group;     // NULL: none
    const double* values;  // [columns]; INFINITY: excluded from the mean
    double weight;         // weight in the means; 0 means 1
} score_row;

void score_table_set_columns(wend_score_table* table, const wend_score_meaning* columns, int count);

// Appends a row. Texts are not copied, except for the name of the group. WEND_LIMIT if there are
// more than `max_groups` groups; it must be the same in every call.
wend_status score_table_add(wend_score_table* table, const score_row* row, int max_groups,
                            wend_error* error);

// Numbers the scenes and computes the means of all rows. If a row has no scene, scene_count is 0
// and there are no intervals by scene.
wend_status score_table_compute_means(wend_score_table* table, int resamples, uint64_t seed,
                                      wend_error* error);
// Computes the means of each group; after score_table_compute_means.
wend_status score_table_compute_groups(wend_score_table* table, int resamples, uint64_t seed,
                                       wend_error* error);

#endif
