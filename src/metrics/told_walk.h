// A walk and its reference, read back from a log.
#ifndef WEND_METRICS_TOLD_WALK_H
#define WEND_METRICS_TOLD_WALK_H

#include "base/json.h"

#include "wend/log.h"
#include "wend/metrics.h"

typedef struct told_walk {
    arena memory;
    wend_path_case given;
    wend_benchmark benchmark;
    wend_rules rules;
    bool stopped;
    bool must_stop;  // success needs STOP: in continuous space
} told_walk;

// On a graph the facts hold the distances between its viewpoints.
wend_status told_walk_read(const wend_log_record* record, const json_at* facts, told_walk* walk,
                           wend_error* error);
void told_walk_destroy(told_walk* walk);  // safe on {0} and twice

#endif
