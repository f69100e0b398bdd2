#include "base/json.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

#include "wend/files.h"

static pthread_once_t jansson_once = PTHREAD_ONCE_INIT;

// While a document is parsed, jansson allocates from the document's arena, and a failed allocation
// leaves the parser by longjmp: jansson writes past the end of a string whose buffer could not
// grow, so it must not continue. Destroying the arena frees everything.
static _Thread_local struct {
    arena* memory;  // NULL: no parse is active
    size_t left;    // bytes the tree may still allocate
    jmp_buf out_of_memory;
} parsing;

// Max memory of a tree: TREE_FLOOR + TREE_RATIO * bytes of text. A file of "[{},{},…" needs 80
// times its size.
enum { TREE_FLOOR = 64 << 20, TREE_RATIO = 40 };

enum { PARSED, OUT_OF_MEMORY, OVER_LIMIT };

static void* jansson_alloc(size_t bytes) {
    if (!parsing.memory) return wend_alloc(bytes);
    if (bytes > parsing.left) longjmp(parsing.out_of_memory, OVER_LIMIT);
    parsing.left -= bytes;
    void* memory = arena_alloc(parsing.memory, bytes);
    if (!memory) longjmp(parsing.out_of_memory, OUT_OF_MEMORY);
    return memory;
}

static void jansson_free(void* memory) {
    if (!parsing.memory) wend_free(memory);
}

static void jansson_setup(void) { json_set_alloc_funcs(jansson_alloc, jansson_free); }

// Returns NULL with `*how` other than PARSED if the memory of the tree is exhausted.
static json_t* parse_into(arena* memory, const char* text, size_t size, json_error_t* error,
                          int* how) {
    json_t* volatile root = NULL;
    parsing.memory = memory;
    parsing.left = TREE_FLOOR + TREE_RATIO * size;
    *how = setjmp(parsing.out_of_memory);
    if (*how == PARSED)
        root = json_loadb(text, size, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, error);
    parsing.memory = NULL;
    return *how == PARSED ? root : NULL;
}

static const char* type_name(const json_t* value) {
    switch (json_typeof(value)) {
        case JSON_OBJECT:
            return "an object";
        case JSON_ARRAY:
            return "an array";
        case JSON_STRING:
            return "a string";
        case JSON_INTEGER:
            return "a whole number";
        case JSON_REAL:
            return "a number";
        case JSON_TRUE:
        case JSON_FALSE:
            return "true or false";
        default:
            return "null";
    }
}

wend_status json_document_parse(const char* text, size_t size, const char* name, int first_line,
                                json_document* document, wend_error* error) {
    pthread_once(&jansson_once, jansson_setup);
    *document = (json_document){.text = (char*)text, .size = size, .first_line = first_line};
    snprintf(document->file, sizeof document->file, "%s", name);
    json_error_t parse_error;
    int how;
    document->root = parse_into(&document->memory, text, size, &parse_error, &how);
    if (document->root) return WEND_OK;
    arena_destroy(&document->memory);
    if (how == OVER_LIMIT)
        return wend_fail(error, WEND_LIMIT,
                         "%s: its JSON needs more than 64 MiB and 40 times its %zu bytes; split it",
                         name, size);
    if (how == OUT_OF_MEMORY)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %zu bytes of JSON", name,
                         size);
    return wend_fail(error, WEND_FORMAT, "%s:%d:%d: not JSON: %s", name,
                     first_line + (parse_error.line > 0 ? parse_error.line - 1 : 0),
                     parse_error.column, parse_error.text);
}

