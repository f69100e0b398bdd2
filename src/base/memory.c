// All allocations of the library. Central, so that they can be counted and made to fail in tests.
//
// The counters are the only mutable globals of the library: they concern the process, not a scene.
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "wend/base.h"

enum {
    ALIGNMENT = 64,        // a cache line and an AVX-512 vector
    HUGE_PAGE = 2u << 20,  // alignment of large blocks
};

static _Atomic uint64_t live_bytes, live_blocks, peak_bytes, calls;
static _Atomic uint64_t fail_countdown;  // fault injection; 0: off
static _Atomic bool fail_sticky;

static bool should_fail(void) {
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    uint64_t left = atomic_load(&fail_countdown);
    while (left > 0) {
        if (left == 1 && atomic_load(&fail_sticky)) return true;
        if (atomic_compare_exchange_weak(&fail_countdown, &left, left - 1)) return left == 1;
    }
    return false;
}

static void memory_count_in(void* memory) {
    uint64_t bytes = malloc_usable_size(memory);
    uint64_t now = atomic_fetch_add_explicit(&live_bytes, bytes, memory_order_relaxed) + bytes;
    atomic_fetch_add_explicit(&live_blocks, 1, memory_order_relaxed);
    uint64_t peak = atomic_load_explicit(&peak_bytes, memory_order_relaxed);
    while (now > peak && !atomic_compare_exchange_weak(&peak_bytes, &peak, now)) {
    }
}

static void count_out(void* memory) {
    atomic_fetch_sub_explicit(&live_bytes, malloc_usable_size(memory), memory_order_relaxed);
    atomic_fetch_sub_explicit(&live_blocks, 1, memory_order_relaxed);
}

// Scenes are accessed randomly: with pages of 4 KiB, TLB misses cost as much as cache misses. Huge
// pages are requested by madvise; the system may refuse.
static void* allocate_huge(size_t bytes) {
    void* memory;
    if (posix_memalign(&memory, HUGE_PAGE, bytes) != 0) return NULL;
    madvise(memory, bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    return memory;
}

void* wend_alloc(size_t bytes) {
    if (should_fail() || bytes > SIZE_MAX / 2) return NULL;
    size_t rounded = ((bytes ? bytes : 1) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void* memory =
        rounded >= HUGE_PAGE ? allocate_huge(rounded) : aligned_alloc(ALIGNMENT, rounded);
    if (memory) memory_count_in(memory);
    return memory;
}

void* wend_alloc_zero(size_t count, size_t size) {
    if (size && count > SIZE_MAX / 2 / size) return NULL;
    void* memory = wend_alloc(count * size);
    if (memory) memset(memory, 0, count * size);
    return memory;
}

void* wend_realloc(void* memory, size_t bytes) {
    if (!memory) return wend_alloc(bytes);
    void* moved = wend_alloc(bytes);
    if (!moved) return NULL;
    size_t old = malloc_usable_size(memory);
    memcpy(moved, memory, old < bytes ? old : bytes);
    wend_free(memory);
    return moved;
}

void wend_free(void* memory) {
    if (!memory) return;
    count_out(memory);
    free(memory);
}

wend_memory_stats wend_memory_get_stats(void) {
    wend_memory_stats stats = {atomic_load(&live_bytes), atomic_load(&live_blocks),
                               atomic_load(&peak_bytes), atomic_load(&calls)};
    return stats;
}

void wend_memory_reset_peak(void) { atomic_store(&peak_bytes, atomic_load(&live_bytes)); }

void wend_memory_fail_at(uint64_t n, bool sticky) {
    atomic_store(&fail_sticky, sticky);
    atomic_store(&fail_countdown, n);
}
