// Metrics of several runs as curves: over the number of goals, the steps of episodes, or the steps
// of training.
#ifndef WEND_CLI_METRICS_CURVE_H
#define WEND_CLI_METRICS_CURVE_H

#include "wend/base.h"

enum { METRICS_CURVE_LOGS = 48 };

typedef enum metrics_curve_over {
    METRICS_OVER_GOALS,     // MultiON logs, one per number of goals: success, progress, SPL, PPL
    METRICS_OVER_STEPS,     // MultiON logs: a metric within a number of steps
    METRICS_OVER_TRAINING,  // folders of training runs: a metric of the held-out episodes
} metrics_curve_over;

typedef struct metrics_curve_def {
    const char* const* inputs;  // logs or folders
    int count;                  // at most METRICS_CURVE_LOGS
    metrics_curve_over over;
    const char* metric;  // that is plotted over steps
    const char* plot;    // SVG or PNG. Nullable over steps
    const char* csv;     // Nullable; over steps: all metrics
} metrics_curve_def;

wend_status metrics_curve(const metrics_curve_def* def, wend_error* error);
// False: no such word.
bool metrics_curve_find_over(const char* word, metrics_curve_over* over);

#endif
