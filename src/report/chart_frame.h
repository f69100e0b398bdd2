// Axes of a line chart, as inline SVG.
#ifndef WEND_REPORT_CHART_FRAME_H
#define WEND_REPORT_CHART_FRAME_H

#include "wend/files.h"

typedef struct chart_frame {
    const char* title;
    const char* x_label;
    const char* y_label;
    double end;        // end of the x axis, which starts at 0; must be positive
    double x_scale;    // factor on the labels of x: 100 for shares
    double low, high;  // range of the y axis; low < high
    double y_scale;
} chart_frame;

// Rounds low and high outwards; an empty range is widened.
void chart_frame_round(chart_frame* f);

double chart_frame_x(const chart_frame* f, double x);
double chart_frame_y(const chart_frame* f, double y);

// Writes <figure>, its title, <svg> and the axes. The caller closes </svg> and </figure>.
void chart_frame_open(wend_text_out* out, const chart_frame* f);

#endif
