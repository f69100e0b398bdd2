#include "net/cell.h"

#include <string.h>

#include "net/linear.h"

size_t cell_packed_size(int in, int size, int width) {
    return wend_linear_packed_size(in, width) + wend_linear_packed_size(size, width);
}

void cell_pack(int in, int size, int width, const float* wx, const float* wh, float* packed) {
    wend_linear_pack(wx, in, width, packed);
    wend_linear_pack(wh, size, width, packed + wend_linear_packed_size(in, width));
}

static const float* states_packed(const wend_cell* c, int width, const float* packed) {
    return packed + wend_linear_packed_size(c->in, width);
}

void cell_inputs(const wend_cell* c, int width, const float* x, const float* packed,
                 const float* bx, float* gx, wend_pool* pool) {
    wend_linear_forward(c->steps * c->batch, c->in, width, x, packed, bx, gx, pool);
}

void cell_states(const wend_cell* c, int width, const float* h, const float* packed,
                 const float* bh, float* gh, wend_pool* pool) {
    wend_linear_forward(c->batch, c->size, width, h, states_packed(c, width, packed), bh, gh, pool);
}

void cell_states_backward(const wend_cell* c, int width, const float* packed, const float* dgh,
                          float* dh, wend_pool* pool) {
    linear_backward_input(c->batch, c->size, width, states_packed(c, width, packed), dgh, dh, pool);
}

size_t cell_scratch_size(const wend_cell* c, int width) {
    return wend_linear_scratch_size(c->steps * c->batch, 0, width);
}

void cell_backward(const wend_cell* c, int width, const float* x, const float* h,
                   const float* packed, const float* dgx, const float* dgh,
                   const cell_gradients* out, float* scratch, wend_pool* pool) {
    int rows = c->steps * c->batch;
    wend_linear_backward(rows, c->in, width, x, packed, dgx, out->dx, out->dwx, out->dbx, scratch,
                         pool);
    wend_linear_backward(rows, c->size, width, h, states_packed(c, width, packed), dgh, NULL,
                         out->dwh, out->dbh, scratch, pool);
}

void cell_begin(const wend_cell* c, const float* from, int row, const uint8_t* keep, float* h) {
    for (int i = 0; i < c->batch; i++, h += c->size)
        if (from && keep[i])
            memcpy(h, from + (size_t)i * (size_t)row, (size_t)c->size * sizeof *h);
        else
            memset(h, 0, (size_t)c->size * sizeof *h);
}
