#include "report/learning.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/chart.h"
#include "report/chart_frame.h"
#include "report/html.h"

enum { MAX_COLUMNS = 64, MAX_ROWS = 1000000, SHOWN_POINTS = 400 };

// What is shown of a run, where its table has it.
typedef struct learning_chart {
    const char *column, *title, *y_label;
    double scale;
    bool share;  // from 0 to 1
    bool rare;   // known at few steps, which get dots
} learning_chart;

static const learning_chart charts[] = {
    {"success", "Success while learning", "% of the last 100 episodes", 100, true, false},
    {"held_success", "Success on held-out episodes", "% of episodes", 100, true, true},
    {"held_spl", "SPL on held-out episodes", "%", 100, true, true},
    {"reward", "Reward of an episode", "mean of the last 100", 1, false, false},
    {"length", "Steps of an episode", "mean of the last 100", 1, false, false},
    {"entropy", "Entropy of the policy", "nats", 1, false, false},
};

// ---- reading ------------------------------------------------------------------------------------

// The run is called as its folder: "runs/oracle/curve.csv" is "oracle".
static void name_curve(const char* path, learning_curve* c) {
    char text[4096];
    snprintf(text, sizeof text, "%s", path);
    char* slash = strrchr(text, '/');
    if (slash && strcmp(slash, "/curve.csv") == 0) *slash = 0;
    slash = strrchr(text, '/');
    snprintf(c->name, sizeof c->name, "%.100s", slash ? slash + 1 : text);
}

// The cell up to a comma or the end of the line, and what follows.
static const char* next_cell(const char* line, char cell[32]) {
    size_t size = strcspn(line, ",\r\n"), kept = size < 31 ? size : 31;
    memcpy(cell, line, kept);
    cell[kept] = 0;
    return line + size;
}

static wend_status read_titles(const char* line, const char* path, learning_curve* c,
                               wend_error* error) {
    char cell[32];
    bool steps = false;
    for (const char* at = line;; at++) {
        at = next_cell(at, cell);
        if (c->columns == MAX_COLUMNS || !*cell)
            return wend_fail(error, WEND_FORMAT,
                             "%s:1: no table of a training run (1 to %d named columns)", path,
                             MAX_COLUMNS);
        memcpy(c->titles[c->columns++], cell, sizeof cell);
        steps |= strcmp(cell, "step") == 0;
        if (*at != ',') break;
    }
    return steps
               ? WEND_OK
               : wend_fail(error, WEND_FORMAT,
                           "%s:1: no column 'step'; is it the curve.csv of a training run?", path);
}

static wend_status read_row(const char* line, const char* path, int number, double* row,
                            const learning_curve* c, wend_error* error) {
    char cell[32], *end;
    for (int i = 0; i < c->columns; i++) {
        line = next_cell(line, cell);
        row[i] = *cell ? strtod(cell, &end) : (double)NAN;
        if ((*cell && *end) || isinf(row[i]))
            return wend_fail(error, WEND_FORMAT, "%s:%d: '%s' is no number", path, number, cell);
        if ((*line == ',') != (i + 1 < c->columns))
            return wend_fail(error, WEND_FORMAT, "%s:%d: not the %d cells of the first line", path,
                             number, c->columns);
        if (*line == ',') line++;
    }
    return WEND_OK;
}

static const char* line_after(const char* line) {
    const char* end = strchr(line, '\n');
    return end ? end + 1 : NULL;
}

static wend_status parse(const char* text, const char* path, learning_curve* c, wend_error* error) {
    c->titles = wend_alloc_zero(MAX_COLUMNS, sizeof *c->titles);
    if (!c->titles) return wend_fail(error, WEND_NO_MEMORY, "%s: no memory for it", path);
    WEND_TRY(read_titles(text, path, c, error));
    int lines = 0;
    const char* first = line_after(text);
    for (const char* line = first; line && *line && lines < MAX_ROWS; line = line_after(line))
        lines++;
    c->values = wend_alloc((size_t)(lines + 1) * (size_t)c->columns * sizeof *c->values);
    if (!c->values) return wend_fail(error, WEND_NO_MEMORY, "%s: no memory for it", path);
    // A last line without an end is one that is still being written.
    for (const char* line = first; line && *line && c->rows < lines; line = line_after(line)) {
        if (!line_after(line)) break;
        WEND_TRY(read_row(line, path, c->rows + 2, c->values + (size_t)c->rows * (size_t)c->columns,
                          c, error));
        c->rows++;
    }
    return WEND_OK;
}

