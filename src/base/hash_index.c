#include "base/hash_index.h"

typedef struct hash_index_slot hash_index_slot;

static hash_index_slot* hash_index_slot_of(hash_index_slot* slots, size_t capacity, uint64_t hash) {
    size_t at = hash & (capacity - 1);
    while (slots[at].hash && slots[at].hash != hash) at = (at + 1) & (capacity - 1);
    return &slots[at];
}

int64_t hash_index_find(const hash_index* map, uint64_t hash) {
    if (!map->capacity) return -1;
    hash += !hash;
    const hash_index_slot* slot = hash_index_slot_of(map->slots, map->capacity, hash);
    return slot->hash ? (int64_t)slot->index : -1;
}

static bool hash_index_grow(hash_index* map) {
    size_t capacity = map->capacity ? map->capacity * 2 : 256;
    hash_index_slot* slots = wend_alloc_zero(capacity, sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < map->capacity; i++)
        if (map->slots[i].hash)
            *hash_index_slot_of(slots, capacity, map->slots[i].hash) = map->slots[i];
    wend_free(map->slots);
    map->slots = slots;
    map->capacity = capacity;
    return true;
}

bool hash_index_add(hash_index* map, uint64_t hash, uint32_t index) {
    if (map->count * 2 >= map->capacity && !hash_index_grow(map)) return false;
    hash += !hash;
    *hash_index_slot_of(map->slots, map->capacity, hash) = (hash_index_slot){hash, index};
    map->count++;
    return true;
}

void hash_index_destroy(hash_index* map) {
    wend_free(map->slots);
    *map = (hash_index){0};
}
