#include <immintrin.h>

#include "net/gemm.h"

// `rows` is a constant in every call, so the loops unroll and the sums stay in registers.
static inline __attribute__((always_inline)) void tile_of(const gemm_tile* t, int rows) {
    __m256 sum[GEMM_ROWS][2];
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++) {
        sum[i][0] = sum[i][1] = _mm256_setzero_ps();
        _mm_prefetch((const char*)(t->c + i * t->c_row), _MM_HINT_T0);
    }
    const float* b = t->b;
    const ptrdiff_t row = t->a_row, step = t->a_step, b_step = t->b_step;
    for (int r = 0; r < t->runs; r++) {
        const float* a = t->a + r * t->a_run;
        for (int k = t->depth; k > 0; k--) {
            __m256 b0 = _mm256_loadu_ps(b), b1 = _mm256_loadu_ps(b + 8);
            const float* at = a;
#pragma GCC unroll 6
            for (int i = 0; i < rows; i++) {
                __m256 x = _mm256_broadcast_ss(at);
                sum[i][0] = _mm256_fmadd_ps(x, b0, sum[i][0]);
                sum[i][1] = _mm256_fmadd_ps(x, b1, sum[i][1]);
                at += row;
            }
            a += step;
            b += b_step;
        }
    }
#pragma GCC unroll 6
    for (int i = 0; i < rows; i++) {
        float* c = t->c + i * t->c_row;
        if (t->add) {
            sum[i][0] = _mm256_add_ps(_mm256_loadu_ps(c), sum[i][0]);
            sum[i][1] = _mm256_add_ps(_mm256_loadu_ps(c + 8), sum[i][1]);
        }
        _mm256_storeu_ps(c, sum[i][0]);
        _mm256_storeu_ps(c + 8, sum[i][1]);
    }
}

void gemm_kernel_avx2(const gemm_tile* t) {
    switch (t->rows) {
        case 1:
            tile_of(t, 1);
            break;
        case 2:
            tile_of(t, 2);
            break;
        case 3:
            tile_of(t, 3);
            break;
        case 4:
            tile_of(t, 4);
            break;
        case 5:
            tile_of(t, 5);
            break;
        default:
            tile_of(t, 6);
            break;
    }
}
