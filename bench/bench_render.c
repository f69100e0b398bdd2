// `wend bench render`: frames per second and core, compared with Embree and with OpenGL on
// llvmpipe; agreement with ray casting (--verify); scaling (--plots).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "commands.h"
#include "options.h"
#include "osmesa_peer.h"
#include "render_bench.h"
#include "sense/ray_renderer.h"

// ---- one scene, all renderers -----------------------------------------------------------------

// Variants of RGB rendering: mean colours, nearest texel, bilinear filtering.
enum { FLAT, TEXTURED, SMOOTH, LOOKS };
enum { OUR_DEPTH, OUR_LOOKS, RAYS = OUR_LOOKS + LOOKS, GL_LOOKS, CASES = GL_LOOKS + LOOKS };

static const char* const look_names[LOOKS] = {"flat", "textured", "smooth"};

static wend_camera bench_render_camera_of(const wend_camera* camera, int look) {
    wend_camera c = *camera;
    c.textured = look != FLAT;
    c.smooth = look == SMOOTH;
    return c;
}

typedef struct render_case {
    const render_scene* scene;
    wend_renderer* eye;
    ray_renderer* rays;
    wend_camera camera;
    wend_frame frame;
    double quickest[RENDER_POSES];  // seconds; 0: not rendered yet
} render_case;

#define SECONDS_OF_ROUND 0.1

static void draw_pose(render_case* c, int i) {
    ray_renderer_picture picture = {c->frame.depth, NULL};
    if (c->eye)
        bench_require(
            wend_renderer_render(c->eye, c->scene->view, &c->scene->gazes[i], &c->frame, NULL));
    else
        ray_renderer_render(c->rays, &c->camera, &c->scene->gazes[i], &picture);
}

// Renders all poses repeatedly until a round is long enough to be measured: 64 images take some
// hundredths of a second, too short for a stable clock frequency.
static double draw_poses(void* context) {
    render_case* c = context;
    double begun = seconds_now(), frames = 0;
    do {
        // Wall-clock time: reading it needs no system call, and an image takes only about 0.1 ms.
        for (int i = 0; i < RENDER_POSES; i++) {
            double start = seconds_now();
            draw_pose(c, i);
            double took = seconds_now() - start;
            if (took < c->quickest[i] || c->quickest[i] == 0) c->quickest[i] = took;
        }
        frames += RENDER_POSES;
    } while (seconds_now() - begun < SECONDS_OF_ROUND);
    return frames;
}

// Frames per second from the fastest time of each pose: approximates an otherwise idle machine.
static double at_best(const render_case* c) {
    double sum = 0;
    for (int i = 0; i < RENDER_POSES; i++) sum += c->quickest[i];
    return RENDER_POSES / sum;
}

typedef struct render_buffers {
    uint8_t* rgb;
    float* depth;
    uint16_t* category;
    uint32_t* object;
} render_buffers;

static bool make_buffers(render_buffers* b, const wend_camera* camera) {
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    b->rgb = wend_alloc(3 * pixels);
    b->depth = wend_alloc(pixels * sizeof *b->depth);
    b->category = wend_alloc(pixels * sizeof *b->category);
    b->object = wend_alloc(pixels * sizeof *b->object);
    return b->rgb && b->depth && b->category && b->object;
}

static void free_buffers(render_buffers* b) {
    wend_free(b->rgb);
    wend_free(b->depth);
    wend_free(b->category);
    wend_free(b->object);
}

typedef struct render_bench {
    render_case ours[OUR_LOOKS + LOOKS], rays;
    osmesa_peer gl[LOOKS];
    bench_case cases[CASES];
    char names[CASES][48];
    int count;
    render_buffers buffers;
} render_bench;

static wend_status add_ours(render_bench* b, const render_scene* s, const wend_camera* camera,
                            wend_error* error) {
    render_buffers* m = &b->buffers;
    for (int i = 0; i < OUR_LOOKS + LOOKS; i++) {
        render_case* c = &b->ours[i];
        *c = (render_case){.scene = s, .camera = *camera, .frame = {.depth = m->depth}};
        snprintf(b->names[i], sizeof b->names[i], "wend, depth");
        if (i >= OUR_LOOKS) {
            c->camera = bench_render_camera_of(camera, i - OUR_LOOKS);
            c->frame = (wend_frame){m->rgb, m->depth, m->category, m->object};
            snprintf(b->names[i], sizeof b->names[i], "wend, RGB-D-S %s",
                     look_names[i - OUR_LOOKS]);
        }
        WEND_TRY(wend_renderer_create(&c->camera, &c->eye, error));
        b->cases[b->count++] = (bench_case){.name = b->names[i], .run = draw_poses, .context = c};
    }
    return WEND_OK;
}

