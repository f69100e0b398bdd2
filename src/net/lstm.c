// Long short-term memory, as in PyTorch (Hochreiter and Schmidhuber, 1997), over T steps of B
// sequences of state size S:
//
//     i = sigmoid(gx_i + gh_i)            gx = x wx + bx   (T, B, 4S)
//     f = sigmoid(gx_f + gh_f)            gh = h wh + bh   (B, 4S)
//     g = tanh(gx_g + gh_g)
//     o = sigmoid(gx_o + gh_o)
//     c' = f * c + i * g                  state (B, 2S): h, then c
//     y  = o * tanh(c')                   the next h
//
// Where keep (T, B) is 0 an episode begins: h and c are cleared, and no gradient passes.
// Kept for backward: h before each step (T, B, S), then i, f, g, o, c and tanh(c') (T, B, 6S).
#include <string.h>

#include "net/activation.h"
#include "net/cell.h"

// T * B.
static size_t lstm_rows_of(const wend_cell* c) { return (size_t)c->steps * (size_t)c->batch; }

size_t wend_lstm_packed_size(int in, int size) { return cell_packed_size(in, size, 4 * size); }

size_t wend_lstm_saved_size(const wend_cell* c) { return lstm_rows_of(c) * 7 * (size_t)c->size; }

size_t wend_lstm_scratch_size(const wend_cell* c) {
    return lstm_rows_of(c) * 4 * (size_t)c->size + (size_t)c->batch * 4 * (size_t)c->size +
           cell_scratch_size(c, 4 * c->size);
}

void wend_lstm_pack(int in, int size, const float* wx, const float* wh, float* packed) {
    cell_pack(in, size, 4 * size, wx, wh, packed);
}

// One row of a step: gx, gh (4S) -> saved (6S), y (S). `cell` (S) is c and becomes c'.
static void lstm_gates_forward(int size, const float* gx, const float* gh, float* saved,
                               float* cell, float* y) {
    float *i = saved, *f = saved + size, *g = saved + 2 * size, *o = saved + 3 * size;
    float *before = saved + 4 * size, *squashed = saved + 5 * size;
    for (int k = 0; k < 2 * size; k++) i[k] = activation_sigmoid(gx[k] + gh[k]);  // i, then f
    for (int k = 0; k < size; k++) g[k] = activation_tanh(gx[2 * size + k] + gh[2 * size + k]);
    for (int k = 0; k < size; k++) o[k] = activation_sigmoid(gx[3 * size + k] + gh[3 * size + k]);
    for (int k = 0; k < size; k++) {
        before[k] = cell[k];
        cell[k] = f[k] * cell[k] + i[k] * g[k];
        squashed[k] = activation_tanh(cell[k]);
        y[k] = o[k] * squashed[k];
    }
}

void wend_lstm_forward(const wend_cell* c, const float* x, const float* state0, const uint8_t* keep,
                       const float* packed, const float* bx, const float* bh, float* y,
                       float* state, float* saved, float* scratch, wend_pool* pool) {
    int size = c->size, width = 4 * size;
    float *begun = saved, *gates = saved + lstm_rows_of(c) * (size_t)size;
    float *gx = scratch, *gh = scratch + lstm_rows_of(c) * (size_t)width;
    size_t all = (size_t)c->batch * 2 * (size_t)size * sizeof *state;
    if (!state0)
        memset(state, 0, all);
    else if (state0 != state)
        memmove(state, state0, all);
    cell_inputs(c, width, x, packed, bx, gx, pool);
    for (int t = 0; t < c->steps; t++) {
        size_t first = (size_t)t * (size_t)c->batch;
        float* h = begun + first * (size_t)size;
        cell_begin(c, state, 2 * size, keep + first, h);
        cell_states(c, width, h, packed, bh, gh, pool);
        for (int i = 0; i < c->batch; i++) {
            size_t row = first + (size_t)i;
            float* mine = state + (size_t)i * 2 * (size_t)size;
            if (!keep[row]) memset(mine + size, 0, (size_t)size * sizeof *mine);
            lstm_gates_forward(size, gx + row * (size_t)width, gh + (size_t)i * (size_t)width,
                               gates + row * 6 * (size_t)size, mine + size, mine);
            memcpy(y + row * (size_t)size, mine, (size_t)size * sizeof *y);
        }
    }
}

// One row of a step. In: dh = dL/dy, dc = dL/dc'. Out: dg (4S), and dc = dL/dc.
static void lstm_gates_backward(int size, const float* saved, const float* dh, float* dc,
                                float* dg) {
    const float *i = saved, *f = saved + size, *g = saved + 2 * size, *o = saved + 3 * size;
    const float *before = saved + 4 * size, *squashed = saved + 5 * size;
    for (int k = 0; k < size; k++) {
        float by_cell = dc[k] + dh[k] * o[k] * (1 - squashed[k] * squashed[k]);
        dg[k] = by_cell * g[k] * i[k] * (1 - i[k]);
        dg[size + k] = by_cell * before[k] * f[k] * (1 - f[k]);
        dg[2 * size + k] = by_cell * i[k] * (1 - g[k] * g[k]);
        dg[3 * size + k] = dh[k] * squashed[k] * o[k] * (1 - o[k]);
        dc[k] = by_cell * f[k];
    }
}

void wend_lstm_backward(const wend_cell* c, const float* x, const uint8_t* keep,
                        const float* packed, const float* saved, const float* dy, float* dx,
                        float* dwx, float* dwh, float* dbx, float* dbh, float* scratch,
                        wend_pool* pool) {
    int size = c->size, width = 4 * size;
    size_t one = (size_t)c->batch * (size_t)size;
    const float *begun = saved, *gates = saved + lstm_rows_of(c) * (size_t)size;
    float *dg = scratch, *dh = dg + lstm_rows_of(c) * (size_t)width, *dc = dh + one;
    float* rest = dh + 4 * one;
    memset(dh, 0, 2 * one * sizeof *dh);
    for (int t = c->steps - 1; t >= 0; t--) {
        size_t first = (size_t)t * (size_t)c->batch;
        for (int i = 0; i < c->batch; i++) {
            size_t row = first + (size_t)i, at = (size_t)i * (size_t)size;
            for (int k = 0; k < size; k++) dh[at + (size_t)k] += dy[row * (size_t)size + (size_t)k];
            lstm_gates_backward(size, gates + row * 6 * (size_t)size, dh + at, dc + at,
                                dg + row * (size_t)width);
        }
        if (t == 0) break;                // state0 is an input without a gradient
        memset(dh, 0, one * sizeof *dh);  // h acts through the gates only
        cell_states_backward(c, width, packed, dg + first * (size_t)width, dh, pool);
        for (int i = 0; i < c->batch; i++)
            if (!keep[first + (size_t)i]) {
                memset(dh + (size_t)i * (size_t)size, 0, (size_t)size * sizeof *dh);
                memset(dc + (size_t)i * (size_t)size, 0, (size_t)size * sizeof *dc);
            }
    }
    cell_gradients out = {dx, dwx, dwh, dbx, dbh};
    cell_backward(c, width, x, begun, packed, dg, dg, &out, rest, pool);
}
