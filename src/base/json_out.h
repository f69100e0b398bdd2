// A streaming JSON writer: adds quotes, escapes and commas.
//
//     json_out out = {0};
//     json_out_object(&out, NULL);
//         json_out_text(&out, "scan", "17DRP5sb8fy");
//         json_out_array(&out, "path");
//             json_out_int(&out, NULL, 3);        // items of an array have no key
//         json_out_end(&out);
//     json_out_end(&out);
//     status = json_out_save(&out, "episodes.json.gz", error);
//     json_out_destroy(&out);
#ifndef WEND_BASE_JSON_OUT_H
#define WEND_BASE_JSON_OUT_H

#include <jansson.h>

#include "base/text.h"

typedef struct json_out {
    text_out text;
    int depth;        // of open objects and arrays; at most 63
    uint64_t filled;  // bit d: the container at depth d holds something already
    uint64_t arrays;  // bit d: the container at depth d is an array
} json_out;

// `key` is NULL inside arrays and at the root.
void json_out_object(json_out* out, const char* key);
void json_out_array(json_out* out, const char* key);
void json_out_end(json_out* out);  // closes what was opened last

void json_out_number(json_out* out, const char* key, double number);  // not finite: null
void json_out_int(json_out* out, const char* key, int64_t number);
void json_out_text(json_out* out, const char* key, const char* text);  // UTF-8; NULL: null
void json_out_bool(json_out* out, const char* key, bool flag);
void json_out_null(json_out* out, const char* key);
void json_out_numbers(json_out* out, const char* key, const double* numbers, int count);
void json_out_ints(json_out* out, const char* key, const int32_t* numbers, int count);

// Copies the members of an object given as JSON text "{…}" into the open object.
// Nullable: members.
void json_out_members(json_out* out, const char* members);

// A value that was read, as text. Unlike json_dumps it notices every failed allocation.
void json_out_value(json_out* out, const char* key, const json_t* value);

// Ends a line of a JSON Lines file, or puts items of an array on lines of their own.
void json_out_newline(json_out* out);

wend_status json_out_save(const json_out* out, const char* path, wend_error* error);
// Copies the text to `text` of `size` bytes and destroys `out`, whether it fits or not. `what` is
// for the error: "the facts of an episode".
wend_status json_out_move(json_out* out, char* text, size_t size, const char* what,
                          wend_error* error);
void json_out_destroy(json_out* out);  // safe on {0} and twice

#endif
