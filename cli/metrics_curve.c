#include "metrics_curve.h"

#include <stdlib.h>
#include <string.h>

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

wend_status metrics_curve(const char* const* logs, int count, const char* path, wend_error* error) {
    curve_point points[METRICS_CURVE_LOGS];
    double x[METRICS_CURVE_LOGS], y[CURVES][METRICS_CURVE_LOGS];
    wend_line_series series[CURVES];
    for (int i = 0; i < count; i++) WEND_TRY(metrics_curve_read_point(logs[i], &points[i], error));
    qsort(points, (size_t)count, sizeof *points, metrics_curve_compare_points);
    for (int i = 0; i < count; i++) x[i] = points[i].goals;
    for (int k = 0; k < CURVES; k++) {
        for (int i = 0; i < count; i++) y[k][i] = points[i].means[k];
        series[k] = (wend_line_series){columns[k], x, y[k], count};
    }
    wend_line_plot plot = {.title = "MultiON by the number of goals",
                           .x_label = "goals",
                           .y_label = "per cent",
                           .series = series,
                           .series_count = CURVES};
    return wend_line_plot_save(&plot, path, error);
}
