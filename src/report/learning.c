// Reads curve.csv, joins seeds and draws learning curves.
#include "report/learning.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "report/chart.h"
#include "report/chart_frame.h"
#include "report/html.h"

enum { MAX_COLUMNS = 64, MAX_ROWS = 1000000, SHOWN_POINTS = 400 };

// The charts; each is shown for runs that have its column.
typedef struct learning_chart {
    const char *column, *title, *y_label;
    double scale;
    bool share;  // values are in [0, 1]
    bool rare;   // recorded at few steps; drawn with dots
} learning_chart;

static const learning_chart charts[] = {
    {"success", "Training success", "% of the last 100 episodes", 100, true, false},
    {"held_success", "Success on held-out episodes", "% of episodes", 100, true, true},
    {"held_spl", "SPL on held-out episodes", "%", 100, true, true},
    {"reward", "Episode reward", "mean of the last 100", 1, false, false},
    {"length", "Episode length", "mean of the last 100", 1, false, false},
    {"entropy", "Policy entropy", "nats", 1, false, false},
};

// ---- reading ------------------------------------------------------------------------------------

// A run is named after its folder: "runs/oracle/curve.csv" is "oracle".
static void name_curve(const char* path, learning_curve* c) {
    char text[4096];
    snprintf(text, sizeof text, "%s", path);
    char* slash = strrchr(text, '/');
    if (slash && strcmp(slash, "/curve.csv") == 0) *slash = 0;
    slash = strrchr(text, '/');
    snprintf(c->name, sizeof c->name, "%.100s", slash ? slash + 1 : text);
}

// Copies the cell up to a comma or the end of the line, and returns the rest of the line.
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

