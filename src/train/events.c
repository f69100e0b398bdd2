#include "train/events.h"

#include <math.h>
#include <string.h>
#include <time.h>

// CRC-32C (Castagnoli), a bit at a time: event files are small.
uint32_t events_crc32c(const void* bytes, size_t size) {
    const uint8_t* p = bytes;
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= p[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
    }
    return ~crc;
}

// TFRecord stores checksums turned and shifted, so that a checksum of a checksum stays sound.
static uint32_t masked(const void* bytes, size_t size) {
    uint32_t crc = events_crc32c(bytes, size);
    return (crc >> 15 | crc << 17) + 0xa282ead8u;
}

static void put_little(uint8_t* to, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++) to[i] = (uint8_t)(number >> (8 * i));
}

static void write_record(FILE* file, const uint8_t* data, size_t size) {
    uint8_t head[12], tail[4];
    put_little(head, size, 8);
    put_little(head + 8, masked(head, 8), 4);
    put_little(tail, masked(data, size), 4);
    fwrite(head, 1, sizeof head, file);
    fwrite(data, 1, size, file);
    fwrite(tail, 1, sizeof tail, file);
}

// Protocol buffers, as far as an event needs them.
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

wend_status events_open(const char* folder, events* e, wend_error* error) {
    char path[4096];
    *e = (events){0};
    snprintf(path, sizeof path, "%s/events.out.tfevents.%lld.wend", folder, (long long)time(NULL));
    e->file = fopen(path, "ab");
    if (!e->file) return wend_fail(error, WEND_IO, "%s: cannot be written", path);
    message m = event_at(0);
    put_bytes(&m, 3, "brain.Event:2", 13);
    write_record(e->file, m.bytes, m.size);
    return events_flush(e, error);
}

void events_close(events* e) {
    if (e->file) fclose(e->file);
    e->file = NULL;
}

// Summary { repeated Value value = 1; }  Value { string tag = 1; float simple_value = 2; }
void events_put(events* e, const char* tag, int64_t step, double value) {
    message scalar = {.size = 0}, summary = {.size = 0}, m = event_at(step);
    float number = (float)value;
    size_t size = strlen(tag);
    if (!e->file || !isfinite(number) || size > 64) return;
    put_bytes(&scalar, 1, tag, size);
    put_fixed(&scalar, 2, &number, 4);
    put_bytes(&summary, 1, scalar.bytes, scalar.size);
    put_bytes(&m, 5, summary.bytes, summary.size);
    write_record(e->file, m.bytes, m.size);
}

wend_status events_flush(events* e, wend_error* error) {
    if (e->file && (fflush(e->file) != 0 || ferror(e->file))) {
        clearerr(e->file);
        return wend_fail(error, WEND_IO, "TensorBoard's events cannot be written");
    }
    return WEND_OK;
}
