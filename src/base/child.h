// Runs untrusted work in a child process. A crash, an endless loop or excessive memory use ends the
// child and is an error in the parent. For libraries that are not robust against hostile files.
//
// The child is a fork, not another program: it has the data of the caller, and there is no helper
// to install or to find. glibc makes malloc usable after a fork of a process with threads. The work
// must not take other locks that threads of the parent may hold, so a library that is called here
// must not be called elsewhere.
#ifndef WEND_BASE_CHILD_H
#define WEND_BASE_CHILD_H

#include "wend/files.h"

typedef struct child_limits {
    uint64_t memory;  // bytes it may map beyond what the parent has, and bytes it may send back
    int seconds;      // CPU time; the wall-clock limit is four times as long
} child_limits;

// Runs in the child and writes its result to `descriptor`. The standard streams are /dev/null.
typedef void child_work(void* context, int descriptor);

// Runs `work` in a child and waits for it. WEND_OK: it returned, and `bytes` is what it wrote.
// WEND_FORMAT when it crashed, WEND_LIMIT when it took too long, WEND_NO_MEMORY when it could not
// be started. `name` is the file in errors. The caller destroys `bytes`.
wend_status child_run(child_work* work, void* context, child_limits limits, const char* name,
                      wend_file_bytes* bytes, wend_error* error);

// Writes all bytes; for use in `work`.
bool child_write(int descriptor, const void* data, size_t size);

#endif
