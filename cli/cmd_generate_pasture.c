// `wend episodes generate pasture|objectnav`
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "scene_list.h"

#include "wend/pasture.h"

typedef struct watcher {
    progress bar;
    int skipped;
} watcher;

static void show_progress(void* context, int done, int total) {
    (void)total;
    progress_show(&((watcher*)context)->bar, done);
}

static void show_skipped(void* context, const char* sentence) {
    ((watcher*)context)->skipped++;
    fprintf(stderr, "wend: skipped: %s\n", sentence);
}

// "spatial,hidden" into which splits are made.
static wend_status take_splits(const char* list, bool* wanted, wend_error* error) {
    while (*list) {
        char name[64];
        size_t size = strcspn(list, ",");
        wend_pasture_split split;
        snprintf(name, sizeof name, "%.*s", (int)size, list);
        WEND_TRY(wend_pasture_split_find(name, &split, error));
        wanted[split] = true;
        list += size + (list[size] == ',');
    }
    return WEND_OK;
}

// `splits`: those that are made when none are asked for.
static int generate(const char* command, const char* splits, int argc, char** argv) {
    wend_pasture_def def = wend_pasture_default_def();
    wend_pasture_limits* limits = &def.limits;
    const char *scenes = NULL, *out = NULL, *floors = "one";
    bool wanted[WEND_PASTURE_SPLIT_COUNT] = {false};
    const option options[] = {
        {"--scenes", OPTION_TEXT, &scenes, "LIST",
         "references with commas; apartment:0..14 is fifteen"},
        {"--split", OPTION_TEXT, &splits, "LIST",
         "uncommon, appearance, spatial, appearance_distract, spatial_distract, hidden, "
         "hidden_distract (these seven when not given), robothor"},
        {"--starts", OPTION_INT, &def.starts, "N", "starts of each object in each scene", 1, 1000},
        {"--seed", OPTION_U64, &def.seed, "N", "the same seed gives the same bytes"},
        {"--rules", OPTION_TEXT, &def.rules, "RULES",
         "paper or official: what uncommon things are called"},
        {"--min", OPTION_FLOAT, &limits->min_distance, "M", "least way to where STOP counts", 0,
         1e6},
        {"--max", OPTION_FLOAT, &limits->max_distance, "M", "longest way", 0, 1e6},
        {"--floors", OPTION_TEXT, &floors, "KIND", "one, or several: starts on other floors too"},
        {"--skip-unfit", OPTION_FLAG, &def.skip_unfit, NULL,
         "leave out scenes in which something finds no place, and say which and why"},
        {"--folder", OPTION_TEXT, &def.folder, "DIR", "scene files lie here"},
        {"--cache", OPTION_TEXT, &def.cache, "DIR", "keep opened scenes here"},
        {"--threads", OPTION_INT, &def.threads, "N", "0: one a processor", OPTION_THREADS},
        {"-o", OPTION_TEXT, &out, "FILE", "where to: .json or .json.gz",
         .endings = ".json .json.gz"},
    };
    arguments a = {.command = command,
                   .summary =
                       "Makes PASTURE's episodes in any scenes: objectnav is its plain object "
                       "goals. docs/benchmarks/pasture.md tells what each split is.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status, count = 0;
    wend_error error;
    scene_list list;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!scenes || !out) return report_misuse(&a, "--scenes and -o are needed");
    def.several_floors = strcmp(floors, "several") == 0;
    if (!def.several_floors && strcmp(floors, "one") != 0)
        return report_misuse(&a, "--floors is one or several, not '%s'", floors);
    if (splits && take_splits(splits, wanted, &error) != WEND_OK)
        return report_misuse(&a, "%s", error.message);
    if (splits) def.splits = wanted;
    if (scene_list_parse(scenes, &list, &error) != WEND_OK) return report_error(&error);
    watcher w = {.bar = progress_start("scenes", list.count)};
    def.progress = show_progress;
    def.skipped = show_skipped;
    def.context = &w;
    wend_status made = wend_pasture_generate(list.names, list.count, &def, out, &count, &error);
    progress_end(&w.bar);
    if (made == WEND_OK)
        printf("%s: %d episodes in %d scenes\n", out, count, list.count - w.skipped);
    scene_list_destroy(&list);
    return made == WEND_OK ? EXIT_OK : report_error(&error);
}

int command_generate_pasture(int argc, char** argv) {
    return generate("episodes generate pasture", NULL, argc, argv);
}

int command_generate_objectnav(int argc, char** argv) {
    return generate("episodes generate objectnav", "robothor", argc, argv);
}
