// `wend episodes stats`: the tables that papers print about their data, and histograms.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/json_out.h"
#include "commands.h"
#include "episodes_files.h"
#include "options.h"
#include "report/histogram.h"

typedef struct statistics {
    wend_summary summaries[WEND_EPISODES_KIND_COUNT];
    int files[WEND_EPISODES_KIND_COUNT];
} statistics;

static wend_status add_file(statistics* s, const episodes_files* files, wend_graph_set* graphs,
                            const char* path, wend_error* error) {
    wend_episodes* episodes;
    WEND_TRY(wend_episodes_read(path, files->wanted, &episodes, error));
    wend_episodes_kind kind = wend_episodes_kind_of(episodes);
    s->files[kind]++;
    wend_status status = wend_episodes_summarize(episodes, graphs, &s->summaries[kind], error);
    wend_episodes_destroy(episodes);
    return status;
}

static void print_label(const char* name, const char* group, const char* unit) {
    char label[96];
    snprintf(label, sizeof label, "%s%s%s%s%s%s", name, *unit ? " (" : "", unit, *unit ? ")" : "",
             *group ? ", " : "", group);
    printf("  %-34s", label);
}

static wend_status print_summary(const wend_summary* s, wend_error* error) {
    for (int i = 0; i < s->tally_count; i++) {
        print_label(s->tallies[i].name, s->tallies[i].group, "");
        printf("%10.0f\n", s->tallies[i].value);
    }
    if (s->series_count)
        printf("  %-34s%10s%10s%10s%10s%10s%10s\n", "", "n", "mean", "sd", "min", "median", "max");
    for (int i = 0; i < s->series_count; i++) {
        const wend_series* series = &s->series[i];
        wend_moments m;
        WEND_TRY(wend_series_moments(series, &m, error));
        print_label(series->name, series->group, series->unit);
        printf("%10d%10.2f%10.2f%10.2f%10.2f%10.2f\n", series->count, m.mean, m.deviation, m.low,
               m.median, m.high);
    }
    return WEND_OK;
}

static wend_status put_summary(json_out* out, const wend_summary* s, wend_error* error) {
    json_out_array(out, "counts");
    for (int i = 0; i < s->tally_count; i++) {
        json_out_object(out, NULL);
        json_out_text(out, "name", s->tallies[i].name);
        if (*s->tallies[i].group) json_out_text(out, "group", s->tallies[i].group);
        json_out_number(out, "value", s->tallies[i].value);
        json_out_end(out);
    }
    json_out_end(out);
    json_out_array(out, "series");
    for (int i = 0; i < s->series_count; i++) {
        const wend_series* series = &s->series[i];
        wend_moments m;
        WEND_TRY(wend_series_moments(series, &m, error));
        json_out_object(out, NULL);
        json_out_text(out, "name", series->name);
        if (*series->group) json_out_text(out, "group", series->group);
        if (*series->unit) json_out_text(out, "unit", series->unit);
        json_out_int(out, "n", series->count);
        json_out_number(out, "mean", m.mean);
        json_out_number(out, "sd", m.deviation);
        json_out_number(out, "min", m.low);
        json_out_number(out, "median", m.median);
        json_out_number(out, "max", m.high);
        json_out_end(out);
    }
    json_out_end(out);
    return WEND_OK;
}

static wend_status print_text(const statistics* s, const char* positions, wend_error* error) {
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT; k++) {
        if (!s->files[k]) continue;
        printf("%s: %d file%s", wend_episodes_kind_name((wend_episodes_kind)k), s->files[k],
               s->files[k] == 1 ? "" : "s");
        printf(positions ? "; lengths between %s\n" : "\n", positions);
        WEND_TRY(print_summary(&s->summaries[k], error));
    }
    return WEND_OK;
}

static wend_status print_json(const statistics* s, const char* positions, wend_error* error) {
    json_out out = {0};
    wend_status status = WEND_OK;
    json_out_object(&out, NULL);
    if (positions) json_out_text(&out, "positions", positions);
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT && status == WEND_OK; k++) {
        if (!s->files[k]) continue;
        json_out_object(&out, wend_episodes_kind_name((wend_episodes_kind)k));
        json_out_int(&out, "files", s->files[k]);
        status = put_summary(&out, &s->summaries[k], error);
        json_out_end(&out);
    }
    json_out_end(&out);
    if (status == WEND_OK) puts(out.text.items ? out.text.items : "{}");
    json_out_destroy(&out);
    return status;
}

