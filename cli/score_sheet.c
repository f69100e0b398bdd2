// The sheet of `wend score`: rows of scores, problems, and how both are printed.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_out.h"
#include "score.h"

const score_column score_path_columns[WEND_PATH_SCORE_COUNT] = {
#define X(field, name, unit, words) {#field, name, unit},
    WEND_PATH_SCORE_LIST(X)
#undef X
};

static const struct {
    const char *key, *what, *effect;
} problem_words[SCORE_PROBLEM_COUNT] = {
#define X(name, key, what, effect) {key, what, effect},
    SCORE_PROBLEM_LIST(X)
#undef X
};

// ---- rows and problems --------------------------------------------------------------------------

wend_status score_add(score_table* table, const double* values, double weight, wend_error* error) {
    size_t columns = (size_t)table->column_count;
    double* row =
        ARRAY_RESERVE(&table->values, columns) ? table->values.items + table->values.count : NULL;
    double* slot = row ? ARRAY_PUSH(&table->weights) : NULL;
    uint8_t* group = slot ? ARRAY_PUSH(&table->groups) : NULL;
    if (!group) return wend_fail(error, WEND_NO_MEMORY, "no memory for the scores");
    memcpy(row, values, columns * sizeof *row);
    table->values.count += columns;
    *slot = weight;
    *group = 0;
    return WEND_OK;
}

wend_status score_add_to(score_table* table, const char* group, const double* values,
                         wend_error* error) {
    int g = 0;
    while (g < table->group_count && strcmp(table->group_names[g], group) != 0) g++;
    if (g == SCORE_GROUPS)
        return wend_fail(error, WEND_LIMIT, "more than %d languages; the next one is '%.20s'",
                         SCORE_GROUPS, group);
    if (g == table->group_count)
        snprintf(table->group_names[table->group_count++], sizeof table->group_names[0], "%s",
                 group);
    WEND_TRY(score_add(table, values, 1, error));
    table->groups.items[table->groups.count - 1] = (uint8_t)g;
    return WEND_OK;
}

void score_report(score_sheet* sheet, score_problem problem, const char* format, ...) {
    if (sheet->problems[problem].count++ > 0) return;
    va_list list;
    va_start(list, format);
    vsnprintf(sheet->problems[problem].example, sizeof sheet->problems[problem].example, format,
              list);
    va_end(list);
}

void score_void(wend_path_score* score) {
#define X(field, name, unit, words) \
    if (!*unit) score->field = 0;
    WEND_PATH_SCORE_LIST(X)
#undef X
}

bool score_has_problems(const score_sheet* sheet) {
    for (int i = 0; i < SCORE_PROBLEM_COUNT; i++)
        if (sheet->problems[i].count) return true;
    return false;
}

static void destroy_table(score_table* table) {
    ARRAY_FREE(&table->values);
    ARRAY_FREE(&table->weights);
    ARRAY_FREE(&table->groups);
}

void score_destroy(score_sheet* sheet) {
    destroy_table(&sheet->episodes);
    destroy_table(&sheet->tours);
}

// ---- means --------------------------------------------------------------------------------------

static wend_status means_of(const score_table* table, const score_options* options,
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

// ---- printing -----------------------------------------------------------------------------------

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

typedef struct sheet_means {
    wend_interval episodes[SCORE_COLUMNS], tours[SCORE_COLUMNS];
} sheet_means;

static bool is_on_graph(const score_options* options) {
    return options->benchmark <= WEND_BENCHMARK_IR2R;
}

static bool is_among_places(const score_options* options) {
    return !is_on_graph(options) && options->benchmark <= WEND_BENCHMARK_RXR_CE;
}

static const char* distance_name(const score_options* options) {
    return options->geodesic ? "geodesic" : "euclidean";
}

static wend_status print_json(const score_sheet* sheet, const score_options* options,
                              const sheet_means* means, wend_error* error) {
    json_out out = {0};
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
    json_out_object(&out, "problems");
    for (int i = 0; i < SCORE_PROBLEM_COUNT; i++)
        if (sheet->problems[i].count)
            json_out_int(&out, problem_words[i].key, sheet->problems[i].count);
    json_out_end(&out);
    json_out_end(&out);
    bool fits = !out.text.starved;
    if (fits) printf("%s\n", out.text.items);
    json_out_destroy(&out);
    return fits ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "no memory to print the scores");
}

static void print_rows(const score_table* table, const wend_interval* means, bool intervals) {
    printf("  %-10s %10s%s\n", "", "mean", intervals ? "   95 % of resampled means" : "");
    for (int c = 0; c < table->column_count; c++) {
        const score_column* column = &table->columns[c];
        const char* space = *column->unit ? " " : "";
        if (means[c].count == 0)
            printf("  %-10s %10s\n", column->name, "-");
        else if (intervals)
            printf("  %-10s %10.4f   %.4f to %.4f%s%s\n", column->name, means[c].mean, means[c].low,
                   means[c].high, space, column->unit);
        else
            printf("  %-10s %10.4f%s%s\n", column->name, means[c].mean, space, column->unit);
    }
}

static void print_groups(const score_table* table) {
    for (int g = 0; g < table->group_count; g++) {
        double means[SCORE_COLUMNS];
        printf("  %s: %d", table->group_names[g], group_means(table, g, means));
        for (int c = 0; c < table->column_count; c++)
            printf("  %s %.4f", table->columns[c].name, means[c]);
        printf("\n");
    }
}

static void print_table(const score_sheet* sheet, const score_options* options,
                        const sheet_means* means) {
    const score_table *episodes = &sheet->episodes, *tours = &sheet->tours;
    printf("%s:", wend_benchmark_name(options->benchmark));
    if (episodes->columns) printf(" %zu %s,", episodes->weights.count, episodes->counts);
    if (tours->columns)
        printf(" %zu %s (%d of them infeasible and left out),",
               tours->weights.count + (size_t)sheet->infeasible, tours->counts, sheet->infeasible);
    printf(" %s rules", wend_rules_name(options->rules));
    if (is_on_graph(options)) printf(", positions: %s", wend_positions_name(options->positions));
    if (is_among_places(options)) printf(", distance: %s", distance_name(options));
    printf("\n");
    if (episodes->columns) print_rows(episodes, means->episodes, options->resamples);
    if (episodes->columns) print_groups(episodes);
    if (tours->columns) print_rows(tours, means->tours, options->resamples);
}

static void print_problems(const score_sheet* sheet) {
    for (int i = 0; i < SCORE_PROBLEM_COUNT; i++)
        if (sheet->problems[i].count)
            fprintf(stderr, "wend: %s: %d, such as %s (%s)\n", problem_words[i].what,
                    sheet->problems[i].count, sheet->problems[i].example, problem_words[i].effect);
}

wend_status score_print(const score_sheet* sheet, const score_options* options, bool json,
                        wend_error* error) {
    sheet_means means;
    if (sheet->episodes.columns)
        WEND_TRY(means_of(&sheet->episodes, options, means.episodes, error));
    if (sheet->tours.columns) WEND_TRY(means_of(&sheet->tours, options, means.tours, error));
    if (json)
        WEND_TRY(print_json(sheet, options, &means, error));
    else
        print_table(sheet, options, &means);
    fflush(stdout);
    print_problems(sheet);
    return WEND_OK;
}
