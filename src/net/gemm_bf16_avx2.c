// What VDPBF16PS computes, with AVX2 and FMA: the same bits as gemm_bf16.c, eight sums at a time.
#include <immintrin.h>

#include "net/gemm.h"

// Columns j … j + 7 of row `i` of panel `m`. Subnormal numbers are flushed by the control register.
static __m256 bf16_row(const gemm_tile* t, int m, int i, int j) {
    const __m256i upper = _mm256_set1_epi32((int)0xffff0000u);
    const float* b = t->b + m * t->b_next + j;
    __m256 sum = _mm256_setzero_ps();
    for (int r = 0; r < t->runs; r++) {
        const float* a = t->a + r * t->a_run + i * t->a_row;
        for (int k = 0; k < t->depth; k++, a += t->a_step, b += t->b_step) {
            __m256i x = _mm256_castps_si256(_mm256_broadcast_ss(a));
            __m256i y = _mm256_castps_si256(_mm256_loadu_ps(b));
            sum = _mm256_fmadd_ps(_mm256_castsi256_ps(_mm256_and_si256(x, upper)),
                                  _mm256_castsi256_ps(_mm256_and_si256(y, upper)), sum);
            sum = _mm256_fmadd_ps(_mm256_castsi256_ps(_mm256_slli_epi32(x, 16)),
                                  _mm256_castsi256_ps(_mm256_slli_epi32(y, 16)), sum);
        }
    }
    return sum;
}

void gemm_kernel_bf16_avx2(const gemm_tile* t) {
    enum { FLUSH = 0x8040 };  // results and operands
    unsigned control = _mm_getcsr();
    for (int m = 0; m <= t->more; m++)
        for (int i = 0; i < t->rows; i++)
            for (int j = 0; j < GEMM_COLS; j += 8) {
                float* c = t->c + i * t->c_row + m * GEMM_COLS + j;
                _mm_setcsr(control | FLUSH);
                __m256 sum = bf16_row(t, m, i, j);
                __asm__ volatile("" : "+x"(sum));  // not moved behind the next line
                _mm_setcsr(control);
                if (t->add) sum = _mm256_add_ps(_mm256_loadu_ps(c), sum);
                _mm256_storeu_ps(c, sum);
            }
}
