// Bars, stacked bars and curves as inline SVG.
#include "report/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart_frame.h"
#include "report/html.h"

void chart_name(wend_text_out* out, const report_run* run) {
    wend_text_put(out, "<span class='name'><i class='dot s%d'></i>", run->color % CHART_COLORS);
    html_text(out, run->name);
    if (run->header.oracle)
        wend_text_put(out, " <span class='oracle' title='has ground truth'>oracle</span>");
    wend_text_put(out, "</span>");
}

// ---- bars ---------------------------------------------------------------------------------------

static double within(double share) { return share < 0 ? 0 : share > 1 ? 1 : share; }

void chart_share(wend_text_out* out, int color, double share) {
    wend_text_put(
        out,
        "<span class='share'><svg class='bar' width='100%%' height='14' aria-hidden='true'>"
        "<rect class='rail' width='100%%' height='14' rx='2'/>"
        "<rect class='s%d' width='%.2f%%' height='14' rx='2'/></svg><b>%.0f %%</b></span>",
        color % CHART_COLORS, 100 * within(share), 100 * share);
}

static void put_bar(wend_text_out* out, const report_run* run, const wend_interval* v) {
    double low = 100 * within(v->low), high = 100 * within(v->high);
    wend_text_put(out, "<div class='row'>");
    chart_name(out, run);
    wend_text_put(
        out,
        "<svg class='bar' width='100%%' height='22' role='img' aria-label='%.1f per cent, 95 "
        "per cent interval %.1f to %.1f'>"
        "<rect class='rail' y='3' width='100%%' height='16' rx='3'/>"
        "<rect class='s%d' y='3' width='%.2f%%' height='16' rx='3'/>",
        100 * v->mean, 100 * v->low, 100 * v->high, run->color % CHART_COLORS,
        100 * within(v->mean));
    if (high > low)
        wend_text_put(out,
                      "<line class='whisker' x1='%.2f%%' x2='%.2f%%' y1='11' y2='11'/>"
                      "<line class='whisker' x1='%.2f%%' x2='%.2f%%' y1='6' y2='16'/>"
                      "<line class='whisker' x1='%.2f%%' x2='%.2f%%' y1='6' y2='16'/>",
                      low, high, low, low, high, high);
    wend_text_put(out, "</svg><b class='value'>%.1f %%</b></div>\n", 100 * v->mean);
}

void chart_bars(wend_text_out* out, const report_group* g) {
    const wend_score_table* first = &g->runs[0]->table;
    wend_text_put(out, "<div class='charts'>\n");
    for (int c = 0; c < first->columns; c++) {
        wend_score_meaning meaning = wend_score_meaning_of(first->names[c]);
        if (strcmp(meaning.unit, "%") != 0) continue;
        wend_text_put(out, "<figure class='chart'><figcaption>");
        html_text(out, meaning.title);
        wend_text_put(out, "</figcaption>\n");
        for (int r = 0; r < g->run_count; r++)
            put_bar(out, g->runs[r], &g->runs[r]->table.means[c]);
        wend_text_put(out, "</figure>\n");
    }
    wend_text_put(out, "</div>\n");
}

// ---- endings ------------------------------------------------------------------------------------

static void put_endings(wend_text_out* out, const report_run* run) {
    const wend_score_table* t = &run->table;
    int counts[WEND_SCORE_MAX_ENDINGS] = {0};
    for (int i = 0; i < t->rows; i++) counts[t->ended_as[i]]++;
    wend_text_put(out, "<div class='row'>");
    chart_name(out, run);
    wend_text_put(out, "<svg class='bar' width='100%%' height='28' role='img' aria-label='");
    for (int e = 0; e < t->ending_count; e++) {
        wend_text_put(out, "%s", e ? ", " : "");
        html_text(out, t->endings[e]);
        wend_text_put(out, " %d", counts[e]);
    }
    wend_text_put(out, "'><rect class='rail' width='100%%' height='28' rx='3'/>");
    double left = 0;
    for (int e = 0; e < t->ending_count && t->rows; e++) {
        double share = 100.0 * counts[e] / t->rows;
        if (!counts[e]) continue;
        wend_text_put(out, "<rect class='e%d' x='%.2f%%' width='%.2f%%' height='28'><title>",
                      e % CHART_COLORS, left, share);
        html_text(out, t->endings[e]);
        wend_text_put(out, ": %d of %d</title></rect>", counts[e], t->rows);
        if (share >= 7)
            wend_text_put(
                out, "<text class='on-e%d' x='%.2f%%' y='19' text-anchor='middle'>%.0f %%</text>",
                e % CHART_COLORS, left + share / 2, share);
        left += share;
    }
    wend_text_put(out, "</svg><b class='value'>n = %d</b></div>\n", t->rows);
}

