// Score tables: rows, means and intervals.
#include "metrics/score_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "metrics/facts.h"
#include "metrics/scene_numbers.h"

enum { FIRST_CAPACITY = 64 };

static wend_status score_table_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the scores");
}

void score_table_set_columns(wend_score_table* table, const wend_score_meaning* columns,
                             int count) {
    table->columns = count;
    for (int c = 0; c < count; c++) {
        table->meanings[c] = columns[c];
        table->names[c] = columns[c].name;
    }
}

// ---- rows ---------------------------------------------------------------------------------------

static bool grow(void** items, int capacity, size_t size) {
    void* grown = wend_realloc(*items, (size_t)capacity * size);
    if (grown) *items = grown;
    return grown != NULL;
}

static wend_status reserve_row(wend_score_table* t, wend_error* error) {
    if (t->rows < t->capacity) return WEND_OK;
    int capacity = t->capacity ? 2 * t->capacity : FIRST_CAPACITY;
    size_t width = (size_t)t->columns * sizeof *t->values;
    bool fits = grow((void**)&t->values, capacity, width) &&
                grow((void**)&t->weights, capacity, sizeof *t->weights) &&
                grow((void**)&t->ids, capacity, sizeof *t->ids) &&
                grow((void**)&t->scene_names, capacity, sizeof *t->scene_names) &&
                grow((void**)&t->row_groups, capacity, sizeof *t->row_groups);
    if (!fits) return score_table_no_memory(error);
    t->capacity = capacity;
    return WEND_OK;
}

static wend_status find_group(wend_score_table* t, const char* name, int max_groups, uint8_t* group,
                              wend_error* error) {
    int g = 0;
    if (!t->groups) t->groups = wend_alloc_zero((size_t)max_groups, sizeof *t->groups);
    if (!t->groups) return score_table_no_memory(error);
    while (g < t->group_count && strncmp(t->groups[g].name, name, 31) != 0) g++;
    if (g == max_groups)
        return wend_fail(error, WEND_LIMIT, "more than %d groups; the next one is '%.20s'",
                         max_groups, name);
    if (g == t->group_count) {
        snprintf(t->groups[g].name, sizeof t->groups[g].name, "%.31s", name);
        t->group_count++;
    }
    *group = (uint8_t)g;
    return WEND_OK;
}

wend_status score_table_add(wend_score_table* t, const score_row* row, int max_groups,
                            wend_error* error) {
    uint8_t group = 0;
    size_t width = (size_t)t->columns;
    if (row->group) WEND_TRY(find_group(t, row->group, max_groups, &group, error));
    WEND_TRY(reserve_row(t, error));
    memcpy(t->values + (size_t)t->rows * width, row->values, width * sizeof *row->values);
    t->weights[t->rows] = row->weight > 0 ? row->weight : 1;
    t->ids[t->rows] = row->id;
    t->scene_names[t->rows] = row->scene;
    t->row_groups[t->rows++] = group;
    if (row->group) t->groups[group].rows++;
    return WEND_OK;
}

// ---- means --------------------------------------------------------------------------------------

static wend_status number_scenes(wend_score_table* t, wend_error* error) {
    wend_free(t->scenes);
    t->scene_count = 0;
    t->scenes = wend_alloc(((size_t)t->rows + 1) * sizeof *t->scenes);
    if (!t->scenes) return score_table_no_memory(error);
    for (int i = 0; i < t->rows; i++)
        if (!t->scene_names[i]) return WEND_OK;
    return scene_numbers(t->scene_names, t->rows, t->scenes, &t->scene_count, error);
}

static wend_bootstrap_def bootstrap_def(const wend_score_table* t, int resamples, uint64_t seed,
                                        bool shares[WEND_SCORE_MAX_COLUMNS]) {
    wend_bootstrap_def def = wend_bootstrap_default_def();
    for (int c = 0; c < t->columns; c++) shares[c] = strcmp(t->meanings[c].unit, "%") == 0;
    def.values = t->values;
    def.weights = t->weights;
    def.shares = shares;
    def.scenes = t->scene_count ? t->scenes : NULL;
    def.scene_count = t->scene_count;
    def.count = t->rows;
    def.columns = t->columns;
    def.resamples = resamples;
    def.seed = seed;
    return def;
}

wend_status score_table_compute_means(wend_score_table* t, int resamples, uint64_t seed,
                                      wend_error* error) {
    bool shares[WEND_SCORE_MAX_COLUMNS];
    WEND_TRY(number_scenes(t, error));
    wend_bootstrap_def def = bootstrap_def(t, resamples, seed, shares);
    return wend_bootstrap_means(&def, t->means, error);
}

// The rows of one group, contiguous.
typedef struct group_rows {
    double *values, *weights;
    int* scenes;
} group_rows;

static wend_status mean_group(wend_score_table* t, int group, wend_bootstrap_def def,
                              const group_rows* rows, wend_error* error) {
    size_t width = (size_t)t->columns;
    def.count = 0;
    for (int i = 0; i < t->rows; i++) {
        if (t->row_groups[i] != group) continue;
        rows->scenes[def.count] = t->scenes[i];
        rows->weights[def.count] = t->weights[i];
        memcpy(rows->values + (size_t)def.count++ * width, t->values + (size_t)i * width,
               width * sizeof *rows->values);
    }
    def.values = rows->values;
    def.weights = rows->weights;
    if (def.scenes) def.scenes = rows->scenes;
    return wend_bootstrap_means(&def, t->groups[group].means, error);
}

wend_status score_table_compute_groups(wend_score_table* t, int resamples, uint64_t seed,
                                       wend_error* error) {
    bool shares[WEND_SCORE_MAX_COLUMNS];
    size_t room = (size_t)t->rows + 1;
    group_rows rows = {.values = wend_alloc(room * (size_t)t->columns * sizeof *rows.values),
                       .weights = wend_alloc(room * sizeof *rows.weights),
                       .scenes = wend_alloc(room * sizeof *rows.scenes)};
    bool fits = rows.values && rows.weights && rows.scenes;
    wend_status status = fits ? WEND_OK : score_table_no_memory(error);
    wend_bootstrap_def def = bootstrap_def(t, resamples, seed, shares);
    for (int g = 0; status == WEND_OK && g < t->group_count; g++)
        status = mean_group(t, g, def, &rows, error);
    wend_free(rows.values);
    wend_free(rows.weights);
    wend_free(rows.scenes);
    return status;
}

void wend_score_destroy(wend_score_table* table) {
    wend_free(table->values);
    wend_free(table->weights);
    wend_free(table->ids);
    wend_free(table->scene_names);
    wend_free(table->row_groups);
    wend_free(table->groups);
    wend_free(table->tours);
    wend_free(table->records);
    wend_free(table->scenes);
    wend_free(table->ended_as);
    wend_free(table->facts);
    if (table->memory) arena_destroy(table->memory);
    wend_free(table->memory);
    *table = (wend_score_table){0};
}
