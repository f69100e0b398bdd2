#include "net/conv_bytes.h"

#include "net/elementwise.h"

static size_t conv_bytes_image_size(const wend_conv* c) {
    return (size_t)c->height * (size_t)c->width * (size_t)c->channels;
}

static size_t conv_bytes_out_size(const wend_conv* c) {
    return (size_t)wend_conv_out(c->height, c->kernel, c->stride) *
           (size_t)wend_conv_out(c->width, c->kernel, c->stride) * (size_t)c->filters;
}

// Scratch of one image: as floats, then that of its convolution.
static size_t conv_bytes_share(const wend_conv* c, int threads) {
    size_t size = conv_bytes_image_size(c) + wend_conv_scratch_size(c, 1, threads);
    return (size + 15) / 16 * 16;
}

size_t conv_bytes_scratch_size(const wend_conv* c, int threads) {
    return (size_t)threads * conv_bytes_share(c, threads);
}

typedef struct conv_bytes_job {
    const conv_bytes* bytes;
    const wend_conv_pass* pass;
} conv_bytes_job;

// The pass of one image, converted into the worker's scratch.
static wend_conv_pass conv_bytes_open(const conv_bytes_job* j, int image, int worker,
                                      wend_image_part* part) {
    const wend_conv* c = j->pass->conv;
    size_t size = conv_bytes_image_size(c), out = (size_t)image * conv_bytes_out_size(c);
    size_t row = (size_t)(j->bytes->rows ? j->bytes->rows[image] : image);
    float* x =
        j->bytes->scratch + (size_t)worker * conv_bytes_share(c, wend_pool_threads(j->pass->pool));
    wend_conv_pass one = *j->pass;
    elementwise_unpack(size, j->bytes->x + row * size, x);
    *part = (wend_image_part){.floats = x, .channels = c->channels};
    one.images = 1;
    one.parts = part;
    one.part_count = 1;
    one.y += out;
    if (one.dy) one.dy += out;
    one.dx = NULL;
    one.scratch = x + size;
    return one;
}

static void conv_bytes_forward_image(void* context, int image, int worker) {
    const conv_bytes_job* j = context;
    wend_image_part part;
    wend_conv_pass one = conv_bytes_open(j, image, worker, &part);
    one.pool = NULL;
    wend_conv_forward(&one);
}

void conv_bytes_forward(const conv_bytes* bytes, const wend_conv_pass* pass) {
    conv_bytes_job j = {bytes, pass};
    wend_pool_run(pass->pool, pass->images, conv_bytes_forward_image, &j);
}

// Images one after the other: threads share the weights, whose sums have one order.
void conv_bytes_backward(const conv_bytes* bytes, const wend_conv_pass* pass) {
    conv_bytes_job j = {bytes, pass};
    wend_image_part part;
    for (int i = 0; i < pass->images; i++) {
        wend_conv_pass one = conv_bytes_open(&j, i, 0, &part);
        wend_conv_backward(&one);
    }
}
