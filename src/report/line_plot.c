// Line plots with linear or logarithmic axes.
#include "base/number.h"
#include "draw/canvas.h"

#include "wend/report.h"

enum { WIDTH = 720, HEIGHT = 440, LEFT = 84, RIGHT = 190, TOP = 44, BOTTOM = 56 };

static const uint32_t palette[] = {0x1b6ca8ff, 0xd1495bff, 0x3a7d44ff, 0x8e5ea2ff,
                                   0xe08e1bff, 0x444444ff, 0x17a2b8ff, 0xb5651dff,
                                   0xd96fb0ff, 0x8a9a1fff, 0x4b5fd6ff, 0x999999ff};
enum { PALETTE = sizeof palette / sizeof *palette };
// Series with more points are drawn without a dot at each.
enum { DOTTED = 30 };
static const uint32_t ink = 0x333333ff;

typedef struct axis {
    double low, high;
    bool log;
    double from, to;  // pixels
} axis;

static float line_plot_place(const axis* a, double value) {
    double low = a->log ? log10(a->low) : a->low, high = a->log ? log10(a->high) : a->high;
    double v = a->log ? log10(value > 0 ? value : a->low) : value;
    return (float)(a->from + (v - low) / (high - low) * (a->to - a->from));
}

// The successor of `v` in the sequence 1, 2, 5, 10, 20, …
static double next_step(double v) {
    double power = pow(10, floor(log10(v) + 1e-9));
    return v < 1.5 * power ? 2 * power : v < 3 * power ? 5 * power : 10 * power;
}

static axis make_axis(const wend_line_plot* plot, bool vertical) {
    axis a = {INFINITY, -INFINITY, vertical ? plot->log_y : plot->log_x, 0, 0};
    for (int s = 0; s < plot->series_count; s++)
        for (int i = 0; i < plot->series[s].count; i++) {
            const wend_line_series* l = &plot->series[s];
            double v = vertical ? l->y[i] : l->x[i];
            if (!isfinite(v) || (a.log && !(v > 0))) continue;
            a.low = fmin(a.low, v);
            a.high = fmax(a.high, vertical && l->high ? fmax(v, l->high[i]) : v);
        }
    if (!(a.low <= a.high)) a.low = 1, a.high = 10;
    if (a.log) {
        double max = a.high, low = pow(10, floor(log10(a.low) + 1e-9));
        for (double v = low; v <= a.low * 1.001; v = next_step(v)) low = v;
        a.low = low;
        for (a.high = next_step(low); a.high < max * 0.999;) a.high = next_step(a.high);
    } else {
        if (a.low > 0) a.low = 0;
        if (a.high <= a.low) a.high = a.low + 1;
    }
    a.from = vertical ? HEIGHT - BOTTOM : LEFT;
    a.to = vertical ? TOP : WIDTH - RIGHT;
    return a;
}

static double line_plot_tick_step(
    const axis* a) {  // 1, 2 or 5 times a power of ten; at most 6 ticks
    double step = pow(10, floor(log10((a->high - a->low) / 6)));
    const double factors[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++)
        if ((a->high - a->low) / (step * factors[i]) <= 6) return step * factors[i];
    return step * 10;
}

static void line_plot_draw_tick(canvas* c, const axis* a, bool vertical, double value) {
    char words[32];
    bool mega = fabs(value) >= 1e6, kilo = fabs(value) >= 1e4;
    number_print(words, sizeof words, "%g%s",
                 value / (mega   ? 1e6
                          : kilo ? 1e3
                                 : 1),
                 mega   ? "M"
                 : kilo ? "k"
                        : "");
    float at = line_plot_place(a, value);
    canvas_style grid = {.stroke = 0xddddddff, .width = 1};
    if (vertical) {
        canvas_line(c, (wend_vec2){LEFT, at}, (wend_vec2){WIDTH - RIGHT, at}, grid);
        canvas_text(c, (wend_vec2){LEFT - 8, at + 4}, 12, CANVAS_RIGHT, ink, 0, words);
    } else {
        canvas_line(c, (wend_vec2){at, TOP}, (wend_vec2){at, HEIGHT - BOTTOM}, grid);
        canvas_text(c, (wend_vec2){at, HEIGHT - BOTTOM + 18}, 12, CANVAS_MIDDLE, ink, 0, words);
    }
}

