// PLY files (Stanford polygon format): a text header declares elements (vertex, face, …), their
// counts and properties; the body holds the rows of each element as text or binary numbers.
//
//     ply_open   parses the header
//     …          the caller points the properties it needs at arrays
//     ply_read   reads the body once, in file order; other properties are skipped
#ifndef WEND_IMPORT_PLY_H
#define WEND_IMPORT_PLY_H

#include "base/array.h"
#include "import/import_source.h"

typedef struct ply_type {
    const char* name;
    int size;  // bytes in binary files
    enum { PLY_SIGNED, PLY_UNSIGNED, PLY_REAL } kind;
} ply_type;

// A word of the header, in the bytes of the file.
typedef struct ply_word {
    const char* text;
    size_t size;
} ply_word;

// Receives the items of a list property. The caller frees it (ply_list_free).
typedef struct ply_list {
    uint32_t limit;              // indices must be less
    bool may_restart;            // -1 is allowed, and kept as UINT32_MAX
    ARRAY_OF(uint32_t) indices;  // of integer types
    ARRAY_OF(float) reals;       // of float and double
    ARRAY_OF(size_t) ends;       // [rows]: end of the items of each row
} ply_list;

typedef struct ply_property {
    ply_word name;
    const ply_type* type;
    const ply_type* count;  // type of the count before a list. NULL: a single value
    // Where values go; set by the caller. Both NULL: skipped.
    float* column;  // of a single value: column[row * stride] = value / divisor
    size_t stride;
    float divisor;
    bool must_be_finite;  // other values are WEND_FORMAT
    ply_list* list;       // of a list
} ply_property;

typedef struct ply_element {
    ply_word name;
    uint64_t count;  // rows; they fit into the file
    size_t first_property, property_count;
} ply_element;

typedef struct ply_file {
    const import_source* source;
    enum { PLY_FORMAT_NONE, PLY_ASCII, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN } format;
    ARRAY_OF(ply_element) elements;
    ARRAY_OF(ply_property) properties;  // of all elements
    ply_word texture;                   // first `comment TextureFile`; size 0: none
    int texture_count;
    const char* body;
    size_t body_line;  // number of the first line of the body
} ply_file;

// The count of each element is checked against the size of the body, so memory for all rows may be
// allocated. The source must outlive the file. On failure there is nothing to close.
wend_status ply_open(const import_source* source, ply_file* file, wend_error* error);
void ply_close(ply_file* file);  // safe on {0} and twice

// NULL: not in the file.
ply_element* ply_find_element(ply_file* file, const char* name);
// The first property of the element with one of the names, which end with NULL. NULL: none.
ply_property* ply_find_property(ply_file* file, const ply_element* element,
                                const char* const* names);
bool ply_word_is(ply_word word, const char* text);
// Its first 40 bytes, for errors.
enum { PLY_NAME_SIZE = 44 };
const char* ply_word_clean(ply_word word, char out[PLY_NAME_SIZE]);

// Reads all rows. Errors name the line (ascii) or the byte (binary).
wend_status ply_read(const ply_file* file, wend_error* error);

void ply_list_free(ply_list* list);  // safe on {0} and twice

#endif
