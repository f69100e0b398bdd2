// Gradients by small changes, to compare a layer's own with.
#ifndef WEND_TEST_GRADIENT_H
#define WEND_TEST_GRADIENT_H

#include "test.h"

// A layer under test. `loss` runs it forward and returns the sum of its results weighted by
// `gradient_probe`, so that dy is the probe.
typedef struct gradient_case {
    double (*loss)(void* context);
    void* context;
} gradient_case;

// Numbers in [-1, 1], none closer to 0 than 0.05: no kink of a ReLU is stepped over.
void gradient_fill(float* x, size_t count, uint64_t seed);
double gradient_probed(const float* y, size_t count);  // sum of y[i] * probe(i)
void gradient_probe(float* dy, size_t count);          // the probe itself

// Changes some of x[count] and compares: `dx` must be the gradient of the loss by x, to
// `tolerance` times the largest of it.
void gradient_check(const gradient_case* c, const char* what, float* x, const float* dx,
                    size_t count, double tolerance);

#endif
