// Convolution of byte images: the first layer of a policy reads pixels as they were rendered.
//
// A byte b stands for b / 255. Each image is converted into one float image of the thread, which
// stays in the second-level cache while its windows are read, instead of into an array of all
// images: a pixel is written to memory once, as a byte. Results are those of conv.c on the
// converted images, bit for bit.
#ifndef WEND_NET_CONV_BYTES_H
#define WEND_NET_CONV_BYTES_H

#include "wend/net.h"

typedef struct conv_bytes {
    wend_conv conv;
    int images;
    const uint8_t* x;     // [rows][height][width][channels]
    const int32_t* rows;  // [images] which row of x each image is; NULL: in order
    float* scratch;       // [threads][height][width][channels]
    wend_pool* pool;      // Nullable
} conv_bytes;

size_t conv_bytes_scratch_size(const wend_conv* c, const wend_pool* pool);  // floats
// to[count] = from[count] / 255
void conv_bytes_unpack(size_t count, const uint8_t* from, float* to);
void conv_bytes_forward(const conv_bytes* c, const float* packed, const float* b, float* y);
void conv_bytes_backward(const conv_bytes* c, const float* packed, const float* dy, float* dw,
                         float* db);

#endif
