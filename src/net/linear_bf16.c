#include "net/gemm.h"
#include "net/linear.h"
#include "net/rows.h"
#include "net/winograd.h"

// Forward: x. Backward: dy, x and dy in pairs of rows, the last packed.
size_t linear_bf16_scratch_size(int rows, int in, int out) {
    size_t pairs = (size_t)gemm_pairs(rows);
    size_t backward = (size_t)rows * (size_t)out / 2 + pairs * (size_t)in +
                      gemm_packed_size(gemm_pairs(rows), out);
    size_t forward = (size_t)rows * (size_t)in / 2;
    return forward > backward ? forward : backward;
}

void linear_bf16_pack(const float* w, int in, int out, float* packed) {
    gemm_pack_bf16(w, out, 1, in, out, packed);
    gemm_pack_bf16(w, 1, out, out, in, packed + gemm_packed_size(in / 2, out));
}

void linear_bf16_forward(int rows, int in, int out, const float* x, const float* packed,
                         const float* b, float* y, float* scratch, wend_pool* pool) {
    gemm g = {.rows = rows,
              .columns = out,
              .depth = in / 2,
              .a = scratch,
              .a_row = in / 2,
              .a_step = 1,
              .packed = packed,
              .c = y,
              .c_row = out};
    winograd_kernel_choose()->halve((size_t)rows * (size_t)in, x, (uint16_t*)(void*)scratch);
    gemm_run_with(&g, gemm_kernel_choose_bf16(), pool);
    rows_add(rows, out, b, y);
}

static void linear_bf16_input(int rows, int in, int out, const float* packed, const float* dy,
                              float* dx, float* scratch, wend_pool* pool) {
    gemm g = {.rows = rows,
              .columns = in,
              .depth = out / 2,
              .a = scratch,
              .a_row = out / 2,
              .a_step = 1,
              .packed = packed + gemm_packed_size(in / 2, out),
              .c = dx,
              .c_row = in,
              .add = true};
    winograd_kernel_choose()->halve((size_t)rows * (size_t)out, dy, (uint16_t*)(void*)scratch);
    gemm_run_with(&g, gemm_kernel_choose_bf16(), pool);
}

void linear_bf16_backward(int rows, int in, int out, const float* x, const float* packed,
                          const float* dy, float* dx, float* dw, float* db, float* scratch,
                          wend_pool* pool) {
    float* x_pairs = scratch + (size_t)rows * (size_t)out / 2;
    float* dy_pairs = x_pairs + (size_t)gemm_pairs(rows) * (size_t)in;
    if (dx) linear_bf16_input(rows, in, out, packed, dy, dx, scratch, pool);
    winograd_kernel_choose()->pair_rows(rows, in, x, x_pairs);
    gemm_pack_bf16(dy, out, 1, rows, out, dy_pairs);
    gemm g = {.rows = in,
              .columns = out,
              .depth = gemm_pairs(rows),
              .a = x_pairs,
              .a_row = 1,
              .a_step = in,
              .packed = dy_pairs,
              .c = dw,
              .c_row = out,
              .add = true};
    gemm_run_with(&g, gemm_kernel_choose_bf16(), pool);
    rows_sum(rows, out, dy, db);
}
