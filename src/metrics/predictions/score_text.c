// Output of scored predictions: JSON, table, CSV, and problems as sentences.
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "metrics/predictions/score_sheet.h"

#include "wend/files.h"

static const struct {
    const char *key, *what, *effect;
} problem_words[SCORE_PROBLEM_COUNT] = {
#define X(name, key, what, effect) {key, what, effect},
    SCORE_PROBLEM_LIST(X)
#undef X
};

// ---- JSON -----------------------------------------------------------------------------------

// The mean of no values is null.
static void write_column_means(wend_json_out* out, const wend_score_table* table,
                               const wend_interval* means) {
    for (int c = 0; c < table->columns; c++)
        wend_json_out_number(out, table->names[c], means[c].count ? means[c].mean : INFINITY);
}

static void write_groups(wend_json_out* out, const wend_score_table* table, const char* key) {
    if (table->group_count == 0) return;
    wend_json_out_object(out, key);
    for (int g = 0; g < table->group_count; g++) {
        wend_json_out_object(out, table->groups[g].name);
        wend_json_out_int(out, "n", table->groups[g].rows);
        write_column_means(out, table, table->groups[g].means);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

static void write_column_intervals(wend_json_out* out, const wend_score_table* table,
                                   bool by_scene) {
    for (int c = 0; c < table->columns; c++) {
        const wend_interval* v = &table->means[c];
        const double ends[2] = {by_scene ? v->scene_low : v->low,
                                by_scene ? v->scene_high : v->high};
        if (by_scene ? v->has_scene_interval : v->has_interval)
            wend_json_out_numbers(out, table->names[c], ends, 2);
        else
            wend_json_out_null(out, table->names[c]);
    }
}

// `ci95` is the old name of `intervals`.
static void write_intervals(wend_json_out* out, const score_sheet* sheet) {
    static const char* const keys[] = {"intervals", "ci95", "intervals_by_scene"};
    for (int k = 0; k < 3; k++) {
        if (k == 2 && sheet->scenes < 2) {
            wend_json_out_null(out, keys[k]);
            continue;
        }
        wend_json_out_object(out, keys[k]);
        write_column_intervals(out, &sheet->episodes, k == 2);
        write_column_intervals(out, &sheet->tours, k == 2);
        wend_json_out_end(out);
    }
}

static void write_row_list(wend_json_out* out, const char* key, const wend_score_table* table) {
    if (!table->columns) return;
    wend_json_out_array(out, key);
    for (int i = 0; i < table->rows; i++) {
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "id", table->ids[i]);
        if (table->scene_count) wend_json_out_text(out, "scene", table->scene_names[i]);
        if (table->group_count)
            wend_json_out_text(out, "group", table->groups[table->row_groups[i]].name);
        for (int c = 0; c < table->columns; c++)
            wend_json_out_number(out, table->names[c],
                                 table->values[(size_t)i * (size_t)table->columns + (size_t)c]);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

static bool is_on_graph(const wend_predictions_def* options) {
    return options->benchmark <= WEND_BENCHMARK_IR2R;
}

static bool is_among_places(const wend_predictions_def* options) {
    return !is_on_graph(options) && options->benchmark <= WEND_BENCHMARK_RXR_CE;
}

static const char* distance_name(const wend_predictions_def* options) {
    return options->geodesic ? "geodesic" : "euclidean";
}

void score_write_json(const score_sheet* sheet, const wend_predictions_def* options,
                      wend_text_out* text) {
    wend_json_out out = {.text = *text};
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "benchmark", wend_benchmark_name(options->benchmark));
    wend_json_out_text(&out, "rules", wend_rules_name(options->rules));
    if (is_on_graph(options))
        wend_json_out_text(&out, "positions", wend_positions_name(options->positions));
    if (is_among_places(options)) wend_json_out_text(&out, "distance", distance_name(options));
    wend_json_out_int(&out, "n",
                      sheet->episodes.columns ? sheet->episodes.rows : sheet->tours.rows);
    write_column_means(&out, &sheet->episodes, sheet->episodes.means);
    if (sheet->tours.columns) {
        wend_json_out_int(&out, "n_tours", sheet->tours.rows);
        write_column_means(&out, &sheet->tours, sheet->tours.means);
        wend_json_out_int(&out, "n_infeasible", sheet->infeasible);
    }
    if (sheet->scenes) wend_json_out_int(&out, "n_scenes", sheet->scenes);
    if (options->resamples) write_intervals(&out, sheet);
    write_groups(&out, &sheet->episodes, sheet->group_key);
    if (options->per_episode) {
        write_row_list(&out, "episodes", &sheet->episodes);
        write_row_list(&out, "tours", &sheet->tours);
    }
    if (sheet->disputes.count) {
        wend_json_out_array(&out, "disputes");
        for (size_t i = 0; i < sheet->disputes.count; i++)
            wend_json_out_text(&out, NULL, sheet->disputes.items[i].words);
        wend_json_out_end(&out);
    }
    wend_json_out_object(&out, "problems");
    for (int i = 0; i < SCORE_PROBLEM_COUNT; i++)
        if (sheet->problems[i].count)
            wend_json_out_int(&out, problem_words[i].key, sheet->problems[i].count);
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    *text = out.text;
}

// ---- table --------------------------------------------------------------------------------------

static void write_ends(wend_text_out* out, bool has, double low, double high) {
    char words[64] = "-";
    if (has) number_print(words, sizeof words, "%.4f to %.4f", low, high);
    wend_text_put(out, "   %-20s", words);
}

static void trim_line(wend_text_out* out) {
    while (out->count && out->items[out->count - 1] == ' ') out->items[--out->count] = 0;
}

// Scores are printed in [0, 1], so they have no unit.
static const char* unit_of(const wend_score_meaning* column) {
    return strcmp(column->unit, "%") == 0 ? "" : column->unit;
}

static void score_text_write_rows(wend_text_out* out, const wend_score_table* table, int scenes,
                                  bool intervals) {
    int width = 12;
    for (int c = 0; c < table->columns; c++) {
        int size =
            (int)(strlen(table->meanings[c].title) + strlen(unit_of(&table->meanings[c]))) + 3;
        if (size > width) width = size;
    }
    wend_text_put(out, "  %-*s %10s", width, "", "mean");
    if (intervals) wend_text_put(out, "   %-20s", "95 % interval");
    if (intervals && scenes > 1) wend_text_put(out, "   by scene (%d scenes)", scenes);
    trim_line(out);
    wend_text_put(out, "\n");
    for (int c = 0; c < table->columns; c++) {
        const wend_interval* v = &table->means[c];
        const char *title = table->meanings[c].title, *unit = unit_of(&table->meanings[c]);
        char name[64];
        snprintf(name, sizeof name, *unit ? "%s (%s)" : "%s", title, unit);
        if (v->count)
            wend_text_put(out, "  %-*s %10.4f", width, name, v->mean);
        else
            wend_text_put(out, "  %-*s %10s", width, name, "-");
        if (intervals && v->count) write_ends(out, v->has_interval, v->low, v->high);
        if (intervals && v->count && scenes > 1)
            write_ends(out, v->has_scene_interval, v->scene_low, v->scene_high);
        trim_line(out);
        wend_text_put(out, "\n");
    }
    if (intervals && scenes < 2)
        wend_text_put(out, scenes ? "  one scene: there is no interval by scene\n"
                                  : "  the files name no scenes: there is no interval by scene\n");
}

static void write_group_lines(wend_text_out* out, const wend_score_table* table) {
    for (int g = 0; g < table->group_count; g++) {
        const wend_score_group* group = &table->groups[g];
        wend_text_put(out, "  %s: %d", group->name, group->rows);
        for (int c = 0; c < table->columns; c++)
            if (group->means[c].count)
                wend_text_put(out, "  %s %.4f", table->meanings[c].title, group->means[c].mean);
        wend_text_put(out, "\n");
    }
}

void score_write_table(const score_sheet* sheet, const wend_predictions_def* options,
                       wend_text_out* out) {
    const wend_score_table *episodes = &sheet->episodes, *tours = &sheet->tours;
    wend_text_put(out, "%s:", wend_benchmark_name(options->benchmark));
    if (episodes->columns) wend_text_put(out, " %d %s,", episodes->rows, sheet->counts);
    if (tours->columns)
        wend_text_put(out, " %d tours (%d of them infeasible and left out),", tours->rows,
                      sheet->infeasible);
    wend_text_put(out, " %s rules", wend_rules_name(options->rules));
    if (is_on_graph(options))
        wend_text_put(out, ", positions: %s", wend_positions_name(options->positions));
    if (is_among_places(options)) wend_text_put(out, ", distance: %s", distance_name(options));
    wend_text_put(out, "\n");
    if (episodes->columns) score_text_write_rows(out, episodes, sheet->scenes, options->resamples);
    if (episodes->columns) write_group_lines(out, episodes);
    if (tours->columns) score_text_write_rows(out, tours, sheet->scenes, options->resamples);
    for (size_t i = 0; i < sheet->disputes.count; i++)
        wend_text_put(out, "  disputed: %s\n", sheet->disputes.items[i].words);
}

// ---- CSV ----------------------------------------------------------------------------------------

void score_write_csv(const score_sheet* sheet, wend_text_out* out) {
    const wend_score_table* table = sheet->episodes.columns ? &sheet->episodes : &sheet->tours;
    wend_text_put(out, "id,scene");
    if (table->group_count) wend_text_put(out, ",group");
    for (int c = 0; c < table->columns; c++) wend_text_put(out, ",%s", table->names[c]);
    wend_text_put(out, "\n");
    for (int i = 0; i < table->rows; i++) {
        wend_text_put_csv(out, table->ids[i]);
        wend_text_put(out, ",");
        wend_text_put_csv(out, table->scene_names[i] ? table->scene_names[i] : "");
        if (table->group_count) {
            wend_text_put(out, ",");
            wend_text_put_csv(out, table->groups[table->row_groups[i]].name);
        }
        for (int c = 0; c < table->columns; c++) {
            double value = table->values[(size_t)i * (size_t)table->columns + (size_t)c];
            wend_text_put(out, ",");
            if (isfinite(value)) wend_text_put_number(out, value);
        }
        wend_text_put(out, "\n");
    }
}

// ---- problems -----------------------------------------------------------------------------------

void score_write_problem(const score_sheet* sheet, score_problem problem, wend_text_out* out) {
    wend_text_put(out, "%s: %d, such as %s (%s)", problem_words[problem].what,
                  sheet->problems[problem].count, sheet->problems[problem].example,
                  problem_words[problem].effect);
}
