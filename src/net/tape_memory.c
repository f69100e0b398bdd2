// Memory cells and attention of the tape.
#include <math.h>
#include <string.h>

#include "net/activation.h"
#include "net/tape.h"

// ---- LSTM ---------------------------------------------------------------------------------------
// kept[rows][5 size]: i, f, g, o after their activations, then tanh(c').

static void tape_lstm_row(int size, const float* gates, const float* state, float* kept,
                          float* next) {
    float *i = kept, *f = kept + size, *g = kept + 2 * size, *o = kept + 3 * size;
    float* squashed = kept + 4 * size;
    for (int k = 0; k < 2 * size; k++) i[k] = activation_sigmoid(gates[k]);  // i, then f
    for (int k = 0; k < size; k++) g[k] = activation_tanh(gates[2 * size + k]);
    for (int k = 0; k < size; k++) o[k] = activation_sigmoid(gates[3 * size + k]);
    for (int k = 0; k < size; k++) {
        next[size + k] = f[k] * state[size + k] + i[k] * g[k];
        squashed[k] = activation_tanh(next[size + k]);
        next[k] = o[k] * squashed[k];
    }
}

// dstate has no part through h: that is in the gates.
static void tape_lstm_row_backward(int size, const float* kept, const float* state, const float* dy,
                                   float* dgates, float* dstate) {
    const float *i = kept, *f = kept + size, *g = kept + 2 * size, *o = kept + 3 * size;
    const float* squashed = kept + 4 * size;
    for (int k = 0; k < size; k++) {
        float dc = dy[size + k] + dy[k] * o[k] * (1 - squashed[k] * squashed[k]);
        if (dgates) {
            dgates[k] += dc * g[k] * i[k] * (1 - i[k]);
            dgates[size + k] += dc * state[size + k] * f[k] * (1 - f[k]);
            dgates[2 * size + k] += dc * i[k] * (1 - g[k] * g[k]);
            dgates[3 * size + k] += dy[k] * squashed[k] * o[k] * (1 - o[k]);
        }
        if (dstate) dstate[size + k] += dc * f[k];
    }
}

static void tape_lstm_backward(tape* t, const tape_node* node) {
    const tape_node *gates = &t->nodes.items[node->a], *state = &t->nodes.items[node->b];
    int size = node->size / 2;
    for (int r = 0; r < node->rows; r++) {
        size_t at = (size_t)r * (size_t)size;
        tape_lstm_row_backward(size, (const float*)node->kept + 5 * at, state->value + 2 * at,
                               node->gradient + 2 * at,
                               gates->gradient ? gates->gradient + 4 * at : NULL,
                               state->gradient ? state->gradient + 2 * at : NULL);
    }
}

int tape_lstm(tape* t, int gates, int state) {
    if (t->failed) return 0;
    int rows = t->nodes.items[gates].rows, size = t->nodes.items[gates].size / 4;
    float* kept = tape_take(t, (size_t)rows * 5 * (size_t)size, sizeof *kept);
    tape_node* node = tape_add_node(t, rows, 2 * size, gates, state, -1);
    if (!node) return 0;
    node->kept = kept;
    node->backward = tape_lstm_backward;
    for (int r = 0; r < rows; r++) {
        size_t at = (size_t)r * (size_t)size;
        tape_lstm_row(size, tape_value(t, gates) + 4 * at, tape_value(t, state) + 2 * at,
                      kept + 5 * at, node->value + 2 * at);
    }
    return (int)t->nodes.count - 1;
}

// ---- attention with one query per group
// -----------------------------------------------------------

static float tape_attend_dot(int size, const float* a, const float* b) {
    float sum[8] = {0};
    int k = 0;
    for (; k + 8 <= size; k += 8)
        for (int j = 0; j < 8; j++) sum[j] += a[k + j] * b[k + j];
    float rest = 0;
    for (; k < size; k++) rest += a[k] * b[k];
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7])) + rest;
}

// Softmax of the scores of seen slots; the others get 0.
static void tape_attend_softmax(int slots, const uint8_t* seen, float* w) {
    float top = -INFINITY, sum = 0;
    for (int s = 0; s < slots; s++)
        if (seen[s] && w[s] > top) top = w[s];
    for (int s = 0; s < slots; s++) {
        w[s] = seen[s] ? activation_exp(w[s] - top) : 0;
        sum += w[s];
    }
    for (int s = 0; s < slots && sum > 0; s++) w[s] /= sum;
}

