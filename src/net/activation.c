#include "net/activation.h"

#include "base/simd.h"

#include "wend/net.h"

void wend_relu_forward(size_t count, const float* x, float* y) {
    for (size_t i = 0; i < count; i++) y[i] = x[i] > 0 ? x[i] : 0;
}

void wend_relu_backward(size_t count, const float* y, const float* dy, float* dx) {
    for (size_t i = 0; i < count; i++) dx[i] += y[i] > 0 ? dy[i] : 0;
}

void wend_tanh_forward(size_t count, const float* x, float* y) {
    for (size_t i = 0; i < count; i++) y[i] = activation_tanh(x[i]);
}

void wend_tanh_backward(size_t count, const float* y, const float* dy, float* dx) {
    for (size_t i = 0; i < count; i++) dx[i] += dy[i] * (1 - y[i] * y[i]);
}

void wend_sigmoid_forward(size_t count, const float* x, float* y) {
    for (size_t i = 0; i < count; i++) y[i] = activation_sigmoid(x[i]);
}

void wend_sigmoid_backward(size_t count, const float* y, const float* dy, float* dx) {
    for (size_t i = 0; i < count; i++) dx[i] += dy[i] * y[i] * (1 - y[i]);
}

void activation_sigmoid_sum(int count, const float* a, const float* b, float* y) {
#ifdef WEND_HAVE_X86
    if (simd_level_find() >= SIMD_LEVEL_AVX2) {
        activation_sigmoid_sum_avx2(count, a, b, y);
        return;
    }
#endif
    activation_sigmoid_sum_of(count, a, b, y);
}

void activation_tanh_sum(int count, const float* a, const float* b, const float* c, float* y) {
#ifdef WEND_HAVE_X86
    if (simd_level_find() >= SIMD_LEVEL_AVX2) {
        activation_tanh_sum_avx2(count, a, b, c, y);
        return;
    }
#endif
    activation_tanh_sum_of(count, a, b, c, y);
}

void activation_gelu(size_t count, const float* x, float* y) {
#ifdef WEND_HAVE_X86
    if (simd_level_find() >= SIMD_LEVEL_AVX2) {
        activation_gelu_avx2(count, x, y);
        return;
    }
#endif
    activation_gelu_of(count, x, y);
}

void activation_gelu_backward(size_t count, const float* x, const float* dy, float* dx) {
#ifdef WEND_HAVE_X86
    if (simd_level_find() >= SIMD_LEVEL_AVX2) {
        activation_gelu_backward_avx2(count, x, dy, dx);
        return;
    }
#endif
    activation_gelu_backward_of(count, x, dy, dx);
}
