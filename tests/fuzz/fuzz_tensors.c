// The safetensors reader on anything; of what it accepts every float is touched.
#include <stdlib.h>
#include <string.h>

#include "wend/net.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_tensors file;
    wend_error error = {0};
    if (wend_tensors_parse(data, size, "fuzz.safetensors", &file, &error) != WEND_OK) {
        if (!*error.message) abort();
        return 0;
    }
    volatile float sum = 0;
    for (int i = 0; i < file.count; i++) {
        if (strlen(file.tensors[i].name) > size) abort();
        for (size_t k = 0; k < file.tensors[i].count; k++) sum = sum + file.tensors[i].data[k];
    }
    wend_tensors_destroy(&file);
    return 0;
}
