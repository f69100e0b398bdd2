// Whole networks: gradients through every kind of layer, memory from call to call, bad defs.
#include <math.h>
#include <string.h>

#include "net/gradient.h"

#include "wend/net.h"

enum { STEPS = 5, BATCH = 2, ROWS = STEPS * BATCH };

// Every kind of layer in one network.
static wend_network_def every_layer(void) {
    wend_network_def d = {0};
    int rgb = wend_network_input(&d, "rgb", WEND_INPUT_BYTES, 8, 8, 3);
    int map = wend_network_input(&d, "map", WEND_INPUT_INDEX, 5, 5, 1);
    int place = wend_network_input(&d, "place", WEND_INPUT_FLOATS, 1, 1, 3);
    int eye = wend_network_conv(&d, "conv", rgb, 16, 4, 2);
    eye = wend_network_linear(&d, "eye", eye, 6);
    map = wend_network_embedding(&d, "cells", map, 4, 3);
    map = wend_network_relu(&d, wend_network_conv(&d, "map_conv", map, 16, 3, 1));
    map = wend_network_linear(&d, "map_eye", map, 5);
    int all = wend_network_concat(&d, "all", (int[]){eye, map, place}, 3);
    int gru = wend_network_gru(&d, "gru", all, 8);
    int lstm = wend_network_lstm(&d, "lstm", gru, 8);
    int key = wend_network_linear(&d, "key", all, 8),
        value = wend_network_linear(&d, "value", all, 8);
    int read = wend_network_attention(&d, "read", lstm, key, value, 3, 2);
    int joined = wend_network_concat(&d, "joined", (int[]){gru, read}, 2);
    wend_network_linear(&d, "out", joined, 4);
    return d;
}

typedef struct network_case {
    wend_network* net;
    wend_network_space* space;
    uint8_t rgb[ROWS * 192], map[ROWS * 25], keep[ROWS];
    float place[ROWS * 3];
    float *state, *next;
    wend_network_run run;
    int out;
} network_case;

static void network_open(network_case* c, int steps) {
    wend_error error;
    wend_network_def def = every_layer();
    wend_rng rng = wend_rng_make(5, 5);
    CHECK_OK(wend_network_create(&def, 3, &c->net, &error));
    CHECK_OK(wend_network_space_create(c->net, steps, BATCH, true, NULL, &c->space, &error));
    for (size_t i = 0; i < sizeof c->rgb; i++) c->rgb[i] = (uint8_t)wend_rng_below(&rng, 256);
    for (size_t i = 0; i < sizeof c->map; i++) c->map[i] = (uint8_t)wend_rng_below(&rng, 5);
    for (int i = 0; i < ROWS; i++) c->keep[i] = i != 5;
    gradient_fill(c->place, ROWS * 3, 4);
    c->state = wend_alloc_zero(BATCH * wend_network_state_size(c->net), sizeof(float));
    c->next = wend_alloc_zero(BATCH * wend_network_state_size(c->net), sizeof(float));
    c->run = (wend_network_run){.steps = steps,
                                .batch = BATCH,
                                .inputs = {c->rgb, c->map, c->place},
                                .keep = c->keep,
                                .state = c->state,
                                .next_state = c->next};
    c->out = wend_network_find(&def, "out");
}

static void network_close(network_case* c) {
    wend_network_space_destroy(c->space);
    wend_network_destroy(c->net);
    wend_free(c->state);
    wend_free(c->next);
}

static double network_loss(void* context) {
    network_case* c = context;
    wend_network_pack(c->net);
    wend_network_forward(c->net, c->space, &c->run);
    return gradient_probed(wend_network_result(c->space, c->out), ROWS * 4);
}

