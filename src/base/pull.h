// A pull parser of JSON, for files too large to be parsed to a tree.
//
// The caller requests the values it expects. The first failure is kept: every later call returns
// false, loops end, and `pull_finish` returns the status. So errors are checked once:
//
//     pull p = pull_make(text, size, "f.json", 1, error);
//     pull_span key;
//     for (pull_object(&p); pull_key(&p, &key);)
//         if (pull_is(key, "height")) pull_number(&p, &height);
//         else pull_skip(&p);
//     return pull_finish(&p);
//
// Checks as much as a tree parser, including UTF-8; of a duplicate key both values are returned.
// Errors name file, line and place ("f.json:3: [7].pose[2]: …").
#ifndef WEND_BASE_PULL_H
#define WEND_BASE_PULL_H

#include "base/arena.h"

#include "wend/base.h"

// A piece of the text as it stands there: of a string what is between the quotes.
typedef struct pull_span {
    const char* text;
    size_t size;
} pull_span;

enum { PULL_DEPTH = 128 };  // max nesting of containers

typedef struct pull_level {
    pull_span key;  // the key last given; text is NULL in an array
    size_t index;   // items given so far, the current one included
} pull_level;

typedef struct pull {
    const char* text;
    const char* at;
    const char* end;
    const char* file;  // as errors call it
    int first_line;
    int depth;  // containers entered and not left
    pull_level level[PULL_DEPTH];
    wend_status status;
    wend_error* error;
} pull;

// The text and `file` must outlive the reader. Nullable: error.
pull pull_make(const char* text, size_t size, const char* file, int first_line, wend_error* error);

// Enter a container. False, and a failure, when something else stands here.
bool pull_array(pull* p);
bool pull_object(pull* p);
// On to the next item, or the next key and its value. False at the end, which leaves the container.
// What the reader did not take must be passed with pull_skip.
bool pull_more(pull* p);
bool pull_key(pull* p, pull_span* key);

bool pull_is(pull_span span, const char* text);

// What stands here: one of `{ [ " 0 t n`, for object, array, string, number, true or false and
// null; 0 for anything else. Takes nothing.
char pull_peek(pull* p);

bool pull_null(pull* p);  // takes a null if one stands here; false, and no failure, if not
bool pull_number(pull* p, double* number);  // finite
bool pull_int(pull* p, int64_t* number);    // a whole number; 3.0 is one too
bool pull_bool(pull* p, bool* flag);
bool pull_raw_text(pull* p, pull_span* text);  // a string with its escapes as they stand
// A string with its escapes undone, copied into the arena; the same of a raw string or a key.
bool pull_copy(pull* p, pull_span raw, arena* memory, const char** text);
bool pull_text(pull* p, arena* memory, const char** text);
bool pull_skip(pull* p);
bool pull_raw(pull* p, pull_span* value);                // passes a value and says where it stands
bool pull_numbers(pull* p, int count, double* numbers);  // an array of exactly `count`

// Makes the failure: "file:line: place: words". Always false.
bool pull_fail(pull* p, const char* format, ...) __attribute__((format(printf, 2, 3)));
bool pull_no_memory(pull* p);

// The status of it all; text after the value is a failure too.
wend_status pull_finish(pull* p);

#endif
