// A sheet of scores in words: JSON, lines to read, sentences about what was wrong.
#include <stdio.h>
#include <string.h>

#include "base/json_out.h"
#include "base/number.h"
#include "metrics/scene_numbers.h"
#include "predictions/score_sheet.h"

static const struct {
    const char *key, *what, *effect;
} problem_words[SCORE_PROBLEM_COUNT] = {
#define X(name, key, what, effect) {key, what, effect},
    SCORE_PROBLEM_LIST(X)
#undef X
};

// ---- means --------------------------------------------------------------------------------------

static wend_status compute_means(const score_table* table, const wend_predictions_def* options,
                                 const int* scenes, int scene_count, wend_interval* means,
                                 wend_error* error) {
    bool shares[SCORE_COLUMNS];
    for (int c = 0; c < table->column_count; c++) shares[c] = !*table->columns[c].unit;
    wend_bootstrap_def def = wend_bootstrap_def_default();
    def.shares = shares;
    def.scenes = scene_count ? scenes : NULL;
    def.scene_count = scene_count;
    def.values = table->values.items;
    def.weights = table->weights.items;
    def.count = (int)table->weights.count;
    def.columns = table->column_count;
    def.resamples = options->resamples;
    def.seed = options->seed;
    return wend_bootstrap_means(&def, means, error);
}

static wend_status means_of(const score_table* table, const wend_predictions_def* options,
                            wend_interval* means, int* scene_count, wend_error* error) {
    int rows = (int)table->weights.count;
    int* scenes = wend_alloc(((size_t)rows + 1) * sizeof *scenes);
    if (!scenes) return wend_fail(error, WEND_NO_MEMORY, "no memory for the scores");
    *scene_count = 0;
    wend_status status = table->sceneless
                             ? WEND_OK
                             : scene_numbers(table->scenes.items, rows, scenes, scene_count, error);
    if (status == WEND_OK)
        status = compute_means(table, options, scenes, *scene_count, means, error);
    wend_free(scenes);
    return status;
}

wend_status score_means_compute(const score_sheet* sheet, const wend_predictions_def* def,
                                score_means* means, wend_error* error) {
    *means = (score_means){0};
    int scenes = 0;
    if (sheet->tours.columns)
        WEND_TRY(means_of(&sheet->tours, def, means->tours, &means->scenes, error));
    if (sheet->episodes.columns) {
        WEND_TRY(means_of(&sheet->episodes, def, means->episodes, &scenes, error));
        means->scenes = scenes;
    }
    return WEND_OK;
}

// Of one group, without intervals. Returns how many rows it has.
static int group_means(const score_table* table, int group, double* means) {
    int rows = 0, counted[SCORE_COLUMNS] = {0};
    for (int c = 0; c < table->column_count; c++) means[c] = 0;
    for (size_t i = 0; i < table->groups.count; i++) {
        if (table->groups.items[i] != group) continue;
        rows++;
        for (int c = 0; c < table->column_count; c++) {
            double value = table->values.items[i * (size_t)table->column_count + (size_t)c];
            if (!isfinite(value)) continue;
            means[c] += value;
            counted[c]++;
        }
    }
    for (int c = 0; c < table->column_count; c++)
        means[c] = counted[c] ? means[c] / counted[c] : (double)INFINITY;
    return rows;
}

// ---- JSON -----------------------------------------------------------------------------------

static void write_groups(json_out* out, const score_table* table) {
    if (table->group_count == 0) return;
    json_out_object(out, table->group_key);
    for (int g = 0; g < table->group_count; g++) {
        double means[SCORE_COLUMNS];
        json_out_object(out, table->group_names[g]);
        json_out_int(out, "n", group_means(table, g, means));
        for (int c = 0; c < table->column_count; c++)
            json_out_number(out, table->columns[c].key, means[c]);
        json_out_end(out);
    }
    json_out_end(out);
}

static void write_means(json_out* out, const score_table* table, const wend_interval* means) {
    json_out_int(out, table->count_key, (int64_t)table->weights.count);
    for (int c = 0; c < table->column_count; c++)  // a mean of nothing is null
        json_out_number(out, table->columns[c].key, means[c].count ? means[c].mean : INFINITY);
}

