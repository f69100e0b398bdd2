// `wend bench sim`: steps, images, batches, geodesic distances and scene switches.
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "bench_switch.h"
#include "commands.h"
#include "options.h"

#include "wend/make.h"
#include "wend/run.h"

enum { SIDE = 256, POINTS = 512, ENVS = 64 };

typedef struct sim_bench {
    wend_world* world;
    wend_sim *blind, *uses_images;
    wend_renderer* eye;
    wend_rng rng;
    wend_camera_pose gazes[256];  // poses of the simulator with images, for the renderer alone
    int gaze_count;
    uint8_t* rgb;
    float* depth;
    uint16_t* category;
    uint32_t* object;
    wend_vec3 points[POINTS];
    wend_lattice* lattice;
    wend_field* field;  // from points[0]
    int next;
} sim_bench;

// Moves forward and turns at walls, like an exploring agent.
static wend_action bench_sim_next_action(sim_bench* b, bool collided) {
    if (collided || wend_rng_chance(&b->rng, 0.2f))
        return (wend_action){.kind = wend_rng_chance(&b->rng, 0.5f) ? WEND_ACTION_LEFT
                                                                    : WEND_ACTION_RIGHT};
    return (wend_action){.kind = WEND_ACTION_FORWARD};
}

static double walk_blind(void* context) {
    sim_bench* b = context;
    wend_outcome outcome = {0};
    for (int i = 0; i < 20000; i++)
        bench_require(
            wend_sim_step(b->blind, bench_sim_next_action(b, outcome.collided), &outcome, NULL));
    return 20000;
}

static wend_frame bench_sim_frame_of(const sim_bench* b) {
    return (wend_frame){b->rgb, b->depth, b->category, b->object};
}

static double walk_with_images(void* context) {
    sim_bench* b = context;
    wend_frame frame = bench_sim_frame_of(b);
    wend_outcome outcome = {0};
    b->gaze_count = 0;
    for (int i = 0; i < 200; i++) {
        bench_require(wend_sim_step(b->uses_images, bench_sim_next_action(b, outcome.collided),
                                    &outcome, NULL));
        bench_require(wend_sim_observe(b->uses_images, &frame, NULL));
        wend_body_pose pose = wend_sim_pose(b->uses_images);
        b->gazes[b->gaze_count++] =
            wend_body_pose_to_camera(&pose, &wend_sim_get_def(b->uses_images)->body);
    }
    return 200;
}

static double render_alone(void* context) {
    sim_bench* b = context;
    wend_frame frame = bench_sim_frame_of(b);
    for (int i = 0; i < b->gaze_count; i++)
        bench_require(
            wend_renderer_render(b->eye, wend_world_view(b->world), &b->gazes[i], &frame, NULL));
    return b->gaze_count;
}

static double ask_exact(void* context) {
    sim_bench* b = context;
    const wend_navmesh* mesh = wend_world_navmesh(b->world);
    for (int i = 0; i + 1 < POINTS; i++) {
        float metres;
        bench_require(wend_navmesh_distance(mesh, b->points[i],
                                            (wend_vec3_span){&b->points[i + 1], 1}, &metres, NULL));
    }
    return POINTS - 1;
}

static double ask_detour(void* context) {
    sim_bench* b = context;
    for (int i = 0; i + 1 < POINTS; i++) {
        float metres;
        bench_require(wend_navmesh_geodesic(wend_world_navmesh(b->world), WEND_GEODESIC_HABITAT,
                                            b->points[i], b->points[i + 1], &metres));
    }
    return POINTS - 1;
}

static double ask_field(void* context) {
    sim_bench* b = context;
    for (int round = 0; round < 100; round++)
        for (int i = 1; i < POINTS; i++) wend_field_distance(b->field, b->points[i], NULL);
    return 100.0 * (POINTS - 1);
}

static double make_fields(void* context) {
    sim_bench* b = context;
    for (int i = 0; i < 8; i++) {
        wend_field* field;
        wend_vec3_span goal = {&b->points[b->next], 1};
        b->next = (b->next + 1) % POINTS;
        if (wend_field_create(b->lattice, goal, &field, NULL) == WEND_OK) wend_field_destroy(field);
    }
    return 8;
}

static double make_lattice(void* context) {
    sim_bench* b = context;
    wend_lattice* lattice;
    if (wend_lattice_create(wend_world_navmesh(b->world), 0, &lattice, NULL) == WEND_OK)
        wend_lattice_destroy(lattice);
    return 1;
}