wend_status learning_curve_read(const char* path, learning_curve* c, wend_error* error) {
    char table[4096];
    file_bytes bytes;
    *c = (learning_curve){.rows = 0};
    if (file_is_folder(path))
        WEND_TRY(file_join(path, "curve.csv", table, sizeof table, error));
    else
        snprintf(table, sizeof table, "%s", path);
    name_curve(table, c);
    WEND_TRY(file_read(table, &bytes, error));
    wend_status status = parse(bytes.data, table, c, error);
    file_bytes_destroy(&bytes);
    if (status != WEND_OK) learning_curve_destroy(c);
    return status;
}

void learning_curve_destroy(learning_curve* c) {
    wend_free(c->titles);
    wend_free(c->values);
    *c = (learning_curve){.rows = 0};
}

// ---- charts -------------------------------------------------------------------------------------

static int column_of(const learning_curve* c, const char* title) {
    for (int i = 0; i < c->columns; i++)
        if (strcmp(c->titles[i], title) == 0) return i;
    return -1;
}

static double value_at(const learning_curve* c, int row, int column) {
    return column < 0 ? (double)NAN : c->values[(size_t)row * (size_t)c->columns + (size_t)column];
}

// The ends of both axes; false when no curve has anything to show.
static bool fit_frame(const learning_chart* chart, const learning_curve* curves, int count,
                      chart_frame* f) {
    bool any = false;
    *f = (chart_frame){.title = chart->title,
                       .x_label = "steps",
                       .y_label = chart->y_label,
                       .x_scale = 1,
                       .y_scale = chart->scale,
                       .high = chart->share ? 1 : 0};
    for (int i = 0; i < count; i++) {
        const learning_curve* c = &curves[i];
        int x = column_of(c, "step"), y = column_of(c, chart->column);
        for (int row = 0; row < c->rows; row++) {
            double value = value_at(c, row, y), step = value_at(c, row, x);
            if (isfinite(step)) f->end = fmax(f->end, step);  // the same for all charts
            if (!isfinite(value) || !isfinite(step)) continue;
            any = true;
            f->low = fmin(f->low, value);
            f->high = fmax(f->high, value);
        }
    }
    chart_frame_round(f);
    return any && f->end > 0;
}

// Of long curves as many points as a screen can tell apart.
static void put_curve(text_out* out, const chart_frame* f, const learning_chart* chart,
                      const learning_curve* c, int color) {
    int x = column_of(c, "step"), y = column_of(c, chart->column);
    int stride = chart->rare ? 1 : 1 + c->rows / SHOWN_POINTS;
    text_put(out, "<polyline class='curve c%d%s' points='", color % CHART_COLORS,
             color >= CHART_COLORS ? " dashed" : "");
    for (int row = 0; row < c->rows; row++) {
        double value = value_at(c, row, y);
        if (isfinite(value) && (row % stride == 0 || row == c->rows - 1))
            text_put(out, "%.1f,%.1f ", chart_frame_x(f, value_at(c, row, x)),
                     chart_frame_y(f, value));
    }
    text_put(out, "'/>\n");
    for (int row = 0; chart->rare && row < c->rows; row++) {
        double value = value_at(c, row, y);
        if (isfinite(value))
            text_put(out, "<circle class='s%d' cx='%.1f' cy='%.1f' r='3.5'/>", color % CHART_COLORS,
                     chart_frame_x(f, value_at(c, row, x)), chart_frame_y(f, value));
    }
}

static void put_chart(text_out* out, const chart_frame* f, const learning_chart* chart,
                      const learning_curve* curves, int count) {
    chart_frame_open(out, f);
    for (int i = 0; i < count; i++) put_curve(out, f, chart, &curves[i], i);
    text_put(out, "</svg>\n<ul class='legend'>");
    for (int i = 0; i < count; i++) {
        text_put(out, "<li><span class='name'><i class='dot s%d%s'></i>", i % CHART_COLORS,
                 i >= CHART_COLORS ? " ring" : "");
        html_text(out, curves[i].name);
        text_put(out, "</span></li>");
    }
    text_put(out, "</ul></figure>\n");
}

void learning_put(text_out* out, const learning_curve* curves, int count) {
    text_put(out, "<section>\n<h2>Learning</h2>\n<div class='charts'>\n");
    for (size_t i = 0; i < sizeof charts / sizeof *charts; i++) {
        chart_frame f;
        if (fit_frame(&charts[i], curves, count, &f)) put_chart(out, &f, &charts[i], curves, count);
    }
    text_put(out, "</div>\n</section>\n");
}
