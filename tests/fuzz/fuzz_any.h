// One kind of episode file on anything: what is read is also checked, summed up, and written; what
// was written must be read again, with as many records.
#ifndef WEND_FUZZ_ANY_H
#define WEND_FUZZ_ANY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wend/data.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static inline void fuzz_write_again(const wend_episodes* episodes) {
    char path[64];
    wend_error error = {0};
    wend_episodes* again = NULL;
    const char* folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(path, sizeof path, "%s/wend-fuzz-%ld", folder, (long)getpid());
    wend_episodes_kind kind = wend_episodes_kind_of(episodes);
    wend_status status = wend_episodes_write(episodes, path, &error);
    if (status == WEND_OK) status = wend_episodes_read(path, kind, &again, &error);
    unlink(path);
    if (status != WEND_OK || wend_episodes_count(again) != wend_episodes_count(episodes)) {
        fprintf(stderr, "not read again as it was written: %s\n", error.message);
        abort();
    }
    wend_episodes_destroy(again);
}

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
        fuzz_write_again(episodes);
        wend_findings_destroy(&findings);
        wend_summary_destroy(&summary);
        wend_episodes_destroy(episodes);
    }
    wend_free(text);
    return 0;
}

#endif
