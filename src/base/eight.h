// Eight numbers at a time: the compilers' vector extension, pairs of four where the processor has
// no more. Comparisons give masks of all ones or zeros.
//
//     EIGHT_INLINE int work_with(...) { ... }
//     EIGHT_FAST int work_fast(...) { return work_with(...); }   // compiled for AVX2
//     eight_is_fast() ? work_fast(...) : work_with(...)          // the same result
#ifndef WEND_BASE_EIGHT_H
#define WEND_BASE_EIGHT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Vectors wider than the machine's travel by memory; all of it is inlined, so no call sees them.
#pragma GCC diagnostic ignored "-Wpsabi"

#define EIGHT_INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define EIGHT_FAST static __attribute__((target("avx2")))
static inline bool eight_is_fast(void) { return __builtin_cpu_supports("avx2"); }
#else
#define EIGHT_FAST static
static inline bool eight_is_fast(void) { return false; }
#endif

enum { EIGHT = 8 };
typedef float eight __attribute__((vector_size(32)));
typedef int32_t eight_ints __attribute__((vector_size(32)));

EIGHT_INLINE eight eight_load(const float* from) {
    eight v;
    memcpy(&v, from, sizeof v);
    return v;
}
EIGHT_INLINE eight_ints eight_load_ints(const int32_t* from) {
    eight_ints v;
    memcpy(&v, from, sizeof v);
    return v;
}
EIGHT_INLINE void eight_store(float* to, eight v) { memcpy(to, &v, sizeof v); }
EIGHT_INLINE void eight_store_ints(int32_t* to, eight_ints v) { memcpy(to, &v, sizeof v); }

EIGHT_INLINE eight eight_all(float value) {
    return (eight){value, value, value, value, value, value, value, value};
}

EIGHT_INLINE eight_ints eight_choose_ints(eight_ints mask, eight_ints yes, eight_ints no) {
    return (yes & mask) | (no & ~mask);
}
EIGHT_INLINE eight eight_choose(eight_ints mask, eight yes, eight no) {
    return (eight)eight_choose_ints(mask, (eight_ints)yes, (eight_ints)no);
}

// Each lane of `v` or-ed with all others.
EIGHT_INLINE uint64_t eight_folded(eight_ints v) {
    typedef int32_t four __attribute__((vector_size(16)));
    four half =
        __builtin_shufflevector(v, v, 0, 1, 2, 3) | __builtin_shufflevector(v, v, 4, 5, 6, 7);
    uint64_t pairs[2];
    memcpy(pairs, &half, sizeof pairs);
    return pairs[0] | pairs[1];
}

EIGHT_INLINE bool eight_any(eight_ints mask) { return eight_folded(mask) != 0; }

// A bit for each lane that is set, the first one lowest.
EIGHT_INLINE unsigned eight_bits(eight_ints mask) {
    uint64_t both = eight_folded(mask & (eight_ints){1, 2, 4, 8, 16, 32, 64, 128});
    return (unsigned)(both | both >> 32);
}

#endif
