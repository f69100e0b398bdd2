// Any bytes as R2R, R4R or RxR episodes.
#include "wend/benchmarks/vln.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_vln_episodes* read;
    wend_error error;
    if (wend_vln_episodes_parse((const char*)data, size, "f", &read, &error) == WEND_OK)
        wend_vln_episodes_destroy(read);
    return 0;
}
