// The tables that `wend episodes stats` prints under a file of instructions: linguistic phenomena,
// and which texts could be followed.
#ifndef WEND_CLI_PHENOMENA_TABLE_H
#define WEND_CLI_PHENOMENA_TABLE_H

#include "wend/episodes.h"

bool phenomena_table_has(const wend_series* series);  // belongs there and not among the others
// What the paper's figures for the series are filed under: the language, or "r2r".
const char* phenomena_table_set(const wend_series* series, const char* kind);
double phenomena_table_share(const wend_series* series);  // per cent of the texts that have it

// Nothing where the summary has no such series.
void phenomena_table_print(const wend_summary* summary, const char* kind);

bool followed_table_has(const wend_series* series);
// Success of the follower check, by language and by phenomenon, with 95 % intervals. Nothing where
// no text was checked.
wend_status followed_table_print(const wend_summary* summary, wend_error* error);

#endif
