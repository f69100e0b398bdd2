#include "base/container.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { VERSION = 1, ALIGNMENT = 64 };
static const char magic[8] = {'W', 'E', 'N', 'D', 'F', 'I', 'L', 'E'};
static const uint32_t byte_order = 0x01020304;

typedef struct file_header {
    char magic[8];
    uint32_t byte_order;  // 0x01020304 in the byte order of the writer
    uint32_t version;
    uint64_t key;
    uint64_t file_size;
    uint32_t section_count;
    uint32_t zero;
    uint64_t checksum;  // of header and table, computed with this field set to 0
    uint64_t zeros[2];
} file_header;

typedef struct file_entry {
    char name[CONTAINER_NAME_SIZE];
    uint32_t version, zero;
    uint64_t offset, size, checksum, zeros;
} file_entry;

_Static_assert(sizeof(file_header) == 64 && sizeof(file_entry) == 64, "as the format page says");

static uint64_t container_align(uint64_t offset) {
    return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static wend_status read_at(const container* c, uint64_t offset, void* out, uint64_t size,
                           wend_error* error) {
    for (uint64_t done = 0; done < size;) {
        ssize_t n = pread(c->descriptor, (char*)out + done, size - done, (off_t)(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0)
            return wend_fail(error, WEND_IO, "%s: cannot read: %s", c->path, strerror(errno));
        if (n == 0)
            return wend_fail(error, WEND_FORMAT, "%s: ends at byte %llu; delete it, it is remade",
                             c->path, (unsigned long long)(offset + done));
        done += (uint64_t)n;
    }
    return WEND_OK;
}

// ---- reading ------------------------------------------------------------------------------------

static wend_status check_header(const container* c, const file_header* h, uint64_t size,
                                wend_error* error) {
    if (memcmp(h->magic, magic, sizeof magic) != 0)
        return wend_fail(error, WEND_FORMAT, "%s: not a wend file: it does not begin with WENDFILE",
                         c->path);
    if (h->byte_order != byte_order)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s: written on a machine of the other byte order; delete it, it is "
                         "remade",
                         c->path);
    if (h->version != VERSION)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s: container version %u, this wend reads %d; delete it, it is remade",
                         c->path, h->version, VERSION);
    if (h->file_size != size)
        return wend_fail(error, WEND_FORMAT,
                         "%s: %llu bytes long, its header says %llu; delete it, it is remade",
                         c->path, (unsigned long long)size, (unsigned long long)h->file_size);
    if (h->section_count > CONTAINER_MAX_SECTIONS)
        return wend_fail(error, WEND_FORMAT, "%s: %u sections, at most %d are possible", c->path,
                         h->section_count, CONTAINER_MAX_SECTIONS);
    return WEND_OK;
}

static uint64_t table_checksum(const file_header* h, const file_entry* entries) {
    file_header blank = *h;
    blank.checksum = 0;
    return wend_hash(entries, h->section_count * sizeof *entries,
                     wend_hash(&blank, sizeof blank, 0));
}

static wend_status container_read_table(container* c, uint64_t size, wend_error* error) {
    file_header h;
    file_entry entries[CONTAINER_MAX_SECTIONS];
    if (size < sizeof h)
        return wend_fail(error, WEND_FORMAT, "%s: %llu bytes are too few for a wend file", c->path,
                         (unsigned long long)size);
    WEND_TRY(read_at(c, 0, &h, sizeof h, error));
    WEND_TRY(check_header(c, &h, size, error));
    WEND_TRY(read_at(c, sizeof h, entries, h.section_count * sizeof *entries, error));
    if (table_checksum(&h, entries) != h.checksum)
        return wend_fail(error, WEND_FORMAT,
                         "%s: the checksum of its table is wrong; delete it, it is remade",
                         c->path);
    c->key = h.key;
    c->section_count = (int)h.section_count;
    for (int i = 0; i < c->section_count; i++) {
        container_section* s = &c->sections[i];
        const file_entry* e = &entries[i];
        *s = (container_section){"", e->version, e->offset, e->size, e->checksum};
        memcpy(s->name, e->name, sizeof s->name);
        s->name[sizeof s->name - 1] = 0;
        if (!*s->name || e->offset > size || e->size > size - e->offset)
            return wend_fail(error, WEND_FORMAT, "%s: section %d ('%s') lies outside the file",
                             c->path, i, s->name);
    }
    return WEND_OK;
}

