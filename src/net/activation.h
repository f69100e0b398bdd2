// exp, sigmoid, tanh and GELU in plain arithmetic that compilers vectorise: a few ulp from the
// exact value, and bit-identical on all machines.
#ifndef WEND_NET_ACTIVATION_H
#define WEND_NET_ACTIVATION_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// e^x; x is clamped to [-87, 88]; NAN stays NAN.
static inline float activation_exp(float x) {
    x = x < -87.0f ? -87.0f : x;
    x = x > 88.0f ? 88.0f : x;
    // Adding 1.5 * 2^23 rounds: n is x / ln 2 to the nearest integer.
    float shifted = x * 1.44269504f + 12582912.0f, n = shifted - 12582912.0f;
    float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;  // x - n ln 2, in two parts
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * (r * r) + r + 1.0f;
    int32_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (int32_t)(((uint32_t)bits + 127u) << 23);  // the low bits of shifted are n
    float power;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

static inline float activation_sigmoid(float x) { return 1.0f / (1.0f + activation_exp(-x)); }

static inline float activation_tanh(float x) {
    return 1.0f - 2.0f / (activation_exp(x + x) + 1.0f);
}

// Phi(x), the normal distribution function, and *density, its derivative.  [Abramowitz and Stegun
// 7.1.26: error below 1e-7]
static inline float activation_normal(float x, float* density) {
    float z = x < 0 ? -x : x, e = activation_exp(-0.5f * x * x);
    float t = 1.0f / (1.0f + 0.2316418882f * z);  // 0.3275911 / sqrt(2)
    float p = 0.5307027145f;                      // the coefficients of erf, halved
    p = p * t - 0.7265760135f;
    p = p * t + 0.7107068705f;
    p = p * t - 0.142248368f;
    p = p * t + 0.127414796f;
    float tail = p * t * e;
    *density = 0.39894228f * e;
    return x < 0 ? tail : 1.0f - tail;
}

// y = x Phi(x), and dx += dy (Phi(x) + x phi(x)).
static inline void activation_gelu_of(size_t count, const float* restrict x, float* restrict y) {
    for (size_t i = 0; i < count; i++) {
        float density;
        y[i] = x[i] * activation_normal(x[i], &density);
    }
}

static inline void activation_gelu_backward_of(size_t count, const float* restrict x,
                                               const float* restrict dy, float* restrict dx) {
    for (size_t i = 0; i < count; i++) {
        float density, below = activation_normal(x[i], &density);
        dx[i] += dy[i] * (below + x[i] * density);
    }
}

// Gates of recurrent cells: y = sigmoid(a + b), and y = tanh(a + b c). The AVX2 version does the
// same operations, so results are bit-identical.
static inline void activation_sigmoid_sum_of(int count, const float* restrict a,
                                             const float* restrict b, float* restrict y) {
    for (int i = 0; i < count; i++) y[i] = activation_sigmoid(a[i] + b[i]);
}

static inline void activation_tanh_sum_of(int count, const float* restrict a,
                                          const float* restrict b, const float* restrict c,
                                          float* restrict y) {
    for (int i = 0; i < count; i++) y[i] = activation_tanh(a[i] + b[i] * c[i]);
}

void activation_sigmoid_sum(int count, const float* a, const float* b, float* y);
void activation_tanh_sum(int count, const float* a, const float* b, const float* c, float* y);
void activation_gelu(size_t count, const float* x, float* y);
void activation_gelu_backward(size_t count, const float* x, const float* dy, float* dx);
#ifdef WEND_HAVE_X86
void activation_gelu_avx2(size_t count, const float* x, float* y);
void activation_gelu_backward_avx2(size_t count, const float* x, const float* dy, float* dx);
void activation_sigmoid_sum_avx2(int count, const float* a, const float* b, float* y);
void activation_tanh_sum_avx2(int count, const float* a, const float* b, const float* c, float* y);
#endif

#endif
