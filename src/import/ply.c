// The header of PLY files; ply_body.c reads the rows.
#include "import/ply.h"

#include <string.h>

#include "base/letter.h"
#include "import/import.h"

enum { PLY_MAX_ELEMENTS = 256 };  // names are compared in pairs
enum { PLY_MAX_WORDS = 6 };       // of a header line; no valid line has as many

typedef struct ply_header {
    ply_file* file;
    const char *at, *end;
    size_t line;
    ply_word words[PLY_MAX_WORDS];
    int word_count;
    const char* line_end;
} ply_header;

static const ply_type ply_types[] = {
    {"char", 1, PLY_SIGNED},     {"int8", 1, PLY_SIGNED},     {"uchar", 1, PLY_UNSIGNED},
    {"uint8", 1, PLY_UNSIGNED},  {"short", 2, PLY_SIGNED},    {"int16", 2, PLY_SIGNED},
    {"ushort", 2, PLY_UNSIGNED}, {"uint16", 2, PLY_UNSIGNED}, {"int", 4, PLY_SIGNED},
    {"int32", 4, PLY_SIGNED},    {"uint", 4, PLY_UNSIGNED},   {"uint32", 4, PLY_UNSIGNED},
    {"float", 4, PLY_REAL},      {"float32", 4, PLY_REAL},    {"double", 8, PLY_REAL},
    {"float64", 8, PLY_REAL}};

bool ply_word_is(ply_word word, const char* text) {
    return strlen(text) == word.size && memcmp(word.text, text, word.size) == 0;
}

const char* ply_word_clean(ply_word word, char out[PLY_NAME_SIZE]) {
    char raw[PLY_NAME_SIZE] = "", clean[IMPORT_NAME_SIZE];
    memcpy(raw, word.text, word.size < PLY_NAME_SIZE - 4 ? word.size : PLY_NAME_SIZE - 4);
    import_clean_name(raw, clean);
    memcpy(out, clean, PLY_NAME_SIZE);
    out[PLY_NAME_SIZE - 1] = 0;
    return out;
}

// Fails at the current line; `why` continues the sentence.
static wend_status ply_header_fail(const ply_header* h, wend_error* error, const char* why) {
    char line[PLY_NAME_SIZE];
    const char* start = h->words[0].text;
    ply_word_clean((ply_word){start, (size_t)(h->line_end - start)}, line);
    return wend_fail(error, WEND_FORMAT, "%s: line %zu of the header: '%s': %s",
                     h->file->source->path, h->line, line, why);
}

static wend_status ply_find_type(const ply_header* h, int word, const ply_type** type,
                                 wend_error* error) {
    for (size_t i = 0; i < sizeof ply_types / sizeof *ply_types; i++) {
        *type = &ply_types[i];
        if (ply_word_is(h->words[word], ply_types[i].name)) return WEND_OK;
    }
    return ply_header_fail(h, error,
                           "a type must be char, uchar, short, ushort, int, uint, float, double, "
                           "or int8 … float64; export the file again");
}

static wend_status ply_property_line(ply_header* h, wend_error* error) {
    ply_file* f = h->file;
    bool is_list = h->word_count > 1 && ply_word_is(h->words[1], "list");
    if (h->word_count != (is_list ? 5 : 3))
        return ply_header_fail(h, error,
                               "expected 'property TYPE NAME' or 'property list TYPE TYPE NAME'");
    if (!f->elements.count) return ply_header_fail(h, error, "a property before the first element");
    ply_property p = {.name = h->words[h->word_count - 1]};
    WEND_TRY(ply_find_type(h, h->word_count - 2, &p.type, error));
    if (is_list) WEND_TRY(ply_find_type(h, 2, &p.count, error));
    if (p.count && p.count->kind == PLY_REAL)
        return ply_header_fail(h, error, "the count of a list must be of an integer type");
    ply_property* kept = ARRAY_PUSH(&f->properties);
    if (!kept) return import_no_memory(f->source, error);
    *kept = p;
    f->elements.items[f->elements.count - 1].property_count++;
    return WEND_OK;
}

static bool ply_parse_count(ply_word word, uint64_t* count) {
    *count = 0;
    if (!word.size || word.size > 18) return false;
    for (size_t i = 0; i < word.size; i++) {
        if (!letter_is_digit(word.text[i])) return false;
        *count = *count * 10 + (uint64_t)(word.text[i] - '0');
    }
    return true;
}

static wend_status ply_element_line(ply_header* h, wend_error* error) {
    ply_file* f = h->file;
    ply_element e = {.first_property = f->properties.count};
    if (h->word_count != 3 || !ply_parse_count(h->words[2], &e.count))
        return ply_header_fail(h, error, "expected 'element NAME COUNT'");
    e.name = h->words[1];
    if (f->elements.count == PLY_MAX_ELEMENTS)
        return ply_header_fail(h, error, "more than 256 elements");
    for (size_t i = 0; i < f->elements.count; i++) {
        ply_word other = f->elements.items[i].name;
        if (other.size == e.name.size && memcmp(other.text, e.name.text, other.size) == 0)
            return ply_header_fail(h, error,
                                   "an element of this name is declared above; rename it");
    }
    ply_element* kept = ARRAY_PUSH(&f->elements);
    if (!kept) return import_no_memory(f->source, error);
    *kept = e;
    return WEND_OK;
}

