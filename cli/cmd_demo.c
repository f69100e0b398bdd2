// wend demo: what wend does, in under a minute, into a folder to look at.
#include <stdio.h>

#include "base/file.h"
#include "commands.h"
#include "options.h"

#include "wend/run.h"
#include "wend/score.h"

typedef struct demo {
    const char* folder;
    uint64_t seed;
    char scene[64];
} demo;

static wend_status path_in(const demo* d, const char* name, char* path, size_t size,
                           wend_error* error) {
    return file_join(d->folder, name, path, size, error);
}

// A house, its plan, and a GLB for other programs.
static wend_status show_house(demo* d, wend_error* error) {
    char path[4096], name[64];
    wend_scene* scene;
    printf("1. a house nobody had to license\n");
    WEND_TRY(wend_scene_open(d->scene, NULL, &scene, error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    printf("   %s: %u rooms on %u floors, %u objects, %llu triangles\n", d->scene,
           a->rooms.count - 1, a->levels.count, a->objects.count - 1,
           (unsigned long long)wend_scene_triangles(scene));
    wend_status status = path_in(d, "house.wscene", path, sizeof path, error);
    if (status == WEND_OK) status = wend_scene_save(scene, path, error);
    if (status == WEND_OK) printf("   %s\n", path);
    if (status == WEND_OK) status = path_in(d, "house.glb", path, sizeof path, error);
    if (status == WEND_OK) status = wend_scene_export(scene, path, error);
    if (status == WEND_OK) printf("   %s\n", path);
    for (uint32_t i = 0; status == WEND_OK && i < a->levels.count; i++) {
        snprintf(name, sizeof name, "plan-%u.png", i);
        status = path_in(d, name, path, sizeof path, error);
        if (status == WEND_OK) status = wend_scene_draw(scene, (int)i, 60, path, error);
        if (status == WEND_OK) printf("   %s\n", path);
    }
    wend_scene_destroy(scene);
    return status;
}

static wend_status play(const demo* d, const char* agent, const char* episodes, wend_error* error) {
    char path[4096], name[64];
    wend_run_def def = wend_run_default_def();
    wend_run_summary summary;
    wend_log_set log;
    wend_score_table table;
    snprintf(name, sizeof name, "pointnav-%s.wlog", agent);
    WEND_TRY(path_in(d, name, path, sizeof path, error));
    def.task = "pointnav";
    def.agent = agent;
    def.episodes = episodes;
    def.out = path;
    def.seed = d->seed;
    WEND_TRY(wend_run(&def, &summary, error));
    WEND_TRY(wend_log_read(path, &log, error));
    wend_status status = wend_score_compute(&log, path, &table, error);
    if (status == WEND_OK)
        printf("   %-24s success %.2f   spl %.2f   %s\n",
               table.oracle ? "shortest-path (oracle)" : agent, table.means[0].mean,
               table.means[1].mean, path);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
    return status;
}

static wend_status show_walks(const demo* d, wend_error* error) {
    static const char* const agents[] = {"random", "goal", "shortest-path"};
    char path[4096];
    const char* scenes[1] = {d->scene};
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 50;
    def.seed = d->seed;
    printf("2. fifty walks to a point in it\n");
    WEND_TRY(path_in(d, "pointnav.json", path, sizeof path, error));
    WEND_TRY(wend_pointnav_generate(scenes, 1, &def, path, error));
    for (int i = 0; i < 3; i++) WEND_TRY(play(d, agents[i], path, error));
    return WEND_OK;
}

int command_demo(int argc, char** argv) {
    demo d = {.folder = "demo", .seed = 7};
    const option options[] = {
        {"--seed", OPTION_U64, &d.seed, "N", "another house"},
        {"-o", OPTION_TEXT, &d.folder, "DIR", "where to"},
    };
    arguments a = {.command = "demo",
                   .summary = "Shows what wend does, and leaves files to look at.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    double start = seconds_now();
    snprintf(d.scene, sizeof d.scene, "house:%llu", (unsigned long long)d.seed);
    if (file_make_folder(d.folder, &error) != WEND_OK || show_house(&d, &error) != WEND_OK ||
        show_walks(&d, &error) != WEND_OK)
        return report_error(&error);
    printf("done in %.1f s; everything is in %s/\n", seconds_now() - start, d.folder);
    return EXIT_OK;
}
