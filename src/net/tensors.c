#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/half.h"
#include "base/pull.h"

#include "wend/files.h"
#include "wend/net.h"

enum { MAX_HEADER = 16 << 20, MAX_TENSORS = 4096 };

// Position of a tensor's values after the header.
typedef struct tensor_bytes {
    uint64_t start, size;
    bool half;
} tensor_bytes;

// Owns the names, notes and values of a file.
typedef struct tensor_memory {
    arena texts;
    float* data;
    size_t bytes;  // after the header
    ARRAY_OF(wend_tensor) tensors;
    ARRAY_OF(wend_note) notes;
    ARRAY_OF(tensor_bytes) places;  // of the tensors
} tensor_memory;

// ---- checksum -----------------------------------------------------------------------------------

// The note with the hash of all bytes after the first eight, in which its own digits count as
// zeros. Files of other programs have no such note and are not checked.
#define CHECKSUM_NOTE "wend.checksum"
static const char checksum_key[] = "\"" CHECKSUM_NOTE "\": \"",
                  checksum_zeros[] = "0000000000000000";
enum { CHECKSUM_DIGITS = sizeof checksum_zeros - 1 };

// The digits in a header; NULL: none.
static char* checksum_find(const char* header, size_t size) {
    size_t key = sizeof checksum_key - 1;
    char* at = memmem(header, size, checksum_key, key);
    return at && (size_t)(header + size - at) >= key + CHECKSUM_DIGITS ? at + key : NULL;
}

static void checksum_write(const char* header, size_t header_size, const char* data, size_t size,
                           char digits[CHECKSUM_DIGITS + 1]) {
    const char* at = checksum_find(header, header_size);
    size_t before = (size_t)(at - header), after = before + CHECKSUM_DIGITS;
    uint64_t hash = wend_hash(header, before, 0);
    hash = wend_hash(header + after, header_size - after, hash);
    hash = wend_hash(data, size, hash);
    snprintf(digits, CHECKSUM_DIGITS + 1, "%016llx", (unsigned long long)hash);
}

static wend_status checksum_verify(const char* header, size_t header_size, const char* data,
                                   size_t size, const char* name, wend_error* error) {
    const char* at = checksum_find(header, header_size);
    char digits[CHECKSUM_DIGITS + 1];
    if (!at) return WEND_OK;
    checksum_write(header, header_size, data, size, digits);
    if (memcmp(at, digits, CHECKSUM_DIGITS) == 0) return WEND_OK;
    return wend_fail(
        error, WEND_FORMAT,
        "%s: damaged: its checksum is %s, the header has %.*s; restore it or create it again", name,
        digits, CHECKSUM_DIGITS, at);
}

// ---- reading ------------------------------------------------------------------------------------

// Errors are kept by the reader; `tensors_read_header` checks them once.
static void tensors_read_shape(pull* p, wend_tensor* t) {
    uint64_t count = 1;
    for (pull_array(p); pull_more(p);) {
        int64_t side;
        if (!pull_int(p, &side)) return;
        if (t->dimensions == WEND_TENSOR_DIMENSIONS) {
            pull_fail(p, "more than %d dimensions", WEND_TENSOR_DIMENSIONS);
            return;
        }
        if (side < 0 || side > INT32_MAX) pull_fail(p, "an impossible side");
        t->shape[t->dimensions++] = side;
        if (__builtin_mul_overflow(count, (uint64_t)side, &count) || count > SIZE_MAX / 8)
            pull_fail(p, "too large");
    }
    t->count = (size_t)count;
}

typedef struct tensor_header {
    wend_tensor tensor;
    double offsets[2];
    bool has_type, has_shape, has_offsets;
    char type[8];
} tensor_header;

static void read_header_fields(pull* p, tensor_header* h) {
    pull_span key, type;
    for (pull_object(p); pull_key(p, &key);) {
        if (pull_is(key, "dtype")) {
            if (!pull_raw_text(p, &type)) return;
            size_t size = type.size < sizeof h->type ? type.size : sizeof h->type - 1;
            memcpy(h->type, type.text, size);
            h->type[size] = 0;
            h->has_type = true;
        } else if (pull_is(key, "shape")) {
            if (h->has_shape) pull_fail(p, "occurs twice");
            h->has_shape = true;
            tensors_read_shape(p, &h->tensor);
        } else if (pull_is(key, "data_offsets")) {
            h->has_offsets = pull_numbers(p, 2, h->offsets);
        } else {
            pull_skip(p);
        }
    }
}