static wend_status sim_bench_open(sim_bench* b, const char* reference, wend_error* error) {
    wend_scene* scene;
    wend_sim_def def = wend_sim_default_def();
    wend_vec3 start;
    size_t pixels = (size_t)SIDE * SIDE;
    WEND_TRY(wend_scene_open(reference, NULL, &scene, error));
    WEND_TRY(wend_world_create(scene, NULL, &b->world, error));
    WEND_TRY(wend_sim_create(&def, &b->uses_images, error));
    WEND_TRY(wend_renderer_create(&def.camera, &b->eye, error));
    def.uses_images = false;
    WEND_TRY(wend_sim_create(&def, &b->blind, error));
    b->rgb = wend_alloc(3 * pixels);
    b->depth = wend_alloc(4 * pixels);
    b->category = wend_alloc(2 * pixels);
    b->object = wend_alloc(4 * pixels);
    if (!b->rgb || !b->depth || !b->category || !b->object)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the images");
    b->rng = wend_rng_make(1, 1);
    const wend_navmesh* mesh = wend_world_navmesh(b->world);
    for (int i = 0; i < POINTS; i++) wend_navmesh_random_point(mesh, &b->rng, 0, &b->points[i]);
    WEND_TRY(wend_lattice_create(mesh, 0, &b->lattice, error));
    WEND_TRY(wend_field_create(b->lattice, (wend_vec3_span){b->points, 1}, &b->field, error));
    start = b->points[0];
    WEND_TRY(wend_sim_reset(b->blind, b->world, start, 0, b->rng, error));
    return wend_sim_reset(b->uses_images, b->world, start, 0, b->rng, error);
}

static void sim_bench_close(sim_bench* b) {
    wend_sim_destroy(b->blind);
    wend_sim_destroy(b->uses_images);
    wend_renderer_destroy(b->eye);
    wend_field_destroy(b->field);
    wend_lattice_destroy(b->lattice);
    wend_world_destroy(b->world);
    wend_free(b->rgb);
    wend_free(b->depth);
    wend_free(b->category);
    wend_free(b->object);
}

// ---- batches ------------------------------------------------------------------------------------

typedef struct batch_bench {
    wend_batch* batch;
    wend_batch_out out;
    wend_rng rng;
    float pointgoal[2 * ENVS], reward[ENVS];
    uint8_t done[ENVS];
    double work, steps;  // processor seconds on all threads, and the steps done in them
} batch_bench;

static double process_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double step_batch(void* context) {
    batch_bench* b = context;
    wend_action actions[ENVS];
    int steps = b->out.rgb ? 4 : 400;
    double start = process_seconds();
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < ENVS; i++)
            actions[i] = (wend_action){
                .kind = (wend_action_kind)(WEND_ACTION_FORWARD + (int)wend_rng_below(&b->rng, 3))};
        bench_require(wend_batch_step(b->batch, actions, &b->out, NULL));
    }
    b->work += process_seconds() - start;
    b->steps += (double)steps * ENVS;
    return (double)steps * ENVS;
}

static wend_status batch_bench_open(batch_bench* b, const char* episodes, int threads,
                                    bool uses_images, wend_error* error) {
    wend_batch_def def = wend_batch_default_def();
    size_t pixels = (size_t)ENVS * SIDE * SIDE;
    def.play.task = "pointnav";
    def.play.episodes = episodes;
    def.num_envs = ENVS;
    def.threads = threads;
    def.width = def.height = SIDE;
    def.play.max_steps = uses_images ? 1000000 : 500;
    def.uses_images = uses_images;
    b->rng = wend_rng_make(1, 1);
    if (uses_images)
        b->out = (wend_batch_out){.rgb = wend_alloc(3 * pixels),
                                  .depth = wend_alloc(4 * pixels),
                                  .category = wend_alloc(2 * pixels)};
    if (uses_images && (!b->out.rgb || !b->out.depth || !b->out.category))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a batch of images");
    b->out.pointgoal = b->pointgoal;
    b->out.reward = b->reward;
    b->out.done = b->done;
    WEND_TRY(wend_batch_create(&def, &b->batch, error));
    return wend_batch_reset(b->batch, &b->out, error);
}

static void batch_bench_close(batch_bench* b) {
    wend_batch_destroy(b->batch);
    wend_free(b->out.rgb);
    wend_free(b->out.depth);
    wend_free(b->out.category);
}

