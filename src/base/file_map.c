#include "base/file_map.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"

wend_status file_map_open(const char* path, file_map* map, wend_error* error) {
    int descriptor;
    uint64_t size;
    *map = (file_map){0};
    WEND_TRY(file_open(path, &descriptor, &size, error));
    void* bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : NULL;
    int number = errno;
    close(descriptor);
    if (bytes == MAP_FAILED)
        return wend_fail(error, WEND_IO, "%s: cannot map %llu bytes: %s", path,
                         (unsigned long long)size, strerror(number));
    *map = (file_map){bytes, size};
    return WEND_OK;
}

void file_map_close(file_map* map) {
    if (map->bytes) munmap((void*)map->bytes, map->size);
    *map = (file_map){0};
}
