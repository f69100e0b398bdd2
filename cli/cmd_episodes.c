// `wend episodes check|convert`: validates and converts episode files.
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "episodes_files.h"
#include "options.h"

#include "wend/files.h"
#include "wend/make.h"

// ---- files and graphs -------------------------------------------------------------------------

wend_status episodes_files_open_graphs(const episodes_files* files, wend_graph_set** graphs,
                                       wend_error* error) {
    *graphs = NULL;
    wend_positions positions;
    WEND_TRY(wend_positions_parse(files->positions, &positions, error));
    if (!files->connectivity) return WEND_OK;
    char beside[4096];
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = files->connectivity;
    def.rooms = files->rooms;
    def.positions = positions;
    if (positions == WEND_POSITIONS_PANORAMAS && !def.rooms) {
        WEND_TRY(wend_file_join(files->connectivity, "../rooms/viewpoint_rooms.json", beside,
                                sizeof beside, error));
        if (wend_file_exists(beside)) def.rooms = beside;
    }
    return wend_graph_set_create(&def, graphs, error);
}

bool episodes_files_take_kind(episodes_files* files, arguments* a, int* exit_status) {
    *exit_status = EXIT_CALL;
    wend_error error;
    files->wanted = WEND_EPISODES_ANY;
    if (files->kind && wend_episodes_kind_parse(files->kind, &files->wanted, &error) != WEND_OK) {
        report_misuse(a, "%s", error.message);
        return false;
    }
    wend_positions positions;
    if (wend_positions_parse(files->positions, &positions, &error) != WEND_OK) {
        report_misuse(a, "%s", error.message);
        return false;
    }
    bool first_is_kind = !files->kind && a->given_count > 1 && !wend_file_exists(a->given[0]) &&
                         wend_episodes_kind_parse(a->given[0], &files->wanted, NULL) == WEND_OK;
    if (!first_is_kind) return true;
    memmove(a->given, a->given + 1, (size_t)--a->given_count * sizeof *a->given);
    return true;
}

static wend_status visit_folder(const char* folder, episodes_files_visit visit, void* context,
                                wend_error* error) {
    wend_file_list list;
    WEND_TRY(wend_file_list_read(folder, &list, error));
    progress p = progress_start("files", list.count);
    wend_status status = WEND_OK;
    int files = 0;
    for (int i = 0; i < list.count && status == WEND_OK; i++) {
        char path[4096];
        status = wend_file_join(folder, list.names[i], path, sizeof path, error);
        if (status != WEND_OK || wend_file_is_folder(path)) continue;
        files++;
        status = visit(context, path, error);
        progress_show(&p, i + 1);
    }
    progress_end(&p);
    if (status == WEND_OK && files == 0)
        status = wend_fail(
            error, WEND_FORMAT,
            "%s: the folder contains no files; subfolders are not searched, pass them explicitly",
            folder);
    wend_file_list_destroy(&list);
    return status;
}

wend_status episodes_files_each(const arguments* a, episodes_files_visit visit, void* context,
                                wend_error* error) {
    for (int i = 0; i < a->given_count; i++)
        WEND_TRY(wend_file_is_folder(a->given[i]) ? visit_folder(a->given[i], visit, context, error)
                                                  : visit(context, a->given[i], error));
    return WEND_OK;
}

// ---- check ------------------------------------------------------------------------------------

typedef struct verdict {
    const episodes_files* asked;
    wend_graph_set* graphs;
    const wend_world_source* worlds;  // NULL: scenes are not loaded
    wend_findings problems;
    int files;
    long long records;
} verdict;

// An unreadable file is a finding; the remaining files are still checked. Only out of memory stops
// the command.
static wend_status cmd_episodes_check_file(void* context, const char* path, wend_error* error) {
    verdict* f = context;
    wend_episodes* episodes;
    f->files++;
    wend_status status = wend_episodes_read(path, f->asked->wanted, &episodes, error);
    if (status == WEND_NO_MEMORY) return status;
    if (status != WEND_OK) {
        size_t length = strlen(path);  // the message begins with the path, as does the finding
        bool named = strncmp(error->message, path, length) == 0;
        const char* words = error->message + (named ? length + 1 : 0);
        wend_findings_add(&f->problems, WEND_RULE_UNREADABLE, path, "the file", "%s",
                          words + (*words == ' '));
        return WEND_OK;
    }
    f->records += wend_episodes_count(episodes);
    status = wend_episodes_check(episodes, f->graphs, &f->problems, error);
    if (status == WEND_OK && f->worlds)
        status = wend_episodes_check_worlds(episodes, f->worlds, &f->problems, error);
    wend_episodes_destroy(episodes);
    return status;
}

static void count_rules(const wend_findings* problems, int counts[WEND_RULE_COUNT]) {
    for (int i = 0; i < WEND_RULE_COUNT; i++) counts[i] = 0;
    for (int i = 0; i < problems->count; i++) counts[problems->items[i].rule]++;
}

static void print_findings(const verdict* f, int max_problems) {
    int counts[WEND_RULE_COUNT], shown[WEND_RULE_COUNT] = {0};
    count_rules(&f->problems, counts);
    for (int i = 0; i < f->problems.count; i++) {
        const wend_finding* p = &f->problems.items[i];
        if (max_problems > 0 && shown[p->rule]++ >= max_problems) continue;
        printf("%s: %s: %s: %s\n", p->file, p->where, wend_rule_name(p->rule), p->words);
    }
    printf("%lld record%s in %d file%s: ", f->records, f->records == 1 ? "" : "s", f->files,
           f->files == 1 ? "" : "s");
    if (f->problems.count == 0)
        printf("no problems\n");
    else
        printf("%d problem%s\n", f->problems.count, f->problems.count == 1 ? "" : "s");
    for (int i = 0; i < WEND_RULE_COUNT; i++)
        if (counts[i])
            printf("%7d %-18s %s\n", counts[i], wend_rule_name((wend_rule)i),
                   wend_rule_what((wend_rule)i));
}

