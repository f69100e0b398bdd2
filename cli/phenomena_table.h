// Tables of `wend episodes stats` for instruction files: linguistic phenomena, and which
// instructions the follower completes.
#ifndef WEND_CLI_PHENOMENA_TABLE_H
#define WEND_CLI_PHENOMENA_TABLE_H

#include "wend/data.h"

bool phenomena_table_has(const wend_series* series);  // the series is a phenomenon
// Key of the paper's numbers for the series: the language, or "r2r".
const char* phenomena_table_set(const wend_series* series, const char* kind);
double phenomena_table_share(const wend_series* series);  // percent of the texts with it

// Prints nothing if the summary has no phenomena.
void phenomena_table_print(const wend_summary* summary, const char* kind);

bool followed_table_has(const wend_series* series);
// Success of the follower check by language and by phenomenon, with 95 % confidence intervals.
// Prints nothing if no text was checked.
wend_status followed_table_print(const wend_summary* summary, wend_error* error);

#endif