wend_status container_open(const char* path, container* c, wend_error* error) {
    memset(c, 0, sizeof *c);
    snprintf(c->path, sizeof c->path, "%s", path);
    uint64_t size;
    WEND_TRY(file_open(path, &c->descriptor, &size, error));
    wend_status status = container_read_table(c, size, error);
    if (status != WEND_OK) container_close(c);
    return status;
}

void container_close(container* c) {
    if (c->descriptor >= 0) close(c->descriptor);
    c->descriptor = -1;
    c->section_count = 0;
}

const container_section* container_find(const container* c, const char* name) {
    for (int i = 0; i < c->section_count; i++)
        if (strcmp(c->sections[i].name, name) == 0) return &c->sections[i];
    return NULL;
}

wend_status container_read(const container* c, const container_section* section, void* out,
                           wend_error* error) {
    WEND_TRY(read_at(c, section->offset, out, section->size, error));
    if (wend_hash(out, section->size, 0) == section->checksum) return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "%s: the checksum of section '%s' is wrong; delete it, it is remade", c->path,
                     section->name);
}

// ---- writing ------------------------------------------------------------------------------------

wend_status container_write(const char* path, uint64_t key, const container_part* parts, int count,
                            wend_error* error) {
    if (count < 0 || count > CONTAINER_MAX_SECTIONS)
        return wend_fail(error, WEND_ARGUMENT, "%s: %d sections, at most %d are possible", path,
                         count, CONTAINER_MAX_SECTIONS);
    file_header h = {.byte_order = byte_order, .version = VERSION, .key = key};
    memcpy(h.magic, magic, sizeof magic);
    h.section_count = (uint32_t)count;
    file_entry entries[CONTAINER_MAX_SECTIONS] = {0};
    h.file_size = sizeof h + (uint64_t)count * sizeof *entries;
    for (int i = 0; i < count; i++) {
        file_entry* e = &entries[i];
        snprintf(e->name, sizeof e->name, "%s", parts[i].name);
        e->version = parts[i].version;
        e->offset = container_align(h.file_size);
        e->size = parts[i].size;
        e->checksum = wend_hash(parts[i].data, parts[i].size, 0);
        h.file_size = e->offset + e->size;
    }
    h.checksum = table_checksum(&h, entries);
    char* bytes = wend_alloc_zero(1, h.file_size);
    if (!bytes)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %llu bytes", path,
                         (unsigned long long)h.file_size);
    memcpy(bytes, &h, sizeof h);
    memcpy(bytes + sizeof h, entries, (size_t)count * sizeof *entries);
    for (int i = 0; i < count; i++)
        if (parts[i].size) memcpy(bytes + entries[i].offset, parts[i].data, parts[i].size);
    wend_status status = wend_file_write(path, bytes, h.file_size, error);
    wend_free(bytes);
    return status;
}

// Reads every section of `c` except `replaced` into `block`; `parts` refer to them.
static wend_status read_others(const container* c, const char* replaced, char* block,
                               container_part* parts, int* count, wend_error* error) {
    for (int i = 0; i < c->section_count; i++) {
        const container_section* s = &c->sections[i];
        if (strcmp(s->name, replaced) == 0) continue;
        WEND_TRY(container_read(c, s, block, error));
        parts[(*count)++] = (container_part){s->name, s->version, block, s->size};
        block += s->size;
    }
    return WEND_OK;
}

wend_status container_add(const char* path, uint64_t key, const container_part* part,
                          wend_error* error) {
    container c;
    WEND_TRY(container_open(path, &c, error));
    uint64_t size = 0;
    for (int i = 0; i < c.section_count; i++) size += c.sections[i].size;
    char* block = NULL;
    container_part parts[CONTAINER_MAX_SECTIONS + 1];
    int count = 0;
    wend_status status = WEND_OK;
    // Sections of a damaged file may overlap, so the sum of their sizes is not a bound by itself.
    struct stat info;
    if (c.key != key)
        status = wend_fail(error, WEND_NOT_FOUND, "%s: its content has changed", path);
    else if (fstat(c.descriptor, &info) != 0 || size > (uint64_t)info.st_size)
        status = wend_fail(error, WEND_FORMAT, "%s: its sections overlap", path);
    else if (!(block = wend_alloc(size)))
        status = wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %llu bytes", path,
                           (unsigned long long)size);
    if (status == WEND_OK) status = read_others(&c, part->name, block, parts, &count, error);
    if (status == WEND_OK) {
        parts[count++] = *part;
        status = container_write(path, key, parts, count, error);
    }
    wend_free(block);
    container_close(&c);
    return status;
}
