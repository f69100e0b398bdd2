// RescueBench: timeline of the four stages of an episode, as a bar.
#ifndef WEND_REPORT_RESCUE_STAGES_H
#define WEND_REPORT_RESCUE_STAGES_H

#include "wend/files.h"
#include "wend/metrics.h"

void rescue_stages_put(wend_text_out* out, const wend_log_record* record, const wend_facts* facts);

#endif
