// wend episodes generate TASK
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "joined.h"
#include "options.h"
#include "scene_list.h"

#include "wend/analyze.h"
#include "wend/files.h"
#include "wend/make.h"
#include "wend/task.h"

int command_episodes_generate(int argc, char** argv) {
    wend_pointnav_def def = wend_pointnav_default_def();
    const char *scenes = NULL, *out = NULL;
    float timeout = WEND_RANKS_TIMEOUT;
    const option options[] = {
        SCENE_LIST_OPTION(scenes),
        {"--count", OPTION_INT, &def.count, "N", "episodes per scene", 1, 1e6},
        SEED_OPTION(def.seed),
        {"--min-distance", OPTION_FLOAT, &def.min_distance, "M",
         "min geodesic distance from start to goal", 0, 1e6, .old = "--min"},
        {"--max-distance", OPTION_FLOAT, &def.max_distance, "M", "max geodesic distance", 0, 1e6,
         .old = "--max"},
        RANK_TIMEOUT_OPTION(timeout),
        {"-o", OPTION_TEXT, &out, "FILE", "output: .json or .json.gz", .endings = ".json .json.gz"},
    };
    arguments a = {
        .command = "episodes generate",
        .summary =
            "Generates episodes of a task (pointnav) in any scenes; multion, pasture, objectnav, "
            "rescue, r2r and rxr have their own options: wend episodes generate rescue --help",
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
        return report_misuse(&a, "cannot generate episodes of '%s'", a.given[0]);
    if (!scenes || !out) return report_misuse(&a, "--scenes and -o are required");
    if (scene_list_parse(scenes, &list, &error) != WEND_OK) return report_error(&error);
    if (!joined_begin(timeout, &def.ranks, NULL, &status)) return status;
    wend_status made = wend_pointnav_generate(list.names, list.count, &def, out, &error);
    made = joined_end(def.ranks, made, &error);
    if (made == WEND_OK)
        printf("%s: %d episodes in %d scenes\n", out, def.count * list.count, list.count);
    scene_list_destroy(&list);
    return made == WEND_OK ? EXIT_OK : report_error(&error);
}

// ---- instructions -------------------------------------------------------------------------------

static void cmd_generate_print_followed(const wend_follower_summary* s) {
    printf("%-10s%8s%12s%12s%12s%12s%9s\n", "language", "texts", "1st text", "2nd text", "3rd text",
           "none", "nDTW");
    for (int i = 0; i < s->language_count; i++) {
        const wend_follower_count* c = &s->languages[i];
        int failed = c->texts - c->followed[0] - c->followed[1] - c->followed[2];
        printf("%-10s%8d%12d%12d%12d%12d%9.3f\n", c->language, c->texts, c->followed[0],
               c->followed[1], c->followed[2], failed, c->ndtw);
    }
}

// Nullable: check.
static wend_status cmd_generate_write(const scene_list* list, const wend_vln_generate_def* def,
                                      const wend_follower_check_def* check, const char* out,
                                      wend_error* error) {
    wend_follower_summary followed;
    int records;
    wend_status made =
        check ? wend_follower_generate(list->names, list->count, def, check, out, &followed, error)
              : wend_vln_generate(list->names, list->count, def, out, &records, error);
    WEND_TRY(joined_end(def->ranks, made, error));
    printf("%s: %d records in %d scenes\n", out, check ? followed.records : records, list->count);
    if (check) cmd_generate_print_followed(&followed);
    return WEND_OK;
}

static int cmd_generate_vln(wend_vln_kind kind, const char* command, int argc, char** argv) {
    wend_vln_generate_def def = wend_vln_generate_default_def(kind);
    wend_follower_check_def check = wend_follower_check_default_def();
    bool checked = false;
    const char *scenes = NULL, *out = NULL;
    float timeout = WEND_RANKS_TIMEOUT;
    const option options[] = {
        SCENE_LIST_OPTION(scenes),
        {"--count", OPTION_INT, &def.count, "N", "paths per scene", 1, 1e6},
        {"--instructions", OPTION_INT, &def.instructions, "N", "instructions per path and language",
         1, 100},
        {"--languages", OPTION_TEXT, &def.languages, "LIST", "subset of en, hi, te"},
        SEED_OPTION(def.seed),
        {"--split", OPTION_TEXT, &def.split, "NAME", "name of the split"},
        {"--continuous", OPTION_FLAG, &def.continuous, NULL,
         "write VLN-CE's format, with expert trajectories"},
        {"--traces", OPTION_FLAG, &def.traces, NULL, "rxr: write the guides' pose traces, .npz"},
        {"--check-follower", OPTION_FLAG, &checked, NULL,
         "run two followers on each text; regenerate texts that both fail"},
        {"--cache", OPTION_TEXT, &check.cache, "DIR", "cache of scenes for --check-follower"},
        THREADS_OPTION(def.threads),
        RANK_TIMEOUT_OPTION(timeout),
        {"-o", OPTION_TEXT, &out, "FILE|DIR/",
         "output; a folder gets the layout of the released data"},
    };
    arguments a = {
        .command = command,
        .summary =
            "Generates paths in any scenes and instructions from what is visible along them.",
        .operands = "",
        .options = options,
        .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    scene_list list;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!scenes || !out) return report_misuse(&a, "--scenes and -o are required");
    if (checked && wend_ranks_is_launched())
        return report_misuse(&a, "--check-follower runs in one process; start it without mpirun");
    if (!wend_file_is_folder(out) &&
        check_ending(&a, "-o", out,
                     kind == WEND_VLN_RXR ? ".jsonl .jsonl.gz /" : ".json .json.gz /"))
        return EXIT_CALL;
    if (scene_list_parse(scenes, &list, &error) != WEND_OK) return report_error(&error);
    if (!joined_begin(timeout, &def.ranks, &def.threads, &status)) return status;
    wend_status made = cmd_generate_write(&list, &def, checked ? &check : NULL, out, &error);
    scene_list_destroy(&list);
    return made == WEND_OK ? EXIT_OK : report_error(&error);
}

int command_generate_r2r(int argc, char** argv) {
    return cmd_generate_vln(WEND_VLN_R2R, "episodes generate r2r", argc, argv);
}

int command_generate_rxr(int argc, char** argv) {
    return cmd_generate_vln(WEND_VLN_RXR, "episodes generate rxr", argc, argv);
}
