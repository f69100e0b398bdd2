// What the readers of instruction-following files share: lists of names, ids, and unknown fields.
#ifndef WEND_TASK_VLN_FIELDS_H
#define WEND_TASK_VLN_FIELDS_H

#include "base/array.h"
#include "base/json_out.h"
#include "base/pull.h"

// The fields of a record that nobody took, gathered to be written back.
typedef struct fields_rest {
    text_out text;
} fields_rest;

// Passes the value of `key` and keeps it. Also for a null where a value may be missing.
bool fields_keep(fields_rest* rest, pull* p, pull_span key);
// "{…}" in `memory`, or NULL when nothing was kept; `rest` is empty again.
bool fields_take(fields_rest* rest, pull* p, arena* memory, const char** members);
void fields_destroy(fields_rest* rest);

// Copies `count` items of `size` bytes into `memory`; NULL when out of memory, never NULL else.
void* fields_copy(arena* memory, const void* items, size_t count, size_t size);

// An array of strings.
bool fields_texts(pull* p, arena* memory, const char* const** texts, int* count);
void fields_write_texts(json_out* out, const char* key, const char* const* texts, int count);

// An id that is a whole number or a string, as text.
bool fields_id(pull* p, arena* memory, const char** id, bool* is_number);
void fields_write_id(json_out* out, const char* key, const char* id, bool is_number);

// The line `p` is on. Cheap when asked for growing places: `*at` and `*line` remember the last one.
int fields_line(const pull* p, const char** at, int* line);

#endif
