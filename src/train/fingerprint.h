// The identity of a training run: one line "name=value" per setting and per content hash of a file.
// Threads, folders and the cache are not part of it.
#ifndef WEND_TRAIN_FINGERPRINT_H
#define WEND_TRAIN_FINGERPRINT_H

#include "wend/files.h"
#include "wend/train.h"

wend_status fingerprint_write(const wend_train_def* def, const wend_policy_def* policy,
                              wend_text_out* out, wend_error* error);
// Writes the differences into `text`: "seed is 1, was 0; the content of episodes changed". Returns
// their number.
int fingerprint_compare(const char* before, const char* now, char* text, size_t size);

#endif
