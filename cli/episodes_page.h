// The page `wend episodes stats --report` writes: tables and histograms.
#ifndef WEND_CLI_EPISODES_PAGE_H
#define WEND_CLI_EPISODES_PAGE_H

#include "wend/episodes.h"

typedef struct episodes_statistics {
    wend_summary summaries[WEND_EPISODES_KIND_COUNT];
    int files[WEND_EPISODES_KIND_COUNT];  // 0: the kind was not met
} episodes_statistics;

// Writes `folder`/index.html and an SVG a histogram beside it. Nullable: positions (no graphs).
wend_status episodes_page_save(const episodes_statistics* s, const char* positions,
                               const char* folder, wend_error* error);

#endif
