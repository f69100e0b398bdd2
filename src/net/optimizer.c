#include <math.h>

#include "wend/net.h"

// Weights are processed in pieces of a fixed size, so that sums have one order for any thread
// count.
enum { PIECE = 1 << 16, LANES = 8 };

wend_adam_def wend_adam_default_def(void) {
    return (wend_adam_def){.beta1 = 0.9f, .beta2 = 0.999f, .epsilon = 1e-8f};
}

typedef struct adam_job {
    const wend_adam_def* def;
    size_t count;
    float lr, shrink, step_size, root;  // root: square root of the bias correction of v
    const float* gradient;
    float *m, *v, *weights;
} adam_job;

static size_t piece_end(size_t count, int index) {
    size_t end = ((size_t)index + 1) * PIECE;
    return end < count ? end : count;
}

static int pieces_of(size_t count) { return (int)((count + PIECE - 1) / PIECE); }

static void adam_piece(void* context, int index, int worker) {
    const adam_job* j = context;
    const float* restrict g = j->gradient;
    float* restrict m = j->m, * restrict v = j->v, * restrict w = j->weights;
    float b1 = j->def->beta1, b2 = j->def->beta2, epsilon = j->def->epsilon;
    (void)worker;
    for (size_t i = (size_t)index * PIECE; i < piece_end(j->count, index); i++) {
        m[i] = m[i] + (1 - b1) * (g[i] - m[i]);
        v[i] = b2 * v[i] + (1 - b2) * (g[i] * g[i]);
        w[i] = w[i] * j->shrink - j->step_size * (m[i] / (sqrtf(v[i]) / j->root + epsilon));
    }
}

void wend_adam_step(const wend_adam_def* def, size_t count, int64_t step, float lr,
                    const float* gradient, float* m, float* v, float* weights, wend_pool* pool) {
    double first = 1 - pow(def->beta1, (double)step), second = 1 - pow(def->beta2, (double)step);
    adam_job j = {.def = def,
                  .count = count,
                  .shrink = 1 - lr * def->decay,
                  .step_size = (float)(lr / first),
                  .root = (float)sqrt(second),
                  .gradient = gradient,
                  .m = m,
                  .v = v,
                  .weights = weights};
    wend_pool_run(pool, pieces_of(count), adam_piece, &j);
}

// ---- gradient norm ------------------------------------------------------------------------------

static double piece_squares(size_t from, size_t to, const float* g) {
    double sum[LANES] = {0}, all = 0;
    size_t i = from;
    for (; i + LANES <= to; i += LANES)
        for (int k = 0; k < LANES; k++) sum[k] += (double)g[i + (size_t)k] * g[i + (size_t)k];
    for (; i < to; i++) all += (double)g[i] * g[i];
    for (int k = 0; k < LANES; k++) all += sum[k];
    return all;
}

double wend_gradient_norm(size_t count, const float* gradient, wend_pool* pool) {
    double all = 0;
    (void)pool;
    for (int i = 0; i < pieces_of(count); i++)
        all += piece_squares((size_t)i * PIECE, piece_end(count, i), gradient);
    return isfinite(all) ? sqrt(all) : (double)NAN;
}

double wend_gradient_clip(size_t count, float limit, float* gradient, wend_pool* pool) {
    double norm = wend_gradient_norm(count, gradient, pool);
    if (norm > (double)limit) {
        // PyTorch divides by norm + 1e-6.
        float scale = (float)((double)limit / (norm + 1e-6));
        for (size_t i = 0; i < count; i++) gradient[i] *= scale;
    }
    return norm;
}