// Checks the tensor's position against the file.
static void read_tensor(pull* p, tensor_memory* m, pull_span key) {
    tensor_header h = {0};
    read_header_fields(p, &h);
    if (p->status != WEND_OK) return;
    if (!h.has_type || !h.has_shape || !h.has_offsets) {
        pull_fail(p, "lacks dtype, shape or data_offsets");
        return;
    }
    bool half = strcmp(h.type, "F16") == 0;
    if (!half && strcmp(h.type, "F32") != 0) {
        p->status = wend_fail(p->error, WEND_UNSUPPORTED,
                              "%s: %.*s is of type %s; F32 and F16 are read: convert it before",
                              p->file, (int)(key.size < 64 ? key.size : 64), key.text, h.type);
        return;
    }
    double unit = half ? 2 : 4, limit = (double)m->bytes, size = unit * (double)h.tensor.count;
    if (!(h.offsets[0] >= 0 && h.offsets[1] <= limit && h.offsets[1] - h.offsets[0] == size) ||
        h.offsets[0] != unit * (double)(uint64_t)(h.offsets[0] / unit))
        pull_fail(p, "its %zu floats are not where data_offsets %.0f to %.0f of %.0f say",
                  h.tensor.count, h.offsets[0], h.offsets[1], limit);
    if (m->tensors.count == MAX_TENSORS) pull_fail(p, "more than %d tensors", MAX_TENSORS);
    if (!pull_copy(p, key, &m->texts, &h.tensor.name)) return;
    wend_tensor* slot = ARRAY_PUSH(&m->tensors);
    tensor_bytes* place = ARRAY_PUSH(&m->places);
    if (!slot || !place) {
        pull_no_memory(p);
        return;
    }
    *place = (tensor_bytes){(uint64_t)h.offsets[0], (uint64_t)size, half};
    *slot = h.tensor;
}

static void tensors_read_notes(pull* p, tensor_memory* m) {
    pull_span key;
    for (pull_object(p); pull_key(p, &key);) {
        wend_note note;
        if (!pull_copy(p, key, &m->texts, &note.key) || !pull_text(p, &m->texts, &note.text))
            return;
        wend_note* slot = ARRAY_PUSH(&m->notes);
        if (slot)
            *slot = note;
        else
            pull_no_memory(p);
    }
}

static wend_status tensors_read_header(tensor_memory* m, const char* text, size_t size,
                                       const char* name, wend_error* error) {
    pull p = pull_make(text, size, name, 1, error);
    pull_span key;
    for (pull_object(&p); pull_key(&p, &key);)
        if (pull_is(key, "__metadata__"))
            tensors_read_notes(&p, m);
        else
            read_tensor(&p, m, key);
    return pull_finish(&p);
}

// Files have a few dozen tensors: every pair is compared.
static wend_status check_tensors(const tensor_memory* m, const char* name, wend_error* error) {
    for (size_t a = 0; a < m->tensors.count; a++)
        for (size_t b = 0; b < a; b++) {
            const wend_tensor *x = &m->tensors.items[a], *y = &m->tensors.items[b];
            if (strcmp(x->name, y->name) == 0)
                return wend_fail(error, WEND_FORMAT, "%s: %s occurs twice", name, x->name);
            const tensor_bytes *of_x = &m->places.items[a], *of_y = &m->places.items[b];
            if (of_x->start < of_y->start + of_y->size && of_y->start < of_x->start + of_x->size)
                return wend_fail(error, WEND_FORMAT, "%s: %s and %s overlap", name, x->name,
                                 y->name);
        }
    return WEND_OK;
}

static void destroy_memory(tensor_memory* m) {
    if (!m) return;
    arena_destroy(&m->texts);
    wend_free(m->data);
    ARRAY_FREE(&m->tensors);
    ARRAY_FREE(&m->notes);
    ARRAY_FREE(&m->places);
    wend_free(m);
}

// Tensors do not overlap, so their total size is bounded by the file.
static wend_status take_numbers(tensor_memory* m, const char* bytes, const char* name,
                                wend_error* error) {
    size_t count = 0;
    for (size_t i = 0; i < m->tensors.count; i++) count += m->tensors.items[i].count;
    m->data = wend_alloc((count + 1) * sizeof(float));
    if (!m->data) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for it", name);
    float* to = m->data;
    for (size_t i = 0; i < m->tensors.count; i++) {
        wend_tensor* t = &m->tensors.items[i];
        const tensor_bytes* place = &m->places.items[i];
        const char* from = bytes + place->start;
        t->data = to;
        if (!place->half) memcpy(to, from, (size_t)place->size);
        for (size_t k = 0; place->half && k < t->count; k++) {
            uint16_t half;
            memcpy(&half, from + 2 * k, sizeof half);
            to[k] = half_to_float(half);
        }
        to += t->count;
    }
    return WEND_OK;
}

static wend_status tensors_parse(tensor_memory* m, const char* bytes, size_t size, const char* name,
                                 wend_error* error) {
    uint64_t header = 0;
    if (size < 8) return wend_fail(error, WEND_FORMAT, "%s: too short for safetensors", name);
    for (int i = 7; i >= 0; i--) header = header << 8 | (uint8_t)bytes[i];
    if (header > MAX_HEADER || header > size - 8)
        return wend_fail(error, WEND_FORMAT,
                         "%s: a header of %llu bytes in a file of %zu: truncated, or not "
                         "safetensors",
                         name, (unsigned long long)header, size);
    m->bytes = size - 8 - (size_t)header;
    WEND_TRY(checksum_verify(bytes + 8, (size_t)header, bytes + 8 + header, m->bytes, name, error));
    WEND_TRY(tensors_read_header(m, bytes + 8, (size_t)header, name, error));
    WEND_TRY(check_tensors(m, name, error));
    return take_numbers(m, bytes + 8 + header, name, error);
}

