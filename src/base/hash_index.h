// Maps 64-bit hashes of keys to indices of a table.
#ifndef WEND_BASE_HASH_INDEX_H
#define WEND_BASE_HASH_INDEX_H

#include "wend/base.h"

typedef struct hash_index {
    struct hash_index_slot {
        uint64_t hash;  // 0: free
        uint32_t index;
    } * slots;  // {0} is an empty map
    size_t capacity, count;
} hash_index;

// The index of the hash, or -1.
int64_t hash_index_find(const hash_index* map, uint64_t hash);
// Adds a hash that is not in the map; false when out of memory.
bool hash_index_add(hash_index* map, uint64_t hash, uint32_t index);
void hash_index_destroy(hash_index* map);  // safe on {0} and twice

#endif
