#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"

#include "wend/files.h"

void wend_text_put_bytes(wend_text_out* out, const char* bytes, size_t size) {
    if (!ARRAY_RESERVE(out, size + 1)) {
        out->out_of_memory = true;
        return;
    }
    if (size) memcpy(out->items + out->count, bytes, size);
    out->count += size;
    out->items[out->count] = 0;
}

void wend_text_put(wend_text_out* out, const char* format, ...) {
    char line[512];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int n = number_vprint(line, sizeof line, format, arguments);
    va_end(arguments);
    if (n >= 0 && (size_t)n < sizeof line) {
        wend_text_put_bytes(out, line, (size_t)n);
    } else if (n >= 0 && ARRAY_RESERVE(out, (size_t)n + 1)) {
        number_vprint(out->items + out->count, (size_t)n + 1, format, again);
        out->count += (size_t)n;
    } else {
        out->out_of_memory = true;
    }
    va_end(again);
}

void wend_text_put_number(wend_text_out* out, double number) {
    if (number == 0) {
        wend_text_put(out, signbit(number) ? "-0.0" : "0");
        return;
    }
    char words[40];
    for (int digits = 15; digits <= 17; digits++) {
        number_print(words, sizeof words, "%.*g", digits, number);
        if (number_parse(words, NULL) == number) break;
    }
    wend_text_put(out, "%s", words);
}

void wend_text_put_csv(wend_text_out* out, const char* text) {
    if (!strpbrk(text, ",\"\n\r")) {
        wend_text_put_bytes(out, text, strlen(text));
        return;
    }
    wend_text_put_bytes(out, "\"", 1);
    for (const char* c = text; *c; c++) {
        if (*c == '"') wend_text_put_bytes(out, "\"", 1);
        wend_text_put_bytes(out, c, 1);
    }
    wend_text_put_bytes(out, "\"", 1);
}

wend_status wend_text_save(const wend_text_out* out, const char* path, wend_error* error) {
    if (out->out_of_memory)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %zu bytes of text", path,
                         out->count);
    return wend_file_write(path, out->count ? out->items : "", out->count, error);
}

void wend_text_destroy(wend_text_out* out) {
    wend_free(out->items);
    *out = (wend_text_out){0};
}
