// wend demo: runs every stage once, in less than two minutes, and writes the results to a folder.
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "options.h"

#include "wend/benchmarks/multion.h"
#include "wend/benchmarks/pasture.h"
#include "wend/benchmarks/rescue.h"
#include "wend/files.h"
#include "wend/make.h"
#include "wend/metrics.h"
#include "wend/report.h"
#include "wend/run.h"

enum { MAX_SCENES = 8, MAX_AGENTS = 5, MAX_LOGS = 16, MAX_PATH = 1024 };

typedef struct demo {
    const char* folder;
    uint64_t seed;
    char scene[64];  // reference of the house: "house:SEED"
    char logs[MAX_LOGS][MAX_PATH];
    int log_count;
} demo;

// One task of the demo. To add one, add a row to `rows`.
typedef struct demo_row {
    const char* title;
    const char* task;                // as for `wend run`
    const char* scenes[MAX_SCENES];  // references; "": demo.scene
    wend_status (*generate)(const char* const* scenes, int count, uint64_t seed, const char* path,
                            wend_error* error);
    const char* agents[MAX_AGENTS];
    int every;         // runs every n-th episode
    const char* name;  // stem of the file names; NULL: the name of the task
    bool apart;        // left out of the HTML report, which compares runs of the same task
} demo_row;

static const char* cmd_demo_name_of(const demo_row* row) {
    return row->name ? row->name : row->task;
}

static wend_status path_in(const demo* d, const char* name, char* path, size_t size,
                           wend_error* error) {
    return wend_file_join(d->folder, name, path, size, error);
}

// ---- a house ------------------------------------------------------------------------------------

