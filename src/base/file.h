// Files: read completely, written atomically; gzip is decompressed on reading.
#ifndef WEND_BASE_FILE_H
#define WEND_BASE_FILE_H

#include "wend/base.h"

// The bytes of a file and a NUL after the last one, so that text can be parsed in place.
typedef struct file_bytes {
    char* data;
    size_t size;
} file_bytes;

// Limits: files are read up to 4 GiB and up to their size when opened. A gzip file (by its first
// two bytes, not its name) is decompressed up to 32 MiB plus 100 times its size: a gzip bomb is
// WEND_LIMIT after 32 MiB. Only regular files are read; folders, pipes, sockets and devices are
// WEND_IO.
#define FILE_MAX_BYTES (INT64_C(4) << 30)
wend_status file_read(const char* path, file_bytes* bytes, wend_error* error);
// Opens a regular file for reading; all readers use it. The caller closes `*descriptor`.
wend_status file_open(const char* path, int* descriptor, uint64_t* size, wend_error* error);
// Updates `*hash` with the bytes of the file on disk.
wend_status file_hash(const char* path, uint64_t* hash, uint64_t* size, wend_error* error);
wend_status file_gunzip(const void* packed, size_t size, const char* name, file_bytes* bytes,
                        wend_error* error);
void file_bytes_destroy(file_bytes* bytes);  // safe on {0} and twice

// The remedy for an errno of opening or writing a file: the end of an error sentence.
const char* file_remedy(int number);

// Writes a temporary file and renames it to `path`, so readers see the old or the new file. A path
// that ends in .gz is compressed. Missing folders are created. A folder or device is not replaced.
wend_status file_write(const char* path, const void* data, size_t size, wend_error* error);
// WEND_IO if file_write would refuse to replace `path`.
wend_status file_check_output(const char* path, wend_error* error);
// True if both paths are the same file, also through links.
bool file_is_same(const char* path, const char* other);

// Allocators of zlib through wend_alloc.
void* file_zlib_alloc(void* user, unsigned count, unsigned size);
void file_zlib_free(void* user, void* memory);

bool file_exists(const char* path);
bool file_is_folder(const char* path);
wend_status file_make_folder(const char* path, wend_error* error);  // with its parents
// Joins with one slash into `out`; WEND_LIMIT when it does not fit.
wend_status file_join(const char* folder, const char* name, char* out, size_t out_size,
                      wend_error* error);

// The folder of a file; "." for a bare name.
wend_status file_folder(const char* file, char* out, size_t out_size, wend_error* error);
// The path in `folder` of an untrusted `name` from another file. A name that leads out of the
// folder
// ("..", an absolute path, a link) is WEND_FORMAT; a backslash is treated as a slash. The file need
// not exist. Errors contain `name`; the caller prefixes the file it comes from.
wend_status file_inside(const char* folder, const char* name, char* out, size_t out_size,
                        wend_error* error);

// `path` relative to the folder of `file`, which need not exist: "../data/e.json". False if a
// folder does not exist or the result does not fit.
bool file_seen_from(const char* file, const char* path, char* out, size_t out_size);
// The inverse: the path to open for a relative `path` written in `file`. An absolute path is
// unchanged.
wend_status file_beside(const char* file, const char* path, char* out, size_t out_size,
                        wend_error* error);

// The names in a folder (without "." and ".."), in byte order.
typedef struct file_list {
    char** names;
    int count;
} file_list;
wend_status file_list_read(const char* folder, file_list* list, wend_error* error);
void file_list_destroy(file_list* list);

#endif