wend_status wend_tensors_parse(const void* bytes, size_t size, const char* name, wend_tensors* file,
                               wend_error* error) {
    *file = (wend_tensors){0};
    tensor_memory* m = wend_alloc_zero(1, sizeof *m);
    if (!m) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for it", name);
    wend_status status = tensors_parse(m, bytes, size, name, error);
    if (status != WEND_OK) {
        destroy_memory(m);
        return status;
    }
    *file = (wend_tensors){.tensors = m->tensors.items,
                           .count = (int)m->tensors.count,
                           .notes = m->notes.items,
                           .note_count = (int)m->notes.count,
                           .memory = m};
    return WEND_OK;
}

wend_status wend_tensors_read(const char* path, wend_tensors* file, wend_error* error) {
    wend_file_bytes bytes;
    *file = (wend_tensors){0};
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_tensors_parse(bytes.data, bytes.size, path, file, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void wend_tensors_destroy(wend_tensors* file) {
    destroy_memory(file->memory);
    *file = (wend_tensors){0};
}

const wend_tensor* wend_tensors_find(const wend_tensors* file, const char* name) {
    for (int i = 0; i < file->count; i++)
        if (strcmp(file->tensors[i].name, name) == 0) return &file->tensors[i];
    return NULL;
}

const char* wend_tensors_note(const wend_tensors* file, const char* key) {
    for (int i = 0; i < file->note_count; i++)
        if (strcmp(file->notes[i].key, key) == 0) return file->notes[i].text;
    return NULL;
}

// ---- writing ------------------------------------------------------------------------------------

static void write_header(const wend_tensors* file, wend_json_out* out) {
    uint64_t at = 0;
    wend_json_out_object(out, NULL);
    wend_json_out_object(out, "__metadata__");
    wend_json_out_text(out, CHECKSUM_NOTE, checksum_zeros);
    for (int i = 0; i < file->note_count; i++)
        if (strcmp(file->notes[i].key, CHECKSUM_NOTE) != 0)
            wend_json_out_text(out, file->notes[i].key, file->notes[i].text);
    wend_json_out_end(out);
    for (int i = 0; i < file->count; i++) {
        const wend_tensor* t = &file->tensors[i];
        wend_json_out_object(out, t->name);
        wend_json_out_text(out, "dtype", file->half ? "F16" : "F32");
        wend_json_out_array(out, "shape");
        for (int k = 0; k < t->dimensions; k++) wend_json_out_int(out, NULL, t->shape[k]);
        wend_json_out_end(out);
        wend_json_out_array(out, "data_offsets");
        wend_json_out_int(out, NULL, (int64_t)at);
        at += t->count * (file->half ? sizeof(uint16_t) : sizeof(float));
        wend_json_out_int(out, NULL, (int64_t)at);
        wend_json_out_end(out);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
    while (out->text.count % 8) wend_text_put(&out->text, " ");  // values begin at a multiple of 8
}

// Values beyond the range of 16 bits are an error, not written as infinite.
static wend_status put_halves(const wend_tensor* t, const char* path, wend_text_out* out,
                              wend_error* error) {
    for (size_t i = 0; i < t->count; i++) {
        uint16_t half = half_from_float(t->data[i]);
        if ((half & 0x7c00) == 0x7c00)
            return wend_fail(error, WEND_ARGUMENT, "%s: %s[%zu] is %g, which does not fit 16 bits",
                             path, t->name, i, (double)t->data[i]);
        wend_text_put_bytes(out, (const char*)&half, sizeof half);
    }
    return WEND_OK;
}

wend_status wend_tensors_write(const char* path, const wend_tensors* file, wend_error* error) {
    wend_json_out header = {0};
    wend_text_out all = {0};
    wend_status status = WEND_OK;
    write_header(file, &header);
    uint64_t size = header.text.count;
    char length[8];
    for (int i = 0; i < 8; i++) length[i] = (char)(size >> (8 * i));
    wend_text_put_bytes(&all, length, 8);
    wend_text_put_bytes(&all, header.text.items, header.text.count);
    for (int i = 0; i < file->count && status == WEND_OK; i++)
        if (file->half)
            status = put_halves(&file->tensors[i], path, &all, error);
        else
            wend_text_put_bytes(&all, (const char*)file->tensors[i].data,
                                file->tensors[i].count * sizeof(float));
    all.out_of_memory |= header.text.out_of_memory;
    if (status == WEND_OK && !all.out_of_memory) {
        char digits[CHECKSUM_DIGITS + 1], *head = all.items + 8, *data = head + size;
        checksum_write(head, size, data, all.count - 8 - size, digits);
        memcpy(checksum_find(head, size), digits, CHECKSUM_DIGITS);
    }
    if (status == WEND_OK) status = wend_text_save(&all, path, error);
    wend_json_out_destroy(&header);
    wend_text_destroy(&all);
    return status;
}
