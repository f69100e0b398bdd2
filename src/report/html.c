#include "report/html.h"

#include <math.h>
#include <string.h>
#include <utf8proc.h>

static void put_character(wend_text_out* out, const char* bytes, utf8proc_ssize_t size,
                          utf8proc_int32_t code) {
    bool strange = code < 0x20 ? code != '\t' && code != '\n' : code >= 0x7f && code < 0xa0;
    if (strange || code == 0xfffe || code == 0xffff)
        wend_text_put(out, "\xef\xbf\xbd");
    else if (code == '<')
        wend_text_put(out, "&lt;");
    else if (code == '>')
        wend_text_put(out, "&gt;");
    else if (code == '&')
        wend_text_put(out, "&amp;");
    else if (code == '"')
        wend_text_put(out, "&quot;");
    else if (code == '\'')
        wend_text_put(out, "&#39;");
    else
        wend_text_put_bytes(out, bytes, (size_t)size);
}

void html_text_short(wend_text_out* out, const char* text, int limit) {
    utf8proc_ssize_t left = (utf8proc_ssize_t)strlen(text);
    for (int i = 0; left > 0; i++) {
        if (i == limit) {
            wend_text_put(out, "…");
            return;
        }
        utf8proc_int32_t code;
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t*)text, left, &code);
        if (size < 1) {
            size = 1;
            code = 0xffff;
        }
        put_character(out, text, size, code);
        text += size;
        left -= size;
    }
}

void html_text(wend_text_out* out, const char* text) { html_text_short(out, text, INT32_MAX); }

void html_data_uri(wend_text_out* out, const char* type, const uint8_t* bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    wend_text_put(out, "data:%s;base64,", type);
    for (size_t i = 0; i < size; i += 3) {
        size_t n = size - i < 3 ? size - i : 3;
        uint32_t word = 0;
        for (size_t k = 0; k < 3; k++) word = word << 8 | (k < n ? bytes[i + k] : 0);
        char four[4];
        for (size_t k = 0; k < 4; k++) four[k] = k <= n ? digits[word >> (18 - 6 * k) & 63] : '=';
        wend_text_put_bytes(out, four, 4);
    }
}

void html_value(wend_text_out* out, const char* unit, double value) {
    if (!isfinite(value))
        wend_text_put(out, "∞");
    else if (strcmp(unit, "%") == 0)
        wend_text_put(out, "%.1f", 100 * value);
    else if (strcmp(unit, "m") == 0)
        wend_text_put(out, "%.2f", value);
    else
        wend_text_put(out, fabs(value) < 10 ? "%.2f" : "%.1f", value);
}
