// The tables of a report.
#ifndef WEND_REPORT_REPORT_TABLES_H
#define WEND_REPORT_REPORT_TABLES_H

#include "report/report_group.h"

#include "wend/files.h"

void table_runs(wend_text_out* out, const report_run* runs,
                int count);                                         // the runs and their settings
void table_results(wend_text_out* out, const report_group* group);  // means with intervals
wend_status table_scenes(wend_text_out* out, const report_group* group, wend_error* error);
// Worst first; sampled episodes are linked to their cards.
void table_episodes(wend_text_out* out, const report_group* group, int sample);
void table_failures(wend_text_out* out,
                    const report_group* group);  // episodes that could not be played

#endif
