// `wend bench map`: integration of depth images of a trajectory into a map, and map queries.
#include <stdio.h>

#include "bench.h"
#include "commands.h"
#include "options.h"

#include "wend/map.h"
#include "wend/sim.h"

enum { SIDE = 256, PICTURES = 128 };

typedef struct map_bench {
    wend_world* world;
    wend_sim* sim;
    float* depth;  // [PICTURES][SIDE][SIDE]
    uint8_t* labels;
    wend_pose poses[PICTURES];
    wend_map* map;    // of the whole trajectory
    wend_map* fresh;  // integrated repeatedly
    wend_route* route;
    uint8_t crop_state[64 * 64], crop_label[64 * 64];
    float sum;  // keeps results from being optimised away
} map_bench;

static size_t pixels(void) { return (size_t)SIDE * SIDE; }

static wend_map_frame bench_map_frame_at(const map_bench* b, int i) {
    return (wend_map_frame){.width = SIDE,
                            .height = SIDE,
                            .hfov = wend_sim_get_def(b->sim)->camera.hfov,
                            .eye_height = wend_sim_get_def(b->sim)->body.eye_height,
                            .depth = b->depth + (size_t)i * pixels()};
}

static double integrate(void* context) {
    map_bench* b = context;
    for (int i = 0; i < PICTURES; i++) {
        wend_map_frame frame = bench_map_frame_at(b, i);
        bench_require(wend_map_integrate(b->fresh, &frame, &b->poses[i], NULL));
    }
    return PICTURES;
}

static double integrate_labels(void* context) {
    map_bench* b = context;
    for (int i = 0; i < PICTURES; i++) {
        wend_map_frame frame = bench_map_frame_at(b, i);
        frame.labels = b->labels + (size_t)i * pixels();
        bench_require(wend_map_integrate(b->fresh, &frame, &b->poses[i], NULL));
    }
    return PICTURES;
}

static double copy_pictures(void* context) {  // lower bound: reads every pixel once
    map_bench* b = context;
    for (int i = 0; i < PICTURES; i++) {
        const float* depth = b->depth + (size_t)i * pixels();
        float max = 0;
        for (size_t k = 0; k < pixels(); k++) max = depth[k] > max ? depth[k] : max;
        b->sum += max;
    }
    return PICTURES;
}

static double cut_crops(void* context) {
    map_bench* b = context;
    for (int i = 0; i < PICTURES; i++) {
        const wend_pose* pose = &b->poses[i];
        wend_map_crop crop = {.width = 64,
                              .height = 64,
                              .cell = 0.1f,
                              .x = pose->feet.x,
                              .z = pose->feet.z,
                              .heading = pose->heading,
                              .state = b->crop_state,
                              .label = b->crop_label};
        bench_require(wend_map_cut(b->map, &crop, NULL));
        b->sum += b->crop_state[0];
    }
    return PICTURES;
}

static double find_frontiers(void* context) {
    map_bench* b = context;
    wend_frontier frontiers[64];
    for (int i = 0; i < PICTURES; i++)
        b->sum += (float)wend_map_frontiers(b->map, 3, frontiers, 64);
    return PICTURES;
}

static double spread_routes(void* context) {
    map_bench* b = context;
    wend_route_from from = wend_route_default_from();
    for (int i = 0; i < PICTURES; i++) {
        from.x = b->poses[i].feet.x;
        from.z = b->poses[i].feet.z;
        bench_require(wend_route_spread(b->route, b->map, &from, NULL));
        wend_map_grid grid = wend_map_get_grid(b->map, wend_map_level(b->map));
        for (int j = 0; j < grid.height; j += 4)  // queries expand the search
            for (int k = 0; k < grid.width; k += 4)
                b->sum += isfinite(wend_route_distance(b->route, grid.x + (float)k * grid.cell,
                                                       grid.z + (float)j * grid.cell));
    }
    return PICTURES;
}

static double ask_gain(void* context) {
    map_bench* b = context;
    for (int i = 0; i < PICTURES; i++)
        b->sum += wend_map_gain(b->map, b->poses[i].feet.x, b->poses[i].feet.z, 5, 2);
    return PICTURES;
}

