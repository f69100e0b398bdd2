// wend episodes generate rescue
#include <stdio.h>

#include "commands.h"
#include "options.h"
#include "scene_list.h"

#include "wend/rescue.h"

static void print_yield(const wend_rescue_yield* yield) {
    printf("  drawn %d, kept %d\n", yield->drawn, yield->kept);
    for (int i = 0; i < WEND_RESCUE_REJECTION_COUNT; i++)
        if (yield->rejected[i])
            printf("  %7d %s\n", yield->rejected[i],
                   wend_rescue_rejection_words((wend_rescue_rejection)i));
    if (yield->short_of)
        printf("  %d fewer than asked for: some scenes have no more such places\n",
               yield->short_of);
}

int command_generate_rescue(int argc, char** argv) {
    wend_rescue_def def = wend_rescue_default_def();
    const char *scenes = NULL, *out = NULL;
    int level = 0;
    const option options[] = {
        {"--level", OPTION_INT, &level, "L", "1 to 5, as in the paper (files count from 0)", 1,
         WEND_RESCUE_LEVELS},
        {"--scenes", OPTION_TEXT, &scenes, "LIST",
         "references with commas; town:0..9 is ten. Level 1 wants single rooms: room:0..9"},
        {"--folder", OPTION_TEXT, &def.folder, "DIR", "where scene files lie"},
        {"--cache", OPTION_TEXT, &def.cache, "DIR", "keep opened scenes here"},
        {"--count", OPTION_INT, &def.count, "N", "episodes a scene", 1, 1e6},
        {"--seed", OPTION_U64, &def.seed, "N", "the same seed gives the same bytes"},
        {"--experts", OPTION_TEXT, &def.experts, "FILE",
         "the expert's trajectories, in the official form"},
        {"-o", OPTION_TEXT, &out, "FILE", "where to: .jsonl; pictures go to FILE.images/",
         .endings = ".jsonl"},
    };
    arguments a = {.command = "episodes generate rescue",
                   .summary =
                       "Makes rescues of a level, each walked by an expert and held against "
                       "the level's rules.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    scene_list list;
    wend_rescue_yield yield;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!scenes || !out) return report_misuse(&a, "--scenes and -o are needed");
    if (!level) return report_misuse(&a, "--level is needed: 1 to %d", WEND_RESCUE_LEVELS);
    if (scene_list_parse(scenes, &list, &error) != WEND_OK) return report_error(&error);
    def.level = level - 1;
    wend_status made = wend_rescue_generate(list.names, list.count, &def, out, &yield, &error);
    if (made == WEND_OK) printf("%s: %d episodes in %d scenes\n", out, yield.kept, list.count);
    if (made == WEND_OK || yield.drawn) print_yield(&yield);
    scene_list_destroy(&list);
    return made == WEND_OK ? EXIT_OK : report_error(&error);
}
