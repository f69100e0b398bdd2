// Files as wend reads and writes them: whole files, text, JSON and NumPy arrays. For programs that
// use the library, and for tasks of their own that write facts as JSON.
//
// Owner: src/base
#ifndef WEND_FILES_H
#define WEND_FILES_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== file ======================================================================================
// Read completely, written atomically; gzip is decompressed on reading.

// The bytes of a file and a NUL after the last one, so that text can be parsed in place.
typedef struct wend_file_bytes {
    char* data;
    size_t size;
} wend_file_bytes;

// Limits: files are read up to 4 GiB and up to their size when opened. A gzip file (by its first
// two bytes, not its name) is decompressed up to 32 MiB plus 100 times its size: a gzip bomb is
// WEND_LIMIT after 32 MiB. Only regular files are read; folders, pipes, sockets and devices are
// WEND_IO.
WEND_API wend_status wend_file_read(const char* path, wend_file_bytes* bytes, wend_error* error);
WEND_API void wend_file_bytes_destroy(wend_file_bytes* bytes);  // safe on {0} and twice

// Writes a temporary file and renames it to `path`, so readers see the old or the new file. A path
// that ends in .gz is compressed. Missing folders are created. A folder or device is not replaced.
WEND_API wend_status wend_file_write(const char* path, const void* data, size_t size,
                                     wend_error* error);

WEND_API bool wend_file_exists(const char* path);
WEND_API bool wend_file_is_folder(const char* path);
// True if both paths are the same file, also through links.
WEND_API bool wend_file_is_same(const char* path, const char* other);
WEND_API wend_status wend_file_make_folder(const char* path, wend_error* error);  // with parents
// Joins with one slash into `out`; WEND_LIMIT when it does not fit.
WEND_API wend_status wend_file_join(const char* folder, const char* name, char* out,
                                    size_t out_size, wend_error* error);

// The names in a folder (without "." and ".."), in byte order.
typedef struct wend_file_list {
    char** names;
    int count;
} wend_file_list;
WEND_API wend_status wend_file_list_read(const char* folder, wend_file_list* list,
                                         wend_error* error);
WEND_API void wend_file_list_destroy(wend_file_list* list);

// ==== text ======================================================================================
// A growing text buffer. Out of memory is recorded and reported by wend_text_save, so that writers
// need no check after each call. Numbers are the same in every locale.

typedef struct wend_text_out {
    char* items;  // ends in NUL as soon as something was put
    size_t count, capacity;
    bool out_of_memory;  // the text is incomplete
} wend_text_out;

WEND_API void wend_text_put(wend_text_out* out, const char* format, ...)
    __attribute__((format(printf, 2, 3)));
WEND_API void wend_text_put_bytes(wend_text_out* out, const char* bytes, size_t size);
// The shortest decimal that reads back as the same double: "0.1", "42", "1e+300".
WEND_API void wend_text_put_number(wend_text_out* out, double number);
// A field of CSV: in quotes where it has a comma, a quote or a line break. [RFC 4180]
WEND_API void wend_text_put_csv(wend_text_out* out, const char* text);
// Writes the file (wend_file_write) unless something is missing; `out` stays as it is.
WEND_API wend_status wend_text_save(const wend_text_out* out, const char* path, wend_error* error);
WEND_API void wend_text_destroy(wend_text_out* out);  // safe on {0} and twice

// ==== JSON ======================================================================================
// A streaming JSON writer: adds quotes, escapes and commas.
//
//     wend_json_out out = {0};
//     wend_json_out_object(&out, NULL);
//         wend_json_out_text(&out, "scan", "17DRP5sb8fy");
//         wend_json_out_array(&out, "path");
//             wend_json_out_int(&out, NULL, 3);        // items of an array have no key
//         wend_json_out_end(&out);
//     wend_json_out_end(&out);
//     status = wend_json_out_save(&out, "episodes.json.gz", error);
//     wend_json_out_destroy(&out);

typedef struct wend_json_out {
    wend_text_out text;
    int depth;        // of open objects and arrays; at most 63
    uint64_t filled;  // bit d: the container at depth d holds something already
    uint64_t arrays;  // bit d: the container at depth d is an array
} wend_json_out;

