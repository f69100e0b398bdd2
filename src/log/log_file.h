// The file of a log on disk: locked while it is open, and written through its descriptor only.
#ifndef WEND_LOG_LOG_FILE_H
#define WEND_LOG_LOG_FILE_H

#include <sys/types.h>

#include "base/file.h"

// The lock (flock) is on the file that `path` names; log_file_replace hands it over to the new file
// before that gets the name.
typedef struct log_file {
    char path[4096];  // as the caller has it, for errors
    char real[4096];  // without links
    int descriptor;   // -1: none
    off_t end;        // of what was written or found whole
    bool torn;        // bytes of a failed write are still behind `end`
} log_file;

// Opens or creates; missing folders are made. WEND_ARGUMENT when it is not a regular file, WEND_IO
// when another run has locked it. What an earlier run left beside it is removed.
wend_status log_file_open(const char* path, log_file* file, wend_error* error);
void log_file_close(log_file* file);  // safe on {.descriptor = -1}
// Everything that is in the file.
wend_status log_file_read(const log_file* file, file_bytes* bytes, wend_error* error);
// Cuts off what is behind `end`.
wend_status log_file_cut(log_file* file, wend_error* error);
// Appends at `end` and syncs, or leaves the file as it was.
wend_status log_file_append(log_file* file, const char* data, size_t size, wend_error* error);
// These bytes in place of the old ones: written beside, synced, then renamed; or the old ones stay.
wend_status log_file_replace(log_file* file, const char* data, size_t size, wend_error* error);
// Syncs the folder, so that a new file or a new name survives a power cut.
wend_status log_file_sync_name(const log_file* file, wend_error* error);
// WEND_IO when the path no longer names this file, or its size is not what was written.
wend_status log_file_check(const log_file* file, wend_error* error);

// Whether these first bytes of a file are a log's, damaged or not.
bool log_file_looks_like_log(const char* data, size_t size);

#endif