void chart_endings(wend_text_out* out, const report_group* g) {
    const wend_score_table* max =
        &g->runs[0]->table;  // the longest list: some runs have agent errors
    for (int r = 1; r < g->run_count; r++)
        if (g->runs[r]->table.ending_count > max->ending_count) max = &g->runs[r]->table;
    wend_text_put(out, "<figure class='chart wide'>\n<ul class='legend'>");
    for (int e = 0; e < max->ending_count; e++) {
        wend_text_put(out, "<li><i class='dot e%d'></i>", e % CHART_COLORS);
        html_text(out, max->endings[e]);
        wend_text_put(out, "</li>");
    }
    wend_text_put(out, "</ul>\n");
    for (int r = 0; r < g->run_count; r++) put_endings(out, g->runs[r]);
    wend_text_put(out, "</figure>\n");
}

// ---- curves -------------------------------------------------------------------------------------

enum { CURVE_POINTS = 200 };

static chart_frame frame_of_shares(const char* title, const char* x_label, double scale) {
    return (chart_frame){.title = title,
                         .x_label = x_label,
                         .y_label = "% of episodes",
                         .end = 1,
                         .x_scale = scale,
                         .high = 1,
                         .y_scale = 100};
}

static void close_curves(wend_text_out* out, const report_group* g) {
    wend_text_put(out, "</svg>\n<ul class='legend'>");
    for (int r = 0; r < g->run_count; r++) {
        wend_text_put(out, "<li>");
        chart_name(out, g->runs[r]);
        wend_text_put(out, "</li>");
    }
    wend_text_put(out, "</ul></figure>\n");
}

static int chart_compare_doubles(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Share of `all` episodes with a value at or below x (or at or above it), along the axis. `values`
// must be sorted.
static void chart_put_curve(wend_text_out* out, const report_run* run, const chart_frame* f,
                            const double* values, int count, bool below) {
    int all = run->table.rows, at = 0;
    wend_text_put(out, "<polyline class='curve c%d%s' points='", run->color % CHART_COLORS,
                  run->header.oracle ? " dashed" : "");
    for (int i = 0; i <= CURVE_POINTS; i++) {
        double x = f->end * i / CURVE_POINTS;
        while (at < count && (below ? values[at] <= x * 1.000001 : values[at] < x * 0.999999)) at++;
        double share = all ? (double)(below ? at : count - at) / all : 0;
        wend_text_put(out, "%.1f,%.1f ", chart_frame_x(f, x), chart_frame_y(f, share));
    }
    wend_text_put(out, "'/>\n");
}

static double* room_for_values(const report_group* g, wend_error* error) {
    int max = 1;
    for (int r = 0; r < g->run_count; r++)
        if (g->runs[r]->table.rows > max) max = g->runs[r]->table.rows;
    double* values = wend_alloc((size_t)max * sizeof *values);
    if (!values) (void)wend_fail(error, WEND_NO_MEMORY, "out of memory for a report");
    return values;
}

wend_status chart_steps(wend_text_out* out, const report_group* g, wend_error* error) {
    int steps = report_group_column(g, "steps"), success = report_group_success(g);
    if (steps < 0 || success < 0) return WEND_OK;
    double* values = room_for_values(g, error);
    if (!values) return WEND_NO_MEMORY;
    chart_frame f = frame_of_shares("Solved within so many steps", "steps", 1);
    for (int r = 0; r < g->run_count; r++) {
        const wend_score_table* t = &g->runs[r]->table;
        for (int i = 0; i < t->rows; i++)
            f.end = fmax(f.end, t->values[(size_t)i * (size_t)t->columns + (size_t)steps]);
    }
    chart_frame_open(out, &f);
    for (int r = 0; r < g->run_count; r++) {
        const wend_score_table* t = &g->runs[r]->table;
        int count = 0;
        for (int i = 0; i < t->rows; i++) {
            const double* row = t->values + (size_t)i * (size_t)t->columns;
            if (row[success] > 0) values[count++] = row[steps];
        }
        qsort(values, (size_t)count, sizeof *values, chart_compare_doubles);
        chart_put_curve(out, g->runs[r], &f, values, count, true);
    }
    close_curves(out, g);
    wend_free(values);
    return WEND_OK;
}

wend_status chart_reach(wend_text_out* out, const report_group* g, int column, wend_error* error) {
    char title[96], label[64];
    double* values = room_for_values(g, error);
    if (!values) return WEND_NO_MEMORY;
    const char* name = wend_score_meaning_of(g->runs[0]->table.names[column]).title;
    snprintf(title, sizeof title, "Episodes with at least this %s", name);
    snprintf(label, sizeof label, "%s, %%", name);
    chart_frame f = frame_of_shares(title, label, 100);
    chart_frame_open(out, &f);
    for (int r = 0; r < g->run_count; r++) {
        const wend_score_table* t = &g->runs[r]->table;
        for (int i = 0; i < t->rows; i++)
            values[i] = t->values[(size_t)i * (size_t)t->columns + (size_t)column];
        qsort(values, (size_t)t->rows, sizeof *values, chart_compare_doubles);
        chart_put_curve(out, g->runs[r], &f, values, t->rows, false);
    }
    close_curves(out, g);
    wend_free(values);
    return WEND_OK;
}