// `key` is NULL inside arrays and at the root.
WEND_API void wend_json_out_object(wend_json_out* out, const char* key);
WEND_API void wend_json_out_array(wend_json_out* out, const char* key);
WEND_API void wend_json_out_end(wend_json_out* out);  // closes what was opened last

// A number that is not finite is null.
WEND_API void wend_json_out_number(wend_json_out* out, const char* key, double number);
WEND_API void wend_json_out_int(wend_json_out* out, const char* key, int64_t number);
// `text` is UTF-8; NULL is null.
WEND_API void wend_json_out_text(wend_json_out* out, const char* key, const char* text);
WEND_API void wend_json_out_bool(wend_json_out* out, const char* key, bool flag);
WEND_API void wend_json_out_null(wend_json_out* out, const char* key);
WEND_API void wend_json_out_numbers(wend_json_out* out, const char* key, const double* numbers,
                                    int count);
WEND_API void wend_json_out_ints(wend_json_out* out, const char* key, const int32_t* numbers,
                                 int count);

// Ends a line of a JSON Lines file, or puts items of an array on lines of their own.
WEND_API void wend_json_out_newline(wend_json_out* out);
WEND_API wend_status wend_json_out_save(const wend_json_out* out, const char* path,
                                        wend_error* error);
// Copies the text to `text` of `size` bytes and destroys `out`, whether it fits or not. `what` is
// for the error: "the facts of an episode".
WEND_API wend_status wend_json_out_move(wend_json_out* out, char* text, size_t size,
                                        const char* what, wend_error* error);
WEND_API void wend_json_out_destroy(wend_json_out* out);  // safe on {0} and twice

// ==== npy =======================================================================================
// NumPy files: .npy (one array) and .npz (a zip of .npy members).
//
// Little-endian, C order; bool, integer, float (16 to 64 bits) and text (dtype U and S). Memory: at
// most 1 GiB per file, and at most what deflate can expand its size to.

typedef enum wend_npy_type {
    WEND_NPY_BOOL,
    WEND_NPY_INT,
    WEND_NPY_UINT,
    WEND_NPY_FLOAT,
    WEND_NPY_UNICODE,
    WEND_NPY_BYTES
} wend_npy_type;

enum { WEND_NPY_MAX_DIMENSIONS = 8 };

typedef struct wend_npy_array {
    char* name;  // of the member, without ".npy"
    wend_npy_type type;
    size_t item_size;  // bytes: 1, 2, 4 or 8 for numbers; 4 a character for WEND_NPY_UNICODE
    int dimensions;
    size_t shape[WEND_NPY_MAX_DIMENSIONS];
    size_t count;  // product of the shape
    void* data;
} wend_npy_array;

// Reads a file of one array; it has no name.
WEND_API wend_status wend_npy_read(const char* path, wend_npy_array* array, wend_error* error);
WEND_API void wend_npy_destroy(wend_npy_array* array);  // of wend_npy_read; safe on {0} and twice
// The item as a number; text is 0.
WEND_API double wend_npy_number(const wend_npy_array* array, size_t index);
// Writes one array by itself; its name is not kept.
WEND_API wend_status wend_npy_write(const char* path, const wend_npy_array* array,
                                    wend_error* error);
// Writes deflated members in the order given. `data`, `shape` and `item_size` must fit.
WEND_API wend_status wend_npz_write(const char* path, const wend_npy_array* arrays, int count,
                                    wend_error* error);

// ==== nearest ===================================================================================
// Spelling suggestion: the known word nearest to a mistyped one.

typedef struct wend_nearest {
    const char* word;  // of the known ones, the first of those with the fewest slips; NULL: none
    int slips;         // letters wrong, missing, too many or swapped
} wend_nearest;

// Tries one known word; ones that differ in more than a third of their letters are not taken.
WEND_API void wend_nearest_try(wend_nearest* best, const char* given, const char* known);
// " (did you mean 'house'?)" into `text`, or "" when nothing is near. Returns `text`.
WEND_API const char* wend_nearest_hint(const wend_nearest* best, char* text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
