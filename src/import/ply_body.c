// The rows of PLY files. Text has one row per line. Every value takes at least one byte, so time
// and the memory of lists are bounded by the size of the file.
#include <float.h>
#include <stdarg.h>
#include <string.h>

#include "base/letter.h"
#include "base/number.h"
#include "import/import.h"
#include "import/ply.h"

typedef struct ply_cursor {
    const ply_file* file;
    const ply_element* element;
    const char *at, *end;
    size_t line;
} ply_cursor;

__attribute__((format(printf, 3, 4))) static wend_status ply_body_fail(const ply_cursor* c,
                                                                       wend_error* error,
                                                                       const char* format, ...) {
    char why[200];
    va_list arguments;
    va_start(arguments, format);
    number_vprint(why, sizeof why, format, arguments);
    va_end(arguments);
    bool ascii = c->file->format == PLY_ASCII;
    char name[PLY_NAME_SIZE];
    return wend_fail(error, WEND_FORMAT, "%s: %s %zu: element '%s': %s", c->file->source->path,
                     ascii ? "line" : "byte",
                     ascii ? c->line : (size_t)(c->at - c->file->source->data),
                     ply_word_clean(c->element->name, name), why);
}

// ---- values -------------------------------------------------------------------------------------

static double ply_decode(const char* at, const ply_type* type, bool big_endian) {
    uint8_t b[8] = {0};
    for (int i = 0; i < type->size; i++) b[i] = (uint8_t)at[big_endian ? type->size - 1 - i : i];
    uint32_t low = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    if (type->kind == PLY_UNSIGNED) return low;
    if (type->kind == PLY_SIGNED) {
        uint32_t sign = UINT32_C(1) << (8 * type->size - 1);
        return low & sign ? (double)low - 2.0 * sign : low;
    }
    if (type->size == 4) {
        float value;
        memcpy(&value, &low, sizeof value);
        return (double)value;
    }
    uint64_t bits = low;
    for (int i = 4; i < 8; i++) bits |= (uint64_t)b[i] << 8 * i;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Decimal numbers of at most 15 digits: the digits and the power of ten are exact as doubles, so
// their quotient is the nearest double, as number_parse returns it, in a tenth of the time.
// NULL: another kind of number.
static const char* ply_parse_short(const char* p, double* value) {
    static const double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    bool negative = *p == '-';
    if (negative) p++;
    uint64_t number = 0;
    int digits = 0, fraction = 0;
    for (; letter_is_digit(*p) && digits < 16; p++, digits++)
        number = number * 10 + (uint64_t)(*p - '0');
    if (*p == '.')
        for (p++; letter_is_digit(*p) && digits < 16; p++, digits++, fraction++)
            number = number * 10 + (uint64_t)(*p - '0');
    if (!digits || digits > 15 || (*p && !letter_is_space(*p))) return NULL;
    double size = (double)number / powers[fraction];
    *value = negative ? -size : size;
    return p;
}

// A number of the declared type: digits and a sign; fraction, exponent, nan and inf for reals only.
// NULL: there is none.
static const char* ply_parse(const char* at, const ply_type* type, double* value) {
    const char* digits = at + (*at == '-' || *at == '+');
    const char* stop = ply_parse_short(at, value);
    if (!stop) {
        char* end;
        if (letter_is_space(*at) || (digits[0] == '0' && letter_lower(digits[1]) == 'x'))
            return NULL;  // number_parse would skip the space and read hexadecimal
        *value = number_parse(at, &end);
        if (end == at || (*end && !letter_is_space(*end))) return NULL;
        stop = end;
    }
    if (type->kind == PLY_REAL) return stop;
    while (letter_is_digit(*digits)) digits++;
    double min = type->kind == PLY_SIGNED ? -2147483648.0 : 0;
    return digits == stop && *value >= min && *value <= 4294967295.0 ? stop : NULL;
}

static void ply_skip_blanks(ply_cursor* c) {
    while (*c->at == ' ' || *c->at == '\t' || *c->at == '\r') c->at++;  // a NUL ends the text
}

static wend_status ply_value(ply_cursor* c, const ply_property* p, const ply_type* type,
                             double* value, wend_error* error) {
    if (c->file->format != PLY_ASCII) {
        if (c->end - c->at < type->size)
            return ply_body_fail(c, error, "the file ends within a row; it is cut or damaged");
        *value = ply_decode(c->at, type, c->file->format == PLY_BIG_ENDIAN);
        c->at += type->size;
        return WEND_OK;
    }
    ply_skip_blanks(c);
    const char* stop = ply_parse(c->at, type, value);
    if (!stop) {
        ply_word found = {c->at, 0};
        while (c->at[found.size] && !letter_is_space(c->at[found.size])) found.size++;
        char name[PLY_NAME_SIZE], text[PLY_NAME_SIZE];
        return ply_body_fail(c, error,
                             "property '%s' must be a number of type %s, found '%s'; the file is "
                             "cut or damaged",
                             ply_word_clean(p->name, name), type->name,
                             ply_word_clean(found, text));
    }
    c->at = stop;
    return WEND_OK;
}

static float ply_to_float(double value) {
    return value > FLT_MAX ? INFINITY : value < -FLT_MAX ? -INFINITY : (float)value;
}

// ---- rows ---------------------------------------------------------------------------------------

static wend_status ply_read_scalar(ply_cursor* c, const ply_property* p, uint64_t row,
                                   wend_error* error) {
    double value;
    WEND_TRY(ply_value(c, p, p->type, &value, error));
    if (!p->column) return WEND_OK;
    float number = ply_to_float(value);
    if (p->must_be_finite && !isfinite(number)) {
        char name[PLY_NAME_SIZE];
        return ply_body_fail(c, error,
                             "row %llu: '%s' is %g; it must be a finite float; remove such rows",
                             (unsigned long long)row, ply_word_clean(p->name, name), value);
    }
    p->column[row * p->stride] = number / p->divisor;
    return WEND_OK;
}

static wend_status ply_read_index(ply_cursor* c, const ply_property* p, wend_error* error) {
    double value;
    WEND_TRY(ply_value(c, p, p->type, &value, error));
    bool restart = p->list->may_restart && value == -1;
    if (!restart && !(value >= 0 && value < p->list->limit))
        return ply_body_fail(c, error, "vertex %.0f does not exist; there are %u; export it again",
                             value, (unsigned)p->list->limit);
    p->list->indices.items[p->list->indices.count++] = restart ? UINT32_MAX : (uint32_t)value;
    return WEND_OK;
}

static wend_status ply_read_items(ply_cursor* c, const ply_property* p, size_t n,
                                  wend_error* error) {
    ply_list* list = p->list;
    bool real = p->type->kind == PLY_REAL;
    bool reserved = real ? ARRAY_RESERVE(&list->reals, n) : ARRAY_RESERVE(&list->indices, n);
    size_t* end = reserved ? ARRAY_PUSH(&list->ends) : NULL;
    if (!end) return import_no_memory(c->file->source, error);
    for (size_t i = 0; i < n; i++) {
        double value;
        if (!real) {
            WEND_TRY(ply_read_index(c, p, error));
            continue;
        }
        WEND_TRY(ply_value(c, p, p->type, &value, error));
        list->reals.items[list->reals.count++] = ply_to_float(value);
    }
    *end = real ? list->reals.count : list->indices.count;
    return WEND_OK;
}

static wend_status ply_read_list(ply_cursor* c, const ply_property* p, wend_error* error) {
    double count, ignored;
    WEND_TRY(ply_value(c, p, p->count, &count, error));
    bool ascii = c->file->format == PLY_ASCII;
    size_t left = (size_t)(c->end - c->at), max = ascii ? left / 2 : left / (size_t)p->type->size;
    if (!(count >= 0 && count <= (double)max))
        return ply_body_fail(c, error,
                             "a list of %.0f items, but the %zu bytes that are left hold at most "
                             "%zu; the file is cut or damaged",
                             count, left, max);
    size_t n = (size_t)count;
    if (p->list) return ply_read_items(c, p, n, error);
    for (size_t i = 0; ascii && i < n; i++) WEND_TRY(ply_value(c, p, p->type, &ignored, error));
    if (!ascii) c->at += n * (size_t)p->type->size;
    return WEND_OK;
}

// Skips blank lines before a row of text.
static void ply_row_begin(ply_cursor* c) {
    for (ply_skip_blanks(c); *c->at == '\n'; ply_skip_blanks(c)) {
        c->at++;
        c->line++;
    }
}

static wend_status ply_row_end(ply_cursor* c, wend_error* error) {
    ply_skip_blanks(c);
    if (c->at == c->end) return WEND_OK;
    if (*c->at != '\n')
        return ply_body_fail(c, error,
                             "more numbers in the line than the header declares; export it again");
    c->at++;
    c->line++;
    return WEND_OK;
}

static wend_status ply_read_element(ply_cursor* c, wend_error* error) {
    const ply_element* e = c->element;
    const ply_property* properties = c->file->properties.items + e->first_property;
    bool ascii = c->file->format == PLY_ASCII;
    for (uint64_t row = 0; e->property_count && row < e->count; row++) {
        if (ascii) ply_row_begin(c);
        for (size_t k = 0; k < e->property_count; k++) {
            const ply_property* p = &properties[k];
            WEND_TRY(p->count ? ply_read_list(c, p, error) : ply_read_scalar(c, p, row, error));
        }
        if (ascii) WEND_TRY(ply_row_end(c, error));
    }
    return WEND_OK;
}

wend_status ply_read(const ply_file* file, wend_error* error) {
    ply_cursor c = {.file = file,
                    .at = file->body,
                    .end = file->source->data + file->source->size,
                    .line = file->body_line};
    for (size_t i = 0; i < file->elements.count; i++) {
        c.element = &file->elements.items[i];
        WEND_TRY(ply_read_element(&c, error));
    }
    return WEND_OK;
}

void ply_list_free(ply_list* list) {
    ARRAY_FREE(&list->indices);
    ARRAY_FREE(&list->reals);
    ARRAY_FREE(&list->ends);
}