// Bytes of heap in use, reported by the allocator.
static double heap_bytes(void) {
    struct mallinfo2 m = mallinfo2();
    return (double)m.uordblks + (double)m.hblkhd;
}

// Memory of an environment without sensors after 500 steps: the difference of 1,024 and 64
// environments over the same 64 episodes, so that scene, episodes and distance fields cancel out.
static wend_status measure_environment(const char* episodes, double* bytes, wend_error* error) {
    enum { MANY = 1024, STEPS = 500 };
    static wend_action actions[MANY];
    double used[2] = {0};
    wend_status status = WEND_OK;
    for (int i = 0; i < MANY; i++) actions[i] = (wend_action){.kind = WEND_ACTION_LEFT};
    for (int k = 0; k < 2 && status == WEND_OK; k++) {
        wend_batch_def def = wend_batch_default_def();
        wend_batch* batch;
        wend_batch_out out = {0};
        double before = heap_bytes();
        def.play.task = "pointnav";
        def.play.episodes = episodes;
        def.num_envs = k ? MANY : ENVS;
        def.threads = 1;
        def.uses_images = false;
        WEND_TRY(wend_batch_create(&def, &batch, error));
        status = wend_batch_reset(batch, &out, error);
        for (int step = 1; step < STEPS && status == WEND_OK; step++)
            status = wend_batch_step(batch, actions, &out, error);
        used[k] = heap_bytes() - before;
        wend_batch_destroy(batch);
    }
    *bytes = (used[1] - used[0]) / (MANY - ENVS);
    return status;
}

static void print_environment(double bytes, bool json) {
    if (json)
        printf("{\"bench\": \"sim environment\", \"bytes\": %.0f}\n", bytes);
    else
        printf("  %-44s %14.1f  KB of 1,024\n", "memory of an environment without sensors",
               bytes / 1024);
}

static wend_status bench_batches(const char* scene, int rounds, bool json, wend_error* error) {
    char episodes[64];
    batch_bench one = {0}, two = {0}, blind = {0};
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = ENVS;
    snprintf(episodes, sizeof episodes, "/tmp/wend-bench-%d.json", (int)getpid());
    wend_status status = wend_pointnav_generate(&scene, 1, &def, episodes, error);
    if (status == WEND_OK) status = batch_bench_open(&blind, episodes, 1, false, error);
    if (status == WEND_OK) {
        bench_case cases[1] = {
            {.name = "point-goal steps without sensors", .run = step_batch, .context = &blind}};
        bench_run(cases, 1, rounds, false);
        if (json)
            bench_print_json("sim pointgoal", cases, 1, "steps");
        else
            bench_print(cases, 1, "steps", -1);
    }
    double bytes;
    if (status == WEND_OK) status = measure_environment(episodes, &bytes, error);
    if (status == WEND_OK) print_environment(bytes, json);
    if (status == WEND_OK) status = batch_bench_open(&one, episodes, 1, true, error);
    if (status == WEND_OK) status = batch_bench_open(&two, episodes, 2, true, error);
    if (status == WEND_OK) {
        bench_case cases[2] = {
            {.name = "64 environments, RGB-D-S, 1 thread", .run = step_batch, .context = &one},
            {.name = "64 environments, RGB-D-S, 2 threads", .run = step_batch, .context = &two}};
        bench_run(cases, 2, rounds, true);
        // Overhead of threads in processor time: wall-clock time is unreliable on a busy machine.
        double alone = 1e6 * one.work / one.steps, together = 1e6 * two.work / two.steps;
        if (json) {
            bench_print_json("sim batch", cases, 2, "steps");
            printf("{\"bench\": \"sim batch work\", \"one_us\": %.1f, \"two_us\": %.1f}\n", alone,
                   together);
        } else {
            bench_print(cases, 2, "steps", 0);
            printf("  %-44s %14.1f %14.1f  us a step (1, 2 threads)\n",
                   "processor time on all threads", alone, together);
        }
    }
    batch_bench_close(&blind);
    batch_bench_close(&one);
    batch_bench_close(&two);
    remove(episodes);
    return status;
}

