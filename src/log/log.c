#include "wend/log.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"
#include "base/json.h"
#include "log/line.h"

// Where a record is in the file.
typedef struct place {
    int index;
    off_t start, size;
} place;

struct wend_log {
    char path[4096];
    int file;
    off_t end;  // of the last whole line
    ARRAY_OF(place) places;
    bool complete;
    pthread_mutex_t lock;
};

static const char END[] = "{\"end\": true}";

static wend_status no_memory(const char* path, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: no memory for the log", path);
}

// ---- what is in the file already ----------------------------------------------------------------

// A whole line whose checksum fits; moves `*at` behind it. NULL at the end or at a torn line.
static const char* next_line(const file_bytes* bytes, size_t* at, size_t* json_size) {
    const char* start = bytes->data + *at;
    const char* newline = memchr(start, '\n', bytes->size - *at);
    if (!newline) return NULL;
    const char* json = line_check(start, (size_t)(newline - start));
    if (!json) return NULL;
    *json_size = (size_t)(newline - json);
    *at = (size_t)(newline + 1 - bytes->data);
    return json;
}

static bool is_end(const char* json, size_t size) {
    return size == sizeof END - 1 && memcmp(json, END, size) == 0;
}

// The index stands first in every record, so that it is found without reading the whole line.
static bool index_of(const char* json, int* index) {
    return sscanf(json, "{\"index\": %d", index) == 1 || sscanf(json, "{\"index\":%d", index) == 1;
}

static wend_status note_record(wend_log* log, int index, size_t start, size_t end,
                               wend_error* error) {
    place* p = ARRAY_PUSH(&log->places);
    if (!p) return no_memory(log->path, error);
    *p = (place){index, (off_t)start, (off_t)(end - start)};
    return WEND_OK;
}

// How much of a header says what the run is: all of it but the places. A text cannot hold these
// bytes, since its quotes are escaped.
static size_t run_size(const char* header, size_t size) {
    static const char places[] = ", \"places\": {";
    const char* at = memmem(header, size, places, sizeof places - 1);
    return at ? (size_t)(at - header) : size - 1;  // without the closing brace
}

static bool is_same_run(const char* a, size_t a_size, const char* b, size_t b_size) {
    size_t size = run_size(a, a_size);
    return size == run_size(b, b_size) && memcmp(a, b, size) == 0;
}

static wend_status scan(wend_log* log, const file_bytes* bytes, const char* header,
                        wend_error* error) {
    size_t at = 0, size = 0, start = 0;
    const char* json = next_line(bytes, &at, &size);
    if (!json || !is_same_run(json, size, header, strlen(header)))
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: holds %s; choose another file, or delete this one", log->path,
                         json ? "another run" : "no log");
    log->end = (off_t)at;
    while (start = at, (json = next_line(bytes, &at, &size))) {
        int index;
        if (is_end(json, size)) {
            log->complete = true;
        } else if (index_of(json, &index)) {
            WEND_TRY(note_record(log, index, start, at, error));
        } else {
            break;
        }
        log->end = (off_t)at;
    }
    return WEND_OK;
}

// ---- writing ------------------------------------------------------------------------------------

static wend_status io_error(const wend_log* log, wend_error* error) {
    return wend_fail(error, WEND_IO, "%s: cannot write: %s; is the disk full?", log->path,
                     strerror(errno));
}

// Appends and syncs, or leaves the file as it was.
static wend_status write_end(wend_log* log, const char* data, size_t size, wend_error* error) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = pwrite(log->file, data + done, size - done, log->end + (off_t)done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        done += (size_t)n;
    }
    if (done == size && fdatasync(log->file) == 0) {
        log->end += (off_t)size;
        return WEND_OK;
    }
    wend_status status = io_error(log, error);
    if (ftruncate(log->file, log->end) != 0) errno = 0;  // a torn line is cut off on the next open
    return status;
}

static wend_status start_file(wend_log* log, const char* header, wend_error* error) {
    text_out line = {0};
    line_put(&line, header, strlen(header));
    wend_status status =
        line.starved ? no_memory(log->path, error) : write_end(log, line.items, line.count, error);
    text_destroy(&line);
    return status;
}

static wend_status resume_file(wend_log* log, const char* header, wend_error* error) {
    file_bytes bytes;
    WEND_TRY(file_read(log->path, &bytes, error));
    bool whole_header = memchr(bytes.data, '\n', bytes.size) != NULL;
    wend_status status = whole_header ? scan(log, &bytes, header, error) : WEND_OK;
    file_bytes_destroy(&bytes);
    if (status != WEND_OK) return status;
    if (ftruncate(log->file, log->end) != 0) return io_error(log, error);
    return log->end == 0 ? start_file(log, header, error) : WEND_OK;
}

wend_status wend_log_open(const char* path, const char* header, wend_log** out, wend_error* error) {
    *out = NULL;
    if (strlen(path) >= sizeof((wend_log*)0)->path)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", path);
    wend_log* log = wend_alloc_zero(1, sizeof *log);
    if (!log) return no_memory(path, error);
    snprintf(log->path, sizeof log->path, "%s", path);
    pthread_mutex_init(&log->lock, NULL);
    log->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    wend_status status = WEND_OK;
    if (log->file < 0)
        status = wend_fail(error, WEND_IO, "%s: cannot open: %s; check the folder and its rights",
                           path, strerror(errno));
    else
        status = resume_file(log, header, error);
    if (status != WEND_OK) {
        wend_log_close(log);
        return status;
    }
    *out = log;
    return WEND_OK;
}

