#include <math.h>

#include "wend/net.h"

void wend_init_normal(wend_rng* rng, float deviation, size_t count, float* w) {
    for (size_t i = 0; i < count; i++) w[i] = (float)wend_rng_normal(rng) * deviation;
}

void wend_init_uniform(wend_rng* rng, float bound, size_t count, float* w) {
    for (size_t i = 0; i < count; i++) w[i] = wend_rng_between(rng, -bound, bound);
}

void wend_init_kaiming_normal(wend_rng* rng, float gain, int in, int out, float* w) {
    wend_init_normal(rng, gain / sqrtf((float)in), (size_t)in * (size_t)out, w);
}

// A uniform number in [-b, b] has the deviation b / sqrt(3).
void wend_init_xavier_uniform(wend_rng* rng, float gain, int in, int out, float* w) {
    wend_init_uniform(rng, gain * sqrtf(6 / (float)(in + out)), (size_t)in * (size_t)out, w);
}

// The vectors that become orthonormal: `count` of `size` items.
typedef struct vectors {
    float* w;
    int count, size;
    ptrdiff_t next, step;  // floats between vectors; between items
} vectors;

static double init_dot(const vectors* v, int a, int b) {
    double sum = 0;
    for (int i = 0; i < v->size; i++)
        sum += (double)v->w[a * v->next + i * v->step] * v->w[b * v->next + i * v->step];
    return sum;
}

static void scale(const vectors* v, int a, double by) {
    for (int i = 0; i < v->size; i++)
        v->w[a * v->next + i * v->step] = (float)(by * v->w[a * v->next + i * v->step]);
}

void wend_init_orthogonal(wend_rng* rng, float gain, int rows, int columns, int row, float* w) {
    bool by_rows = rows <= columns;
    vectors v = {.w = w,
                 .count = by_rows ? rows : columns,
                 .size = by_rows ? columns : rows,
                 .next = by_rows ? row : 1,
                 .step = by_rows ? 1 : row};
    for (int a = 0; a < v.count; a++) {
        for (int i = 0; i < v.size; i++) w[a * v.next + i * v.step] = (float)wend_rng_normal(rng);
        for (int twice = 0; twice < 2; twice++)  // Gram-Schmidt twice: once leaves rounding errors
            for (int b = 0; b < a; b++) {
                double along = init_dot(&v, a, b);
                for (int i = 0; i < v.size; i++)
                    w[a * v.next + i * v.step] -= (float)along * w[b * v.next + i * v.step];
            }
        scale(&v, a, 1 / sqrt(init_dot(&v, a, a)));
    }
    for (int a = 0; a < v.count; a++) scale(&v, a, gain);
}
