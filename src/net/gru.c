// Gated recurrent unit, as in PyTorch (Cho et al., 2014), over T steps of B sequences, state size
// S:
//
//     r = sigmoid(gx_r + gh_r)            gx = x wx + bx   (T, B, 3S)
//     z = sigmoid(gx_z + gh_z)            gh = h wh + bh   (B, 3S)
//     n = tanh(gx_n + r * gh_n)
//     y = n + z * (h - n)                 the next h
//
//     keep (T, B):  h -> [keep ? h : 0] -> step -> y -> [keep ? y : 0] -> step -> ...
//
// Where keep is 0 an episode begins: the state is cleared, and no gradient passes.
// Kept for backward: h before each step (T, B, S), then r, z, n and gh_n (T, B, 4S).
#include <string.h>

#include "net/activation.h"
#include "net/cell.h"

// T * B.
static size_t gru_rows_of(const wend_cell* c) { return (size_t)c->steps * (size_t)c->batch; }

size_t wend_gru_packed_size(int in, int size) { return cell_packed_size(in, size, 3 * size); }

size_t wend_gru_saved_size(const wend_cell* c) { return gru_rows_of(c) * 5 * (size_t)c->size; }

// dgx and dgh (T, B, 3S), dh (B, S), and the scratch of the products.
size_t wend_gru_scratch_size(const wend_cell* c) {
    return gru_rows_of(c) * 6 * (size_t)c->size + (size_t)c->batch * (size_t)c->size +
           cell_scratch_size(c, 3 * c->size);
}

void wend_gru_pack(int in, int size, const float* wx, const float* wh, float* packed) {
    cell_pack(in, size, 3 * size, wx, wh, packed);
}

// One row of a step: gx, gh (3S), h (S) -> saved (4S), y (S).
static void gru_gates_forward(int size, const float* gx, const float* gh, const float* h,
                              float* saved, float* y) {
    float *r = saved, *z = saved + size, *n = saved + 2 * size, *u = saved + 3 * size;
    activation_sigmoid_sum(2 * size, gx, gh, r);  // r, then z
    memcpy(u, gh + 2 * size, (size_t)size * sizeof *u);
    activation_tanh_sum(size, gx + 2 * size, r, u, n);
    for (int i = 0; i < size; i++) y[i] = n[i] + z[i] * (h[i] - n[i]);
}

void wend_gru_forward(const wend_cell* c, const float* x, const float* h0, const uint8_t* keep,
                      const float* packed, const float* bx, const float* bh, float* y, float* saved,
                      float* scratch, wend_pool* pool) {
    int size = c->size, width = 3 * size;
    float *begun = saved, *gates = saved + gru_rows_of(c) * (size_t)size;
    float *gx = scratch, *gh = scratch + gru_rows_of(c) * (size_t)width;
    cell_inputs(c, width, x, packed, bx, gx, pool);
    for (int t = 0; t < c->steps; t++) {
        size_t first = (size_t)t * (size_t)c->batch;
        float* h = begun + first * (size_t)size;
        cell_begin(c, t ? y + (first - (size_t)c->batch) * (size_t)size : h0, size, keep + first,
                   h);
        cell_states(c, width, h, packed, bh, gh, pool);
        for (int i = 0; i < c->batch; i++) {
            size_t row = first + (size_t)i;
            gru_gates_forward(size, gx + row * (size_t)width, gh + (size_t)i * (size_t)width,
                              h + (size_t)i * (size_t)size, gates + row * 4 * (size_t)size,
                              y + row * (size_t)size);
        }
    }
}

// One row of a step. In: dh = dL/dy. Out: dgx, dgh (3S), and dh = dL/dh through y = ... + z * h
// only; the part through the gates is added by cell_states_backward.
static void gru_gates_backward(int size, const float* h, const float* saved, float* dh, float* dgx,
                               float* dgh) {
    const float *r = saved, *z = saved + size, *n = saved + 2 * size, *u = saved + 3 * size;
    for (int i = 0; i < size; i++) {
        float dn = dh[i] * (1 - z[i]) * (1 - n[i] * n[i]);
        float dz = dh[i] * (h[i] - n[i]) * z[i] * (1 - z[i]);
        float dr = dn * u[i] * r[i] * (1 - r[i]);
        dgx[i] = dgh[i] = dr;
        dgx[size + i] = dgh[size + i] = dz;
        dgx[2 * size + i] = dn;
        dgh[2 * size + i] = dn * r[i];
        dh[i] *= z[i];
    }
}

void wend_gru_backward(const wend_cell* c, const float* x, const uint8_t* keep, const float* packed,
                       const float* saved, const float* dy, float* dx, float* dwx, float* dwh,
                       float* dbx, float* dbh, float* scratch, wend_pool* pool) {
    int size = c->size, width = 3 * size;
    const float *begun = saved, *gates = saved + gru_rows_of(c) * (size_t)size;
    float *dgx = scratch, *dgh = dgx + gru_rows_of(c) * (size_t)width;
    float* dh = dgh + gru_rows_of(c) * (size_t)width;
    float* rest = dh + (size_t)c->batch * (size_t)size;
    memset(dh, 0, (size_t)c->batch * (size_t)size * sizeof *dh);
    for (int t = c->steps - 1; t >= 0; t--) {
        size_t first = (size_t)t * (size_t)c->batch;
        for (int i = 0; i < c->batch; i++) {
            size_t row = first + (size_t)i;
            float* mine = dh + (size_t)i * (size_t)size;
            for (int k = 0; k < size; k++) mine[k] += dy[row * (size_t)size + (size_t)k];
            gru_gates_backward(size, begun + row * (size_t)size, gates + row * 4 * (size_t)size,
                               mine, dgx + row * (size_t)width, dgh + row * (size_t)width);
        }
        if (t == 0) break;  // h0 is an input without a gradient
        cell_states_backward(c, width, packed, dgh + first * (size_t)width, dh, pool);
        for (int i = 0; i < c->batch; i++)
            if (!keep[first + (size_t)i])
                memset(dh + (size_t)i * (size_t)size, 0, (size_t)size * sizeof *dh);
    }
    cell_gradients out = {dx, dwx, dwh, dbx, dbh};
    cell_backward(c, width, x, begun, packed, dgx, dgh, &out, rest, pool);
}
