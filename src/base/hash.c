#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "wend/base.h"

uint64_t wend_hash(const void* bytes, size_t size, uint64_t seed) {
    return XXH3_64bits_withSeed(bytes, size, seed);
}

uint64_t wend_hash_text(const char* text, uint64_t seed) {
    return wend_hash(text, strlen(text), seed);
}
