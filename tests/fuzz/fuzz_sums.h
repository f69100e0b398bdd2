// Logs with checksums that fit: wrong ones would stop nearly every change before the reader that is
// tested.
#ifndef WEND_FUZZ_SUMS_H
#define WEND_FUZZ_SUMS_H

#include <stdio.h>
#include <string.h>
#include <zlib.h>

static inline void fuzz_write_repaired(FILE* file, const char* text, size_t size) {
    while (size) {
        const char* end = memchr(text, '\n', size);
        size_t length = end ? (size_t)(end - text) : size;
        if (length > 9) {
            unsigned long sum = crc32(0, (const Bytef*)text + 9, (uInt)(length - 9));
            fprintf(file, "%08lx ", sum);
            fwrite(text + 9, 1, length - 9, file);
        } else {
            fwrite(text, 1, length, file);
        }
        if (end) fputc('\n', file);
        length += end != NULL;
        text += length;
        size -= length;
    }
}

#endif
