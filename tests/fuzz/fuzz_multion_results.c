// Any bytes as MultiON results: a score without NaN, or an error with the reason.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wend/metrics.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    char path[64];
    wend_error error = {0};
    wend_predictions* scored = NULL;
    snprintf(path, sizeof path, "%s/wend-fuzz-%ld.json",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    FILE* file = fopen(path, "wb");
    if (!file) return 0;
    fwrite(data, 1, size, file);
    fclose(file);
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_MULTION);
    def.results = path;
    if (wend_predictions_score(&def, &scored, &error) == WEND_OK) {
        if (strstr(wend_predictions_json(scored), "nan")) abort();
        wend_predictions_destroy(scored);
    } else if (!*error.message) {
        abort();
    }
    unlink(path);
    return 0;
}
