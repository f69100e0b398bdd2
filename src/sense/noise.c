#include <string.h>

#include "wend/sense.h"

static const char* const names[] = {
#define X(name, word) word,
    WEND_NOISE_LIST(X)
#undef X
};

wend_status wend_noise_parse(const char* name, wend_noise_kind* kind, wend_error* error) {
    for (int i = 0; i < WEND_NOISE_COUNT; i++)
        if (strcmp(names[i], name) == 0) {
            *kind = (wend_noise_kind)i;
            return WEND_OK;
        }
    return wend_fail(error, WEND_NOT_FOUND,
                     "there is no noise '%.40s'; there are none, gaussian, poisson, speckle, "
                     "salt-and-pepper and redwood",
                     name);
}

wend_noise wend_noise_default_def(wend_noise_kind kind) {
    return (wend_noise){.kind = kind,
                        .intensity = 0.2f,
                        .peak = 64,
                        .amount = 0.05f,
                        .salt = 0.5f,
                        .disparity = 35.13f,
                        .quantum = 0.125f,
                        .jitter = 0.027778f,
                        .shift = 0.25f,
                        .distortion = 0.02f};
}

static bool is_share(float v) { return v >= 0 && v <= 1; }

static wend_status noise_check(const wend_noise* n, wend_error* error) {
    if ((unsigned)n->kind >= WEND_NOISE_COUNT)
        return wend_fail(error, WEND_ARGUMENT, "noise: there is no kind %d", (int)n->kind);
    if (!(n->intensity >= 0 && n->intensity <= 100) || !(n->peak > 0 && n->peak <= 1e6f) ||
        !is_share(n->amount) || !is_share(n->salt))
        return wend_fail(
            error, WEND_ARGUMENT,
            "noise: intensity %g (0 to 100), peak %g (0 to 1e6), amount %g and salt %g "
            "(0 to 1): one is out of its range",
            (double)n->intensity, (double)n->peak, (double)n->amount, (double)n->salt);
    if (!(n->disparity > 0 && n->disparity <= 1e6f) || !(n->quantum > 0 && n->quantum <= 100) ||
        !(n->jitter >= 0 && n->jitter <= 100) || !(n->shift >= 0 && n->shift <= 100) ||
        !(fabsf(n->distortion) <= 0.5f))
        return wend_fail(error, WEND_ARGUMENT,
                         "noise: disparity %g, quantum %g, jitter %g, shift %g, distortion %g: one "
                         "is out of its range",
                         (double)n->disparity, (double)n->quantum, (double)n->jitter,
                         (double)n->shift, (double)n->distortion);
    return WEND_OK;
}

// ---- single values ----------------------------------------------------------------------------

// A Poisson variate: by multiplication for small means, by the normal approximation for large ones.
static double poisson(wend_rng* rng, double mean) {
    if (mean > 30) return fmax(0, floor(mean + sqrt(mean) * wend_rng_normal(rng) + 0.5));
    double limit = exp(-mean), product = 1;
    int count = -1;
    do {
        product *= wend_rng_double(rng);
        count++;
    } while (product > limit);
    return count;
}

// Applies the noise models of single values to a value in [0, 1] (RGB) or in metres (depth).
static double disturb(const wend_noise* n, wend_rng* rng, double v) {
    switch (n->kind) {
        case WEND_NOISE_GAUSSIAN:
            return v + n->intensity * wend_rng_normal(rng);
        case WEND_NOISE_SPECKLE:
            return v + v * n->intensity * wend_rng_normal(rng);
        case WEND_NOISE_POISSON:
            return poisson(rng, v * n->peak) / n->peak;
        default:
            return v;
    }
}

// 1: salt, 0: pepper, -1: neither.
static int season(const wend_noise* n, wend_rng* rng) {
    if (!wend_rng_chance(rng, n->amount)) return -1;
    return wend_rng_chance(rng, n->salt);
}

// ---- colours ----------------------------------------------------------------------------------

wend_status wend_noise_apply_rgb(const wend_noise* n, const wend_camera* camera, wend_rng* rng,
                                 uint8_t* rgb, wend_error* error) {
    WEND_TRY(noise_check(n, error));
    if (n->kind == WEND_NOISE_NONE) return WEND_OK;
    if (n->kind == WEND_NOISE_REDWOOD)
        return wend_fail(error, WEND_ARGUMENT,
                         "noise: redwood is a model of depth, not of colours");
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    for (size_t i = 0; i < pixels; i++) {
        if (n->kind == WEND_NOISE_SALT_AND_PEPPER) {
            int grain = season(n, rng);
            if (grain >= 0) memset(rgb + 3 * i, grain ? 255 : 0, 3);
            continue;
        }
        for (int k = 0; k < 3; k++) {
            double v = disturb(n, rng, rgb[3 * i + (size_t)k] / 255.0);
            rgb[3 * i + (size_t)k] = (uint8_t)(fmin(fmax(v, 0), 1) * 255 + 0.5);
        }
    }
    return WEND_OK;
}