void wend_log_close(wend_log* log) {
    if (!log) return;
    if (log->file >= 0) close(log->file);
    pthread_mutex_destroy(&log->lock);
    ARRAY_FREE(&log->places);
    wend_free(log);
}

int wend_log_count(const wend_log* log) { return (int)log->places.count; }

int wend_log_index_at(const wend_log* log, int i) { return log->places.items[i].index; }

wend_status wend_log_append(wend_log* log, const wend_log_record* record, wend_error* error) {
    text_out line = {0};
    line_put_record(&line, record);
    if (line.starved) {
        text_destroy(&line);
        return no_memory(log->path, error);
    }
    pthread_mutex_lock(&log->lock);
    wend_status status = WEND_OK;
    size_t start = (size_t)log->end;
    if (!ARRAY_RESERVE(&log->places, 1)) status = no_memory(log->path, error);
    if (status == WEND_OK) status = write_end(log, line.items, line.count, error);
    if (status == WEND_OK)
        status = note_record(log, record->index, start, start + line.count, error);
    pthread_mutex_unlock(&log->lock);
    text_destroy(&line);
    return status;
}

// ---- in order -----------------------------------------------------------------------------------

static int compare_places(const void* a, const void* b) {
    const place *p = a, *q = b;
    return (p->index > q->index) - (p->index < q->index);
}

static bool is_ordered(const wend_log* log) {
    for (size_t i = 1; i < log->places.count; i++)
        if (log->places.items[i - 1].index > log->places.items[i].index) return false;
    return true;
}

// The header, the records in order and the end, beside the old file and then in its place.
static wend_status rewrite(wend_log* log, wend_error* error) {
    file_bytes bytes;
    text_out out = {0};
    WEND_TRY(file_read(log->path, &bytes, error));
    const char* newline = memchr(bytes.data, '\n', bytes.size);
    text_put_bytes(&out, bytes.data, (size_t)(newline + 1 - bytes.data));
    qsort(log->places.items, log->places.count, sizeof *log->places.items, compare_places);
    for (size_t i = 0; i < log->places.count; i++) {
        place* p = &log->places.items[i];
        size_t start = out.count;
        text_put_bytes(&out, bytes.data + p->start, (size_t)p->size);
        p->start = (off_t)start;
    }
    line_put(&out, END, sizeof END - 1);
    file_bytes_destroy(&bytes);
    wend_status status = out.starved ? no_memory(log->path, error)
                                     : file_write(log->path, out.items, out.count, error);
    text_destroy(&out);
    return status;
}

wend_status wend_log_finish(wend_log* log, wend_error* error) {
    if (log->complete) return WEND_OK;
    wend_status status;
    if (is_ordered(log)) {
        text_out line = {0};
        line_put(&line, END, sizeof END - 1);
        status = line.starved ? no_memory(log->path, error)
                              : write_end(log, line.items, line.count, error);
        text_destroy(&line);
    } else {
        status = rewrite(log, error);
    }
    log->complete = status == WEND_OK;
    return status;
}

// ---- reading ------------------------------------------------------------------------------------

static wend_status read_lines(const file_bytes* bytes, const char* path, wend_log_set* set,
                              wend_error* error) {
    ARRAY_OF(wend_log_record) records = {0};
    size_t at = 0, size = 0;
    int number = 1;
    wend_status status = WEND_OK;
    const char* json = next_line(bytes, &at, &size);
    if (!json)
        return wend_fail(error, WEND_FORMAT, "%s: not a log of wend: its first line is damaged",
                         path);
    set->header = arena_text(set->memory, json, size);
    if (!set->header) return no_memory(path, error);
    while (status == WEND_OK && (json = next_line(bytes, &at, &size))) {
        number++;
        if (is_end(json, size)) {
            set->complete = true;
            continue;
        }
        if (!ARRAY_RESERVE(&records, 1)) status = no_memory(path, error);
        if (status == WEND_OK)
            status = line_read_record(json, size, path, number, set->memory,
                                      &records.items[records.count++], error);
    }
    // Only the last line may be torn: more behind a damaged one means the file was changed.
    if (status == WEND_OK && at < bytes->size && memchr(bytes->data + at, '\n', bytes->size - at))
        status = wend_fail(error, WEND_FORMAT,
                           "%s:%d: the checksum does not fit; the line was changed or lost bytes",
                           path, number + 1);
    set->records = records.items;
    set->count = (int)records.count;
    return status;
}

wend_status wend_log_read(const char* path, wend_log_set* set, wend_error* error) {
    *set = (wend_log_set){0};
    file_bytes bytes;
    WEND_TRY(file_read(path, &bytes, error));
    set->memory = wend_alloc_zero(1, sizeof *set->memory);
    wend_status status =
        set->memory ? read_lines(&bytes, path, set, error) : no_memory(path, error);
    file_bytes_destroy(&bytes);
    if (status != WEND_OK) wend_log_destroy(set);
    return status;
}

void wend_log_destroy(wend_log_set* set) {
    wend_free(set->records);
    if (set->memory) arena_destroy(set->memory);
    wend_free(set->memory);
    *set = (wend_log_set){0};
}
