#include <string.h>

#include "net/activation.h"
#include "net/cell.h"

// Kept of every step and body: the state it began with, then r, z, n, and the recurrent part of n
// before r.  [steps * batch][size] and [steps * batch][4 size]
static size_t rows_of(const wend_cell* c) { return (size_t)c->steps * (size_t)c->batch; }

size_t wend_gru_packed_size(int in, int size) { return cell_packed_size(in, size, 3 * size); }

size_t wend_gru_kept_size(const wend_cell* c) { return rows_of(c) * 5 * (size_t)c->size; }

// Gradients of both sides' gates, of the state, and what the products want.
size_t wend_gru_scratch_size(const wend_cell* c) {
    return rows_of(c) * 6 * (size_t)c->size + (size_t)c->batch * (size_t)c->size +
           cell_scratch_size(c, 3 * c->size);
}

void wend_gru_pack(int in, int size, const float* wx, const float* wh, float* packed) {
    cell_pack(in, size, 3 * size, wx, wh, packed);
}

static void gates_forward(int size, const float* gx, const float* gh, const float* h, float* kept,
                          float* y) {
    float *r = kept, *z = kept + size, *n = kept + 2 * size, *u = kept + 3 * size;
    activation_sigmoid_sum(2 * size, gx, gh, r);  // r, then z
    memcpy(u, gh + 2 * size, (size_t)size * sizeof *u);
    activation_tanh_sum(size, gx + 2 * size, r, u, n);
    for (int i = 0; i < size; i++) y[i] = n[i] + z[i] * (h[i] - n[i]);
}

void wend_gru_forward(const wend_cell* c, const float* x, const float* h0, const uint8_t* keep,
                      const float* packed, const float* bx, const float* bh, float* y, float* kept,
                      float* scratch, wend_pool* pool) {
    int size = c->size, width = 3 * size;
    float *begun = kept, *gates = kept + rows_of(c) * (size_t)size;
    float *gx = scratch, *gh = scratch + rows_of(c) * (size_t)width;
    cell_inputs(c, width, x, packed, bx, gx, pool);
    for (int t = 0; t < c->steps; t++) {
        size_t first = (size_t)t * (size_t)c->batch;
        float* h = begun + first * (size_t)size;
        cell_begin(c, t ? y + (first - (size_t)c->batch) * (size_t)size : h0, size, keep + first,
                   h);
        cell_states(c, width, h, packed, bh, gh, pool);
        for (int i = 0; i < c->batch; i++) {
            size_t row = first + (size_t)i;
            gates_forward(size, gx + row * (size_t)width, gh + (size_t)i * (size_t)width,
                          h + (size_t)i * (size_t)size, gates + row * 4 * (size_t)size,
                          y + row * (size_t)size);
        }
    }
}

// dh is the gradient by the step's result, and becomes that by the state it began with, without
// what goes through the gates.
static void gates_backward(int size, const float* h, const float* kept, float* dh, float* dgx,
                           float* dgh) {
    const float *r = kept, *z = kept + size, *n = kept + 2 * size, *u = kept + 3 * size;
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
                       const float* kept, const float* dy, float* dx, float* dwx, float* dwh,
                       float* dbx, float* dbh, float* scratch, wend_pool* pool) {
    int size = c->size, width = 3 * size;
    const float *begun = kept, *gates = kept + rows_of(c) * (size_t)size;
    float *dgx = scratch, *dgh = dgx + rows_of(c) * (size_t)width;
    float* dh = dgh + rows_of(c) * (size_t)width;
    float* rest = dh + (size_t)c->batch * (size_t)size;
    memset(dh, 0, (size_t)c->batch * (size_t)size * sizeof *dh);
    for (int t = c->steps - 1; t >= 0; t--) {
        size_t first = (size_t)t * (size_t)c->batch;
        for (int i = 0; i < c->batch; i++) {
            size_t row = first + (size_t)i;
            float* mine = dh + (size_t)i * (size_t)size;
            for (int k = 0; k < size; k++) mine[k] += dy[row * (size_t)size + (size_t)k];
            gates_backward(size, begun + row * (size_t)size, gates + row * 4 * (size_t)size, mine,
                           dgx + row * (size_t)width, dgh + row * (size_t)width);
        }
        if (t == 0) break;  // what came before is given, and learns nothing
        cell_states_backward(c, width, packed, dgh + first * (size_t)width, dh, pool);
        for (int i = 0; i < c->batch; i++)
            if (!keep[first + (size_t)i])
                memset(dh + (size_t)i * (size_t)size, 0, (size_t)size * sizeof *dh);
    }
    cell_gradients out = {dx, dwx, dwh, dbx, dbh};
    cell_backward(c, width, x, begun, packed, dgx, dgh, &out, rest, pool);
}
