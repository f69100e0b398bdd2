// One pass over the characters of a text that looks only at strings and brackets.
//
// The pull reader (base/pull.h) cannot replace this scanner. It stops at the first error, and an
// error before the distinguishing key would leave the format unknown; then the format's own reader
// could not report line and value. The scanner also accepts what a JSON parser rejects but the
// formats' readers accept or report: several roots (JSON Lines), any depth, invalid UTF-8.
#include "data/outline.h"

#include <string.h>

static int outline_find_key(const char* text, size_t size) {
    static const char* const names[KEY_COUNT] = {
#define X(key) #key,
        OUTLINE_KEY_LIST(X)
#undef X
    };
    for (int i = 0; i < KEY_COUNT; i++)
        if (strlen(names[i]) == size && memcmp(names[i], text, size) == 0) return i;
    return -1;
}

static const char* outline_skip_space(const char* p, const char* end) {
    while (p < end && strchr(" \t\r\n", *p)) p++;
    return p;
}

// `p` is behind the opening quote. Returns the closing quote, or `end`.
static const char* outline_string_end(const char* p, const char* end) {
    while (p < end && *p != '"') p += *p == '\\' ? 2 : 1;
    return p < end ? p : end;
}

typedef struct outline_scan {
    outline o;
    int depth;
    char open[OUTLINE_DEPTH + 2];  // [depth] '{' or '['
} outline_scan;

static bool outline_is_open(const outline_scan* s, const char* brackets) {
    return s->depth == (int)strlen(brackets) &&
           memcmp(s->open + 1, brackets, strlen(brackets)) == 0;
}

// `p` is the opening quote. Returns the closing quote.
static const char* outline_string(outline_scan* s, const char* p, const char* end) {
    const char* close = outline_string_end(p + 1, end);
    const char* next = outline_skip_space(close < end ? close + 1 : end, end);
    bool is_key = next < end && *next == ':';
    int key = is_key ? outline_find_key(p + 1, (size_t)(close - p - 1)) : -1;
    if (key >= 0 && s->depth <= OUTLINE_DEPTH) s->o.keys[s->depth] |= 1u << key;
    if (!is_key && (outline_is_open(s, "{{") || outline_is_open(s, "["))) s->o.has_texts = true;
    if (outline_is_open(s, "{{[")) s->o.has_text_lists = true;
    return close;
}

outline outline_of(const char* text, size_t size) {
    if (size >= 4 && memcmp(text, "PK\x03\x04", 4) == 0) return (outline){.is_zip = true};
    outline_scan s = {0};
    const char* end = text + size;
    const char* p = outline_skip_space(text, end);
    if (p < end) s.o.root = *p;
    for (; p < end; p++) {
        if (*p == '"') {
            p = outline_string(&s, p, end);
        } else if (*p == '{' || *p == '[') {
            s.depth++;
            if (s.depth <= OUTLINE_DEPTH) s.open[s.depth] = *p;
            if (outline_is_open(&s, "{{[[")) s.o.has_lists = true;
        } else if ((*p == '}' || *p == ']') && s.depth > 0) {
            s.depth--;
        }
    }
    return s.o;
}