TEST(a_networks_gradients_are_those_of_small_changes) {
    static network_case c;
    network_open(&c, STEPS);
    float* gradients = wend_alloc_zero(wend_network_weight_count(c.net), sizeof *gradients);
    gradient_case g = {network_loss, &c};
    network_loss(&c);
    gradient_probe(wend_network_result_gradient(c.space, c.out), ROWS * 4);
    wend_network_backward(c.net, c.space, &c.run, gradients);
    for (int i = 0; i < wend_network_parameter_count(c.net); i++) {
        const wend_parameter* p = wend_network_parameter(c.net, i);
        gradient_check(&g, p->name, wend_network_weights(c.net) + p->offset, gradients + p->offset,
                       p->size, 2e-2);
    }
    wend_free(gradients);
    network_close(&c);
}

TEST(a_networks_memory_passes_from_call_to_call) {
    static network_case whole, one;
    network_open(&whole, STEPS);
    network_open(&one, 1);
    wend_network_forward(whole.net, whole.space, &whole.run);
    one.run.next_state = one.state;
    for (int t = 0; t < STEPS; t++) {
        int row = t * BATCH;
        one.run.inputs[0] = whole.rgb + row * 192;
        one.run.inputs[1] = whole.map + row * 25;
        one.run.inputs[2] = whole.place + row * 3;
        one.run.keep = whole.keep + row;
        wend_network_forward(one.net, one.space, &one.run);
        for (int i = 0; i < BATCH * 4; i++)
            CHECK_NEAR(wend_network_result(one.space, one.out)[i],
                       wend_network_result(whole.space, whole.out)[row * 4 + i], 1e-5);
    }
    size_t bytes = BATCH * wend_network_state_size(one.net);
    for (size_t i = 0; i < bytes; i++) CHECK_NEAR(one.state[i], whole.next[i], 1e-5);
    network_close(&whole);
    network_close(&one);
}

TEST(running_a_network_allocates_nothing) {
    static network_case c;
    network_open(&c, STEPS);
    float* gradients = wend_alloc_zero(wend_network_weight_count(c.net), sizeof *gradients);
    uint64_t before = wend_memory_get_stats().calls;
    wend_network_forward(c.net, c.space, &c.run);
    wend_network_backward(c.net, c.space, &c.run, gradients);
    wend_network_pack(c.net);
    CHECK_INT(wend_memory_get_stats().calls, before);
    wend_free(gradients);
    network_close(&c);
}

