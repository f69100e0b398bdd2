// activation.c once more, for eight numbers at a time. Without FMA, which would round otherwise.
#include "net/activation.h"

void activation_sigmoid_sum_avx2(int count, const float* a, const float* b, float* y) {
    activation_sigmoid_sum_of(count, a, b, y);
}

void activation_tanh_sum_avx2(int count, const float* a, const float* b, const float* c, float* y) {
    activation_tanh_sum_of(count, a, b, c, y);
}

void activation_gelu_avx2(size_t count, const float* x, float* y) {
    activation_gelu_of(count, x, y);
}

void activation_gelu_backward_avx2(size_t count, const float* x, const float* dy, float* dx) {
    activation_gelu_backward_of(count, x, dy, dx);
}
