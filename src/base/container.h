// A file of named sections: the scene and data derived from it (BVH, navigation mesh).
// docs/formats/wscene.md specifies it byte by byte.
//
// A file has a key: a hash of everything the content was made from. A reader that computes a
// different key shows that the file is stale.
#ifndef WEND_BASE_CONTAINER_H
#define WEND_BASE_CONTAINER_H

#include "wend/base.h"

enum { CONTAINER_MAX_SECTIONS = 64, CONTAINER_NAME_SIZE = 24 };

typedef struct container_section {
    char name[CONTAINER_NAME_SIZE];  // NUL-padded, not empty
    uint32_t version;                // of the section's content; checked by its reader
    uint64_t offset, size, checksum;
} container_section;

// An open file. Sections are read one by one, directly into memory of the caller.
typedef struct container {
    int descriptor;  // -1: closed
    char path[256];  // for errors
    uint64_t key;
    int section_count;
    container_section sections[CONTAINER_MAX_SECTIONS];
} container;

// Reads and checks header and table: magic, byte order, version, checksum, and that every section
// lies inside the file. On failure there is nothing to close.
wend_status container_open(const char* path, container* c, wend_error* error);
void container_close(container* c);  // safe after a failed open and twice

// The section of that name, or NULL.
const container_section* container_find(const container* c, const char* name);
// Fills `out` (section->size bytes) and verifies its checksum.
wend_status container_read(const container* c, const container_section* section, void* out,
                           wend_error* error);

// A section to be written.
typedef struct container_part {
    const char* name;
    uint32_t version;
    const void* data;
    uint64_t size;
} container_part;

// Replaces the file atomically: readers see the old or the new content.
wend_status container_write(const char* path, uint64_t key, const container_part* parts, int count,
                            wend_error* error);
// Adds a section to a file, or replaces the one of that name; the others are kept. WEND_NOT_FOUND
// when the file's key is not `key`: the source of the section was replaced in the meantime.
wend_status container_add(const char* path, uint64_t key, const container_part* part,
                          wend_error* error);

#endif
