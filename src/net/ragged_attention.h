// Attention with heads over sequences of several lengths, without padding: group g has the queries
// first_q[g] … first_q[g + 1] - 1 and the slots first_k[g] … first_k[g + 1] - 1, and every query
// sees all slots of its group. A group without slots gives zeros.
//
//     weights = softmax(q k^T / sqrt(d)), y = weights v         of each head; d = size / heads
#ifndef WEND_NET_RAGGED_ATTENTION_H
#define WEND_NET_RAGGED_ATTENTION_H

#include <stddef.h>
#include <stdint.h>

typedef struct ragged_attention {
    int groups, size, heads;
    const int32_t *first_q, *first_k;  // [groups + 1]
} ragged_attention;

size_t ragged_attention_weights_size(const ragged_attention* a);  // floats
size_t ragged_attention_scratch_size(const ragged_attention* a);  // floats, of both passes

// q, k, v [rows][size]; y is written.
void ragged_attention_forward(const ragged_attention* a, const float* q, const float* k,
                              const float* v, float* y, float* weights, float* scratch);
// Adds to dq, dk and dv. Nullable: dq, dk, dv.
void ragged_attention_backward(const ragged_attention* a, const float* q, const float* k,
                               const float* v, const float* weights, const float* dy, float* dq,
                               float* dk, float* dv, float* scratch);

// One version per instruction set.
void ragged_attention_forward_portable(const ragged_attention* a, const float* q, const float* k,
                                       const float* v, float* y, float* weights, float* scratch);
void ragged_attention_backward_portable(const ragged_attention* a, const float* q, const float* k,
                                        const float* v, const float* weights, const float* dy,
                                        float* dq, float* dk, float* dv, float* scratch);
void ragged_attention_forward_avx2(const ragged_attention* a, const float* q, const float* k,
                                   const float* v, float* y, float* weights, float* scratch);
void ragged_attention_backward_avx2(const ragged_attention* a, const float* q, const float* k,
                                    const float* v, const float* weights, const float* dy,
                                    float* dq, float* dk, float* dv, float* scratch);

#endif
