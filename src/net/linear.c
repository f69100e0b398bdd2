#include "net/linear.h"

#include "net/gemm.h"
#include "net/rows.h"

// Packed: w for forward, then w transposed for dx.
size_t wend_linear_packed_size(int in, int out) {
    return gemm_packed_size(in, out) + gemm_packed_size(out, in);
}

size_t wend_linear_scratch_size(int rows, int in, int out) {
    (void)in;
    return gemm_packed_size(rows, out);
}

void wend_linear_pack(const float* w, int in, int out, float* packed) {
    gemm_pack(w, out, 1, in, out, packed);
    gemm_pack(w, 1, out, out, in, packed + gemm_packed_size(in, out));
}

void wend_linear_forward(int rows, int in, int out, const float* x, const float* packed,
                         const float* b, float* y, wend_pool* pool) {
    gemm g = {.rows = rows,
              .columns = out,
              .depth = in,
              .a = x,
              .a_row = in,
              .a_step = 1,
              .packed = packed,
              .c = y,
              .c_row = out};
    gemm_run(&g, pool);
    if (b) rows_add(rows, out, b, y);
}

void linear_backward_input(int rows, int in, int out, const float* packed, const float* dy,
                           float* dx, wend_pool* pool) {
    gemm g = {.rows = rows,
              .columns = in,
              .depth = out,
              .a = dy,
              .a_row = out,
              .a_step = 1,
              .packed = packed + gemm_packed_size(in, out),
              .c = dx,
              .c_row = in,
              .add = true};
    gemm_run(&g, pool);
}

void wend_linear_backward(int rows, int in, int out, const float* x, const float* packed,
                          const float* dy, float* dx, float* dw, float* db, float* scratch,
                          wend_pool* pool) {
    if (dx) linear_backward_input(rows, in, out, packed, dy, dx, pool);
    gemm_pack(dy, out, 1, rows, out, scratch);
    gemm g = {.rows = in,
              .columns = out,
              .depth = rows,
              .a = x,
              .a_row = 1,
              .a_step = in,
              .packed = scratch,
              .c = dw,
              .c_row = out,
              .add = true};
    gemm_run(&g, pool);
    if (db) rows_sum(rows, out, dy, db);
}