static wend_status add_peers(render_bench* b, const render_scene* s, const wend_camera* camera,
                             const char* scene_path, wend_error* error) {
    b->rays = (render_case){.scene = s, .camera = *camera, .frame = {.depth = b->buffers.depth}};
    WEND_TRY(ray_renderer_create(s->view, false, &b->rays.rays, error));
    b->cases[b->count++] =
        (bench_case){.name = "Embree, packets of 8, depth", .run = draw_poses, .context = &b->rays};
    for (int i = 0; i < LOOKS; i++) {
        wend_camera c = bench_render_camera_of(camera, i);
        char* name = b->names[GL_LOOKS + i];
        if (!osmesa_peer_start(&b->gl[i], scene_path, &c, s->gazes, RENDER_POSES)) continue;
        snprintf(name, sizeof b->names[0], "OpenGL on llvmpipe, RGB-D %s", look_names[i]);
        b->cases[b->count++] = (bench_case){.name = name,
                                            .run = osmesa_peer_draw,
                                            .context = &b->gl[i],
                                            .seconds = &b->gl[i].seconds};
    }
    return WEND_OK;
}

static void print_ratios(const render_bench* b) {
    const bench_case* c = b->cases;
    printf("  depth / Embree %.1f", c[OUR_DEPTH].median / c[RAYS].median);
    for (int i = 0; GL_LOOKS + i < b->count; i++)
        printf(", %s / llvmpipe %s %.1f", look_names[i], look_names[i],
               c[OUR_LOOKS + i].median / c[GL_LOOKS + i].median);
    printf(" (medians)\n  each pose at its quickest: depth %.0f", at_best(&b->ours[OUR_DEPTH]));
    for (int i = 0; i < LOOKS; i++)
        printf(", %s %.0f", look_names[i], at_best(&b->ours[OUR_LOOKS + i]));
    printf("; Embree %.0f frames/s\n\n", at_best(&b->rays));
}

static wend_status compare_on(const render_scene* s, const render_call* call, wend_error* error) {
    char path[64];
    render_scene_path(path, sizeof path);
    render_bench b = {0};
    wend_status status = WEND_OK;
    if (!make_buffers(&b.buffers, &call->camera))
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory for an image");
    if (status == WEND_OK) status = wend_scene_save(s->scene, path, error);
    if (status == WEND_OK) status = add_ours(&b, s, &call->camera, error);
    if (status == WEND_OK) status = add_peers(&b, s, &call->camera, path, error);
    if (status == WEND_OK) {
        bench_run(b.cases, b.count, call->rounds, false);
        if (call->json) {
            bench_print_json(s->name, b.cases, b.count, "frames");
        } else {
            printf("%s: %llu triangles\n", s->name,
                   (unsigned long long)wend_view_triangles(s->view));
            bench_print(b.cases, b.count, "frames", b.count > GL_LOOKS ? GL_LOOKS : RAYS);
            print_ratios(&b);
        }
    }
    for (int i = 0; i < OUR_LOOKS + LOOKS; i++) wend_renderer_destroy(b.ours[i].eye);
    for (int i = 0; i < LOOKS; i++) osmesa_peer_stop(&b.gl[i]);
    ray_renderer_destroy(b.rays.rays);
    free_buffers(&b.buffers);
    remove(path);
    return status;
}

static wend_status bench_render_compare_all(const render_call* call, wend_error* error) {
    for (int i = 0;; i++) {
        render_scene s = {0};
        bool given = call->reference_count > 0;
        if (given && i >= call->reference_count) return WEND_OK;
        wend_status status = given ? render_scene_load(call->references[i], &s, error)
                                   : render_scene_open(i, &s, error);
        if (!given && status == WEND_NOT_FOUND && !s.scene) return WEND_OK;
        if (status == WEND_OK) status = compare_on(&s, call, error);
        render_scene_close(&s);
        if (status != WEND_OK) return status;
    }
}

// ---- command ----------------------------------------------------------------------------------

int command_bench_render(int argc, char** argv) {
    render_call c = {.camera = wend_camera_default_def(), .rounds = 7, .poses = 2, .every = 1};
    int size = 256;
    bool verify = false;
    const option options[] = {
        {"--size", OPTION_INT, &size, "N", "image width and height", 1, 8192},
        BENCH_ROUNDS_OPTION(c.rounds),
        {"--verify", OPTION_FLAG, &verify, NULL,
         "compare with ray casting instead, pixel by pixel"},
        {"--poses", OPTION_INT, &c.poses, "N", "--verify: poses per scene", 1, 1e6},
        {"--every", OPTION_INT, &c.every, "N", "--verify: only every N-th ProcTHOR house", 1, 1e6},
        {"--plots", OPTION_TEXT, &c.plots, "DIR", "plot the cost by scene size as SVG instead"},
        BENCH_JSON_OPTION(c.json),
    };
    arguments a = {
        .command = "bench render",
        .summary = "Measures the renderer: frames per second and core, compared with others.",
        .operands = "[SCENE…]",
        .options = options,
        .option_count = OPTION_COUNT(options),
        .max_operands = 256};
    int status;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (c.rounds < 1 || c.poses < 1 || c.poses > RENDER_POSES || c.every < 1)
        return report_misuse(&a, "--rounds and --every are at least 1, --poses is 1 to %d",
                             RENDER_POSES);
    c.camera.width = c.camera.height = size;
    c.references = a.given;
    c.reference_count = a.given_count;
    wend_status ended = wend_camera_check(&c.camera, &error);
    if (ended == WEND_OK)
        ended = verify    ? render_verify(&c, &error)
                : c.plots ? render_plots(&c, &error)
                          : bench_render_compare_all(&c, &error);
    return ended == WEND_OK ? EXIT_OK : report_error(&error);
}
