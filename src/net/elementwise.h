// Passes over activations, one number at a time: hardly any arithmetic, so the width of the
// registers decides. Compiled once per instruction set; all give the same bits.
#ifndef WEND_NET_ELEMENTWISE_H
#define WEND_NET_ELEMENTWISE_H

#include <stddef.h>
#include <stdint.h>

// to = from / 255
static inline void elementwise_unpack_of(size_t count, const uint8_t* restrict from,
                                         float* restrict to) {
    for (size_t i = 0; i < count; i++) to[i] = (float)from[i] * (1.0f / 255);
}

// ReLU in place.
static inline void elementwise_relu_of(size_t count, float* restrict y) {
    for (size_t i = 0; i < count; i++) y[i] = y[i] > 0 ? y[i] : 0;
}

// Gradients are 0 where the ReLU's output is 0.
static inline void elementwise_cut_of(size_t count, const float* restrict y, float* restrict dy) {
    for (size_t i = 0; i < count; i++) dy[i] = y[i] > 0 ? dy[i] : 0;
}

void elementwise_unpack(size_t count, const uint8_t* from, float* to);
void elementwise_relu(size_t count, float* y);
void elementwise_cut(size_t count, const float* y, float* dy);
#ifdef WEND_HAVE_X86
void elementwise_unpack_avx2(size_t count, const uint8_t* from, float* to);
void elementwise_relu_avx2(size_t count, float* y);
void elementwise_cut_avx2(size_t count, const float* y, float* dy);
#endif

#endif
