// NumPy files: reading .npz (members stored or deflated) and text items. Arrays and limits:
// wend/files.h.
#ifndef WEND_BASE_NPY_H
#define WEND_BASE_NPY_H

#include "wend/files.h"

typedef struct npz {
    wend_npy_array* arrays;
    int count;
} npz;

wend_status npz_read(const char* path, npz* file, wend_error* error);
wend_status npz_parse(const void* bytes, size_t size, const char* name, npz* file,
                      wend_error* error);
void npz_destroy(npz* file);                                        // safe on {0} and twice
const wend_npy_array* npz_find(const npz* file, const char* name);  // NULL when there is none

// Gives the arrays of an .npz of up to 65,535 members to `take` one by one, so that only one is in
// memory; one has at most `max_member` bytes. Stops at the first failure.
typedef wend_status npz_take(void* context, const wend_npy_array* array, wend_error* error);
wend_status npz_each(const void* bytes, size_t size, const char* name, size_t max_member,
                     npz_take* take, void* context, wend_error* error);

// The item as UTF-8 text into `out` (numbers are "").
void npy_text(const wend_npy_array* array, size_t index, char* out, size_t out_size);

#endif
