// Convolution without im2col: the micro-kernel of gemm.h reads image windows where they are.
// Kernels that are two or three strides wide, as in all policies, need fewer products: winograd.h.
//
// Shapes, channels last: x (N, H, W, C), w (K, K, C, F), b (F), y (N, H', W', F).
// In one image row, the window of an output is K * C contiguous floats ("reach"), and windows of
// neighbouring outputs begin stride * C floats apart. So each product is a set of strided tiles:
//
//            W * C floats
//     row 0  [..|C|C|C|..........]   K rows of the window: `runs` of the sum, `a_run` = W * C
//     row 1  [..|C|C|C|..........]   K * C floats of a row: `depth` of the sum, `a_step` = 1
//     row 2  [..|C|C|C|..........]   next output: `a_row` = stride * C
//
//   pass      A                                B                            C
//   forward   x: 12 windows     (12, K*K*C)    w packed (K*K*C, 16)         y (12, 16 filters)
//   dx        dy: 12 outputs    (12, F)        w^T of a kernel row (F, 16)  dx (12, 16), added
//   dw        x: 12 of K * C, read across      dy (8 rows of W', 16)        dw (12, 16 filters)
//             outputs (12, 8 * W')
//
// Threads: images in forward and dx; weights in dw, where every weight is summed by one thread in
// one order, so that results are bit-identical for any thread count.
#include <string.h>

#include "net/gemm.h"
#include "net/winograd.h"

// Output rows that weight gradients are summed over at once: their image rows stay in the cache.
enum { BLOCK_OUT_ROWS = 8 };

int wend_conv_out(int size, int kernel, int stride) {
    return size < kernel ? 0 : (size - kernel) / stride + 1;
}

size_t wend_conv_weights(const wend_conv* c) {
    return (size_t)c->kernel * (size_t)c->kernel * (size_t)c->channels * (size_t)c->filters;
}

// Floats of a kernel row: K * C.
static int conv_reach(const wend_conv* c) { return c->kernel * c->channels; }
static int panels_of(int columns) { return (columns + GEMM_COLS - 1) / GEMM_COLS; }

// Packed: (F / 16, K * K * C, 16) for forward, then (K, K * C / 16, F, 16) for dx.
size_t wend_conv_packed_size(const wend_conv* c) {
    if (winograd_fits(c)) return winograd_packed_size(c);
    return gemm_packed_size(c->kernel * conv_reach(c), c->filters) +
           (size_t)c->kernel * gemm_packed_size(c->filters, conv_reach(c));
}

void wend_conv_pack(const wend_conv* c, const float* w, float* packed) {
    if (winograd_fits(c)) {
        winograd_pack(c, w, packed);
        return;
    }
    gemm_pack(w, c->filters, 1, c->kernel * conv_reach(c), c->filters, packed);
    packed += gemm_packed_size(c->kernel * conv_reach(c), c->filters);
    for (int ky = 0; ky < c->kernel; ky++) {
        const float* row = w + (size_t)ky * (size_t)conv_reach(c) * (size_t)c->filters;
        gemm_pack(row, 1, c->filters, c->filters, conv_reach(c), packed);
        packed += gemm_packed_size(c->filters, conv_reach(c));
    }
}

typedef struct conv_job {
    const wend_conv_pass* pass;
    const wend_conv* c;
    gemm_kernel kernel;
    const winograd_kernel* reader;  // of pixels
    int out_height, out_width;
    int parts;            // of the weights, one per thread
    int first, count;     // images that weight gradients are summed over
    const float *x, *dy;  // of image `first`; dy of the pass, after the ReLU
} conv_job;

static conv_job job_of(const wend_conv* c, const wend_conv_pass* pass) {
    return (conv_job){.pass = pass,
                      .c = c,
                      .kernel = gemm_kernel_choose(),
                      .reader = winograd_kernel_choose(),
                      .out_height = wend_conv_out(c->height, c->kernel, c->stride),
                      .out_width = wend_conv_out(c->width, c->kernel, c->stride)};
}

static size_t in_size(const wend_conv* c) {
    return (size_t)c->height * (size_t)c->width * (size_t)c->channels;
}
static size_t out_size(const conv_job* j) {
    return (size_t)j->out_height * (size_t)j->out_width * (size_t)j->c->filters;
}

// Scratch of the direct path: an image as floats per thread, then dy where the ReLU let it pass.
size_t wend_conv_scratch_size(const wend_conv* c, int images, int threads) {
    if (winograd_fits(c)) return winograd_scratch_size(c, images, threads);
    conv_job j = job_of(c, NULL);
    return (size_t)threads * in_size(c) + (size_t)images * out_size(&j);
}

