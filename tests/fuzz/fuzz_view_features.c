// Any bytes as a TSV of features, as an .npz of features, and as the one array of a sound .npz.
// What is read is written, and read again with the same content.
#include <stdlib.h>
#include <zlib.h>

#include "fuzz_folder.h"

#include "wend/data.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void fuzz_features_use(const char* name, const void* data, size_t size) {
    char path[128], copy[128];
    wend_views *views, *again;
    wend_error error;
    fuzz_put(name, (fuzz_part){data, size});
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
    if (wend_views_open(path, &views, &error) != WEND_OK) return;
    snprintf(copy, sizeof copy, "%s/copy.wviews", fuzz_folder());
    if (wend_views_save(views, copy, &error) != WEND_OK ||
        wend_views_open(copy, &again, &error) != WEND_OK ||
        wend_views_verify(again, NULL, &error) != WEND_OK ||
        wend_views_hash(again) != wend_views_hash(views)) {
        fprintf(stderr, "not read again as it was written: %s\n", error.message);
        abort();
    }
    wend_views_destroy(again);
    wend_views_destroy(views);
}

static void fuzz_features_put(uint8_t* at, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}

// A stored member "h_v.npy" with a checksum that fits.
static void fuzz_features_zip(const uint8_t* data, size_t size) {
    enum { NAME = 7, LOCAL = 30 + NAME, CENTRAL = 46 + NAME, END = 22 };
    size_t whole = LOCAL + size + CENTRAL + END;
    uint8_t* zip = calloc(1, whole);
    if (!zip) return;
    fuzz_features_put(zip, 0x04034b50, 4);
    fuzz_features_put(zip + 26, NAME, 2);
    memcpy(zip + 30, "h_v.npy", NAME);
    memcpy(zip + LOCAL, data, size);
    uint8_t* central = zip + LOCAL + size;
    fuzz_features_put(central, 0x02014b50, 4);
    fuzz_features_put(central + 16, (uint32_t)crc32(0, data, (uInt)size), 4);
    fuzz_features_put(central + 20, (uint32_t)size, 4);
    fuzz_features_put(central + 24, (uint32_t)size, 4);
    fuzz_features_put(central + 28, NAME, 2);
    memcpy(central + 46, "h_v.npy", NAME);
    uint8_t* end = central + CENTRAL;
    fuzz_features_put(end, 0x06054b50, 4);
    fuzz_features_put(end + 10, 1, 2);
    fuzz_features_put(end + 12, CENTRAL, 4);
    fuzz_features_put(end + 16, (uint32_t)(LOCAL + size), 4);
    fuzz_features_use("one.npz", zip, whole);
    free(zip);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz_features_use("any.tsv", data, size);
    fuzz_features_use("any.npz", data, size);
    fuzz_features_zip(data, size);
    return 0;
}
