// Files of any kind, detected from their content.
#include "fuzz_any.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzz_any(data, size, WEND_EPISODES_ANY);
}