static void tape_attend_backward(tape* t, const tape_node* node) {
    const tape_node *q = &t->nodes.items[node->a], *k = &t->nodes.items[node->b];
    const tape_node* v = &t->nodes.items[node->c];
    int slots = node->count;
    const float* weights = node->kept;
    float* dw = (float*)node->kept + (size_t)q->rows * (size_t)slots;  // [slots]
    for (int g = 0; g < q->rows; g++) {
        const float* w = weights + (size_t)g * (size_t)slots;
        const float* dy = node->gradient + (size_t)g * (size_t)v->size;
        float sum = 0;
        for (int s = 0; s < slots; s++) {
            size_t row = (size_t)g * (size_t)slots + (size_t)s;
            if (w[s] == 0) continue;
            dw[s] = tape_attend_dot(v->size, dy, v->value + row * (size_t)v->size);
            sum += w[s] * dw[s];
            float* dv = v->gradient ? v->gradient + row * (size_t)v->size : NULL;
            for (int j = 0; j < v->size && dv; j++) dv[j] += w[s] * dy[j];
        }
        for (int s = 0; s < slots; s++) {
            if (w[s] == 0) continue;
            size_t row = (size_t)g * (size_t)slots + (size_t)s;
            float ds = w[s] * (dw[s] - sum) * node->number;
            float* dq = q->gradient ? q->gradient + (size_t)g * (size_t)q->size : NULL;
            float* dk = k->gradient ? k->gradient + row * (size_t)q->size : NULL;
            const float *qg = q->value + (size_t)g * (size_t)q->size,
                        *ks = k->value + row * (size_t)q->size;
            for (int j = 0; j < q->size && dq; j++) dq[j] += ds * ks[j];
            for (int j = 0; j < q->size && dk; j++) dk[j] += ds * qg[j];
        }
    }
}

int tape_attend(tape* t, int q, int k, int v, const uint8_t* seen) {
    if (t->failed) return 0;
    int groups = t->nodes.items[q].rows, size = t->nodes.items[q].size;
    int slots = t->nodes.items[k].rows / groups, wide = t->nodes.items[v].size;
    float* weights = tape_take(t, ((size_t)groups + 1) * (size_t)slots, sizeof *weights);
    tape_node* node = tape_add_node(t, groups, wide, q, k, v);
    if (!node) return 0;
    node->kept = weights;
    node->count = slots;
    node->number = 1 / sqrtf((float)size);
    node->backward = tape_attend_backward;
    for (int g = 0; g < groups; g++) {
        float* w = weights + (size_t)g * (size_t)slots;
        const uint8_t* open = seen + (size_t)g * (size_t)slots;
        size_t first = (size_t)g * (size_t)slots;
        for (int s = 0; s < slots; s++)
            if (open[s])
                w[s] = node->number *
                       tape_attend_dot(size, tape_value(t, q) + (size_t)g * (size_t)size,
                                       tape_value(t, k) + (first + (size_t)s) * (size_t)size);
        tape_attend_softmax(slots, open, w);
        float* y = node->value + (size_t)g * (size_t)wide;
        for (int s = 0; s < slots; s++) {
            const float* from = tape_value(t, v) + (first + (size_t)s) * (size_t)wide;
            for (int j = 0; j < wide && w[s] != 0; j++) y[j] += w[s] * from[j];
        }
    }
    return (int)t->nodes.count - 1;
}

const float* tape_attention_weights(const tape* t, int attended) {
    return t->nodes.items[attended].kept;
}

// ---- attention with heads
// -------------------------------------------------------------------------

static void tape_attention_backward(tape* t, const tape_node* node) {
    const wend_attention* a = node->index;
    const tape_node *q = &t->nodes.items[node->a], *k = &t->nodes.items[node->b];
    const tape_node* v = &t->nodes.items[node->c];
    wend_attention_backward(a, q->value, k->value, v->value, node->kept, node->gradient,
                            q->gradient, k->gradient, v->gradient, NULL);
}

int tape_attention(tape* t, const wend_attention* a, int q, int k, int v, const uint8_t* seen) {
    size_t table = (size_t)a->groups * (size_t)a->heads * (size_t)a->queries * (size_t)a->slots;
    wend_attention* kept = tape_take(t, 1, sizeof *kept);
    float* weights = tape_take(t, table, sizeof *weights);
    tape_node* node = tape_add_node(t, a->groups * a->queries, a->size, q, k, v);
    if (!node) return 0;
    *kept = *a;
    node->index = kept;
    node->kept = weights;
    node->backward = tape_attention_backward;
    wend_attention_forward(a, tape_value(t, q), tape_value(t, k), tape_value(t, v), seen,
                           node->value, weights, NULL);
    return (int)t->nodes.count - 1;
}

// ---- attention without padding
// --------------------------------------------------------------------

typedef struct tape_ragged {
    ragged_attention a;
    float* scratch;
} tape_ragged;

static void tape_ragged_backward(tape* t, const tape_node* node) {
    const tape_ragged* r = node->index;
    const tape_node *q = &t->nodes.items[node->a], *k = &t->nodes.items[node->b];
    const tape_node* v = &t->nodes.items[node->c];
    ragged_attention_backward(&r->a, q->value, k->value, v->value, node->kept, node->gradient,
                              q->gradient, k->gradient, v->gradient, r->scratch);
}

int tape_ragged_attention(tape* t, const ragged_attention* a, int q, int k, int v) {
    tape_ragged* kept = tape_take(t, 1, sizeof *kept);
    float* weights = tape_take(t, ragged_attention_weights_size(a), sizeof *weights);
    float* scratch = tape_take(t, ragged_attention_scratch_size(a), sizeof *scratch);
    tape_node* node = t->failed ? NULL : tape_add_node(t, t->nodes.items[q].rows, a->size, q, k, v);
    if (!node) return 0;
    *kept = (tape_ragged){*a, scratch};
    node->index = kept;
    node->kept = weights;
    node->backward = tape_ragged_backward;
    ragged_attention_forward(a, tape_value(t, q), tape_value(t, k), tape_value(t, v), node->value,
                             weights, scratch);
    return (int)t->nodes.count - 1;
}
