// Appends a line that another process has formatted (line_put_record), byte by byte.
#ifndef WEND_LOG_LOG_APPEND_H
#define WEND_LOG_LOG_APPEND_H

#include "log/line.h"

// `line` includes its newline; `record` is its content. As wend_log_append otherwise.
wend_status log_append_line(wend_log* log, const wend_log_record* record, const char* line,
                            size_t size, wend_error* error);

#endif
