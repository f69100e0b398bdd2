#include "net/gradient.h"

void gradient_fill(float* x, size_t count, uint64_t seed) {
    wend_rng rng = wend_rng_make(seed, 7);
    for (size_t i = 0; i < count; i++) {
        x[i] = wend_rng_between(&rng, 0.05f, 1);
        if (wend_rng_chance(&rng, 0.5f)) x[i] = -x[i];
    }
}

static double probe(size_t i) { return cos(1.7 * (double)i + 0.3); }

double gradient_probed(const float* y, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += probe(i) * (double)y[i];
    return sum;
}

void gradient_probe(float* dy, size_t count) {
    for (size_t i = 0; i < count; i++) dy[i] = (float)probe(i);
}

static double by_change(const gradient_case* c, float* x) {
    const float step = 1.0f / 256;
    float was = *x;
    *x = was + step;
    double above = c->loss(c->context);
    *x = was - step;
    double below = c->loss(c->context);
    *x = was;
    return (above - below) / (2 * (double)step);
}

void gradient_check(const gradient_case* c, const char* what, float* x, const float* dx,
                    size_t count, double tolerance) {
    double largest = 1e-2;
    size_t stride = count / 31 + 1;  // enough to meet every row and column sooner or later
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs((double)dx[i]));
    for (size_t i = 0; i < count; i += stride) {
        double expected = by_change(c, &x[i]);
        test_count_check();
        if (!(fabs(expected - (double)dx[i]) <= tolerance * largest))
            test_fail(__FILE__, __LINE__, "%s[%zu]: gradient %g, by small changes %g", what, i,
                      (double)dx[i], expected);
    }
}
