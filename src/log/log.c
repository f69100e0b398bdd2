// Writes the log of a run so that a run killed at any moment can be resumed.
//
// clang-format off
//     a1b2c3d4 {"wend": "log", ...}       header: what determines the run
//     0f9e8d7c {"index": 4, ...}          records, in the order in which episodes end
//     5a6b7c8d {"index": 0, ...}
//     77aa      <- torn                   the line that a kill interrupted: no newline
//
//     ^ CRC-32 of the JSON text           after wend_log_finish: records by index, then {"end": true}
// clang-format on
//
// Append: one write and one fsync per record. A short write (disk full) is cut off again, so the
// file always consists of whole lines and possibly one torn line.
//
// Resume (wend_log_open): lock the file, compare the header with that of the new run and refuse a
// different one, read all records, cut off a torn line, leave out damaged lines and second records
// of an index with a warning. The run then plays the episodes that have no record. Nothing is
// written to a file that is no log.
//
// Finish: every line is compared with its checksum in `places`, so that changes by other programs
// are noticed. Unless the records are in order of their index already, they are written in that
// order to a new file that replaces the log. The bytes depend on the run only, not on threads,
// kills or machines.
//
// The format for readers: docs/formats/wlog.md. System calls: log_file.c.
#include "wend/log.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/array.h"
#include "log/line.h"
#include "log/log_append.h"
#include "log/log_file.h"
#include "log/log_lines.h"

// The position of a record in the file.
typedef struct log_place {
    wend_log_entry entry;
    size_t start, size;
    uint32_t checksum;  // of the whole line: detects changes by other programs
} log_place;

struct wend_log {
    log_file file;
    size_t header_size;  // of the first line
    uint32_t header_checksum;
    ARRAY_OF(log_place) places;
    arena memory;   // texts of the entries
    bool complete;  // the file ends with LOG_END
    bool untidy;    // the file has lines that are not in `places`
    pthread_mutex_t lock;
};

static wend_status log_no_memory(const char* path, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the log", path);
}

static uint32_t checksum_of(const char* line, size_t size) {
    return (uint32_t)crc32_z(0, (const Bytef*)line, size);
}

// ---- reading an existing log --------------------------------------------------------------------

static wend_status note_record(wend_log* log, const wend_log_record* r, const char* line,
                               size_t start, size_t size, wend_error* error) {
    wend_log_kind kind = r->failure       ? WEND_LOG_FAILED
                         : r->agent_error ? WEND_LOG_AGENT_ERROR
                                          : WEND_LOG_PLAYED;
    char* scene = arena_text(&log->memory, r->scene, strlen(r->scene));
    if (!scene || !ARRAY_RESERVE(&log->places, 1)) return log_no_memory(log->file.path, error);
    log_place* p = &log->places.items[log->places.count++];
    *p = (log_place){
        .entry = {.index = r->index,
                  .kind = kind,
                  .scene = scene,
                  .scene_hash = r->scene_hash,
                  .source_hash = r->source_hash},
        .start = start,
        .size = size,
        .checksum = checksum_of(line, size),
    };
    return WEND_OK;
}

static void warn_of_damage(wend_log* log, const wend_log_def* def, const wend_error* problem) {
    char sentence[1200];
    snprintf(sentence, sizeof sentence,
             "%s; the line is left out, and an episode without a record is played again",
             problem->message);
    log->untidy = true;
    if (def->warn) def->warn(def->context, sentence);
}

static wend_status scan_record(wend_log* log, const wend_file_bytes* bytes, const log_line* line,
                               log_indices* indices, wend_error* error) {
    arena scratch = {0};
    wend_log_record r;
    const char* path = log->file.path;
    wend_status status =
        line_read_record(line->json, line->json_size, path, line->number, &scratch, &r, error);
    if (status == WEND_OK) status = log_indices_add(indices, r.index, path, line->number, error);
    if (status == WEND_OK)
        status = note_record(log, &r, line->start, (size_t)(line->start - bytes->data), line->size,
                             error);
    arena_destroy(&scratch);
    return status;
}

static wend_status scan(wend_log* log, const wend_log_def* def, const wend_file_bytes* bytes,
                        log_lines* lines, log_indices* indices, wend_error* error) {
    log_line line;
    while (log_lines_next(lines, &line)) {
        wend_error problem = {0};
        wend_status status = WEND_OK;
        if (log->complete) log->untidy = true;  // no line may follow the end
        if (line.kind == LOG_LINE_TORN) {
            log->file.torn = true;
            return WEND_OK;
        }
        log->file.end = (off_t)lines->at;
        if (line.kind == LOG_LINE_END)
            log->complete = true;
        else if (line.kind == LOG_LINE_DAMAGED)
            status = log_line_damaged(&line, log->file.path, &problem);
        else
            status = scan_record(log, bytes, &line, indices, &problem);
        if (status == WEND_FORMAT)
            warn_of_damage(log, def, &problem);
        else if (status != WEND_OK)
            return wend_fail(error, status, "%s", problem.message);
    }
    return WEND_OK;
}

