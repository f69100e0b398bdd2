// One pass over the tags of a DAE file: checks numeric attributes and element text, copies the
// rest.
#include "import/dae_text.h"

#include <string.h>

#include "base/letter.h"

// Allowed content of an element.
typedef enum dae_content { DAE_ANYTHING, DAE_INDICES, DAE_WHOLE, DAE_REAL } dae_content;

typedef struct dae_reader {
    const import_source* source;
    const char *at, *end;
    char* out;
    dae_content inside;  // of the last opened element, until the next tag
    char element[32];
} dae_reader;

bool dae_attribute(const char* tag, const char* end, const char* name, const char** value,
                   size_t* size) {
    size_t length = strlen(name);
    for (const char* p = tag; p + length + 2 < end; p++) {
        if (!letter_is_space(p[0]) || strncmp(p + 1, name, length) != 0) continue;
        const char* q = p + 1 + length;
        while (q < end && letter_is_space(*q)) q++;
        if (q >= end || *q++ != '=') continue;
        while (q < end && letter_is_space(*q)) q++;
        if (q >= end || (*q != '"' && *q != '\'')) continue;
        const char* stop = memchr(q + 1, *q, (size_t)(end - q - 1));
        if (!stop) return false;
        *value = q + 1;
        *size = (size_t)(stop - q - 1);
        return true;
    }
    return false;
}

bool dae_is_tag(const char* tag, const char* end, const char* name) {
    size_t length = strlen(name);
    return (size_t)(end - tag) >= length && strncmp(tag, name, length) == 0 &&
           (tag + length == end || letter_is_space(tag[length]) || tag[length] == '/');
}

static wend_status dae_text_dae_fail(const dae_reader* r, const char* at, const char* why,
                                     wend_error* error) {
    int line = 1;
    for (const char* p = r->source->data; p < at; p++) line += *p == '\n';
    size_t left = (size_t)(r->end - at), shown = 0;
    while (shown < left && shown < 24 && (unsigned char)at[shown] >= 32) shown++;
    return wend_fail(error, WEND_FORMAT, "%s:%d: <%s>: %s at '%.*s'; export it again",
                     r->source->path, line, r->element, why, (int)shown, at);
}

// Checks the attributes that assimp parses as numbers.
static wend_status check_attributes(const dae_reader* r, const char* tag, const char* end,
                                    wend_error* error) {
    const struct {
        const char* name;
        uint64_t low, high;
    } numbers[] = {{"count", 0, r->source->size}, {"stride", 1, 4096}, {"offset", 0, 1 << 30}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char* value;
        size_t size;
        if (!dae_attribute(tag, end, numbers[i].name, &value, &size)) continue;
        uint64_t number = 0;
        size_t digits = 0;
        while (digits < size && letter_is_digit(value[digits]) && number < 1u << 30)
            number = number * 10 + (uint64_t)(value[digits++] - '0');
        if (!size || digits < size)
            return dae_text_dae_fail(r, value, "a whole number is expected", error);
        bool is_input = dae_is_tag(tag, end, "input");  // an offset into a list of indices
        uint64_t high = is_input ? 255 : numbers[i].high;
        if (number < numbers[i].low || number > high)
            return dae_text_dae_fail(r, value, i ? "out of range" : "a count larger than the file",
                                     error);
    }
    return WEND_OK;
}

static dae_content content_of(const char* tag, const char* end) {
    static const struct {
        const char* name;
        dae_content content;
    } elements[] = {{"p", DAE_INDICES},
                    {"vcount", DAE_INDICES},
                    {"h", DAE_INDICES},
                    {"v", DAE_WHOLE},
                    {"int_array", DAE_WHOLE},
                    {"float_array", DAE_REAL},
                    {"matrix", DAE_REAL},
                    {"translate", DAE_REAL},
                    {"rotate", DAE_REAL},
                    {"scale", DAE_REAL},
                    {"skew", DAE_REAL},
                    {"lookat", DAE_REAL},
                    {"bind_shape_matrix", DAE_REAL}};
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (dae_is_tag(tag, end, elements[i].name)) return elements[i].content;
    return DAE_ANYTHING;
}

