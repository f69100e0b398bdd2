// The micro-kernel of gemm.h with AVX-512: a tile of `rows` x 32 sums in 2 * rows registers, or of
// `rows` x 16 where an odd panel is left. With 12 rows: 24 sums, two registers for a row of B and
// one for a broadcast element of A, 27 of 32.
#include <immintrin.h>

#include "net/gemm.h"

enum { AHEAD_B = 256 };  // prefetch distance along B, in floats

#define EACH_ROW(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)

// Rows are addressed from every third one, so that the addresses fit into registers.
#define BEGIN_ROW(i)                                                      \
    __m512 left##i = _mm512_setzero_ps(), right##i = _mm512_setzero_ps(); \
    if (i < rows) _mm_prefetch((const char*)(to + i * t->c_row), _MM_HINT_T0);
#define ADD_ROW(i)                                                    \
    if (i < rows) {                                                   \
        __m512 x = _mm512_set1_ps(a##i);                              \
        left##i = _mm512_fmadd_ps(x, b0, left##i);                    \
        if (panels == 2) right##i = _mm512_fmadd_ps(x, b1, right##i); \
    }
#define END_ROW(i)                                                                               \
    if (i < rows) {                                                                              \
        float* c = to + i * t->c_row;                                                            \
        if (t->add) {                                                                            \
            left##i = _mm512_add_ps(_mm512_loadu_ps(c), left##i);                                \
            if (panels == 2) right##i = _mm512_add_ps(_mm512_loadu_ps(c + GEMM_COLS), right##i); \
        }                                                                                        \
        _mm512_storeu_ps(c, left##i);                                                            \
        if (panels == 2) _mm512_storeu_ps(c + GEMM_COLS, right##i);                              \
    }
#define a0  from0[0]
#define a1  from0[row]
#define a2  from0[2 * row]
#define a3  from3[0]
#define a4  from3[row]
#define a5  from3[2 * row]
#define a6  from6[0]
#define a7  from6[row]
#define a8  from6[2 * row]
#define a9  from9[0]
#define a10 from9[row]
#define a11 from9[2 * row]

static inline __attribute__((always_inline)) void wide_tile_of(const gemm_tile* t, const float* b,
                                                               float* to, int rows, int panels) {
    const float* soon = t->soon ? t->soon : b + AHEAD_B;
    const ptrdiff_t row = t->a_row, step = t->a_step, b_step = t->b_step, next = t->b_next;
    EACH_ROW(BEGIN_ROW)
    for (int r = 0; r < t->runs; r++) {
        const float *from0 = t->a + r * t->a_run, *from3 = from0 + 3 * row,
                    *from6 = from3 + 3 * row, *from9 = from6 + 3 * row;
        for (int k = t->depth; k > 0; k--) {
            __m512 b0 = _mm512_loadu_ps(b), b1 = panels == 2 ? _mm512_loadu_ps(b + next) : b0;
            _mm_prefetch((const char*)soon, _MM_HINT_T0);
            if (panels == 2) _mm_prefetch((const char*)(soon + next), _MM_HINT_T0);
            EACH_ROW(ADD_ROW)
            from0 += step, from3 += step, from6 += step, from9 += step;
            b += b_step;
            soon += b_step;
        }
    }
    EACH_ROW(END_ROW)
}

#define TILES_OF(rows)                                                                          \
    static void wide_tiles_of_##rows(const gemm_tile* t) {                                      \
        int m = 0;                                                                              \
        for (; m + 1 <= t->more; m += 2)                                                        \
            wide_tile_of(t, t->b + m * t->b_next, t->c + m * GEMM_COLS, rows, 2);               \
        if (m <= t->more) wide_tile_of(t, t->b + m * t->b_next, t->c + m * GEMM_COLS, rows, 1); \
    }
TILES_OF(1)
TILES_OF(2)
TILES_OF(3)
TILES_OF(4)
TILES_OF(5)
TILES_OF(6)
TILES_OF(7)
TILES_OF(8)
TILES_OF(9)
TILES_OF(10)
TILES_OF(11)
TILES_OF(12)

void gemm_kernel_avx512(const gemm_tile* t) {
    static const gemm_kernel kernels[GEMM_ROWS] = {
        wide_tiles_of_1, wide_tiles_of_2,  wide_tiles_of_3,  wide_tiles_of_4,
        wide_tiles_of_5, wide_tiles_of_6,  wide_tiles_of_7,  wide_tiles_of_8,
        wide_tiles_of_9, wide_tiles_of_10, wide_tiles_of_11, wide_tiles_of_12};
    kernels[t->rows - 1](t);
}