static wend_status refuse_other_run(const wend_log* log, const log_line* first, const char* header,
                                    wend_error* error) {
    bool same = false;
    char difference[640];
    WEND_TRY(log_header_compare(first->json, first->json_size, header, log->file.path, &same,
                                difference, sizeof difference, error));
    if (same) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT,
                     "%s contains a different run (%s); choose another path or pass --overwrite",
                     log->file.path, difference);
}

// ---- opening ------------------------------------------------------------------------------------

static wend_status log_start_over(wend_log* log, const wend_text_out* header, wend_error* error) {
    bool empty = !log->file.torn;
    log->header_size = header->count;
    log->header_checksum = checksum_of(header->items, header->count);
    WEND_TRY(empty ? log_file_append(&log->file, header->items, header->count, error)
                   : log_file_replace(&log->file, header->items, header->count, error));
    return log_file_sync_name(&log->file, error);
}

static wend_status refuse_foreign(const wend_log* log, const wend_file_bytes* bytes,
                                  wend_error* error) {
    if (!log_file_looks_like_log(bytes->data, bytes->size))
        return wend_fail(error, WEND_ARGUMENT,
                         "%s exists and is not a wend log; choose another path", log->file.path);
    return wend_fail(error, WEND_FORMAT,
                     "%s:1: the header of this log is damaged; choose another path or pass "
                     "--overwrite",
                     log->file.path);
}

static wend_status take_file(wend_log* log, const wend_log_def* def, const wend_file_bytes* bytes,
                             const wend_text_out* header, wend_error* error) {
    log_lines lines = {.bytes = bytes};
    log_line first;
    log->file.torn = bytes->size > 0;  // until the last line is known to be complete
    // Killed while writing the first line, or the file is empty.
    bool begun =
        bytes->size < header->count && memcmp(bytes->data, header->items, bytes->size) == 0;
    bool is_log = log_file_looks_like_log(bytes->data, bytes->size);
    if (begun || (def->overwrite && is_log)) return log_start_over(log, header, error);
    if (!is_log || !log_lines_next(&lines, &first) || first.kind != LOG_LINE_RECORD)
        return refuse_foreign(log, bytes, error);
    WEND_TRY(refuse_other_run(log, &first, def->header, error));
    log->file.torn = false;
    log->file.end = (off_t)lines.at;
    log->header_size = first.size;
    log->header_checksum = checksum_of(first.start, first.size);
    log_indices indices;
    WEND_TRY(log_indices_make(def->header, strlen(def->header), log->file.path, &indices, error));
    wend_status status = scan(log, def, bytes, &lines, &indices, error);
    log_indices_destroy(&indices);
    return status;
}

static wend_status log_open_file(wend_log* log, const wend_log_def* def, wend_error* error) {
    wend_text_out header = {0};
    wend_file_bytes bytes = {0};
    WEND_TRY(log_file_open(def->path, &log->file, error));
    line_put(&header, def->header, strlen(def->header));
    wend_status status = header.out_of_memory ? log_no_memory(def->path, error)
                                              : log_file_read(&log->file, &bytes, error);
    if (status == WEND_OK) status = take_file(log, def, &bytes, &header, error);
    wend_file_bytes_destroy(&bytes);
    wend_text_destroy(&header);
    return status;
}

wend_status wend_log_open(const wend_log_def* def, wend_log** out, wend_error* error) {
    *out = NULL;
    wend_log* log = wend_alloc_zero(1, sizeof *log);
    if (!log) return log_no_memory(def->path, error);
    pthread_mutex_init(&log->lock, NULL);
    wend_status status = log_open_file(log, def, error);
    if (status != WEND_OK) {
        wend_log_close(log);
        return status;
    }
    *out = log;
    return WEND_OK;
}

void wend_log_close(wend_log* log) {
    if (!log) return;
    log_file_close(&log->file);
    pthread_mutex_destroy(&log->lock);
    ARRAY_FREE(&log->places);
    arena_destroy(&log->memory);
    wend_free(log);
}

int wend_log_count(const wend_log* log) { return (int)log->places.count; }
wend_log_entry wend_log_at(const wend_log* log, int i) { return log->places.items[i].entry; }

bool wend_log_is_lost(const wend_log* log) { return log_file_check(&log->file, NULL) != WEND_OK; }

void wend_log_drop(wend_log* log, const bool* drop) {
    size_t kept = 0;
    for (size_t i = 0; i < log->places.count; i++)
        if (!drop[i]) log->places.items[kept++] = log->places.items[i];
    if (kept < log->places.count) log->untidy = true;
    log->places.count = kept;
}

