#include "report/chart_frame.h"

#include <math.h>

#include "report/html.h"

enum { WIDTH = 460, HEIGHT = 280, LEFT = 52, RIGHT = 20, TOP = 12, BOTTOM = 42 };

// The smallest step of 1, 2 or 5 times a power of ten that fits at most five times into `range`.
static double chart_frame_tick_step(double range) {
    double power = pow(10, floor(log10(range / 5)));
    static const double steps[] = {1, 2, 5};
    for (int i = 0; i < 3; i++)
        if (steps[i] * power * 5.0001 >= range) return steps[i] * power;
    return 10 * power;
}

void chart_frame_round(chart_frame* f) {
    if (!(f->high > f->low)) f->high = f->low + 1;
    double step = chart_frame_tick_step(f->high - f->low);
    f->low = step * floor(f->low / step + 1e-6);
    f->high = step * ceil(f->high / step - 1e-6);
}

double chart_frame_x(const chart_frame* f, double x) {
    return LEFT + x / f->end * (WIDTH - LEFT - RIGHT);
}

double chart_frame_y(const chart_frame* f, double y) {
    return HEIGHT - BOTTOM - (y - f->low) / (f->high - f->low) * (HEIGHT - BOTTOM - TOP);
}

// Short form of a number: 400k for 400,000.
static void chart_frame_put_number(wend_text_out* out, double number) {
    if (fabs(number) < 1e-12)
        wend_text_put(out, "0");
    else if (fabs(number) >= 1e6)
        wend_text_put(out, "%gM", number / 1e6);
    else if (fabs(number) >= 1e4)
        wend_text_put(out, "%gk", number / 1e3);
    else
        wend_text_put(out, "%g", number);
}

static void put_axes(wend_text_out* out, const chart_frame* f) {
    double step = chart_frame_tick_step(f->high - f->low);
    for (double y = f->low; y <= f->high + 1e-6 * step; y += step) {
        double at = chart_frame_y(f, y);
        wend_text_put(out,
                      "<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>"
                      "<text x='%d' y='%.1f' text-anchor='end'>",
                      LEFT, WIDTH - RIGHT, at, at, LEFT - 6, at + 4);
        chart_frame_put_number(out, round(y / step) * step * f->y_scale);
        wend_text_put(out, "</text>");
    }
    step = chart_frame_tick_step(f->end);
    for (int i = 0; i * step <= f->end * 1.0001; i++) {
        wend_text_put(out, "<text x='%.1f' y='%d' text-anchor='middle'>",
                      chart_frame_x(f, i * step), HEIGHT - BOTTOM + 17);
        chart_frame_put_number(out, i * step * f->x_scale);
        wend_text_put(out, "</text>");
    }
}

void chart_frame_open(wend_text_out* out, const chart_frame* f) {
    wend_text_put(out, "<figure class='chart'><figcaption>");
    html_text(out, f->title);
    wend_text_put(out, "</figcaption>\n<svg class='curves' viewBox='0 0 %d %d' role='img'>", WIDTH,
                  HEIGHT);
    put_axes(out, f);
    wend_text_put(out, "<text x='%d' y='%d' text-anchor='middle'>", (LEFT + WIDTH - RIGHT) / 2,
                  HEIGHT - 6);
    html_text(out, f->x_label);
    wend_text_put(out,
                  "</text><text transform='translate(11 %d) rotate(-90)' text-anchor='middle'>",
                  (TOP + HEIGHT - BOTTOM) / 2);
    html_text(out, f->y_label);
    wend_text_put(out, "</text>\n");
}
