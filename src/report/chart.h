// Charts of a report as inline SVG: bars with intervals, shares, curves. Colours are classes of the
// page's style (`s0`, `s1`, … for runs, `e0`, `e1`, … for endings), so that they follow light and
// dark; widths of bars are per cent, so that they follow the screen.
#ifndef WEND_REPORT_CHART_H
#define WEND_REPORT_CHART_H

#include "base/text.h"
#include "report/report_group.h"

enum { CHART_COLORS = 8 };  // of runs and of endings; after them they begin again

// Every share (a column of "%") as a block of bars, one a run, with its 95 % interval.
void chart_bars(text_out* out, const report_group* group);
// How the episodes of each run ended, as one bar a run, and the legend.
void chart_endings(text_out* out, const report_group* group);
// How many episodes were solved within so many steps.
wend_status chart_steps(text_out* out, const report_group* group, wend_error* error);
// How many episodes reach a value of the column or a better one.
wend_status chart_reach(text_out* out, const report_group* group, int column, wend_error* error);
// A bar of a share from 0 to 1 in the colour of a run, with its value.
void chart_share(text_out* out, int color, double share);
// A run's name behind a dot of its colour.
void chart_name(text_out* out, const report_run* run);

#endif
