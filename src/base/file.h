// Files: what the library needs beside wend/files.h.
#ifndef WEND_BASE_FILE_H
#define WEND_BASE_FILE_H

#include "wend/files.h"

// Larger files are not read.
#define FILE_MAX_BYTES (INT64_C(4) << 30)
// Opens a regular file for reading; all readers use it. The caller closes `*descriptor`.
wend_status file_open(const char* path, int* descriptor, uint64_t* size, wend_error* error);
// Updates `*hash` with the bytes of the file on disk.
wend_status file_hash(const char* path, uint64_t* hash, uint64_t* size, wend_error* error);
wend_status file_gunzip(const void* packed, size_t size, const char* name, wend_file_bytes* bytes,
                        wend_error* error);

// The remedy for an errno of opening or writing a file: the end of an error sentence.
const char* file_remedy(int number);

// WEND_IO if wend_file_write would refuse to replace `path`.
wend_status file_check_output(const char* path, wend_error* error);
// Whether a file that is to be replaced begins with `expected` after `skipped` bytes, as far as it
// goes: a full disk cuts files short. So does one that is empty or missing.
bool file_begins_as(const char* path, size_t skipped, const char* expected);
// Allocators of zlib through wend_alloc.
void* file_zlib_alloc(void* user, unsigned count, unsigned size);
void file_zlib_free(void* user, void* memory);

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

#endif
