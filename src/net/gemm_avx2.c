// The micro-kernel of gemm.h with AVX2 and FMA: a tile of `rows` x 16 sums in 2 * rows registers.
#include <immintrin.h>

#include "net/gemm.h"

// Prefetch distances in floats: along B, and to the tiles of C to the right.
enum { AHEAD_B = 128, AHEAD_C = 4 * GEMM_COLS };

// Each row has its own variables instead of an array, so that gcc and clang both keep them in
// registers. `rows` is a constant in every call: the compiler removes the rows beyond it.
#define EACH_ROW(X) X(0) X(1) X(2) X(3) X(4) X(5)

#define BEGIN_ROW(i)                                                           \
    __m256 left##i = _mm256_setzero_ps(), right##i = _mm256_setzero_ps();      \
    if (i < rows) {                                                            \
        _mm_prefetch((const char*)(to + i * t->c_row), _MM_HINT_T0);           \
        _mm_prefetch((const char*)(to + i * t->c_row + AHEAD_C), _MM_HINT_T0); \
    }
#define ADD_ROW(i)                                   \
    if (i < rows) {                                  \
        __m256 x = _mm256_broadcast_ss(at);          \
        left##i = _mm256_fmadd_ps(x, b0, left##i);   \
        right##i = _mm256_fmadd_ps(x, b1, right##i); \
        at += row;                                   \
    }
#define END_ROW(i)                                                      \
    if (i < rows) {                                                     \
        float* c = to + i * t->c_row;                                   \
        if (t->add) {                                                   \
            left##i = _mm256_add_ps(_mm256_loadu_ps(c), left##i);       \
            right##i = _mm256_add_ps(_mm256_loadu_ps(c + 8), right##i); \
        }                                                               \
        _mm256_storeu_ps(c, left##i);                                   \
        _mm256_storeu_ps(c + 8, right##i);                              \
    }

static inline __attribute__((always_inline)) void tile_of(const gemm_tile* t, const float* b,
                                                          float* to, int rows) {
    const float* soon = t->soon ? t->soon : b + AHEAD_B;
    const ptrdiff_t row = t->a_row, step = t->a_step, b_step = t->b_step;
    EACH_ROW(BEGIN_ROW)
    for (int r = 0; r < t->runs; r++) {
        const float* a = t->a + r * t->a_run;
        for (int k = t->depth; k > 0; k--) {
            __m256 b0 = _mm256_loadu_ps(b), b1 = _mm256_loadu_ps(b + 8);
            const float* at = a;
            _mm_prefetch((const char*)soon, _MM_HINT_T0);
            EACH_ROW(ADD_ROW)
            a += step;
            b += b_step;
            soon += b_step;
        }
    }
    EACH_ROW(END_ROW)
}

#define TILES_OF(rows)                                                    \
    static void tiles_of_##rows(const gemm_tile* t) {                     \
        for (int m = 0; m <= t->more; m++)                                \
            tile_of(t, t->b + m * t->b_next, t->c + m * GEMM_COLS, rows); \
    }
TILES_OF(1)
TILES_OF(2)
TILES_OF(3)
TILES_OF(4)
TILES_OF(5)
TILES_OF(6)

// Up to 12 rows, as two strips of up to 6.
void gemm_kernel_avx2(const gemm_tile* t) {
    enum { HALF = GEMM_ROWS / 2 };
    static const gemm_kernel kernels[HALF] = {tiles_of_1, tiles_of_2, tiles_of_3,
                                              tiles_of_4, tiles_of_5, tiles_of_6};
    if (t->rows <= HALF) {
        kernels[t->rows - 1](t);
        return;
    }
    gemm_tile half = *t;
    half.rows = (t->rows + 1) / 2;
    kernels[half.rows - 1](&half);
    half.a += half.rows * t->a_row;
    half.c += half.rows * t->c_row;
    half.rows = t->rows - half.rows;
    kernels[half.rows - 1](&half);
}