wend_status json_document_read(const char* path, json_document* document, wend_error* error) {
    *document = (json_document){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = json_document_parse(bytes.data, bytes.size, path, 1, document, error);
    if (status != WEND_OK) {
        wend_file_bytes_destroy(&bytes);
        return status;
    }
    document->owns_text = true;
    return WEND_OK;
}

void json_document_destroy(json_document* document) {
    arena_destroy(&document->memory);
    if (document->owns_text) wend_free(document->text);
    *document = (json_document){0};
}

json_at json_document_root(const json_document* document) {
    return (json_at){.document = document, .value = document->root};
}

// ---- position of a value in the text ----------------------------------------------------------

typedef struct scanner {
    const char* p;
    const char* end;
} scanner;

static void json_skip_space(scanner* s) {
    while (s->p < s->end && strchr(" \t\r\n", *s->p)) s->p++;
}

static void skip_string(scanner* s) {  // from the opening quote to behind the closing one
    for (s->p++; s->p < s->end && *s->p != '"'; s->p++)
        if (*s->p == '\\') s->p++;
    s->p++;
}

static void skip_value(scanner* s) {
    int depth = 0;
    while (s->p < s->end) {
        char c = *s->p;
        if (c == '"') {
            skip_string(s);
        } else {
            if (c == '{' || c == '[') depth++;
            if (depth == 0 && (c == ',' || c == '}' || c == ']')) return;
            if (c == '}' || c == ']') depth--;
            s->p++;
        }
        json_skip_space(s);
        if (depth == 0 && s->p < s->end && (*s->p == ',' || *s->p == '}' || *s->p == ']')) return;
    }
}

// Moves from the start of a container to the start of the child named by `at`. Keys with escapes
// are compared as written. Without a match the scanner stays at the container.
static void enter_child(scanner* s, const json_at* at) {
    const char* container = s->p++;
    for (size_t i = 0; s->p < s->end; i++) {
        json_skip_space(s);
        bool found = !at->key && i == at->index;
        if (at->key) {
            if (s->p >= s->end || *s->p != '"') break;
            const char* key = s->p + 1;
            skip_string(s);
            size_t length = strlen(at->key);
            found = (size_t)(s->p - 1 - key) == length && memcmp(key, at->key, length) == 0;
            json_skip_space(s);
            s->p++;  // ':'
            json_skip_space(s);
        }
        if (found) return;
        skip_value(s);
        if (s->p >= s->end || *s->p != ',') break;
        s->p++;
    }
    s->p = container;
}

static void locate(const json_at* at, scanner* s) {
    if (at->parent) {
        locate(at->parent, s);
        if (s->p < s->end && at->value) enter_child(s, at);
    }
    json_skip_space(s);
}

static int json_line_of(const json_at* at) {
    scanner s = {at->document->text, at->document->text + at->document->size};
    locate(at, &s);
    int line = at->document->first_line;
    const char* stop = s.p < s.end ? s.p : s.end;
    for (const char* p = at->document->text; p < stop; p++) line += *p == '\n';
    return line;
}

static void append_path(const json_at* at, char* out, size_t size) {
    if (!at->parent) return;
    append_path(at->parent, out, size);
    size_t used = strlen(out);
    if (at->key)
        snprintf(out + used, size - used, "%s%s", used ? "." : "", at->key);
    else
        snprintf(out + used, size - used, "[%zu]", at->index);
}

wend_status json_fail(const json_at* at, wend_error* error, const char* format, ...) {
    if (!error) return WEND_FORMAT;
    char path[256] = "", words[512];
    append_path(at, path, sizeof path);
    va_list arguments;
    va_start(arguments, format);
    number_vprint(words, sizeof words, format, arguments);
    va_end(arguments);
    return wend_fail(error, WEND_FORMAT, "%s:%d: %s%s%s", at->document->file, json_line_of(at),
                     path, *path ? ": " : "", words);
}

// ---- cursors ----------------------------------------------------------------------------------

static wend_status json_expect(const json_at* at, bool fits, const char* wanted,
                               wend_error* error) {
    if (fits) return WEND_OK;
    return json_fail(at, error, "%s expected, this is %s", wanted,
                     at->value ? type_name(at->value) : "missing");
}

wend_status json_optional(const json_at* object, const char* key, json_at* field,
                          wend_error* error) {
    WEND_TRY(json_expect(object, json_is_object(object->value), "an object", error));
    json_t* value = json_object_get(object->value, key);
    if (json_is_null(value)) value = NULL;
    *field = (json_at){object->document, value, object, key, 0};
    return WEND_OK;
}

wend_status json_field(const json_at* object, const char* key, json_at* field, wend_error* error) {
    WEND_TRY(json_optional(object, key, field, error));
    return field->value ? WEND_OK : json_fail(object, error, "the field \"%s\" is missing", key);
}

wend_status json_item(const json_at* array, size_t index, json_at* item, wend_error* error) {
    WEND_TRY(json_expect(array, json_is_array(array->value), "an array", error));
    size_t count = json_array_size(array->value);
    if (index >= count)
        return json_fail(array, error, "%zu items, at least %zu expected", count, index + 1);
    *item = (json_at){array->document, json_array_get(array->value, index), array, NULL, index};
    return WEND_OK;
}

wend_status json_count(const json_at* array, size_t* count, wend_error* error) {
    WEND_TRY(json_expect(array, json_is_array(array->value), "an array", error));
    *count = json_array_size(array->value);
    return WEND_OK;
}

wend_status json_number(const json_at* at, double* number, wend_error* error) {
    WEND_TRY(json_expect(at, json_is_number(at->value), "a number", error));
    *number = json_number_value(at->value);
    return isfinite(*number) ? WEND_OK : json_fail(at, error, "%g is not finite", *number);
}

wend_status json_float(const json_at* at, float* number, wend_error* error) {
    double wide;
    WEND_TRY(json_number(at, &wide, error));
    *number = (float)wide;
    return isfinite(*number) ? WEND_OK : json_fail(at, error, "%g is too large", wide);
}

wend_status json_int(const json_at* at, int64_t* number, wend_error* error) {
    if (json_is_real(at->value)) {  // 3.0 is an integer, too
        double wide = json_real_value(at->value);
        if (wide == floor(wide) && fabs(wide) < 9e15) {
            *number = (int64_t)wide;
            return WEND_OK;
        }
    }
    WEND_TRY(json_expect(at, json_is_integer(at->value), "a whole number", error));
    *number = json_integer_value(at->value);
    return WEND_OK;
}

wend_status json_bool(const json_at* at, bool* flag, wend_error* error) {
    WEND_TRY(json_expect(at, json_is_boolean(at->value), "true or false", error));
    *flag = json_is_true(at->value);
    return WEND_OK;
}

wend_status json_text(const json_at* at, const char** text, wend_error* error) {
    WEND_TRY(json_expect(at, json_is_string(at->value), "a string", error));
    *text = json_string_value(at->value);
    return WEND_OK;
}

// Item `i` of an array of `count` numbers.
static wend_status item_of(const json_at* array, int count, int i, json_at* item,
                           wend_error* error) {
    size_t held;
    WEND_TRY(json_count(array, &held, error));
    if (held != (size_t)count)
        return json_fail(array, error, "%zu numbers, %d expected", held, count);
    return json_item(array, (size_t)i, item, error);
}

wend_status json_floats(const json_at* array, int count, float* numbers, wend_error* error) {
    for (int i = 0; i < count; i++) {
        json_at item = {0};
        WEND_TRY(item_of(array, count, i, &item, error));
        WEND_TRY(json_float(&item, &numbers[i], error));
    }
    return WEND_OK;
}

wend_status json_numbers(const json_at* array, int count, double* numbers, wend_error* error) {
    for (int i = 0; i < count; i++) {
        json_at item = {0};
        WEND_TRY(item_of(array, count, i, &item, error));
        WEND_TRY(json_number(&item, &numbers[i], error));
    }
    return WEND_OK;
}

wend_status json_xyz(const json_at* object, wend_vec3* v, wend_error* error) {
    static const char* const keys[3] = {"x", "y", "z"};
    float* parts[3] = {&v->x, &v->y, &v->z};
    for (int i = 0; i < 3; i++) {
        json_at field = {0};
        WEND_TRY(json_field(object, keys[i], &field, error));
        WEND_TRY(json_float(&field, parts[i], error));
    }
    return WEND_OK;
}

json_lines json_lines_make(const char* text, size_t size) {
    return (json_lines){text, text + size, 0};
}

bool json_lines_next(json_lines* lines, const char** line, size_t* size) {
    while (lines->next < lines->end) {
        const char* start = lines->next;
        const char* stop = memchr(start, '\n', (size_t)(lines->end - start));
        if (!stop) stop = lines->end;
        lines->next = stop < lines->end ? stop + 1 : stop;
        lines->number++;
        scanner s = {start, stop};
        json_skip_space(&s);
        if (s.p == stop) continue;
        *line = start;
        *size = (size_t)(stop - start);
        return true;
    }
    return false;
}