// Saves the house as .wscene and GLB, and draws a floor plan of each level.
static wend_status show_house(demo* d, wend_error* error) {
    char path[MAX_PATH], name[64];
    wend_scene* scene;
    printf("1. a generated house: no licence form\n");
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

// ---- tasks --------------------------------------------------------------------------------------

static wend_status make_pointnav(const char* const* scenes, int count, uint64_t seed,
                                 const char* path, wend_error* error) {
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 24;
    def.seed = seed;
    return wend_pointnav_generate(scenes, count, &def, path, error);
}

static wend_status make_multion(const char* const* scenes, int count, uint64_t seed,
                                const char* path, wend_error* error) {
    wend_multion_def def = wend_multion_default_def();
    def.goals = 3;
    def.count = 4;
    def.seed = seed;
    return wend_multion_generate(scenes, count, &def, path, error);
}

// Small unfurnished apartments from the distribution the learned agents were trained on. Seeds from
// UNSEEN on were not used in training.
static wend_status make_apartments(const char* const* scenes, int count, uint64_t seed,
                                   const char* path, wend_error* error) {
    enum { APARTMENTS = 4, UNSEEN = 900000 };
    char files[APARTMENTS][MAX_PATH];
    const char* names[APARTMENTS];
    wend_scene_def house = wend_scene_default_def();
    wend_multion_def def = wend_multion_default_def();
    (void)scenes;
    (void)count;
    house.kind = WEND_SCENE_APARTMENT;
    house.rooms = 4;
    house.detail = 0;
    house.furnish = false;
    for (int i = 0; i < APARTMENTS; i++) {
        wend_scene* scene;
        house.seed = UNSEEN + seed * APARTMENTS + (uint64_t)i;
        snprintf(files[i], sizeof files[i], "%.1000s-%d.wscene", path, i);
        names[i] = files[i];
        WEND_TRY(wend_scene_generate(&house, &scene, error));
        wend_status status = wend_scene_save(scene, files[i], error);
        wend_scene_destroy(scene);
        WEND_TRY(status);
    }
    def.goals = 1;
    def.count = 8;
    def.seed = seed;
    return wend_multion_generate(names, APARTMENTS, &def, path, error);
}

static wend_status make_rescue(const char* const* scenes, int count, uint64_t seed,
                               const char* path, wend_error* error) {
    wend_rescue_def def = wend_rescue_default_def();
    wend_rescue_yield yield;
    def.count = 4;
    def.seed = seed;
    return wend_rescue_generate(scenes, count, &def, path, &yield, error);
}

static wend_status make_rescue_in_town(const char* const* scenes, int count, uint64_t seed,
                                       const char* path, wend_error* error) {
    wend_rescue_def def = wend_rescue_default_def();
    wend_rescue_yield yield;
    def.level = 2;
    def.count = 2;
    def.seed = seed;
    return wend_rescue_generate(scenes, count, &def, path, &yield, error);
}

static wend_status make_tour(const char* const* scenes, int count, uint64_t seed, const char* path,
                             wend_error* error) {
    wend_vln_generate_def def = wend_vln_generate_default_def(WEND_VLN_R2R);
    int records;
    def.count = 6;
    def.instructions = 1;
    def.seed = seed;
    return wend_vln_generate(scenes, count, &def, path, &records, error);
}

static wend_status make_pasture(const char* const* scenes, int count, uint64_t seed,
                                const char* path, wend_error* error) {
    wend_pasture_def def = wend_pasture_default_def();
    const bool splits[WEND_PASTURE_SPLIT_COUNT] = {[WEND_PASTURE_SPATIAL] = true};
    int made;
    def.splits = splits;
    def.starts = 1;
    def.seed = seed;
    return wend_pasture_generate(scenes, count, &def, path, &made, error);
}

static const demo_row rows[] = {
    {"3-ON: three coloured cylinders in an unseen house, in order, from RGB-D",
     "multion",
     {"house:0", "house:1", "house:2"},
     make_multion,
     {"mapper", "random"},
     .every = 1},
    {"1-ON in unfurnished apartments: small trained networks and the mapper",
     "multion:cylinder=1.5",
     {""},
     make_apartments,
     {"mapper", "nomap-rnn", "oracle-map", "oracle-ego-map", "random"},
     .every = 1,
     .name = "apartments",
     .apart = true},
    {"point-goal navigation in the house of step 1",
     "pointnav",
     {""},
     make_pointnav,
     {"goal", "random", "shortest-path"},
     .every = 1},
    {"rescue, level 1: find the injured person from a clue, carry them to the stretcher",
     "rescue",
     {"room:0"},
     make_rescue,
     {"rescuer", "forward", "expert"},
     .every = 1},
    {"rescue, level 3: in a town, out of sight of the start",
     "rescue",
     {"town:1"},
     make_rescue_in_town,
     {"rescuer", "expert"},
     .every = 1,
     .name = "rescue-town",
     .apart = true},
    {"IVLN: a tour of six instructions through one home, guided by the oracle between episodes",
     "ir2r-ce",
     {"apartment:5"},
     make_tour,
     {"guide-follower", "straight", "shortest-path"},
     .every = 1},
    {"PASTURE: find \"the apple on a desk near a laptop\" from its description and RGB-D",
     "pasture",
     {"apartment:1"},
     make_pasture,
     {"cow", "shortest-path"},
     .every = 4},
};

static wend_status cmd_demo_play(demo* d, const demo_row* row, const char* agent,
                                 const char* episodes, wend_error* error) {
    char name[128], cache[MAX_PATH];
    wend_run_def def = wend_run_default_def();
    wend_run_summary summary;
    wend_log_set log;
    wend_score_table table;
    char* path = d->logs[d->log_count];
    snprintf(name, sizeof name, "%s-%s.wlog", cmd_demo_name_of(row), agent);
    WEND_TRY(path_in(d, name, path, MAX_PATH, error));
    WEND_TRY(path_in(d, "cache", cache, sizeof cache, error));
    def.play.task = row->task;
    def.agent = agent;
    def.play.episodes = episodes;
    def.play.cache = cache;
    def.out = path;
    def.every = row->every;
    def.play.seed = d->seed;
    remove(path);  // of an earlier demo, possibly with another seed
    WEND_TRY(wend_run(&def, &summary, error));
    WEND_TRY(wend_log_read(path, &log, error));
    wend_status status = wend_score_compute(&log, path, &table, error);
    if (status == WEND_OK) {
        snprintf(name, sizeof name, "%s%s", agent, table.oracle ? " (oracle)" : "");
        printf("   %-24s", name);
        for (int i = 0; i < table.columns; i++) {
            wend_score_meaning meaning = wend_score_meaning_of(table.names[i]);
            if (strcmp(meaning.unit, "%") == 0 && meaning.better > 0)
                printf("  %s %5.1f %%", meaning.title, 100 * table.means[i].mean);
        }
        if (table.tour_count) printf("  t-nDTW %5.1f %%", 100 * table.tour_ndtw.mean);
        printf("\n");
        d->log_count += !row->apart;
    }
    wend_score_destroy(&table);
    wend_log_destroy(&log);
    return status;
}

static wend_status show_task(demo* d, const demo_row* row, int number, wend_error* error) {
    char name[64], path[MAX_PATH];
    const char* scenes[MAX_SCENES];
    int count = 0;
    for (; count < MAX_SCENES && row->scenes[count]; count++)
        scenes[count] = *row->scenes[count] ? row->scenes[count] : d->scene;
    printf("%d. %s\n", number, row->title);
    fflush(stdout);
    snprintf(name, sizeof name, "%s.json", cmd_demo_name_of(row));
    WEND_TRY(path_in(d, name, path, sizeof path, error));
    WEND_TRY(row->generate(scenes, count, d->seed, path, error));
    for (int i = 0; i < MAX_AGENTS && row->agents[i]; i++)
        WEND_TRY(cmd_demo_play(d, row, row->agents[i], path, error));
    return WEND_OK;
}

static wend_status cmd_demo_show_report(const demo* d, int number, wend_error* error) {
    const char* logs[MAX_LOGS];
    char path[MAX_PATH], cache[MAX_PATH];
    WEND_TRY(path_in(d, "report.html", path, sizeof path, error));
    WEND_TRY(path_in(d, "cache", cache, sizeof cache, error));
    for (int i = 0; i < d->log_count; i++) logs[i] = d->logs[i];
    wend_report_def def = wend_report_default_def();
    def.logs = logs;
    def.log_count = d->log_count;
    def.play.cache = cache;
    def.sample = 4;
    def.out = path;
    printf("%d. an HTML report\n", number);
    fflush(stdout);
    WEND_TRY(wend_report_write(&def, error));
    printf("   %s\n", path);
    return WEND_OK;
}

static wend_status show_all(demo* d, wend_error* error) {
    int number = 1, count = (int)(sizeof rows / sizeof *rows);
    WEND_TRY(wend_file_make_folder(d->folder, error));
    WEND_TRY(show_house(d, error));
    for (int i = 0; i < count; i++) WEND_TRY(show_task(d, &rows[i], ++number, error));
    return cmd_demo_show_report(d, ++number, error);
}

int command_demo(int argc, char** argv) {
    demo d = {.folder = "demo", .seed = 7};
    const option options[] = {
        {"--seed", OPTION_U64, &d.seed, "N", "random seed; selects the house"},
        {"-o", OPTION_TEXT, &d.folder, "DIR", "output folder"},
    };
    arguments a = {.command = "demo",
                   .summary = "Runs a short demo of every stage and writes its files to a folder.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    double start = seconds_now();
    snprintf(d.scene, sizeof d.scene, "house:%llu", (unsigned long long)d.seed);
    if (show_all(&d, &error) != WEND_OK) return report_error(&error);
    printf("done in %.1f s; the files are in %s/\n", seconds_now() - start, d.folder);
    return EXIT_OK;
}
