// .npz files: the bytes as they are, and the same bytes as the one member of a sound zip, since a
// checksum is hard to guess.
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void put(uint8_t* at, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static void try_parse(const uint8_t* bytes, size_t size) {
    npz file;
    if (npz_parse(bytes, size, "fuzz.npz", &file, NULL) != WEND_OK) return;
    for (int i = 0; i < file.count; i++)
        for (size_t k = 0; k < file.arrays[i].count && k < 64; k++) {
            char text[64];
            wend_npy_number(&file.arrays[i], k);
            npy_text(&file.arrays[i], k, text, sizeof text);
        }
    npz_destroy(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    try_parse(data, size);
    enum { LOCAL = 30 + 5, CENTRAL = 46 + 5, END = 22 };
    size_t whole = LOCAL + size + CENTRAL + END;
    uint8_t* zip = calloc(1, whole);
    if (!zip) return 0;
    uint32_t crc = (uint32_t)crc32(0, data, (uInt)size);
    put(zip, 0x04034b50, 4);
    put(zip + 26, 5, 2);
    memcpy(zip + 30, "a.npy", 5);
    memcpy(zip + LOCAL, data, size);
    uint8_t* central = zip + LOCAL + size;
    put(central, 0x02014b50, 4);
    put(central + 16, crc, 4);
    put(central + 20, (uint32_t)size, 4);
    put(central + 24, (uint32_t)size, 4);
    put(central + 28, 5, 2);
    memcpy(central + 46, "a.npy", 5);
    uint8_t* end = central + CENTRAL;
    put(end, 0x06054b50, 4);
    put(end + 10, 1, 2);
    put(end + 12, CENTRAL, 4);
    put(end + 16, (uint32_t)(LOCAL + size), 4);
    try_parse(zip, whole);
    free(zip);
    return 0;
}
