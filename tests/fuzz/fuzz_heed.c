// Any bytes are an instruction.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wend/heed.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static wend_heed* heed;
    wend_heeded heeded;
    if (!heed && wend_heed_create(&heed, NULL) != WEND_OK) return 0;
    char* text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    wend_heed_read(heed, size % 4 == 3 ? NULL : wend_language_code((wend_language)(size % 4)), text,
                   &heeded);
    free(text);
    return 0;
}
