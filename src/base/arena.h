// Arena allocator: many small blocks with the lifetime of their owner, freed together.
#ifndef WEND_BASE_ARENA_H
#define WEND_BASE_ARENA_H

#include "wend/base.h"

typedef struct arena_chunk arena_chunk;

struct wend_arena {
    arena_chunk* chunk;  // newest first; {0} is an empty arena
    size_t used;         // bytes taken from the newest chunk
};
typedef wend_arena arena;

void* arena_alloc(arena* a, size_t bytes);  // aligned to 16; NULL when out of memory
void* arena_alloc_zero(arena* a, size_t count, size_t size);
char* arena_text(arena* a, const char* text, size_t length);  // a copy that ends in NUL
void arena_destroy(arena* a);                                 // safe on {0} and twice

#endif
