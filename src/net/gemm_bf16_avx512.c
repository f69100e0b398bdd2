// The micro-kernel of gemm.h for pairs of bfloat16, with AVX512_BF16.
#define WIDE_KERNEL             gemm_kernel_bf16_avx512
#define MULTIPLY_ADD(x, b, sum) _mm512_dpbf16_ps(sum, (__m512bh)(x), (__m512bh)(b))
#include "net/gemm_wide.h"
