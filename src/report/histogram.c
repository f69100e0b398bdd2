// Chooses bins and draws histograms as SVG or PNG.
#include "report/histogram.h"

#include <stdio.h>

#include "base/number.h"
#include "draw/canvas.h"

enum { WIDTH = 640, HEIGHT = 360, LEFT = 70, RIGHT = 24, TOP = 48, BOTTOM = 56, MAX_BINS = 64 };

static const uint32_t palette[] = {0x1b6ca8ff, 0xd1495bff, 0x3a7d44ff,
                                   0x8e5ea2ff, 0xe08e1bff, 0x444444ff};
static const uint32_t ink = 0x333333ff, grid = 0xddddddff;

// The smallest of 1, 2, 5 times a power of ten that is at least `wanted`.
static double nice_step(double wanted) {
    double power = pow(10, floor(log10(wanted)));
    static const double steps[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++)
        if (steps[i] * power >= wanted * 0.999999) return steps[i] * power;
    return 10 * power;
}

histogram_bins histogram_choose_bins(const wend_histogram* h) {
    double low = INFINITY, high = -INFINITY;
    bool whole = true;
    for (int s = 0; s < h->series_count; s++)
        for (int i = 0; i < h->series[s].count; i++) {
            double v = h->series[s].values[i];
            low = fmin(low, v);
            high = fmax(high, v);
            whole = whole && v == floor(v);
        }
    if (!(low <= high)) low = 0, high = 1;
    double range = high - low > 0 ? high - low : fmax(fabs(high), 1) * 1e-3;
    double width = nice_step(range / 40);
    if (whole && width < 1) width = 1;
    histogram_bins bins = {.low = floor(low / width) * width, .width = width, .whole = whole};
    if (whole && width == 1) bins.low -= 0.5;
    double count = floor((high - bins.low) / width) + 1;
    bins.count = count >= 1 && count <= MAX_BINS ? (int)count : MAX_BINS;
    return bins;
}

static int histogram_bin_of(const histogram_bins* bins, double value) {
    int bin = (int)floor((value - bins->low) / bins->width + 1e-9);
    return bin < 0 ? 0 : bin >= bins->count ? bins->count - 1 : bin;
}

// Counts, or per cent if several series are compared.
static void histogram_fill(const wend_histogram* h, int s, const histogram_bins* bins,
                           double heights[MAX_BINS]) {
    const wend_histogram_series* series = &h->series[s];
    for (int i = 0; i < MAX_BINS; i++) heights[i] = 0;
    double each = h->series_count > 1 && series->count ? 100.0 / series->count : 1;
    for (int i = 0; i < series->count; i++)
        heights[histogram_bin_of(bins, series->values[i])] += each;
}

typedef struct frame {
    histogram_bins bins;
    double top;  // value at the upper edge
} frame;

static float place_x(const frame* f, double value) {
    double share = (value - f->bins.low) / (f->bins.width * f->bins.count);
    return (float)(LEFT + share * (WIDTH - LEFT - RIGHT));
}

static float place_y(const frame* f, double value) {
    return (float)(HEIGHT - BOTTOM - value / f->top * (HEIGHT - BOTTOM - TOP));
}

