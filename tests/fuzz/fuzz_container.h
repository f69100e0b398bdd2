// Containers (docs/formats/wscene.md) with checksums that fit: wrong ones would stop nearly every
// change before the reader that is tested.
#ifndef WEND_FUZZ_CONTAINER_H
#define WEND_FUZZ_CONTAINER_H

#include <string.h>

#include "wend/base.h"

// Corrects file size and checksums of a container of up to 8 sections.
static inline void fuzz_repair_container(uint8_t* bytes, size_t size) {
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

#endif
