#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/container.h"
#include "fuzz_container.h"
#include "fuzz_load.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    uint8_t* bytes = malloc(size + 1);
    int file = memfd_create("fuzz", 0);
    if (bytes && file >= 0) {
        memcpy(bytes, data, size);
        fuzz_repair_container(bytes, size);
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
