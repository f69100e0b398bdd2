// An append-only file that survives a full disk.
//
// Bytes stay in memory until all of them are written. A flush writes at the offset up to which the
// file is known to be complete, so it overwrites a partial write.
#ifndef WEND_TRAIN_APPEND_FILE_H
#define WEND_TRAIN_APPEND_FILE_H

#include "wend/files.h"

typedef struct append_file {
    int descriptor;  // -1: closed
    uint64_t size;   // bytes on disk
    wend_text_out pending;
} append_file;

// Opens or creates the file, truncates it to `size` bytes and appends from there.
wend_status append_file_open(const char* path, uint64_t size, append_file* f, wend_error* error);
void append_file_close(append_file* f);  // discards pending bytes; safe twice and before an open

void append_file_put(append_file* f, const void* bytes, size_t size);
// Writes pending bytes; `sync` also calls fsync. After WEND_IO or WEND_NO_MEMORY the file may end
// in a partial write, which the next flush repairs.
wend_status append_file_flush(append_file* f, bool sync, wend_error* error);

#endif
