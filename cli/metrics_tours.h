// Exports the tours of a run in the format of IVLN-CE: agent and reference trajectories.
#ifndef WEND_CLI_METRICS_TOURS_H
#define WEND_CLI_METRICS_TOURS_H

#include "wend/log.h"

// Writes {tour: [{position, phase, episode_id}, …]}, one record per action with the position before
// it. With `reference`: the expert trajectories, as in gt_ndtw.json. `name` identifies the log in
// errors.
wend_status metrics_tours_write(const wend_log_set* log, const char* name, bool reference,
                                const char* path, wend_error* error);

#endif
