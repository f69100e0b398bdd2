// How agents learned: the tables training runs write (curve.csv), as charts.
#ifndef WEND_REPORT_LEARNING_H
#define WEND_REPORT_LEARNING_H

#include "base/text.h"

typedef struct learning_curve {
    char name[128];  // the run's folder
    int columns, rows;
    char (*titles)[32];  // [columns]
    double* values;      // [rows][columns]; NAN where there is none
    int seeds;           // runs that it is the mean of
    double *low, *high;  // as values: the least and the most of them; NULL: it is one run
} learning_curve;

// A training run's folder, or its curve.csv. Any table of numbers with a first line of names that
// begin with letters, among them "step", will do.
wend_status learning_curve_read(const char* path, learning_curve* curve, wend_error* error);
void learning_curve_destroy(learning_curve* curve);  // safe on {0} and twice

// Runs called alike but for a number behind the last '_' become one curve, as far as all of them
// have come. They must have the same columns and steps.
wend_status learning_curves_join(learning_curve* curves, int* count, wend_error* error);

// Charts of what the curves have, all curves in each.
void learning_put(text_out* out, const learning_curve* curves, int count);

#endif
