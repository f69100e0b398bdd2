// Eight numbers at a time: the only SIMD header outside net/.
//
// The arithmetic is the vector extension of gcc and clang (a + b, a < b, a & mask). The same source
// compiles to AVX2, to pairs of 128-bit SSE operations or to plain C, with bit-identical results.
// Only what the extension lacks (minimum, movemask, gather, saturation) is written once per
// instruction set below.
//
// clang-format off
//            lane  0    1    2    3    4    5    6    7
//     f32x8  a  = 1.0  5.0  2.0  0.0  7.0  3.0  9.0  4.0
//     f32x8  b  = 3.0  3.0  3.0  3.0  3.0  3.0  3.0  3.0     f32x8_splat(3)
//     i32x8  m  =  -1    0   -1   -1    0    0    0    0     a < b: all ones or all zeros
//     lanes_bits(m) = 0b00001101                             lane 0 is the lowest bit
//     f32x8_select(a, b, m) = 3.0 5.0 3.0 3.0 7.0 3.0 9.0 4.0
// clang-format on
//
// There are two ways to use it.
//
// 1. A file for each instruction set (the rasteriser, sense/raster_*.c). Each file defines
//    LANES_AVX2 or LANES_SSE4, or neither, includes the same kernels and is compiled with matching
//    options (CMakeLists.txt).
//
// 2. One file with two copies of a function (map/, agent/). Neither macro is defined:
//
//        LANES int work(...) { ... }                                    // always inlined
//        LANES_TARGET_AVX2 int work_avx2(...) { return work(...); }     // compiled for AVX2
//        lanes_have_avx2() ? work_avx2(...) : work(...)                 // the same result
#ifndef WEND_BASE_LANES_H
#define WEND_BASE_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(LANES_AVX2) || defined(LANES_SSE4)
#include <immintrin.h>
#endif

// Vectors wider than the machine's registers are passed in memory. Every function here is inlined,
// so the calling convention that the warning is about never applies.
#pragma GCC diagnostic ignored "-Wpsabi"

#define LANES static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define LANES_TARGET_AVX2 static __attribute__((target("avx2")))
static inline bool lanes_have_avx2(void) { return __builtin_cpu_supports("avx2"); }
#else
#define LANES_TARGET_AVX2 static
static inline bool lanes_have_avx2(void) { return false; }
#endif

// Keeps an array in memory, where a broadcast of one element is a load; from a register it takes
// two shuffles.
#define LANES_IN_MEMORY(array) __asm__("" : "+m"(array))

enum { LANE_COUNT = 8 };

typedef float f32x8 __attribute__((vector_size(32)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef uint8_t u8x8 __attribute__((vector_size(8)));

// ---- load, store, splat -----------------------------------------------------------------------

LANES f32x8 f32x8_splat(float v) { return (f32x8){v, v, v, v, v, v, v, v}; }
LANES i32x8 i32x8_splat(int32_t v) { return (i32x8){v, v, v, v, v, v, v, v}; }

// No alignment is needed.
LANES f32x8 f32x8_load(const float* from) {
    f32x8 v;
    memcpy(&v, from, sizeof v);
    return v;
}
LANES void f32x8_store(float* to, f32x8 v) { memcpy(to, &v, sizeof v); }
LANES i32x8 i32x8_load(const void* from) {
    i32x8 v;
    memcpy(&v, from, sizeof v);
    return v;
}
LANES void i32x8_store(void* to, i32x8 v) { memcpy(to, &v, sizeof v); }
LANES f32x4 f32x4_load(const float* from) {
    f32x4 v;
    memcpy(&v, from, sizeof v);
    return v;
}

// ---- masks ------------------------------------------------------------------------------------
//
// A mask is -1 or 0 in each lane, as comparisons return it.

// b where the mask is set, else a
LANES f32x8 f32x8_select(f32x8 a, f32x8 b, i32x8 mask) {
#if defined(LANES_AVX2)
    return (f32x8)_mm256_blendv_ps((__m256)a, (__m256)b, (__m256)mask);
#else
    return (f32x8)(((i32x8)a & ~mask) | ((i32x8)b & mask));
#endif
}
LANES i32x8 i32x8_select(i32x8 a, i32x8 b, i32x8 mask) {
    return (i32x8)f32x8_select((f32x8)a, (f32x8)b, mask);
}

LANES i32x4 i32x8_low(i32x8 v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3); }
LANES i32x4 i32x8_high(i32x8 v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7); }

