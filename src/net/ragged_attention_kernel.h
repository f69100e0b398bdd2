// The two passes of ragged_attention.h, compiled once per instruction set under the names
// RAGGED_FORWARD and RAGGED_BACKWARD; all give the same bits.
//
// Keys and values are transposed per head into scratch, so that scores of all slots are computed
// side by side: the loops over slots and over the numbers of a head vectorise, and the order of
// every sum is fixed.
#include <math.h>
#include <string.h>

#include "net/activation.h"
#include "net/ragged_attention.h"

// to[head][slots] = x[slots][size], the numbers of one head
static void ragged_transpose(int slots, int size, int head, const float* x, float* to) {
    for (int s = 0; s < slots; s++)
        for (int j = 0; j < head; j++) to[j * slots + s] = x[s * size + j];
}

// sum[slots] = a[head] . x[head][slots]
static void ragged_dots(int slots, int head, const float* restrict a, const float* restrict x,
                        float* restrict sum) {
    memset(sum, 0, (size_t)slots * sizeof *sum);
    for (int j = 0; j < head; j++)
        for (int s = 0; s < slots; s++) sum[s] += a[j] * x[j * slots + s];
}

static void ragged_add(int count, float factor, const float* restrict from, float* restrict to) {
    for (int j = 0; j < count; j++) to[j] += factor * from[j];
}

static void ragged_softmax(int slots, float scale, float* w) {
    float top = -INFINITY, sum = 0;
    for (int s = 0; s < slots; s++) {
        w[s] *= scale;
        top = w[s] > top ? w[s] : top;
    }
    for (int s = 0; s < slots; s++) w[s] = activation_exp(w[s] - top);
    for (int s = 0; s < slots; s++) sum += w[s];
    for (int s = 0; s < slots; s++) w[s] /= sum;
}

void RAGGED_FORWARD(const ragged_attention* a, const float* q, const float* k, const float* v,
                    float* y, float* weights, float* scratch) {
    int head = a->size / a->heads;
    float scale = 1 / sqrtf((float)head);
    for (int g = 0; g < a->groups; g++) {
        int queries = a->first_q[g + 1] - a->first_q[g], slots = a->first_k[g + 1] - a->first_k[g];
        size_t qs = (size_t)a->first_q[g] * (size_t)a->size;
        size_t ks = (size_t)a->first_k[g] * (size_t)a->size;
        memset(y + qs, 0, (size_t)queries * (size_t)a->size * sizeof *y);
        for (int h = 0; h < a->heads && queries && slots; h++) {
            ragged_transpose(slots, a->size, head, k + ks + h * head, scratch);
            for (int i = 0; i < queries; i++, weights += slots) {
                size_t at = qs + (size_t)i * (size_t)a->size + (size_t)(h * head);
                ragged_dots(slots, head, q + at, scratch, weights);
                ragged_softmax(slots, scale, weights);
                for (int s = 0; s < slots; s++)
                    ragged_add(head, weights[s],
                               v + ks + (size_t)s * (size_t)a->size + (size_t)(h * head), y + at);
            }
        }
    }
}

// One query: dscore_s = weight_s (dy . v_s - sum_j weight_j dy . v_j) scale, in place of dw.
static void ragged_scores(int slots, float scale, const float* w, float* dw) {
    float mean = 0;
    for (int s = 0; s < slots; s++) mean += w[s] * dw[s];
    for (int s = 0; s < slots; s++) dw[s] = w[s] * (dw[s] - mean) * scale;
}

void RAGGED_BACKWARD(const ragged_attention* a, const float* q, const float* k, const float* v,
                     const float* weights, const float* dy, float* dq, float* dk, float* dv,
                     float* scratch) {
    int head = a->size / a->heads;
    size_t size = (size_t)a->size;
    float scale = 1 / sqrtf((float)head);
    for (int g = 0; g < a->groups; g++) {
        int queries = a->first_q[g + 1] - a->first_q[g], slots = a->first_k[g + 1] - a->first_k[g];
        float* dw = scratch + slots * head;
        for (int h = 0; h < a->heads && queries && slots; h++) {
            size_t qs = (size_t)a->first_q[g] * size + (size_t)(h * head);
            size_t ks = (size_t)a->first_k[g] * size + (size_t)(h * head);
            ragged_transpose(slots, a->size, head, v + ks, scratch);
            for (int i = 0; i < queries; i++, weights += slots, qs += size) {
                ragged_dots(slots, head, dy + qs, scratch, dw);
                ragged_scores(slots, scale, weights, dw);
                for (int s = 0; s < slots; s++) {
                    size_t at = ks + (size_t)s * size;
                    if (dq) ragged_add(head, dw[s], k + at, dq + qs);
                    if (dk) ragged_add(head, dw[s], q + qs, dk + at);
                    if (dv) ragged_add(head, weights[s], dy + qs, dv + at);
                }
            }
        }
    }
}
