// Histograms: one set of numbers as bars, or several as outlines in per cent of each.
#ifndef WEND_REPORT_HISTOGRAM_H
#define WEND_REPORT_HISTOGRAM_H

#include "wend/base.h"

typedef struct histogram_series {
    const char* name;
    const double* values;  // finite
    int count;
} histogram_series;

typedef struct histogram {
    const char* title;
    const char* x_label;
    const histogram_series* series;
    int series_count;
} histogram;

// How the numbers are put into bins: bin i holds low + i * width and what is below the next.
typedef struct histogram_bins {
    double low, width;  // width is 1, 2 or 5 times a power of ten, and whole for whole numbers
    int count;          // at most 64
    bool whole;         // only whole numbers: a bin of width 1 has its number in the middle
} histogram_bins;

histogram_bins histogram_choose_bins(const histogram* h);
// As SVG or PNG, by the end of the path.
wend_status histogram_save(const histogram* h, const char* path, wend_error* error);

#endif
