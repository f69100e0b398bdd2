#include "log/log_lines.h"

#include <string.h>

#include "base/json.h"
#include "log/line.h"

const char LOG_END[] = "{\"end\": true}";

bool log_lines_next(log_lines* lines, log_line* line) {
    const wend_file_bytes* bytes = lines->bytes;
    if (lines->at >= bytes->size) return false;
    const char* start = bytes->data + lines->at;
    const char* newline = memchr(start, '\n', bytes->size - lines->at);
    *line = (log_line){.kind = LOG_LINE_TORN, .start = start, .number = ++lines->number};
    line->size = newline ? (size_t)(newline + 1 - start) : bytes->size - lines->at;
    lines->at += line->size;
    if (!newline) return true;
    line->kind = LOG_LINE_DAMAGED;
    line->json = line_check(start, (size_t)(newline - start));
    if (!line->json) return true;
    line->json_size = (size_t)(newline - line->json);
    bool is_end =
        line->json_size == strlen(LOG_END) && memcmp(line->json, LOG_END, line->json_size) == 0;
    line->kind = is_end ? LOG_LINE_END : LOG_LINE_RECORD;
    return true;
}

// ---- indices ------------------------------------------------------------------------------------

static wend_status log_indices_number(const json_at* root, const char* key, int* number,
                                      wend_error* error) {
    json_at field = {0};
    int64_t value = 0;
    WEND_TRY(json_optional(root, key, &field, error));
    if (!field.value) return WEND_OK;
    WEND_TRY(json_int(&field, &value, error));
    if (value < 0 || value > INT32_MAX)
        return json_fail(&field, error, "must be in [0, %d]", INT32_MAX);
    *number = (int)value;
    return WEND_OK;
}

wend_status log_indices_make(const char* header, size_t size, const char* path,
                             log_indices* indices, wend_error* error) {
    json_document document;
    *indices = (log_indices){.every = 1};
    WEND_TRY(json_document_parse(header, size, path, 1, &document, error));
    json_at root = json_document_root(&document);
    wend_status status = log_indices_number(&root, "episodes", &indices->episodes, error);
    if (status == WEND_OK) status = log_indices_number(&root, "every", &indices->every, error);
    json_document_destroy(&document);
    if (indices->every < 1) indices->every = 1;
    return status;
}

wend_status log_indices_add(log_indices* x, int index, const char* path, int line,
                            wend_error* error) {
    if ((x->episodes && index / x->every >= x->episodes) || index % x->every)
        return wend_fail(error, WEND_FORMAT, "%s:%d: no episode of the run has index %d", path,
                         line, index);
    uint64_t hash = wend_hash(&index, sizeof index, 1);
    text_set_answer answer = text_set_add_hash(&x->seen, hash);
    if (answer == TEXT_SET_NO_MEMORY)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the log", path);
    if (answer == TEXT_SET_NEW) return WEND_OK;
    return wend_fail(error, WEND_FORMAT, "%s:%d: a second record of index %d", path, line, index);
}

wend_status log_line_damaged(const log_line* line, const char* path, wend_error* error) {
    return wend_fail(error, WEND_FORMAT, "%s:%d: the line is damaged: its checksum does not match",
                     path, line->number);
}

void log_indices_destroy(log_indices* indices) { text_set_destroy(&indices->seen); }
