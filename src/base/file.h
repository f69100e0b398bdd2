// Files: read whole, written whole or not at all, gzip undone on the way in.
#ifndef WEND_BASE_FILE_H
#define WEND_BASE_FILE_H

#include "wend/base.h"

// The bytes of a file, with a NUL after the last one so that text can be read in place.
typedef struct file_bytes {
    char* data;
    size_t size;
} file_bytes;

// Limits, so that no input can take all memory or never end: files are read up to 4 GiB, and as
// long as they were when they were opened. A gzip file (by its first two bytes, not its name) is
// uncompressed, up to 32 MiB plus 100 times the packed bytes: a bomb ends in WEND_LIMIT after
// 32 MiB. Only regular files are read; folders, pipes, sockets and devices are WEND_IO, at once.
#define FILE_MAX_BYTES (INT64_C(4) << 30)
wend_status file_read(const char* path, file_bytes* bytes, wend_error* error);
// The door every reader goes through. The caller closes `*descriptor`.
wend_status file_open(const char* path, int* descriptor, uint64_t* size, wend_error* error);
// Folds the bytes of the file as they are on disk into `*hash`.
wend_status file_hash(const char* path, uint64_t* hash, uint64_t* size, wend_error* error);
wend_status file_gunzip(const void* packed, size_t size, const char* name, file_bytes* bytes,
                        wend_error* error);
void file_bytes_destroy(file_bytes* bytes);  // safe on {0} and twice

// Writes beside `path` and renames: readers see the old file or the new one, never half of it.
// A path that ends in .gz is compressed. Missing folders are made. What is there and is no regular
// file (a folder, a device) is not replaced.
wend_status file_write(const char* path, const void* data, size_t size, wend_error* error);
// WEND_IO where file_write would refuse to replace what is at `path`.
wend_status file_check_output(const char* path, wend_error* error);
// Do both names lead to the same file, by a link or by another spelling?
bool file_is_same(const char* path, const char* other);

// zlib's memory, taken from wend_alloc like all other.
void* file_zlib_alloc(void* user, unsigned count, unsigned size);
void file_zlib_free(void* user, void* memory);

bool file_exists(const char* path);
bool file_is_folder(const char* path);
wend_status file_make_folder(const char* path, wend_error* error);  // with its parents
// Joins with one slash into `out`; WEND_LIMIT when it does not fit.
wend_status file_join(const char* folder, const char* name, char* out, size_t out_size,
                      wend_error* error);

// The folder a file lies in: "." for a bare name.
wend_status file_folder(const char* file, char* out, size_t out_size, wend_error* error);
// The path of `name`, which stands in a file that somebody else wrote, in `folder`. A name that
// leads out of the folder ("..", an absolute path, a link) is WEND_FORMAT; a backslash counts as a
// slash. The file need not exist. Errors name `name`, and the caller prefixes the file it stands
// in.
wend_status file_inside(const char* folder, const char* name, char* out, size_t out_size,
                        wend_error* error);

// How to get from the folder that `file` lies in (or will lie in) to `path`: "../data/e.json".
// False when one of them cannot be found, or it does not fit.
bool file_seen_from(const char* file, const char* path, char* out, size_t out_size);
// The other way: `path` as the program must open it, when it stands in `file`. An absolute `path`
// stays as it is.
wend_status file_beside(const char* file, const char* path, char* out, size_t out_size,
                        wend_error* error);

// The names in a folder (without "." and ".."), sorted by byte order: the same on every machine.
typedef struct file_list {
    char** names;
    int count;
} file_list;
wend_status file_list_read(const char* folder, file_list* list, wend_error* error);
void file_list_destroy(file_list* list);

#endif
