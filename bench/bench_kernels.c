// `wend bench kernels`: the matrix products and convolutions of a training step of the paper's
// network, compared with OpenBLAS and oneDNN on one thread. Rates count the operations of the
// direct algorithm, so that fewer products (winograd.h) show as a higher rate. A convolution by
// OpenBLAS is the product alone, without the copy of the windows (im2col) that it would need.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "commands.h"
#include "net/gemm.h"
#include "options.h"
#include "peer_process.h"

enum { KERNEL_IMAGES = 16 };

typedef enum kernel_pass { PASS_FORWARD, PASS_WEIGHTS, PASS_BACKWARD, PASS_GEMM } kernel_pass;

typedef struct kernel_shape {
    const char* name;
    kernel_pass pass;
    wend_conv conv;  // or
    int m, n, k;     // C (m, n) = A (m, k) B (k, n)
    bool across;     // A is stored as (k, m), and B is packed in every run
} kernel_shape;

#define CONV1 \
    { .height = 256, .width = 256, .channels = 4, .filters = 32, .kernel = 8, .stride = 4 }
#define CONV2 \
    { .height = 63, .width = 63, .channels = 32, .filters = 64, .kernel = 4, .stride = 2 }
#define CONV3 \
    { .height = 30, .width = 30, .channels = 64, .filters = 32, .kernel = 3, .stride = 1 }
#define SMALL1 \
    { .height = 64, .width = 64, .channels = 4, .filters = 32, .kernel = 8, .stride = 4 }
static const kernel_shape kernel_shapes[] = {
    {"conv 256x256x4, 32 of 8/4, forward", PASS_FORWARD, .conv = CONV1},
    {"conv 256x256x4, 32 of 8/4, dw", PASS_WEIGHTS, .conv = CONV1},
    {"conv 63x63x32, 64 of 4/2, forward", PASS_FORWARD, .conv = CONV2},
    {"conv 63x63x32, 64 of 4/2, dx and dw", PASS_BACKWARD, .conv = CONV2},
    {"conv 30x30x64, 32 of 3/1, forward", PASS_FORWARD, .conv = CONV3},
    {"conv 30x30x64, 32 of 3/1, dx and dw", PASS_BACKWARD, .conv = CONV3},
    {"conv 64x64x4, 32 of 8/4, forward", PASS_FORWARD, .conv = SMALL1},
    {"linear forward, 64 x 512, sum of 25088", PASS_GEMM, .m = 64, .n = 512, .k = 25088},
    {"linear dx, 64 x 25088, sum of 512", PASS_GEMM, .m = 64, .n = 25088, .k = 512},
    {"linear dw, 25088 x 512, sum of 64", PASS_GEMM, .m = 25088, .n = 512, .k = 64, .across = true},
    {"GRU step, 4 x 1536, sum of 512", PASS_GEMM, .m = 4, .n = 1536, .k = 512},
};

// ---- ours ---------------------------------------------------------------------------------------

typedef struct kernel_stage {
    const kernel_shape* shape;
    wend_image_part part;
    wend_conv_pass pass;
    float *a, *b, *c, *packed;
    float* block;
} kernel_stage;

static int kernel_out(const wend_conv* c) { return wend_conv_out(c->height, c->kernel, c->stride); }

static double kernel_flops(const kernel_shape* s) {
    if (s->pass == PASS_GEMM) return 2.0 * s->m * s->n * s->k;
    double one = 2.0 * KERNEL_IMAGES * kernel_out(&s->conv) * kernel_out(&s->conv) *
                 (double)wend_conv_weights(&s->conv);
    return s->pass == PASS_BACKWARD ? 2 * one : one;
}

// Arrays from one block, first counted, then placed.
static void kernel_take(kernel_stage* s, size_t* used, float** to, size_t count) {
    if (s->block) *to = s->block + *used;
    *used += (count + 15) / 16 * 16;
}

