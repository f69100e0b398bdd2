#include "net/elementwise.h"

#include "base/simd.h"

#ifdef WEND_HAVE_X86
#define ELEMENTWISE_AVX2(call)                  \
    if (simd_level_find() >= SIMD_LEVEL_AVX2) { \
        call;                                   \
        return;                                 \
    }
#else
#define ELEMENTWISE_AVX2(call)
#endif

void elementwise_unpack(size_t count, const uint8_t* from, float* to) {
    ELEMENTWISE_AVX2(elementwise_unpack_avx2(count, from, to))
    elementwise_unpack_of(count, from, to);
}

void elementwise_relu(size_t count, float* y) {
    ELEMENTWISE_AVX2(elementwise_relu_avx2(count, y))
    elementwise_relu_of(count, y);
}

void elementwise_cut(size_t count, const float* y, float* dy) {
    ELEMENTWISE_AVX2(elementwise_cut_avx2(count, y, dy))
    elementwise_cut_of(count, y, dy);
}
