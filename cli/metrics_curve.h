// Metrics of several runs as curves over the number of goals.
#ifndef WEND_CLI_METRICS_CURVE_H
#define WEND_CLI_METRICS_CURVE_H

#include "wend/base.h"

enum { METRICS_CURVE_LOGS = 16 };

// Plots success, progress, SPL and PPL of MultiON logs as SVG; one log per number of goals.
wend_status metrics_curve(const char* const* logs, int count, const char* path, wend_error* error);

#endif