// ---- histograms -------------------------------------------------------------------------------

enum { MAX_GROUPS = 12 };

// One picture for a name: of its groups where there are some, else of the whole.
static wend_status save_histogram(const wend_summary* s, const char* kind, int first,
                                  const char* folder, wend_error* error) {
    const wend_series* head = &s->series[first];
    histogram_series groups[MAX_GROUPS] = {{head->name, head->values, head->count}};
    int count = 0;
    for (int i = 0; i < s->series_count && count < MAX_GROUPS; i++)
        if (strcmp(s->series[i].name, head->name) == 0 && *s->series[i].group)
            groups[count++] =
                (histogram_series){s->series[i].group, s->series[i].values, s->series[i].count};
    char title[128], label[96], name[128], path[4096];
    snprintf(title, sizeof title, "%s: %s", kind, head->name);
    snprintf(label, sizeof label, "%s%s%s%s", head->name, *head->unit ? " (" : "", head->unit,
             *head->unit ? ")" : "");
    snprintf(name, sizeof name, "%s-%s.svg", kind, head->name);
    for (char* p = name; *p; p++)
        if (*p == ' ') *p = '-';
    WEND_TRY(file_join(folder, name, path, sizeof path, error));
    histogram h = {title, label, groups, count ? count : 1};
    return histogram_save(&h, path, error);
}

static wend_status save_histograms(const statistics* s, const char* folder, wend_error* error) {
    WEND_TRY(file_make_folder(folder, error));
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT; k++) {
        const wend_summary* summary = &s->summaries[k];
        for (int i = 0; i < summary->series_count; i++) {
            bool first = true;
            for (int j = 0; j < i; j++)
                first = first && strcmp(summary->series[j].name, summary->series[i].name) != 0;
            if (!first) continue;
            WEND_TRY(save_histogram(summary, wend_episodes_kind_name((wend_episodes_kind)k), i,
                                    folder, error));
        }
    }
    return WEND_OK;
}

// -----------------------------------------------------------------------------------------------

static wend_status run(const episodes_files* files, const arguments* a, const char* svg, bool json,
                       wend_error* error) {
    statistics s = {0};
    wend_graph_set* graphs;
    WEND_TRY(episodes_files_open_graphs(files, &graphs, error));
    wend_status status = WEND_OK;
    progress p = progress_start("files", a->given_count);
    for (int i = 0; i < a->given_count && status == WEND_OK; i++) {
        status = add_file(&s, files, graphs, a->given[i], error);
        progress_show(&p, i + 1);
    }
    progress_end(&p);
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT; k++) wend_summary_sort(&s.summaries[k]);
    const char* positions = graphs ? files->positions : NULL;
    if (status == WEND_OK)
        status = json ? print_json(&s, positions, error) : print_text(&s, positions, error);
    if (status == WEND_OK && svg) status = save_histograms(&s, svg, error);
    for (int k = 0; k < WEND_EPISODES_KIND_COUNT; k++) wend_summary_destroy(&s.summaries[k]);
    wend_graph_set_destroy(graphs);
    return status;
}

int command_episodes_stats(int argc, char** argv) {
    episodes_files files = {.positions = "poses"};
    bool json = false;
    const char* svg = NULL;
    int exit_status;
    const option options[] = {
        EPISODES_FILES_OPTIONS(files),
        {"--svg", OPTION_TEXT, &svg, "DIR", "write a histogram of each row there"},
        {"--json", OPTION_FLAG, &json, NULL, "print one object"},
    };
    arguments a = {.command = "episodes stats",
                   .summary = "Counts and measures episode files; files of one kind are one table.",
                   .operands = "[KIND] FILE…",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 256};
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    if (!episodes_files_take_kind(&files, &a, &exit_status)) return exit_status;
    wend_error error;
    return run(&files, &a, svg, json, &error) == WEND_OK ? EXIT_OK : report_error(&error);
}
