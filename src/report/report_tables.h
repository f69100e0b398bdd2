// The tables of a report.
#ifndef WEND_REPORT_REPORT_TABLES_H
#define WEND_REPORT_REPORT_TABLES_H

#include "base/text.h"
#include "report/report_group.h"

void table_runs(text_out* out, const report_run* runs, int count);  // the runs and their settings
void table_results(text_out* out, const report_group* group);       // means with intervals
wend_status table_scenes(text_out* out, const report_group* group, wend_error* error);
// Worst first; sampled episodes are linked to their cards.
void table_episodes(text_out* out, const report_group* group, int sample);
void table_failures(text_out* out, const report_group* group);  // episodes that could not be played

#endif
