#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "base/number.h"

void text_put_bytes(text_out* out, const char* bytes, size_t size) {
    if (!ARRAY_RESERVE(out, size + 1)) {
        out->out_of_memory = true;
        return;
    }
    if (size) memcpy(out->items + out->count, bytes, size);
    out->count += size;
    out->items[out->count] = 0;
}

void text_put(text_out* out, const char* format, ...) {
    char line[512];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int n = number_vprint(line, sizeof line, format, arguments);
    va_end(arguments);
    if (n >= 0 && (size_t)n < sizeof line) {
        text_put_bytes(out, line, (size_t)n);
    } else if (n >= 0 && ARRAY_RESERVE(out, (size_t)n + 1)) {
        number_vprint(out->items + out->count, (size_t)n + 1, format, again);
        out->count += (size_t)n;
    } else {
        out->out_of_memory = true;
    }
    va_end(again);
}

void text_put_number(text_out* out, double number) {
    if (number == 0) {
        text_put(out, signbit(number) ? "-0.0" : "0");
        return;
    }
    char words[40];
    for (int digits = 15; digits <= 17; digits++) {
        number_print(words, sizeof words, "%.*g", digits, number);
        if (number_parse(words, NULL) == number) break;
    }
    text_put(out, "%s", words);
}

void text_put_csv(text_out* out, const char* text) {
    if (!strpbrk(text, ",\"\n\r")) {
        text_put_bytes(out, text, strlen(text));
        return;
    }
    text_put_bytes(out, "\"", 1);
    for (const char* c = text; *c; c++) {
        if (*c == '"') text_put_bytes(out, "\"", 1);
        text_put_bytes(out, c, 1);
    }
    text_put_bytes(out, "\"", 1);
}

wend_status text_save(const text_out* out, const char* path, wend_error* error) {
    if (out->out_of_memory)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %zu bytes of text", path,
                         out->count);
    return file_write(path, out->count ? out->items : "", out->count, error);
}

void text_destroy(text_out* out) {
    wend_free(out->items);
    *out = (text_out){0};
}
