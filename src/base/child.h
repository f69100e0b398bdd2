// Work that is not trusted, done in a child process: a crash, a hang or a hunger for memory there
// ends the child and is an error here. For libraries that were not written for hostile files.
//
// The child is a fork, not a program of its own: it finds the caller's data in place and there is
// no helper to install or to find, from a program or from Python. glibc makes malloc usable after a
// fork of a process with threads; the work must not take other locks that threads of the parent may
// hold, so a library that is called here is called nowhere else.
#ifndef WEND_BASE_CHILD_H
#define WEND_BASE_CHILD_H

#include "base/file.h"

typedef struct child_limits {
    uint64_t memory;  // bytes it may map beyond what the parent has, and bytes it may send back
    int seconds;      // of computing; four times as many may pass
} child_limits;

// Runs in the child: writes what the parent is to get to `descriptor`. Standard streams lead
// nowhere.
typedef void child_work(void* context, int descriptor);

// Does `work` in a child and waits for it. WEND_OK: it has returned, and `bytes` is what it wrote.
// WEND_FORMAT when it crashed, WEND_LIMIT when it took too long, WEND_NO_MEMORY when it could not
// be started. `name` is the file that errors name. The caller destroys `bytes`.
wend_status child_run(child_work* work, void* context, child_limits limits, const char* name,
                      file_bytes* bytes, wend_error* error);

// Writes all of it, for use in `work`.
bool child_write(int descriptor, const void* data, size_t size);

#endif