// One bit per lane, lane 0 lowest.
LANES uint32_t i32x4_bits(i32x4 mask) {
#if defined(__x86_64__)
    return (uint32_t)__builtin_ia32_movmskps((f32x4)mask);
#else
    mask &= (i32x4){1, 2, 4, 8};
    return (uint32_t)(mask[0] | mask[1] | mask[2] | mask[3]);
#endif
}
LANES uint32_t lanes_bits(i32x8 mask) {
#if defined(LANES_AVX2)
    return (uint32_t)_mm256_movemask_ps((__m256)mask);
#else
    return i32x4_bits(i32x8_low(mask)) | i32x4_bits(i32x8_high(mask)) << 4;
#endif
}
LANES bool lanes_any(i32x8 mask) { return i32x4_bits(i32x8_low(mask) | i32x8_high(mask)) != 0; }

// The mask of the lowest eight bits.
LANES i32x8 lanes_from_bits(uint32_t bits) {
    return (i32x8_splat((int32_t)bits) & (i32x8){1, 2, 4, 8, 16, 32, 64, 128}) != 0;
}

// ---- minimum and maximum ----------------------------------------------------------------------
//
// As the instruction does: b where either is NaN.

#if defined(LANES_AVX2)
LANES f32x8 f32x8_min(f32x8 a, f32x8 b) { return (f32x8)_mm256_min_ps((__m256)a, (__m256)b); }
LANES f32x8 f32x8_max(f32x8 a, f32x8 b) { return (f32x8)_mm256_max_ps((__m256)a, (__m256)b); }
#elif defined(LANES_SSE4)
typedef union lanes_halves {
    f32x8 f;
    __m128 half[2];
} lanes_halves;
LANES f32x8 f32x8_min(f32x8 a, f32x8 b) {
    lanes_halves x = {a}, y = {b};
    x.half[0] = _mm_min_ps(x.half[0], y.half[0]);
    x.half[1] = _mm_min_ps(x.half[1], y.half[1]);
    return x.f;
}
LANES f32x8 f32x8_max(f32x8 a, f32x8 b) {
    lanes_halves x = {a}, y = {b};
    x.half[0] = _mm_max_ps(x.half[0], y.half[0]);
    x.half[1] = _mm_max_ps(x.half[1], y.half[1]);
    return x.f;
}
#else
LANES f32x8 f32x8_min(f32x8 a, f32x8 b) { return f32x8_select(b, a, a < b); }
LANES f32x8 f32x8_max(f32x8 a, f32x8 b) { return f32x8_select(b, a, a > b); }
#endif

LANES f32x4 f32x4_min(f32x4 a, f32x4 b) {
#if defined(LANES_AVX2) || defined(LANES_SSE4)
    return (f32x4)_mm_min_ps((__m128)a, (__m128)b);
#else
    i32x4 mask = a < b;
    return (f32x4)(((i32x4)a & mask) | ((i32x4)b & ~mask));
#endif
}
LANES i32x8 i32x8_max(i32x8 a, i32x8 b) {
#if defined(LANES_AVX2)
    return (i32x8)_mm256_max_epi32((__m256i)a, (__m256i)b);
#else
    i32x8 less = a < b;
    return (a & ~less) | (b & less);
#endif
}
LANES f32x8 f32x8_clamp(f32x8 v, float low, float high) {
    return f32x8_min(f32x8_max(v, f32x8_splat(low)), f32x8_splat(high));
}

// The smallest lane.
LANES float f32x8_reduce_min(f32x8 v) {
    f32x4 low = f32x4_min(__builtin_shufflevector(v, v, 0, 1, 2, 3),
                          __builtin_shufflevector(v, v, 4, 5, 6, 7));
    low = f32x4_min(low, __builtin_shufflevector(low, low, 2, 3, 2, 3));
    return f32x4_min(low, __builtin_shufflevector(low, low, 1, 1, 1, 1))[0];
}

// The smallest and the largest lane, of values in [0, 65535].
typedef struct lanes_range {
    int min, max;
} lanes_range;
LANES lanes_range i32x8_reduce_range(i32x8 v) {
#if defined(LANES_AVX2)
    __m128i half = _mm_packus_epi32(_mm256_castsi256_si128((__m256i)v),
                                    _mm256_extracti128_si256((__m256i)v, 1));
    __m128i other = _mm_xor_si128(half, _mm_set1_epi32(-1));
    return (lanes_range){_mm_extract_epi16(_mm_minpos_epu16(half), 0),
                         65535 - _mm_extract_epi16(_mm_minpos_epu16(other), 0)};
#else
    lanes_range range = {v[0], v[0]};
    for (int i = 1; i < 8; i++) {
        range.min = v[i] < range.min ? v[i] : range.min;
        range.max = v[i] > range.max ? v[i] : range.max;
    }
    return range;
#endif
}

