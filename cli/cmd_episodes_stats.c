// `wend episodes stats`: dataset statistics as printed in papers, and histograms.
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "episodes_files.h"
#include "episodes_page.h"
#include "options.h"
#include "phenomena_table.h"

#include "wend/files.h"
#include "wend/language.h"

typedef struct work {
    const episodes_files* asked;
    wend_graph_set* graphs;
    episodes_statistics statistics;
} work;

static wend_status add_file(void* context, const char* path, wend_error* error) {
    work* w = context;
    wend_episodes* episodes;
    WEND_TRY(wend_episodes_read(path, w->asked->wanted, &episodes, error));
    wend_episodes_kind kind = wend_episodes_kind_of(episodes);
    w->statistics.files[kind]++;
    wend_status status =
        wend_episodes_summarize(episodes, w->graphs, &w->statistics.summaries[kind], error);
    wend_episodes_destroy(episodes);
    return status;
}

static void print_label(const char* name, const char* group, const char* unit) {
    char label[96];
    snprintf(label, sizeof label, "%s%s%s%s%s%s", name, *unit ? " (" : "", unit, *unit ? ")" : "",
             *group ? ", " : "", group);
    printf("  %-34s", label);
}

static wend_status cmd_episodes_stats_print_summary(const wend_summary* s, const char* kind,
                                                    wend_error* error) {
    for (int i = 0; i < s->tally_count; i++) {
        print_label(s->tallies[i].name, s->tallies[i].group, "");
        printf("%10.0f\n", s->tallies[i].value);
    }
    if (s->series_count)
        printf("  %-34s%10s%10s%10s%10s%10s%10s\n", "", "n", "mean", "sd", "min", "median", "max");
    for (int i = 0; i < s->series_count; i++) {
        const wend_series* series = &s->series[i];
        wend_moments m;
        if (phenomena_table_has(series) || followed_table_has(series)) continue;
        WEND_TRY(wend_series_moments(series, &m, error));
        print_label(series->name, series->group, series->unit);
        printf("%10d%10.2f%10.2f%10.2f%10.2f%10.2f\n", series->count, m.mean, m.deviation, m.low,
               m.median, m.high);
    }
    phenomena_table_print(s, kind);
    return followed_table_print(s, error);
}

// Share of the texts with the phenomenon, and the paper's numbers where it has some.
static void put_phenomenon(wend_json_out* out, const wend_series* series, const char* kind) {
    double share, mean;
    wend_json_out_number(out, "share", phenomena_table_share(series));
    for (int p = 0; p < WEND_PHENOMENON_COUNT_ALL; p++) {
        if (strcmp(series->name, wend_phenomenon_name((wend_phenomenon)p)) != 0) continue;
        const char* set = phenomena_table_set(series, kind);
        if (!wend_phenomenon_published((wend_phenomenon)p, set, &share, &mean)) continue;
        wend_json_out_number(out, "published_share", share);
        wend_json_out_number(out, "published_mean", mean);
    }
}

static wend_status put_summary(wend_json_out* out, const wend_summary* s, const char* kind,
                               wend_error* error) {
    wend_json_out_array(out, "counts");
    for (int i = 0; i < s->tally_count; i++) {
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "name", s->tallies[i].name);
        if (*s->tallies[i].group) wend_json_out_text(out, "group", s->tallies[i].group);
        wend_json_out_number(out, "value", s->tallies[i].value);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
    wend_json_out_array(out, "series");
    for (int i = 0; i < s->series_count; i++) {
        const wend_series* series = &s->series[i];
        wend_moments m;
        WEND_TRY(wend_series_moments(series, &m, error));
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "name", series->name);
        if (*series->group) wend_json_out_text(out, "group", series->group);
        if (*series->unit) wend_json_out_text(out, "unit", series->unit);
        wend_json_out_int(out, "n", series->count);
        wend_json_out_number(out, "mean", m.mean);
        wend_json_out_number(out, "sd", m.deviation);
        wend_json_out_number(out, "min", m.low);
        wend_json_out_number(out, "median", m.median);
        wend_json_out_number(out, "max", m.high);
        if (phenomena_table_has(series)) put_phenomenon(out, series, kind);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
    return WEND_OK;
}

static wend_status cmd_episodes_stats_print_text(const episodes_statistics* s,
                                                 const char* positions, wend_error* error) {
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT; k++) {
        if (!s->files[k]) continue;
        printf("%s: %d file%s", wend_episodes_kind_name((wend_episodes_kind)k), s->files[k],
               s->files[k] == 1 ? "" : "s");
        printf(positions ? "; lengths between %s\n" : "\n", positions);
        WEND_TRY(cmd_episodes_stats_print_summary(
            &s->summaries[k], wend_episodes_kind_name((wend_episodes_kind)k), error));
    }
    return WEND_OK;
}

static wend_status cmd_episodes_stats_print_json(const episodes_statistics* s,
                                                 const char* positions, wend_error* error) {
    wend_json_out out = {0};
    wend_status status = WEND_OK;
    wend_json_out_object(&out, NULL);
    if (positions) wend_json_out_text(&out, "positions", positions);
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT && status == WEND_OK; k++) {
        if (!s->files[k]) continue;
        wend_json_out_object(&out, wend_episodes_kind_name((wend_episodes_kind)k));
        wend_json_out_int(&out, "files", s->files[k]);
        status = put_summary(&out, &s->summaries[k], wend_episodes_kind_name((wend_episodes_kind)k),
                             error);
        wend_json_out_end(&out);
    }
    wend_json_out_end(&out);
    if (status == WEND_OK && out.text.out_of_memory)
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory for the output");
    if (status == WEND_OK) print_json(&out);
    wend_json_out_destroy(&out);
    return status;
}

// -----------------------------------------------------------------------------------------------

static wend_status cmd_episodes_stats_run(const episodes_files* files, const arguments* a,
                                          const char* report, bool json, wend_error* error) {
    work w = {.asked = files};
    episodes_statistics* s = &w.statistics;
    WEND_TRY(episodes_files_open_graphs(files, &w.graphs, error));
    wend_status status = episodes_files_each(a, add_file, &w, error);
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT; k++) wend_summary_sort(&s->summaries[k]);
    const char* positions = w.graphs ? files->positions : NULL;
    if (status == WEND_OK)
        status = json ? cmd_episodes_stats_print_json(s, positions, error)
                      : cmd_episodes_stats_print_text(s, positions, error);
    if (status == WEND_OK && report) status = episodes_page_save(s, positions, report, error);
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT; k++) wend_summary_destroy(&s->summaries[k]);
    wend_graph_set_destroy(w.graphs);
    return status;
}

int command_episodes_stats(int argc, char** argv) {
    episodes_files files = {.positions = "poses"};
    bool json = false;
    const char* report = NULL;
    int exit_status;
    const option options[] = {
        EPISODES_FILES_OPTIONS(files),
        {"--report", OPTION_TEXT, &report, "DIR",
         "write an HTML report with tables and SVG histograms"},
        JSON_OPTION(json),
    };
    arguments a = {
        .command = "episodes stats",
        .summary = "Prints statistics of episode files; files of one format share a table.",
        .operands = "[KIND] FILE|DIR…",
        .options = options,
        .option_count = OPTION_COUNT(options),
        .min_operands = 1,
        .max_operands = 256};
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    if (!episodes_files_take_kind(&files, &a, &exit_status)) return exit_status;
    wend_error error;
    return cmd_episodes_stats_run(&files, &a, report, json, &error) == WEND_OK
               ? EXIT_OK
               : report_error(&error);
}
