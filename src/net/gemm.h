// Matrix products: the arithmetic of every layer with weights.
//
// Method: the register-blocked kernel of Goto and van de Geijn (Anatomy of High-Performance Matrix
// Multiplication, 2008), with one micro-kernel for all layers. It computes a tile of C of at most
// 6 x 16 floats: 12 sums of 8 floats in AVX registers, two registers for a row of B and one for a
// broadcast element of A, 15 of 16 in all.
//
//          B  (depth, 16), rows of 16 floats, `b_step` apart
//         +----------------+
//       k | b[k][0..15]    |          for each k:  load b[k][0..15]
//         +----------------+                       for each row i < 6:
//   A (6, depth)        C (6, 16)                      sum[i][0..15] += a[i][k] * b[k][0..15]
//   +----------+       +----------------+
//   | a[i][k]  |       | sum[i][0..15]  |   in registers until the whole sum is done
//   +----------+       +----------------+
//
// A is read with any strides (`a_row`, `a_step`, and `a_run` between parts of the sum). This is
// what makes one kernel enough: a linear layer passes rows of x, its backward pass columns of x,
// and a convolution passes windows of the image where they are in memory, so that no im2col copy is
// made. B is packed: (depth, columns) is stored as (columns / 16, depth, 16), padded with zeros.
//
// Determinism: every element of C is summed by one thread in one order that depends on the shapes
// only. Results are bit-identical for any thread count. Machines with AVX2 and FMA round once per
// multiply-add, others twice; results are bit-identical among machines of one kind.
//
// Measured (docs/learning.md): 2.0 times PyTorch 2.13 with oneDNN and MKL on one Zen 3 core for the
// convolutional policy network, forward and backward; 2.6 times for the GRU.
#ifndef WEND_NET_GEMM_H
#define WEND_NET_GEMM_H

#include "wend/net.h"

enum { GEMM_ROWS = 12, GEMM_COLS = 16 };

// One call of the micro-kernel:
//
//     C[i][j] (+)= sum over r < runs, k < depth of
//                  a[i * a_row + k * a_step + r * a_run] * b[(r * depth + k) * b_step + j]
//
// for i < rows, j < 16; then the same for `more` tiles to the right, each `b_next` floats on in B
// and 16 columns on in C. With `add`, rows of C may overlap: they are added one after the other.
typedef struct gemm_tile {
    int rows;         // of A and C, 1 … 12
    int depth, runs;  // length of a part of the sum; number of parts
    const float* a;
    ptrdiff_t a_row, a_step, a_run;
    const float* b;
    ptrdiff_t b_step;
    float* c;
    ptrdiff_t c_row;
    bool add;  // else C is overwritten
    int more;
    ptrdiff_t b_next;
    const float* soon;  // prefetched: the B of the next call. NULL: further rows of this B
} gemm_tile;

typedef void (*gemm_kernel)(const gemm_tile* tile);
gemm_kernel gemm_kernel_choose(void);  // the fastest this machine can run
void gemm_kernel_portable(const gemm_tile* tile);
#ifdef WEND_HAVE_X86
void gemm_kernel_avx2(const gemm_tile* tile);
void gemm_kernel_avx512(const gemm_tile* tile);
#endif

// The same with only the first `columns` columns written to C. B must be 16 wide nevertheless.
void gemm_tile_run(gemm_kernel kernel, const gemm_tile* tile, int columns);

// `count` rows are cut into the fewest strips of at most 12 rows, of nearly equal size: a strip of
// one row would leave most registers unused.
static inline int gemm_strips(int count) { return (count + GEMM_ROWS - 1) / GEMM_ROWS; }
static inline int gemm_strip_start(int count, int strip) {
    return (int)((int64_t)count * strip / gemm_strips(count));
}

// ---- packed matrices ----------------------------------------------------------------------------

// Floats of a packed B (depth, columns): (columns / 16, depth, 16), padded with zeros.
size_t gemm_packed_size(int depth, int columns);
// B[k][n] is at b[k * row + n * column].
void gemm_pack(const float* b, ptrdiff_t row, ptrdiff_t column, int depth, int columns,
               float* packed);

// C (rows, columns) (+)= A (rows, depth) * B (depth, columns), B packed. A[i][k] is at
// a[i * a_row + k * a_step], C[i][j] at c[i * c_row + j].
typedef struct gemm {
    int rows, columns, depth;
    const float* a;
    ptrdiff_t a_row, a_step;
    const float* packed;
    float* c;
    ptrdiff_t c_row;
    bool add;
} gemm;

// Nullable: pool.
void gemm_run(const gemm* g, wend_pool* pool);
void gemm_run_alone(const gemm* g, gemm_kernel kernel);  // by the calling thread

#endif