static size_t kernel_plan(kernel_stage* s) {
    const kernel_shape* k = s->shape;
    const wend_conv* c = &k->conv;
    size_t used = 0;
    if (k->pass == PASS_GEMM) {
        kernel_take(s, &used, &s->a, (size_t)k->m * (size_t)k->k);
        kernel_take(s, &used, &s->b, (size_t)k->k * (size_t)k->n);
        kernel_take(s, &used, &s->c, (size_t)k->m * (size_t)k->n);
        kernel_take(s, &used, &s->packed, gemm_packed_size(k->k, k->n));
        return used;
    }
    size_t in = (size_t)(KERNEL_IMAGES * c->height * c->width * c->channels);
    size_t out = (size_t)(KERNEL_IMAGES * kernel_out(c) * kernel_out(c) * c->filters);
    kernel_take(s, &used, &s->a, in);
    kernel_take(s, &used, &s->b, (size_t)c->filters);
    kernel_take(s, &used, &s->c, out);
    kernel_take(s, &used, &s->packed, wend_conv_packed_size(c));
    kernel_take(s, &used, &s->pass.dx, in);
    kernel_take(s, &used, &s->pass.dw, wend_conv_weights(c));
    kernel_take(s, &used, &s->pass.db, (size_t)c->filters);
    kernel_take(s, &used, &s->pass.scratch, wend_conv_scratch_size(c, KERNEL_IMAGES, 1));
    return used;
}

static wend_status kernel_open(kernel_stage* s, const kernel_shape* shape, wend_error* error) {
    *s = (kernel_stage){.shape = shape};
    s->block = wend_alloc_zero(kernel_plan(s), sizeof(float));
    if (!s->block) return wend_fail(error, WEND_NO_MEMORY, "out of memory for '%s'", shape->name);
    kernel_plan(s);
    wend_rng rng = wend_rng_make(1, 1);
    if (shape->pass == PASS_GEMM) {
        wend_init_uniform(&rng, 1, (size_t)shape->m * (size_t)shape->k, s->a);
        wend_init_uniform(&rng, 1, (size_t)shape->k * (size_t)shape->n, s->b);
        gemm_pack(s->b, shape->n, 1, shape->k, shape->n, s->packed);
        return WEND_OK;
    }
    wend_init_uniform(&rng, 1, wend_conv_weights(&shape->conv), s->pass.dw);
    wend_conv_pack(&shape->conv, s->pass.dw, s->packed);
    s->part = (wend_image_part){.floats = s->a, .channels = shape->conv.channels};
    s->pass.conv = &shape->conv;
    s->pass.images = KERNEL_IMAGES;
    s->pass.parts = &s->part;
    s->pass.part_count = 1;
    s->pass.packed = s->packed;
    s->pass.b = s->b;
    s->pass.y = s->c;
    s->pass.dy = s->c;
    if (shape->pass != PASS_BACKWARD) s->pass.dx = NULL;
    return WEND_OK;
}

static double kernel_run(void* context) {
    const kernel_stage* s = context;
    const kernel_shape* k = s->shape;
    int repeats = (int)(2e8 / kernel_flops(k)) + 1;
    gemm g = {k->m,      k->n, k->k, s->a, k->across ? 1 : k->k, k->across ? k->m : 1,
              s->packed, s->c, k->n, false};
    for (int i = 0; i < repeats; i++) {
        if (k->pass == PASS_GEMM && k->across) gemm_pack(s->b, k->n, 1, k->k, k->n, s->packed);
        if (k->pass == PASS_GEMM)
            gemm_run(&g, NULL);
        else if (k->pass == PASS_FORWARD)
            wend_conv_forward(&s->pass);
        else
            wend_conv_backward(&s->pass);
    }
    return repeats * kernel_flops(k) / 1e9;
}

// ---- libraries ----------------------------------------------------------------------------------

typedef struct kernel_peer {
    peer_process* process;
    const kernel_shape* shape;
    const char* library;
    double seconds;
} kernel_peer;

static double kernel_ask_conv(const kernel_peer* p, const char* pass) {
    char line[128];
    const wend_conv* c = &p->shape->conv;
    snprintf(line, sizeof line, "onednn %s %d %d %d %d %d %d", pass, KERNEL_IMAGES, c->height,
             c->channels, c->filters, c->kernel, c->stride);
    return peer_process_ask(p->process, line);
}

static double kernel_ask_gemm(const kernel_peer* p, int m, int n, int k) {
    char line[128];
    snprintf(line, sizeof line, "%s gemm %d %d %d", p->library, m, n, k);
    return peer_process_ask(p->process, line);
}

