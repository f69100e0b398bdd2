// Which instructions the kernels may use: what the processor has, limited by the environment
// variable WEND_SIMD (portable, sse4, avx2 or avx512; anything else: no limit). Networks and the
// renderer obey it. The variable is for tests and measurements.
#ifndef WEND_BASE_SIMD_H
#define WEND_BASE_SIMD_H

#include "wend/base.h"

typedef enum simd_level {
    SIMD_LEVEL_PORTABLE,
    SIMD_LEVEL_SSE4,    // SSE 4.1
    SIMD_LEVEL_AVX2,    // with FMA and BMI2
    SIMD_LEVEL_AVX512,  // F, BW, DQ and VL
} simd_level;

simd_level simd_level_find(void);
// The processor multiplies bfloat16 (AVX512_BF16), and WEND_SIMD allows AVX-512.
bool simd_has_bf16(void);

#endif
