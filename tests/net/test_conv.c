// Convolutions: against sums over windows, small changes and other instruction sets; and bfloat16.
#include <math.h>
#include <stdlib.h>

#include "net/arrays.h"
#include "net/linear.h"

typedef struct conv_case {
    wend_conv c;
    wend_image_part part;
    wend_conv_pass pass;
    size_t in, out, weights;
    float *x, *w, *packed;
} conv_case;

// With gradients of zeros; the case must stay where it is.
static void open_conv(conv_case* k, wend_conv shape, int images, bool relu) {
    k->c = shape;
    k->in = (size_t)(images * shape.height * shape.width * shape.channels);
    k->weights = wend_conv_weights(&shape);
    k->out =
        (size_t)(images * shape.filters * wend_conv_out(shape.height, shape.kernel, shape.stride) *
                 wend_conv_out(shape.width, shape.kernel, shape.stride));
    k->x = made(k->in, 1), k->w = made(k->weights, 2);
    k->packed = zeros(wend_conv_packed_size(&shape));
    k->part = (wend_image_part){.floats = k->x, .channels = shape.channels};
    size_t filters = (size_t)shape.filters;
    k->pass = (wend_conv_pass){.conv = &k->c,
                               .images = images,
                               .parts = &k->part,
                               .part_count = 1,
                               .packed = k->packed,
                               .b = made(filters, 3),
                               .relu = relu,
                               .y = zeros(k->out),
                               .dy = probes(k->out),
                               .dx = zeros(k->in),
                               .dw = zeros(k->weights),
                               .db = zeros(filters),
                               .scratch = zeros(wend_conv_scratch_size(&shape, images, 3))};
    wend_conv_pack(&k->c, k->w, k->packed);
}

static double conv_loss(void* context) {
    conv_case* k = context;
    wend_conv_pack(&k->c, k->w, k->packed);
    wend_conv_forward(&k->pass);
    return gradient_probed(k->pass.y, k->out);
}

static void check_conv(wend_conv shape, int images) {
    conv_case k;
    open_conv(&k, shape, images, false);
    gradient_case g = {conv_loss, &k};
    conv_loss(&k);
    wend_conv_backward(&k.pass);
    gradient_check(&g, "dx", k.x, k.pass.dx, k.in, 1e-3);
    gradient_check(&g, "dw", k.w, k.pass.dw, k.weights, 1e-3);
    gradient_check(&g, "db", (float*)k.pass.b, k.pass.db, (size_t)shape.filters, 1e-3);
}

// Kernels of two and three strides go through tiles (winograd.h), also where tiles reach over the
// edges, others through windows.
#define SHAPE(h, w, c, f, k, s) \
    { .height = h, .width = w, .channels = c, .filters = f, .kernel = k, .stride = s }
static const wend_conv conv_shapes[] = {SHAPE(9, 11, 3, 16, 3, 2),  SHAPE(20, 20, 4, 32, 8, 4),
                                        SHAPE(7, 6, 16, 16, 2, 1),  SHAPE(13, 9, 5, 32, 4, 2),
                                        SHAPE(12, 15, 8, 16, 3, 1), SHAPE(23, 18, 2, 16, 6, 3),
                                        SHAPE(3, 3, 1, 16, 3, 1),   SHAPE(70, 66, 3, 16, 2, 1)};
enum { CONV_SHAPES = sizeof conv_shapes / sizeof *conv_shapes };

TEST(convolution_gradients_are_those_of_small_changes) {
    for (int i = 0; i < CONV_SHAPES; i++) check_conv(conv_shapes[i], 1 + i % 2);
}

static double conv_at(const conv_case* k, int image, int oy, int ox, int f) {
    const wend_conv* c = &k->c;
    double sum = k->pass.b[f];
    for (int ky = 0; ky < c->kernel; ky++)
        for (int i = 0; i < c->kernel * c->channels; i++) {
            int row = (image * c->height + oy * c->stride + ky) * c->width + ox * c->stride;
            sum += (double)k->x[row * c->channels + i] *
                   k->w[(ky * c->kernel * c->channels + i) * c->filters + f];
        }
    return sum;
}