static void draw_axes(canvas* c, const wend_histogram* h, const frame* f) {
    char words[32];
    double step = nice_step(f->top / 5);
    for (double v = 0; v <= f->top * 1.0001; v += step) {
        float y = place_y(f, v);
        canvas_line(c, (wend_vec2){LEFT, y}, (wend_vec2){WIDTH - RIGHT, y},
                    (canvas_style){.stroke = grid, .width = 1});
        number_print(words, sizeof words, "%g", v);
        canvas_text(c, (wend_vec2){LEFT - 8, y + 4}, 12, CANVAS_RIGHT, ink, 0, words);
    }
    double end = f->bins.low + f->bins.width * f->bins.count;
    step = nice_step((end - f->bins.low) / 8);
    if (f->bins.whole && step < 1) step = 1;
    for (double v = ceil(f->bins.low / step - 1e-9) * step; v <= end + step * 1e-6; v += step) {
        float x = place_x(f, v);
        canvas_line(c, (wend_vec2){x, HEIGHT - BOTTOM}, (wend_vec2){x, HEIGHT - BOTTOM + 5},
                    (canvas_style){.stroke = ink, .width = 1});
        number_print(words, sizeof words, "%g", fabs(v) < step * 1e-6 ? 0 : v);
        canvas_text(c, (wend_vec2){x, HEIGHT - BOTTOM + 19}, 12, CANVAS_MIDDLE, ink, 0, words);
    }
    canvas_line(c, (wend_vec2){LEFT, HEIGHT - BOTTOM}, (wend_vec2){WIDTH - RIGHT, HEIGHT - BOTTOM},
                (canvas_style){.stroke = ink, .width = 1});
    canvas_text(c, (wend_vec2){LEFT, 26}, 16, CANVAS_LEFT, ink, 0, h->title);
    canvas_text(c, (wend_vec2){(LEFT + WIDTH - RIGHT) / 2.0f, HEIGHT - 14}, 13, CANVAS_MIDDLE, ink,
                0, h->x_label);
    canvas_text(c, (wend_vec2){18, (TOP + HEIGHT - BOTTOM) / 2.0f}, 13, CANVAS_MIDDLE, ink, 1,
                h->series_count > 1 ? "per cent" : "count");
}

static void draw_bars(canvas* c, const frame* f, const double heights[MAX_BINS]) {
    for (int i = 0; i < f->bins.count; i++) {
        if (!(heights[i] > 0)) continue;
        double left = f->bins.low + i * f->bins.width;
        canvas_rect(c, (wend_vec2){place_x(f, left) + 0.5f, place_y(f, heights[i])},
                    (wend_vec2){place_x(f, left + f->bins.width) - 0.5f, place_y(f, 0)},
                    (canvas_style){.fill = palette[0]});
    }
}

static void histogram_draw_outline(canvas* c, const frame* f, const double heights[MAX_BINS], int s,
                                   const char* name) {
    wend_vec2 points[2 * MAX_BINS + 2];
    int n = 0;
    points[n++] = (wend_vec2){place_x(f, f->bins.low), place_y(f, 0)};
    for (int i = 0; i < f->bins.count; i++) {
        double left = f->bins.low + i * f->bins.width;
        points[n++] = (wend_vec2){place_x(f, left), place_y(f, heights[i])};
        points[n++] = (wend_vec2){place_x(f, left + f->bins.width), place_y(f, heights[i])};
    }
    points[n] = (wend_vec2){points[n - 1].x, place_y(f, 0)};
    uint32_t color = palette[s % 6];
    canvas_polyline(c, points, n + 1,
                    (canvas_style){.stroke = color, .width = 1.75f, .dash = s >= 6 ? 4 : 0});
    float y = (float)(TOP + 8 + 17 * s);
    canvas_line(c, (wend_vec2){WIDTH - RIGHT - 130, y}, (wend_vec2){WIDTH - RIGHT - 108, y},
                (canvas_style){.stroke = color, .width = 3, .dash = s >= 6 ? 4 : 0});
    canvas_text(c, (wend_vec2){WIDTH - RIGHT - 102, y + 4}, 12, CANVAS_LEFT, ink, 0, name);
}

wend_status wend_histogram_save(const wend_histogram* h, const char* path, wend_error* error) {
    frame f = {.bins = histogram_choose_bins(h), .top = 0};
    double heights[MAX_BINS];
    for (int s = 0; s < h->series_count; s++) {
        histogram_fill(h, s, &f.bins, heights);
        for (int i = 0; i < f.bins.count; i++) f.top = fmax(f.top, heights[i]);
    }
    if (!(f.top > 0)) f.top = 1;
    canvas* c;
    WEND_TRY(canvas_create(canvas_kind_of(path), WIDTH, HEIGHT, 0xffffffff, &c, error));
    draw_axes(c, h, &f);
    for (int s = 0; s < h->series_count; s++) {
        histogram_fill(h, s, &f.bins, heights);
        if (h->series_count > 1)
            histogram_draw_outline(c, &f, heights, s, h->series[s].name);
        else
            draw_bars(c, &f, heights);
    }
    wend_status status = canvas_save(c, path, error);
    canvas_destroy(c);
    return status;
}
