// `wend bench render --plots DIR`: scaling with triangles, resolution and threads.
#include <stdio.h>

#include "bench.h"
#include "osmesa_peer.h"
#include "render_bench.h"
#include "sense/ray_renderer.h"

#include "wend/files.h"
#include "wend/report.h"

// wend's own variants first; peers only in the plot over triangles.
enum { DEPTH, FLAT, TEXTURED, KINDS, RAYS = KINDS, GL_FLAT, SERIES };
enum { MAX_POINTS = 16, MAX_THREADS = 8 };

static const char* const names[SERIES] = {"depth", "RGB-D-S flat", "RGB-D-S textured",
                                          "Embree, depth", "llvmpipe, RGB-D flat"};

typedef struct plot_case {
    const render_scene* scene;
    wend_renderer* eyes[MAX_THREADS];
    wend_frame frames[MAX_THREADS];
    wend_pool* pool;
    void* memory;
} plot_case;

static void draw_one(void* context, int index, int worker) {
    plot_case* c = context;
    bench_require(wend_renderer_render(c->eyes[worker], c->scene->view, &c->scene->gazes[index],
                                       &c->frames[worker], NULL));
}

static double render_plots_draw_all(void* context) {
    plot_case* c = context;
    wend_pool_run(c->pool, RENDER_POSES, draw_one, c);
    return RENDER_POSES;
}

static void close_case(plot_case* c) {
    for (int i = 0; i < MAX_THREADS; i++) wend_renderer_destroy(c->eyes[i]);
    wend_pool_destroy(c->pool);
    wend_free(c->memory);
}

static wend_status open_case(plot_case* c, const render_scene* s, wend_camera camera, int kind,
                             int threads, wend_error* error) {
    size_t pixels = (size_t)camera.width * (size_t)camera.height;
    camera.textured = kind == TEXTURED;
    *c = (plot_case){.scene = s, .memory = wend_alloc(pixels * 16 * (size_t)threads)};
    if (!c->memory) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the images");
    WEND_TRY(wend_pool_create(threads, &c->pool, error));
    for (int i = 0; i < threads; i++) {
        char* own = (char*)c->memory + pixels * 16 * (size_t)i;
        c->frames[i].depth = (float*)own;
        if (kind != DEPTH) c->frames[i].object = (uint32_t*)(own + 4 * pixels);
        if (kind != DEPTH) c->frames[i].category = (uint16_t*)(own + 8 * pixels);
        if (kind != DEPTH) c->frames[i].rgb = (uint8_t*)(own + 10 * pixels);
        WEND_TRY(wend_renderer_create(&camera, &c->eyes[i], error));
    }
    return WEND_OK;
}

// ---- peers --------------------------------------------------------------------------------------

typedef struct plot_peers {
    const render_scene* scene;
    const wend_camera* camera;
    ray_renderer* rays;
    ray_renderer_picture picture;
    osmesa_peer gl;
    char path[64];
} plot_peers;

static double draw_rays(void* context) {
    plot_peers* p = context;
    for (int i = 0; i < RENDER_POSES; i++)
        ray_renderer_render(p->rays, p->camera, &p->scene->gazes[i], &p->picture);
    return RENDER_POSES;
}

static void close_peers(plot_peers* p) {
    ray_renderer_destroy(p->rays);
    wend_free(p->picture.depth);
    osmesa_peer_stop(&p->gl);
    if (p->path[0]) remove(p->path);
}

// Adds Embree, and llvmpipe if OSMesa is available.
static wend_status open_peers(plot_peers* p, const render_scene* s, const wend_camera* camera,
                              bench_case cases[SERIES], int* count, wend_error* error) {
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    wend_camera flat = *camera;
    flat.textured = false;
    p->scene = s;
    p->camera = camera;
    p->picture.depth = wend_alloc(pixels * sizeof *p->picture.depth);
    if (!p->picture.depth) return wend_fail(error, WEND_NO_MEMORY, "out of memory for an image");
    WEND_TRY(ray_renderer_create(s->view, false, &p->rays, error));
    cases[(*count)++] = (bench_case){.name = names[RAYS], .run = draw_rays, .context = p};
    render_scene_path(p->path, sizeof p->path);
    WEND_TRY(wend_scene_save(s->scene, p->path, error));
    if (osmesa_peer_start(&p->gl, p->path, &flat, s->gazes, RENDER_POSES))
        cases[(*count)++] = (bench_case){.name = names[GL_FLAT],
                                         .run = osmesa_peer_draw,
                                         .context = &p->gl,
                                         .seconds = &p->gl.seconds};
    return WEND_OK;
}

