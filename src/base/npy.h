// NumPy files: .npy (one array) and .npz (a zip of .npy members, stored or deflated).
//
// Little-endian, C order; bool, integer, float and text (dtype U and S). Memory: at most 1 GiB per
// file, and at most what deflate can expand its size to.
#ifndef WEND_BASE_NPY_H
#define WEND_BASE_NPY_H

#include "wend/base.h"

typedef enum npy_type { NPY_BOOL, NPY_INT, NPY_UINT, NPY_FLOAT, NPY_UNICODE, NPY_BYTES } npy_type;

enum { NPY_MAX_DIMENSIONS = 8 };

typedef struct npy_array {
    char* name;  // of the member, without ".npy"
    npy_type type;
    size_t item_size;  // bytes: 1, 2, 4 or 8 for numbers; 4 a character for NPY_UNICODE
    int dimensions;
    size_t shape[NPY_MAX_DIMENSIONS];
    size_t count;  // product of the shape
    void* data;
} npy_array;

typedef struct npz {
    npy_array* arrays;
    int count;
} npz;

wend_status npz_read(const char* path, npz* file, wend_error* error);
wend_status npz_parse(const void* bytes, size_t size, const char* name, npz* file,
                      wend_error* error);
void npz_destroy(npz* file);                                   // safe on {0} and twice
const npy_array* npz_find(const npz* file, const char* name);  // NULL when there is none

// The item as a number (text is 0), and as UTF-8 text into `out` (numbers are "").
double npy_number(const npy_array* array, size_t index);
void npy_text(const npy_array* array, size_t index, char* out, size_t out_size);

// Writes deflated members in the order given. `data`, `shape` and `item_size` must fit.
wend_status npz_write(const char* path, const npy_array* arrays, int count, wend_error* error);
// Reads a file of one array; it has no name.
wend_status npy_read(const char* path, npy_array* array, wend_error* error);
void npy_destroy(npy_array* array);  // of npy_read; safe on {0} and twice
// Writes one array by itself; its name is not kept.
wend_status npy_write(const char* path, const npy_array* array, wend_error* error);

#endif
