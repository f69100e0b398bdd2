// Any bytes as RxR's guide and follower annotations and as IVLN's tour records.
#include "wend/benchmarks/vln.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_vln_episodes* guide;
    wend_vln_demonstrations* follower;
    wend_vln_logs* logs;
    wend_error error;
    const char* text = (const char*)data;
    if (wend_vln_episodes_parse(text, size, "f", &guide, &error) == WEND_OK)
        wend_vln_episodes_destroy(guide);
    if (wend_vln_demonstrations_parse(text, size, "f", &follower, &error) == WEND_OK)
        wend_vln_demonstrations_destroy(follower);
    if (wend_vln_logs_parse(text, size, "f", &logs, &error) == WEND_OK) wend_vln_logs_destroy(logs);
    return 0;
}
