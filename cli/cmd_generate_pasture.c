// `wend episodes generate pasture|objectnav`
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "joined.h"
#include "options.h"
#include "scene_list.h"

#include "wend/benchmarks/pasture.h"
#include "wend/make.h"

typedef struct watcher {
    progress bar;
    int skipped;
} watcher;

static void cmd_generate_pasture_show_progress(void* context, int done, int total) {
    (void)total;
    progress_show(&((watcher*)context)->bar, done);
}

static void show_skipped(void* context, const char* sentence) {
    ((watcher*)context)->skipped++;
    fprintf(stderr, "wend: skipped: %s\n", sentence);
}

// Parses "spatial,hidden" into one flag per split.
static wend_status take_splits(const char* list, bool* wanted, wend_error* error) {
    while (*list) {
        char name[64];
        size_t size = strcspn(list, ",");
        wend_pasture_split split;
        snprintf(name, sizeof name, "%.*s", (int)size, list);
        WEND_TRY(wend_pasture_split_parse(name, &split, error));
        wanted[split] = true;
        list += size + (list[size] == ',');
    }
    return WEND_OK;
}

static wend_status cmd_generate_pasture_write(const scene_list* list, wend_pasture_def* def,
                                              const char* out, wend_error* error) {
    watcher w = {.bar = progress_start("scenes", list->count)};
    int count = 0;
    def->progress = cmd_generate_pasture_show_progress;
    def->skipped = show_skipped;
    def->context = &w;
    wend_status made = wend_pasture_generate(list->names, list->count, def, out, &count, error);
    progress_end(&w.bar);
    WEND_TRY(joined_end(def->ranks, made, error));
    printf("%s: %d episodes in %d scenes\n", out, count, list->count - w.skipped);
    return WEND_OK;
}

// Reads --floors and --split into the def. Returns EXIT_OK, or EXIT_CALL after an error message.
static int cmd_generate_pasture_read_words(const arguments* a, const char* floors,
                                           const char* splits, bool* wanted,
                                           wend_pasture_def* def) {
    wend_error error;
    def->several_floors = strcmp(floors, "several") == 0;
    if (!def->several_floors && strcmp(floors, "one") != 0)
        return report_misuse(a, "--floors must be one or several, not '%s'", floors);
    if (splits && take_splits(splits, wanted, &error) != WEND_OK)
        return report_misuse(a, "%s", error.message);
    if (splits) def->splits = wanted;
    return EXIT_OK;
}

// `splits`: the default of --splits.
static int cmd_generate_pasture_generate(const char* command, const char* splits, int argc,
                                         char** argv) {
    wend_pasture_def def = wend_pasture_default_def();
    wend_pasture_limits* limits = &def.limits;
    const char *scenes = NULL, *out = NULL, *floors = "one";
    float timeout = WEND_RANKS_TIMEOUT;
    bool wanted[WEND_PASTURE_SPLIT_COUNT] = {false};
    const option options[] = {
        SCENE_LIST_OPTION(scenes),
        {"--split", OPTION_TEXT, &splits, "LIST",
         "uncommon, appearance, spatial, appearance_distract, spatial_distract, hidden, "
         "hidden_distract (default: these seven), robothor"},
        {"--starts", OPTION_INT, &def.starts, "N", "starts per object and scene", 1, 1000},
        SEED_OPTION(def.seed),
        {"--rules", OPTION_TEXT, &def.rules, "RULES",
         "paper or official: names of uncommon objects"},
        {"--min-distance", OPTION_FLOAT, &limits->min_distance, "M",
         "min geodesic distance to a position where STOP succeeds", 0, 1e6, .old = "--min"},
        {"--max-distance", OPTION_FLOAT, &limits->max_distance, "M", "max geodesic distance", 0,
         1e6, .old = "--max"},
        {"--floors", OPTION_TEXT, &floors, "KIND",
         "one, or several: starts may be on other floors"},
        {"--skip-unfit", OPTION_FLAG, &def.skip_unfit, NULL,
         "skip scenes where an object cannot be placed, and print the reason"},
        SCENES_DIR_OPTION(def.folder),
        CACHE_OPTION(def.cache),
        THREADS_OPTION(def.threads),
        RANK_TIMEOUT_OPTION(timeout),
        {"-o", OPTION_TEXT, &out, "FILE", "output: .json or .json.gz", .endings = ".json .json.gz"},
    };
    arguments a = {.command = command,
                   .summary =
                       "Generates PASTURE episodes in any scenes; objectnav has its plain object "
                       "goals. docs/benchmarks/pasture.md describes the splits.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    scene_list list;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!scenes || !out) return report_misuse(&a, "--scenes and -o are required");
    if (cmd_generate_pasture_read_words(&a, floors, splits, wanted, &def) != EXIT_OK)
        return EXIT_CALL;
    if (scene_list_parse(scenes, &list, &error) != WEND_OK) return report_error(&error);
    if (!joined_begin(timeout, &def.ranks, &def.threads, &status)) return status;
    wend_status made = cmd_generate_pasture_write(&list, &def, out, &error);
    scene_list_destroy(&list);
    return made == WEND_OK ? EXIT_OK : report_error(&error);
}

int command_generate_pasture(int argc, char** argv) {
    return cmd_generate_pasture_generate("episodes generate pasture", NULL, argc, argv);
}

int command_generate_objectnav(int argc, char** argv) {
    return cmd_generate_pasture_generate("episodes generate objectnav", "robothor", argc, argv);
}
