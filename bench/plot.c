#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "bench.h"

enum { WIDTH = 720, HEIGHT = 440, LEFT = 84, RIGHT = 190, TOP = 44, BOTTOM = 56 };

static const char* const palette[] = {"#1b6ca8", "#d1495b", "#3a7d44",
                                      "#8e5ea2", "#e08e1b", "#444"};

typedef ARRAY_OF(char) text_buffer;

static void put(text_buffer* out, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char line[1024];
    int n = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (n < 0 || !ARRAY_RESERVE(out, (size_t)n)) return;
    memcpy(out->items + out->count, line, (size_t)n);
    out->count += (size_t)n;
}

typedef struct axis {
    double low, high;
    bool log;
    double from, to;  // pixels
} axis;

static double place(const axis* a, double value) {
    double low = a->log ? log10(a->low) : a->low, high = a->log ? log10(a->high) : a->high;
    double v = a->log ? log10(value > 0 ? value : a->low) : value;
    return a->from + (v - low) / (high - low) * (a->to - a->from);
}

static axis make_axis(const bench_plot* plot, bool vertical) {
    axis a = {INFINITY, -INFINITY, vertical ? plot->log_y : plot->log_x, 0, 0};
    for (int s = 0; s < plot->series_count; s++)
        for (int i = 0; i < plot->series[s].count; i++) {
            double v = vertical ? plot->series[s].y[i] : plot->series[s].x[i];
            if (a.log && !(v > 0)) continue;
            a.low = fmin(a.low, v);
            a.high = fmax(a.high, v);
        }
    if (!(a.low <= a.high)) a.low = 1, a.high = 10;
    if (a.log) {
        a.low = pow(10, floor(log10(a.low) + 1e-9));
        a.high = pow(10, ceil(log10(a.high) - 1e-9));
        if (a.high <= a.low) a.high = a.low * 10;
    } else {
        if (a.low > 0) a.low = 0;
        if (a.high <= a.low) a.high = a.low + 1;
    }
    a.from = vertical ? HEIGHT - BOTTOM : LEFT;
    a.to = vertical ? TOP : WIDTH - RIGHT;
    return a;
}

static double tick_step(const axis* a) {
    double step = pow(10, floor(log10((a->high - a->low) / 4)));
    while ((a->high - a->low) / step > 6) step *= step * 5 > (a->high - a->low) ? 2 : 2.5;
    return step;
}

static void put_number(char* out, size_t size, double v) {
    if (fabs(v) >= 1e6)
        snprintf(out, size, "%gM", v / 1e6);
    else if (fabs(v) >= 1e4)
        snprintf(out, size, "%gk", v / 1e3);
    else
        snprintf(out, size, "%g", v);
}

static void put_tick(text_buffer* out, const axis* a, bool vertical, double value) {
    char words[32];
    put_number(words, sizeof words, value);
    double at = place(a, value);
    if (vertical)
        put(out,
            "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' class='g'/>"
            "<text x='%d' y='%.1f' text-anchor='end'>%s</text>\n",
            LEFT, WIDTH - RIGHT, at, at, LEFT - 8, at + 4, words);
    else
        put(out,
            "<line x1='%.1f' x2='%.1f' y1='%d' y2='%d' class='g'/>"
            "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>\n",
            at, at, TOP, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 18, words);
}

static void put_ticks(text_buffer* out, const axis* a, bool vertical) {
    if (a->log) {
        for (double v = a->low; v <= a->high * 1.001; v *= 10) put_tick(out, a, vertical, v);
    } else {
        double step = tick_step(a);
        for (double v = a->low; v <= a->high * 1.001; v += step) put_tick(out, a, vertical, v);
    }
}

static void put_series(text_buffer* out, const axis* x, const axis* y, const bench_series* series,
                       int index) {
    const char* color = palette[index % 6];
    put(out, "<polyline fill='none' stroke='%s' stroke-width='2' points='", color);
    for (int i = 0; i < series->count; i++)
        put(out, "%.1f,%.1f ", place(x, series->x[i]), place(y, series->y[i]));
    put(out, "'/>\n");
    for (int i = 0; i < series->count; i++)
        put(out, "<circle cx='%.1f' cy='%.1f' r='3' fill='%s'/>\n", place(x, series->x[i]),
            place(y, series->y[i]), color);
    int top = TOP + 10 + 20 * index;
    put(out, "<line x1='%d' x2='%d' y1='%d' y2='%d' stroke='%s' stroke-width='3'/>",
        WIDTH - RIGHT + 12, WIDTH - RIGHT + 32, top, top, color);
    put(out, "<text x='%d' y='%d'>%s</text>\n", WIDTH - RIGHT + 38, top + 4, series->name);
}

wend_status bench_plot_svg(const bench_plot* plot, const char* path, wend_error* error) {
    text_buffer out = {0};
    axis x = make_axis(plot, false), y = make_axis(plot, true);
    put(&out,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d'>\n"
        "<style>text{font:12px sans-serif;fill:#333}.g{stroke:#ddd}</style>\n"
        "<rect width='100%%' height='100%%' fill='white'/>\n"
        "<text x='%d' y='24' style='font-size:15px;font-weight:bold'>%s</text>\n",
        WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT, plot->title);
    put_ticks(&out, &x, false);
    put_ticks(&out, &y, true);
    put(&out, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n", (LEFT + WIDTH - RIGHT) / 2,
        HEIGHT - 14, plot->x_label);
    put(&out, "<text transform='translate(20 %d) rotate(-90)' text-anchor='middle'>%s</text>\n",
        (TOP + HEIGHT - BOTTOM) / 2, plot->y_label);
    for (int i = 0; i < plot->series_count; i++) put_series(&out, &x, &y, &plot->series[i], i);
    put(&out, "</svg>\n");
    wend_status status = file_write(path, out.items, out.count, error);
    ARRAY_FREE(&out);
    return status;
}