static double kernel_ask(void* context) {
    kernel_peer* p = context;
    const kernel_shape* s = p->shape;
    const wend_conv* c = &s->conv;
    bool onednn = strcmp(p->library, "onednn") == 0;
    int pixels = s->pass == PASS_GEMM ? 0 : KERNEL_IMAGES * kernel_out(c) * kernel_out(c);
    int window = c->kernel * c->kernel * c->channels;
    if (s->pass == PASS_GEMM)
        p->seconds = kernel_ask_gemm(p, s->m, s->n, s->k);
    else if (onednn && s->pass == PASS_FORWARD)
        p->seconds = kernel_ask_conv(p, "forward");
    else if (onednn)
        p->seconds = kernel_ask_conv(p, "weights") +
                     (s->pass == PASS_BACKWARD ? kernel_ask_conv(p, "data") : 0);
    else if (s->pass == PASS_FORWARD)
        p->seconds = kernel_ask_gemm(p, pixels, c->filters, window);
    else
        p->seconds =
            kernel_ask_gemm(p, window, c->filters, pixels) +
            (s->pass == PASS_BACKWARD ? kernel_ask_gemm(p, pixels, window, c->filters) : 0);
    return kernel_flops(s) / 1e9;
}

// The peer is in the folder of this executable.
static bool kernel_peer_start(peer_process* process) {
    char path[1024], one[] = "OMP_NUM_THREADS=1", env[] = "env";
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 32);
    if (n <= 0) return false;
    path[n] = 0;
    char* slash = strrchr(path, '/');
    if (!slash) return false;
    strcpy(slash, "/wend-peer-kernels");
    char* call[] = {env, one, path, NULL};
    return access(path, X_OK) == 0 && peer_process_start(process, call);
}

static wend_status kernel_compare(const kernel_shape* shape, peer_process* process, int rounds,
                                  bool json, wend_error* error) {
    kernel_stage stage;
    kernel_peer blas = {process, shape, "openblas", 0}, dnnl = {process, shape, "onednn", 0};
    bench_case cases[] = {
        {.name = "wend", .run = kernel_run, .context = &stage},
        {.name = "OpenBLAS", .run = kernel_ask, .context = &blas, .seconds = &blas.seconds},
        {.name = "oneDNN", .run = kernel_ask, .context = &dnnl, .seconds = &dnnl.seconds}};
    int count = process->pid ? 3 : 1;
    WEND_TRY(kernel_open(&stage, shape, error));
    bench_run(cases, count, rounds, false);
    wend_free(stage.block);
    if (json) {
        bench_print_json(shape->name, cases, count, "GFLOP");
        return WEND_OK;
    }
    printf("%-42s", shape->name);
    for (int i = 0; i < count; i++) printf(" %8.1f %8.1f", cases[i].best, cases[i].median);
    printf("\n");
    return WEND_OK;
}

int command_bench_kernels(int argc, char** argv) {
    int rounds = 5;
    bool json = false;
    const option options[] = {
        BENCH_ROUNDS_OPTION(rounds),
        BENCH_JSON_OPTION(json),
    };
    arguments a = {.command = "bench kernels",
                   .summary =
                       "Rates of the products and convolutions of a training step, in GFLOP/s of "
                       "the direct algorithm by processor time, beside OpenBLAS and oneDNN where "
                       "the build found both.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    peer_process process = {0};
    if (!arguments_read(&a, argc, argv, &status)) return status;
    bool peer = kernel_peer_start(&process);
    if (!peer)
        fprintf(
            stderr,
            "no OpenBLAS and oneDNN: install libopenblas-dev and libdnnl-dev and build again\n");
    if (!json)
        printf("%-42s %17s%s\n", "GFLOP/s, best and median", "wend",
               peer ? "          OpenBLAS            oneDNN" : "");
    wend_status result = WEND_OK;
    for (size_t i = 0; result == WEND_OK && i < sizeof kernel_shapes / sizeof *kernel_shapes; i++)
        result = kernel_compare(&kernel_shapes[i], &process, rounds, json, &error);
    peer_process_stop(&process);
    return result == WEND_OK ? EXIT_OK : report_error(&error);
}
