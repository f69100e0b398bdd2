// A folder of small files for targets whose readers open more than one: the input is cut at
// "\n----\n" into the bytes of each.
#ifndef WEND_FUZZ_FOLDER_H
#define WEND_FUZZ_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wend/files.h"

typedef struct fuzz_part {
    const char* data;
    size_t size;
} fuzz_part;

// The folder, made once a process, in memory where there is such a place.
static inline const char* fuzz_folder(void) {
    static char path[64];
    if (*path) return path;
    snprintf(path, sizeof path, "%s/wend-fuzz-XXXXXX",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    if (!mkdtemp(path)) abort();
    return path;
}

// Takes the next part from the front of `rest`.
static inline fuzz_part fuzz_cut(fuzz_part* rest) {
    static const char mark[] = "\n----\n";
    const char* at = rest->size ? memmem(rest->data, rest->size, mark, sizeof mark - 1) : NULL;
    fuzz_part part = {rest->data, at ? (size_t)(at - rest->data) : rest->size};
    size_t taken = at ? part.size + sizeof mark - 1 : part.size;
    rest->data += taken;
    rest->size -= taken;
    return part;
}

static inline void fuzz_put(const char* name, fuzz_part part) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
    FILE* file = fopen(path, "wb");
    if (!file) abort();
    if (part.size) fwrite(part.data, 1, part.size, file);
    fclose(file);
}

#endif
