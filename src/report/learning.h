// Learning curves: charts of the tables that training runs write (curve.csv).
#ifndef WEND_REPORT_LEARNING_H
#define WEND_REPORT_LEARNING_H

#include "wend/files.h"

typedef struct learning_curve {
    char name[128];  // name of the run's folder
    int columns, rows;
    char (*titles)[32];  // [columns]
    double* values;      // [rows][columns]; NAN: missing
    int seeds;           // number of runs averaged
    double *low, *high;  // as values: min and max over the seeds; NULL: a single run
} learning_curve;

// Reads the folder of a training run, or its curve.csv: a table of numbers whose first line
// contains column names that start with letters, among them "step".
wend_status learning_curve_read(const char* path, learning_curve* curve, wend_error* error);
void learning_curve_destroy(learning_curve* curve);  // safe on {0} and twice

// Joins runs whose names differ only in the number after the last '_' into one curve, up to the
// last step that all of them have. They must have the same columns and steps.
wend_status learning_curves_join(learning_curve* curves, int* count, wend_error* error);

// One chart per column, with all curves.
void learning_put(wend_text_out* out, const learning_curve* curves, int count);

#endif
