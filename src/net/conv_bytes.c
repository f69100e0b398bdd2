#include "net/conv_bytes.h"

static size_t conv_bytes_image_size(const wend_conv* c) {
    return (size_t)c->height * (size_t)c->width * (size_t)c->channels;
}

static size_t conv_bytes_out_size(const wend_conv* c) {
    return (size_t)wend_conv_out(c->height, c->kernel, c->stride) *
           (size_t)wend_conv_out(c->width, c->kernel, c->stride) * (size_t)c->filters;
}

size_t conv_bytes_scratch_size(const wend_conv* c, const wend_pool* pool) {
    return (size_t)wend_pool_threads(pool) * conv_bytes_image_size(c);
}

void conv_bytes_unpack(size_t count, const uint8_t* restrict from, float* restrict to) {
    for (size_t i = 0; i < count; i++) to[i] = (float)from[i] * (1.0f / 255);
}

static const float* conv_bytes_open(const conv_bytes* c, int image, int worker) {
    size_t size = conv_bytes_image_size(&c->conv);
    size_t row = (size_t)(c->rows ? c->rows[image] : image);
    float* x = c->scratch + (size_t)worker * size;
    conv_bytes_unpack(size, c->x + row * size, x);
    return x;
}

typedef struct conv_bytes_job {
    const conv_bytes* c;
    const float *packed, *b;
    float* y;
} conv_bytes_job;

static void conv_bytes_forward_image(void* context, int image, int worker) {
    const conv_bytes_job* j = context;
    const wend_conv* conv = &j->c->conv;
    wend_conv_forward(conv, 1, conv_bytes_open(j->c, image, worker), j->packed, j->b,
                      j->y + (size_t)image * conv_bytes_out_size(conv), NULL);
}

void conv_bytes_forward(const conv_bytes* c, const float* packed, const float* b, float* y) {
    conv_bytes_job j = {c, packed, b, y};
    wend_pool_run(c->pool, c->images, conv_bytes_forward_image, &j);
}

// Images one after the other: threads share the weights, whose sums have one order.
void conv_bytes_backward(const conv_bytes* c, const float* packed, const float* dy, float* dw,
                         float* db) {
    for (int i = 0; i < c->images; i++)
        wend_conv_backward(&c->conv, 1, conv_bytes_open(c, i, 0), packed,
                           dy + (size_t)i * conv_bytes_out_size(&c->conv), NULL, dw, db, c->pool);
}