TEST(a_def_that_does_not_fit_is_reported) {
    wend_error error;
    wend_network* net;
    wend_network_def d = {0};
    int rgb = wend_network_input(&d, "rgb", WEND_INPUT_BYTES, 8, 8, 3);
    wend_network_conv(&d, "conv", rgb, 16, 9, 1);
    CHECK_INT(wend_network_create(&d, 1, &net, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "layer 'conv' has an impossible size");
    d = (wend_network_def){0};
    rgb = wend_network_input(&d, "rgb", WEND_INPUT_BYTES, 8, 8, 3);
    wend_network_linear(&d, "rgb", rgb, 4);
    CHECK_INT(wend_network_create(&d, 1, &net, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "occurs twice");
    d = (wend_network_def){0};
    CHECK_INT(wend_network_create(&d, 1, &net, &error), WEND_ARGUMENT);
}

static wend_status make_network(void* context, wend_error* error) {
    wend_network_def def = every_layer();
    wend_network* net;
    wend_network_space* space;
    (void)context;
    WEND_TRY(wend_network_create(&def, 3, &net, error));
    wend_status status = wend_network_space_create(net, 2, 2, true, NULL, &space, error);
    if (status == WEND_OK) wend_network_space_destroy(space);
    wend_network_destroy(net);
    return status;
}

TEST(a_network_without_memory_gives_everything_back) {
    test_each_allocation(make_network, NULL, 100);
}

// ---- blocks of rows, and bytes in place ---------------------------------------------------------

enum { SIDE = 12, IMAGES = 150, PIXELS = SIDE * SIDE * 4 };

static wend_network_def two_convolutions(wend_input_kind kind) {
    wend_network_def d = {0};
    int x = wend_network_input(&d, "images", kind, SIDE, SIDE, 4);
    x = wend_network_relu(&d, wend_network_conv(&d, "conv1", x, 16, 4, 4));
    x = wend_network_relu(&d, wend_network_conv(&d, "conv2", x, 16, 3, 1));
    wend_network_linear(&d, "out", x, 3);
    return d;
}

// Outputs, then gradients of all weights, of `rows` rows in one call.
static float* run_convolutions(const wend_network_def* def, const void* images,
                               const int32_t* byte_rows, int rows, wend_pool* pool, size_t* count) {
    wend_error error;
    wend_network* net;
    wend_network_space* space;
    uint8_t keep[IMAGES];
    wend_network_run run = {
        .steps = 1, .batch = rows, .inputs = {images}, .byte_rows = byte_rows, .keep = keep};
    int out = wend_network_find(def, "out");
    memset(keep, 1, sizeof keep);
    CHECK_OK(wend_network_create(def, 3, &net, &error));
    CHECK_OK(wend_network_space_create(net, 1, rows, true, pool, &space, &error));
    size_t weights = wend_network_weight_count(net), outputs = (size_t)rows * 3;
    float* all = wend_alloc_zero(outputs + weights, sizeof *all);
    for (int repeat = 0; repeat < 2; repeat++) {  // nothing is left of the run before
        memset(all, 0, (outputs + weights) * sizeof *all);
        wend_network_forward(net, space, &run);
        memcpy(all, wend_network_result(space, out), outputs * sizeof *all);
        for (size_t i = 0; i < outputs; i++)
            wend_network_result_gradient(space, out)[i] = (float)(i % 7) - 2.5f;
        wend_network_backward(net, space, &run, all + outputs);
    }
    wend_network_space_destroy(space);
    wend_network_destroy(net);
    *count = outputs + weights;
    return all;
}

TEST(bytes_in_place_give_the_bits_of_floats) {
    static uint8_t bytes[IMAGES * PIXELS];
    static float floats[IMAGES * PIXELS];
    static int32_t rows[IMAGES];
    wend_error error;
    wend_rng rng = wend_rng_make(5, 6);
    wend_pool* pool;
    size_t count;
    CHECK_OK(wend_pool_create(3, &pool, &error));
    for (int i = 0; i < IMAGES; i++) rows[i] = (i * 77 + 5) % IMAGES;
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)wend_rng_below(&rng, 256);
    for (size_t i = 0; i < sizeof bytes; i++)
        floats[i] = (float)bytes[(size_t)rows[i / PIXELS] * PIXELS + i % PIXELS] * (1.0f / 255);
    wend_network_def of_bytes = two_convolutions(WEND_INPUT_BYTES),
                     of_floats = two_convolutions(WEND_INPUT_FLOATS);
    float* expected = run_convolutions(&of_floats, floats, NULL, IMAGES, NULL, &count);
    float* alone = run_convolutions(&of_bytes, bytes, rows, IMAGES, NULL, &count);
    float* shared = run_convolutions(&of_bytes, bytes, rows, IMAGES, pool, &count);
    CHECK(memcmp(expected, alone, count * sizeof *alone) == 0);
    CHECK(memcmp(expected, shared, count * sizeof *alone) == 0);
    wend_free(expected);
    wend_free(alone);
    wend_free(shared);
    wend_pool_destroy(pool);
}

// Every image counts once, whatever block it is in.
TEST(gradients_of_many_rows_are_the_sums_of_those_of_single_rows) {
    static float images[IMAGES * PIXELS];
    wend_network_def def = two_convolutions(WEND_INPUT_FLOATS);
    size_t count, one;
    gradient_fill(images, IMAGES * PIXELS, 8);
    float* all = run_convolutions(&def, images, NULL, 141, NULL, &count);
    double* sums = wend_alloc_zero(count, sizeof *sums);
    for (int row = 0; row < 141; row += 7) {  // 7 rows: the pattern of output gradients repeats
        int rows = 141 - row < 7 ? 141 - row : 7;
        float* part = run_convolutions(&def, images + (size_t)row * PIXELS, NULL, rows, NULL, &one);
        for (size_t i = 0; i < (size_t)rows * 3; i++)
            CHECK(memcmp(&part[i], &all[(size_t)row * 3 + i], sizeof *part) == 0);
        for (size_t i = (size_t)rows * 3; i < one; i++)
            sums[i - (size_t)rows * 3] += (double)part[i];
        wend_free(part);
    }
    for (size_t i = 141 * 3; i < count; i++)
        CHECK_NEAR((double)all[i], sums[i - 141 * 3], 1e-3 * (1 + fabs(sums[i - 141 * 3])));
    wend_free(sums);
    wend_free(all);
}

// RGB as bytes beside depth as floats: the bytes are found by their row, as in minibatches, and the
// convolution reads both where they are.
TEST(byte_images_beside_depth_are_read_by_row) {
    enum { COUNT_IMAGES = 5, EDGE = 20, RGB = EDGE * EDGE * 3 };
    static const int32_t order[COUNT_IMAGES] = {3, 0, 4, 1, 2};
    static uint8_t stored[COUNT_IMAGES * RGB], ordered[COUNT_IMAGES * RGB];
    static float depth[COUNT_IMAGES * EDGE * EDGE];
    static const uint8_t keep[COUNT_IMAGES] = {0};
    wend_error error;
    wend_network_def def = {0};
    wend_network* n;
    int images[2] = {wend_network_input(&def, "rgb", WEND_INPUT_BYTES, EDGE, EDGE, 3),
                     wend_network_input(&def, "depth", WEND_INPUT_FLOATS, EDGE, EDGE, 1)};
    int rgbd = wend_network_concat(&def, "rgbd", images, 2);
    int wide = wend_network_relu(&def, wend_network_conv(&def, "wide", rgbd, 16, 8, 4));
    int direct = wend_network_relu(&def, wend_network_conv(&def, "direct", rgbd, 16, 5, 5));
    int both[2] = {wend_network_linear(&def, "a", wide, 8),
                   wend_network_linear(&def, "b", direct, 8)};
    int out = wend_network_concat(&def, "out", both, 2);
    CHECK_OK(wend_network_create(&def, 1, &n, &error));
    wend_rng rng = wend_rng_make(5, 0);
    for (size_t i = 0; i < sizeof stored; i++) stored[i] = (uint8_t)wend_rng_below(&rng, 256);
    for (int i = 0; i < COUNT_IMAGES; i++) memcpy(ordered + i * RGB, stored + order[i] * RGB, RGB);
    gradient_fill(depth, COUNT_IMAGES * EDGE * EDGE, 3);
    float result[2][COUNT_IMAGES * 16], *gradients[2];
    for (int by_row = 0; by_row < 2; by_row++) {
        wend_network_space* space;
        CHECK_OK(wend_network_space_create(n, COUNT_IMAGES, 1, true, NULL, &space, &error));
        wend_network_run run = {.steps = COUNT_IMAGES,
                                .batch = 1,
                                .inputs = {by_row ? stored : ordered, depth},
                                .byte_rows = by_row ? order : NULL,
                                .keep = keep};
        gradients[by_row] = wend_alloc_zero(wend_network_weight_count(n), sizeof(float));
        wend_network_forward(n, space, &run);
        memcpy(result[by_row], wend_network_result(space, out), sizeof result[0]);
        gradient_probe(wend_network_result_gradient(space, out), COUNT_IMAGES * 16);
        wend_network_backward(n, space, &run, gradients[by_row]);
        wend_network_space_destroy(space);
    }
    CHECK(memcmp(result[0], result[1], sizeof result[0]) == 0);
    CHECK(memcmp(gradients[0], gradients[1], wend_network_weight_count(n) * sizeof(float)) == 0);
    CHECK(result[0][0] != result[0][16]);
    wend_free(gradients[0]);
    wend_free(gradients[1]);
    wend_network_destroy(n);
}
