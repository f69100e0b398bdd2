// Eight numbers at a time. The arithmetic is the compilers' vector extension, so the same source
// becomes AVX2, pairs of 128-bit operations, or plain C, with the same result to the last bit; only
// what the extension lacks has a version for each.
//
// Included by files that define LANES_AVX2 or LANES_SSE4, or neither, and are compiled to match.
#ifndef WEND_SENSE_LANES_H
#define WEND_SENSE_LANES_H

#include <stddef.h>
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
typedef uint64_t u64x4 __attribute__((vector_size(32)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef uint8_t u8x8 __attribute__((vector_size(8)));
typedef uint8_t u8x32 __attribute__((vector_size(32)));

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
// Eight loads: on some processors the instruction for it takes twice as long.
LANES i32x8 lanes_gather(const uint32_t* from, i32x8 index) {
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

// A mask from the lowest eight bits.
LANES i32x8 lanes_of(uint32_t bits) {
    return (i32x8_all((int32_t)bits) & (i32x8){1, 2, 4, 8, 16, 32, 64, 128}) != 0;
}

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

// The same for a table whose upper half is its lower one, and indices 0 … 3: half the work.
LANES i32x8 lanes_pick_few(i32x8 table, i32x8 index) {
#if defined(LANES_AVX2)
    return (i32x8)_mm256_permutevar_ps((__m256)table, (__m256i)index);
#else
    return lanes_pick(table, index);
#endif
}

#if !defined(LANES_AVX2)
LANES i32x8 lanes_gather(const uint32_t* from, i32x8 index) {
    i32x8 v;
    for (int i = 0; i < 8; i++) v[i] = (int32_t)from[index[i]];
    return v;
}
#endif

// The numbers at eight places, and those after them.
typedef struct lanes_pairs {
    i32x8 here, after;
} lanes_pairs;
LANES lanes_pairs lanes_gather_pairs(const uint32_t* from, i32x8 index) {
    uint64_t pair[8];
    for (int i = 0; i < 8; i++) memcpy(&pair[i], from + index[i], sizeof pair[i]);
    i32x8 a = (i32x8)(u64x4){pair[0], pair[1], pair[4], pair[5]};
    i32x8 b = (i32x8)(u64x4){pair[2], pair[3], pair[6], pair[7]};
    return (lanes_pairs){__builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14),
                         __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15)};
}

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
LANES f32x8 f32x8_abs(f32x8 v) { return (f32x8)((i32x8)v & 0x7fffffff); }
LANES i32x8 i32x8_max(i32x8 a, i32x8 b) {
#if defined(LANES_AVX2)
    return (i32x8)_mm256_max_epi32((__m256i)a, (__m256i)b);
#else
    i32x8 less = a < b;
    return (a & ~less) | (b & less);
#endif
}
// To the left, each by its own count; of 32 and more nothing is left.
LANES i32x8 i32x8_shift(i32x8 v, i32x8 count) {
#if defined(LANES_AVX2)
    return (i32x8)_mm256_sllv_epi32((__m256i)v, (__m256i)count);
#else
    return v << (count & 31) & (count < 32);
#endif
}

// The lowest and the highest of eight numbers from 0 to 65535.
typedef struct lanes_ends {
    int lowest, highest;
} lanes_ends;
LANES lanes_ends i32x8_ends(i32x8 v) {
#if defined(LANES_AVX2)
    __m128i half = _mm_packus_epi32(_mm256_castsi256_si128((__m256i)v),
                                    _mm256_extracti128_si256((__m256i)v, 1));
    __m128i other = _mm_xor_si128(half, _mm_set1_epi32(-1));
    return (lanes_ends){_mm_extract_epi16(_mm_minpos_epu16(half), 0),
                        65535 - _mm_extract_epi16(_mm_minpos_epu16(other), 0)};
#else
    lanes_ends ends = {v[0], v[0]};
    for (int i = 1; i < 8; i++) {
        ends.lowest = v[i] < ends.lowest ? v[i] : ends.lowest;
        ends.highest = v[i] > ends.highest ? v[i] : ends.highest;
    }
    return ends;
#endif
}
LANES float f32x8_lowest(f32x8 v) {
    f32x4 low = f32x4_min(__builtin_shufflevector(v, v, 0, 1, 2, 3),
                          __builtin_shufflevector(v, v, 4, 5, 6, 7));
    low = f32x4_min(low, __builtin_shufflevector(low, low, 2, 3, 2, 3));
    return f32x4_min(low, __builtin_shufflevector(low, low, 1, 1, 1, 1))[0];
}

LANES void u16x8_store(void* to, u16x8 v) { memcpy(to, &v, sizeof v); }

// The upper half of the product of two 16-bit numbers.
LANES u16x16 u16x16_mul_high(u16x16 a, u16x16 b) {
#if defined(LANES_AVX2)
    return (u16x16)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
#elif defined(LANES_SSE4)
    union {
        u16x16 v;
        __m128i half[2];
    } x = {a}, y = {b};
    x.half[0] = _mm_mulhi_epu16(x.half[0], y.half[0]);
    x.half[1] = _mm_mulhi_epu16(x.half[1], y.half[1]);
    return x.v;
#else
    u16x16 v;
    for (int i = 0; i < 16; i++) v[i] = (uint16_t)((uint32_t)a[i] * b[i] >> 16);
    return v;
#endif
}

// Sixteen numbers of 16 bits are two rows of eight pixels, the upper one first.
LANES u16x16 u16x16_all(uint16_t v) { return (u16x16){0} + v; }

// From numbers of 32 bits, of which the lower half is taken.
LANES u16x16 u16x16_rows(i32x8 upper, i32x8 lower) {
#if defined(LANES_AVX2)
    const __m256i low = _mm256_set1_epi32(0xffff);
    __m256i v = _mm256_packus_epi32(_mm256_and_si256((__m256i)upper, low),
                                    _mm256_and_si256((__m256i)lower, low));
    return (u16x16)_mm256_permute4x64_epi64(v, 0xd8);
#else
    u16x8 part[2] = {__builtin_convertvector((u32x8)upper, u16x8),
                     __builtin_convertvector((u32x8)lower, u16x8)};
    u16x16 v;
    memcpy(&v, part, sizeof v);
    return v;
#endif
}

// A table of eight numbers, once for each row.
LANES u16x16 u16x16_table(const uint16_t* from) {
    u16x8 v;
    memcpy(&v, from, sizeof v);
    return __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
}

// The first six columns of four rows of eight numbers, in pairs: four numbers of one and four of
// the next, once for each row of pixels.
LANES void u16x16_turn(const uint16_t* const rows[4], u16x16 pairs[3]) {
    u16x16 a = u16x16_table(rows[0]), b = u16x16_table(rows[1]);
    u16x16 c = u16x16_table(rows[2]), d = u16x16_table(rows[3]);
#define FIRST(a, b) \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27)
#define LAST(a, b) \
    __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31)
    u16x16 low_ab = FIRST(a, b), low_cd = FIRST(c, d), high_ab = LAST(a, b), high_cd = LAST(c, d);
#undef FIRST
#undef LAST
    pairs[0] =
        (u16x16)__builtin_shufflevector((u32x8)low_ab, (u32x8)low_cd, 0, 8, 1, 9, 4, 12, 5, 13);
    pairs[1] =
        (u16x16)__builtin_shufflevector((u32x8)low_ab, (u32x8)low_cd, 2, 10, 3, 11, 6, 14, 7, 15);
    pairs[2] =
        (u16x16)__builtin_shufflevector((u32x8)high_ab, (u32x8)high_cd, 0, 8, 1, 9, 4, 12, 5, 13);
}

