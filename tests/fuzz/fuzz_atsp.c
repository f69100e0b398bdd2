// The TSPLIB reader on anything; what it accepts is solved with a few kicks.
#include <string.h>

#include "wend/benchmarks/ivln.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_atsp problem;
    char* text = wend_alloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    if (wend_atsp_parse(text, size, "fuzz.atsp", &problem, NULL) == WEND_OK) {
        int* order = wend_alloc((size_t)problem.count * sizeof *order);
        wend_atsp_def def = {.seed = 1, .kicks = 20};
        wend_atsp_result result;
        if (order) wend_atsp_solve(&problem, &def, order, &result, NULL);
        wend_free(order);
        wend_atsp_destroy(&problem);
    }
    wend_free(text);
    return 0;
}