// ---- conversion -------------------------------------------------------------------------------

LANES f32x8 f32x8_abs(f32x8 v) { return (f32x8)((i32x8)v & 0x7fffffff); }

// Truncates towards zero; the values must fit.
LANES i32x8 f32x8_to_int(f32x8 v) { return __builtin_convertvector(v, i32x8); }

// Shifts each lane left by its own count in [0, INT32_MAX]; 32 and more give 0.
LANES i32x8 i32x8_shift_left(i32x8 v, i32x8 count) {
#if defined(LANES_AVX2)
    return (i32x8)_mm256_sllv_epi32((__m256i)v, (__m256i)count);
#else
    return v << (count & 31) & (count < 32);
#endif
}

LANES i32x8 i32x8_from_bytes(const uint8_t* from) {
#if defined(LANES_AVX2)
    return (i32x8)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)from));
#else
    u8x8 v;
    memcpy(&v, from, sizeof v);
    return __builtin_convertvector(v, i32x8);
#endif
}

// ---- lookup and gather ------------------------------------------------------------------------

// table[index], for indices in [0, 7]
LANES i32x8 i32x8_lookup(i32x8 table, i32x8 index) {
#if defined(LANES_AVX2)
    return (i32x8)_mm256_permutevar8x32_epi32((__m256i)table, (__m256i)index);
#else
    i32x8 v;
    for (int i = 0; i < 8; i++) v[i] = table[index[i]];
    return v;
#endif
}

// The same for indices in [0, 3] and a table whose upper half repeats the lower one: this is
// cheaper, since nothing crosses the 128-bit halves.
LANES i32x8 i32x8_lookup4(i32x8 table, i32x8 index) {
#if defined(LANES_AVX2)
    return (i32x8)_mm256_permutevar_ps((__m256)table, (__m256i)index);
#else
    return i32x8_lookup(table, index);
#endif
}

// from[index]
LANES i32x8 i32x8_gather(const uint32_t* from, i32x8 index) {
#if defined(LANES_AVX2)
    // Eight scalar loads: on some processors the gather instruction takes twice as long.
    __m128i low = _mm256_castsi256_si128((__m256i)index);
    __m128i high = _mm256_extracti128_si256((__m256i)index, 1);
    uint64_t i01 = (uint64_t)_mm_cvtsi128_si64(low), i23 = (uint64_t)_mm_extract_epi64(low, 1);
    uint64_t i45 = (uint64_t)_mm_cvtsi128_si64(high), i67 = (uint64_t)_mm_extract_epi64(high, 1);
    __m128i a = _mm_cvtsi32_si128((int)from[(uint32_t)i01]);
    __m128i b = _mm_cvtsi32_si128((int)from[(uint32_t)i45]);
    a = _mm_insert_epi32(a, (int)from[i01 >> 32], 1);
    b = _mm_insert_epi32(b, (int)from[i45 >> 32], 1);
    a = _mm_insert_epi32(a, (int)from[(uint32_t)i23], 2);
    b = _mm_insert_epi32(b, (int)from[(uint32_t)i67], 2);
    a = _mm_insert_epi32(a, (int)from[i23 >> 32], 3);
    b = _mm_insert_epi32(b, (int)from[i67 >> 32], 3);
    return (i32x8)_mm256_setr_m128i(a, b);
#else
    i32x8 v;
    for (int i = 0; i < 8; i++) v[i] = (int32_t)from[index[i]];
    return v;
#endif
}

// from[index] and from[index + 1]
typedef struct lanes_pairs {
    i32x8 first, second;
} lanes_pairs;
LANES lanes_pairs i32x8_gather_pairs(const uint32_t* from, i32x8 index) {
    uint64_t pair[8];
    for (int i = 0; i < 8; i++) memcpy(&pair[i], from + index[i], sizeof pair[i]);
    i32x8 a = (i32x8)(u64x4){pair[0], pair[1], pair[4], pair[5]};
    i32x8 b = (i32x8)(u64x4){pair[2], pair[3], pair[6], pair[7]};
    return (lanes_pairs){__builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14),
                         __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15)};
}

#endif
