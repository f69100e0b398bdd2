// Rows of pixels in 16-bit and 8-bit lanes: what the rasteriser needs beyond base/lanes.h. Part of
// the body of raster_*.c.
//
// A u16x16 holds two rows of eight pixels, so that one operation works on 16 pixels of a tile:
//
// clang-format off
//     lane   0  1  2  3  4  5  6  7 | 8  9 10 11 12 13 14 15
//     pixel  upper row, x = 0 ... 7 | lower row, x = 0 ... 7
// clang-format on
//
// AVX2 shuffles work within 128-bit halves. With one row per half, a table of eight 16-bit values
// that is repeated in both halves (u16x16_table) is looked up for both rows by one shuffle.
#ifndef WEND_SENSE_PIXEL_KERNEL_H
#define WEND_SENSE_PIXEL_KERNEL_H

#include "base/lanes.h"

typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef uint8_t u8x32 __attribute__((vector_size(32)));

LANES u16x8 u16x8_splat(uint16_t v) { return (u16x8){v, v, v, v, v, v, v, v}; }
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

// The lower 16 bits of two rows of 32-bit values.
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

// A table of eight values, repeated for each row.
LANES u16x16 u16x16_table(const uint16_t* from) {
    u16x8 v;
    memcpy(&v, from, sizeof v);
    return __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Transposes the first six columns of four rows of eight values. pairs[k] holds column 2k (4
// values) and column 2k + 1 (4 values), repeated in both halves.
LANES void u16x16_transpose(const uint16_t* const rows[4], u16x16 pairs[3]) {
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

// Joins the first, or the second, columns of two such pairs to eight values.
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

// Converts indices 0 … 7 for u16x16_lookup.
LANES u16x16 u16x16_lookup_index(u16x16 v) {
#if defined(LANES_AVX2)
    return v * 0x0202 + 0x0100;  // byte offsets 2v, 2v + 1
#else
    return v;
#endif
}

LANES u16x16 u16x16_lookup(u16x16 table, u16x16 index) {
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

// Stores 32-bit values given by their halves.
LANES void u16x16_store_wide(uint32_t* upper, uint32_t* lower, u16x16 low, u16x16 high) {
    u16x16 left = __builtin_shufflevector(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10,
                                          26, 11, 27);
    u16x16 right = __builtin_shufflevector(low, high, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29,
                                           14, 30, 15, 31);
    u16x16_store_rows((uint16_t*)upper, (uint16_t*)lower, left);
    u16x16_store_rows((uint16_t*)(upper + 4), (uint16_t*)(lower + 4), right);
}

// Stores RGB pixels, saturated to 255; values must be below 32768.
LANES void u16x16_store_rgb(uint8_t* upper, uint8_t* lower, u16x16 red, u16x16 green, u16x16 blue) {
#if defined(LANES_AVX2)
    // Each 128-bit half: 8 reds and 8 greens; 8 blues.
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

// A colour in the byte order of RGB pixels: R G B R G B R G | B R G ... | G B R ...
typedef struct u16x16_tint {
    u16x16 part[3];
} u16x16_tint;

LANES u16x16_tint u16x16_tint_from(uint16_t red, uint16_t green, uint16_t blue) {
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

// Stores two rows of pixels: (light * tint) >> 16, saturated to 255.
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

// A colour in the order of the channels of four texels.
LANES u16x16 u16x16_texel_from(uint16_t red, uint16_t green, uint16_t blue) {
    return (u16x16){red, green, blue, 0, red, green, blue, 0,
                    red, green, blue, 0, red, green, blue, 0};
}

// Light of eight pixels per channel, in the order of u16x16_store_texels: pixels 0, 1, 4 and 5 in
// part[0], pixels 2, 3, 6 and 7 in part[1]. This is the order of unpacklo and unpackhi.
typedef struct u16x16_lights {
    u16x16 part[2];
} u16x16_lights;

// Stores a row of RGB pixels: texels (R, G, B, A bytes) times light. The product is 257 * texel *
// light >> 16 >> 7.
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

// (light * colour) >> 16 per channel for two rows.
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

// Four rows of lane masks as bytes.
LANES u8x32 u8x32_from_masks(i32x8 a, i32x8 b, i32x8 c, i32x8 d) {
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

LANES uint32_t u8x32_bits(u8x32 mask) {
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

#endif
