// Failures of a run, one sentence per cause: episodes that failed for the same reason are counted.
#ifndef WEND_RUN_FAILURE_LIST_H
#define WEND_RUN_FAILURE_LIST_H

#include "base/array.h"

#include "wend/task.h"

typedef struct failure_cause {
    char* sentence;
    const char *id, *scene;  // of the first episode
    int first;               // its index
    int count;
} failure_cause;

typedef struct failure_list {
    ARRAY_OF(failure_cause) causes;
} failure_list;

// Texts of the episode must live as long as the list. Out of memory: the failure is not added.
void failure_list_add(failure_list* list, const wend_episode* episode, const char* sentence);
// Reports the failures in the order of the episodes. Nullable: warn.
void failure_list_report(failure_list* list, wend_warn warn, void* context);
void failure_list_destroy(failure_list* list);  // safe on {0} and twice

#endif
