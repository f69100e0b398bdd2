#include "base/text_set.h"

// Returns true if the hash is new.
static bool text_set_insert(uint64_t* slots, size_t capacity, uint64_t hash) {
    size_t at = hash & (capacity - 1);
    while (slots[at] && slots[at] != hash) at = (at + 1) & (capacity - 1);
    bool fresh = !slots[at];
    slots[at] = hash;
    return fresh;
}

static bool text_set_grow(text_set* set) {
    size_t capacity = set->capacity ? set->capacity * 2 : 256;
    uint64_t* slots = wend_alloc_zero(capacity, sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slots[i]) text_set_insert(slots, capacity, set->slots[i]);
    wend_free(set->slots);
    set->slots = slots;
    set->capacity = capacity;
    return true;
}

text_set_answer text_set_add_hash(text_set* set, uint64_t hash) {
    if (set->count * 2 >= set->capacity && !text_set_grow(set)) return TEXT_SET_NO_MEMORY;
    if (!text_set_insert(set->slots, set->capacity, hash ? hash : 1)) return TEXT_SET_KNOWN;
    set->count++;
    return TEXT_SET_NEW;
}

text_set_answer text_set_add(text_set* set, const char* text) {
    return text_set_add_hash(set, wend_hash_text(text, 0));
}

void text_set_destroy(text_set* set) {
    wend_free(set->slots);
    *set = (text_set){0};
}
