// Runs of a report: read, scored, grouped by task, with episodes ranked worst first.
#ifndef WEND_REPORT_REPORT_GROUP_H
#define WEND_REPORT_REPORT_GROUP_H

#include "wend/log.h"
#include "wend/metrics.h"
#include "wend/report.h"

// One log.
typedef struct report_run {
    const char* path;
    char name[160];  // name of the agent; with the file name if several logs have the same agent
    wend_log_set log;
    wend_log_header header;
    wend_score_table table;
    int color;  // index of the run's colour
} report_run;

// One episode, and its records in the runs of the group.
typedef struct report_episode {
    uint64_t file;  // hash of its episode file
    int index;
    const char* id;
    const char* scene;
    int* records;  // [runs of the group] index in the run's log; -1: none
    int* rows;  // [runs of the group] row of the run's table; -1: none, or it could not be played
} report_episode;

// Runs of one task with the same columns.
typedef struct report_group {
    report_run** runs;
    int run_count;
    report_episode* episodes;  // worst first, by the first run that played it
    int episode_count;
    int* cells;  // storage of records and rows
} report_group;

// `def` may contain the score of the log's task.
wend_status report_run_read(const char* path, const wend_report_def* def, report_run* run,
                            wend_error* error);
void report_run_destroy(report_run* run);  // safe on {0}

// Whether two runs have the same task and columns.
bool report_runs_match(const report_run* a, const report_run* b);
// The group of `runs[first]`: the runs that match it.
wend_status report_group_make(report_run* runs, int count, int first, report_group* group,
                              wend_error* error);
void report_group_destroy(report_group* group);  // safe on {0} and twice

enum { REPORT_MAX_SAMPLE = 200 };

// Chooses at most `wanted` (and REPORT_MAX_SAMPLE) episodes that were played: half of them are the
// worst, the others are spread evenly over the rest. Returns their number.
int report_group_sample(const report_group* group, int wanted, int* chosen);

// The column of success: the first with unit "%", or -1.
int report_success_column(const char* const* names, int count);
int report_group_success(const report_group* group);
// The column of that name; -1: none.
int report_group_column(const report_group* group, const char* name);

#endif
