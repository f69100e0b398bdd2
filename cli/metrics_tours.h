// Tours of a run as IVLN-CE keeps them: what the body did step by step, and what it should have.
#ifndef WEND_CLI_METRICS_TOURS_H
#define WEND_CLI_METRICS_TOURS_H

#include "wend/log.h"

// Writes {tour: [{position, phase, episode_id}, …]}, a record before each action; with `reference`
// the expert's walks instead, as in gt_ndtw.json. `name` is what errors call the log.
wend_status metrics_tours_write(const wend_log_set* log, const char* name, bool reference,
                                const char* path, wend_error* error);

#endif
