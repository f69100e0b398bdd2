// The matrix products that GRU and LSTM share.
//
// T steps of B sequences, input size I, state size S, G gates (GRU 3, LSTM 4); width = G * S:
//
//     gx (T, B, G*S) = x (T, B, I) wx (I, G*S) + bx      one product for all steps
//     gh (B, G*S)    = h (B, S)    wh (S, G*S) + bh      one product per step
//
// Backward: dgx and dgh (T, B, G*S) of all steps are collected first; then the gradients of weights
// and inputs are one product each.
#ifndef WEND_NET_CELL_H
#define WEND_NET_CELL_H

#include "wend/net.h"

size_t cell_packed_size(int in, int size, int width);
void cell_pack(int in, int size, int width, const float* wx, const float* wh, float* packed);

// gx (T * B, width) = x (T * B, I) wx + bx, for all steps.
void cell_inputs(const wend_cell* c, int width, const float* x, const float* packed,
                 const float* bx, float* gx, wend_pool* pool);
// gh (B, width) = h (B, S) wh + bh, for one step.
void cell_states(const wend_cell* c, int width, const float* h, const float* packed,
                 const float* bh, float* gh, wend_pool* pool);
// dh (B, S) += dgh (B, width) wh^T
void cell_states_backward(const wend_cell* c, int width, const float* packed, const float* dgh,
                          float* dh, wend_pool* pool);
// dx (T, B, I), dwx (I, width), dwh (S, width), dbx and dbh (width); added to. Nullable: dx.
typedef struct cell_gradients {
    float *dx, *dwx, *dwh, *dbx, *dbh;
} cell_gradients;
// Gradients of inputs and weights by those of the gates, dgx and dgh (T * B, width). h (T * B, S)
// are the states before each step. `scratch` has cell_scratch_size floats.
void cell_backward(const wend_cell* c, int width, const float* x, const float* h,
                   const float* packed, const float* dgx, const float* dgh,
                   const cell_gradients* out, float* scratch, wend_pool* pool);
size_t cell_scratch_size(const wend_cell* c, int width);

// h (B, S): the state before a step: rows of `from`, `row` floats apart, or zeros if keep is 0.
void cell_begin(const wend_cell* c, const float* from, int row, const uint8_t* keep, float* h);

#endif
