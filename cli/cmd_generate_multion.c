// wend episodes generate multion
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "joined.h"
#include "options.h"
#include "scene_list.h"

#include "wend/benchmarks/multion.h"
#include "wend/make.h"

typedef struct bar {
    progress shown;
    bool started;
} bar;

static void cmd_generate_multion_show_progress(void* context, int done, int total) {
    bar* b = context;
    if (!b->started) b->shown = progress_start("scenes", total);
    b->started = true;
    progress_show(&b->shown, done);
}

static wend_status cmd_generate_multion_generate(const char* const* scenes, int count,
                                                 wend_multion_def* def, const char* path,
                                                 wend_error* error) {
    bar b = {.started = false};
    def->progress = cmd_generate_multion_show_progress;
    def->context = &b;
    wend_status status = wend_multion_generate(scenes, count, def, path, error);
    if (b.started) progress_end(&b.shown);
    if (status == WEND_OK)
        printf("%s: %d episodes in %d scenes\n", path, def->count * count, count);
    return status;
}

// Parses "train:80,val:10,test:10": split names and their shares of the scenes. Splits are disjoint
// in scenes. Files follow Habitat's layout: DIR/3_ON/train/train.json.gz.
static wend_status generate_splits(const scene_list* list, const char* splits,
                                   wend_multion_def* def, const char* folder, wend_error* error) {
    double sum = 0, before = 0;
    for (const char* p = splits; *p; p += strcspn(p, ",") + (p[strcspn(p, ",")] == ',')) {
        char* end;
        const char* colon = memchr(p, ':', strcspn(p, ","));
        double share = colon ? strtod(colon + 1, &end) : 0;
        if (!colon || colon == p || !(share > 0) || (*end && *end != ','))
            return wend_fail(error, WEND_ARGUMENT,
                             "--split '%s' must be names with shares: train:80,val:10,test:10",
                             splits);
        sum += share;
    }
    for (const char* p = splits; *p; p += strcspn(p, ",") + (p[strcspn(p, ",")] == ',')) {
        char path[4096];
        int size = (int)strcspn(p, ":");
        double share = strtod(p + size + 1, NULL);
        int first = (int)(before / sum * list->count + 0.5);
        before += share;
        int count = (int)(before / sum * list->count + 0.5) - first;
        snprintf(path, sizeof path, "%s/%d_ON/%.*s/%.*s.json.gz", folder, def->goals, size, p, size,
                 p);
        if (count < 1)
            return wend_fail(error, WEND_ARGUMENT,
                             "%d scenes leave none for split '%.*s'; pass more scenes", list->count,
                             size, p);
        WEND_TRY(cmd_generate_multion_generate(list->names + first, count, def, path, error));
    }
    return WEND_OK;
}

int command_generate_multion(int argc, char** argv) {
    wend_multion_def def = wend_multion_default_def();
    const char *scenes = NULL, *out = NULL, *objects = "cylinder", *floors = "one", *splits = NULL;
    float timeout = WEND_RANKS_TIMEOUT;
    const option options[] = {
        SCENE_LIST_OPTION(scenes),
        SCENES_DIR_OPTION(def.folder),
        CACHE_OPTION(def.cache),
        {"--goals", OPTION_INT, &def.goals, "M", "goals per episode, 1 to 8", 1, 8},
        {"--distractors", OPTION_INT, &def.distractors, "N", "distractor objects per episode", 0,
         64},
        {"--objects", OPTION_TEXT, &objects, "KIND", "cylinder or natural"},
        {"--count", OPTION_INT, &def.count, "N", "episodes per scene", 1, 1e6},
        SEED_OPTION(def.seed),
        {"--min-distance", OPTION_FLOAT, &def.min_leg, "M",
         "min geodesic distance to the next goal", 0, 1e6, .old = "--min"},
        {"--max-distance", OPTION_FLOAT, &def.max_leg, "M",
         "max geodesic distance to the next goal", 0, 1e6, .old = "--max"},
        {"--floors", OPTION_TEXT, &floors, "KIND", "one, or several: goals may be on other floors"},
        {"--split", OPTION_TEXT, &splits, "LIST",
         "train:80,val:20: split the scenes; files in Habitat's folder layout"},
        THREADS_OPTION(def.threads),
        RANK_TIMEOUT_OPTION(timeout),
        {"-o", OPTION_TEXT, &out, "PATH", ".json or .json.gz; a folder with --split"},
    };
    arguments a = {.command = "episodes generate multion",
                   .summary = "Generates MultiON episodes in any scenes.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    scene_list list;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!scenes || !out) return report_misuse(&a, "--scenes and -o are required");
    if (!splits && check_ending(&a, "-o", out, ".json .json.gz")) return EXIT_CALL;
    def.natural = strcmp(objects, "natural") == 0;
    def.several_floors = strcmp(floors, "several") == 0;
    if (!def.natural && strcmp(objects, "cylinder") != 0)
        return report_misuse(&a, "--objects must be cylinder or natural, not '%s'", objects);
    if (!def.several_floors && strcmp(floors, "one") != 0)
        return report_misuse(&a, "--floors must be one or several, not '%s'", floors);
    if (scene_list_parse(scenes, &list, &error) != WEND_OK) return report_error(&error);
    if (!joined_begin(timeout, &def.ranks, &def.threads, &status)) return status;
    wend_status made =
        splits ? generate_splits(&list, splits, &def, out, &error)
               : cmd_generate_multion_generate(list.names, list.count, &def, out, &error);
    scene_list_destroy(&list);
    made = joined_end(def.ranks, made, &error);
    return made == WEND_OK ? EXIT_OK : report_error(&error);
}
