// TensorBoard event files: TFRecords, each with one Event message in protocol buffer encoding.
//
// clang-format off
//     record   uint64 size, uint32 masked CRC of size, data[size], uint32 masked CRC of data
// clang-format on
#include "train/events.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "wend/files.h"

// CRC-32C (Castagnoli), bit by bit: event files are small.
uint32_t events_crc32c(const void* bytes, size_t size) {
    const uint8_t* p = bytes;
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= p[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
    }
    return ~crc;
}

// TFRecord masks checksums: computing the CRC of data that contains CRCs is problematic.
// [TensorFlow: core/lib/hash/crc32c.h]
static uint32_t masked(const void* bytes, size_t size) {
    uint32_t crc = events_crc32c(bytes, size);
    return (crc >> 15 | crc << 17) + 0xa282ead8u;
}

static void put_little(uint8_t* to, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++) to[i] = (uint8_t)(number >> (8 * i));
}

static uint64_t get_little(const uint8_t* from, int bytes) {
    uint64_t number = 0;
    for (int i = bytes - 1; i >= 0; i--) number = number << 8 | from[i];
    return number;
}

enum { HEAD = 12, TAIL = 4 };  // bytes before and after the data of a record

static void write_record(events* e, const uint8_t* data, size_t size) {
    uint8_t head[HEAD], tail[TAIL];
    put_little(head, size, 8);
    put_little(head + 8, masked(head, 8), 4);
    put_little(tail, masked(data, size), 4);
    append_file_put(&e->file, head, sizeof head);
    append_file_put(&e->file, data, size);
    append_file_put(&e->file, tail, sizeof tail);
}

// The subset of protocol buffers that an event needs.
typedef struct message {
    uint8_t bytes[256];
    size_t size;
} message;

static void put_varint(message* m, uint64_t number) {
    for (; number >= 128; number >>= 7) m->bytes[m->size++] = (uint8_t)(number | 128);
    m->bytes[m->size++] = (uint8_t)number;
}

static void put_fixed(message* m, int field, const void* bits, int size) {
    uint64_t number = 0;
    memcpy(&number, bits, (size_t)size);
    put_varint(m, (uint64_t)field << 3 | (size == 8 ? 1 : 5));
    put_little(m->bytes + m->size, number, size);
    m->size += (size_t)size;
}

static void put_bytes(message* m, int field, const void* bytes, size_t size) {
    put_varint(m, (uint64_t)field << 3 | 2);
    put_varint(m, size);
    memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
}

// [TensorFlow: core/util/event.proto]
// Event { double wall_time = 1; int64 step = 2; string file_version = 3; Summary summary = 5; }
static message event_at(int64_t step) {
    struct timespec now;
    message m = {.size = 0};
    clock_gettime(CLOCK_REALTIME, &now);
    double wall = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    put_fixed(&m, 1, &wall, 8);
    put_varint(&m, 2 << 3);
    put_varint(&m, (uint64_t)step);
    return m;
}

// ---- resuming -----------------------------------------------------------------------------------

// Size of the valid record at `at`, 0: none; and its step.
static size_t events_read_record(const uint8_t* at, size_t left, int64_t* step) {
    if (left < HEAD + TAIL || get_little(at + 8, 4) != masked(at, 8)) return 0;
    uint64_t size = get_little(at, 8);
    if (size > left - HEAD - TAIL || size < 11) return 0;
    const uint8_t* data = at + HEAD;
    if (get_little(data + size, 4) != masked(data, (size_t)size)) return 0;
    // Layout of event_at: a tag and eight bytes of time, a tag and the step.
    *step = 0;
    for (size_t i = 10, shift = 0; i < size && shift < 63; i++, shift += 7) {
        *step |= (int64_t)(data[i] & 127) << shift;
        if (!(data[i] & 128)) break;
    }
    return HEAD + (size_t)size + TAIL;
}

// Truncates one file after its last valid record of a step <= `step`.
static wend_status cut_file(const char* path, int64_t step, wend_error* error) {
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    size_t kept = 0, size;
    int64_t at;
    while ((size = events_read_record((const uint8_t*)bytes.data + kept, bytes.size - kept, &at)) &&
           at <= step)
        kept += size;
    bool fine = kept == bytes.size || truncate(path, (off_t)kept) == 0;
    wend_file_bytes_destroy(&bytes);
    return fine ? WEND_OK
                : wend_fail(error, WEND_IO, "%s: cannot be cut: %s", path, strerror(errno));
}

bool events_is_name(const char* name) {
    size_t size = strlen(name);
    return strncmp(name, "events.out.tfevents.", 20) == 0 && size > 5 &&
           strcmp(name + size - 5, ".wend") == 0;
}

wend_status events_cut(const char* folder, int64_t step, wend_error* error) {
    wend_file_list list;
    WEND_TRY(wend_file_list_read(folder, &list, error));
    wend_status status = WEND_OK;
    for (int i = 0; i < list.count && status == WEND_OK; i++) {
        char path[4096];
        if (!events_is_name(list.names[i])) continue;
        status = wend_file_join(folder, list.names[i], path, sizeof path, error);
        if (status == WEND_OK) status = cut_file(path, step, error);
    }
    wend_file_list_destroy(&list);
    return status;
}

// ---- writing ------------------------------------------------------------------------------------

wend_status events_open(const char* folder, events* e, wend_error* error) {
    char path[4096], name[64];
    long long now = (long long)time(NULL);
    *e = (events){.file = {.descriptor = -1}};
    do {  // a unique name, also for two runs within a second
        snprintf(name, sizeof name, "events.out.tfevents.%lld.wend", now++);
        WEND_TRY(wend_file_join(folder, name, path, sizeof path, error));
    } while (wend_file_exists(path));
    WEND_TRY(append_file_open(path, 0, &e->file, error));
    message m = event_at(0);
    put_bytes(&m, 3, "brain.Event:2", 13);
    write_record(e, m.bytes, m.size);
    return events_flush(e, error);
}

void events_close(events* e) { append_file_close(&e->file); }

// [TensorFlow: core/framework/summary.proto]
// Summary { repeated Value value = 1; }  Value { string tag = 1; float simple_value = 2; }
void events_put(events* e, const char* tag, int64_t step, double value) {
    message scalar = {.size = 0}, summary = {.size = 0}, m = event_at(step);
    float number = (float)value;
    size_t size = strlen(tag);
    if (!isfinite(number) || size > 64) return;
    put_bytes(&scalar, 1, tag, size);
    put_fixed(&scalar, 2, &number, 4);
    put_bytes(&summary, 1, scalar.bytes, scalar.size);
    put_bytes(&m, 5, summary.bytes, summary.size);
    write_record(e, m.bytes, m.size);
}

wend_status events_flush(events* e, wend_error* error) {
    wend_status status = append_file_flush(&e->file, false, error);
    if (status != WEND_OK) wend_error_prefix(error, "TensorBoard's events");
    return status;
}
