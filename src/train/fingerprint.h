// The identity of a training run: one line "name=value" per setting and per content hash of a file.
// Threads, folders and the cache are not part of it.
#ifndef WEND_TRAIN_FINGERPRINT_H
#define WEND_TRAIN_FINGERPRINT_H

#include "train/trainee.h"

wend_status fingerprint_write(const trainee* t, wend_text_out* out, wend_error* error);
// A line with the shortest decimal that parses to the same float.
void fingerprint_put_number(wend_text_out* out, const char* name, float number);
// Writes the differences into `text`: "seed is 1, was 0; the content of episodes changed". Returns
// their number.
int fingerprint_compare(const char* before, const char* now, char* text, size_t size);

#endif
