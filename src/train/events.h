// TensorBoard event files: a sequence of scalars, readable while they grow.
#ifndef WEND_TRAIN_EVENTS_H
#define WEND_TRAIN_EVENTS_H

#include "train/append_file.h"

typedef struct events {
    append_file file;
} events;

// Creates events.out.tfevents.<seconds>.wend in the folder.
wend_status events_open(const char* folder, events* e, wend_error* error);
void events_close(events* e);  // safe on {0} and twice
// Adds a scalar at a step. Ignores values that are not finite and tags longer than 64 bytes.
void events_put(events* e, const char* tag, int64_t step, double value);
// Writes pending events. After WEND_IO a later call may succeed.
wend_status events_flush(events* e, wend_error* error);

bool events_is_name(const char* name);  // of an event file by events_open
// Truncates the event files of a folder after `step`: removes events after the last checkpoint, and
// partial records.
wend_status events_cut(const char* folder, int64_t step, wend_error* error);

uint32_t events_crc32c(const void* bytes, size_t size);

#endif