// Moves forward and turns at walls.
static wend_status bench_map_walk(map_bench* b, wend_error* error) {
    uint16_t* category = wend_alloc(pixels() * sizeof *category);
    wend_rng rng = wend_rng_make(1, 2);
    wend_outcome outcome = {0};
    if (!category) return wend_fail(error, WEND_NO_MEMORY, "out of memory for an image");
    for (int i = 0; i < PICTURES; i++) {
        bool turn = outcome.collided || wend_rng_chance(&rng, 0.2f);
        wend_action action = {.kind = turn ? WEND_ACTION_LEFT : WEND_ACTION_FORWARD};
        wend_frame frame = {.depth = b->depth + (size_t)i * pixels(), .category = category};
        bench_require(wend_sim_step(b->sim, action, &outcome, NULL));
        bench_require(wend_sim_observe(b->sim, &frame, NULL));
        wend_body_pose pose = wend_sim_pose(b->sim);
        const wend_body* body = &wend_sim_get_def(b->sim)->body;
        pose.feet.y = 0;
        b->poses[i] = (wend_pose){pose.feet, wend_body_pose_heading(&pose, body),
                                  wend_body_pose_tilt(&pose, body)};
        for (size_t k = 0; k < pixels(); k++)
            b->labels[(size_t)i * pixels() + k] = (uint8_t)(category[k] % 14);
    }
    wend_free(category);
    return WEND_OK;
}

static wend_status open(map_bench* b, const char* scene, float cell, wend_error* error) {
    wend_world_source source = wend_world_default_source();
    wend_sim_def def = wend_sim_default_def();
    wend_map_def map_def = wend_map_default_def();
    wend_rng rng = wend_rng_make(1, 1);
    wend_vec3 start;
    source.scene = scene;
    def.camera.hfov = 79;
    def.body.eye_height = 0.88f;
    map_def.cell = cell;
    WEND_TRY(wend_world_open(&source, NULL, &b->world, error));
    WEND_TRY(wend_sim_create(&def, &b->sim, error));
    wend_navmesh_random_point(wend_world_navmesh(b->world), &rng, 0, &start);
    WEND_TRY(wend_sim_reset(b->sim, b->world, start, 0, rng, error));
    WEND_TRY(wend_map_create(&map_def, &b->map, error));
    WEND_TRY(wend_map_create(&map_def, &b->fresh, error));
    WEND_TRY(wend_route_create(&b->route, error));
    b->depth = wend_alloc(PICTURES * pixels() * sizeof *b->depth);
    b->labels = wend_alloc(PICTURES * pixels());
    if (!b->depth || !b->labels)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the images");
    WEND_TRY(bench_map_walk(b, error));
    for (int i = 0; i < PICTURES; i++) {
        wend_map_frame frame = bench_map_frame_at(b, i);
        WEND_TRY(wend_map_integrate(b->map, &frame, &b->poses[i], error));
    }
    return WEND_OK;
}

static void bench_map_close_bench(map_bench* b) {
    wend_map_destroy(b->map);
    wend_map_destroy(b->fresh);
    wend_route_destroy(b->route);
    wend_sim_destroy(b->sim);
    wend_world_destroy(b->world);
    wend_free(b->depth);
    wend_free(b->labels);
}

int command_bench_map(int argc, char** argv) {
    const char* scene = "house:3";
    float cell = 0.1f;
    int rounds = 9;
    bool json = false;
    const option options[] = {
        {"--scene", OPTION_TEXT, &scene, "SCENE", "the scene"},
        {"--cell", OPTION_FLOAT, &cell, "METRES", "side of a cell", 0.01, 10},
        BENCH_ROUNDS_OPTION(rounds),
        BENCH_JSON_OPTION(json),
    };
    arguments a = {
        .command = "bench map",
        .summary = "Maps: depth images of 256 x 256 integrated, and queries, per second.",
        .operands = "",
        .options = options,
        .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    map_bench b = {0};
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (rounds < 1) return report_misuse(&a, "--rounds must be at least 1");
    bench_case cases[] = {
        {.name = "depth integrated", .run = integrate, .context = &b},
        {.name = "depth and labels integrated", .run = integrate_labels, .context = &b},
        {.name = "depth read once, for comparison", .run = copy_pictures, .context = &b},
        {.name = "egocentric crop of 64 x 64", .run = cut_crops, .context = &b},
        {.name = "frontiers", .run = find_frontiers, .context = &b},
        {.name = "distances to all cells", .run = spread_routes, .context = &b},
        {.name = "information gain at a position", .run = ask_gain, .context = &b},
    };
    wend_status opened = open(&b, scene, cell, &error);
    if (opened == WEND_OK) {
        wend_map_grid grid = wend_map_get_grid(b.map, 0);
        bench_run(cases, OPTION_COUNT(cases), rounds, false);
        if (json) bench_print_json("map", cases, OPTION_COUNT(cases), "calls");
        if (!json)
            printf("%s, %d x %d cells of %g m\n", scene, grid.width, grid.height, (double)cell);
        if (!json) bench_print(cases, OPTION_COUNT(cases), "calls", 2);
    }
    bench_map_close_bench(&b);
    return opened == WEND_OK ? EXIT_OK : report_error(&error);
}
