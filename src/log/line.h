// One line of a log: eight hex digits of CRC-32, a space, a JSON object, a newline.
#ifndef WEND_LOG_LINE_H
#define WEND_LOG_LINE_H

#include "base/arena.h"

#include "wend/files.h"
#include "wend/log.h"

// Writes the checksum, `json` and a newline.
void line_put(wend_text_out* out, const char* json, size_t size);
// The JSON of a line; NULL: the checksum does not match. `size` excludes the newline.
const char* line_check(const char* line, size_t size);

void line_put_record(wend_text_out* out, const wend_log_record* record);
// Parses a record from a line's JSON; texts and poses are allocated in `memory`.
wend_status line_read_record(const char* json, size_t size, const char* path, int number,
                             arena* memory, wend_log_record* record, wend_error* error);

#endif
