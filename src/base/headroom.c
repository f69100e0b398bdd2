// Maps the bytes without reserving memory and unmaps them: this tests only the limits.
#include "base/headroom.h"

#include <sys/mman.h>

bool headroom_is_there(size_t bytes) {
    void* room = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return false;
    munmap(room, bytes);
    return true;
}
