// Shared by the readers of VLN files: lists of strings, ids, unknown fields.
#ifndef WEND_DATA_FIELDS_H
#define WEND_DATA_FIELDS_H

#include "base/array.h"
#include "base/pull.h"

#include "wend/files.h"

// The unknown fields of a record, stored for writing.
typedef struct fields_rest {
    wend_text_out text;
} fields_rest;

// Skips the value of `key` and stores it. Also used for null values of optional fields.
bool fields_keep(fields_rest* rest, pull* p, pull_span key);
// Returns the stored fields as "{…}" in `memory`, or NULL when there are none; empties `rest`.
bool fields_take(fields_rest* rest, pull* p, arena* memory, const char** members);
void fields_destroy(fields_rest* rest);

// Copies `count` items of `size` bytes into `memory`; NULL only when out of memory.
void* fields_copy(arena* memory, const void* items, size_t count, size_t size);

// An array of strings.
bool fields_texts(pull* p, arena* memory, const char* const** texts, int* count);
void fields_write_texts(wend_json_out* out, const char* key, const char* const* texts, int count);

// An integer or string id, as text.
bool fields_id(pull* p, arena* memory, const char** id, bool* is_number);
void fields_write_id(wend_json_out* out, const char* key, const char* id, bool is_number);

// The line of `p`. `*at` and `*line` cache the last result, so that increasing positions are cheap.
int fields_line(const pull* p, const char** at, int* line);

// A copy of the field "scene_id" among the unknown fields; NULL: none.
// Nullable: extra.
wend_status fields_scene(const char* extra, arena* memory, const char** scene, wend_error* error);

#endif
