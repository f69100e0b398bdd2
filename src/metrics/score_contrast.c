// Paired comparison of two runs.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wend/metrics.h"

static wend_status score_contrast_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory while comparing two runs");
}

// ---- matching of episodes -----------------------------------------------------------------------

typedef struct named_row {
    const char *scene, *id;
    int row;
} named_row;

static int score_contrast_compare_names(const void* a, const void* b) {
    const named_row *x = a, *y = b;
    int scenes = strcmp(x->scene, y->scene);
    return scenes ? scenes : strcmp(x->id, y->id);
}

static named_row score_contrast_name_of(const wend_log_set* log, const wend_score_table* t,
                                        int row) {
    const wend_log_record* record = &log->records[t->records[row]];
    return (named_row){record->scene, record->id, row};
}

// For each row of the first run the matching row of the second; -1: none.
static wend_status match_rows(const wend_log_set* first_log, const wend_score_table* first,
                              const wend_log_set* second_log, const wend_score_table* second,
                              int* matches, wend_error* error) {
    size_t count = (size_t)second->rows;
    named_row* rows = wend_alloc((count + 1) * sizeof *rows);
    if (!rows) return score_contrast_no_memory(error);
    for (size_t i = 0; i < count; i++) rows[i] = score_contrast_name_of(second_log, second, (int)i);
    qsort(rows, count, sizeof *rows, score_contrast_compare_names);
    for (int i = 0; i < first->rows; i++) {
        named_row wanted = score_contrast_name_of(first_log, first, i);
        const named_row* found =
            bsearch(&wanted, rows, count, sizeof *rows, score_contrast_compare_names);
        matches[i] = found ? found->row : -1;
    }
    wend_free(rows);
    return WEND_OK;
}

// ---- differences --------------------------------------------------------------------------------

// Values of the first run, of the second, and their differences, for pairs where both are finite.
typedef struct paired_values {
    const double*
        values;  // [count][3 × columns]: all of the first run, all of the second, all differences
    const double* weights;
    const int* scenes;  // [count]
    int scene_count;
    int count, columns;
} paired_values;

static void put_pair(double* row, int columns, int column, double first, double second) {
    bool counts = isfinite(first) && isfinite(second);
    row[column] = counts ? first : INFINITY;
    row[columns + column] = counts ? second : INFINITY;
    row[2 * columns + column] = counts ? first - second : INFINITY;
}

// Nullable: scenes.
static wend_status mean_pairs(const paired_values* p, double* first, double* second,
                              wend_interval* differences, int* scenes, wend_error* error) {
    wend_interval means[3 * WEND_SCORE_MAX_COLUMNS];
    wend_bootstrap_def def = wend_bootstrap_default_def();
    def.values = p->values;
    def.weights = p->weights;
    def.count = p->count;
    def.columns = 3 * p->columns;
    def.scenes = p->scenes;
    def.scene_count = p->scene_count;
    WEND_TRY(wend_bootstrap_means(&def, means, error));
    for (int c = 0; c < p->columns; c++) {
        first[c] = means[c].mean;
        second[c] = means[p->columns + c].mean;
        if (scenes && means[c].scenes > *scenes) *scenes = means[c].scenes;
        differences[c] = means[2 * p->columns + c];
    }
    return WEND_OK;
}

static wend_status compare_rows(const wend_score_table* first, const wend_score_table* second,
                                const int* matches, wend_score_contrast* out, wend_error* error) {
    int columns = first->columns;
    double* values = wend_alloc(((size_t)first->rows + 1) * 3 * (size_t)columns * sizeof *values);
    int* scenes = wend_alloc(((size_t)first->rows + 1) * sizeof *scenes);
    if (!values || !scenes) {
        wend_free(values);
        wend_free(scenes);
        return score_contrast_no_memory(error);
    }
    for (int i = 0; i < first->rows; i++) {
        if (matches[i] < 0) continue;
        scenes[out->pairs] = first->scenes[i];
        double* row = values + (size_t)out->pairs++ * 3 * (size_t)columns;
        for (int c = 0; c < columns; c++)
            put_pair(row, columns, c, first->values[i * columns + c],
                     second->values[matches[i] * columns + c]);
    }
    paired_values pairs = {values, NULL, scenes, first->scene_count, out->pairs, columns};
    wend_status status =
        mean_pairs(&pairs, out->first, out->second, out->differences, &out->scenes, error);
    wend_free(values);
    wend_free(scenes);
    return status;
}

// ---- tours --------------------------------------------------------------------------------------

static const wend_score_tour* find_tour(const wend_score_table* t, const wend_score_tour* like) {
    for (int i = 0; i < t->tour_count; i++)
        if (strcmp(t->tours[i].id, like->id) == 0 && t->tours[i].rows == like->rows &&
            !t->tours[i].infeasible)
            return &t->tours[i];
    return NULL;
}

static wend_status compare_tours(const wend_score_table* first, const wend_score_table* second,
                                 wend_score_contrast* out, wend_error* error) {
    size_t room = (size_t)first->tour_count;
    double* values = wend_alloc(4 * room * sizeof *values);
    if (!values) return score_contrast_no_memory(error);
    int* scenes = wend_alloc(room * sizeof *scenes);
    if (!scenes) {
        wend_free(values);
        return score_contrast_no_memory(error);
    }
    double* weights = values + 3 * room;
    for (int i = 0; i < first->tour_count; i++) {
        const wend_score_tour* tour = &first->tours[i];
        const wend_score_tour* other = find_tour(second, tour);
        if (tour->infeasible || !other) continue;
        scenes[out->tour_pairs] = tour->scene;
        put_pair(values + 3 * (size_t)out->tour_pairs, 1, 0, tour->ndtw, other->ndtw);
        weights[out->tour_pairs++] = tour->weight;
    }
    paired_values pairs = {values, weights, scenes, first->scene_count, out->tour_pairs, 1};
    wend_status status =
        mean_pairs(&pairs, &out->tour_first, &out->tour_second, &out->tour_difference, NULL, error);
    wend_free(values);
    wend_free(scenes);
    return status;
}

wend_status wend_score_compare(const wend_log_set* first_log, const wend_score_table* first,
                               const wend_log_set* second_log, const wend_score_table* second,
                               wend_score_contrast* contrast, wend_error* error) {
    *contrast = (wend_score_contrast){0};
    if (strcmp(first->task, second->task) != 0)
        return wend_fail(error, WEND_ARGUMENT,
                         "one run is of %s, the other of %s; only runs of one task compare",
                         first->task, second->task);
    for (int c = 0; c < first->columns || c < second->columns; c++)
        if (c >= first->columns || c >= second->columns ||
            strcmp(first->names[c], second->names[c]) != 0)
            return wend_fail(error, WEND_ARGUMENT,
                             "the runs of %s have different columns (%d and %d); only runs with "
                             "the same facts compare",
                             first->task, first->columns, second->columns);
    int* matches = wend_alloc(((size_t)first->rows + 1) * sizeof *matches);
    if (!matches) return score_contrast_no_memory(error);
    wend_status status = match_rows(first_log, first, second_log, second, matches, error);
    if (status == WEND_OK) status = compare_rows(first, second, matches, contrast, error);
    wend_free(matches);
    if (status == WEND_OK && !contrast->pairs)
        return wend_fail(error, WEND_ARGUMENT,
                         "the runs have no episode in common (%d and %d were played); run both "
                         "agents on one file of episodes",
                         first->rows, second->rows);
    if (status == WEND_OK) status = compare_tours(first, second, contrast, error);
    return status;
}
