// The learning curve as a table: one line an update, without times, so that the same run writes the
// same bytes.
#ifndef WEND_TRAIN_CURVE_H
#define WEND_TRAIN_CURVE_H

#include "train/append_file.h"

#include "wend/train.h"

typedef struct curve {
    append_file file;
} curve;

// Goes on behind the line of update `update`: later lines, and one that a kill left half written,
// are cut off. WEND_FORMAT when a line up to there is missing or is not of this table.
wend_status curve_open(const char* path, int update, curve* c, wend_error* error);
void curve_close(curve* c);  // safe on {0} and twice
void curve_put(curve* c, const wend_train_report* report);
// What was put reaches the file, and with `sync` the disk. A later call may succeed after WEND_IO.
wend_status curve_flush(curve* c, bool sync, wend_error* error);

#endif
