// The micro-kernel of gemm.h with AVX-512.
#define WIDE_KERNEL  gemm_kernel_avx512
#define MULTIPLY_ADD _mm512_fmadd_ps
#include "net/gemm_wide.h"
