// Convolution of byte images: the first layer of a policy reads pixels as they were rendered.
//
// A byte b stands for b / 255. Each image is converted into one float image of the thread, which
// stays in the second-level cache while its windows are read, instead of into an array of all
// images: a pixel is written to memory once, as a byte. Results are those of the converted images,
// bit for bit; by Winograd's tiles (winograd.h) weight gradients are summed in another order.
#ifndef WEND_NET_CONV_BYTES_H
#define WEND_NET_CONV_BYTES_H

#include "wend/net.h"

typedef struct conv_bytes {
    const uint8_t* x;     // [rows][height][width][channels]
    const int32_t* rows;  // [images] which row of x each image is; NULL: in order
    float* scratch;       // conv_bytes_scratch_size floats
} conv_bytes;

size_t conv_bytes_scratch_size(const wend_conv* c, int threads);
// As wend_conv_forward and wend_conv_backward; the images are those of `bytes`, not of the pass,
// and dx is NULL.
void conv_bytes_forward(const conv_bytes* bytes, const wend_conv_pass* pass);
void conv_bytes_backward(const conv_bytes* bytes, const wend_conv_pass* pass);

#endif