// Eight numbers from fours, the first or the second of each pair.
LANES u16x16 u16x16_first_fours(u16x16 a, u16x16 b) {
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
}
LANES u16x16 u16x16_second_fours(u16x16 a, u16x16 b) {
    return __builtin_shufflevector(a, b, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30,
                                   31);
}

LANES u16x16 u16x16_from_bytes(const uint8_t* from) {
#if defined(LANES_AVX2)
    return (u16x16)_mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i*)from));
#else
    u16x16 v;
    for (int i = 0; i < 16; i++) v[i] = from[i];
    return v;
#endif
}

// Numbers 0 … 7 as u16x16_pick takes them.
LANES u16x16 u16x16_index(u16x16 v) {
#if defined(LANES_AVX2)
    return v * 0x0202 + 0x0100;  // of the bytes in the table
#else
    return v;
#endif
}

LANES u16x16 u16x16_pick(u16x16 table, u16x16 index) {
#if defined(LANES_AVX2)
    return (u16x16)_mm256_shuffle_epi8((__m256i)table, (__m256i)index);
#else
    u16x16 v;
    for (int i = 0; i < 16; i++) v[i] = table[(i & 8) + index[i]];
    return v;
#endif
}

LANES u16x16 u16x16_select(u16x16 a, u16x16 b, u16x16 mask) { return (a & ~mask) | (b & mask); }

