// Scaled dot-product attention with heads (Vaswani et al., 2017). For each group and head, with d =
// size / heads, q (queries, d), k and v (slots, d):
//
//     weights = softmax(q k^T / sqrt(d))  (queries, slots)     unseen slots have weight 0
//     y = weights v                       (queries, d)
//
// Backward, per query: dweight_s = dy . v_s, and through the softmax
//     dscore_s = weight_s * (dweight_s - sum_j weight_j dweight_j)
// Threads: one task per group and head; tasks write disjoint parts of the results.
#include <math.h>
#include <string.h>

#include "net/activation.h"

#include "wend/net.h"

// The arrays of one head of one group.
typedef struct head {
    const wend_attention* a;
    const float *q, *k, *v, *dy;
    const uint8_t* seen;
    float *y, *weights, *dq, *dk, *dv;
    int size;  // of the head
} head;

typedef struct attention_job {
    head whole;
} attention_job;

static head head_at(const head* whole, int group, int index) {
    const wend_attention* a = whole->a;
    size_t q = (size_t)group * (size_t)a->queries * (size_t)a->size + (size_t)(index * whole->size);
    size_t k = (size_t)group * (size_t)a->slots * (size_t)a->size + (size_t)(index * whole->size);
    size_t table = (size_t)a->queries * (size_t)a->slots;
    head h = *whole;
    h.q += q;
    h.k += k;
    h.v += k;
    h.weights += ((size_t)group * (size_t)a->heads + (size_t)index) * table;
    if (h.seen) h.seen += (size_t)group * table;
    if (h.y) h.y += q;
    if (h.dy) {
        h.dy += q;
        h.dq += q;
        h.dk += k;
        h.dv += k;
    }
    return h;
}

static float attention_dot(const float* a, const float* b, int size) {
    float sum = 0;
    for (int i = 0; i < size; i++) sum += a[i] * b[i];
    return sum;
}

static void add_scaled(float* to, const float* from, float scale, int size) {
    for (int i = 0; i < size; i++) to[i] += scale * from[i];
}

static void softmax_seen(float* weights, const uint8_t* seen, int slots) {
    float highest = -INFINITY, sum = 0;
    for (int s = 0; s < slots; s++)
        if ((!seen || seen[s]) && weights[s] > highest) highest = weights[s];
    for (int s = 0; s < slots; s++) {
        weights[s] = !seen || seen[s] ? activation_exp(weights[s] - highest) : 0;
        sum += weights[s];
    }
    for (int s = 0; sum > 0 && s < slots; s++) weights[s] /= sum;
}

static void forward_head(const head* h) {
    const wend_attention* a = h->a;
    float scale = 1 / sqrtf((float)h->size);
    for (int i = 0; i < a->queries; i++) {
        float* weights = h->weights + (size_t)i * (size_t)a->slots;
        float* y = h->y + (size_t)i * (size_t)a->size;
        for (int s = 0; s < a->slots; s++)
            weights[s] = scale * attention_dot(h->q + (size_t)i * (size_t)a->size,
                                               h->k + (size_t)s * (size_t)a->size, h->size);
        softmax_seen(weights, h->seen ? h->seen + (size_t)i * (size_t)a->slots : NULL, a->slots);
        memset(y, 0, (size_t)h->size * sizeof *y);
        for (int s = 0; s < a->slots; s++)
            if (weights[s] != 0)
                add_scaled(y, h->v + (size_t)s * (size_t)a->size, weights[s], h->size);
    }
}

static void backward_head(const head* h) {
    const wend_attention* a = h->a;
    float scale = 1 / sqrtf((float)h->size);
    for (int i = 0; i < a->queries; i++) {
        const float* weights = h->weights + (size_t)i * (size_t)a->slots;
        size_t row = (size_t)i * (size_t)a->size;
        float mean = 0;  // sum_j weight_j dweight_j
        for (int s = 0; s < a->slots; s++)
            if (weights[s] != 0)
                mean += weights[s] *
                        attention_dot(h->dy + row, h->v + (size_t)s * (size_t)a->size, h->size);
        for (int s = 0; s < a->slots; s++) {
            if (weights[s] == 0) continue;
            size_t slot = (size_t)s * (size_t)a->size;
            float by_weight = attention_dot(h->dy + row, h->v + slot, h->size);
            float by_score = weights[s] * (by_weight - mean) * scale;
            add_scaled(h->dv + slot, h->dy + row, weights[s], h->size);
            add_scaled(h->dq + row, h->k + slot, by_score, h->size);
            add_scaled(h->dk + slot, h->q + row, by_score, h->size);
        }
    }
}

static void run_head(void* context, int index, int worker) {
    const attention_job* job = context;
    int heads = job->whole.a->heads;
    head h = head_at(&job->whole, index / heads, index % heads);
    (void)worker;
    if (h.dy)
        backward_head(&h);
    else
        forward_head(&h);
}

void wend_attention_forward(const wend_attention* a, const float* q, const float* k, const float* v,
                            const uint8_t* seen, float* y, float* weights, wend_pool* pool) {
    attention_job job = {{.a = a,
                          .q = q,
                          .k = k,
                          .v = v,
                          .seen = seen,
                          .y = y,
                          .weights = weights,
                          .size = a->size / a->heads}};
    wend_pool_run(pool, a->groups * a->heads, run_head, &job);
}

void wend_attention_backward(const wend_attention* a, const float* q, const float* k,
                             const float* v, const float* weights, const float* dy, float* dq,
                             float* dk, float* dv, wend_pool* pool) {
    attention_job job = {{.a = a,
                          .q = q,
                          .k = k,
                          .v = v,
                          .weights = (float*)(uintptr_t)weights,
                          .dy = dy,
                          .dq = dq,
                          .dk = dk,
                          .dv = dv,
                          .size = a->size / a->heads}};
    wend_pool_run(pool, a->groups * a->heads, run_head, &job);
}
