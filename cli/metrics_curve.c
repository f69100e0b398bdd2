#include "metrics_curve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/files.h"
#include "wend/log.h"
#include "wend/metrics.h"
#include "wend/report.h"

enum { CURVES = 4 };
static const char* const columns[CURVES] = {"success", "progress", "spl", "ppl"};

typedef struct curve_point {
    double goals;
    double means[CURVES];  // percent
} curve_point;

static wend_status take_means(const wend_score_table* table, const char* name, curve_point* point,
                              wend_error* error) {
    for (int k = 0; k < CURVES; k++) {
        int column = 0;
        while (column < table->columns && strcmp(table->names[column], columns[k]) != 0) column++;
        if (column == table->columns)
            return wend_fail(error, WEND_ARGUMENT,
                             "%s: a log of %s has no %s; --curve needs MultiON logs", name,
                             table->task, columns[k]);
        point->means[k] = 100 * table->means[column].mean;
    }
    return WEND_OK;
}

static wend_status metrics_curve_read_point(const char* path, curve_point* point,
                                            wend_error* error) {
    wend_log_set log;
    wend_score_table table;
    WEND_TRY(wend_log_read(path, &log, error));
    wend_status status = wend_score_compute(&log, path, &table, error);
    if (status == WEND_OK) {
        status = take_means(&table, path, point, error);
        if (status == WEND_OK && !table.rows)
            status = wend_fail(error, WEND_FORMAT, "%s: the log has no episodes", path);
        if (status == WEND_OK) point->goals = wend_score_count_goals(&table, 0);
        wend_score_destroy(&table);
    }
    wend_log_destroy(&log);
    return status;
}

static int metrics_curve_compare_points(const void* a, const void* b) {
    const curve_point *p = a, *q = b;
    return (p->goals > q->goals) - (p->goals < q->goals);
}

static wend_status metrics_curve_goals(const metrics_curve_def* def, wend_error* error) {
    curve_point points[METRICS_CURVE_LOGS];
    int count = def->count;
    double x[METRICS_CURVE_LOGS], y[CURVES][METRICS_CURVE_LOGS];
    wend_line_series series[CURVES];
    for (int i = 0; i < count; i++)
        WEND_TRY(metrics_curve_read_point(def->inputs[i], &points[i], error));
    qsort(points, (size_t)count, sizeof *points, metrics_curve_compare_points);
    for (int i = 0; i < count; i++) x[i] = points[i].goals;
    for (int k = 0; k < CURVES; k++) {
        for (int i = 0; i < count; i++) y[k][i] = points[i].means[k];
        series[k] = (wend_line_series){.name = columns[k], .x = x, .y = y[k], .count = count};
    }
    wend_line_plot plot = {.title = "MultiON by the number of goals",
                           .x_label = "goals",
                           .y_label = "per cent",
                           .series = series,
                           .series_count = CURVES};
    return wend_line_plot_save(&plot, def->plot, error);
}

// ---- over steps ---------------------------------------------------------------------------------

static void metrics_curve_put(wend_text_out* out, const wend_metric_curve* c) {
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < c->columns; k++) {
            const wend_interval* v = &c->points[i].means[k];
            wend_text_put(out, "%s,%.9g,%s,%.9g,%.9g,%.9g,%d,%d\n", c->name, c->points[i].step,
                          c->names[k], v->mean, v->scene_low, v->scene_high, v->count, v->scenes);
        }
}

static wend_status metrics_curve_save_csv(const wend_metric_curve* curves, int count,
                                          const char* path, wend_error* error) {
    wend_text_out out = {0};
    wend_text_put(&out, "name,step,metric,mean,low,high,episodes,scenes\n");
    for (int i = 0; i < count; i++) metrics_curve_put(&out, &curves[i]);
    wend_status status = wend_text_save(&out, path, error);
    wend_text_destroy(&out);
    return status;
}

// A share in per cent.
static double metrics_curve_scale(const char* metric) {
    return strcmp(metric, "steps") == 0 || strcmp(metric, "path_length") == 0 ||
                   strcmp(metric, "collisions") == 0
               ? 1
               : 100;
}

static wend_status metrics_curve_lacks(const wend_metric_curve* c, const char* metric,
                                       wend_error* error) {
    char all[512] = "";
    for (int i = 0; i < c->columns; i++) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", c->names[i]);
    }
    return wend_fail(error, WEND_ARGUMENT, "%s: there is no metric '%s'; there are %s", c->name,
                     metric, all);
}

