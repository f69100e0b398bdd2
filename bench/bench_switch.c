// Scene switch benchmark: load times from the cache, and memory after many switches.
#include "bench_switch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "options.h"

#include "wend/files.h"
#include "wend/sim.h"

enum { TINY_SCENES = 16 };

// A temporary folder of this process, for cache files.
static wend_status make_folder(char* path, size_t size, wend_error* error) {
    snprintf(path, size, "/tmp/wend-bench-XXXXXX");
    return mkdtemp(path) ? WEND_OK
                         : wend_fail(error, WEND_IO, "%s: cannot be made; is /tmp full?", path);
}

static void remove_folder(const char* folder) {
    wend_file_list list;
    if (wend_file_list_read(folder, &list, NULL) == WEND_OK) {
        for (int i = 0; i < list.count; i++) {
            char path[4096];
            if (wend_file_join(folder, list.names[i], path, sizeof path, NULL) == WEND_OK)
                remove(path);
        }
        wend_file_list_destroy(&list);
    }
    rmdir(folder);
}

// Seconds of processor time from a scene reference to a world with navmesh and renderer.
static wend_status open_once(const wend_world_source* source, double* seconds, wend_error* error) {
    wend_world* world = NULL;
    double start = cpu_seconds_now();
    wend_status status = wend_world_open(source, NULL, &world, error);
    *seconds = cpu_seconds_now() - start;
    wend_world_destroy(world);
    return status;
}

static void print_switch(double first, double best, double mean, bool json) {
    if (json)
        printf(
            "{\"bench\": \"sim switch\", \"first_ms\": %.3f, \"best_ms\": %.3f, \"mean_ms\": "
            "%.3f}\n",
            1e3 * first, 1e3 * best, 1e3 * mean);
    else
        printf("  %-44s %14.1f %14.1f  ms (best, mean; the first time %.0f)\n",
               "scene switch from cache, navmesh and renderer", 1e3 * best, 1e3 * mean,
               1e3 * first);
}

wend_status bench_switch(const char* reference, int rounds, bool json, wend_error* error) {
    char folder[64];
    double first, spent, best = INFINITY, sum = 0;
    WEND_TRY(make_folder(folder, sizeof folder, error));
    wend_world_source source = wend_world_default_source();
    source.scene = reference;
    source.cache = folder;
    wend_status status = open_once(&source, &first, error);
    for (int i = 0; status == WEND_OK && i < rounds; i++) {
        status = open_once(&source, &spent, error);
        best = fmin(best, spent);
        sum += spent;
    }
    remove_folder(folder);
    if (status == WEND_OK) print_switch(first, best, sum / rounds, json);
    return status;
}

// ---- many switches ------------------------------------------------------------------------------

static double resident_megabytes(void) {
    long pages = 0, all = 0;
    FILE* file = fopen("/proc/self/statm", "r");
    bool good = file && fscanf(file, "%ld %ld", &all, &pages) == 2;
    if (file) fclose(file);
    return good ? (double)pages * (double)sysconf(_SC_PAGESIZE) / 1e6 : NAN;
}

// Unfurnished houses of few triangles, so that the switch itself dominates.
static wend_status make_tiny(const char* folder, int seed, wend_error* error) {
    wend_scene* scene;
    char path[128];
    wend_scene_def def = wend_scene_default_def();
    def.seed = (uint64_t)seed;
    def.kind = WEND_SCENE_APARTMENT;
    def.rooms = 4;
    def.detail = 0;
    def.furnish = def.bake = false;
    WEND_TRY(wend_scene_generate(&def, &scene, error));
    snprintf(path, sizeof path, "%s/tiny%d.wscene", folder, seed);
    wend_status status = wend_scene_save(scene, path, error);
    wend_scene_destroy(scene);
    return status;
}

typedef struct footprint {
    double live, resident;  // megabytes
} footprint;

static footprint bench_switch_measure(void) {
    return (footprint){(double)wend_memory_get_stats().live_bytes / 1e6, resident_megabytes()};
}

static wend_status switch_all(const char* folder, int switches, footprint* early, footprint* end,
                              double* milliseconds, wend_error* error) {
    wend_world_source source = wend_world_default_source();
    double sum = 0;
    source.cache = folder;
    for (int i = 0; i < switches; i++) {
        char path[128];
        double spent;
        snprintf(path, sizeof path, "%s/tiny%d.wscene", folder, i % TINY_SCENES);
        source.scene = path;
        WEND_TRY(open_once(&source, &spent, error));
        sum += spent;
        if (i == switches / 10) *early = bench_switch_measure();
    }
    *end = bench_switch_measure();
    *milliseconds = 1e3 * sum / switches;
    return WEND_OK;
}

wend_status bench_switch_many(int switches, bool json, wend_error* error) {
    char folder[64];
    footprint early = {0}, end = {0};
    double milliseconds = 0;
    WEND_TRY(make_folder(folder, sizeof folder, error));
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < TINY_SCENES; i++) status = make_tiny(folder, i, error);
    if (status == WEND_OK)
        status = switch_all(folder, switches, &early, &end, &milliseconds, error);
    remove_folder(folder);
    if (status != WEND_OK) return status;
    if (json)
        printf(
            "{\"bench\": \"sim switches\", \"switches\": %d, \"ms\": %.3f, \"live_mb\": [%.3f, "
            "%.3f], \"resident_mb\": [%.1f, %.1f]}\n",
            switches, milliseconds, early.live, end.live, early.resident, end.resident);
    else
        printf(
            "%d switches among %d small homes, %.2f ms each\n"
            "  in use after a tenth %.3f MB, at the end %.3f MB; resident %.1f and %.1f MB\n",
            switches, TINY_SCENES, milliseconds, early.live, end.live, early.resident,
            end.resident);
    return WEND_OK;
}
