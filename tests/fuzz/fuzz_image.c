#include <stdlib.h>

#include "wend/base.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_image image;
    wend_error error = {0};
    wend_status status = wend_image_decode(data, size, "fuzz", 1 << 20, &image, &error);
    if (status != WEND_OK && (image.pixels || !*error.message)) abort();
    wend_image_destroy(&image);
    return 0;
}
