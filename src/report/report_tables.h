// The tables of a report.
#ifndef WEND_REPORT_REPORT_TABLES_H
#define WEND_REPORT_REPORT_TABLES_H

#include "base/text.h"
#include "report/report_group.h"

void table_runs(text_out* out, const report_run* runs, int count);  // what was run
void table_results(text_out* out, const report_group* group);       // means with intervals
wend_status table_scenes(text_out* out, const report_group* group, wend_error* error);
// Worst first; those of the sample are linked to their pictures.
void table_episodes(text_out* out, const report_group* group, int sample);
void table_failures(text_out* out, const report_group* group);  // could not be played

#endif
