// elementwise.c once more, for eight numbers at a time.
#include "net/elementwise.h"

void elementwise_unpack_avx2(size_t count, const uint8_t* from, float* to) {
    elementwise_unpack_of(count, from, to);
}

void elementwise_relu_avx2(size_t count, float* y) { elementwise_relu_of(count, y); }

void elementwise_cut_avx2(size_t count, const float* y, float* dy) {
    elementwise_cut_of(count, y, dy);
}
