// wend episodes generate multion
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "scene_list.h"

#include "wend/multion.h"

typedef struct bar {
    progress shown;
    bool started;
} bar;

static void show_progress(void* context, int done, int total) {
    bar* b = context;
    if (!b->started) b->shown = progress_start("scenes", total);
    b->started = true;
    progress_show(&b->shown, done);
}

static wend_status generate(const char* const* scenes, int count, wend_multion_def* def,
                            const char* path, wend_error* error) {
    bar b = {.started = false};
    def->progress = show_progress;
    def->context = &b;
    wend_status status = wend_multion_generate(scenes, count, def, path, error);
    if (b.started) progress_end(&b.shown);
    if (status == WEND_OK)
        printf("%s: %d episodes in %d scenes\n", path, def->count * count, count);
    return status;
}

// "train:80,val:10,test:10": names and shares of the scenes, which no two splits have in common.
// Files lie as Habitat wants them: DIR/3_ON/train/train.json.gz.
static wend_status generate_splits(const scene_list* list, const char* splits,
                                   wend_multion_def* def, const char* folder, wend_error* error) {
    double sum = 0, before = 0;
    for (const char* p = splits; *p; p += strcspn(p, ",") + (p[strcspn(p, ",")] == ',')) {
        char* end;
        const char* colon = memchr(p, ':', strcspn(p, ","));
        double share = colon ? strtod(colon + 1, &end) : 0;
        if (!colon || colon == p || !(share > 0) || (*end && *end != ','))
            return wend_fail(error, WEND_ARGUMENT,
                             "splits '%s'; names and shares are due: train:80,val:10,test:10",
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
            return wend_fail(error, WEND_ARGUMENT, "%d scenes leave none for '%.*s'; give more",
                             list->count, size, p);
        WEND_TRY(generate(list->names + first, count, def, path, error));
    }
    return WEND_OK;
}

int command_generate_multion(int argc, char** argv) {
    wend_multion_def def = wend_multion_default_def();
    const char *scenes = NULL, *out = NULL, *objects = "cylinder", *floors = "one", *splits = NULL;
    const option options[] = {
        {"--scenes", OPTION_TEXT, &scenes, "LIST",
         "references with commas; house:0..99 is a hundred"},
        {"--folder", OPTION_TEXT, &def.folder, "DIR", "where their files lie"},
        {"--cache", OPTION_TEXT, &def.cache, "DIR", "keep scenes and navmeshes here"},
        {"--goals", OPTION_INT, &def.goals, "M", "goals of an episode, 1 to 8", 1, 8},
        {"--distractors", OPTION_INT, &def.distractors, "N", "things that are no goals", 0, 64},
        {"--objects", OPTION_TEXT, &objects, "KIND", "cylinder or natural"},
        {"--count", OPTION_INT, &def.count, "N", "episodes a scene", 1, 1e6},
        {"--seed", OPTION_U64, &def.seed, "N", "the same seed gives the same bytes"},
        {"--min", OPTION_FLOAT, &def.min_leg, "M", "least way to the next goal", 0, 1e6},
        {"--max", OPTION_FLOAT, &def.max_leg, "M", "longest way to the next goal", 0, 1e6},
        {"--floors", OPTION_TEXT, &floors, "KIND", "one, or several: goals on other floors too"},
        {"--split", OPTION_TEXT, &splits, "LIST",
         "train:80,val:20: scenes divided, files in a folder as Habitat has them"},
        {"--threads", OPTION_INT, &def.threads, "T", "0: one per processor", OPTION_THREADS},
        {"-o", OPTION_TEXT, &out, "PATH", ".json or .json.gz; with --split a folder"},
    };
    arguments a = {.command = "episodes generate multion",
                   .summary = "Makes MultiON episodes in any scenes.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    scene_list list;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!scenes || !out) return report_misuse(&a, "--scenes and -o are needed");
    if (!splits && check_ending(&a, "-o", out, ".json .json.gz")) return EXIT_CALL;
    def.natural = strcmp(objects, "natural") == 0;
    def.several_floors = strcmp(floors, "several") == 0;
    if (!def.natural && strcmp(objects, "cylinder") != 0)
        return report_misuse(&a, "--objects is cylinder or natural, not '%s'", objects);
    if (!def.several_floors && strcmp(floors, "one") != 0)
        return report_misuse(&a, "--floors is one or several, not '%s'", floors);
    if (scene_list_parse(scenes, &list, &error) != WEND_OK) return report_error(&error);
    wend_status made = splits ? generate_splits(&list, splits, &def, out, &error)
                              : generate(list.names, list.count, &def, out, &error);
    scene_list_destroy(&list);
    return made == WEND_OK ? EXIT_OK : report_error(&error);
}
