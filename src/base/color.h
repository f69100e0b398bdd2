// Conversion between sRGB (8 bits) and linear light in [0, 1].
#ifndef WEND_BASE_COLOR_H
#define WEND_BASE_COLOR_H

#include <math.h>
#include <stdint.h>

static inline float color_to_linear(uint8_t srgb) {
    float v = srgb / 255.0f;
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

static inline uint8_t color_from_linear(float linear) {
    float v = linear <= 0.0031308f ? linear * 12.92f : 1.055f * powf(linear, 1 / 2.4f) - 0.055f;
    return (uint8_t)(fminf(fmaxf(v, 0), 1) * 255 + 0.5f);
}

#endif