// One image as floats: in place, or gathered into the worker's scratch, where it stays in the
// second-level cache while its windows are read.
static const float* conv_image(const conv_job* j, int image, int worker) {
    return winograd_pixels(j->reader, j->pass, image, 0, j->c->height,
                           j->pass->scratch + (size_t)worker * in_size(j->c));
}

// dy, with a ReLU 0 where its output is.
static const float* conv_gradients(const conv_job* j) {
    const wend_conv_pass* pass = j->pass;
    if (!pass->relu) return pass->dy;
    size_t count = (size_t)pass->images * out_size(j);
    float* to = pass->scratch + (size_t)wend_pool_threads(pass->pool) * in_size(j->c);
    memset(to, 0, count * sizeof *to);
    wend_relu_backward(count, pass->y, pass->dy, to);
    return to;
}

// ---- forward ------------------------------------------------------------------------------------

// One output row: x at the first row of its windows, y (W', F).
static void forward_row(const conv_job* j, const float* x, float* y) {
    const wend_conv* c = j->c;
    int depth = c->kernel * conv_reach(c);
    for (int p = 0; p < panels_of(c->filters); p++)
        for (int s = 0; s < gemm_strips(j->out_width); s++) {
            int ox = gemm_strip_start(j->out_width, s);
            gemm_tile tile = {.rows = gemm_strip_start(j->out_width, s + 1) - ox,
                              .depth = conv_reach(c),
                              .runs = c->kernel,
                              .a = x + ox * c->stride * c->channels,
                              .a_row = c->stride * c->channels,
                              .a_step = 1,
                              .a_run = (ptrdiff_t)c->width * c->channels,
                              .b = j->pass->packed + (size_t)p * (size_t)depth * GEMM_COLS,
                              .b_step = GEMM_COLS,
                              .c = y + ox * c->filters + p * GEMM_COLS,
                              .c_row = c->filters};
            j->kernel(&tile);
        }
    for (int ox = 0; ox < j->out_width; ox++)
        for (int f = 0; f < c->filters; f++) y[ox * c->filters + f] += j->pass->b[f];
}

static void forward_image(void* context, int image, int worker) {
    const conv_job* j = context;
    const wend_conv* c = j->c;
    const float* x = conv_image(j, image, worker);
    for (int oy = 0; oy < j->out_height; oy++)
        forward_row(j, x + (size_t)oy * (size_t)c->stride * (size_t)c->width * (size_t)c->channels,
                    j->pass->y + (size_t)image * out_size(j) +
                        (size_t)oy * (size_t)j->out_width * (size_t)c->filters);
}

void wend_conv_forward(const wend_conv_pass* pass) {
    if (winograd_fits(pass->conv)) {
        winograd_forward(pass);
        return;
    }
    conv_job j = job_of(pass->conv, pass);
    wend_pool_run(pass->pool, pass->images, forward_image, &j);
    if (pass->relu) wend_relu_forward((size_t)pass->images * out_size(&j), pass->y, pass->y);
}

// ---- backward -----------------------------------------------------------------------------------

// dx (W, C) += the part of one kernel row by dy (W', F).
static void spread_row(const conv_job* j, const float* packed, const float* dy, float* dx) {
    const wend_conv* c = j->c;
    for (int p = 0; p < panels_of(conv_reach(c)); p++)
        for (int s = 0; s < gemm_strips(j->out_width); s++) {
            int ox = gemm_strip_start(j->out_width, s);
            gemm_tile tile = {.rows = gemm_strip_start(j->out_width, s + 1) - ox,
                              .depth = c->filters,
                              .runs = 1,
                              .a = dy + ox * c->filters,
                              .a_row = c->filters,
                              .a_step = 1,
                              .b = packed + (size_t)p * (size_t)c->filters * GEMM_COLS,
                              .b_step = GEMM_COLS,
                              .c = dx + ox * c->stride * c->channels + p * GEMM_COLS,
                              .c_row = c->stride * c->channels,
                              .add = true};
            gemm_tile_run(j->kernel, &tile, conv_reach(c) - p * GEMM_COLS);
        }
}

