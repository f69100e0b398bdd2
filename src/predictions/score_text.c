// A sheet of scores in words: JSON, lines to read, sentences about what was wrong.
#include "base/json_out.h"
#include "predictions/score_sheet.h"

static const struct {
    const char *key, *what, *effect;
} problem_words[SCORE_PROBLEM_COUNT] = {
#define X(name, key, what, effect) {key, what, effect},
    SCORE_PROBLEM_LIST(X)
#undef X
};

// ---- means --------------------------------------------------------------------------------------

static wend_status means_of(const score_table* table, const wend_predictions_def* options,
                            wend_interval* means, wend_error* error) {
    wend_bootstrap_def def = wend_bootstrap_def_default();
    def.values = table->values.items;
    def.weights = table->weights.items;
    def.count = (int)table->weights.count;
    def.columns = table->column_count;
    def.resamples = options->resamples;
    def.seed = options->seed;
    return wend_bootstrap_means(&def, means, error);
}

wend_status score_means_compute(const score_sheet* sheet, const wend_predictions_def* def,
                                score_means* means, wend_error* error) {
    *means = (score_means){0};
    if (sheet->episodes.columns) WEND_TRY(means_of(&sheet->episodes, def, means->episodes, error));
    if (sheet->tours.columns) WEND_TRY(means_of(&sheet->tours, def, means->tours, error));
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
        if (counted[c]) means[c] /= counted[c];
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

// `left_out` rows are counted though the means are without them.
static void write_means(json_out* out, const score_table* table, const wend_interval* means,
                        int left_out) {
    json_out_int(out, table->count_key, (int64_t)table->weights.count + left_out);
    for (int c = 0; c < table->column_count; c++)  // a mean of nothing is null
        json_out_number(out, table->columns[c].key, means[c].count ? means[c].mean : INFINITY);
}

static void write_intervals(json_out* out, const score_table* table, const wend_interval* means) {
    for (int c = 0; c < table->column_count; c++) {
        double ends[2] = {means[c].low, means[c].high};
        if (means[c].count) json_out_numbers(out, table->columns[c].key, ends, 2);
    }
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
    if (sheet->episodes.columns) write_means(&out, &sheet->episodes, means->episodes, 0);
    if (sheet->tours.columns) {
        if (!sheet->episodes.columns)
            json_out_int(&out, "n", (int64_t)sheet->tours.weights.count + sheet->infeasible);
        write_means(&out, &sheet->tours, means->tours, sheet->infeasible);
        json_out_int(&out, "n_infeasible", sheet->infeasible);
    }
    if (options->resamples) {
        json_out_object(&out, "ci95");
        if (sheet->episodes.columns) write_intervals(&out, &sheet->episodes, means->episodes);
        if (sheet->tours.columns) write_intervals(&out, &sheet->tours, means->tours);
        json_out_end(&out);
    }
    write_groups(&out, &sheet->episodes);
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

static void write_rows(text_out* out, const score_table* table, const wend_interval* means,
                       bool intervals) {
    text_put(out, "  %-10s %10s%s\n", "", "mean", intervals ? "   95 % of resampled means" : "");
    for (int c = 0; c < table->column_count; c++) {
        const score_column* column = &table->columns[c];
        const char* space = *column->unit ? " " : "";
        if (means[c].count == 0)
            text_put(out, "  %-10s %10s\n", column->name, "-");
        else if (intervals)
            text_put(out, "  %-10s %10.4f   %.4f to %.4f%s%s\n", column->name, means[c].mean,
                     means[c].low, means[c].high, space, column->unit);
        else
            text_put(out, "  %-10s %10.4f%s%s\n", column->name, means[c].mean, space, column->unit);
    }
}

static void write_group_lines(text_out* out, const score_table* table) {
    for (int g = 0; g < table->group_count; g++) {
        double means[SCORE_COLUMNS];
        text_put(out, "  %s: %d", table->group_names[g], group_means(table, g, means));
        for (int c = 0; c < table->column_count; c++)
            text_put(out, "  %s %.4f", table->columns[c].name, means[c]);
        text_put(out, "\n");
    }
}

void score_write_table(const score_sheet* sheet, const wend_predictions_def* options,
                       const score_means* means, text_out* out) {
    const score_table *episodes = &sheet->episodes, *tours = &sheet->tours;
    text_put(out, "%s:", wend_benchmark_name(options->benchmark));
    if (episodes->columns) text_put(out, " %zu %s,", episodes->weights.count, episodes->counts);
    if (tours->columns)
        text_put(out, " %zu %s (%d of them infeasible and left out),",
                 tours->weights.count + (size_t)sheet->infeasible, tours->counts,
                 sheet->infeasible);
    text_put(out, " %s rules", wend_rules_name(options->rules));
    if (is_on_graph(options))
        text_put(out, ", positions: %s", wend_positions_name(options->positions));
    if (is_among_places(options)) text_put(out, ", distance: %s", distance_name(options));
    text_put(out, "\n");
    if (episodes->columns) write_rows(out, episodes, means->episodes, options->resamples);
    if (episodes->columns) write_group_lines(out, episodes);
    if (tours->columns) write_rows(out, tours, means->tours, options->resamples);
    for (size_t i = 0; i < sheet->disputes.count; i++)
        text_put(out, "  disputed: %s\n", sheet->disputes.items[i].words);
}

void score_write_problem(const score_sheet* sheet, score_problem problem, text_out* out) {
    text_put(out, "%s: %d, such as %s (%s)", problem_words[problem].what,
             sheet->problems[problem].count, sheet->problems[problem].example,
             problem_words[problem].effect);
}
