// Any bytes as a demonstration set: an index, a shard behind it, or a block.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "train/demo_set.h"

#include "wend/files.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void read_index(const uint8_t* data, size_t size) {
    wend_error error = {0};
    demo_index index;
    if (demo_index_parse((const char*)data, size, "index.json", &index, &error) == WEND_OK)
        demo_index_destroy(&index);
    else if (!*error.message)
        abort();
}

static void read_block(const uint8_t* data, size_t size) {
    wend_error error = {0};
    demo_shape shape = {3, 2, true, true, WEND_ORACLE_MAP_NONE};
    demo_block block;
    float depth[6];
    wend_demo_step step;
    if (size < 1 || demo_block_create(&shape, &block, &error) != WEND_OK) return;
    int steps = 1 + data[0] % DEMO_BLOCK;
    if (demo_block_unpack(data + 1, size - 1, steps, &block, &error) == WEND_OK)
        for (int i = 0; i < steps; i++) demo_block_get(&block, i, depth, &step);
    else if (!*error.message)
        abort();
    demo_block_destroy(&block);
}

// The index has what the shard must have; the shard is the input.
static void read_shard(const uint8_t* data, size_t size) {
    wend_error error = {0};
    char folder[64], path[100];
    wend_demos* demos;
    uint32_t episodes = 0;
    if (size >= 16) memcpy(&episodes, data + 12, 4);
    demo_index index = {.task = "t", .expert = "e", .shape = {3, 2, true, true, 0}, .hfov = 79};
    snprintf(folder, sizeof folder, "%s/wend-fuzz-%ld",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    snprintf(path, sizeof path, "%s/shard_000000.wdemo", folder);
    demo_shard_info* info = ARRAY_PUSH(&index.shards);
    *info = (demo_shard_info){.episodes = (int)(episodes & 0xffff),
                              .steps = 1 << 20,
                              .inflections = 1 << 20,
                              .bytes = (int64_t)size,
                              .hash = 0};
    if (wend_file_make_folder(folder, &error) != WEND_OK ||
        wend_file_write(path, data, size, &error) != WEND_OK ||
        demo_index_write(folder, &index, &error) != WEND_OK)
        abort();
    demo_index_destroy(&index);
    if (wend_demos_open(folder, &demos, &error) == WEND_OK) {
        wend_demo_cursor* cursor;
        wend_demo_step step;
        bool done = false;
        if (wend_demo_cursor_create(demos, &cursor, &error) == WEND_OK) {
            for (int e = 0; e < wend_demos_get_info(demos).episodes && e < 8; e++, done = false)
                if (wend_demo_cursor_begin(cursor, e, &error) == WEND_OK)
                    while (wend_demo_cursor_next(cursor, &step, &done, &error) == WEND_OK && !done)
                        ;
            wend_demo_cursor_destroy(cursor);
        }
        wend_demos_destroy(demos);
    } else if (!*error.message) {
        abort();
    }
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1) return 0;
    if (data[0] == '{' || data[0] == '[')
        read_index(data, size);
    else if (data[0] == 'W')
        read_shard(data, size);
    else
        read_block(data, size);
    if (wend_memory_get_stats().live_blocks > 64) abort();
    return 0;
}