TEST(a_convolution_is_the_sum_over_its_window) {
    for (int i = 0; i < CONV_SHAPES; i++) {
        conv_case k;
        const wend_conv* c = &conv_shapes[i];
        open_conv(&k, *c, 3, i % 2);
        wend_conv_forward(&k.pass);
        int height = wend_conv_out(c->height, c->kernel, c->stride);
        int width = wend_conv_out(c->width, c->kernel, c->stride);
        for (int at = 0; at < (int)k.out; at++) {
            int f = at % c->filters, ox = at / c->filters % width;
            int oy = at / c->filters / width % height, image = at / c->filters / width / height;
            double sum = conv_at(&k, image, oy, ox, f);
            CHECK_NEAR(k.pass.y[at], k.pass.relu && sum < 0 ? 0 : sum, 3e-5);
        }
    }
}

// ---- bfloat16 -----------------------------------------------------------------------------------

static double relative_error(const float* x, const float* exact, size_t count) {
    double error = 0, size = 0;
    for (size_t i = 0; i < count; i++) {
        error += pow((double)x[i] - exact[i], 2);
        size += pow(exact[i], 2);
    }
    return sqrt(error / size);
}

// bfloat16 has 8 bits: factors are off by 1/512 on average, their sums by less.
TEST(a_convolution_in_bfloat16_is_near_the_exact_one) {
    for (int i = 0; i < CONV_SHAPES; i++) {
        conv_case exact, k;
        wend_conv shape = conv_shapes[i];
        open_conv(&exact, shape, 3, false);
        shape.precision = WEND_PRECISION_BF16;
        open_conv(&k, shape, 3, false);
        wend_conv_forward(&exact.pass), wend_conv_forward(&k.pass);
        wend_conv_backward(&exact.pass), wend_conv_backward(&k.pass);
        CHECK(relative_error(k.pass.y, exact.pass.y, k.out) < 0.01);
        CHECK(relative_error(k.pass.dx, exact.pass.dx, k.in) < 0.01);
        CHECK(relative_error(k.pass.dw, exact.pass.dw, k.weights) < 0.01);
    }
}

TEST(a_linear_layer_in_bfloat16_is_near_the_exact_one) {
    enum { ROWS = 7, IN = 70, OUT = 34 };
    float *x = made(ROWS * IN, 1), *w = made(IN * OUT, 2), *b = made(OUT, 3);
    float *dy = probes(ROWS * OUT), *packed = zeros(wend_linear_packed_size(IN, OUT));
    size_t scratch_size =
        linear_bf16_scratch_size(ROWS, IN, OUT) + wend_linear_scratch_size(ROWS, IN, OUT);
    float *scratch = zeros(scratch_size), *y[2], *dx[2], *dw[2], *db[2];
    for (int i = 0; i < 2; i++) {
        y[i] = zeros(ROWS * OUT), dx[i] = zeros(ROWS * IN), dw[i] = zeros(IN * OUT);
        db[i] = zeros(OUT);
    }
    wend_linear_pack(w, IN, OUT, packed);
    wend_linear_forward(ROWS, IN, OUT, x, packed, b, y[0], NULL);
    wend_linear_backward(ROWS, IN, OUT, x, packed, dy, dx[0], dw[0], db[0], scratch, NULL);
    linear_bf16_pack(w, IN, OUT, packed);
    linear_bf16_forward(ROWS, IN, OUT, x, packed, b, y[1], scratch, NULL);
    linear_bf16_backward(ROWS, IN, OUT, x, packed, dy, dx[1], dw[1], db[1], scratch, NULL);
    CHECK(relative_error(y[1], y[0], ROWS * OUT) < 0.01);
    CHECK(relative_error(dx[1], dx[0], ROWS * IN) < 0.01);
    CHECK(relative_error(dw[1], dw[0], IN * OUT) < 0.01);
    CHECK(memcmp(db[0], db[1], OUT * sizeof(float)) == 0);
}

