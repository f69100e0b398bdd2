// A glTF 2.0 file, opened: its JSON, its buffers and its accessors, every one of which was checked
// to lie inside its buffer. Files are not trusted; after opening, reading needs no more checks.
//
// Our own reader and not assimp's, because assimp drops extras that hold arrays (rooms, doors), has
// no bound on memory, and ends the program on some damaged files. It is about as fast (`wend bench
// import`).
#ifndef WEND_SCENE_GLTF_H
#define WEND_SCENE_GLTF_H

#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "scene/load.h"

enum { GLTF_NONE = -1 };

typedef struct gltf_bytes {
    const uint8_t* data;
    size_t size;
} gltf_bytes;

typedef struct gltf_accessor {
    const uint8_t* data;
    uint32_t count;
    uint32_t stride;      // bytes from element to element
    uint32_t component;   // 5120 … 5126: what glTF calls the type of a number
    uint32_t components;  // 1 … 16
    bool normalized;      // whole numbers stand for 0 … 1 or -1 … 1
} gltf_accessor;

typedef struct gltf_file {
    const import_source* source;
    json_document json;
    json_at root;
    arena memory;        // everything below
    file_bytes* loaded;  // external and base64 buffers, one a buffer
    uint64_t loaded_size;
    gltf_bytes* buffers;
    int buffer_count;
    gltf_bytes* views;
    uint32_t* view_strides;  // 0: packed
    int view_count;
    gltf_accessor* accessors;
    int accessor_count;
} gltf_file;

// The file keeps pointing into source->data. Nothing is left to close after a failure. `file` must
// not move afterwards: cursors point to its root.
wend_status gltf_open(const import_source* source, gltf_file* file, wend_error* error);
void gltf_close(gltf_file* file);  // safe on {0} and twice

// Number `k` of element `i`, as it is meant (normalised ones divided).
float gltf_number(const gltf_accessor* a, uint32_t i, uint32_t k);
// Element `i` of an accessor of indices.
uint32_t gltf_index(const gltf_accessor* a, uint32_t i);

// The field of `at`, an index below `count`; GLTF_NONE where the field is missing.
wend_status gltf_index_field(const json_at* at, const char* key, int count, int* index,
                             wend_error* error);
// The items of an array field of `at`; `*count` is 0 where it is missing.
wend_status gltf_array_field(const json_at* at, const char* key, json_at* array, int* count,
                             wend_error* error);
// A text field of `at`, or "".
const char* gltf_text_field(const json_at* at, const char* key);
// The bytes of an image: a buffer view, a data URI or a file beside this one. `*loaded` holds what
// had to be read or decoded for it, and is the caller's to destroy.
wend_status gltf_image_bytes(const gltf_file* file, const json_at* image, gltf_bytes* bytes,
                             file_bytes* loaded, wend_error* error);

#endif
