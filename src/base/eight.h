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

typedef int32_t eight_half __attribute__((vector_size(16)));
EIGHT_INLINE eight_half eight_low(eight_ints v) {
    return __builtin_shufflevector(v, v, 0, 1, 2, 3);
}
EIGHT_INLINE eight_half eight_high(eight_ints v) {
    return __builtin_shufflevector(v, v, 4, 5, 6, 7);
}

// A bit for each of four lanes that is set, the first one lowest.
EIGHT_INLINE unsigned eight_half_bits(eight_half mask) {
#if defined(__x86_64__)
    typedef float four __attribute__((vector_size(16)));
    return (unsigned)__builtin_ia32_movmskps((four)mask);
#else
    mask &= (eight_half){1, 2, 4, 8};
    return (unsigned)(mask[0] | mask[1] | mask[2] | mask[3]);
#endif
}

EIGHT_INLINE bool eight_any(eight_ints mask) {
    return eight_half_bits(eight_low(mask) | eight_high(mask)) != 0;
}

// A bit for each lane that is set, the first one lowest.
EIGHT_INLINE unsigned eight_bits(eight_ints mask) {
    return eight_half_bits(eight_low(mask)) | eight_half_bits(eight_high(mask)) << 4;
}

#endif
