// Small agents in training: steps per second with rendering, inference and learning, and memory.
#ifndef WEND_BENCH_TRAIN_SMALL_H
#define WEND_BENCH_TRAIN_SMALL_H

#include "bench.h"

// Peak resident memory, in bytes, of an update of 256 environments, measured in a child process.
// NAN: it could not be measured.
double bench_train_small_memory(void);
// Prints `memory` and measures the rest.
wend_status bench_train_small(double memory, int rounds, bool json, wend_error* error);

#endif
