#include "fuzz_load.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzz_load("fuzz.obj", data, size);
}
