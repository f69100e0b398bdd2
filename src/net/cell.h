// What GRU and LSTM share: the products around their gates. `width` is the number of gates times
// the size of the state.
#ifndef WEND_NET_CELL_H
#define WEND_NET_CELL_H

#include "wend/net.h"

size_t cell_packed_size(int in, int size, int width);
void cell_pack(int in, int size, int width, const float* wx, const float* wh, float* packed);

// gx[steps * batch][width] = x wx + bx, for all steps at once.
void cell_inputs(const wend_cell* c, int width, const float* x, const float* packed,
                 const float* bx, float* gx, wend_pool* pool);
// gh[batch][width] = h wh + bh, for one step.
void cell_states(const wend_cell* c, int width, const float* h, const float* packed,
                 const float* bh, float* gh, wend_pool* pool);
// dh[batch][size] += dgh[batch][width] wh^T
void cell_states_backward(const wend_cell* c, int width, const float* packed, const float* dgh,
                          float* dh, wend_pool* pool);
// Where gradients of the parameters go.
typedef struct cell_gradients {
    float *dx, *dwx, *dwh, *dbx, *dbh;
} cell_gradients;
// From the gradients of all gates, dgx and dgh [steps * batch][width], and the states the steps
// began with, h[steps * batch][size]. `scratch`: cell_scratch_size floats.
void cell_backward(const wend_cell* c, int width, const float* x, const float* h,
                   const float* packed, const float* dgx, const float* dgh,
                   const cell_gradients* out, float* scratch, wend_pool* pool);
size_t cell_scratch_size(const wend_cell* c, int width);

// h[batch][size] becomes what the step begins with: rows of `from` (`row` floats apart), or zeros.
void cell_begin(const wend_cell* c, const float* from, int row, const uint8_t* keep, float* h);

#endif
