// A growing text buffer. Out of memory is recorded and reported by text_save, so that writers need
// no check after each call.
#ifndef WEND_BASE_TEXT_H
#define WEND_BASE_TEXT_H

#include "wend/base.h"

typedef struct text_out {
    char* items;  // ends in NUL as soon as something was put
    size_t count, capacity;
    bool out_of_memory;  // the text is incomplete
} text_out;

void text_put(text_out* out, const char* format, ...) __attribute__((format(printf, 2, 3)));
void text_put_bytes(text_out* out, const char* bytes, size_t size);
// The shortest decimal that reads back as the same double: "0.1", "42", "1e+300".
void text_put_number(text_out* out, double number);
// A field of CSV: in quotes where it has a comma, a quote or a line break. [RFC 4180]
void text_put_csv(text_out* out, const char* text);
// Writes the file (file_write) unless something is missing; `out` stays as it is.
wend_status text_save(const text_out* out, const char* path, wend_error* error);
void text_destroy(text_out* out);  // safe on {0} and twice

#endif
