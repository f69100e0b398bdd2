// One kind of episode file on anything: what is read is also checked and summed up.
#ifndef WEND_FUZZ_ANY_H
#define WEND_FUZZ_ANY_H

#include <string.h>

#include "wend/episodes.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static inline int fuzz_any(const uint8_t* data, size_t size, wend_episodes_kind kind) {
    char* text = wend_alloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    wend_episodes* episodes;
    wend_error error;
    if (wend_episodes_parse(text, size, "fuzz", kind, &episodes, &error) == WEND_OK) {
        wend_findings findings = {0};
        wend_summary summary = {0};
        wend_episodes_check(episodes, NULL, &findings, &error);
        if (wend_episodes_summarize(episodes, NULL, &summary, &error) == WEND_OK)
            wend_summary_sort(&summary);
        wend_findings_destroy(&findings);
        wend_summary_destroy(&summary);
        wend_episodes_destroy(episodes);
    }
    wend_free(text);
    return 0;
}

#endif
