// Iterates over the lines of a log and checks the indices of its records; for reading and resuming.
#ifndef WEND_LOG_LOG_LINES_H
#define WEND_LOG_LOG_LINES_H

#include "base/text_set.h"

#include "wend/files.h"

typedef enum log_line_kind {
    LOG_LINE_RECORD,   // or the header, on the first line
    LOG_LINE_END,      // the run is complete
    LOG_LINE_DAMAGED,  // the checksum does not match
    LOG_LINE_TORN,     // the last line, without a newline: interrupted by a kill
} log_line_kind;

typedef struct log_line {
    log_line_kind kind;
    const char* start;
    size_t size;       // with the newline
    const char* json;  // NULL: damaged or torn
    size_t json_size;
    int number;  // from 1
} log_line;

typedef struct log_lines {
    const wend_file_bytes* bytes;
    size_t at;
    int number;
} log_lines;

bool log_lines_next(log_lines* lines, log_line* line);  // false: there are no more

wend_status log_line_damaged(const log_line* line, const char* path, wend_error* error);

extern const char LOG_END[];  // the JSON of the last line

// Valid indices of records: each at most once, and only those of the run.
typedef struct log_indices {
    int episodes;  // 0: not in the header
    int every;
    text_set seen;
} log_indices;

// From the JSON of a header. Without the fields there is no limit.
wend_status log_indices_make(const char* header, size_t size, const char* path,
                             log_indices* indices, wend_error* error);
// `index` is 0 or more.
wend_status log_indices_add(log_indices* indices, int index, const char* path, int line,
                            wend_error* error);
void log_indices_destroy(log_indices* indices);

// Compares the headers of two runs; `text` gets the differences: "agent mapper → cow". The member
// "places" is not compared.
wend_status log_header_compare(const char* have, size_t have_size, const char* want,
                               const char* path, bool* same, char* text, size_t size,
                               wend_error* error);

#endif
