// One file that holds named sections: the scene, and later whatever is made from it (search trees,
// navigation meshes). docs/formats/wscene.md describes it byte by byte.
//
// A file carries a key: a number its writer works out from everything the content was made of. A
// reader that works out another key knows that the file is stale.
#ifndef WEND_BASE_CONTAINER_H
#define WEND_BASE_CONTAINER_H

#include "wend/base.h"

enum { CONTAINER_MAX_SECTIONS = 64, CONTAINER_NAME_SIZE = 24 };

typedef struct container_section {
    char name[CONTAINER_NAME_SIZE];  // NUL-padded, not empty
    uint32_t version;                // of what the section holds; its reader judges
    uint64_t offset, size, checksum;
} container_section;

// An open file. Its sections are read one by one, straight to where they are wanted.
typedef struct container {
    int descriptor;  // -1: closed
    char path[256];  // as errors call it
    uint64_t key;
    int section_count;
    container_section sections[CONTAINER_MAX_SECTIONS];
} container;

// Reads and checks header and table: magic, byte order, version, checksum, and that every section
// lies inside the file. Nothing is left to close after a failure.
wend_status container_open(const char* path, container* c, wend_error* error);
void container_close(container* c);  // safe after a failed open and twice

// The section of that name, or NULL.
const container_section* container_find(const container* c, const char* name);
// Fills `out` (section->size bytes) and checks the sum over it.
wend_status container_read(const container* c, const container_section* section, void* out,
                           wend_error* error);

// What is to be written: a section's name, version and bytes.
typedef struct container_part {
    const char* name;
    uint32_t version;
    const void* data;
    uint64_t size;
} container_part;

// Writes a whole file, or nothing: readers see the old one or the new one.
wend_status container_write(const char* path, uint64_t key, const container_part* parts, int count,
                            wend_error* error);
// Adds a section to a file, or replaces the one of that name; the others are kept. WEND_NOT_FOUND
// when the file's key is not `key`: what the section was made from has been replaced meanwhile.
wend_status container_add(const char* path, uint64_t key, const container_part* part,
                          wend_error* error);

#endif
