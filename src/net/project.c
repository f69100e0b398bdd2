// Projects image features onto a top-down map: each pixel has a cell, and each cell keeps the
// maximum per channel of its previous value and of the pixels in it. Backward routes gradients to
// those pixels.
#include <string.h>

#include "wend/net.h"

// The map cell of cell `i` of the central square that pixels can reach.
static size_t middle_cell(const wend_projection* p, int i) {
    int edge = (p->side - p->reach) / 2;
    return (size_t)(edge + i / p->reach) * (size_t)p->side + (size_t)(edge + i % p->reach);
}

static void keep_larger(int channels, const float* x, int pixel, float* y, int32_t* from) {
    for (int c = 0; c < channels; c++)
        if (x[c] > y[c]) {
            y[c] = x[c];
            from[c] = pixel;
        }
}

void wend_project_forward(const wend_projection* p, int images, const float* x, const uint8_t* at,
                          const float* base, float* y, int32_t* from) {
    size_t channels = (size_t)p->channels, pixels = (size_t)p->height * (size_t)p->width;
    size_t cells = (size_t)p->side * (size_t)p->side;
    int spots = p->reach * p->reach;
    memcpy(y, base, (size_t)images * cells * channels * sizeof *y);
    for (size_t i = 0; i < (size_t)images * (size_t)spots * channels; i++) from[i] = -1;
    for (int n = 0; n < images; n++) {
        for (size_t k = 0; k < pixels; k++)
            if (at[k] < spots)
                keep_larger(p->channels, x + k * channels, (int)k,
                            y + middle_cell(p, at[k]) * channels, from + at[k] * channels);
        x += pixels * channels;
        at += pixels;
        y += cells * channels;
        from += (size_t)spots * channels;
    }
}

void wend_project_backward(const wend_projection* p, int images, const int32_t* from,
                           const float* dy, float* dx) {
    size_t channels = (size_t)p->channels, pixels = (size_t)p->height * (size_t)p->width;
    size_t cells = (size_t)p->side * (size_t)p->side;
    int spots = p->reach * p->reach;
    for (int n = 0; n < images; n++) {
        for (int i = 0; i < spots; i++, from += channels) {
            const float* dcell = dy + middle_cell(p, i) * channels;
            for (size_t c = 0; c < channels; c++)
                if (from[c] >= 0) dx[(size_t)from[c] * channels + c] += dcell[c];
        }
        dx += pixels * channels;
        dy += cells * channels;
    }
}
