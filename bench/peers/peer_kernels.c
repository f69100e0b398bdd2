// OpenBLAS and oneDNN for `wend bench kernels`. Reads lines
//
//     openblas|onednn gemm M N K
//     onednn forward|data|weights IMAGES SIDE CHANNELS FILTERS KERNEL STRIDE
//
// runs the product or the convolution (channels last, weights in oneDNN's own layout) for at least
// 0.2 seconds on one thread and prints the processor seconds of one run, "inf" if it cannot.
#include <cblas.h>
#include <dnnl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double peer_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static float* peer_numbers(size_t count) {
    float* x = malloc(count * sizeof *x);
    for (size_t i = 0; x && i < count; i++) x[i] = (float)(i % 17) * 0.1f - 0.8f;
    return x;
}

// ---- products -----------------------------------------------------------------------------------

static double peer_gemm(bool onednn, int m, int n, int k) {
    float *a = peer_numbers((size_t)m * (size_t)k), *b = peer_numbers((size_t)k * (size_t)n);
    float* c = peer_numbers((size_t)m * (size_t)n);
    double start = 0, spent = 0;
    int runs = -1;  // the first one warms up
    for (; a && b && c && spent < 0.2; runs++) {
        if (runs == 0) start = peer_seconds();
        if (onednn)
            dnnl_sgemm('N', 'N', m, n, k, 1, a, k, b, n, 0, c, n);
        else
            cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n);
        if (runs >= 0) spent = peer_seconds() - start;
    }
    free(a), free(b), free(c);
    return runs > 0 ? spent / runs : INFINITY;
}

// ---- convolutions -------------------------------------------------------------------------------

typedef struct peer_conv {
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    dnnl_memory_desc_t x, w, y;  // w: any layout
} peer_conv;

static dnnl_primitive_desc_t peer_conv_plan(const peer_conv* c, const char* pass, int stride) {
    dnnl_convolution_desc_t d;
    dnnl_primitive_desc_t forward = NULL, plan = NULL;
    dnnl_dims_t strides = {stride, stride}, none = {0, 0};
    dnnl_convolution_forward_desc_init(&d, dnnl_forward_training, dnnl_convolution_direct, &c->x,
                                       &c->w, NULL, &c->y, strides, none, none);
    dnnl_primitive_desc_create(&forward, &d, NULL, c->engine, NULL);
    if (strcmp(pass, "forward") == 0) return forward;
    if (strcmp(pass, "data") == 0)
        dnnl_convolution_backward_data_desc_init(&d, dnnl_convolution_direct, &c->x, &c->w, &c->y,
                                                 strides, none, none);
    else
        dnnl_convolution_backward_weights_desc_init(&d, dnnl_convolution_direct, &c->x, &c->w, NULL,
                                                    &c->y, strides, none, none);
    dnnl_primitive_desc_create(&plan, &d, NULL, c->engine, forward);
    dnnl_primitive_desc_destroy(forward);
    return plan;
}

static dnnl_memory_t peer_memory(const peer_conv* c, const dnnl_memory_desc_t* d) {
    dnnl_memory_t memory = NULL;
    void* data = NULL;
    dnnl_memory_create(&memory, d, c->engine, DNNL_MEMORY_ALLOCATE);
    dnnl_memory_get_data_handle(memory, &data);
    size_t count = dnnl_memory_desc_get_size(d) / sizeof(float);
    for (size_t i = 0; data && i < count; i++) ((float*)data)[i] = (float)(i % 17) * 0.1f - 0.8f;
    return memory;
}

static double peer_conv_run(const peer_conv* c, const char* pass, dnnl_primitive_desc_t plan) {
    dnnl_primitive_t primitive = NULL;
    bool data = strcmp(pass, "data") == 0, weights = strcmp(pass, "weights") == 0;
    const dnnl_memory_desc_t* w = dnnl_primitive_desc_query_md(
        plan, weights ? dnnl_query_diff_weights_md : dnnl_query_weights_md, 0);
    if (dnnl_primitive_create(&primitive, plan) != dnnl_success) return INFINITY;
    dnnl_exec_arg_t args[] = {
        {data ? DNNL_ARG_DIFF_SRC : DNNL_ARG_SRC, peer_memory(c, &c->x)},
        {weights ? DNNL_ARG_DIFF_WEIGHTS : DNNL_ARG_WEIGHTS, peer_memory(c, w)},
        {data || weights ? DNNL_ARG_DIFF_DST : DNNL_ARG_DST, peer_memory(c, &c->y)}};
    double start = 0, spent = 0;
    int runs = -1;  // the first one warms up
    for (; spent < 0.2; runs++) {
        if (runs == 0) start = peer_seconds();
        dnnl_primitive_execute(primitive, c->stream, 3, args);
        dnnl_stream_wait(c->stream);
        if (runs >= 0) spent = peer_seconds() - start;
    }
    for (int i = 0; i < 3; i++) dnnl_memory_destroy(args[i].memory);
    dnnl_primitive_destroy(primitive);
    return spent / runs;
}

static double peer_conv_time(const char* pass, const int n[6]) {
    peer_conv c;
    int out = (n[1] - n[4]) / n[5] + 1;
    dnnl_dims_t x = {n[0], n[2], n[1], n[1]}, w = {n[3], n[2], n[4], n[4]};
    dnnl_dims_t y = {n[0], n[3], out, out};
    if (dnnl_engine_create(&c.engine, dnnl_cpu, 0) != dnnl_success) return INFINITY;
    dnnl_stream_create(&c.stream, c.engine, dnnl_stream_default_flags);
    dnnl_memory_desc_init_by_tag(&c.x, 4, x, dnnl_f32, dnnl_nhwc);
    dnnl_memory_desc_init_by_tag(&c.w, 4, w, dnnl_f32, dnnl_format_tag_any);
    dnnl_memory_desc_init_by_tag(&c.y, 4, y, dnnl_f32, dnnl_nhwc);
    dnnl_primitive_desc_t plan = peer_conv_plan(&c, pass, n[5]);
    double seconds = plan ? peer_conv_run(&c, pass, plan) : INFINITY;
    if (plan) dnnl_primitive_desc_destroy(plan);
    dnnl_stream_destroy(c.stream);
    dnnl_engine_destroy(c.engine);
    return seconds;
}

int main(void) {
    char line[256], library[16], pass[16];
    setenv("OMP_NUM_THREADS", "1", 1);
    openblas_set_num_threads(1);
    while (fgets(line, sizeof line, stdin)) {
        int n[6] = {0};
        int found = sscanf(line, "%15s %15s %d %d %d %d %d %d", library, pass, &n[0], &n[1], &n[2],
                           &n[3], &n[4], &n[5]);
        bool onednn = strcmp(library, "onednn") == 0;
        double seconds = INFINITY;
        if (found == 5 && strcmp(pass, "gemm") == 0)
            seconds = peer_gemm(onednn, n[0], n[1], n[2]);
        else if (found == 8 && onednn)
            seconds = peer_conv_time(pass, n);
        printf("%.9g\n", seconds);
        fflush(stdout);
    }
    return 0;
}
