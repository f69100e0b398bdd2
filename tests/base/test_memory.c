#include "test.h"

enum { MEGABYTE = 1 << 20 };

TEST(memory_lies_on_cache_lines_and_large_blocks_on_huge_pages) {
    for (size_t bytes = 1; bytes < 20 * MEGABYTE; bytes = bytes * 5 + 1) {
        uint64_t before = wend_memory_get_stats().live_bytes;
        char* block = wend_alloc(bytes);
        CHECK(block);
        CHECK_INT((uintptr_t)block % 64, 0);
        if (bytes >= 2 * MEGABYTE) CHECK_INT((uintptr_t)block % (2 * MEGABYTE), 0);
        block[0] = block[bytes - 1] = 1;
        wend_free(block);
        CHECK_INT(wend_memory_get_stats().live_bytes, before);
    }
}
