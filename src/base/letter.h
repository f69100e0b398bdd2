// ASCII character classes, independent of the locale: bytes of other characters are neither letters
// nor spaces. Those of the C library depend on setlocale.
#ifndef WEND_BASE_LETTER_H
#define WEND_BASE_LETTER_H

#include <stdbool.h>

static inline bool letter_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool letter_is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static inline bool letter_is_lower(char c) { return c >= 'a' && c <= 'z'; }
static inline bool letter_is_alpha(char c) { return letter_is_upper(c) || letter_is_lower(c); }
static inline bool letter_is_alnum(char c) { return letter_is_alpha(c) || letter_is_digit(c); }
static inline bool letter_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline char letter_lower(char c) { return letter_is_upper(c) ? (char)(c - 'A' + 'a') : c; }
static inline char letter_upper(char c) { return letter_is_lower(c) ? (char)(c - 'a' + 'A') : c; }
// Equal except for case.
static inline bool letter_same(const char* a, const char* b) {
    for (; *a && letter_lower(*a) == letter_lower(*b); a++) b++;
    return letter_lower(*a) == letter_lower(*b);
}

#endif