LANES void u16x16_store_rows(uint16_t* upper, uint16_t* lower, u16x16 v) {
    u16x8 low = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7);
    u16x8 high = __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
    memcpy(upper, &low, sizeof low);
    memcpy(lower, &high, sizeof high);
}

// Numbers of 32 bits from their halves.
LANES void u16x16_store_wide(uint32_t* upper, uint32_t* lower, u16x16 low, u16x16 high) {
    u16x16 left = __builtin_shufflevector(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10,
                                          26, 11, 27);
    u16x16 right = __builtin_shufflevector(low, high, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29,
                                           14, 30, 15, 31);
    u16x16_store_rows((uint16_t*)upper, (uint16_t*)lower, left);
    u16x16_store_rows((uint16_t*)(upper + 4), (uint16_t*)(lower + 4), right);
}

// Writes pixels of 3 bytes. More than 255 becomes 255; all are less than 32768.
LANES void u16x16_store_rgb(uint8_t* upper, uint8_t* lower, u16x16 red, u16x16 green, u16x16 blue) {
#if defined(LANES_AVX2)
    // In each half: 8 reds, 8 greens; 8 blues.
    const __m256i head_rg = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 8, -1, 1, 9, -1, 2, 10, -1, 3, 11, -1, 4, 12, -1, 5));
    const __m256i head_b = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(-1, -1, 0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1));
    const __m256i tail_rg = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(13, -1, 6, 14, -1, 7, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1));
    const __m256i tail_b = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(-1, 5, -1, -1, 6, -1, -1, 7, -1, -1, -1, -1, -1, -1, -1, -1));
    __m256i rg = _mm256_packus_epi16((__m256i)red, (__m256i)green);
    __m256i b = _mm256_packus_epi16((__m256i)blue, (__m256i)blue);
    __m256i head =
        _mm256_or_si256(_mm256_shuffle_epi8(rg, head_rg), _mm256_shuffle_epi8(b, head_b));
    __m256i tail =
        _mm256_or_si256(_mm256_shuffle_epi8(rg, tail_rg), _mm256_shuffle_epi8(b, tail_b));
    _mm_storeu_si128((__m128i*)upper, _mm256_castsi256_si128(head));
    _mm_storel_epi64((__m128i*)(upper + 16), _mm256_castsi256_si128(tail));
    _mm_storeu_si128((__m128i*)lower, _mm256_extracti128_si256(head, 1));
    _mm_storel_epi64((__m128i*)(lower + 16), _mm256_extracti128_si256(tail, 1));
#else
    red |= (u16x16)(red > 255);
    green |= (u16x16)(green > 255);
    blue |= (u16x16)(blue > 255);
    for (int i = 0; i < 16; i++) {
        uint8_t* to = (i < 8 ? upper : lower) + 3 * (i & 7);
        to[0] = (uint8_t)red[i];
        to[1] = (uint8_t)green[i];
        to[2] = (uint8_t)blue[i];
    }
#endif
}

// Three colours that lights are multiplied with, in the order of the picture's bytes.
typedef struct u16x16_tint {
    u16x16 part[3];
} u16x16_tint;

