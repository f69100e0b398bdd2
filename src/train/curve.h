// The learning curve as a table: one line an update, without times, so that the same run writes the
// same bytes.
#ifndef WEND_TRAIN_CURVE_H
#define WEND_TRAIN_CURVE_H

#include <stdio.h>

#include "wend/train.h"

typedef struct curve {
    FILE* file;
} curve;

// Goes on behind the line of update `update`; later lines, of a run that was killed, are dropped.
wend_status curve_open(const char* path, int update, curve* c, wend_error* error);
void curve_close(curve* c);  // safe on {0} and twice
wend_status curve_put(curve* c, const wend_train_report* report, wend_error* error);

#endif
