// The file of a log: locked while it is open, written only through its descriptor.
#ifndef WEND_LOG_LOG_FILE_H
#define WEND_LOG_LOG_FILE_H

#include <sys/types.h>

#include "wend/files.h"

// The lock (flock) is on the file that `path` names. log_file_replace locks the new file before it
// renames it.
typedef struct log_file {
    char path[4096];  // as given, for errors
    char real[4096];  // symbolic links resolved
    int descriptor;   // -1: none
    off_t end;        // offset behind the last complete line
    bool torn;        // bytes of a failed write are still behind `end`
} log_file;

// Opens or creates the file and missing folders. WEND_ARGUMENT when it is not a regular file,
// WEND_IO when another run has locked it. Removes the temporary file of a killed run.
wend_status log_file_open(const char* path, log_file* file, wend_error* error);
void log_file_close(log_file* file);  // safe on {.descriptor = -1}
// Reads the whole file.
wend_status log_file_read(const log_file* file, wend_file_bytes* bytes, wend_error* error);
// Truncates the file at `end`.
wend_status log_file_cut(log_file* file, wend_error* error);
// Appends at `end` and syncs. On failure a partial write is cut off; if that fails, `torn` is set.
wend_status log_file_append(log_file* file, const char* data, size_t size, wend_error* error);
// Replaces the content: writes a temporary file, syncs and renames it. On failure the old one
// stays.
wend_status log_file_replace(log_file* file, const char* data, size_t size, wend_error* error);
// Syncs the folder, so that a new file or name survives a power failure.
wend_status log_file_sync_name(const log_file* file, wend_error* error);
// WEND_IO when the path no longer names this file, or its size has changed.
wend_status log_file_check(const log_file* file, wend_error* error);

// Whether a file begins like a log, damaged or not.
bool log_file_looks_like_log(const char* data, size_t size);

#endif
