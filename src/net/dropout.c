#include "wend/net.h"

void wend_dropout_forward(size_t count, float probability, wend_rng* rng, const float* x, float* y,
                          uint8_t* keep) {
    float scale = 1 / (1 - probability);
    for (size_t i = 0; i < count; i++) {
        keep[i] = !wend_rng_chance(rng, probability);
        y[i] = keep[i] ? x[i] * scale : 0;
    }
}

void wend_dropout_backward(size_t count, float probability, const uint8_t* keep, const float* dy,
                           float* dx) {
    float scale = 1 / (1 - probability);
    for (size_t i = 0; i < count; i++) dx[i] += keep[i] ? dy[i] * scale : 0;
}