// ---- depth ------------------------------------------------------------------------------------

static int clamp_int(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

// The sampled pixel index along a side of `count` pixels: jittered, at half resolution.
static int look_aside(const wend_noise* n, wend_rng* rng, int at, int count) {
    int seen = (int)floor(at + n->shift * wend_rng_normal(rng) + 0.5);
    return clamp_int(seen, 0, count - 1);
}

// The divisor of depth at pixel (x, y) of a 640 x 480 image. The table has an entry for each 8 x 6
// pixels, measured at 1, 3, 5, 7 and 9 m.
static double stretch_at(const float* table, int x, int y, double depth) {
    int above = (int)((depth + 1) / 2), below = above - 1;
    double share = (depth - (below * 2.0 + 1)) / 2;
    const float* at = table + ((size_t)(y / 6) * WEND_NOISE_TABLE_SIDE + (size_t)(x / 8)) *
                                  WEND_NOISE_TABLE_DEPTHS;
    return (1 - share) * at[clamp_int(below, 0, WEND_NOISE_TABLE_DEPTHS - 1)] +
           share * at[clamp_int(above, 0, WEND_NOISE_TABLE_DEPTHS - 1)];
}

// Distorted depth at pixel (x, y) without noise; 0: no reading.
static double distort(const wend_noise* n, const wend_camera* c, int x, int y, double depth) {
    double across = x / fmax(c->width - 1, 1), down = y / fmax(c->height - 1, 1);
    if (n->table) {
        double stretch =
            stretch_at(n->table, (int)(across * 639 + 0.5), (int)(down * 479 + 0.5), depth);
        return stretch < 1e-5 ? 0 : depth / stretch;
    }
    double dx = 2 * across - 1, dy = 2 * down - 1;
    return depth * (1 + n->distortion * (dx * dx + dy * dy) / 2 * depth / 10);
}

// Redwood model of a disparity camera, as in Habitat: pixel positions are jittered at half
// resolution, depth is distorted, disparity gets noise and is quantised. Depth is 0 (no reading)
// beyond 10 m and where the disparity rounds to 0. [habitat_sim redwood_depth_noise_model.py;
// redwood-data.org simdepth.py]
static void apply_redwood(const wend_noise* n, const wend_camera* c, wend_rng* rng, float* depth,
                          const float* seen) {
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++) {
            int j = look_aside(n, rng, y, c->height), i = look_aside(n, rng, x, c->width);
            double jitter = n->jitter * wend_rng_normal(rng);
            double d = seen[(size_t)(j - j % 2) * (size_t)c->width + (size_t)(i - i % 2)];
            double sensed = d < 10 ? distort(n, c, i, j, d) : 0, steps = 0;
            if (sensed > 0)
                steps = floor((n->disparity / fmax(sensed, 1e-3) + jitter) / n->quantum + 0.5);
            depth[(size_t)y * (size_t)c->width + (size_t)x] =
                steps >= 1 ? (float)(n->disparity / (n->quantum * steps)) : 0;
        }
}

wend_status wend_noise_apply_depth(const wend_noise* n, const wend_camera* c, wend_rng* rng,
                                   float* depth, float* scratch, wend_error* error) {
    WEND_TRY(noise_check(n, error));
    if (n->kind == WEND_NOISE_NONE) return WEND_OK;
    if (n->kind == WEND_NOISE_POISSON)
        return wend_fail(error, WEND_ARGUMENT,
                         "noise: poisson is a model of colours, not of depth");
    if (n->kind == WEND_NOISE_REDWOOD && !scratch)
        return wend_fail(error, WEND_ARGUMENT, "noise: redwood needs scratch memory");
    size_t pixels = (size_t)c->width * (size_t)c->height;
    float low = c->depth_unit ? c->depth_min : 0;
    float scale = c->depth_unit ? c->depth_max - c->depth_min : 1;
    for (size_t i = 0; i < pixels; i++) depth[i] = low + depth[i] * scale;
    if (n->kind == WEND_NOISE_REDWOOD) {
        memcpy(scratch, depth, pixels * sizeof *depth);
        apply_redwood(n, c, rng, depth, scratch);
    } else {
        for (size_t i = 0; i < pixels; i++) {
            int grain = n->kind == WEND_NOISE_SALT_AND_PEPPER ? season(n, rng) : -1;
            if (grain >= 0)
                depth[i] = grain ? c->depth_max : c->depth_min;
            else
                depth[i] = (float)disturb(n, rng, depth[i]);
        }
    }
    for (size_t i = 0; i < pixels; i++)
        depth[i] = (fminf(fmaxf(depth[i], c->depth_min), c->depth_max) - low) / scale;
    return WEND_OK;
}
