// IEEE binary16, for files: half the size, three significant digits.
#ifndef WEND_BASE_HALF_H
#define WEND_BASE_HALF_H

#include <stdint.h>
#include <string.h>

static inline float half_to_float(uint16_t half) {
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31;
    uint32_t bits = half & 0x3ff;
    float value;
    if (exponent == 0) {  // zero and subnormal numbers
        value = (float)bits * 0x1p-24f;
        return sign ? -value : value;
    }
    exponent = exponent == 31 ? 255 : exponent + 112;
    bits = sign | exponent << 23 | bits << 13;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Rounds to nearest even; too large values become infinite.
static inline uint16_t half_from_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    uint32_t rest = bits & 0x7fffffff;
    if (rest > 0x7f800000) return sign | 0x7e00;   // NAN
    if (rest >= 0x477ff000) return sign | 0x7c00;  // rounds beyond 65504
    if (rest < 0x38800000) {                       // below 2^-14: in steps of 2^-24
        float scaled;
        memcpy(&scaled, &rest, sizeof scaled);
        scaled = scaled * 0x1p24f + 0x1p23f;  // rounds to an integer
        return (uint16_t)(sign | (uint16_t)(scaled - 0x1p23f));
    }
    rest += 0xfff + (rest >> 13 & 1);
    return (uint16_t)(sign | (uint16_t)((rest - 0x38000000) >> 13));
}

#endif
