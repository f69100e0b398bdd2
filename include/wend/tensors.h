// Named arrays of floats in a file, in the safetensors format, so that PyTorch, JAX and others read
// what wend learned, and wend what they did. docs/formats/safetensors.md.
#ifndef WEND_TENSORS_H
#define WEND_TENSORS_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_TENSOR_DIMENSIONS = 8 };

typedef struct wend_tensor {
    const char* name;
    int dimensions;
    int64_t shape[WEND_TENSOR_DIMENSIONS];
    size_t count;  // product of the shape
    const float* data;
} wend_tensor;

// A word about the file: safetensors' __metadata__.
typedef struct wend_note {
    const char* key;
    const char* text;
} wend_note;

typedef struct wend_tensors {
    wend_tensor* tensors;  // in the order of the file
    int count;
    wend_note* notes;
    int note_count;
    void* memory;  // what all of them lie in
    bool half;     // to be written with 16 bits a number; those read are floats in any case
} wend_tensors;

// Floats of 32 and of 16 bits are read; arrays of other types end in WEND_UNSUPPORTED. Every array
// must lie inside the file and have the size of its shape; none may overlap. A file that has wend's
// checksum must match it.
WEND_API wend_status wend_tensors_read(const char* path, wend_tensors* file, wend_error* error);
// `name` is what errors call the file.
WEND_API wend_status wend_tensors_parse(const void* bytes, size_t size, const char* name,
                                        wend_tensors* file, wend_error* error);
WEND_API void wend_tensors_destroy(wend_tensors* file);  // safe on {0} and twice
WEND_API const wend_tensor* wend_tensors_find(const wend_tensors* file,
                                              const char* name);                    // or NULL
WEND_API const char* wend_tensors_note(const wend_tensors* file, const char* key);  // or NULL

// Writes beside `path`, syncs and renames: a disk that fills leaves the old file.
WEND_API wend_status wend_tensors_write(const char* path, const wend_tensors* file,
                                        wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