LANES u16x16_tint u16x16_make_tint(uint16_t red, uint16_t green, uint16_t blue) {
    u16x16_tint t;
#if defined(LANES_AVX2)
    __m256i all = _mm256_set1_epi64x((int64_t)((uint64_t)blue << 32 | (uint32_t)green << 16 | red));
    t.part[0] = (u16x16)_mm256_shuffle_epi8(
        all,
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3)));
    t.part[1] = (u16x16)_mm256_shuffle_epi8(
        all,
        _mm256_broadcastsi128_si256(_mm_setr_epi8(4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1)));
    t.part[2] = (u16x16)_mm256_shuffle_epi8(
        all,
        _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5)));
#else
    const uint16_t of[3] = {red, green, blue};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 16; i++) t.part[k][i] = of[(8 * k + (i & 7)) % 3];
#endif
    return t;
}

// Two rows of lights as pixels of that colour: the upper halves of the products, at most 255.
LANES void u16x16_store_tinted(uint8_t* upper, uint8_t* lower, u16x16 light, u16x16_tint tint) {
#if defined(LANES_AVX2)
    const __m256i a =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 4, 5, 4, 5));
    const __m256i b = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(4, 5, 6, 7, 6, 7, 6, 7, 8, 9, 8, 9, 8, 9, 10, 11));
    const __m256i c = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(10, 11, 10, 11, 12, 13, 12, 13, 12, 13, 14, 15, 14, 15, 14, 15));
    __m256i l = (__m256i)light;
    __m256i p = _mm256_mulhi_epu16(_mm256_shuffle_epi8(l, a), (__m256i)tint.part[0]);
    __m256i q = _mm256_mulhi_epu16(_mm256_shuffle_epi8(l, b), (__m256i)tint.part[1]);
    __m256i s = _mm256_mulhi_epu16(_mm256_shuffle_epi8(l, c), (__m256i)tint.part[2]);
    __m256i head = _mm256_packus_epi16(p, q), tail = _mm256_packus_epi16(s, s);
    _mm_storeu_si128((__m128i*)upper, _mm256_castsi256_si128(head));
    _mm_storel_epi64((__m128i*)(upper + 16), _mm256_castsi256_si128(tail));
    _mm_storeu_si128((__m128i*)lower, _mm256_extracti128_si256(head, 1));
    _mm_storel_epi64((__m128i*)(lower + 16), _mm256_extracti128_si256(tail, 1));
#else
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = (uint32_t)light[i] * tint.part[0][k] >> 16;
            (i < 8 ? upper : lower)[3 * (i & 7) + k] = (uint8_t)(v < 255 ? v : 255);
        }
#endif
}

// A colour for each texel, in the order of its bytes.
LANES u16x16 u16x16_make_texel(uint16_t red, uint16_t green, uint16_t blue) {
    return (u16x16){red, green, blue, 0, red, green, blue, 0,
                    red, green, blue, 0, red, green, blue, 0};
}

// Light of eight pixels for each of their channels, as u16x16_store_texels wants it: in the order
// of the texels' bytes, those of pixels 0, 1, 4 and 5 first, then the others.
typedef struct u16x16_lights {
    u16x16 part[2];
} u16x16_lights;

// A row of texels (R, G, B, A bytes) times their light: the upper halves of the products of 16
// bits, of which 7 are dropped.
LANES void u16x16_store_texels(uint8_t* to, i32x8 texels, u16x16_lights light) {
#if defined(LANES_AVX2)
    __m256i t = (__m256i)texels;
    __m256i a = _mm256_mulhi_epu16(_mm256_unpacklo_epi8(t, t), (__m256i)light.part[0]);
    __m256i b = _mm256_mulhi_epu16(_mm256_unpackhi_epi8(t, t), (__m256i)light.part[1]);
    __m256i v = _mm256_packus_epi16(_mm256_srli_epi16(a, 7), _mm256_srli_epi16(b, 7));
    v = _mm256_shuffle_epi8(v, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                   0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)));
    v = _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
    _mm_storeu_si128((__m128i*)to, _mm256_castsi256_si128(v));
    _mm_storel_epi64((__m128i*)(to + 16), _mm256_extracti128_si256(v, 1));
