// Arrays for the tests of layers.
#ifndef WEND_TEST_ARRAYS_H
#define WEND_TEST_ARRAYS_H

#include "net/gradient.h"

#include "wend/net.h"

// Arrays live until their test's process ends; this list is what still points to them then.
static void* held[512];
static int held_count;

static inline void* hold(void* memory) {
    CHECK(memory && held_count < 512);
    return held[held_count++] = memory;
}

static inline float* zeros(size_t count) { return hold(wend_alloc_zero(count, sizeof(float))); }

static inline float* made(size_t count, uint64_t seed) {
    float* x = zeros(count);
    gradient_fill(x, count, seed);
    return x;
}

static inline float* probes(size_t count) {
    float* x = zeros(count);
    gradient_probe(x, count);
    return x;
}

#endif
