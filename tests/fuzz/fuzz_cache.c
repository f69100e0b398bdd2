#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/container.h"
#include "fuzz_load.h"

// Checksums would stop nearly every change at the door, so they are put right first: what is tested
// is the reader behind them.
static void repair(uint8_t* bytes, size_t size) {
    if (size < 64) return;
    uint32_t count;
    uint64_t file_size = size, sum = 0;
    memcpy(&count, bytes + 32, 4);
    memcpy(bytes + 24, &file_size, 8);
    if (count > 8 || 64 + count * 64 > size) return;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at, length;
        uint8_t* entry = bytes + 64 + i * 64;
        memcpy(&at, entry + 32, 8);
        memcpy(&length, entry + 40, 8);
        if (at > size || length > size - at) continue;
        sum = wend_hash(bytes + at, length, 0);
        memcpy(entry + 48, &sum, 8);
    }
    memset(bytes + 40, 0, 8);
    sum = wend_hash(bytes + 64, count * 64, wend_hash(bytes, 64, 0));
    memcpy(bytes + 40, &sum, 8);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    uint8_t* bytes = malloc(size + 1);
    int file = memfd_create("fuzz", 0);
    if (bytes && file >= 0) {
        memcpy(bytes, data, size);
        repair(bytes, size);
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        wend_scene* scene = NULL;
        wend_error error = {0};
        if (write(file, bytes, size) == (ssize_t)size &&
            scene_load_cache(path, &scene, &error) != WEND_OK && !*error.message)
            abort();
        wend_scene_destroy(scene);
    }
    if (file >= 0) close(file);
    free(bytes);
    return 0;
}