// Measures all variants at one point, interleaved, optionally with the peers. Medians go into y;
// NAN for an unavailable peer.
static wend_status render_plots_measure(const render_scene* s, const wend_camera* camera,
                                        int threads, int rounds, bool with_peers, double y[SERIES],
                                        wend_error* error) {
    plot_case c[KINDS] = {0};
    plot_peers peers = {0};
    bench_case cases[SERIES];
    int count = 0;
    wend_status status = WEND_OK;
    for (int k = 0; k < KINDS && status == WEND_OK; k++) {
        status = open_case(&c[k], s, *camera, k, threads, error);
        cases[count++] =
            (bench_case){.name = names[k], .run = render_plots_draw_all, .context = &c[k]};
    }
    if (status == WEND_OK && with_peers)
        status = open_peers(&peers, s, camera, cases, &count, error);
    if (status == WEND_OK) bench_run(cases, count, rounds, threads > 1);
    for (int k = 0; k < SERIES; k++) y[k] = k < count ? cases[k].median : NAN;
    for (int k = 0; k < KINDS; k++) close_case(&c[k]);
    close_peers(&peers);
    return status;
}

// ---- plots --------------------------------------------------------------------------------------

typedef struct plot_points {
    double x[MAX_POINTS], y[SERIES][MAX_POINTS];
    int count, series;
} plot_points;

static void render_plots_add_point(plot_points* p, double x, const double y[]) {
    p->x[p->count] = x;
    for (int k = 0; k < p->series; k++) p->y[k][p->count] = y[k];
    p->count++;
}

static wend_status write_plot(const plot_points* p, const wend_line_plot* about, const char* folder,
                              const char* file, wend_error* error) {
    wend_line_series series[SERIES];
    for (int k = 0; k < p->series; k++)
        series[k] =
            (wend_line_series){.name = names[k], .x = p->x, .y = p->y[k], .count = p->count};
    wend_line_plot plot = *about;
    plot.series = series;
    plot.series_count = p->series;
    char path[1024];
    WEND_TRY(wend_file_join(folder, file, path, sizeof path, error));
    printf("%s\n%-14s", path, about->x_label);
    for (int k = 0; k < p->series; k++) printf(" %20s", names[k]);
    printf("\n");
    for (int i = 0; i < p->count; i++) {
        printf("%-14.0f", p->x[i]);
        for (int k = 0; k < p->series; k++) printf(" %20.0f", p->y[k][i]);
        printf("\n");
    }
    return wend_line_plot_save(&plot, path, error);
}

static wend_status plot_triangles(const render_call* call, wend_error* error) {
    plot_points points = {.series = SERIES};
    for (int i = 0;; i++) {
        render_scene s;
        double y[SERIES];
        wend_status status = render_scene_grow(i, &s, error);
        if (status == WEND_NOT_FOUND) break;
        if (status == WEND_OK)
            status = render_plots_measure(&s, &call->camera, 1, call->rounds, true, y, error);
        if (status == WEND_OK)
            render_plots_add_point(&points, (double)wend_view_triangles(s.view), y);
        render_scene_close(&s);
        if (status != WEND_OK) return status;
    }
    wend_line_plot about = {.title = "Frames per second and core, 256 x 256",
                            .x_label = "triangles",
                            .y_label = "frames per second",
                            .log_x = true,
                            .log_y = true};
    return write_plot(&points, &about, call->plots, "fps-triangles.svg", error);
}

static wend_status plot_resolution(const render_call* call, const render_scene* s,
                                   wend_error* error) {
    plot_points points = {.series = KINDS};
    for (int side = 64; side <= 1024; side *= 2) {
        wend_camera camera = call->camera;
        double y[SERIES];
        camera.width = camera.height = side;
        WEND_TRY(render_plots_measure(s, &camera, 1, call->rounds, false, y, error));
        render_plots_add_point(&points, side, y);
    }
    wend_line_plot about = {.title = "Frames per second and core, a house of 50k triangles",
                            .x_label = "image width and height",
                            .y_label = "frames per second",
                            .log_x = true,
                            .ticks_at_points = true,
                            .log_y = true};
    return write_plot(&points, &about, call->plots, "fps-resolution.svg", error);
}

static wend_status plot_threads(const render_call* call, const render_scene* s, wend_error* error) {
    plot_points points = {.series = KINDS};
    for (int threads = 1; threads <= MAX_THREADS; threads *= 2) {
        double y[SERIES];
        WEND_TRY(render_plots_measure(s, &call->camera, threads, call->rounds, false, y, error));
        render_plots_add_point(&points, threads, y);
    }
    wend_line_plot about = {.title = "Frames per second, one scene, several threads",
                            .x_label = "threads",
                            .y_label = "frames per second",
                            .log_x = true,
                            .ticks_at_points = true};
    return write_plot(&points, &about, call->plots, "fps-threads.svg", error);
}

wend_status render_plots(const render_call* call, wend_error* error) {
    enum { HOUSE_50K = 1 };
    render_scene s;
    WEND_TRY(wend_file_make_folder(call->plots, error));
    WEND_TRY(plot_triangles(call, error));
    wend_status status = render_scene_open(HOUSE_50K, &s, error);
    if (status == WEND_OK) status = plot_resolution(call, &s, error);
    if (status == WEND_OK) status = plot_threads(call, &s, error);
    render_scene_close(&s);
    return status;
}
