// One line of a log: eight hex digits of CRC-32, a space, a JSON object, a newline.
#ifndef WEND_LOG_LINE_H
#define WEND_LOG_LINE_H

#include "base/arena.h"
#include "base/text.h"

#include "wend/log.h"

// Puts the checksum before `json` and a newline after it.
void line_put(text_out* out, const char* json, size_t size);
// The JSON of a line, or NULL when the checksum does not fit. `size` is without the newline.
const char* line_check(const char* line, size_t size);

void line_put_record(text_out* out, const wend_log_record* record);
// Reads a record from a line's JSON; texts and poses are put into `memory`.
wend_status line_read_record(const char* json, size_t size, const char* path, int number,
                             arena* memory, wend_log_record* record, wend_error* error);

#endif
