// An open glTF 2.0 file: JSON, buffers and accessors, all checked to lie within their buffers
// (gltf.c describes the method).
//
// assimp is not used for glTF: it drops extras that contain arrays (rooms, doors), has no memory
// bound and crashes on some damaged files. The speed is about the same (`wend bench import`).
#ifndef WEND_IMPORT_GLTF_H
#define WEND_IMPORT_GLTF_H

#include "base/arena.h"
#include "base/json.h"
#include "import/import_source.h"

#include "wend/files.h"

enum { GLTF_NONE = -1 };

typedef struct gltf_bytes {
    const uint8_t* data;
    size_t size;
} gltf_bytes;

typedef struct gltf_accessor {
    const uint8_t* data;
    uint32_t count;
    uint32_t stride;      // bytes from element to element
    uint32_t component;   // componentType, 5120 … 5126
    uint32_t components;  // 1 … 16
    bool normalized;      // integers represent [0, 1] or [-1, 1]
} gltf_accessor;

typedef struct gltf_file {
    const import_source* source;
    json_document json;
    json_at root;
    arena memory;             // everything below
    wend_file_bytes* loaded;  // [buffers]: content of external and base64 buffers
    uint64_t loaded_size;
    gltf_bytes* buffers;
    int buffer_count;
    gltf_bytes* views;
    uint32_t* view_strides;  // 0: packed
    int view_count;
    gltf_accessor* accessors;
    int accessor_count;
} gltf_file;

// `file` points into source->data and must not be moved: cursors point to its root. On failure
// there is nothing to close.
wend_status gltf_open(const import_source* source, gltf_file* file, wend_error* error);
void gltf_close(gltf_file* file);  // safe on {0} and twice

// Component `k` of element `i`; normalized integers are converted.
float gltf_number(const gltf_accessor* a, uint32_t i, uint32_t k);
// Element `i` of an accessor of indices.
uint32_t gltf_index(const gltf_accessor* a, uint32_t i);

// A field that is an index in [0, count); GLTF_NONE if the field is missing.
wend_status gltf_index_field(const json_at* at, const char* key, int count, int* index,
                             wend_error* error);
// An array field; `*count` is 0 if it is missing.
wend_status gltf_array_field(const json_at* at, const char* key, json_at* array, int* count,
                             wend_error* error);
// A string field, or "".
const char* gltf_text_field(const json_at* at, const char* key);
// The bytes of an image from a buffer view, a data URI or a file in the same folder. `*loaded` owns
// bytes that were read or decoded; the caller destroys it.
wend_status gltf_image_bytes(const gltf_file* file, const json_at* image, gltf_bytes* bytes,
                             wend_file_bytes* loaded, wend_error* error);

#endif
