// The axes of a chart of curves, as inline SVG.
#ifndef WEND_REPORT_CHART_FRAME_H
#define WEND_REPORT_CHART_FRAME_H

#include "base/text.h"

typedef struct chart_frame {
    const char* title;
    const char* x_label;
    const char* y_label;
    double end;        // of the x axis, which begins at 0; more than 0
    double x_scale;    // what x is shown multiplied with: 100 for shares
    double low, high;  // of the y axis; low < high
    double y_scale;
} chart_frame;

// Makes low and high round and takes them apart, if they are not.
void chart_frame_round(chart_frame* f);

double chart_frame_x(const chart_frame* f, double x);
double chart_frame_y(const chart_frame* f, double y);

// <figure>, its title, <svg> and the axes. Who opens it closes </svg> and </figure>.
void chart_frame_open(text_out* out, const chart_frame* f);

#endif
