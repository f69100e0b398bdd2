// Scene switches: time of a switch from the cache, and memory after ten thousand.
#ifndef WEND_BENCH_SWITCH_H
#define WEND_BENCH_SWITCH_H

#include "bench.h"

wend_status bench_switch(const char* reference, int rounds, bool json, wend_error* error);
wend_status bench_switch_many(int switches, bool json, wend_error* error);

#endif