// The gradient of a ReLU is part of the pass: as if dy had been cleared where y is 0.
TEST(a_convolutions_relu_stops_gradients) {
    for (int i = 0; i < 2; i++) {
        conv_case k, plain;
        open_conv(&k, conv_shapes[i], 2, true), open_conv(&plain, conv_shapes[i], 2, false);
        wend_conv_forward(&k.pass);
        float* dy = zeros(k.out);
        wend_relu_backward(k.out, k.pass.y, k.pass.dy, dy);
        plain.pass.dy = dy;
        wend_conv_backward(&k.pass), wend_conv_backward(&plain.pass);
        CHECK(memcmp(k.pass.dx, plain.pass.dx, k.in * sizeof(float)) == 0);
        CHECK(memcmp(k.pass.dw, plain.pass.dw, k.weights * sizeof(float)) == 0);
    }
}

// Bytes and floats as parts give what the concatenated floats give, to the last bit.
TEST(a_convolution_reads_bytes_and_several_parts) {
    for (int i = 0; i < 2; i++) {
        wend_conv c = conv_shapes[i];
        int colours = c.channels - 1, pixels = 2 * c.height * c.width;
        conv_case k, parts;
        open_conv(&k, c, 2, true), open_conv(&parts, c, 2, true);
        uint8_t* bytes = hold(wend_alloc((size_t)(pixels * colours)));
        float* depth = made((size_t)pixels, 9);
        for (int p = 0; p < pixels * colours; p++) bytes[p] = (uint8_t)(p * 37);
        for (int p = 0; p < pixels * c.channels; p++) {
            int channel = p % c.channels, pixel = p / c.channels;
            k.x[p] = channel < colours ? (float)bytes[pixel * colours + channel] * (1.0f / 255)
                                       : depth[pixel];
        }
        const wend_image_part both[] = {{.bytes = bytes, .channels = colours, .scale = 1.0f / 255},
                                        {.floats = depth, .channels = 1}};
        parts.pass.parts = both, parts.pass.part_count = 2;
        k.pass.dx = parts.pass.dx = NULL;
        wend_conv_forward(&k.pass), wend_conv_forward(&parts.pass);
        wend_conv_backward(&k.pass), wend_conv_backward(&parts.pass);
        CHECK(memcmp(k.pass.y, parts.pass.y, k.out * sizeof(float)) == 0);
        CHECK(memcmp(k.pass.dw, parts.pass.dw, k.weights * sizeof(float)) == 0);
    }
}

static void check_same_conv(const conv_case* a, const conv_case* b) {
    CHECK(memcmp(a->pass.y, b->pass.y, a->out * sizeof(float)) == 0);
    CHECK(memcmp(a->pass.dw, b->pass.dw, a->weights * sizeof(float)) == 0);
    CHECK(memcmp(a->pass.dx, b->pass.dx, a->in * sizeof(float)) == 0);
    CHECK(memcmp(a->pass.db, b->pass.db, (size_t)a->c.filters * sizeof(float)) == 0);
}

TEST(threads_do_not_change_a_convolution) {
    wend_error error;
    wend_pool* pool;
    CHECK_OK(wend_pool_create(3, &pool, &error));
    for (int i = 0; i < CONV_SHAPES; i++) {
        conv_case k[2];
        for (int n = 0; n < 2; n++) {
            wend_conv shape = conv_shapes[i];
            shape.precision = i % 2 ? WEND_PRECISION_BF16 : WEND_PRECISION_FP32;
            open_conv(&k[n], shape, 5, true);
            k[n].pass.pool = n ? pool : NULL;
            wend_conv_forward(&k[n].pass);
            wend_conv_backward(&k[n].pass);
        }
        check_same_conv(&k[0], &k[1]);
    }
    wend_pool_destroy(pool);
}

// Machines with AVX-512 and with AVX2 get the same bits.
TEST(the_width_of_vectors_does_not_change_a_convolution) {
    static const char* const words[] = {"avx2", "avx512"};
    for (int i = 0; i < 2 * CONV_SHAPES; i++) {
        conv_case k[2];
        wend_conv shape = conv_shapes[i / 2];
        shape.precision = i % 2 ? WEND_PRECISION_BF16 : WEND_PRECISION_FP32;
        for (int n = 0; n < 2; n++) {
            setenv("WEND_SIMD", words[n], 1);
            open_conv(&k[n], shape, 5, true);
            wend_conv_forward(&k[n].pass);
            wend_conv_backward(&k[n].pass);
        }
        check_same_conv(&k[0], &k[1]);
    }
}
