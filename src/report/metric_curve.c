// Means of metrics over steps: of training, from the evaluations of a run, and of episodes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "report/learning.h"

#include "wend/report.h"

enum { EPISODE_POINTS = 50 };

static wend_status curve_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a curve");
}

void wend_metric_curve_destroy(wend_metric_curve* c) {
    wend_free(c->points);
    *c = (wend_metric_curve){.count = 0};
}

static wend_status curve_push(wend_metric_curve* c, double step, wend_metric_point** point,
                              wend_error* error) {
    if (!array_reserve((void**)&c->points, (size_t)c->count, &c->capacity, 1, sizeof *c->points))
        return curve_no_memory(error);
    *point = &c->points[c->count++];
    **point = (wend_metric_point){.step = step};
    return WEND_OK;
}

// The last part of a path, without its extension.
static void curve_name(wend_metric_curve* c, const char* path) {
    char text[4096];
    snprintf(text, sizeof text, "%s", path);
    size_t size = strlen(text);
    while (size > 1 && text[size - 1] == '/') text[--size] = 0;
    char* slash = strrchr(text, '/');
    snprintf(c->name, sizeof c->name, "%.127s", slash ? slash + 1 : text);
    char* dot = strrchr(c->name, '.');
    if (dot && strcmp(dot, ".wlog") == 0) *dot = 0;
}

int wend_metric_curve_find(const wend_metric_curve* c, const char* metric) {
    for (int i = 0; i < c->columns; i++)
        if (strcmp(c->names[i], metric) == 0) return i;
    return -1;
}

// ---- training -----------------------------------------------------------------------------------

static wend_status curve_add_log(wend_metric_curve* c, const char* path, double step,
                                 wend_error* error) {
    wend_log_set log;
    wend_score_table table;
    wend_metric_point* point = NULL;
    WEND_TRY(wend_log_read(path, &log, error));
    wend_status status = wend_score_compute(&log, path, &table, error);
    if (status == WEND_OK) {
        status = curve_push(c, step, &point, error);
        if (status == WEND_OK) {
            c->columns = table.columns;
            for (int i = 0; i < table.columns; i++) {
                snprintf(c->names[i], sizeof c->names[i], "%s", table.names[i]);
                point->means[i] = table.means[i];
            }
        }
        wend_score_destroy(&table);
    }
    wend_log_destroy(&log);
    return status;
}

// The step of an update in the run's table; NAN: it has none.
static double curve_step_of(const learning_curve* table, int update) {
    int updates = -1, steps = -1;
    for (int i = 0; i < table->columns; i++) {
        if (strcmp(table->titles[i], "update") == 0) updates = i;
        if (strcmp(table->titles[i], "step") == 0) steps = i;
    }
    for (int row = 0; updates >= 0 && row < table->rows; row++) {
        const double* values = table->values + (size_t)row * (size_t)table->columns;
        if (values[updates] == update) return values[steps];
    }
    return (double)NAN;
}

static wend_status curve_add_held_out(wend_metric_curve* c, const char* folder, const char* name,
                                      const learning_curve* table, double before,
                                      wend_error* error) {
    char path[4096], rest[8];
    int update;
    if (sscanf(name, "held_out_%d.%4s", &update, rest) != 2 || strcmp(rest, "wlog") != 0)
        return WEND_OK;
    double step = curve_step_of(table, update);
    if (!isfinite(step)) return WEND_OK;  // a later evaluation than the table: it is still written
    WEND_TRY(wend_file_join(folder, name, path, sizeof path, error));
    return curve_add_log(c, path, before + step, error);
}

// The evaluations of a folder without stages. `*steps` grows by the steps of its training.
static wend_status curve_add_stage(wend_metric_curve* c, const char* folder, double* steps,
                                   wend_error* error) {
    wend_file_list names;
    learning_curve table;
    WEND_TRY(learning_curve_read(folder, &table, error));
    wend_status status = wend_file_list_read(folder, &names, error);
    if (status == WEND_OK) {
        for (int i = 0; i < names.count && status == WEND_OK; i++)
            status = curve_add_held_out(c, folder, names.names[i], &table, *steps, error);
        wend_file_list_destroy(&names);
    }
    double last = 0;
    for (int i = 0; table.rows && i < table.columns; i++)
        if (strcmp(table.titles[i], "step") == 0)
            last = table.values[(size_t)(table.rows - 1) * (size_t)table.columns + (size_t)i];
    *steps += last;
    learning_curve_destroy(&table);
    return status;
}

