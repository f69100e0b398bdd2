// Where a thread begins to look for a free slot among `count` that all threads share.
//
// Each thread begins at its own place, so that two rarely reach for the same cache line. Which slot
// a thread gets must not change what it finds.
#ifndef WEND_BASE_SLOT_H
#define WEND_BASE_SLOT_H

#include <pthread.h>
#include <stdint.h>

enum { SLOT_LINE = 64 };  // bytes of a cache line: a slot has at least one to itself

static inline int slot_home(int count) {
    uint64_t thread = (uint64_t)(uintptr_t)pthread_self();  // an address: its low bits are alike
    return (int)((thread * 0x9E3779B97F4A7C15u >> 32) % (uint64_t)count);
}

#endif
