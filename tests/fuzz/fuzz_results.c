// Any bytes as the results of R2R, RxR or VLN-CE.
#include "wend/benchmarks/vln.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_vln_results* read;
    wend_error error;
    if (wend_vln_results_parse((const char*)data, size, "f", &read, &error) == WEND_OK)
        wend_vln_results_destroy(read);
    return 0;
}