static int print_findings_json(const verdict* f) {
    int counts[WEND_RULE_COUNT];
    count_rules(&f->problems, counts);
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_int(&out, "files", f->files);
    wend_json_out_int(&out, "records", f->records);
    wend_json_out_object(&out, "counts");
    for (int i = 0; i < WEND_RULE_COUNT; i++)
        if (counts[i]) wend_json_out_int(&out, wend_rule_name((wend_rule)i), counts[i]);
    wend_json_out_end(&out);
    wend_json_out_array(&out, "problems");
    for (int i = 0; i < f->problems.count; i++) {
        const wend_finding* p = &f->problems.items[i];
        wend_json_out_object(&out, NULL);
        wend_json_out_text(&out, "file", p->file);
        wend_json_out_text(&out, "where", p->where);
        wend_json_out_text(&out, "rule", wend_rule_name(p->rule));
        wend_json_out_text(&out, "words", p->words);
        wend_json_out_end(&out);
    }
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    return print_json(&out);
}

int command_episodes_check(int argc, char** argv) {
    episodes_files files = {.positions = "poses"};
    wend_world_source worlds = wend_world_default_source();
    bool json = false;
    int max_problems = 0, exit_status;
    const option options[] = {
        EPISODES_FILES_OPTIONS(files),
        {"--scenes", OPTION_TEXT, &worlds.folder, "DIR",
         "open the scenes (files from DIR) and check starts, goals and texts in them"},
        CACHE_OPTION(worlds.cache),
        {"--max-problems", OPTION_INT, &max_problems, "N", "problems printed per kind; 0: all",
         OPTION_LIMITS, .old = "--at-most"},
        JSON_OPTION(json),
    };
    arguments a = {
        .command = "episodes check",
        .summary = "Validates episode files. The exit status is 1 when a file has problems.",
        .operands = "[KIND] FILE|DIR…",
        .options = options,
        .option_count = OPTION_COUNT(options),
        .min_operands = 1,
        .max_operands = 256};
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    if (!episodes_files_take_kind(&files, &a, &exit_status)) return exit_status;
    verdict f = {.asked = &files, .worlds = worlds.folder ? &worlds : NULL};
    wend_error error;
    if (episodes_files_open_graphs(&files, &f.graphs, &error) != WEND_OK)
        return report_error(&error);
    wend_status status = episodes_files_each(&a, cmd_episodes_check_file, &f, &error);
    if (status != WEND_OK)
        exit_status = report_error(&error);
    else
        exit_status = f.problems.count ? EXIT_DATA : EXIT_OK;
    if (status == WEND_OK && json && print_findings_json(&f) != EXIT_OK) exit_status = EXIT_DATA;
    if (status == WEND_OK && !json) print_findings(&f, max_problems);
    wend_findings_destroy(&f.problems);
    wend_graph_set_destroy(f.graphs);
    return exit_status;
}

// ---- convert ----------------------------------------------------------------------------------

static wend_status convert_file(const episodes_files* files, const char* from, const char* to,
                                wend_convert_def* def, wend_error* error) {
    wend_episodes* episodes = NULL;
    WEND_TRY(episodes_files_open_graphs(files, &def->graphs, error));
    wend_status status = wend_episodes_read(from, files->wanted, &episodes, error);
    if (status == WEND_OK) status = wend_episodes_convert(episodes, def, to, error);
    if (status == WEND_OK) {
        wend_episodes_kind kind = wend_episodes_kind_of(episodes);
        int count = wend_episodes_count(episodes);
        printf("%s: %d record%s, %s to %s\n", to, count, count == 1 ? "" : "s",
               wend_episodes_kind_name(kind),
               wend_episodes_kind_name(def->to == WEND_EPISODES_ANY ? kind : def->to));
    }
    wend_episodes_destroy(episodes);
    wend_graph_set_destroy(def->graphs);
    return status;
}

int command_episodes_convert(int argc, char** argv) {
    episodes_files files = {.positions = "poses"};
    wend_convert_def def = wend_convert_default_def();
    const char* to = NULL;
    int exit_status;
    const option options[] = {
        EPISODES_FILES_OPTIONS(files),
        {"--to", OPTION_TEXT, &to, "KIND", "format to write; default: the input's format"},
        {"--guide", OPTION_TEXT, &def.path_file, "FILE",
         "trace: guide annotation for the text masks", .old = "--path"},
        {"--pangea", OPTION_FLAG, &def.as_tool, NULL,
         "trace to .jsonl: columns and milliseconds, as PanGEA logs", .old = "--tool"},
    };
    arguments a = {.command = "episodes convert",
                   .summary = "Converts an episode file. A name that ends in .gz is compressed.",
                   .operands = "FROM TO",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 2,
                   .max_operands = 2};
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    if (!episodes_files_take_kind(&files, &a, &exit_status)) return exit_status;
    wend_error error;
    if (to && wend_episodes_kind_parse(to, &def.to, &error) != WEND_OK)
        return report_misuse(&a, "%s", error.message);
    if (a.given_count < 2) return report_misuse(&a, "TO is required");
    if (convert_file(&files, a.given[0], a.given[1], &def, &error) != WEND_OK)
        return report_error(&error);
    return EXIT_OK;
}