static void bench_steps(sim_bench* b, int rounds, bool json) {
    bench_case steps[] = {
        {.name = "steps without sensors", .run = walk_blind, .context = b},
        {.name = "steps with RGB-D-S 256 x 256", .run = walk_with_images, .context = b},
        {.name = "the renderer alone, same poses", .run = render_alone, .context = b},
    };
    bench_case queries[] = {
        {.name = "geodesics, exact", .run = ask_exact, .context = b},
        {.name = "geodesics, Habitat's (Detour)", .run = ask_detour, .context = b},
        {.name = "distance field, query", .run = ask_field, .context = b},
        {.name = "distance field, build", .run = make_fields, .context = b},
        {.name = "lattice of the navmesh, build", .run = make_lattice, .context = b},
    };
    const int query_count = (int)(sizeof queries / sizeof *queries);
    bench_run(steps, 3, rounds, false);
    bench_run(queries, query_count, rounds, false);
    if (json) {
        bench_print_json("sim steps", steps, 3, "steps");
        bench_print_json("sim ways", queries, query_count, "queries");
    } else {
        bench_print(steps, 3, "steps", 2);
        bench_print(queries, query_count, "queries", 1);
    }
}

// Relative error of field distances against exact ones, and difference from Detour's, for pairs at
// least 1 m apart.
static void compare_fields(const sim_bench* b, bool json) {
    const wend_navmesh* mesh = wend_world_navmesh(b->world);
    double over = 0, max = 0, beside = 0;
    int pairs = 0;
    for (int g = 0; g < 8; g++) {
        wend_field* field;
        wend_vec3 goal = b->points[g];
        if (wend_field_create(b->lattice, (wend_vec3_span){&goal, 1}, &field, NULL) != WEND_OK)
            return;
        for (int i = 8; i < POINTS; i++) {
            float exact, habitat;
            bench_require(wend_navmesh_distance(mesh, b->points[i], (wend_vec3_span){&goal, 1},
                                                &exact, NULL));
            if (!(exact >= 1 && exact < INFINITY)) continue;
            double metres = (double)wend_field_distance(field, b->points[i], NULL);
            bench_require(
                wend_navmesh_geodesic(mesh, WEND_GEODESIC_HABITAT, b->points[i], goal, &habitat));
            over += metres / (double)exact - 1;
            max = fmax(max, metres / (double)exact - 1);
            beside += fabs(metres / (double)habitat - 1);
            pairs++;
        }
        wend_field_destroy(field);
    }
    if (!pairs) return;
    const char* form =
        json ? "{\"bench\": \"sim fields\", \"over_exact\": %.5f, "
               "\"max_over_exact\": %.5f, \"beside_detour\": %.5f, "
               "\"nodes\": %d, \"bytes\": %zu}\n"
             : "  fields: %.2f %% over exact on average, at most %.2f; %.2f %% beside "
               "Detour; %d nodes, %zu bytes\n";
    double unit = json ? 1 : 100;
    printf(form, unit * over / pairs, unit * max, unit * beside / pairs,
           wend_lattice_count(b->lattice), wend_lattice_memory(b->lattice));
}

int command_bench_sim(int argc, char** argv) {
    const char* scene = "apartment:4";
    int rounds = 9, switches = 0;
    bool json = false;
    const option options[] = {
        {"--scene", OPTION_TEXT, &scene, "SCENE", "the scene"},
        BENCH_ROUNDS_OPTION(rounds),
        {"--switches", OPTION_INT, &switches, "N",
         "only switch scenes N times and check that memory use stays constant", 0, 1e6},
        BENCH_JSON_OPTION(json),
    };
    arguments a = {.command = "bench sim",
                   .summary = "Measures steps, images, batches, geodesics and scene switches.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    sim_bench b = {0};
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (rounds < 1 || switches < 0)
        return report_misuse(&a, "--rounds must be at least 1, --switches at least 0");
    if (switches > 0)
        return bench_switch_many(switches, json, &error) == WEND_OK ? EXIT_OK
                                                                    : report_error(&error);
    wend_status result = sim_bench_open(&b, scene, &error);
    if (result == WEND_OK) {
        if (!json)
            printf("%s, %llu triangles\n", scene,
                   (unsigned long long)wend_scene_triangles(wend_world_scene(b.world)));
        bench_steps(&b, rounds, json);
        compare_fields(&b, json);
        result = bench_switch(scene, rounds, json, &error);
    }
    sim_bench_close(&b);
    if (result == WEND_OK) result = bench_batches(scene, rounds, json, &error);
    return result == WEND_OK ? EXIT_OK : report_error(&error);
}