static void write_column_intervals(json_out* out, const score_table* table,
                                   const wend_interval* means, bool by_scene) {
    for (int c = 0; table->columns && c < table->column_count; c++) {
        const wend_interval* v = &means[c];
        const double ends[2] = {by_scene ? v->scene_low : v->low,
                                by_scene ? v->scene_high : v->high};
        if (by_scene ? v->has_scene_interval : v->has_interval)
            json_out_numbers(out, table->columns[c].key, ends, 2);
        else
            json_out_null(out, table->columns[c].key);
    }
}

// `ci95` is the older name of `intervals`.
static void write_intervals(json_out* out, const score_sheet* sheet, const score_means* means) {
    static const char* const keys[] = {"intervals", "ci95", "intervals_by_scene"};
    for (int k = 0; k < 3; k++) {
        if (k == 2 && means->scenes < 2) {
            json_out_null(out, keys[k]);
            continue;
        }
        json_out_object(out, keys[k]);
        write_column_intervals(out, &sheet->episodes, means->episodes, k == 2);
        write_column_intervals(out, &sheet->tours, means->tours, k == 2);
        json_out_end(out);
    }
}

static void write_row_list(json_out* out, const char* key, const score_table* table) {
    if (!table->columns) return;
    json_out_array(out, key);
    for (size_t i = 0; i < table->weights.count; i++) {
        json_out_object(out, NULL);
        json_out_text(out, "id", table->ids.items[i]);
        if (!table->sceneless) json_out_text(out, "scene", table->scenes.items[i]);
        if (table->group_count)
            json_out_text(out, "group", table->group_names[table->groups.items[i]]);
        for (int c = 0; c < table->column_count; c++)
            json_out_number(out, table->columns[c].key,
                            table->values.items[i * (size_t)table->column_count + (size_t)c]);
        json_out_end(out);
    }
    json_out_end(out);
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
                      const score_means* means, text_out* text) {
    json_out out = {.text = *text};
    json_out_object(&out, NULL);
    json_out_text(&out, "benchmark", wend_benchmark_name(options->benchmark));
    json_out_text(&out, "rules", wend_rules_name(options->rules));
    if (is_on_graph(options))
        json_out_text(&out, "positions", wend_positions_name(options->positions));
    if (is_among_places(options)) json_out_text(&out, "distance", distance_name(options));
    if (sheet->episodes.columns) write_means(&out, &sheet->episodes, means->episodes);
    if (sheet->tours.columns) {
        if (!sheet->episodes.columns) json_out_int(&out, "n", (int64_t)sheet->tours.weights.count);
        write_means(&out, &sheet->tours, means->tours);
        json_out_int(&out, "n_infeasible", sheet->infeasible);
    }
    if (means->scenes) json_out_int(&out, "n_scenes", means->scenes);
    if (options->resamples) write_intervals(&out, sheet, means);
    write_groups(&out, &sheet->episodes);
    if (options->per_episode) {
        write_row_list(&out, "episodes", &sheet->episodes);
        write_row_list(&out, "tours", &sheet->tours);
    }
    if (sheet->disputes.count) {
        json_out_array(&out, "disputes");
        for (size_t i = 0; i < sheet->disputes.count; i++)
            json_out_text(&out, NULL, sheet->disputes.items[i].words);
        json_out_end(&out);
    }
    json_out_object(&out, "problems");
    for (int i = 0; i < SCORE_PROBLEM_COUNT; i++)
        if (sheet->problems[i].count)
            json_out_int(&out, problem_words[i].key, sheet->problems[i].count);
    json_out_end(&out);
    json_out_end(&out);
    *text = out.text;
}

// ---- lines to read ------------------------------------------------------------------------------

static void write_ends(text_out* out, bool has, double low, double high) {
    char words[64] = "-";
    if (has) number_print(words, sizeof words, "%.4f to %.4f", low, high);
    text_put(out, "   %-20s", words);
}

static void trim_line(text_out* out) {
    while (out->count && out->items[out->count - 1] == ' ') out->items[--out->count] = 0;
}

