// TensorBoard's event files: one scalar after the other, readable while they grow.
#ifndef WEND_TRAIN_EVENTS_H
#define WEND_TRAIN_EVENTS_H

#include "train/append_file.h"

typedef struct events {
    append_file file;
} events;

// Makes events.out.tfevents.<seconds>.wend in the folder.
wend_status events_open(const char* folder, events* e, wend_error* error);
void events_close(events* e);  // safe on {0} and twice
// Notes a number at a step; one that is not finite is left out.
void events_put(events* e, const char* tag, int64_t step, double value);
// What was put reaches the file. A later call may succeed after WEND_IO.
wend_status events_flush(events* e, wend_error* error);

bool events_is_name(const char* name);  // of a file as events_open makes it
// Cuts the event files of a folder behind `step`: what a killed run wrote after its last
// checkpoint, and a record that was half written.
wend_status events_cut(const char* folder, int64_t step, wend_error* error);

uint32_t events_crc32c(const void* bytes, size_t size);

#endif
