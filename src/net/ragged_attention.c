#include "base/simd.h"

#define RAGGED_FORWARD  ragged_attention_forward_portable
#define RAGGED_BACKWARD ragged_attention_backward_portable
#include "net/ragged_attention_kernel.h"

static int ragged_attention_max_slots(const ragged_attention* a) {
    int max = 0;
    for (int g = 0; g < a->groups; g++) {
        int slots = a->first_k[g + 1] - a->first_k[g];
        if (slots > max) max = slots;
    }
    return max;
}

size_t ragged_attention_weights_size(const ragged_attention* a) {
    size_t sum = 0;
    for (int g = 0; g < a->groups; g++)
        sum += (size_t)(a->first_q[g + 1] - a->first_q[g]) *
               (size_t)(a->first_k[g + 1] - a->first_k[g]);
    return sum * (size_t)a->heads;
}

size_t ragged_attention_scratch_size(const ragged_attention* a) {
    return (size_t)ragged_attention_max_slots(a) * (size_t)(a->size / a->heads + 1);
}

void ragged_attention_forward(const ragged_attention* a, const float* q, const float* k,
                              const float* v, float* y, float* weights, float* scratch) {
#ifdef WEND_HAVE_X86
    if (simd_level_find() >= SIMD_LEVEL_AVX2) {
        ragged_attention_forward_avx2(a, q, k, v, y, weights, scratch);
        return;
    }
#endif
    ragged_attention_forward_portable(a, q, k, v, y, weights, scratch);
}

void ragged_attention_backward(const ragged_attention* a, const float* q, const float* k,
                               const float* v, const float* weights, const float* dy, float* dq,
                               float* dk, float* dv, float* scratch) {
#ifdef WEND_HAVE_X86
    if (simd_level_find() >= SIMD_LEVEL_AVX2) {
        ragged_attention_backward_avx2(a, q, k, v, weights, dy, dq, dk, dv, scratch);
        return;
    }
#endif
    ragged_attention_backward_portable(a, q, k, v, weights, dy, dq, dk, dv, scratch);
}
