// Any bytes as a file of views with checksums that fit, and as a building's captions. What is read
// is written, and read again with the same content.
#include <stdlib.h>

#include "fuzz_container.h"
#include "fuzz_folder.h"

#include "wend/data.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void fuzz_views_use(const char* path) {
    char copy[128];
    wend_views *views, *again;
    wend_error error;
    wend_panorama p;
    if (wend_views_open(path, &views, &error) != WEND_OK) return;
    wend_views_find(views, "h", "v", &p);
    snprintf(copy, sizeof copy, "%s/copy.wviews", fuzz_folder());
    if (wend_views_save(views, copy, &error) != WEND_OK ||
        wend_views_open(copy, &again, &error) != WEND_OK ||
        wend_views_hash(again) != wend_views_hash(views)) {
        fprintf(stderr, "not read again as it was written: %s\n", error.message);
        abort();
    }
    wend_views_destroy(again);
    wend_views_destroy(views);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    char path[128];
    uint8_t* bytes = malloc(size + 1);
    if (!bytes) return 0;
    memcpy(bytes, data, size);
    fuzz_repair_container(bytes, size);
    fuzz_put("any.wviews", (fuzz_part){(const char*)bytes, size});
    snprintf(path, sizeof path, "%s/any.wviews", fuzz_folder());
    fuzz_views_use(path);
    snprintf(path, sizeof path, "%s/captions", fuzz_folder());
    wend_file_make_folder(path, &(wend_error){0});
    fuzz_put("captions/h.json", (fuzz_part){(const char*)data, size});
    fuzz_views_use(path);
    free(bytes);
    return 0;
}
