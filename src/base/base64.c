#include "base/base64.h"

static int base64_value(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool base64_decode(const char* text, size_t size, uint8_t* out, size_t* out_size, size_t* bad) {
    int8_t values[256];
    for (int i = 0; i < 256; i++) values[i] = (int8_t)base64_value((char)i);
    uint32_t bits = 0;
    int held = 0;
    size_t at = 0, n = 0;
    for (; at < size && text[at] != '='; at++) {
        int value = values[(uint8_t)text[at]];
        if (value < 0) break;
        bits = bits << 6 | (uint32_t)value;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        out[n++] = (uint8_t)(bits >> held);
    }
    while (at < size && text[at] == '=') at++;
    *out_size = n;
    *bad = at;
    return at == size;
}
