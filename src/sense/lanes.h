// Eight numbers at a time. The arithmetic is the compilers' vector extension, so the same source
// becomes AVX2, pairs of 128-bit operations, or plain C, with the same result to the last bit; only
// what the extension lacks has a version for each.
//
// Included by files that define LANES_AVX2 or LANES_SSE4, or neither, and are compiled to match.
#ifndef WEND_SENSE_LANES_H
#define WEND_SENSE_LANES_H

#include <stdint.h>
#include <string.h>

#if defined(LANES_AVX2) || defined(LANES_SSE4)
#include <immintrin.h>
#endif

// Vectors wider than the machine's travel by memory; all of it is inlined, so no call sees them.
#pragma GCC diagnostic ignored "-Wpsabi"

#define LANES static inline __attribute__((always_inline))

typedef float f32x8 __attribute__((vector_size(32)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint8_t u8x8 __attribute__((vector_size(8)));

// Makes the compiler leave an array in memory, where spreading one number over a vector is a load;
// from a register it would be two shuffles.
#define LANES_IN_MEMORY(array) __asm__("" : "+m"(array))

LANES f32x8 f32x8_all(float v) { return (f32x8){v, v, v, v, v, v, v, v}; }
LANES i32x8 i32x8_all(int32_t v) { return (i32x8){v, v, v, v, v, v, v, v}; }
LANES u16x8 u16x8_all(uint16_t v) { return (u16x8){v, v, v, v, v, v, v, v}; }

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

// Masks are -1 or 0 in each lane, as comparisons give them; the ones below look at the sign only.

#if defined(LANES_AVX2)

LANES f32x8 f32x8_min(f32x8 a, f32x8 b) { return (f32x8)_mm256_min_ps((__m256)a, (__m256)b); }
LANES f32x8 f32x8_max(f32x8 a, f32x8 b) { return (f32x8)_mm256_max_ps((__m256)a, (__m256)b); }
// b where the mask's sign is set, else a
LANES f32x8 f32x8_select(f32x8 a, f32x8 b, i32x8 mask) {
    return (f32x8)_mm256_blendv_ps((__m256)a, (__m256)b, (__m256)mask);
}
LANES uint32_t lanes_mask(i32x8 mask) { return (uint32_t)_mm256_movemask_ps((__m256)mask); }
LANES i32x8 lanes_gather(const uint32_t* from, i32x8 index) {
    return (i32x8)_mm256_i32gather_epi32((const int*)from, (__m256i)index, 4);
}

#elif defined(LANES_SSE4)

typedef union lanes_halves {
    f32x8 f;
    i32x8 i;
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
LANES f32x8 f32x8_select(f32x8 a, f32x8 b, i32x8 mask) {
    lanes_halves x = {a}, y = {b}, m = {.i = mask};
    x.half[0] = _mm_blendv_ps(x.half[0], y.half[0], m.half[0]);
    x.half[1] = _mm_blendv_ps(x.half[1], y.half[1], m.half[1]);
    return x.f;
}
LANES uint32_t lanes_mask(i32x8 mask) {
    lanes_halves m = {.i = mask};
    return (uint32_t)(_mm_movemask_ps(m.half[0]) | _mm_movemask_ps(m.half[1]) << 4);
}

#else

LANES f32x8 f32x8_select(f32x8 a, f32x8 b, i32x8 mask) {
    mask >>= 31;
    return (f32x8)(((i32x8)a & ~mask) | ((i32x8)b & mask));
}
LANES f32x8 f32x8_min(f32x8 a, f32x8 b) { return f32x8_select(b, a, a < b); }
LANES f32x8 f32x8_max(f32x8 a, f32x8 b) { return f32x8_select(b, a, a > b); }
LANES uint32_t lanes_mask(i32x8 mask) {
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) bits |= ((uint32_t)mask[i] >> 31) << i;
    return bits;
}

#endif

// table[index] for indices 0 … 7
LANES i32x8 lanes_pick(i32x8 table, i32x8 index) {
#if defined(LANES_AVX2)
    return (i32x8)_mm256_permutevar8x32_epi32((__m256i)table, (__m256i)index);
#else
    i32x8 v;
    for (int i = 0; i < 8; i++) v[i] = table[index[i]];
    return v;
#endif
}

#if !defined(LANES_AVX2)
LANES i32x8 lanes_gather(const uint32_t* from, i32x8 index) {
    i32x8 v;
    for (int i = 0; i < 8; i++) v[i] = (int32_t)from[index[i]];
    return v;
}
#endif

LANES i32x8 i32x8_select(i32x8 a, i32x8 b, i32x8 mask) {
    return (i32x8)f32x8_select((f32x8)a, (f32x8)b, mask);
}
LANES f32x8 f32x8_clamp(f32x8 v, float low, float high) {
    return f32x8_min(f32x8_max(v, f32x8_all(low)), f32x8_all(high));
}
// Towards zero; the values must fit.
LANES i32x8 f32x8_to_int(f32x8 v) { return __builtin_convertvector(v, i32x8); }
LANES f32x4 f32x4_min(f32x4 a, f32x4 b) {
#if defined(LANES_AVX2) || defined(LANES_SSE4)
    return (f32x4)_mm_min_ps((__m128)a, (__m128)b);
#else
    i32x4 mask = a < b;
    return (f32x4)(((i32x4)a & mask) | ((i32x4)b & ~mask));
#endif
}
LANES f32x4 f32x4_max(f32x4 a, f32x4 b) {
#if defined(LANES_AVX2) || defined(LANES_SSE4)
    return (f32x4)_mm_max_ps((__m128)a, (__m128)b);
#else
    i32x4 mask = a > b;
    return (f32x4)(((i32x4)a & mask) | ((i32x4)b & ~mask));
#endif
}
LANES float f32x8_lowest(f32x8 v) {
    f32x4 low = f32x4_min(__builtin_shufflevector(v, v, 0, 1, 2, 3),
                          __builtin_shufflevector(v, v, 4, 5, 6, 7));
    low = f32x4_min(low, __builtin_shufflevector(low, low, 2, 3, 2, 3));
    return f32x4_min(low, __builtin_shufflevector(low, low, 1, 1, 1, 1))[0];
}

LANES void u16x8_store(void* to, u16x8 v) { memcpy(to, &v, sizeof v); }

// Of numbers from 0 to 65535.
LANES u16x8 i32x8_to_u16(i32x8 v) {
#if defined(LANES_AVX2)
    __m256i packed = _mm256_packus_epi32((__m256i)v, (__m256i)v);
    return (u16x8)_mm256_castsi256_si128(_mm256_permute4x64_epi64(packed, 0xd8));
#else
    return __builtin_convertvector(v, u16x8);
#endif
}

// The upper half of the product of two 16-bit numbers.
LANES u16x8 u16x8_mul_high(u16x8 a, u16x8 b) {
#if defined(LANES_AVX2) || defined(LANES_SSE4)
    return (u16x8)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
#else
    u32x8 product = __builtin_convertvector(a, u32x8) * __builtin_convertvector(b, u32x8);
    return __builtin_convertvector(product >> 16, u16x8);
#endif
}

// The lower bytes of a, then of b, where more than 255 becomes 255; both less than 32768.
LANES u8x16 u16x8_pack(u16x8 a, u16x8 b) {
#if defined(LANES_AVX2) || defined(LANES_SSE4)
    return (u8x16)_mm_packus_epi16((__m128i)a, (__m128i)b);
#else
    a |= (u16x8)(a > 255);
    b |= (u16x8)(b > 255);
    u8x8 x = __builtin_convertvector(a & 255, u8x8), y = __builtin_convertvector(b & 255, u8x8);
    return __builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}

LANES void i32x8_halves(i32x8 v, u8x16* lo, u8x16* hi) {
    *lo = (u8x16)__builtin_shufflevector(v, v, 0, 1, 2, 3);
    *hi = (u8x16)__builtin_shufflevector(v, v, 4, 5, 6, 7);
}

// One byte of each of 8 packed colours (0: R, 1: G, 2: B), doubled: 255 becomes 65535.
#define COLOR_BYTE(lo, hi, k)                                                                     \
    (u16x8)                                                                                       \
        __builtin_shufflevector(lo, hi, k, k, 4 + k, 4 + k, 8 + k, 8 + k, 12 + k, 12 + k, 16 + k, \
                                16 + k, 20 + k, 20 + k, 24 + k, 24 + k, 28 + k, 28 + k)

// Writes 8 pixels of 3 bytes.
LANES void u16x8_store_rgb(uint8_t* to, u16x8 r, u16x8 g, u16x8 b) {
    u8x16 rg = u16x8_pack(r, g), bb = u16x8_pack(b, b);
    u8x16 head =
        __builtin_shufflevector(rg, bb, 0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5);
    u8x16 tail =
        __builtin_shufflevector(rg, bb, 13, 21, 6, 14, 22, 7, 15, 23, 0, 0, 0, 0, 0, 0, 0, 0);
    memcpy(to, &head, 16);
    memcpy(to + 16, &tail, 8);
}

#endif
