// JSON through jansson, with errors that name file, line and field.
//
// A document is parsed completely. A cursor (`json_at`) is a value and its path: cursors are on the
// stack and point to their parents. The path ("rooms[3].polygon[0].x") and the line of a wrong
// field are computed only for an error.
//
//     json_at room, name;
//     WEND_TRY(json_item(&rooms, i, &room, error));
//     WEND_TRY(json_field(&room, "roomType", &name, error));
//     WEND_TRY(json_text(&name, &text, error));
//
// Memory: a document takes at most 64 MiB plus 40 times the size of its text; larger is an error.
#ifndef WEND_BASE_JSON_H
#define WEND_BASE_JSON_H

#include <jansson.h>

#include "base/arena.h"

#include "wend/base.h"

typedef struct json_document {
    json_t* root;  // lives in `memory`: take no reference that outlives the document
    arena memory;
    char* text;  // kept to find the line of a wrong field
    size_t size;
    char file[256];  // as errors call it
    int first_line;  // 1, or the line of a JSON Lines file this document stands on
    bool owns_text;
} json_document;

typedef struct json_at {
    const json_document* document;
    const json_t* value;           // NULL: the field is not there (json_optional)
    const struct json_at* parent;  // NULL at the root
    const char* key;               // this value's name in its object, or NULL
    size_t index;                  // this value's place in its array, where key is NULL
} json_at;

// `path` may be gzip. On failure there is nothing to free.
wend_status json_document_read(const char* path, json_document* document, wend_error* error);
// Parses `text` in place; it must outlive the document. `name` and `first_line` are for errors.
wend_status json_document_parse(const char* text, size_t size, const char* name, int first_line,
                                json_document* document, wend_error* error);
void json_document_destroy(json_document* document);  // safe on {0} and twice
json_at json_document_root(const json_document* document);

// WEND_FORMAT with file, line, field and the words given: "f.json:12: rooms[3].x: <words>".
wend_status json_fail(const json_at* at, wend_error* error, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

wend_status json_field(const json_at* object, const char* key, json_at* field, wend_error* error);
// As json_field, but a missing or null field gives field->value == NULL and no error.
wend_status json_optional(const json_at* object, const char* key, json_at* field,
                          wend_error* error);
wend_status json_item(const json_at* array, size_t index, json_at* item, wend_error* error);
wend_status json_count(const json_at* array, size_t* count, wend_error* error);

wend_status json_number(const json_at* at, double* number, wend_error* error);  // finite
wend_status json_float(const json_at* at, float* number, wend_error* error);    // finite
wend_status json_int(const json_at* at, int64_t* number, wend_error* error);    // a whole number
wend_status json_bool(const json_at* at, bool* flag, wend_error* error);
wend_status json_text(const json_at* at, const char** text,
                      wend_error* error);  // lives as the document
// Arrays of `count` numbers, at least one.
wend_status json_numbers(const json_at* array, int count, double* numbers, wend_error* error);
wend_status json_floats(const json_at* array, int count, float* numbers, wend_error* error);
wend_status json_xyz(const json_at* object, wend_vec3* v,
                     wend_error* error);  // {"x":…,"y":…,"z":…}

// Splits text into lines for JSON Lines files: `*line` moves on to the next line that is not blank.
typedef struct json_lines {
    const char* next;
    const char* end;
    int number;  // of the line last given
} json_lines;
json_lines json_lines_make(const char* text, size_t size);
bool json_lines_next(json_lines* lines, const char** line, size_t* size);

#endif
