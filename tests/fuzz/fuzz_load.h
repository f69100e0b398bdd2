// What the targets of the scene importers share: bytes in, a scene or an error out, nothing left.
#ifndef WEND_FUZZ_LOAD_H
#define WEND_FUZZ_LOAD_H

#include <stdlib.h>
#include <string.h>

#include "open/load.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Loads the bytes as the file `name`; a failure must say why.
static inline int fuzz_load_how(const char* name, const uint8_t* data, size_t size,
                                bool in_process) {
    char* text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    import_source source = {name, NULL, text, size, wend_import_default_def(), NULL, in_process};
    source.def.bake = false;
    source.def.assets = "/nonexistent";
    wend_error error = {0};
    wend_scene* scene = NULL;
    wend_status status = scene_load_memory(&source, &scene, &error);
    if ((status == WEND_OK) != (scene != NULL)) abort();
    if (status != WEND_OK && !*error.message) abort();
    wend_scene_destroy(scene);
    if (wend_memory_get_stats().live_blocks > 64) abort();  // something is left behind
    free(text);
    return 0;
}

static inline int fuzz_load(const char* name, const uint8_t* data, size_t size) {
    return fuzz_load_how(name, data, size, true);
}

// The same in a child process, as users read files of assimp's.
static inline int fuzz_load_apart(const char* name, const uint8_t* data, size_t size) {
    return fuzz_load_how(name, data, size, false);
}

#endif