static void write_rows(text_out* out, const score_table* table, const wend_interval* means,
                       int scenes, bool intervals) {
    int width = 12;
    for (int c = 0; c < table->column_count; c++) {
        int size = (int)(strlen(table->columns[c].name) + strlen(table->columns[c].unit)) + 3;
        if (size > width) width = size;
    }
    text_put(out, "  %-*s %10s", width, "", "mean");
    if (intervals) text_put(out, "   %-20s", "95 % interval");
    if (intervals && scenes > 1) text_put(out, "   by scene (%d scenes)", scenes);
    trim_line(out);
    text_put(out, "\n");
    for (int c = 0; c < table->column_count; c++) {
        const score_column* column = &table->columns[c];
        const wend_interval* v = &means[c];
        char name[64];
        snprintf(name, sizeof name, *column->unit ? "%s (%s)" : "%s", column->name, column->unit);
        if (v->count)
            text_put(out, "  %-*s %10.4f", width, name, v->mean);
        else
            text_put(out, "  %-*s %10s", width, name, "-");
        if (intervals && v->count) write_ends(out, v->has_interval, v->low, v->high);
        if (intervals && v->count && scenes > 1)
            write_ends(out, v->has_scene_interval, v->scene_low, v->scene_high);
        trim_line(out);
        text_put(out, "\n");
    }
    if (intervals && scenes < 2)
        text_put(out, scenes ? "  one scene: there is no interval by scene\n"
                             : "  the files name no scenes: there is no interval by scene\n");
}

static void write_group_lines(text_out* out, const score_table* table) {
    for (int g = 0; g < table->group_count; g++) {
        double means[SCORE_COLUMNS];
        text_put(out, "  %s: %d", table->group_names[g], group_means(table, g, means));
        for (int c = 0; c < table->column_count; c++)
            if (isfinite(means[c])) text_put(out, "  %s %.4f", table->columns[c].name, means[c]);
        text_put(out, "\n");
    }
}

void score_write_table(const score_sheet* sheet, const wend_predictions_def* options,
                       const score_means* means, text_out* out) {
    const score_table *episodes = &sheet->episodes, *tours = &sheet->tours;
    text_put(out, "%s:", wend_benchmark_name(options->benchmark));
    if (episodes->columns) text_put(out, " %zu %s,", episodes->weights.count, episodes->counts);
    if (tours->columns)
        text_put(out, " %zu %s (%d of them infeasible and left out),", tours->weights.count,
                 tours->counts, sheet->infeasible);
    text_put(out, " %s rules", wend_rules_name(options->rules));
    if (is_on_graph(options))
        text_put(out, ", positions: %s", wend_positions_name(options->positions));
    if (is_among_places(options)) text_put(out, ", distance: %s", distance_name(options));
    text_put(out, "\n");
    if (episodes->columns)
        write_rows(out, episodes, means->episodes, means->scenes, options->resamples);
    if (episodes->columns) write_group_lines(out, episodes);
    if (tours->columns) write_rows(out, tours, means->tours, means->scenes, options->resamples);
    for (size_t i = 0; i < sheet->disputes.count; i++)
        text_put(out, "  disputed: %s\n", sheet->disputes.items[i].words);
}

// ---- CSV ----------------------------------------------------------------------------------------

void score_write_csv(const score_sheet* sheet, text_out* out) {
    const score_table* table = sheet->episodes.columns ? &sheet->episodes : &sheet->tours;
    text_put(out, "id,scene");
    if (table->group_count) text_put(out, ",group");
    for (int c = 0; c < table->column_count; c++) text_put(out, ",%s", table->columns[c].key);
    text_put(out, "\n");
    for (size_t i = 0; i < table->weights.count; i++) {
        text_put_csv(out, table->ids.items[i]);
        text_put(out, ",");
        text_put_csv(out, table->scenes.items[i]);
        if (table->group_count) {
            text_put(out, ",");
            text_put_csv(out, table->group_names[table->groups.items[i]]);
        }
        for (int c = 0; c < table->column_count; c++) {
            double value = table->values.items[i * (size_t)table->column_count + (size_t)c];
            text_put(out, ",");
            if (isfinite(value)) text_put_number(out, value);
        }
        text_put(out, "\n");
    }
}

// ---- problems -----------------------------------------------------------------------------------

void score_write_problem(const score_sheet* sheet, score_problem problem, text_out* out) {
    text_put(out, "%s: %d, such as %s (%s)", problem_words[problem].what,
             sheet->problems[problem].count, sheet->problems[problem].example,
             problem_words[problem].effect);
}
