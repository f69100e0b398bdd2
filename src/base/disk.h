// Wrappers of all system calls that change files, with fault injection for tests.
#ifndef WEND_BASE_DISK_H
#define WEND_BASE_DISK_H

#include <sys/types.h>

#include "wend/base.h"

// -1 and errno on failure, as the system calls.
ssize_t disk_write(int descriptor, const void* data, size_t size, off_t at);
int disk_truncate(int descriptor, off_t size);
int disk_sync(int descriptor);           // bytes and size
int disk_sync_folder(const char* path);  // of the folder that `path` lies in: names
int disk_rename(const char* from, const char* to);

// Makes the n-th of these calls from now fail with `number` (an errno). A write first writes half
// of its bytes; with number 0 this short write succeeds. n = 0 turns it off. For tests; one counter
// for the process.
WEND_API void disk_fail_at(uint64_t n, int number);
WEND_API uint64_t disk_calls(void);  // since the start

#endif
