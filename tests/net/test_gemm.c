// Matrix products: every kernel against plain sums and against the others.
#include <math.h>

#include "base/simd.h"
#include "net/arrays.h"
#include "net/gemm.h"

// ---- products -----------------------------------------------------------------------------------

// Through every size of strip and panel, and over several blocks of the sum.
TEST(a_product_is_the_sum_of_products) {
    static const int sizes[][3] = {{1, 1, 1},     {6, 16, 4},    {7, 17, 5},  {5, 33, 300},
                                   {13, 40, 513}, {200, 70, 31}, {16, 128, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int rows = sizes[s][0], columns = sizes[s][1], depth = sizes[s][2];
        float *a = made((size_t)(rows * depth), 1), *b = made((size_t)(depth * columns), 2);
        float *packed = zeros(gemm_packed_size(depth, columns)),
              *c = zeros((size_t)(rows * columns));
        gemm_pack(b, columns, 1, depth, columns, packed);
        gemm g = {rows, columns, depth, a, depth, 1, packed, c, columns, false};
        gemm_run(&g, NULL);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                for (int k = 0; k < depth; k++)
                    sum += (double)a[i * depth + k] * b[k * columns + j];
                CHECK_NEAR(c[i * columns + j], sum, 1e-4);
            }
    }
}

// The kernels that this machine can run; the portable one first.
static int kernels_here(gemm_kernel kernels[3]) {
    int count = 0;
    kernels[count++] = gemm_kernel_portable;
#ifdef WEND_HAVE_X86
    if (simd_level_find() >= SIMD_LEVEL_AVX2) kernels[count++] = gemm_kernel_avx2;
    if (simd_level_find() >= SIMD_LEVEL_AVX512) kernels[count++] = gemm_kernel_avx512;
#endif
    return count;
}

// To rounding, and those with multiply-adds to the last bit: results do not depend on their widths.
TEST(kernels_of_all_instruction_sets_agree) {
    enum { TILE = GEMM_ROWS * 3 * GEMM_COLS };
    float *a = made(600, 1), *b = made(3200, 2), sums[3][TILE];
    gemm_kernel kernels[3];
    int count = kernels_here(kernels);
    for (int rows = 1; rows <= GEMM_ROWS; rows++)
        for (int more = 0; more < 3; more++) {
            memset(sums, 0, sizeof sums);
            for (int k = 0; k < count; k++) {
                gemm_tile tile = {.rows = rows,
                                  .depth = 9,
                                  .runs = 3,
                                  .a = a,
                                  .a_row = 11,
                                  .a_step = 2,
                                  .a_run = 40,
                                  .b = b,
                                  .b_step = 17,
                                  .c = sums[k],
                                  .c_row = 3 * GEMM_COLS,
                                  .add = true,
                                  .more = more,
                                  .b_next = 480};
                kernels[k](&tile);
            }
            for (int k = 1; k < count; k++)
                for (int i = 0; i < TILE; i++) CHECK_NEAR(sums[k][i], sums[0][i], 1e-5);
            CHECK(count < 3 || memcmp(sums[1], sums[2], sizeof sums[1]) == 0);
        }
}

TEST(threads_do_not_change_a_product) {
    enum { ROWS = 70, COLUMNS = 200, DEPTH = 300 };
    float *a = made(ROWS * DEPTH, 1), *b = made(DEPTH * COLUMNS, 2);
    float* packed = zeros(gemm_packed_size(DEPTH, COLUMNS));
    float *one = zeros(ROWS * COLUMNS), *three = zeros(ROWS * COLUMNS);
    wend_error error;
    wend_pool* pool;
    CHECK_OK(wend_pool_create(3, &pool, &error));
    gemm_pack(b, COLUMNS, 1, DEPTH, COLUMNS, packed);
    gemm g = {ROWS, COLUMNS, DEPTH, a, DEPTH, 1, packed, one, COLUMNS, false};
    gemm_run(&g, NULL);
    g.c = three;
    gemm_run(&g, pool);
    CHECK(memcmp(one, three, sizeof(float) * ROWS * COLUMNS) == 0);
    wend_pool_destroy(pool);
}

// ---- bfloat16 -----------------------------------------------------------------------------------

TEST(bfloat16_rounds_to_the_nearest_and_ties_to_even) {
    CHECK_INT(bf16_from_float(1.0f), 0x3f80);
    CHECK_INT(bf16_from_float(-1.00390625f), 0xbf80);  // a tie: to even
    CHECK_INT(bf16_from_float(1.01171875f), 0x3f82);   // a tie: to even
    CHECK_INT(bf16_from_float(1.00390637f), 0x3f81);   // just above the tie
    CHECK_INT(bf16_from_float(3.4e38f), 0x7f80);       // infinite
    CHECK_INT(bf16_from_float((float)NAN) & 0x7fc0, 0x7fc0);
}

// The instruction, its emulation with AVX2 and the one in plain C: to the last bit, with subnormal
// and huge numbers among the operands.
TEST(kernels_of_bfloat16_agree_to_the_last_bit) {
    enum { PLACES = 700, TILE = GEMM_ROWS * 3 * GEMM_COLS };
    gemm_kernel kernels[3] = {gemm_kernel_bf16_portable};
    int count = 1;
#ifdef WEND_HAVE_X86
    if (simd_level_find() >= SIMD_LEVEL_AVX2) kernels[count++] = gemm_kernel_bf16_avx2;
    if (simd_has_bf16()) kernels[count++] = gemm_kernel_bf16_avx512;
#endif
    uint32_t a[PLACES], b[PLACES];
    float sums[3][TILE];
    wend_rng rng = wend_rng_make(1, 1);
    for (int rows = 1; rows <= GEMM_ROWS; rows++) {
        for (int i = 0; i < PLACES; i++) {  // exponents from subnormal numbers to 2^40
            a[i] = wend_rng_u32(&rng) & 0x9fff9fff;
            b[i] = wend_rng_u32(&rng) & 0xbfffbfff;
            if (i % 3) a[i] |= 0x20002000;
        }
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < TILE; i++) sums[k][i] = (float)(i % 5) * 1e-39f;
            gemm_tile tile = {.rows = rows,
                              .depth = 9,
                              .runs = 2,
                              .a = (const float*)(void*)a,
                              .a_row = 19,
                              .a_step = 2,
                              .a_run = 40,
                              .b = (const float*)(void*)b,
                              .b_step = 17,
                              .c = sums[k],
                              .c_row = 3 * GEMM_COLS,
                              .add = rows % 2,
                              .more = 2,
                              .b_next = 100};
            kernels[k](&tile);
        }
        for (int k = 0; k < count; k++) CHECK(memcmp(sums[0], sums[k], sizeof sums[0]) == 0);
    }
}
