#include "base/pull.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/number.h"

pull pull_make(const char* text, size_t size, const char* file, int first_line, wend_error* error) {
    pull p = {.text = text,
              .at = text,
              .end = text + size,
              .file = file,
              .first_line = first_line,
              .error = error};
    return p;
}

bool pull_is(pull_span span, const char* text) {
    return strlen(text) == span.size && memcmp(span.text, text, span.size) == 0;
}

// ---- failures ---------------------------------------------------------------------------------

static void write_place(const pull* p, char* out, size_t size) {
    size_t used = 0;
    *out = 0;
    for (int i = 0; i < p->depth && used + 1 < size; i++) {
        const pull_level* level = &p->level[i];
        int wrote = 0;
        if (level->key.text)
            wrote = snprintf(out + used, size - used, "%s%.*s", i ? "." : "",
                             (int)(level->key.size < 64 ? level->key.size : 64), level->key.text);
        else if (level->index > 0)
            wrote = snprintf(out + used, size - used, "[%zu]", level->index - 1);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
}

bool pull_fail(pull* p, const char* format, ...) {
    if (p->status != WEND_OK) return false;
    p->status = WEND_FORMAT;
    char place[256], words[400];
    write_place(p, place, sizeof place);
    va_list list;
    va_start(list, format);
    number_vprint(words, sizeof words, format, list);
    va_end(list);
    int line = p->first_line;
    for (const char* c = p->text; c < p->at; c++) line += *c == '\n';
    (void)wend_fail(p->error, WEND_FORMAT, "%s:%d: %s%s%s", p->file, line, place,
                    *place ? ": " : "", words);
    return false;
}

bool pull_no_memory(pull* p) {
    if (p->status != WEND_OK) return false;
    p->status = wend_fail(p->error, WEND_NO_MEMORY, "%s: out of memory while reading it", p->file);
    return false;
}

// ---- the next value ---------------------------------------------------------------------------

static inline bool pull_is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

static inline void pass_space(pull* p) {
    while (p->at < p->end && pull_is_space(*p->at)) p->at++;
}

char pull_peek(pull* p) {
    pass_space(p);
    if (p->status != WEND_OK || p->at == p->end) return 0;
    char c = *p->at;
    if (is_digit(c) || c == '-') return '0';
    if (c == 'f') return 't';
    return strchr("{[\"tn", c) ? c : 0;
}

static bool fail_expected(pull* p, const char* wanted) {
    const char* found = "not JSON";
    switch (pull_peek(p)) {
        case '{':
            found = "an object";
            break;
        case '[':
            found = "an array";
            break;
        case '"':
            found = "a string";
            break;
        case '0':
            found = "a number";
            break;
        case 't':
            found = "true or false";
            break;
        case 'n':
            found = "null";
            break;
        default:
            if (p->at == p->end) found = "the end of the file";
    }
    return pull_fail(p, "%s expected, this is %s", wanted, found);
}

// ---- containers -------------------------------------------------------------------------------

static bool pull_enter(pull* p, char open, const char* what) {
    if (p->status != WEND_OK) return false;
    if (pull_peek(p) != open) return fail_expected(p, what);
    if (p->depth == PULL_DEPTH) return pull_fail(p, "nested deeper than %d", PULL_DEPTH);
    p->at++;
    p->level[p->depth++] = (pull_level){{NULL, 0}, 0};
    return true;
}

bool pull_array(pull* p) { return pull_enter(p, '[', "an array"); }
bool pull_object(pull* p) { return pull_enter(p, '{', "an object"); }

// Skips the comma before an item, or skips the closing bracket and leaves the container.
static bool pull_advance(pull* p, char close) {
    if (p->status != WEND_OK) return false;
    pass_space(p);
    pull_level* level = &p->level[p->depth - 1];
    if (p->at < p->end && *p->at == close) {
        p->at++;
        p->depth--;
        return false;
    }
    if (level->index > 0) {
        if (p->at == p->end || *p->at != ',')
            return pull_fail(p, "'%c' or a comma expected%s", close,
                             p->at == p->end ? ", the file ends" : "");
        p->at++;
    }
    level->index++;
    return true;
}

bool pull_more(pull* p) { return pull_advance(p, ']'); }

bool pull_key(pull* p, pull_span* key) {
    if (!pull_advance(p, '}')) return false;
    if (!pull_raw_text(p, key)) return false;
    p->level[p->depth - 1].key = *key;
    pass_space(p);
    if (p->at == p->end || *p->at != ':') return pull_fail(p, "a colon expected after the key");
    p->at++;
    return true;
}

// ---- strings ----------------------------------------------------------------------------------

static int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Value of the four digits of \uXXXX at `c`, or -1.
static int pull_hex_value(const char* c, const char* end) {
    if (end - c < 4) return -1;
    int value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(c[i]);
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

// Code point of the escape whose letter is at `*at`; `*at` moves behind it. -1: invalid.
static int32_t read_escape(const char** at, const char* end) {
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (*at == end) return -1;
    char c = *(*at)++;
    const char* simple = c ? strchr(letters, c) : NULL;
    if (simple) return values[simple - letters];
    if (c != 'u') return -1;
    int value = pull_hex_value(*at, end);
    if (value <= 0) return -1;  // texts are NUL-terminated: U+0000 is rejected
    *at += 4;
    if (value < 0xD800 || value > 0xDFFF) return value;
    if (value > 0xDBFF || end - *at < 6 || (*at)[0] != '\\' || (*at)[1] != 'u') return -1;
    int low = pull_hex_value(*at + 2, end);
    if (low < 0xDC00 || low > 0xDFFF) return -1;
    *at += 6;
    return 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
}

bool pull_raw_text(pull* p, pull_span* text) {
    if (p->status != WEND_OK) return false;
    if (pull_peek(p) != '"') return fail_expected(p, "a string");
    const char* start = ++p->at;
    while (p->at < p->end && *p->at != '"') {
        unsigned char c = (unsigned char)*p->at;
        if (c == '\\') {
            p->at++;
            if (read_escape(&p->at, p->end) < 0) return pull_fail(p, "a wrong escape in a string");
        } else if (c >= 0x80) {
            utf8proc_int32_t code;
            utf8proc_ssize_t took =
                utf8proc_iterate((const utf8proc_uint8_t*)p->at, p->end - p->at, &code);
            if (took <= 0) return pull_fail(p, "a string that is not UTF-8");
            p->at += took;
        } else if (c < 0x20) {
            return pull_fail(p, "a control character in a string");
        } else {
            p->at++;
        }
    }
    if (p->at == p->end) return pull_fail(p, "a string does not end before the file does");
    *text = (pull_span){start, (size_t)(p->at++ - start)};
    return true;
}

bool pull_copy(pull* p, pull_span raw, arena* memory, const char** text) {
    if (p->status != WEND_OK) return false;
    char* copy = arena_text(memory, raw.text, raw.size);
    if (!copy) return pull_no_memory(p);
    *text = copy;
    if (!memchr(raw.text, '\\', raw.size)) return true;
    const char *at = raw.text, *end = raw.text + raw.size;
    while (at < end) {  // an escape is never shorter than its character
        if (*at != '\\') {
            *copy++ = *at++;
            continue;
        }
        at++;
        int32_t code = read_escape(&at, end);
        copy += utf8proc_encode_char(code, (utf8proc_uint8_t*)copy);
    }
    *copy = 0;
    return true;
}

bool pull_text(pull* p, arena* memory, const char** text) {
    pull_span raw;
    return pull_raw_text(p, &raw) && pull_copy(p, raw, memory, text);
}

// ---- numbers and words ------------------------------------------------------------------------

// End of the number at `c`; NULL: not a number. [RFC 8259, section 6]
static const char* number_end(const char* c, const char* end) {
    if (c < end && *c == '-') c++;
    if (c == end || !is_digit(*c)) return NULL;
    if (*c == '0')
        c++;
    else
        while (c < end && is_digit(*c)) c++;
    if (c < end && *c == '.') {
        if (++c == end || !is_digit(*c)) return NULL;
        while (c < end && is_digit(*c)) c++;
    }
    if (c < end && (*c == 'e' || *c == 'E')) {
        c++;
        if (c < end && (*c == '+' || *c == '-')) c++;
        if (c == end || !is_digit(*c)) return NULL;
        while (c < end && is_digit(*c)) c++;
    }
    return c;
}

enum { NUMBER_LENGTH = 400 };  // digits; longer than any double needs

// Fast path: with at most 15 digits, the digits and the power of ten are exact doubles, so one
// division rounds as correctly as strtod and is ten times faster. [Clinger 1990]
static double parse_number(const char* c, const char* end) {
    static const double tens[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char* start = c;
    bool negative = *c == '-';
    if (negative) c++;
    int64_t digits = 0;
    int after = 0, total = 0;
    bool dot = false;
    for (; c < end && total <= 15; c++) {
        if (*c == '.') {
            dot = true;
        } else if (is_digit(*c)) {
            digits = digits * 10 + (*c - '0');
            total += digits != 0;
            after += dot;
        } else {
            break;
        }
    }
    if (c < end || total > 15 || after > 15) {
        char copy[NUMBER_LENGTH + 1];  // strtod needs a NUL-terminated text
        size_t size = (size_t)(end - start);
        memcpy(copy, start, size);
        copy[size] = 0;
        return number_parse(copy, NULL);
    }
    double value = (double)digits / tens[after];
    return negative ? -value : value;
}

bool pull_number(pull* p, double* number) {
    if (p->status != WEND_OK) return false;
    if (pull_peek(p) != '0') return fail_expected(p, "a number");
    const char* end = number_end(p->at, p->end);
    if (!end) return pull_fail(p, "a number that is not JSON");
    if (end - p->at > NUMBER_LENGTH) return pull_fail(p, "a number of %td characters", end - p->at);
    *number = parse_number(p->at, end);
    if (!isfinite(*number)) return pull_fail(p, "a number too large for a double");
    p->at = end;
    return true;
}

bool pull_int(pull* p, int64_t* number) {
    double wide;
    const char* start = p->at;
    if (pull_peek(p) != '0') return p->status == WEND_OK && fail_expected(p, "a whole number");
    if (!pull_number(p, &wide)) return false;
    if (wide != floor(wide) || fabs(wide) > 9e15) {
        p->at = start;
        return pull_fail(p, "a whole number expected, this is %.15g", wide);
    }
    *number = (int64_t)wide;
    return true;
}

static bool take_word(pull* p, const char* word) {
    size_t size = strlen(word);
    if ((size_t)(p->end - p->at) < size || memcmp(p->at, word, size) != 0) return false;
    p->at += size;
    return true;
}

bool pull_bool(pull* p, bool* flag) {
    if (p->status != WEND_OK) return false;
    pass_space(p);
    if (take_word(p, "false")) {
        *flag = false;
        return true;
    }
    if (take_word(p, "true")) {
        *flag = true;
        return true;
    }
    return fail_expected(p, "true or false");
}

bool pull_null(pull* p) { return pull_peek(p) == 'n' && take_word(p, "null"); }

bool pull_numbers(pull* p, int count, double* numbers) {
    if (!pull_array(p)) return false;
    int held = 0;
    while (pull_more(p)) {
        if (held == count) return pull_fail(p, "more than %d numbers", count);
        if (!pull_number(p, &numbers[held++])) return false;
    }
    if (p->status != WEND_OK) return false;
    return held == count || pull_fail(p, "%d numbers, %d expected", held, count);
}

// ---- skipping ---------------------------------------------------------------------------------

static bool skip_scalar(pull* p) {
    pull_span text;
    double number;
    bool flag;
    switch (pull_peek(p)) {
        case '"':
            return pull_raw_text(p, &text);
        case '0':
            return pull_number(p, &number);
        case 't':
            return pull_bool(p, &flag);
        default:
            return pull_null(p) || fail_expected(p, "a value");
    }
}

// Iterative: a file of a million brackets is an error, not a stack overflow.
bool pull_skip(pull* p) {
    int bottom = p->depth;
    bool is_object[PULL_DEPTH];
    do {
        char c = pull_peek(p);
        if (c == '{' || c == '[') {
            if (!(c == '{' ? pull_object(p) : pull_array(p))) return false;
            is_object[p->depth - 1] = c == '{';
        } else if (!skip_scalar(p)) {
            return false;
        }
        while (p->depth > bottom) {  // to the next value, leaving containers that have ended
            pull_span key;
            if (is_object[p->depth - 1] ? pull_key(p, &key) : pull_more(p)) break;
            if (p->status != WEND_OK) return false;
        }
    } while (p->depth > bottom);
    return p->status == WEND_OK;
}

bool pull_raw(pull* p, pull_span* value) {
    pass_space(p);
    const char* start = p->at;
    if (!pull_skip(p)) return false;
    *value = (pull_span){start, (size_t)(p->at - start)};
    return true;
}

wend_status pull_finish(pull* p) {
    pass_space(p);
    if (p->status == WEND_OK && p->at < p->end) pull_fail(p, "text after the end of the JSON");
    return p->status;
}