static void spread_image(void* context, int image, int worker) {
    const conv_job* j = context;
    const wend_conv* c = j->c;
    size_t line = (size_t)c->width * (size_t)c->channels;
    const float* packed = j->pass->packed + gemm_packed_size(c->kernel * conv_reach(c), c->filters);
    (void)worker;
    for (int oy = 0; oy < j->out_height; oy++)
        for (int ky = 0; ky < c->kernel; ky++)
            spread_row(
                j, packed + (size_t)ky * gemm_packed_size(c->filters, conv_reach(c)),
                j->dy + (size_t)image * out_size(j) +
                    (size_t)oy * (size_t)j->out_width * (size_t)c->filters,
                j->pass->dx + (size_t)image * in_size(c) + (size_t)(oy * c->stride + ky) * line);
}

// dw of up to 12 weights of kernel row `ky` and 16 filters, over `rows` output rows of an image.
static void gather_strip(const conv_job* j, const float* x, const float* dy, int rows, int item,
                         int panel) {
    const wend_conv* c = j->c;
    int strips = gemm_strips(conv_reach(c)), ky = item / strips, s = item % strips;
    int first = gemm_strip_start(conv_reach(c), s);
    gemm_tile tile = {
        .rows = gemm_strip_start(conv_reach(c), s + 1) - first,
        .depth = j->out_width,
        .runs = rows,
        .a = x + (ptrdiff_t)ky * c->width * c->channels + first,
        .a_row = 1,
        .a_step = c->stride * c->channels,
        .a_run = (ptrdiff_t)c->stride * c->width * c->channels,
        .b = dy + panel * GEMM_COLS,
        .b_step = c->filters,
        .c = j->pass->dw + (ptrdiff_t)(ky * conv_reach(c) + first) * c->filters + panel * GEMM_COLS,
        .c_row = c->filters,
        .add = true};
    j->kernel(&tile);
}

// A part of the strips over the images of the job: each weight is summed by one thread in one
// order.
static void gather_part(void* context, int part, int worker) {
    const conv_job* j = context;
    const wend_conv* c = j->c;
    int items = c->kernel * gemm_strips(conv_reach(c));
    int from = (int)((int64_t)items * part / j->parts);
    int to = (int)((int64_t)items * (part + 1) / j->parts);
    size_t line = (size_t)c->stride * (size_t)c->width * (size_t)c->channels;
    size_t out_line = (size_t)j->out_width * (size_t)c->filters;
    (void)worker;
    for (int n = 0; n < j->count; n++)
        for (int oy = 0; oy < j->out_height; oy += BLOCK_OUT_ROWS) {
            int rows = j->out_height - oy < BLOCK_OUT_ROWS ? j->out_height - oy : BLOCK_OUT_ROWS;
            const float* x = j->x + (size_t)n * in_size(c) + (size_t)oy * line;
            const float* dy = j->dy + (size_t)(j->first + n) * out_size(j) + (size_t)oy * out_line;
            for (int item = from; item < to; item++)
                for (int p = 0; p < panels_of(c->filters); p++)
                    gather_strip(j, x, dy, rows, item, p);
        }
}

// db (F) += sum over a line of dy (pixels, F). Lines are summed separately first: adding millions
// of pixels one by one loses precision.
static void sum_line(int filters, int pixels, const float* dy, float* db) {
    for (int p = 0; p < filters; p += GEMM_COLS) {
        float sum[GEMM_COLS] = {0};
        for (int i = 0; i < pixels; i++)
            for (int f = 0; f < GEMM_COLS; f++) sum[f] += dy[i * filters + p + f];
        for (int f = 0; f < GEMM_COLS; f++) db[p + f] += sum[f];
    }
}

// Images that must be gathered are summed one after the other: one at a time fits the cache.
static void gather(conv_job* j) {
    const wend_conv_pass* pass = j->pass;
    bool in_place = pass->part_count == 1 && pass->parts[0].floats;
    j->parts = wend_pool_threads(pass->pool);
    j->count = in_place ? pass->images : 1;
    for (j->first = 0; j->first < pass->images; j->first += j->count) {
        j->x = conv_image(j, j->first, 0);
        wend_pool_run(pass->pool, j->parts, gather_part, j);
    }
}

void wend_conv_backward(const wend_conv_pass* pass) {
    if (winograd_fits(pass->conv)) {
        winograd_backward(pass);
        return;
    }
    conv_job j = job_of(pass->conv, pass);
    int filters = pass->conv->filters;
    j.dy = conv_gradients(&j);
    if (pass->dx) wend_pool_run(pass->pool, pass->images, spread_image, &j);
    gather(&j);
    for (int line = 0; line < pass->images * j.out_height; line++)
        sum_line(filters, j.out_width, j.dy + (size_t)line * (size_t)(j.out_width * filters),
                 pass->db);
}
