// The calls that change files on disk, through one door, so that each can be made to fail.
#ifndef WEND_BASE_DISK_H
#define WEND_BASE_DISK_H

#include <sys/types.h>

#include "wend/base.h"

// As the system's: -1 and errno when they fail.
ssize_t disk_write(int descriptor, const void* data, size_t size, off_t at);
int disk_truncate(int descriptor, off_t size);
int disk_sync(int descriptor);           // bytes and size
int disk_sync_folder(const char* path);  // of the folder that `path` lies in: names
int disk_rename(const char* from, const char* to);

// Makes the n-th of these calls from now fail with `number` (an errno); a write first takes half of
// its bytes. 0 turns it off. For tests: one process-wide counter, shared by all threads.
WEND_API void disk_fail_at(uint64_t n, int number);
WEND_API uint64_t disk_calls(void);  // since the start

#endif
