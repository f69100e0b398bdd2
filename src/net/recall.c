#include "net/recall.h"

#include <string.h>

// Keys of an environment: M slots of memory, then T steps.
static int places(const recall* r) { return r->slots + r->steps; }

static size_t query_count(const recall* r) {
    return (size_t)r->batch * (size_t)r->steps * (size_t)r->size;
}
static size_t place_count(const recall* r) {
    return (size_t)r->batch * (size_t)places(r) * (size_t)r->size;
}
static size_t weight_count(const recall* r) {
    return (size_t)r->batch * (size_t)r->heads * (size_t)r->steps * (size_t)places(r);
}

size_t recall_state_size(int size, int slots) { return 1 + 2 * (size_t)slots * (size_t)size; }

size_t recall_saved_size(const recall* r) {
    size_t seen = (size_t)r->batch * (size_t)r->steps * (size_t)places(r);
    return 2 * query_count(r) + 2 * place_count(r) + weight_count(r) + seen / sizeof(float) + 1;
}

size_t recall_scratch_size(const recall* r) { return 2 * query_count(r) + 2 * place_count(r); }

// Per environment: q and y (B, T, size), k and v (B, M + T, size), weights (B, heads, T, M + T),
// seen (B, T, M + T).
typedef struct recall_parts {
    float *q, *y, *k, *v, *weights;
    uint8_t* seen;
} recall_parts;

static recall_parts recall_parts_of(const recall* r, float* memory) {
    recall_parts p = {.q = memory};
    p.y = p.q + query_count(r);
    p.k = p.y + query_count(r);
    p.v = p.k + place_count(r);
    p.weights = p.v + place_count(r);
    p.seen = (uint8_t*)(p.weights + weight_count(r));
    return p;
}

// (T, B, size) to (B, count, size), at places first … first + T - 1.
static void recall_gather(const recall* r, const float* from, float* to, int first, int count) {
    for (int b = 0; b < r->batch; b++)
        for (int t = 0; t < r->steps; t++)
            memcpy(to + ((size_t)b * (size_t)count + (size_t)(first + t)) * (size_t)r->size,
                   from + ((size_t)t * (size_t)r->batch + (size_t)b) * (size_t)r->size,
                   (size_t)r->size * sizeof *to);
}

// The reverse, adding.
static void scatter_add(const recall* r, const float* from, float* to, int first, int count) {
    for (int b = 0; b < r->batch; b++)
        for (int t = 0; t < r->steps; t++) {
            const float* x =
                from + ((size_t)b * (size_t)count + (size_t)(first + t)) * (size_t)r->size;
            float* y = to + ((size_t)t * (size_t)r->batch + (size_t)b) * (size_t)r->size;
            for (int i = 0; i < r->size; i++) y[i] += x[i];
        }
}

// The first place that step t of environment b sees; the last is its own. Steps of an episode see
// only that episode.
static int first_seen(const recall* r, const uint8_t* keep, int used_slots, int b, int t) {
    int low = r->slots - used_slots, own = r->slots + t;
    for (int u = t; u >= 0; u--)
        if (!keep[u * r->batch + b]) {
            low = r->slots + u;
            break;
        }
    return low > own - r->slots + 1 ? low : own - r->slots + 1;
}

static int used_slots_of(const float* state, size_t row, int b) {
    return state ? (int)state[(size_t)b * row] : 0;
}

static void load_memory(const recall* r, const float* state, size_t row, const recall_parts* p) {
    size_t one = (size_t)r->slots * (size_t)r->size;
    for (int b = 0; b < r->batch; b++) {
        size_t to = (size_t)b * (size_t)places(r) * (size_t)r->size;
        if (state) {
            memcpy(p->k + to, state + (size_t)b * row + 1, one * sizeof *p->k);
            memcpy(p->v + to, state + (size_t)b * row + 1 + one, one * sizeof *p->v);
        } else {
            memset(p->k + to, 0, one * sizeof *p->k);
            memset(p->v + to, 0, one * sizeof *p->v);
        }
    }
}

// The next memory: the places that the last step saw, from `low` on.
static void save_memory(const recall* r, const recall_parts* p, int b, int low, float* state) {
    size_t one = (size_t)r->slots * (size_t)r->size;
    int count = places(r) - low;
    size_t from = ((size_t)b * (size_t)places(r) + (size_t)low) * (size_t)r->size;
    size_t free_floats = (size_t)(r->slots - count) * (size_t)r->size;
    memset(state, 0, (1 + 2 * one) * sizeof *state);
    state[0] = (float)count;
    memcpy(state + 1 + free_floats, p->k + from, (one - free_floats) * sizeof *state);
    memcpy(state + 1 + one + free_floats, p->v + from, (one - free_floats) * sizeof *state);
}

static wend_attention attention_of(const recall* r) {
    return (wend_attention){.groups = r->batch,
                            .queries = r->steps,
                            .slots = places(r),
                            .size = r->size,
                            .heads = r->heads};
}

void recall_forward(const recall* r, const float* q, const float* k, const float* v,
                    const uint8_t* keep, const float* state, float* next, size_t row, float* y,
                    float* saved, wend_pool* pool) {
    recall_parts p = recall_parts_of(r, saved);
    wend_attention a = attention_of(r);
    load_memory(r, state, row, &p);
    recall_gather(r, q, p.q, 0, r->steps);
    recall_gather(r, k, p.k, r->slots, places(r));
    recall_gather(r, v, p.v, r->slots, places(r));
    memset(p.seen, 0, (size_t)r->batch * (size_t)r->steps * (size_t)places(r));
    for (int b = 0; b < r->batch; b++)
        for (int t = 0; t < r->steps; t++) {
            int low = first_seen(r, keep, used_slots_of(state, row, b), b, t);
            uint8_t* seen = p.seen + ((size_t)b * (size_t)r->steps + (size_t)t) * (size_t)places(r);
            memset(seen + low, 1, (size_t)(r->slots + t + 1 - low));
        }
    wend_attention_forward(&a, p.q, p.k, p.v, p.seen, p.y, p.weights, pool);
    memset(y, 0, query_count(r) * sizeof *y);
    scatter_add(r, p.y, y, 0, r->steps);
    for (int b = 0; next && b < r->batch; b++) {
        int low = first_seen(r, keep, used_slots_of(state, row, b), b, r->steps - 1);
        save_memory(r, &p, b, low, next + (size_t)b * row);
    }
}

void recall_backward(const recall* r, const float* saved, const float* dy, float* dq, float* dk,
                     float* dv, float* scratch, wend_pool* pool) {
    recall_parts p = recall_parts_of(r, (float*)(uintptr_t)saved);
    float *by_q = scratch, *by_y = by_q + query_count(r), *by_k = by_y + query_count(r);
    float* by_v = by_k + place_count(r);
    wend_attention a = attention_of(r);
    memset(scratch, 0, recall_scratch_size(r) * sizeof *scratch);
    recall_gather(r, dy, by_y, 0, r->steps);
    wend_attention_backward(&a, p.q, p.k, p.v, p.weights, by_y, by_q, by_k, by_v, pool);
    if (dq) scatter_add(r, by_q, dq, 0, r->steps);
    if (dk) scatter_add(r, by_k, dk, r->slots, places(r));
    if (dv) scatter_add(r, by_v, dv, r->slots, places(r));
}
