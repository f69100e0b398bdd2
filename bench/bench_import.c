// `wend bench import`: time and size of import and export by format: GLB, ProcTHOR, export, cache.
// assimp reads the same GLB for comparison, without post-processing.
#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "commands.h"
#include "import/gltf_model.h"
#include "options.h"

#include "wend/files.h"
#include "wend/scene.h"

typedef struct import_case {
    const char* name;
    char path[1024];  // input
    char out[64];     // output
    wend_import_def def;
    const wend_scene* scene;  // to export or save; NULL: loads `path`
    double triangles, bytes, peak;
    wend_error error;
} import_case;

static void bench_import_fail(import_case* c) {
    fprintf(stderr, "wend: %s\n", c->error.message);
    exit(EXIT_DATA);
}

// All cases count triangles, so their rates are comparable.
static double run_load(void* context) {
    import_case* c = context;
    wend_scene* scene;
    wend_memory_reset_peak();
    double before = (double)wend_memory_get_stats().live_bytes;
    if (wend_scene_load(c->path, &c->def, &scene, &c->error) != WEND_OK) bench_import_fail(c);
    c->triangles = (double)wend_scene_triangles(scene);
    c->bytes = (double)wend_scene_memory(scene);
    c->peak = (double)wend_memory_get_stats().peak_bytes - before;
    wend_scene_destroy(scene);
    return c->triangles;
}

static double run_export(void* context) {
    import_case* c = context;
    if (wend_scene_export(c->scene, c->out, &c->error) != WEND_OK) bench_import_fail(c);
    return (double)wend_scene_triangles(c->scene);
}

static double run_save(void* context) {
    import_case* c = context;
    if (wend_scene_save(c->scene, c->out, &c->error) != WEND_OK) bench_import_fail(c);
    return (double)wend_scene_triangles(c->scene);
}

// Nodes and meshes only, as assimp does: images stay encoded.
static double run_geometry(void* context) {
    import_case* c = context;
    wend_file_bytes bytes;
    gltf_file file;
    gltf_model model;
    if (wend_file_read(c->path, &bytes, &c->error) != WEND_OK) bench_import_fail(c);
    import_source source = {c->path, NULL, bytes.data, bytes.size, c->def, NULL, false};
    import_budget budget = import_budget_make(&source);
    wend_transform top = wend_transform_identity();
    scene_builder b = scene_builder_make();
    if (gltf_open(&source, &file, &c->error) != WEND_OK ||
        gltf_model_read(&file, &b, &budget, &top, &model, &c->error) != WEND_OK)
        bench_import_fail(c);
    gltf_model_destroy(&model);
    gltf_close(&file);
    scene_builder_destroy(&b);
    wend_file_bytes_destroy(&bytes);
    return c->triangles;
}

static double run_assimp(void* context) {
    import_case* c = context;
    const struct aiScene* scene = aiImportFile(c->path, 0);
    if (!scene) {
        (void)wend_fail(&c->error, WEND_FORMAT, "%s: %s", c->path, aiGetErrorString());
        bench_import_fail(c);
    }
    aiReleaseImport(scene);
    return c->triangles;
}

static void print_weights(const import_case* cases, int count, bool json) {
    for (int i = 0; i < count; i++) {
        const import_case* c = &cases[i];
        if (!c->bytes) continue;
        if (json)
            printf(
                "{\"bench\": \"import\", \"case\": \"%s\", \"triangles\": %.0f, \"bytes\": %.0f, "
                "\"peak\": %.0f}\n",
                c->name, c->triangles, c->bytes, c->peak);
        else
            printf("  %-44s %9.0f triangles %8.1f bytes each, %8.1f while loading\n", c->name,
                   c->triangles, c->bytes / c->triangles, c->peak / c->triangles);
    }
}

enum { GLB, PROCTHOR, BAKED, CACHE, OWN_GLB, LOADS, EXPORT = LOADS, SAVE, GEOMETRY, ASSIMP, CASES };

static double (*const functions[CASES])(void*) = {
    [GLB] = run_load,   [PROCTHOR] = run_load,     [BAKED] = run_load,
    [CACHE] = run_load, [OWN_GLB] = run_load,      [EXPORT] = run_export,
    [SAVE] = run_save,  [GEOMETRY] = run_geometry, [ASSIMP] = run_assimp};