static wend_status dae_text_check_numbers(const dae_reader* r, const char* text, const char* end,
                                          wend_error* error) {
    const char* allowed = r->inside == DAE_INDICES ? "" : r->inside == DAE_WHOLE ? "-" : "+-.eE#";
    int digits = 0;
    for (const char* p = text; p < end; p++) {
        if (letter_is_space(*p)) {
            digits = 0;
            continue;
        }
        bool is_digit = letter_is_digit(*p);
        bool is_letter = r->inside == DAE_REAL && letter_is_alpha(*p);  // "NaN", "-INF"
        if (!is_digit && !is_letter && (!*p || !strchr(allowed, *p)))
            return dae_text_dae_fail(r, p, "a number is expected", error);
        digits += is_digit;
        if (r->inside != DAE_REAL && digits > 9)
            return dae_text_dae_fail(r, p - 9, "an index larger than the file", error);
    }
    return WEND_OK;
}

static void dae_text_put(dae_reader* r, const char* from, const char* to) {
    memcpy(r->out, from, (size_t)(to - from));
    r->out += to - from;
}

// Text between two tags.
static wend_status take_text(dae_reader* r, const char* stop, wend_error* error) {
    if (r->inside != DAE_ANYTHING) WEND_TRY(dae_text_check_numbers(r, r->at, stop, error));
    const char* start = r->at;
    while (start < stop && letter_is_space(*start)) start++;
    dae_text_put(r, start == stop ? r->at : start, stop);
    r->at = stop;
    return WEND_OK;
}

// Consumes a tag, a comment or CDATA, from its '<' to behind its end.
static wend_status take_tag(dae_reader* r, wend_error* error) {
    const char* tag = r->at + 1;
    size_t left = (size_t)(r->end - tag);
    const char* closing = left > 3 && memcmp(tag, "!--", 3) == 0        ? "-->"
                          : left > 8 && memcmp(tag, "![CDATA[", 8) == 0 ? "]]>"
                                                                        : ">";
    const char* stop = memmem(tag, left, closing, strlen(closing));
    if (!stop) return dae_text_dae_fail(r, r->at, "a tag does not end: the file is cut", error);
    bool ends = left && *tag == '/';
    if (r->inside != DAE_ANYTHING && !ends)
        return dae_text_dae_fail(r, r->at, "a number is expected", error);
    if (left && *tag != '/' && *tag != '!' && *tag != '?') {
        size_t length = strcspn(tag, " \t\r\n/>");
        if (length >= sizeof r->element) length = sizeof r->element - 1;
        memcpy(r->element, tag, length);
        r->element[length] = 0;
        WEND_TRY(check_attributes(r, tag, stop, error));
        r->inside = stop > tag && stop[-1] == '/' ? DAE_ANYTHING : content_of(tag, stop);
    } else {
        r->inside = DAE_ANYTHING;
    }
    dae_text_put(r, r->at, stop + strlen(closing));
    r->at = stop + strlen(closing);
    return WEND_OK;
}

wend_status dae_text_clean(const import_source* source, wend_file_bytes* clean, wend_error* error) {
    *clean = (wend_file_bytes){.data = wend_alloc(source->size + 1)};
    if (!clean->data) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", source->path);
    dae_reader r = {.source = source,
                    .at = source->data,
                    .end = source->data + source->size,
                    .out = clean->data};
    wend_status status = WEND_OK;
    while (status == WEND_OK && r.at < r.end) {
        const char* next = memchr(r.at, '<', (size_t)(r.end - r.at));
        status = take_text(&r, next ? next : r.end, error);
        if (status == WEND_OK && next) status = take_tag(&r, error);
    }
    clean->size = (size_t)(r.out - clean->data);
    clean->data[clean->size] = 0;
    if (status != WEND_OK) wend_file_bytes_destroy(clean);
    return status;
}
