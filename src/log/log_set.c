// Reads a whole log into memory.
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "log/line.h"
#include "log/log_lines.h"

#include "wend/log.h"

static wend_status log_set_no_memory(const char* path, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the log", path);
}

static wend_status log_set_add(const log_line* line, const char* path, log_indices* indices,
                               wend_log_set* set, size_t* capacity, wend_error* error) {
    if (line->kind == LOG_LINE_DAMAGED) return log_line_damaged(line, path, error);
    if (!array_reserve((void**)&set->records, (size_t)set->count, capacity, 1,
                       sizeof *set->records))
        return log_set_no_memory(path, error);
    wend_log_record* r = &set->records[set->count];
    WEND_TRY(
        line_read_record(line->json, line->json_size, path, line->number, set->memory, r, error));
    WEND_TRY(log_indices_add(indices, r->index, path, line->number, error));
    set->count++;
    return WEND_OK;
}

static wend_status log_set_fill(const wend_file_bytes* bytes, const char* path,
                                log_indices* indices, wend_log_set* set, wend_error* error) {
    log_lines lines = {.bytes = bytes};
    log_line line;
    size_t capacity = 0;
    if (!log_lines_next(&lines, &line) || line.kind != LOG_LINE_RECORD)
        return wend_fail(error, WEND_FORMAT, "%s: not a log of wend: its first line is damaged",
                         path);
    set->header = arena_text(set->memory, line.json, line.json_size);
    if (!set->header) return log_set_no_memory(path, error);
    WEND_TRY(log_indices_make(line.json, line.json_size, path, indices, error));
    while (log_lines_next(&lines, &line)) {
        if (line.kind == LOG_LINE_TORN) continue;  // interrupted by a kill
        wend_status status = WEND_OK;
        if (line.kind == LOG_LINE_END)
            set->complete = true;
        else
            status = log_set_add(&line, path, indices, set, &capacity, error);
        if (status == WEND_FORMAT && error) {
            size_t size = strlen(error->message);
            snprintf(error->message + size, sizeof error->message - size,
                     "; 'wend run' with the same options repairs the log");
        }
        if (status != WEND_OK) return status;
    }
    return WEND_OK;
}

wend_status wend_log_read(const char* path, wend_log_set* set, wend_error* error) {
    *set = (wend_log_set){0};
    wend_file_bytes bytes;
    log_indices indices = {0};
    WEND_TRY(wend_file_read(path, &bytes, error));
    set->memory = wend_alloc_zero(1, sizeof *set->memory);
    wend_status status = set->memory ? log_set_fill(&bytes, path, &indices, set, error)
                                     : log_set_no_memory(path, error);
    log_indices_destroy(&indices);
    wend_file_bytes_destroy(&bytes);
    if (status != WEND_OK) wend_log_destroy(set);
    return status;
}

void wend_log_destroy(wend_log_set* set) {
    wend_free(set->records);
    if (set->memory) arena_destroy(set->memory);
    wend_free(set->memory);
    *set = (wend_log_set){0};
}
