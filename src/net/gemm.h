// Matrix products, from which nearly every layer is made.
//
// One small kernel does all the arithmetic: a tile of at most 6 x 16 sums kept in registers, its
// left factor read with any strides, its right factor in rows of 16. Linear layers feed it packed
// weights; convolutions feed it pictures as they lie, so no patches are copied.
//
// Every sum is added up in one fixed order, whatever the number of threads: same input, same bytes.
// Machines with AVX2 and FMA round once a multiplication, others twice, so bytes are promised on
// machines of one kind.
#ifndef WEND_NET_GEMM_H
#define WEND_NET_GEMM_H

#include "wend/net.h"

enum { GEMM_ROWS = 6, GEMM_COLS = 16 };

// C[i][j] (+)= sum over r < runs, k < depth of
//              a[i * a_row + k * a_step + r * a_run] * b[(r * depth + k) * b_step + j]
// for i < rows, j < 16. Rows of C may overlap when adding: they are added one after the other.
// Then the same for `more` tiles to the right, each b_next floats on in B and 16 columns on in C.
typedef struct gemm_tile {
    int rows, depth, runs;
    const float* a;
    ptrdiff_t a_row, a_step, a_run;
    const float* b;
    ptrdiff_t b_step;
    float* c;
    ptrdiff_t c_row;
    bool add;  // else C is overwritten
    int more;
    ptrdiff_t b_next;
    const float* soon;  // like B, and needed next: fetched while B is read. NULL: more of B
} gemm_tile;

typedef void (*gemm_kernel)(const gemm_tile* tile);
gemm_kernel gemm_kernel_choose(void);  // the fastest this machine can run
void gemm_kernel_portable(const gemm_tile* tile);
#ifdef WEND_HAVE_X86
void gemm_kernel_avx2(const gemm_tile* tile);
#endif

// The tile with only the first `columns` of its columns going to C. B must be 16 wide all the same.
void gemm_tile_run(gemm_kernel kernel, const gemm_tile* tile, int columns);

// Cuts `count` rows into the fewest strips of at most 6, of nearly the same size: short strips
// leave the registers empty.
static inline int gemm_strips(int count) { return (count + GEMM_ROWS - 1) / GEMM_ROWS; }
static inline int gemm_strip_start(int count, int strip) {
    return (int)((int64_t)count * strip / gemm_strips(count));
}

// ---- packed matrices ----------------------------------------------------------------------------

// B[k][n] laid out as [n / 16][k][16], filled up with zeros. Floats it takes:
size_t gemm_packed_size(int depth, int columns);
// B[k][n] is at b[k * row + n * column].
void gemm_pack(const float* b, ptrdiff_t row, ptrdiff_t column, int depth, int columns,
               float* packed);

// C[rows][columns] (+)= A[rows][depth] * B, B packed. A[i][k] is at a[i * a_row + k * a_step].
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

#endif
