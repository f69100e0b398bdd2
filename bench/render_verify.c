// `wend bench render --verify`: compares every image with ray casting.
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "render_bench.h"
#include "sense/ray_renderer.h"

// Limit: no holes, and at most one pixel in 10,000 with a different depth or id.
static const double allowed = 1e-4;

typedef struct verify_run {
    const render_call* call;
    float *depth, *true_depth;
    uint32_t *object, *true_object;
    ray_renderer_difference total;
    int poses;  // so far
} verify_run;

static bool is_bad(const ray_renderer_difference* d) {
    return d->holes || (double)d->depths > allowed * (double)d->pixels ||
           (double)d->ids > allowed * (double)d->pixels;
}

static void render_verify_print_row(const char* name, const ray_renderer_difference* d, int poses) {
    printf("%-44s %6d %12llu %7llu %9llu %9llu %7llu  %8.6f %8.6f%s\n", name, poses,
           (unsigned long long)d->pixels, (unsigned long long)d->holes,
           (unsigned long long)d->depths, (unsigned long long)d->ids, (unsigned long long)d->ties,
           1 - (double)d->depths / (double)d->pixels, 1 - (double)d->ids / (double)d->pixels,
           is_bad(d) ? "  TOO MANY" : "");
    fflush(stdout);
}

static void add_up(ray_renderer_difference* sum, const ray_renderer_difference* d) {
    sum->pixels += d->pixels;
    sum->holes += d->holes;
    sum->depths += d->depths;
    sum->ids += d->ids;
    sum->ties += d->ties;
}

// Images differ in field of view, tilt and aspect ratio, so that one pose per scene covers all of
// them.
static wend_camera render_verify_camera_of(const verify_run* run, int picture) {
    static const float fields[3] = {90, 40, 120};
    wend_camera camera = run->call->camera;
    camera.hfov = fields[picture % 3];
    if (picture / 9 % 2) camera.height = (camera.height * 5 + 7) / 8;
    return camera;
}

static wend_status verify_picture(verify_run* run, const render_scene* s, int pose,
                                  const ray_renderer* rays, ray_renderer_difference* sum,
                                  wend_error* error) {
    wend_camera camera = render_verify_camera_of(run, run->poses);
    wend_camera_pose gaze = s->gazes[pose];
    gaze.tilt = (float)(run->poses / 3 % 3 - 1) * 0.5f;  // down, level, up
    wend_renderer* eye;
    WEND_TRY(wend_renderer_create(&camera, &eye, error));
    ray_renderer_picture truth = {run->true_depth, run->true_object};
    wend_frame frame = {.depth = run->depth, .object = run->object};
    wend_status status = wend_renderer_render(eye, s->view, &gaze, &frame, error);
    if (status == WEND_OK) {
        ray_renderer_render(rays, &camera, &gaze, &truth);
        ray_renderer_compare(rays, &camera, &gaze, &truth, &frame, sum);
        run->poses++;
    }
    wend_renderer_destroy(eye);
    return status;
}

static wend_status verify_scene(verify_run* run, const render_scene* s,
                                ray_renderer_difference* sum, wend_error* error) {
    ray_renderer* rays;
    WEND_TRY(ray_renderer_create(s->view, true, &rays, error));
    wend_status status = WEND_OK;
    for (int i = 0; i < run->call->poses && status == WEND_OK; i++)
        status = verify_picture(run, s, i, rays, sum, error);
    ray_renderer_destroy(rays);
    return status;
}

static wend_status verify_one(verify_run* run, const char* reference, wend_error* error) {
    render_scene s;
    ray_renderer_difference d = {0};
    wend_status status = render_scene_load(reference, &s, error);
    if (status == WEND_OK) status = verify_scene(run, &s, &d, error);
    if (status == WEND_OK) {
        render_verify_print_row(s.name, &d, run->call->poses);
        add_up(&run->total, &d);
    }
    render_scene_close(&s);
    return status;
}

// All houses of a ProcTHOR file as one row, preceded by a row for each house with holes. Houses
// without navigable floor are skipped.
static wend_status verify_houses(verify_run* run, const char* relative, int count,
                                 wend_error* error) {
    char path[1000], reference[1100];
    if (!render_data(relative, path, sizeof path)) return WEND_OK;
    ray_renderer_difference sum = {0};
    int before = run->poses;
    progress p = progress_start("houses", count);
    for (int i = 0; i < count; i += run->call->every) {
        snprintf(reference, sizeof reference, "%s#%d", path, i);
        render_scene s;
        ray_renderer_difference d = {0};
        wend_status status = render_scene_load(reference, &s, error);
        if (status == WEND_OK) status = verify_scene(run, &s, &d, error);
        if (d.holes) render_verify_print_row(s.name, &d, run->call->poses);
        add_up(&sum, &d);
        render_scene_close(&s);
        if (status != WEND_OK && status != WEND_NOT_FOUND) return status;
        progress_show(&p, i + 1);
    }
    progress_end(&p);
    render_verify_print_row(relative, &sum, run->poses - before);
    add_up(&run->total, &sum);
    return WEND_OK;
}

static wend_status verify_defaults(verify_run* run, wend_error* error) {
    static const char* const generated[] = {"apartment:1", "apartment:2", "house:3", "house:4",
                                            "house:5",     "office:6",    "town:7"};
    for (size_t i = 0; i < sizeof generated / sizeof *generated; i++)
        WEND_TRY(verify_one(run, generated[i], error));
    static const char* const files[] = {"scenes/aws_small_house.glb", "procthor/example_house.glb"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[1000];
        if (render_data(files[i], path, sizeof path)) WEND_TRY(verify_one(run, path, error));
    }
    WEND_TRY(verify_houses(run, "procthor/houses_val150.jsonl.gz", 150, error));
    WEND_TRY(verify_houses(run, "procthor/houses_tiny60.jsonl.gz", 60, error));
    return verify_houses(run, "procthor/houses_singleroom615.jsonl.gz", 615, error);
}

wend_status render_verify(const render_call* call, wend_error* error) {
    size_t pixels = (size_t)call->camera.width * (size_t)call->camera.height;
    verify_run run = {.call = call,
                      .depth = wend_alloc(pixels * sizeof *run.depth),
                      .true_depth = wend_alloc(pixels * sizeof *run.true_depth),
                      .object = wend_alloc(pixels * sizeof *run.object),
                      .true_object = wend_alloc(pixels * sizeof *run.true_object)};
    wend_status status = WEND_OK;
    if (!run.depth || !run.true_depth || !run.object || !run.true_object)
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory for the images");
    printf("%-44s %6s %12s %7s %9s %9s %7s  %8s %8s\n", "", "poses", "pixels", "holes", "depths",
           "ids", "ties", "depth", "id");
    for (int i = 0; i < call->reference_count && status == WEND_OK; i++)
        status = verify_one(&run, call->references[i], error);
    if (!call->reference_count && status == WEND_OK) status = verify_defaults(&run, error);
    if (status == WEND_OK && run.poses) {
        render_verify_print_row("all", &run.total, run.poses);
        if (is_bad(&run.total))
            status = wend_fail(error, WEND_FORMAT,
                               "the renderer disagrees with rays on more pixels than allowed");
    }
    wend_free(run.depth);
    wend_free(run.true_depth);
    wend_free(run.object);
    wend_free(run.true_object);
    return status;
}