// The columns of a series: x, y, low, high.
static wend_status metrics_curve_series(const wend_metric_curve* c, const char* metric,
                                        double** memory, wend_line_series* series,
                                        wend_error* error) {
    int column = wend_metric_curve_find(c, metric);
    double scale = metrics_curve_scale(metric);
    size_t count = (size_t)c->count;
    if (column < 0) return metrics_curve_lacks(c, metric, error);
    double* x = *memory = wend_alloc(4 * count * sizeof *x + 1);
    if (!x) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a plot");
    for (size_t i = 0; i < count; i++) {
        const wend_interval* v = &c->points[i].means[column];
        x[i] = c->points[i].step;
        x[count + i] = scale * v->mean;
        x[2 * count + i] = scale * v->scene_low;
        x[3 * count + i] = scale * v->scene_high;
    }
    *series = (wend_line_series){.name = c->name,
                                 .x = x,
                                 .y = x + count,
                                 .count = c->count,
                                 .low = x + 2 * count,
                                 .high = x + 3 * count};
    return WEND_OK;
}

// Names in the legend lack the part behind a '_' that all of them share: oracle-map_0_homes3 and
// smt_0_homes3 are oracle-map and smt.
static void metrics_curve_shorten(const wend_metric_curve* curves, int count, char (*names)[128]) {
    for (int i = 0; i < count; i++) snprintf(names[i], sizeof names[i], "%.127s", curves[i].name);
    for (bool same = count > 1; same;) {
        const char* end = strrchr(names[0], '_');
        for (int i = 1; i < count && same; i++) {
            const char* other = strrchr(names[i], '_');
            same = end && other && other > names[i] && strcmp(end, other) == 0;
        }
        same = same && end > names[0];
        for (int i = 0; i < count && same; i++) *strrchr(names[i], '_') = 0;
    }
}

static wend_status metrics_curve_draw(const metrics_curve_def* def, const wend_metric_curve* curves,
                                      wend_error* error) {
    wend_line_series series[METRICS_CURVE_LOGS] = {{0}};
    double* memory[METRICS_CURVE_LOGS] = {0};
    char names[METRICS_CURVE_LOGS][128];
    bool trains = def->over == METRICS_OVER_TRAINING;
    char y_label[96];
    wend_status status = WEND_OK;
    for (int i = 0; i < def->count && status == WEND_OK; i++)
        status = metrics_curve_series(&curves[i], def->metric, &memory[i], &series[i], error);
    metrics_curve_shorten(curves, def->count, names);
    for (int i = 0; i < def->count; i++) series[i].name = names[i];
    snprintf(y_label, sizeof y_label, "%s%s", def->metric,
             metrics_curve_scale(def->metric) > 1 ? ", per cent" : "");
    wend_line_plot plot = {
        .title = trains ? "Held-out episodes during training, 95 % intervals by scene"
                        : "Within a number of steps, 95 % intervals by scene",
        .x_label = trains ? "training steps" : "steps of an episode",
        .y_label = y_label,
        .series = series,
        .series_count = def->count};
    if (status == WEND_OK) status = wend_line_plot_save(&plot, def->plot, error);
    for (int i = 0; i < def->count; i++) wend_free(memory[i]);
    return status;
}

static wend_status metrics_curve_steps(const metrics_curve_def* def, wend_error* error) {
    wend_metric_curve curves[METRICS_CURVE_LOGS];
    wend_status status = WEND_OK;
    memset(curves, 0, sizeof curves);
    for (int i = 0; i < def->count && status == WEND_OK; i++)
        status = def->over == METRICS_OVER_TRAINING
                     ? wend_metric_curve_of_run(def->inputs[i], &curves[i], error)
                     : wend_metric_curve_of_log(def->inputs[i], &curves[i], error);
    if (status == WEND_OK && def->plot) status = metrics_curve_draw(def, curves, error);
    if (status == WEND_OK && def->csv)
        status = metrics_curve_save_csv(curves, def->count, def->csv, error);
    for (int i = 0; i < def->count; i++) wend_metric_curve_destroy(&curves[i]);
    return status;
}

wend_status metrics_curve(const metrics_curve_def* def, wend_error* error) {
    return def->over == METRICS_OVER_GOALS ? metrics_curve_goals(def, error)
                                           : metrics_curve_steps(def, error);
}

bool metrics_curve_find_over(const char* word, metrics_curve_over* over) {
    static const char* const words[] = {"goals", "steps", "training"};
    for (int i = 0; i < 3; i++)
        if (strcmp(word, words[i]) == 0) {
            *over = (metrics_curve_over)i;
            return true;
        }
    return false;
}
