// Measuring: cases that are compared run interleaved, round after round, so that a noisy machine
// disturbs all of them alike; the table gives the best and the median round, and ratios.
#ifndef WEND_BENCH_H
#define WEND_BENCH_H

#include "wend/base.h"

typedef struct bench_case {
    const char* name;
    // Does some work and returns how many units (frames, steps, queries) it was. At least a few
    // milliseconds of work, so that the clock does not matter.
    double (*run)(void* context);
    void* context;
    // Before every round, not counted: puts things back to where they were, so that all rounds are
    // the same work. Nullable.
    void (*prepare)(void* context);
    // Where `run` leaves the seconds it took, if it measures them itself because another process
    // does the work. Nullable.
    const double* seconds;
    // Filled in by bench_run: units per second of this thread's processor time.
    double best, median;
} bench_case;

// Runs every case once to warm up, then `rounds` times in turn. `wall` counts wall-clock time
// instead of processor time (for cases that use threads).
void bench_run(bench_case* cases, int count, int rounds, bool wall);

// Prints "name  best  median unit/s  ratio", ratios of medians to the case `reference` (or -1:
// none).
void bench_print(const bench_case* cases, int count, const char* unit, int reference);

// The same as one JSON object a line: {"bench": title, "case": …, "best": …, "median": …, "unit":
// …}
void bench_print_json(const char* title, const bench_case* cases, int count, const char* unit);

double bench_cpu_seconds(void);  // of the calling thread

// A line plot as SVG: series of (x, y), logarithmic axes where asked. What is not finite is left
// out.
typedef struct bench_series {
    const char* name;
    const double* x;
    const double* y;
    int count;
} bench_series;

typedef struct bench_plot {
    const char* title;
    const char* x_label;
    const char* y_label;
    bool log_x, log_y;
    bool ticks_at_points;  // along x, where the first series has them, in place of round numbers
    const bench_series* series;
    int series_count;
} bench_plot;

wend_status bench_plot_svg(const bench_plot* plot, const char* path, wend_error* error);

#endif
