// Matrix products of bfloat16 with sums in float: `--precision bf16`.
//
// A bfloat16 is the upper half of a float: 8 exponent bits, 8 significant bits. Two of them take
// the place of one float, so the kernels and the cache blocks of gemm.h work unchanged: a place
// contains two neighbouring factors of the sum (k and k + 1), and `depth` and all strides count
// places.
//
// clang-format off
//     place    | k + 1: bits 31 … 16 | k: bits 15 … 0 |
//
//     A (rows, depth)         x0 x1 x2 x3 …   ->  [x1|x0] [x3|x2] …          halve: along a row
//     B (depth, columns)      row k:   b0 b1 …    [b'0|b0] [b'1|b1] …        gemm_pair_rows, gemm_pack_bf16:
//                             row k+1: b'0 b'1 …                             two rows become one
//     VDPBF16PS               sum[j] += a[k + 1] b[k + 1][j];  sum[j] += a[k] b[k][j]
// clang-format on
//
// Only the factors of products are rounded, to nearest even. Weights, sums, activations, gradients
// and the optimiser stay float: the layers (linear_bf16.c, winograd.c) round into scratch memory
// right before a product, as PyTorch's autocast does. The backward pass with respect to the weights
// sums over rows (images, tiles), so there both factors are paired along rows.
//
// The results must not depend on the machine. The instruction adds the two products of a pair one
// after the other, each with one rounding, and treats subnormal numbers as zeros. The portable
// kernel below and the AVX2 kernel do the same operations in the same order, so all three give the
// same bits.
#include <math.h>
#include <string.h>

#include "base/simd.h"
#include "net/gemm.h"

// The instruction treats subnormal numbers as zeros, in its operands and after each step.
static float bf16_flush(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }

static float bf16_part(uint32_t pair, bool second) {
    uint32_t bits = second ? pair & 0xffff0000u : pair << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return bf16_flush(value);
}

// The second of a pair first; each product is added with one rounding.
static float bf16_multiply_add(float sum, uint32_t x, uint32_t y) {
    sum = bf16_flush(fmaf(bf16_part(x, true), bf16_part(y, true), bf16_flush(sum)));
    return bf16_flush(fmaf(bf16_part(x, false), bf16_part(y, false), sum));
}

static uint32_t bf16_pair_at(const float* slot) {
    uint32_t pair;
    memcpy(&pair, slot, sizeof pair);
    return pair;
}

void gemm_kernel_bf16_portable(const gemm_tile* t) {
    for (int m = 0; m <= t->more; m++)
        for (int i = 0; i < t->rows; i++)
            for (int j = 0; j < GEMM_COLS; j++) {
                const float* b = t->b + m * t->b_next + j;
                float sum = 0, *c = t->c + i * t->c_row + m * GEMM_COLS + j;
                for (int r = 0; r < t->runs; r++)
                    for (int k = 0; k < t->depth; k++, b += t->b_step)
                        sum = bf16_multiply_add(
                            sum, bf16_pair_at(t->a + r * t->a_run + k * t->a_step + i * t->a_row),
                            bf16_pair_at(b));
                *c = t->add ? *c + sum : sum;
            }
}

gemm_kernel gemm_kernel_choose_bf16(void) {
#ifdef WEND_HAVE_X86
    if (simd_has_bf16()) return gemm_kernel_bf16_avx512;
    if (simd_level_find() >= SIMD_LEVEL_AVX2) return gemm_kernel_bf16_avx2;
#endif
    return gemm_kernel_bf16_portable;
}

void gemm_pair_rows(int rows, int columns, const float* from, float* to) {
    for (int k = 0; k < rows; k += 2, to += columns, from += 2 * (size_t)columns) {
        const float* restrict first = from;
        const float* restrict second = k + 1 < rows ? from + columns : NULL;
        uint32_t* restrict pairs = (uint32_t*)(void*)to;
        if (second)
            for (int j = 0; j < columns; j++)
                pairs[j] = bf16_from_float(first[j]) | (uint32_t)bf16_from_float(second[j]) << 16;
        else
            for (int j = 0; j < columns; j++) pairs[j] = bf16_from_float(first[j]);
    }
}

void gemm_pack_bf16(const float* b, ptrdiff_t row, ptrdiff_t column, int depth, int columns,
                    float* packed) {
    uint32_t* to = (uint32_t*)(void*)packed;
    for (int n = 0; n < columns; n += GEMM_COLS)
        for (int k = 0; k < depth; k += 2, to += GEMM_COLS)
            for (int j = 0; j < GEMM_COLS; j++) {
                const float* from = b + k * row + (n + j) * column;
                bool inside = n + j < columns;
                to[j] = inside ? bf16_from_float(from[0]) : 0;
                if (inside && k + 1 < depth) to[j] |= (uint32_t)bf16_from_float(from[row]) << 16;
            }
}