static wend_status learning_read_row(const char* line, const char* path, int number, double* row,
                                     const learning_curve* c, wend_error* error) {
    char cell[32], *end;
    for (int i = 0; i < c->columns; i++) {
        line = next_cell(line, cell);
        row[i] = *cell ? number_parse(cell, &end) : (double)NAN;
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

static wend_status learning_parse(const char* text, const char* path, learning_curve* c,
                                  wend_error* error) {
    c->titles = wend_alloc_zero(MAX_COLUMNS, sizeof *c->titles);
    if (!c->titles)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    WEND_TRY(read_titles(text, path, c, error));
    int lines = 0;
    const char* first = line_after(text);
    for (const char* line = first; line && *line && lines < MAX_ROWS; line = line_after(line))
        lines++;
    c->values = wend_alloc((size_t)(lines + 1) * (size_t)c->columns * sizeof *c->values);
    if (!c->values)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    // A last line without a newline is still being written and is ignored.
    for (const char* line = first; line && *line && c->rows < lines; line = line_after(line)) {
        if (!line_after(line)) break;
        WEND_TRY(learning_read_row(line, path, c->rows + 2,
                                   c->values + (size_t)c->rows * (size_t)c->columns, c, error));
        c->rows++;
    }
    return WEND_OK;
}

wend_status learning_curve_read(const char* path, learning_curve* c, wend_error* error) {
    char table[4096];
    wend_file_bytes bytes;
    *c = (learning_curve){.seeds = 1};
    if (wend_file_is_folder(path))
        WEND_TRY(wend_file_join(path, "curve.csv", table, sizeof table, error));
    else
        snprintf(table, sizeof table, "%s", path);
    name_curve(table, c);
    WEND_TRY(wend_file_read(table, &bytes, error));
    wend_status status = learning_parse(bytes.data, table, c, error);
    wend_file_bytes_destroy(&bytes);
    if (status != WEND_OK) learning_curve_destroy(c);
    return status;
}

void learning_curve_destroy(learning_curve* c) {
    wend_free(c->titles);
    wend_free(c->values);
    wend_free(c->low);
    wend_free(c->high);
    *c = (learning_curve){.rows = 0};
}

// ---- seeds --------------------------------------------------------------------------------------

// The length of a name without a trailing "_" and number; 0: it has no such suffix.
static size_t learning_stem_of(const char* name) {
    const char* end = strrchr(name, '_');
    if (!end || !end[1] || end[1 + strspn(end + 1, "0123456789")]) return 0;
    return (size_t)(end - name);
}

static bool are_seeds_of_one(const learning_curve* a, const learning_curve* b) {
    size_t stem = learning_stem_of(a->name);
    return stem && stem == learning_stem_of(b->name) && strncmp(a->name, b->name, stem) == 0;
}

static int learning_column_of(const learning_curve* c, const char* title) {
    for (int i = 0; i < c->columns; i++)
        if (strcmp(c->titles[i], title) == 0) return i;
    return -1;
}

static bool have_same_columns(const learning_curve* a, const learning_curve* b) {
    bool same = a->columns == b->columns;
    for (int i = 0; same && i < a->columns; i++) same = strcmp(a->titles[i], b->titles[i]) == 0;
    return same;
}

static wend_status check_alike(const learning_curve* a, const learning_curve* b,
                               wend_error* error) {
    int rows = a->rows < b->rows ? a->rows : b->rows, step = learning_column_of(a, "step");
    const double* own = a->low ? a->low : a->values;  // `values` may already contain sums
    if (!have_same_columns(a, b))
        return wend_fail(error, WEND_ARGUMENT,
                         "%s and %s have other columns; curves of several seeds have the same",
                         a->name, b->name);
    for (int row = 0; row < rows; row++) {
        size_t at = (size_t)row * (size_t)a->columns + (size_t)step;
        if (own[at] != b->values[at])
            return wend_fail(error, WEND_ARGUMENT,
                             "%s is at step %.0f in line %d, %s at %.0f; curves of several seeds "
                             "have the same steps",
                             a->name, own[at], row + 2, b->name, b->values[at]);
    }
    return WEND_OK;
}

// Adds the values of a run; the mean is computed after the last one.
static void add_seed(learning_curve* sum, const learning_curve* one) {
    if (one->rows < sum->rows) sum->rows = one->rows;
    size_t cells = (size_t)sum->rows * (size_t)sum->columns;
    for (size_t i = 0; i < cells; i++) {
        sum->values[i] += one->values[i];
        sum->low[i] = fmin(sum->low[i], one->values[i]);
        sum->high[i] = fmax(sum->high[i], one->values[i]);
    }
    sum->seeds++;
}

static wend_status spread_of(learning_curve* c, wend_error* error) {
    size_t size = (size_t)(c->rows + 1) * (size_t)c->columns * sizeof *c->values;
    c->low = wend_alloc(size);
    c->high = wend_alloc(size);
    if (!c->low || !c->high) return wend_fail(error, WEND_NO_MEMORY, "out of memory for seeds");
    memcpy(c->low, c->values, size);
    memcpy(c->high, c->values, size);
    return WEND_OK;
}

static void take_mean(learning_curve* c) {
    size_t cells = (size_t)c->rows * (size_t)c->columns;
    for (size_t i = 0; i < cells; i++) c->values[i] /= c->seeds;
    c->name[learning_stem_of(c->name)] = 0;
    size_t length = strlen(c->name);
    snprintf(c->name + length, sizeof c->name - length, " (%d seeds)", c->seeds);
}

wend_status learning_curves_join(learning_curve* curves, int* count, wend_error* error) {
    for (int i = 0; i < *count; i++) {
        for (int k = i + 1; k < *count;) {
            if (!are_seeds_of_one(&curves[i], &curves[k])) {
                k++;
                continue;
            }
            WEND_TRY(check_alike(&curves[i], &curves[k], error));
            if (!curves[i].low) WEND_TRY(spread_of(&curves[i], error));
            add_seed(&curves[i], &curves[k]);
            learning_curve_destroy(&curves[k]);
            memmove(curves + k, curves + k + 1, (size_t)(--*count - k) * sizeof *curves);
        }
        if (curves[i].low) take_mean(&curves[i]);
    }
    return WEND_OK;
}

// ---- charts -------------------------------------------------------------------------------------

static double learning_value_at(const learning_curve* c, int row, int column) {
    return column < 0 ? (double)NAN : c->values[(size_t)row * (size_t)c->columns + (size_t)column];
}

// Minimum and maximum over the seeds; of a single run both are its value.
static double low_at(const learning_curve* c, int row, int column) {
    return c->low ? c->low[(size_t)row * (size_t)c->columns + (size_t)column]
                  : learning_value_at(c, row, column);
}
static double high_at(const learning_curve* c, int row, int column) {
    return c->high ? c->high[(size_t)row * (size_t)c->columns + (size_t)column]
                   : learning_value_at(c, row, column);
}

// The ranges of both axes; false when no curve has a value to show.
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
        int x = learning_column_of(c, "step"), y = learning_column_of(c, chart->column);
        for (int row = 0; row < c->rows; row++) {
            double value = learning_value_at(c, row, y), step = learning_value_at(c, row, x);
            if (isfinite(step)) f->end = fmax(f->end, step);  // the same range in all charts
            if (!isfinite(value) || !isfinite(step)) continue;
            any = true;
            f->low = fmin(f->low, low_at(c, row, y));
            f->high = fmax(f->high, high_at(c, row, y));
        }
    }
    chart_frame_round(f);
    return any && f->end > 0;
}

