// Subcommands of `wend bench render`.
#ifndef WEND_BENCH_RENDER_BENCH_H
#define WEND_BENCH_RENDER_BENCH_H

#include "render_scenes.h"

typedef struct render_call {
    wend_camera camera;
    int rounds;
    int poses, every;  // of --verify
    const char* plots;
    bool json;
    const char* const* references;
    int reference_count;
} render_call;

// Compares images with ray casting. WEND_FORMAT if the differences exceed the limit.
wend_status render_verify(const render_call* call, wend_error* error);
// Writes fps-triangles.svg, fps-resolution.svg and fps-threads.svg into call->plots.
wend_status render_plots(const render_call* call, wend_error* error);

#endif
