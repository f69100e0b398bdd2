// Linear layers: the backward pass with respect to the input, for recurrent cells; bfloat16.
#ifndef WEND_NET_LINEAR_H
#define WEND_NET_LINEAR_H

#include "wend/net.h"

// dx[rows][in] += dy[rows][out] w^T
void linear_backward_input(int rows, int in, int out, const float* packed, const float* dy,
                           float* dx, wend_pool* pool);

// A linear layer with products of bfloat16 (gemm.h); `in` and `out` are even. Packed weights take
// at most wend_linear_packed_size floats.
size_t linear_bf16_scratch_size(int rows, int in, int out);  // floats
void linear_bf16_pack(const float* w, int in, int out, float* packed);
void linear_bf16_forward(int rows, int in, int out, const float* x, const float* packed,
                         const float* b, float* y, float* scratch, wend_pool* pool);
// Nullable: dx.
void linear_bf16_backward(int rows, int in, int out, const float* x, const float* packed,
                          const float* dy, float* dx, float* dw, float* db, float* scratch,
                          wend_pool* pool);

#endif
