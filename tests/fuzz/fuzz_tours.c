// Any bytes as IVLN tours.
#include "wend/benchmarks/vln.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_vln_tours* read;
    wend_error error;
    if (wend_vln_tours_parse((const char*)data, size, "f", &read, &error) == WEND_OK)
        wend_vln_tours_destroy(read);
    return 0;
}
