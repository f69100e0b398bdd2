// curve.csv: the learning curve, one line per update, without times, so that it is bit-identical
// for the same run.
#ifndef WEND_TRAIN_CURVE_H
#define WEND_TRAIN_CURVE_H

#include "train/append_file.h"

#include "wend/train.h"

typedef struct curve {
    append_file file;
} curve;

// Opens the file to append after the line of `update`; truncates later and partial lines.
// WEND_FORMAT when a line up to there is missing or malformed.
wend_status curve_open(const char* path, int update, curve* c, wend_error* error);
void curve_close(curve* c);  // safe on {0} and twice
void curve_put(curve* c, const wend_train_report* report);
// Writes pending lines; `sync` also calls fsync. After WEND_IO a later call may succeed.
wend_status curve_flush(curve* c, bool sync, wend_error* error);

#endif
