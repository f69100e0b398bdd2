// Charts of a report as inline SVG: bars with intervals, shares, curves. Colours are CSS classes
// (`s0`, `s1`, … for runs, `e0`, `e1`, … for endings), so that they follow the light and dark
// theme; widths of bars are in per cent, so that they follow the screen width.
#ifndef WEND_REPORT_CHART_H
#define WEND_REPORT_CHART_H

#include "report/report_group.h"

#include "wend/files.h"

enum { CHART_COLORS = 8 };  // for runs and for endings; they repeat beyond this number

// Every column with unit "%" as a group of bars, one per run, with 95 % intervals.
void chart_bars(wend_text_out* out, const report_group* group);
// The endings of episodes as one stacked bar per run, and the legend.
void chart_endings(wend_text_out* out, const report_group* group);
// The share of episodes solved within a number of steps.
wend_status chart_steps(wend_text_out* out, const report_group* group, wend_error* error);
// The share of episodes that reach a value of the column or a better one.
wend_status chart_reach(wend_text_out* out, const report_group* group, int column,
                        wend_error* error);
// A bar for a share in [0, 1] in the colour of a run, with its value.
void chart_share(wend_text_out* out, int color, double share);
// The run's name after a dot in its colour.
void chart_name(wend_text_out* out, const report_run* run);

#endif
