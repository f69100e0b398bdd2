// Any bytes as object-goal results: scores that are JSON with shares in [0, 1], or an error that
// names the reason. The first byte chooses the benchmark.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"

#include "wend/metrics.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// The scores are JSON, which has no NaN, and shares are null or within [0, 1].
static void check_scores(const char* text) {
    json_document document;
    if (json_document_parse(text, strlen(text), "scores", 1, &document, NULL) != WEND_OK) abort();
    for (int i = 0; i < 2; i++) {
        const json_t* share = json_object_get(document.root, i ? "spl" : "success");
        if (json_is_null(share)) continue;
        double value = json_number_value(share);
        if (!json_is_number(share) || !(value >= 0 && value <= 1)) abort();
    }
    json_document_destroy(&document);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const wend_benchmark benchmarks[] = {WEND_BENCHMARK_OBJECTNAV, WEND_BENCHMARK_ROBOTHOR,
                                                WEND_BENCHMARK_PASTURE};
    char path[64];
    wend_error error = {0};
    wend_predictions* scored = NULL;
    if (size == 0) return 0;
    snprintf(path, sizeof path, "%s/wend-fuzz-%ld.json",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    FILE* file = fopen(path, "wb");
    if (!file) return 0;
    fwrite(data + 1, 1, size - 1, file);
    fclose(file);
    wend_predictions_def def = wend_predictions_default_def(benchmarks[data[0] % 3]);
    def.results = path;
    def.resamples = 10;
    def.per_episode = true;
    if (wend_predictions_score(&def, &scored, &error) == WEND_OK) {
        check_scores(wend_predictions_json(scored));
        wend_predictions_destroy(scored);
    } else if (!*error.message) {
        abort();
    }
    unlink(path);
    return 0;
}
