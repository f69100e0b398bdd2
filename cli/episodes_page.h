// HTML report of `wend episodes stats --report`: tables and histograms.
#ifndef WEND_CLI_EPISODES_PAGE_H
#define WEND_CLI_EPISODES_PAGE_H

#include "wend/data.h"

typedef struct episodes_statistics {
    wend_summary summaries[WEND_EPISODES_KIND_COUNT];
    int files[WEND_EPISODES_KIND_COUNT];  // number of files of each kind
} episodes_statistics;

// Writes `folder`/index.html and one SVG per histogram. Nullable: positions (no graphs).
wend_status episodes_page_save(const episodes_statistics* s, const char* positions,
                               const char* folder, wend_error* error);

#endif
