// wend episodes generate TASK
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "commands.h"
#include "options.h"
#include "scene_list.h"

#include "wend/follower_check.h"
#include "wend/task.h"
#include "wend/vln_make.h"

int command_episodes_generate(int argc, char** argv) {
    wend_pointnav_def def = wend_pointnav_default_def();
    const char *scenes = NULL, *out = NULL;
    const option options[] = {
        {"--scenes", OPTION_TEXT, &scenes, "LIST",
         "references with commas; house:0..99 is a hundred"},
        {"--count", OPTION_INT, &def.count, "N", "episodes a scene", 1, 1e6},
        {"--seed", OPTION_U64, &def.seed, "N", "the same seed gives the same bytes"},
        {"--min", OPTION_FLOAT, &def.min_distance, "M", "least way from start to goal", 0, 1e6},
        {"--max", OPTION_FLOAT, &def.max_distance, "M", "longest way", 0, 1e6},
        {"-o", OPTION_TEXT, &out, "FILE", "where to: .json or .json.gz",
         .endings = ".json .json.gz"},
    };
    arguments a = {
        .command = "episodes generate",
        .summary =
            "Makes episodes of a task (pointnav) in any scenes; multion, pasture, objectnav, "
            "rescue, r2r and rxr "
            "have options of their own: wend episodes generate rescue --help",
        .operands = "TASK",
        .options = options,
        .option_count = OPTION_COUNT(options),
        .min_operands = 1,
        .max_operands = 1};
    int status;
    wend_error error;
    scene_list list;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (strcmp(a.given[0], "pointnav") != 0)
        return report_misuse(&a, "episodes of '%s' are not generated", a.given[0]);
    if (!scenes || !out) return report_misuse(&a, "--scenes and -o are needed");
    if (scene_list_parse(scenes, &list, &error) != WEND_OK) return report_error(&error);
    wend_status made = wend_pointnav_generate(list.names, list.count, &def, out, &error);
    if (made == WEND_OK)
        printf("%s: %d episodes in %d scenes\n", out, def.count * list.count, list.count);
    scene_list_destroy(&list);
    return made == WEND_OK ? EXIT_OK : report_error(&error);
}

// ---- instructions -------------------------------------------------------------------------------

static void print_followed(const wend_follower_summary* s) {
    printf("%-10s%8s%12s%12s%12s%12s%9s\n", "language", "texts", "as told", "told again",
           "and again", "by nobody", "nDTW");
    for (int i = 0; i < s->language_count; i++) {
        const wend_follower_count* c = &s->languages[i];
        int nobody = c->texts - c->followed[0] - c->followed[1] - c->followed[2];
        printf("%-10s%8d%12d%12d%12d%12d%9.3f\n", c->language, c->texts, c->followed[0],
               c->followed[1], c->followed[2], nobody, c->ndtw);
    }
}

static int generate_vln(wend_vln_kind kind, const char* command, int argc, char** argv) {
    wend_vln_generate_def def = wend_vln_generate_default_def(kind);
    wend_follower_check_def check = wend_follower_check_default_def();
    wend_follower_summary followed;
    bool checked = false;
    const char *scenes = NULL, *out = NULL;
    const option options[] = {
        {"--scenes", OPTION_TEXT, &scenes, "LIST",
         "references with commas; house:0..99 is a hundred"},
        {"--count", OPTION_INT, &def.count, "N", "paths a scene", 1, 1e6},
        {"--instructions", OPTION_INT, &def.instructions, "N", "of a path, in each language", 1,
         100},
        {"--languages", OPTION_TEXT, &def.languages, "LIST", "of en, hi and te"},
        {"--seed", OPTION_U64, &def.seed, "N", "the same seed gives the same bytes"},
        {"--split", OPTION_TEXT, &def.split, "NAME", "what the split is called"},
        {"--continuous", OPTION_FLAG, &def.continuous, NULL,
         "the same in VLN-CE's form, with an expert's walks"},
        {"--traces", OPTION_FLAG, &def.traces, NULL, "rxr: the guides' pose traces too, .npz"},
        {"--check-follower", OPTION_FLAG, &checked, NULL,
         "two followers walk each text; what neither can follow is told again"},
        {"--cache", OPTION_TEXT, &check.cache, "DIR", "for the followers: keep scenes here"},
        {"--threads", OPTION_INT, &def.threads, "T",
         "0: one per processor; the same bytes for any number", OPTION_THREADS},
        {"-o", OPTION_TEXT, &out, "FILE|DIR/",
         "where to; a folder is laid out as the released data"},
    };
    arguments a = {.command = command,
                   .summary = "Makes paths in any scenes and instructions from what is seen there.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status, records;
    wend_error error;
    scene_list list;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!scenes || !out) return report_misuse(&a, "--scenes and -o are needed");
    if (!file_is_folder(out) &&
        check_ending(&a, "-o", out,
                     kind == WEND_VLN_RXR ? ".jsonl .jsonl.gz /" : ".json .json.gz /"))
        return EXIT_CALL;
    if (scene_list_parse(scenes, &list, &error) != WEND_OK) return report_error(&error);
    wend_status made =
        checked
            ? wend_follower_generate(list.names, list.count, &def, &check, out, &followed, &error)
            : wend_vln_generate(list.names, list.count, &def, out, &records, &error);
    if (made == WEND_OK)
        printf("%s: %d records in %d scenes\n", out, checked ? followed.records : records,
               list.count);
    if (made == WEND_OK && checked) print_followed(&followed);
    scene_list_destroy(&list);
    return made == WEND_OK ? EXIT_OK : report_error(&error);
}

int command_generate_r2r(int argc, char** argv) {
    return generate_vln(WEND_VLN_R2R, "episodes generate r2r", argc, argv);
}

int command_generate_rxr(int argc, char** argv) {
    return generate_vln(WEND_VLN_RXR, "episodes generate rxr", argc, argv);
}
