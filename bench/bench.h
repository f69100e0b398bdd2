// Measurement: compared cases run interleaved, round by round, so that noise affects all of them
// equally. Tables show the best and the median round, and ratios.
#ifndef WEND_BENCH_H
#define WEND_BENCH_H

#include "options.h"

// Rows of options that most benchmarks have.
#define BENCH_JSON_OPTION(flag) \
    { "--json", OPTION_FLAG, &(flag), NULL, "print one JSON object per line" }
#define BENCH_ROUNDS_OPTION(count) \
    { "--rounds", OPTION_INT, &(count), "N", "rounds per case, interleaved", 1, 1e6 }

typedef struct bench_case {
    const char* name;
    // Does some work and returns the number of units (frames, steps, queries). Should take at least
    // a few milliseconds, so that timer resolution does not matter.
    double (*run)(void* context);
    void* context;
    // Called before every round, not timed: restores the initial state, so that all rounds do the
    // same work. Nullable.
    void (*prepare)(void* context);
    // Seconds measured by `run` itself, if another process does the work. Nullable.
    const double* seconds;
    // Set by bench_run: units per second of this thread's processor time.
    double best, median;
} bench_case;

// Runs every case once as a warm-up, then `rounds` times in turn. `wall`: uses wall-clock time
// instead of processor time (for multi-threaded cases).
void bench_run(bench_case* cases, int count, int rounds, bool wall);

// Prints "name  best  median unit/s  ratio"; ratios of medians to case `reference` (-1: none).
void bench_print(const bench_case* cases, int count, const char* unit, int reference);

// The same as one JSON object a line: {"bench": title, "case": …, "best": …, "median": …, "unit":
// …}
void bench_print_json(const char* title, const bench_case* cases, int count, const char* unit);

// A measured call that failed did not do its work: ends the program with a message.
void bench_require(wend_status status);

#endif
