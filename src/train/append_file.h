// A file that grows while a run goes on, and is whole again when a full disk has room.
//
// Bytes are kept in memory until the disk has taken all of them; each flush writes at the offset up
// to which the file is known to be sound, so a write that failed half way is written over.
#ifndef WEND_TRAIN_APPEND_FILE_H
#define WEND_TRAIN_APPEND_FILE_H

#include "base/text.h"

typedef struct append_file {
    int descriptor;  // -1: closed
    uint64_t size;   // bytes that are on disk
    text_out pending;
} append_file;

// Opens or makes the file, cuts it to `size` bytes and appends from there.
wend_status append_file_open(const char* path, uint64_t size, append_file* f, wend_error* error);
void append_file_close(append_file* f);  // drops what is pending; safe twice and before an open

void append_file_put(append_file* f, const void* bytes, size_t size);
// Writes what is pending; with `sync` it also reaches the disk. After WEND_IO or WEND_NO_MEMORY the
// file ends where it did or torn, and the next flush repairs it.
wend_status append_file_flush(append_file* f, bool sync, wend_error* error);

#endif
