// Records the executed basic blocks for tools/mutate: built with -fsanitize-coverage=trace-pc,
// every block calls this function. The bytes are a shared mapping of the file $WEND_TRACE, so that
// child processes and killed processes are recorded too.
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern char __executable_start, etext;
void __sanitizer_cov_trace_pc(void);

enum { GRAIN = 4 };  // bytes of code per byte of the file: shorter than any call instruction

static unsigned char* volatile blocks;

__attribute__((constructor(101), no_sanitize_coverage)) static void trace_open(void) {
    const char* path = getenv("WEND_TRACE");
    if (!path) return;
    size_t size = (size_t)(&etext - &__executable_start) / GRAIN + 1;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0 || ftruncate(file, (off_t)size) != 0) abort();
    void* mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED) abort();
    blocks = mapped;
}

__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void) {
    unsigned char* b = blocks;
    if (b) b[((uintptr_t)__builtin_return_address(0) - (uintptr_t)&__executable_start) / GRAIN] = 1;
}