static void draw_axis(canvas* c, const axis* a, bool vertical) {
    double step = a->log ? 0 : line_plot_tick_step(a);
    for (double v = a->low; v <= a->high * 1.001; v = a->log ? next_step(v) : v + step)
        line_plot_draw_tick(c, a, vertical, v);
}

static wend_vec2 band_corner(const axis* x, const axis* y, const wend_line_series* series, int i,
                             bool high) {
    return (wend_vec2){line_plot_place(x, series->x[i]),
                       line_plot_place(y, high ? series->high[i] : series->low[i])};
}

// The band as polygons of at most BAND segments, without points that are not finite.
static void draw_band(canvas* c, const axis* x, const axis* y, const wend_line_series* series,
                      int index) {
    enum { BAND = 32 };
    canvas_style style = {.fill = (palette[index % PALETTE] & 0xffffff00) | 0x26};
    wend_vec2 corners[2 * (BAND + 1)];
    if (!series->low || !series->high) return;
    for (int from = 0, to; from<series->count; from = to> from ? to : from + 1) {
        for (to = from; to < series->count && to <= from + BAND; to++)
            if (!isfinite(series->low[to]) || !isfinite(series->high[to])) break;
        int count = to - from;
        for (int i = 0; i < count; i++) {
            corners[i] = band_corner(x, y, series, from + i, false);
            corners[2 * count - 1 - i] = band_corner(x, y, series, from + i, true);
        }
        if (count > 1) canvas_polygon(c, corners, 2 * count, style);
        to -= count > 1;  // the last point begins the next polygon
    }
}

static void draw_series(canvas* c, const axis* x, const axis* y, const wend_line_series* series,
                        int index) {
    canvas_style line = {.stroke = palette[index % PALETTE], .width = 2};
    wend_vec2 last = {0, 0};
    int drawn = 0;
    for (int i = 0; i < series->count; i++) {
        if (!isfinite(series->x[i]) || !isfinite(series->y[i])) continue;
        wend_vec2 at = {line_plot_place(x, series->x[i]), line_plot_place(y, series->y[i])};
        if (drawn++) canvas_line(c, last, at, line);
        if (series->count <= DOTTED) canvas_circle(c, at, 3, (canvas_style){.fill = line.stroke});
        last = at;
    }
    float top = (float)(TOP + 10 + 20 * index);
    canvas_line(c, (wend_vec2){WIDTH - RIGHT + 12, top}, (wend_vec2){WIDTH - RIGHT + 32, top},
                line);
    canvas_text(c, (wend_vec2){WIDTH - RIGHT + 38, top + 4}, 12, CANVAS_LEFT, ink, 0, series->name);
}

wend_status wend_line_plot_save(const wend_line_plot* plot, const char* path, wend_error* error) {
    canvas* c;
    WEND_TRY(canvas_create(canvas_kind_of(path), WIDTH, HEIGHT, 0xffffffff, &c, error));
    axis x = make_axis(plot, false), y = make_axis(plot, true);
    canvas_text(c, (wend_vec2){LEFT, 24}, 15, CANVAS_LEFT, ink, 0, plot->title);
    if (plot->ticks_at_points)
        for (int i = 0; i < plot->series[0].count; i++)
            line_plot_draw_tick(c, &x, false, plot->series[0].x[i]);
    else
        draw_axis(c, &x, false);
    draw_axis(c, &y, true);
    canvas_text(c, (wend_vec2){(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14}, 12, CANVAS_MIDDLE, ink, 0,
                plot->x_label);
    canvas_text(c, (wend_vec2){24, (TOP + HEIGHT - BOTTOM) / 2}, 12, CANVAS_MIDDLE, ink, 1,
                plot->y_label);
    for (int i = 0; i < plot->series_count; i++) draw_band(c, &x, &y, &plot->series[i], i);
    for (int i = 0; i < plot->series_count; i++) draw_series(c, &x, &y, &plot->series[i], i);
    wend_status status = canvas_save(c, path, error);
    canvas_destroy(c);
    return status;
}