static wend_status bench_import_prepare(import_case cases[CASES], const char* data,
                                        const char* folder, wend_scene** scene, wend_error* error) {
    static const char* const names[CASES] = {"GLB, 64 images",
                                             "ProcTHOR house from its assets",
                                             "the same, light baked",
                                             "the same from .wscene",
                                             "the same from its export",
                                             "export it as GLB",
                                             "save it as .wscene",
                                             "the GLB, images not decoded",
                                             "assimp: the GLB, images not decoded"};
    static const char* const sources[CASES] = {[GLB] = "scenes/aws_small_house.glb",
                                               [PROCTHOR] = "procthor/houses_val150.jsonl.gz",
                                               [BAKED] = "procthor/houses_val150.jsonl.gz",
                                               [GEOMETRY] = "scenes/aws_small_house.glb",
                                               [ASSIMP] = "scenes/aws_small_house.glb"};
    for (int i = 0; i < CASES; i++) {
        cases[i].name = names[i];
        cases[i].def = wend_import_default_def();
        cases[i].def.bake = i == BAKED;
        cases[i].def.house = 1;
        if (sources[i])
            WEND_TRY(wend_file_join(data, sources[i], cases[i].path, sizeof cases[i].path, error));
    }
    snprintf(cases[CACHE].path, sizeof cases[CACHE].path, "%s/house.wscene", folder);
    snprintf(cases[OWN_GLB].path, sizeof cases[OWN_GLB].path, "%s/house.glb", folder);
    snprintf(cases[SAVE].out, sizeof cases[SAVE].out, "%s/saved.wscene", folder);
    snprintf(cases[EXPORT].out, sizeof cases[EXPORT].out, "%s/exported.glb", folder);
    WEND_TRY(wend_scene_load(cases[BAKED].path, &cases[BAKED].def, scene, error));
    WEND_TRY(wend_scene_save(*scene, cases[CACHE].path, error));
    WEND_TRY(wend_scene_export(*scene, cases[OWN_GLB].path, error));
    cases[SAVE].scene = cases[EXPORT].scene = *scene;
    return WEND_OK;
}

static void bench_import_clean_up(const import_case cases[CASES], const char* folder) {
    unlink(cases[CACHE].path);
    unlink(cases[OWN_GLB].path);
    unlink(cases[SAVE].out);
    unlink(cases[EXPORT].out);
    rmdir(folder);
}

int command_bench_import(int argc, char** argv) {
    bool json = false;
    int rounds = 5, status;
    const option options[] = {
        BENCH_ROUNDS_OPTION(rounds),
        BENCH_JSON_OPTION(json),
    };
    arguments a = {.command = "bench import",
                   .summary = "Times the importers, the exporter and the cache on real data.",
                   .operands = "DATA",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    if (!arguments_read(&a, argc, argv, &status)) return status;
    wend_error error;
    wend_scene* scene = NULL;
    import_case cases[CASES] = {0};
    char folder[] = "/tmp/wend-bench-XXXXXX";
    if (!mkdtemp(folder)) {
        (void)wend_fail(&error, WEND_IO, "%s: cannot make the folder", folder);
        return report_error(&error);
    }
    if (bench_import_prepare(cases, a.given[0], folder, &scene, &error) != WEND_OK) {
        wend_scene_destroy(scene);
        bench_import_clean_up(cases, folder);
        return report_error(&error);
    }
    bench_case runs[CASES];
    for (int i = 0; i < CASES; i++)
        runs[i] = (bench_case){.name = cases[i].name, .run = functions[i], .context = &cases[i]};
    run_load(&cases[GLB]);
    cases[GEOMETRY].triangles = cases[ASSIMP].triangles = cases[GLB].triangles;
    bench_run(runs, CASES, rounds, false);
    if (json)
        bench_print_json("import", runs, CASES, "triangles");
    else
        bench_print(runs, CASES, "triangles", PROCTHOR);
    print_weights(cases, CASES, json);
    wend_scene_destroy(scene);
    bench_import_clean_up(cases, folder);
    return EXIT_OK;
}
