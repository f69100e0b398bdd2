// `wend bench scene`: generating, baking and checking scenes, and memory after a thousand of them.
#include <stdio.h>

#include "bench.h"
#include "commands.h"
#include "options.h"

#include "wend/scene.h"

typedef struct scene_bench {
    wend_scene_def def;
    double triangles;  // of the generated scenes
    int made;
    wend_status status;
    wend_error error;
} scene_bench;

static double bench_scene_generate(void* context) {
    scene_bench* b = context;
    wend_scene* scene;
    b->def.seed++;
    b->status = wend_scene_generate(&b->def, &scene, &b->error);
    if (b->status != WEND_OK) return 0;
    b->triangles += (double)wend_scene_triangles(scene);
    b->made++;
    wend_scene_destroy(scene);
    return 1;
}

static void print_kind(scene_bench* lit, scene_bench* unlit, const bench_case cases[2], bool json) {
    const char* kind = wend_scene_kind_name(lit->def.kind);
    double triangles = lit->triangles / (lit->made ? lit->made : 1);
    if (json)
        printf(
            "{\"bench\": \"scene\", \"kind\": \"%s\", \"triangles\": %.0f, \"generate_ms\": %.1f, "
            "\"with_light_ms\": %.1f}\n",
            kind, triangles, 1e3 / cases[1].median, 1e3 / cases[0].median);
    else
        printf("  %-12s %10.0f triangles  %8.1f ms  %8.1f ms with light (medians of %d)\n", kind,
               triangles, 1e3 / cases[1].median, 1e3 / cases[0].median, unlit->made - 1);
}

static wend_status bench_kind(wend_scene_kind kind, int rounds, bool json, wend_error* error) {
    scene_bench lit = {.def = wend_scene_default_def()}, unlit = {.def = wend_scene_default_def()};
    lit.def.kind = unlit.def.kind = kind;
    unlit.def.bake = false;
    bench_case cases[2] = {{.name = "with light", .run = bench_scene_generate, .context = &lit},
                           {.name = "without", .run = bench_scene_generate, .context = &unlit}};
    bench_run(cases, 2, rounds, false);
    if (lit.status != WEND_OK || unlit.status != WEND_OK) {
        *error = lit.status != WEND_OK ? lit.error : unlit.error;
        return error->status;
    }
    print_kind(&lit, &unlit, cases, json);
    return WEND_OK;
}

// Creates and destroys `count` scenes; memory use must return to its initial value.
static wend_status bench_memory(int count, bool json, wend_error* error) {
    scene_bench b = {.def = wend_scene_default_def()};
    b.def.bake = false;
    bench_scene_generate(&b);
    uint64_t before = wend_memory_get_stats().live_bytes;
    wend_memory_reset_peak();
    progress bar = progress_start("scenes", count);
    for (int i = 0; i < count && b.status == WEND_OK; i++) {
        b.def.kind = (wend_scene_kind)(i % 3);
        bench_scene_generate(&b);
        progress_show(&bar, i + 1);
    }
    progress_end(&bar);
    if (b.status != WEND_OK) {
        *error = b.error;
        return b.status;
    }
    wend_memory_stats after = wend_memory_get_stats();
    if (json)
        printf(
            "{\"bench\": \"scene memory\", \"scenes\": %d, \"left_bytes\": %lld, \"peak_bytes\": "
            "%llu}\n",
            count, (long long)(after.live_bytes - before), (unsigned long long)after.peak_bytes);
    else
        printf("  %d scenes created and destroyed: %lld bytes left, %.1f MiB at the peak\n", count,
               (long long)(after.live_bytes - before), (double)after.peak_bytes / (1 << 20));
    return WEND_OK;
}

int command_bench_scene(int argc, char** argv) {
    int rounds = 9, count = 100;
    bool json = false;
    const option options[] = {
        {"--rounds", OPTION_INT, &rounds, "N", "scenes per kind, one seed each", 1, 1e6},
        {"--count", OPTION_INT, &count, "N", "scenes created and destroyed for the memory figure",
         1, 1e6},
        BENCH_JSON_OPTION(json),
    };
    arguments a = {.command = "bench scene",
                   .summary = "Measures how long scenes take to generate, with and without light.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    for (int kind = WEND_SCENE_APARTMENT; kind <= WEND_SCENE_TOWN; kind++)
        if (bench_kind((wend_scene_kind)kind, rounds, json, &error) != WEND_OK)
            return report_error(&error);
    if (bench_memory(count, json, &error) != WEND_OK) return report_error(&error);
    return EXIT_OK;
}