static wend_status ply_format_line(ply_header* h, wend_error* error) {
    bool known = h->word_count == 3 && ply_word_is(h->words[2], "1.0");
    if (known && ply_word_is(h->words[1], "ascii"))
        h->file->format = PLY_ASCII;
    else if (known && ply_word_is(h->words[1], "binary_little_endian"))
        h->file->format = PLY_LITTLE_ENDIAN;
    else if (known && ply_word_is(h->words[1], "binary_big_endian"))
        h->file->format = PLY_BIG_ENDIAN;
    else
        return ply_header_fail(h, error,
                               "the format must be ascii, binary_little_endian or "
                               "binary_big_endian, version 1.0");
    return WEND_OK;
}

// `comment TextureFile NAME`, as MeshLab writes it; the name may contain spaces.
static void ply_comment_line(ply_header* h) {
    ply_file* f = h->file;
    if (h->word_count < 3 || !ply_word_is(h->words[1], "TextureFile")) return;
    if (!f->texture_count)
        f->texture = (ply_word){h->words[2].text, (size_t)(h->line_end - h->words[2].text)};
    if (f->texture_count < 1000) f->texture_count++;
}

// Splits the next line into words. Lines end with LF or CR LF.
static bool ply_next_line(ply_header* h) {
    const char* stop = memchr(h->at, '\n', (size_t)(h->end - h->at));
    h->word_count = 0;
    h->line++;
    if (!stop) return false;
    const char *p = h->at, *end = stop;
    while (end > p && letter_is_space(end[-1])) end--;
    h->at = stop + 1;
    h->line_end = end;
    while (h->word_count < PLY_MAX_WORDS) {
        while (p < end && letter_is_space(*p)) p++;
        if (p == end) break;
        ply_word* word = &h->words[h->word_count++];
        word->text = p;
        while (p < end && !letter_is_space(*p)) p++;
        word->size = (size_t)(p - word->text);
    }
    return true;
}

static wend_status ply_header_line(ply_header* h, wend_error* error) {
    ply_word first = h->words[0];
    if (ply_word_is(first, "element")) return ply_element_line(h, error);
    if (ply_word_is(first, "property")) return ply_property_line(h, error);
    if (ply_word_is(first, "format")) return ply_format_line(h, error);
    if (ply_word_is(first, "comment")) {
        ply_comment_line(h);
        return WEND_OK;
    }
    if (ply_word_is(first, "obj_info")) return WEND_OK;
    return ply_header_fail(h, error,
                           "expected format, comment, obj_info, element, property or end_header");
}

static wend_status ply_read_header(ply_header* h, wend_error* error) {
    bool more = ply_next_line(h);
    if (!more || h->word_count != 1 || !ply_word_is(h->words[0], "ply"))
        return wend_fail(error, WEND_FORMAT,
                         "%s: a PLY file begins with the line 'ply'; this one does not",
                         h->file->source->path);
    while ((more = ply_next_line(h))) {
        if (!h->word_count) continue;
        if (h->word_count == 1 && ply_word_is(h->words[0], "end_header")) break;
        WEND_TRY(ply_header_line(h, error));
    }
    if (!more || !h->file->format)
        return wend_fail(error, WEND_FORMAT,
                         "%s: the header has no line '%s'; the file is cut or damaged",
                         h->file->source->path, more ? "format" : "end_header");
    h->file->body = h->at;
    h->file->body_line = h->line + 1;
    return WEND_OK;
}

// The min size of a row: text has a digit and a space or line end for each value. Lists may be
// empty.
static uint64_t ply_min_row(const ply_file* f, const ply_element* e) {
    if (f->format == PLY_ASCII) return 2 * e->property_count;
    uint64_t size = 0;
    for (size_t i = 0; i < e->property_count; i++) {
        const ply_property* p = &f->properties.items[e->first_property + i];
        size += (uint64_t)(p->count ? p->count : p->type)->size;
    }
    return size;
}

static wend_status ply_check_counts(const ply_file* f, wend_error* error) {
    // The last line of a text file need not end with a line end.
    uint64_t left = (uint64_t)(f->source->data + f->source->size - f->body);
    if (f->format == PLY_ASCII) left++;
    for (size_t i = 0; i < f->elements.count; i++) {
        const ply_element* e = &f->elements.items[i];
        uint64_t row = ply_min_row(f, e);
        if (row && e->count > left / row) {
            char name[PLY_NAME_SIZE];
            return wend_fail(error, WEND_FORMAT,
                             "%s: element '%s' has %llu rows of at least %llu bytes, but only "
                             "%llu bytes are left for them; the file is cut or damaged",
                             f->source->path, ply_word_clean(e->name, name),
                             (unsigned long long)e->count, (unsigned long long)row,
                             (unsigned long long)left);
        }
        left -= row * e->count;
    }
    return WEND_OK;
}

wend_status ply_open(const import_source* source, ply_file* file, wend_error* error) {
    *file = (ply_file){.source = source};
    ply_header h = {.file = file, .at = source->data, .end = source->data + source->size};
    wend_status status = ply_read_header(&h, error);
    if (status == WEND_OK) status = ply_check_counts(file, error);
    if (status != WEND_OK) ply_close(file);
    return status;
}

void ply_close(ply_file* file) {
    ARRAY_FREE(&file->elements);
    ARRAY_FREE(&file->properties);
}

ply_element* ply_find_element(ply_file* file, const char* name) {
    for (size_t i = 0; i < file->elements.count; i++)
        if (ply_word_is(file->elements.items[i].name, name)) return &file->elements.items[i];
    return NULL;
}

ply_property* ply_find_property(ply_file* file, const ply_element* element,
                                const char* const* names) {
    for (; *names; names++)
        for (size_t i = 0; i < element->property_count; i++) {
            ply_property* p = &file->properties.items[element->first_property + i];
            if (ply_word_is(p->name, *names)) return p;
        }
    return NULL;
}
