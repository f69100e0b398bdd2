// PASTURE's descriptions and templates.
#include "fuzz_any.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzz_any(data, size, WEND_EPISODES_PASTURE_TEXTS);
}
