// Reads and writes the types that the records of all benchmarks share (wend/data.h).
//
// `known` below is a list of field names that ends in NULL: the fields a reader interprets.
#ifndef WEND_DATA_RECORDS_H
#define WEND_DATA_RECORDS_H

#include "base/arena.h"
#include "base/array.h"
#include "base/json.h"
#include "base/json_out.h"

#include "wend/data.h"
#include "wend/files.h"

// A text and its name in errors.
typedef struct records_text {
    const char* text;
    size_t size;
    const char* name;
} records_text;

// Creates the set's arena, parses the text and calls `read` with the root; for JSON Lines, with
// each line. The arena is destroyed on failure.
typedef wend_status (*records_reader)(const json_at* root, void* set, wend_error* error);
wend_status records_parse(const records_text* source, records_reader read, void* set,
                          arena** memory, wend_error* error);
wend_status records_parse_lines(const records_text* source, records_reader read, void* set,
                                arena** memory, wend_error* error);
// Number of lines that are not blank: an upper bound of the records.
size_t records_count_lines(const records_text* source);
void records_close(arena** memory);  // safe on NULL and twice
// Zeroed; `at` names the file in the error.
wend_status records_alloc(arena* memory, const json_at* at, size_t count, size_t size, void* items,
                          wend_error* error);

// Read a field of `object`. Missing and null give NULL or NAN; a value of another type is an error.
// The `need_` variants fail when the field is missing.
wend_status record_text(arena* memory, const json_at* object, const char* key, const char** text,
                        wend_error* error);
wend_status record_need_text(arena* memory, const json_at* object, const char* key,
                             const char** text, wend_error* error);
wend_status record_number(const json_at* object, const char* key, double* number,
                          wend_error* error);
wend_status record_need_number(const json_at* object, const char* key, double* number,
                               wend_error* error);
wend_status record_need_int(const json_at* object, const char* key, int64_t* number,
                            wend_error* error);
wend_status record_id(arena* memory, const json_at* object, const char* key, wend_record_id* id,
                      wend_error* error);
wend_status record_need_numbers(const json_at* object, const char* key, int count, double* numbers,
                                wend_error* error);
wend_status record_need_point(const json_at* object, const char* key, wend_dvec3* point,
                              wend_error* error);  // [x, y, z]
wend_status record_points(arena* memory, const json_at* object, const char* key,
                          wend_dvec3_span* points, wend_error* error);  // [[x, y, z], …]
wend_status record_ints(arena* memory, const json_at* object, const char* key,
                        const int32_t** numbers, int* count, wend_error* error);
wend_status record_texts(arena* memory, const json_at* object, const char* key,
                         const char* const** texts, int* count, wend_error* error);

wend_status record_copy(arena* memory, const json_at* at, const char* text, const char** copy,
                        wend_error* error);

// The unknown and the null members of `object` as JSON text; NULL when there are none. An empty
// object gives "{}".
wend_status record_extra(arena* memory, const json_at* object, const char* const* known,
                         const char** extra, wend_error* error);

// Iterates over the members of an object. The iterator is NULL before the first and after the last.
bool record_member(const json_at* object, void** iterator, json_at* member);

// Write a field; missing values are not written.
void record_put_text(wend_json_out* out, const char* key, const char* text);
void record_put_number(wend_json_out* out, const char* key, double number);
void record_put_id(wend_json_out* out, const char* key, wend_record_id id);
void record_put_point(wend_json_out* out, const char* key, wend_dvec3 point);
void record_put_points(wend_json_out* out, const char* key, wend_dvec3_span points);
void record_put_ints(wend_json_out* out, const char* key, const int32_t* numbers, int count);
void record_put_texts(wend_json_out* out, const char* key, const char* const* texts, int count);

// Saves and destroys `out`.
wend_status record_save(wend_json_out* out, const char* path, wend_error* error);

#endif
