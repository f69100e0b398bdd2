#include "wend/net.h"

// A window: its first input pixel, and its output pixel.
typedef struct window {
    size_t in, out;  // indices of channel 0
} window;

static int side(int size, const wend_pooling* p) {
    return wend_conv_out(size, p->kernel, p->stride);
}

static window window_at(const wend_pooling* p, int image, int oy, int ox) {
    int out_height = side(p->height, p), out_width = side(p->width, p);
    size_t row = (size_t)image * (size_t)p->height + (size_t)(oy * p->stride);
    size_t out = ((size_t)image * (size_t)out_height + (size_t)oy) * (size_t)out_width + (size_t)ox;
    return (window){(row * (size_t)p->width + (size_t)(ox * p->stride)) * (size_t)p->channels,
                    out * (size_t)p->channels};
}

static size_t inside(const wend_pooling* p, int ky, int kx) {
    return ((size_t)ky * (size_t)p->width + (size_t)kx) * (size_t)p->channels;
}

#define EACH_WINDOW(p, images)                              \
    for (int n = 0; n < (images); n++)                      \
        for (int oy = 0; oy < side((p)->height, (p)); oy++) \
            for (int ox = 0; ox < side((p)->width, (p)); ox++)

void wend_max_pool_forward(const wend_pooling* p, int images, const float* x, float* y,
                           int32_t* at) {
    EACH_WINDOW(p, images) {
        window w = window_at(p, n, oy, ox);
        for (int c = 0; c < p->channels; c++) {
            size_t best = w.in + (size_t)c;
            for (int k = 0; k < p->kernel * p->kernel; k++) {
                size_t i = w.in + inside(p, k / p->kernel, k % p->kernel) + (size_t)c;
                if (x[i] > x[best]) best = i;
            }
            y[w.out + (size_t)c] = x[best];
            at[w.out + (size_t)c] = (int32_t)best;
        }
    }
}

void wend_max_pool_backward(const wend_pooling* p, int images, const int32_t* at, const float* dy,
                            float* dx) {
    size_t count = (size_t)images * (size_t)side(p->height, p) * (size_t)side(p->width, p) *
                   (size_t)p->channels;
    for (size_t i = 0; i < count; i++) dx[at[i]] += dy[i];
}

void wend_mean_pool_forward(const wend_pooling* p, int images, const float* x, float* y) {
    float share = 1 / (float)(p->kernel * p->kernel);
    EACH_WINDOW(p, images) {
        window w = window_at(p, n, oy, ox);
        for (int c = 0; c < p->channels; c++) {
            float sum = 0;
            for (int k = 0; k < p->kernel * p->kernel; k++)
                sum += x[w.in + inside(p, k / p->kernel, k % p->kernel) + (size_t)c];
            y[w.out + (size_t)c] = sum * share;
        }
    }
}

void wend_mean_pool_backward(const wend_pooling* p, int images, const float* dy, float* dx) {
    float share = 1 / (float)(p->kernel * p->kernel);
    EACH_WINDOW(p, images) {
        window w = window_at(p, n, oy, ox);
        for (int k = 0; k < p->kernel * p->kernel; k++)
            for (int c = 0; c < p->channels; c++)
                dx[w.in + inside(p, k / p->kernel, k % p->kernel) + (size_t)c] +=
                    dy[w.out + (size_t)c] * share;
    }
}