// ---- finish ------------------------------------------------------------------------------------

static int log_compare_places(const void* a, const void* b) {
    const log_place *p = a, *q = b;
    return (p->entry.index > q->entry.index) - (p->entry.index < q->entry.index);
}

static bool is_ordered(const wend_log* log) {
    for (size_t i = 1; i < log->places.count; i++)
        if (log->places.items[i - 1].entry.index > log->places.items[i].entry.index) return false;
    return true;
}

// Reads the file; fails when a line differs from what was written or read before.
static wend_status read_checked(const wend_log* log, wend_file_bytes* bytes, wend_error* error) {
    WEND_TRY(log_file_check(&log->file, error));
    WEND_TRY(log_file_read(&log->file, bytes, error));
    bool sound = bytes->size >= log->header_size &&
                 checksum_of(bytes->data, log->header_size) == log->header_checksum;
    for (size_t i = 0; sound && i < log->places.count; i++) {
        const log_place* p = &log->places.items[i];
        sound = p->start <= bytes->size && p->size <= bytes->size - p->start &&
                checksum_of(bytes->data + p->start, p->size) == p->checksum;
    }
    if (sound) return WEND_OK;
    wend_file_bytes_destroy(bytes);
    return wend_fail(error, WEND_IO,
                     "%s was changed by another program while the run wrote it; run it again",
                     log->file.path);
}

// Rewrites the file: header, records in the order of `places`, and the end of a complete run.
static wend_status rewrite(wend_log* log, bool complete, wend_error* error) {
    wend_file_bytes bytes;
    wend_text_out out = {0};
    WEND_TRY(read_checked(log, &bytes, error));
    wend_text_put_bytes(&out, bytes.data, log->header_size);
    for (size_t i = 0; i < log->places.count; i++) {
        const log_place* p = &log->places.items[i];
        wend_text_put_bytes(&out, bytes.data + p->start, p->size);
    }
    if (complete) line_put(&out, LOG_END, strlen(LOG_END));
    wend_file_bytes_destroy(&bytes);
    wend_status status = out.out_of_memory
                             ? log_no_memory(log->file.path, error)
                             : log_file_replace(&log->file, out.items, out.count, error);
    wend_text_destroy(&out);
    if (status != WEND_OK) return status;
    size_t start = log->header_size;
    for (size_t i = 0; i < log->places.count; start += log->places.items[i++].size)
        log->places.items[i].start = start;
    log->untidy = false;
    log->complete = complete;
    return log_file_sync_name(&log->file, error);
}

static wend_status put_end(wend_log* log, wend_error* error) {
    wend_text_out line = {0};
    line_put(&line, LOG_END, strlen(LOG_END));
    wend_status status = line.out_of_memory
                             ? log_no_memory(log->file.path, error)
                             : log_file_append(&log->file, line.items, line.count, error);
    wend_text_destroy(&line);
    log->complete = status == WEND_OK;
    return status;
}

wend_status log_append_line(wend_log* log, const wend_log_record* record, const char* line,
                            size_t size, wend_error* error) {
    pthread_mutex_lock(&log->lock);
    wend_status status = WEND_OK;
    if (log->untidy || log->complete) status = rewrite(log, false, error);
    size_t start = (size_t)log->file.end;
    if (status == WEND_OK) status = note_record(log, record, line, start, size, error);
    if (status == WEND_OK) {
        status = log_file_append(&log->file, line, size, error);
        log->places.count -= status != WEND_OK;
    }
    pthread_mutex_unlock(&log->lock);
    return status;
}

wend_status wend_log_append(wend_log* log, const wend_log_record* record, wend_error* error) {
    wend_text_out line = {0};
    line_put_record(&line, record);
    wend_status status = line.out_of_memory
                             ? log_no_memory(log->file.path, error)
                             : log_append_line(log, record, line.items, line.count, error);
    wend_text_destroy(&line);
    return status;
}

wend_status wend_log_finish(wend_log* log, bool complete, wend_error* error) {
    bool ordered = is_ordered(log);
    if (!ordered)
        qsort(log->places.items, log->places.count, sizeof *log->places.items, log_compare_places);
    if (!ordered || log->untidy || (log->complete && !complete)) {
        WEND_TRY(rewrite(log, complete, error));
    } else {
        wend_file_bytes bytes;
        WEND_TRY(read_checked(log, &bytes, error));
        wend_file_bytes_destroy(&bytes);
        if (log->file.torn) WEND_TRY(log_file_cut(&log->file, error));
        if (complete && !log->complete) WEND_TRY(put_end(log, error));
    }
    return log_file_check(&log->file, error);
}
