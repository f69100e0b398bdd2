// The stages of a rescue over time, as a bar.
#ifndef WEND_REPORT_STAGE_LINE_H
#define WEND_REPORT_STAGE_LINE_H

#include "base/text.h"

#include "wend/log.h"

// Nothing is put where the record is not of a rescue.
wend_status stage_line_put(text_out* out, const wend_log_record* record, wend_error* error);

#endif
