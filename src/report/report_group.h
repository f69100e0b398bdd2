// The logs of a report: read, scored, put together by task and episode, and ranked worst first.
#ifndef WEND_REPORT_REPORT_GROUP_H
#define WEND_REPORT_REPORT_GROUP_H

#include "wend/log.h"
#include "wend/score.h"

// One log.
typedef struct report_run {
    const char* path;
    char name[160];  // the agent; with the file where two logs have the same one
    wend_log_set log;
    wend_log_header header;
    wend_score_table table;
    int color;  // 0, 1, …: one each in the whole report
} report_run;

// One episode, and where each run of the group has it.
typedef struct report_episode {
    uint64_t file;  // hash of the episodes it is of
    int index;
    const char* id;
    const char* scene;
    int* records;  // [runs of the group]: in the run's log; -1: not there
    int* rows;     // [runs of the group]: in the run's table; -1: not there, or could not be played
} report_episode;

// The runs of one task: their columns are the same.
typedef struct report_group {
    report_run** runs;
    int run_count;
    report_episode* episodes;  // worst first, by the first run that has played it
    int episode_count;
    int* cells;  // what records and rows point into
} report_group;

wend_status report_run_read(const char* path, report_run* run, wend_error* error);
void report_run_destroy(report_run* run);  // safe on {0}

// Puts the runs of the task of `runs[first]` together.
wend_status report_group_make(report_run* runs, int count, int first, report_group* group,
                              wend_error* error);
void report_group_destroy(report_group* group);  // safe on {0} and twice

enum { REPORT_MAX_SAMPLE = 200 };

// Chooses at most `wanted` episodes, and at most REPORT_MAX_SAMPLE, that somebody has played: the
// worst half, then others evenly from the rest, in order. Returns how many.
int report_group_sample(const report_group* group, int wanted, int* chosen);

// The column that says whether an episode succeeded: the first share, or -1.
int report_success_column(const char* const* names, int count);
int report_group_success(const report_group* group);
// The column of that name, or -1.
int report_group_column(const report_group* group, const char* name);

#endif
