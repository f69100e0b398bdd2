// wend episodes generate rescue
#include <stdio.h>

#include "commands.h"
#include "joined.h"
#include "options.h"
#include "scene_list.h"

#include "wend/benchmarks/rescue.h"
#include "wend/make.h"

static void print_yield(const wend_rescue_yield* yield) {
    printf("  sampled %d, accepted %d\n", yield->sampled, yield->accepted);
    for (int i = 0; i < WEND_RESCUE_REJECTION_COUNT; i++)
        if (yield->rejected[i])
            printf("  %7d %s\n", yield->rejected[i],
                   wend_rescue_rejection_words((wend_rescue_rejection)i));
    if (yield->short_of)
        printf("  %d fewer than requested: some scenes have no more valid positions\n",
               yield->short_of);
}

int command_generate_rescue(int argc, char** argv) {
    wend_rescue_def def = wend_rescue_default_def();
    const char *scenes = NULL, *out = NULL;
    int level = 0;
    float timeout = WEND_RANKS_TIMEOUT;
    const option options[] = {
        {"--level", OPTION_INT, &level, "L",
         "difficulty 1 to 5, as in the paper (files count from 0)", 1, WEND_RESCUE_LEVELS},
        {"--scenes", OPTION_TEXT, &scenes, "LIST",
         "scene references, comma-separated; town:0..9 is 10 scenes. Level 1 needs single rooms: "
         "room:0..9"},
        SCENES_DIR_OPTION(def.folder),
        CACHE_OPTION(def.cache),
        {"--count", OPTION_INT, &def.count, "N", "episodes per scene", 1, 1e6},
        SEED_OPTION(def.seed),
        {"--experts", OPTION_TEXT, &def.experts, "FILE",
         "expert trajectories, in the official format"},
        THREADS_OPTION(def.threads),
        RANK_TIMEOUT_OPTION(timeout),
        {"-o", OPTION_TEXT, &out, "FILE", "output: .jsonl; images go to FILE.images/",
         .endings = ".jsonl"},
    };
    arguments a = {.command = "episodes generate rescue",
                   .summary =
                       "Generates rescue episodes of a level. An expert solves each one; the "
                       "level's rules are checked.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    scene_list list;
    wend_rescue_yield yield;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!scenes || !out) return report_misuse(&a, "--scenes and -o are required");
    if (!level) return report_misuse(&a, "--level is required: 1 to %d", WEND_RESCUE_LEVELS);
    if (scene_list_parse(scenes, &list, &error) != WEND_OK) return report_error(&error);
    def.level = level - 1;
    if (!joined_begin(timeout, &def.ranks, &def.threads, &status)) return status;
    wend_status made = wend_rescue_generate(list.names, list.count, &def, out, &yield, &error);
    if (made != WEND_OK && yield.sampled) print_yield(&yield);
    made = joined_end(def.ranks, made, &error);
    if (made == WEND_OK) printf("%s: %d episodes in %d scenes\n", out, yield.accepted, list.count);
    if (made == WEND_OK) print_yield(&yield);
    scene_list_destroy(&list);
    return made == WEND_OK ? EXIT_OK : report_error(&error);
}
