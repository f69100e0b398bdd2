#include "base/json_out.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 63 };

// Bytes of the UTF-8 character at `at`; 0: invalid, for example a truncated text.
static int character_size(const unsigned char* at) {
    if (at[0] < 0x80) return 1;
    int size = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    uint32_t code = at[0] & (0xffu >> (size + 1));
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    for (int i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    bool valid = at[0] >= 0xc2 && at[0] < 0xf8 && code >= lowest[size] && code <= 0x10ffff &&
                 (code < 0xd800 || code > 0xdfff);
    return valid ? size : 0;
}

// Bytes that are not UTF-8 become U+FFFD: JSON parsers reject the whole text otherwise.
static void put_quoted(wend_text_out* text, const char* words) {
    wend_text_put_bytes(text, "\"", 1);
    const char* run = words;  // start of the bytes that need no escape
    for (;; words++) {
        unsigned char c = (unsigned char)*words;
        int size = character_size((const unsigned char*)words);
        if (size && c >= 0x20 && c != '"' && c != '\\') {
            words += size - 1;
            continue;
        }
        wend_text_put_bytes(text, run, (size_t)(words - run));
        run = words + 1;
        if (c == 0) break;
        if (!size)
            wend_text_put_bytes(text, "\xef\xbf\xbd", 3);
        else if (c == '"' || c == '\\')
            wend_text_put(text, "\\%c", c);
        else if (c == '\n')
            wend_text_put_bytes(text, "\\n", 2);
        else
            wend_text_put(text, "\\u%04x", c);
    }
    wend_text_put_bytes(text, "\"", 1);
}

// Writes the comma before a value, and its key.
static void put_start(wend_json_out* out, const char* key) {
    uint64_t bit = 1ull << out->depth;
    if (out->depth > 0 && (out->filled & bit)) wend_text_put_bytes(&out->text, ", ", 2);
    out->filled |= bit;
    if (!key) return;
    put_quoted(&out->text, key);
    wend_text_put_bytes(&out->text, ": ", 2);
}

static void open_container(wend_json_out* out, const char* key, bool array) {
    put_start(out, key);
    wend_text_put_bytes(&out->text, array ? "[" : "{", 1);
    if (out->depth < MAX_DEPTH) out->depth++;
    uint64_t bit = 1ull << out->depth;
    out->filled &= ~bit;
    out->arrays = array ? out->arrays | bit : out->arrays & ~bit;
}

void wend_json_out_object(wend_json_out* out, const char* key) { open_container(out, key, false); }
void wend_json_out_array(wend_json_out* out, const char* key) { open_container(out, key, true); }

void wend_json_out_end(wend_json_out* out) {
    if (out->depth == 0) return;
    wend_text_put_bytes(&out->text, out->arrays >> out->depth & 1 ? "]" : "}", 1);
    out->depth--;
}

void wend_json_out_number(wend_json_out* out, const char* key, double number) {
    put_start(out, key);
    if (isfinite(number))
        wend_text_put_number(&out->text, number);
    else
        wend_text_put_bytes(&out->text, "null", 4);
}

void wend_json_out_int(wend_json_out* out, const char* key, int64_t number) {
    put_start(out, key);
    wend_text_put(&out->text, "%lld", (long long)number);
}

void wend_json_out_text(wend_json_out* out, const char* key, const char* text) {
    put_start(out, key);
    if (text)
        put_quoted(&out->text, text);
    else
        wend_text_put_bytes(&out->text, "null", 4);
}

void wend_json_out_bool(wend_json_out* out, const char* key, bool flag) {
    put_start(out, key);
    wend_text_put(&out->text, "%s", flag ? "true" : "false");
}

void wend_json_out_null(wend_json_out* out, const char* key) { wend_json_out_text(out, key, NULL); }

void wend_json_out_numbers(wend_json_out* out, const char* key, const double* numbers, int count) {
    wend_json_out_array(out, key);
    for (int i = 0; i < count; i++) wend_json_out_number(out, NULL, numbers[i]);
    wend_json_out_end(out);
}

void wend_json_out_ints(wend_json_out* out, const char* key, const int32_t* numbers, int count) {
    wend_json_out_array(out, key);
    for (int i = 0; i < count; i++) wend_json_out_int(out, NULL, numbers[i]);
    wend_json_out_end(out);
}

void json_out_members(wend_json_out* out, const char* members) {
    size_t length = members ? strlen(members) : 0;
    if (length <= 2) return;  // empty, or "{}"
    put_start(out, NULL);
    wend_text_put_bytes(&out->text, members + 1, length - 2);
}

static void put_value(wend_text_out* text, const json_t* value);

static void put_members(wend_text_out* text, json_t* object) {
    const char* key;
    json_t* member;
    bool first = true;
    json_object_foreach(object, key, member) {
        if (!first) wend_text_put_bytes(text, ", ", 2);
        first = false;
        put_quoted(text, key);
        wend_text_put_bytes(text, ": ", 2);
        put_value(text, member);
    }
}

// Recursive; jansson's parser limits the depth to 2048.
static void put_value(wend_text_out* text, const json_t* value) {
    if (json_is_object(value)) {
        wend_text_put_bytes(text, "{", 1);
        put_members(text, (json_t*)value);  // jansson's iterators are not const-correct
        wend_text_put_bytes(text, "}", 1);
    } else if (json_is_array(value)) {
        wend_text_put_bytes(text, "[", 1);
        for (size_t i = 0; i < json_array_size(value); i++) {
            if (i) wend_text_put_bytes(text, ", ", 2);
            put_value(text, json_array_get(value, i));
        }
        wend_text_put_bytes(text, "]", 1);
    } else if (json_is_string(value)) {
        put_quoted(text, json_string_value(value));
    } else if (json_is_integer(value)) {
        wend_text_put(text, "%lld", (long long)json_integer_value(value));
    } else if (json_is_real(value)) {
        wend_text_put_number(text, json_real_value(value));
    } else {
        wend_text_put(text, "%s",
                      json_is_boolean(value) ? json_is_true(value) ? "true" : "false" : "null");
    }
}

void json_out_value(wend_json_out* out, const char* key, const json_t* value) {
    put_start(out, key);
    put_value(&out->text, value);
}

void wend_json_out_newline(wend_json_out* out) { wend_text_put_bytes(&out->text, "\n", 1); }

wend_status wend_json_out_save(const wend_json_out* out, const char* path, wend_error* error) {
    return wend_text_save(&out->text, path, error);
}

wend_status wend_json_out_move(wend_json_out* out, char* text, size_t size, const char* what,
                               wend_error* error) {
    wend_status status = WEND_OK;
    if (out->text.out_of_memory)
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory for %s", what);
    else if (out->text.count >= size)
        status = wend_fail(error, WEND_LIMIT, "%s take %zu bytes; %zu are possible", what,
                           out->text.count, size - 1);
    else
        memcpy(text, out->text.items, out->text.count + 1);
    wend_json_out_destroy(out);
    return status;
}

void wend_json_out_destroy(wend_json_out* out) {
    wend_text_destroy(&out->text);
    *out = (wend_json_out){0};
}
