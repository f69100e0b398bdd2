// An arena is a list of chunks of at least 64 KiB; allocations advance a pointer in the newest one.
#include "base/arena.h"

#include <string.h>

enum { CHUNK_BYTES = 64 * 1024, ALIGNMENT = 16, HEADER = 16 };

struct arena_chunk {
    arena_chunk* next;
    size_t bytes;  // usable, without the header
};

static char* chunk_data(arena_chunk* chunk) { return (char*)chunk + HEADER; }

void* arena_alloc(arena* a, size_t bytes) {
    if (bytes > SIZE_MAX / 4) return NULL;
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!a->chunk || a->chunk->bytes - a->used < bytes) {
        size_t usable = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
        arena_chunk* chunk = wend_alloc(HEADER + usable);
        if (!chunk) return NULL;
        chunk->next = a->chunk;
        chunk->bytes = usable;
        a->chunk = chunk;
        a->used = 0;
    }
    void* piece = chunk_data(a->chunk) + a->used;
    a->used += bytes;
    return piece;
}

void* arena_alloc_zero(arena* a, size_t count, size_t size) {
    if (size && count > SIZE_MAX / 4 / size) return NULL;
    void* piece = arena_alloc(a, count * size);
    if (piece) memset(piece, 0, count * size);
    return piece;
}

char* arena_text(arena* a, const char* text, size_t length) {
    char* copy = arena_alloc(a, length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

void arena_destroy(arena* a) {
    while (a->chunk) {
        arena_chunk* next = a->chunk->next;
        wend_free(a->chunk);
        a->chunk = next;
    }
    a->used = 0;
}
