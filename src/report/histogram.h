// Bins of histograms.
#ifndef WEND_REPORT_HISTOGRAM_H
#define WEND_REPORT_HISTOGRAM_H

#include "wend/report.h"

// Bin i is [low + i * width, low + (i + 1) * width).
typedef struct histogram_bins {
    double low, width;  // width is 1, 2 or 5 times a power of ten; an integer for integers
    int count;          // at most 64
    bool whole;         // all values are integers: a bin of width 1 is centred on its value
} histogram_bins;

histogram_bins histogram_choose_bins(const wend_histogram* h);

#endif