// Long curves are thinned to the resolution of a screen.
static bool learning_is_shown(const learning_chart* chart, const learning_curve* c, int row) {
    int stride = chart->rare ? 1 : 1 + c->rows / SHOWN_POINTS;
    return row % stride == 0 || row == c->rows - 1;
}

// The band between minimum and maximum of several seeds, as a closed polygon.
static void put_band(wend_text_out* out, const chart_frame* f, const learning_chart* chart,
                     const learning_curve* c, int color) {
    int x = learning_column_of(c, "step"), y = learning_column_of(c, chart->column);
    if (!c->low || y < 0) return;
    wend_text_put(out, "<polygon class='band s%d' points='", color % CHART_COLORS);
    for (int i = 0; i < 2 * c->rows; i++) {
        int row = i < c->rows ? i : 2 * c->rows - 1 - i;
        if (!learning_is_shown(chart, c, row) || !isfinite(learning_value_at(c, row, y))) continue;
        wend_text_put(out, "%.1f,%.1f ", chart_frame_x(f, learning_value_at(c, row, x)),
                      chart_frame_y(f, i < c->rows ? low_at(c, row, y) : high_at(c, row, y)));
    }
    wend_text_put(out, "'/>\n");
}

static void learning_put_curve(wend_text_out* out, const chart_frame* f,
                               const learning_chart* chart, const learning_curve* c, int color) {
    int x = learning_column_of(c, "step"), y = learning_column_of(c, chart->column);
    wend_text_put(out, "<polyline class='curve c%d%s' points='", color % CHART_COLORS,
                  color >= CHART_COLORS ? " dashed" : "");
    for (int row = 0; row < c->rows; row++) {
        double value = learning_value_at(c, row, y);
        if (isfinite(value) && learning_is_shown(chart, c, row))
            wend_text_put(out, "%.1f,%.1f ", chart_frame_x(f, learning_value_at(c, row, x)),
                          chart_frame_y(f, value));
    }
    wend_text_put(out, "'/>\n");
    for (int row = 0; chart->rare && row < c->rows; row++) {
        double value = learning_value_at(c, row, y);
        if (isfinite(value))
            wend_text_put(out, "<circle class='s%d' cx='%.1f' cy='%.1f' r='3.5'/>",
                          color % CHART_COLORS, chart_frame_x(f, learning_value_at(c, row, x)),
                          chart_frame_y(f, value));
    }
}

static void put_chart(wend_text_out* out, const chart_frame* f, const learning_chart* chart,
                      const learning_curve* curves, int count) {
    chart_frame_open(out, f);
    for (int i = 0; i < count; i++) put_band(out, f, chart, &curves[i], i);
    for (int i = 0; i < count; i++) learning_put_curve(out, f, chart, &curves[i], i);
    wend_text_put(out, "</svg>\n<ul class='legend'>");
    for (int i = 0; i < count; i++) {
        wend_text_put(out, "<li><span class='name'><i class='dot s%d%s'></i>", i % CHART_COLORS,
                      i >= CHART_COLORS ? " ring" : "");
        html_text(out, curves[i].name);
        wend_text_put(out, "</span></li>");
    }
    wend_text_put(out, "</ul></figure>\n");
}

void learning_put(wend_text_out* out, const learning_curve* curves, int count) {
    wend_text_put(out, "<div class='charts'>\n");
    for (size_t i = 0; i < sizeof charts / sizeof *charts; i++) {
        chart_frame f;
        if (fit_frame(&charts[i], curves, count, &f)) put_chart(out, &f, &charts[i], curves, count);
    }
    wend_text_put(out, "</div>\n");
}