#else
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t texel = ((uint32_t)texels[i] >> 8 * k & 255) * 257;
            uint32_t v = texel * light.part[i >> 1 & 1][(i & 4) * 2 + (i & 1) * 4 + k] >> 23;
            to[3 * i + k] = (uint8_t)(v < 255 ? v : 255);
        }
#endif
}

// Two rows of lights, each times the three channels of a colour.
LANES void u16x16_tint_rows(u16x16 light, u16x16 color, u16x16_lights out[2]) {
#if defined(LANES_AVX2)
    const __m256i first = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3,  //
                                           8, 9, 8, 9, 8, 9, 8, 9, 10, 11, 10, 11, 10, 11, 10, 11);
    const __m256i four = _mm256_set1_epi8(4);
    __m256i upper = _mm256_permute4x64_epi64((__m256i)light, 0x44);
    __m256i lower = _mm256_permute4x64_epi64((__m256i)light, 0xee);
    __m256i second = _mm256_add_epi8(first, four), c = (__m256i)color;
    out[0].part[0] = (u16x16)_mm256_mulhi_epu16(_mm256_shuffle_epi8(upper, first), c);
    out[0].part[1] = (u16x16)_mm256_mulhi_epu16(_mm256_shuffle_epi8(upper, second), c);
    out[1].part[0] = (u16x16)_mm256_mulhi_epu16(_mm256_shuffle_epi8(lower, first), c);
    out[1].part[1] = (u16x16)_mm256_mulhi_epu16(_mm256_shuffle_epi8(lower, second), c);
#else
    for (int row = 0; row < 2; row++)
        for (int i = 0; i < 8; i++)
            for (int k = 0; k < 4; k++)
                out[row].part[i >> 1 & 1][(i & 4) * 2 + (i & 1) * 4 + k] =
                    (uint16_t)((uint32_t)light[8 * row + i] * color[k] >> 16);
#endif
}

LANES u8x32 u8x32_load(const uint8_t* from) {
    u8x32 v;
    memcpy(&v, from, sizeof v);
    return v;
}
LANES void u8x32_store(uint8_t* to, u8x32 v) { memcpy(to, &v, sizeof v); }
// b where the mask is 255, else a
LANES u8x32 u8x32_select(u8x32 a, u8x32 b, u8x32 mask) {
#if defined(LANES_AVX2)
    return (u8x32)_mm256_blendv_epi8((__m256i)a, (__m256i)b, (__m256i)mask);
#else
    return (a & ~mask) | (b & mask);
#endif
}

// Four rows of masks as bytes.
LANES u8x32 lanes_narrow(i32x8 a, i32x8 b, i32x8 c, i32x8 d) {
#if defined(LANES_AVX2)
    __m256i v = _mm256_packs_epi16(_mm256_packs_epi32((__m256i)a, (__m256i)b),
                                   _mm256_packs_epi32((__m256i)c, (__m256i)d));
    return (u8x32)_mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
#else
    u8x8 part[4] = {__builtin_convertvector(a, u8x8), __builtin_convertvector(b, u8x8),
                    __builtin_convertvector(c, u8x8), __builtin_convertvector(d, u8x8)};
    u8x32 v;
    memcpy(&v, part, sizeof v);
    return v;
#endif
}

LANES uint32_t u8x32_mask(u8x32 mask) {
#if defined(LANES_AVX2)
    return (uint32_t)_mm256_movemask_epi8((__m256i)mask);
#elif defined(LANES_SSE4)
    union {
        u8x32 v;
        __m128i half[2];
    } m = {mask};
    return (uint32_t)_mm_movemask_epi8(m.half[0]) | (uint32_t)_mm_movemask_epi8(m.half[1]) << 16;
#else
    uint32_t bits = 0;
    for (int i = 0; i < 32; i++) bits |= (uint32_t)(mask[i] >> 7) << i;
    return bits;
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

#endif
