// Scores of the built-in tasks, and the generic score of all others.
#ifndef WEND_METRICS_SCORE_KINDS_H
#define WEND_METRICS_SCORE_KINDS_H

#include "base/arena.h"

#include "wend/metrics.h"

enum { VLN_TASK_COUNT = 6 };

extern const wend_score_kind pointnav_score_kind, multion_score_kind, objectnav_score_kind,
    pasture_score_kind, rescue_score_kind;
extern const wend_score_kind vln_score_kinds[VLN_TASK_COUNT];

int score_kind_column_count(const wend_score_kind* kind);
int score_kind_ending_count(const wend_score_kind* kind);

// The generic score of a task without its own.
//
// Columns are the members of the facts of `record` that are numbers or booleans, "success" first
// and "distance" as distance_to_goal, then steps, path_length and collisions. An episode whose
// facts lack a column is excluded from its mean. Endings are "success" and "failure" if the facts
// have "success". Names are allocated in `names`; NULL: only columns with a title
// (wend_score_meaning_of). Nullable: record, names.
wend_status generic_score_kind_make(const char* task, const wend_log_record* record, arena* names,
                                    wend_score_kind* kind, wend_error* error);

#endif