// The folder of stage `number`: stage_1_NAME.
static wend_status curve_find_stage(const char* folder, int number, char* path, size_t size,
                                    bool* found, wend_error* error) {
    wend_file_list names;
    char start[32];
    snprintf(start, sizeof start, "stage_%d_", number);
    *found = false;
    WEND_TRY(wend_file_list_read(folder, &names, error));
    wend_status status = WEND_OK;
    for (int i = 0; i < names.count && !*found; i++) {
        if (strncmp(names.names[i], start, strlen(start)) != 0) continue;
        status = wend_file_join(folder, names.names[i], path, size, error);
        *found = true;
    }
    wend_file_list_destroy(&names);
    return status;
}

static wend_status curve_add_run(wend_metric_curve* c, const char* folder, wend_error* error) {
    char path[4096];
    double steps = 0;
    bool found;
    for (int number = 1;; number++) {
        WEND_TRY(curve_find_stage(folder, number, path, sizeof path, &found, error));
        if (!found && number == 1) WEND_TRY(curve_add_stage(c, folder, &steps, error));
        if (!found) break;
        WEND_TRY(curve_add_stage(c, path, &steps, error));
    }
    if (c->count) return WEND_OK;
    return wend_fail(error, WEND_NOT_FOUND,
                     "%s: no evaluations; train with --held-out and a smaller --evaluate-every",
                     folder);
}

wend_status wend_metric_curve_of_run(const char* folder, wend_metric_curve* c, wend_error* error) {
    *c = (wend_metric_curve){.count = 0};
    curve_name(c, folder);
    wend_status status = curve_add_run(c, folder, error);
    if (status != WEND_OK) wend_metric_curve_destroy(c);
    return status;
}

// ---- episodes -----------------------------------------------------------------------------------

static const char* const multion_columns[] = {"success", "progress", "spl", "ppl"};
enum { MULTION_CURVES = 4 };

// 1, 2 or 5 times a power of ten: at most EPISODE_POINTS of them up to `max`.
static int curve_spacing(int max) {
    const int factors[] = {1, 2, 5};
    for (int power = 1;; power *= 10)
        for (int i = 0; i < 3; i++)
            if (max <= EPISODE_POINTS * factors[i] * power) return factors[i] * power;
}

static wend_status curve_add_step(wend_metric_curve* c, const wend_log_set* log,
                                  const wend_score_table* table, int step, double* values,
                                  wend_error* error) {
    static const bool shares[MULTION_CURVES] = {true, true, true, true};
    wend_bootstrap_def def = wend_bootstrap_default_def();
    wend_metric_point* point = NULL;
    for (int row = 0; row < table->rows; row++) {
        wend_multion_score score;
        wend_score_multion_within(table, log, row, step, &score);
        const double all[] = {score.success, score.progress, score.spl, score.ppl};
        memcpy(values + (size_t)row * MULTION_CURVES, all, sizeof all);
    }
    def.values = values;
    def.weights = table->weights;
    def.shares = shares;
    def.scenes = table->scenes;
    def.scene_count = table->scene_count;
    def.count = table->rows;
    def.columns = MULTION_CURVES;
    WEND_TRY(curve_push(c, step, &point, error));
    return wend_bootstrap_means(&def, point->means, error);
}

static wend_status curve_add_steps(wend_metric_curve* c, const wend_log_set* log,
                                   const wend_score_table* table, const char* path,
                                   wend_error* error) {
    wend_multion_score unused;
    int max = 1;
    WEND_TRY(wend_score_check_played(log, path, table, error));
    if (!wend_score_multion_within(table, log, 0, 0, &unused))
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: a log of %s; curves over the steps of episodes are MultiON's", path,
                         table->task);
    for (int row = 0; row < table->rows; row++)
        max = (int)fmax(max, log->records[table->records[row]].steps);
    double* values = wend_alloc((size_t)table->rows * MULTION_CURVES * sizeof *values);
    if (!values) return curve_no_memory(error);
    c->columns = MULTION_CURVES;
    for (int i = 0; i < MULTION_CURVES; i++)
        snprintf(c->names[i], sizeof c->names[i], "%s", multion_columns[i]);
    int spacing = curve_spacing(max);
    wend_status status = WEND_OK;
    for (int step = spacing; step < max + spacing && status == WEND_OK; step += spacing)
        status = curve_add_step(c, log, table, step < max ? step : max, values, error);
    wend_free(values);
    return status;
}

wend_status wend_metric_curve_of_log(const char* path, wend_metric_curve* c, wend_error* error) {
    wend_log_set log;
    wend_score_table table;
    *c = (wend_metric_curve){.count = 0};
    curve_name(c, path);
    WEND_TRY(wend_log_read(path, &log, error));
    wend_status status = wend_score_compute(&log, path, &table, error);
    if (status == WEND_OK) {
        status = curve_add_steps(c, &log, &table, path, error);
        wend_score_destroy(&table);
    }
    wend_log_destroy(&log);
    if (status != WEND_OK) wend_metric_curve_destroy(c);
    return status;
}
