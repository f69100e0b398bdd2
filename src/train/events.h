// TensorBoard's event files: one scalar after the other, readable while they grow.
#ifndef WEND_TRAIN_EVENTS_H
#define WEND_TRAIN_EVENTS_H

#include <stdio.h>

#include "wend/base.h"

typedef struct events {
    FILE* file;
} events;

// Makes events.out.tfevents.<seconds>.wend in the folder.
wend_status events_open(const char* folder, events* e, wend_error* error);
void events_close(events* e);  // safe on {0} and twice
// Notes a number at a step; one that is not finite is left out.
void events_put(events* e, const char* tag, int64_t step, double value);
// What was put reaches the disk. WEND_IO when it did not.
wend_status events_flush(events* e, wend_error* error);

uint32_t events_crc32c(const void* bytes, size_t size);

#endif
