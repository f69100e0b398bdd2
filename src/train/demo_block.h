// Blocks of a demonstration set: up to DEMO_BLOCK consecutive steps of one episode, in columns,
// compressed. docs/formats/wdemo.md.
#ifndef WEND_TRAIN_DEMO_BLOCK_H
#define WEND_TRAIN_DEMO_BLOCK_H

#include "base/array.h"

#include "wend/agent.h"
#include "wend/demos.h"

enum { DEMO_BLOCK = 32, DEMO_MAP_SIDE = 50, DEMO_MAX_TEXT = 65535 };

// Sizes of the images and maps of a set.
typedef struct demo_shape {
    int width, height;
    bool rgb, depth;
    wend_oracle_map_extent map;
} demo_shape;

// Columns of a block in memory, each [DEMO_BLOCK].
typedef struct demo_block {
    demo_shape shape;
    int steps;
    int8_t expert[DEMO_BLOCK], taken[DEMO_BLOCK];
    uint16_t category[DEMO_BLOCK], near_category[DEMO_BLOCK];  // of the goal; of the object nearby
    int16_t class_index[DEMO_BLOCK];
    float point[DEMO_BLOCK][2];
    float pose[DEMO_BLOCK][4];  // gps, compass, altitude
    float reward[DEMO_BLOCK];
    wend_labels labels[DEMO_BLOCK];
    uint8_t* rgb;     // [DEMO_BLOCK][height][width][3]; NULL: none
    uint16_t* depth;  // [DEMO_BLOCK][height][width] millimetres
    uint8_t* ground;  // [DEMO_BLOCK][50][50]
    uint8_t* objects;
    uint8_t* bytes;  // [demo_block_bytes] scratch: the block before compression
} demo_block;

wend_status demo_block_create(const demo_shape* shape, demo_block* block, wend_error* error);
void demo_block_destroy(demo_block* block);  // safe on {0} and twice
size_t demo_block_bytes(const demo_shape* shape, int steps);

// Appends a step. The block must have room.
void demo_block_put(demo_block* block, const wend_demo_step* step);
// Step `index` of the block; `depth` [height][width] receives metres.
void demo_block_get(const demo_block* block, int index, float* depth, wend_demo_step* step);

typedef ARRAY_OF(uint8_t) demo_bytes;
// Appends the compressed block to `to`, and empties it.
wend_status demo_block_pack(demo_block* block, demo_bytes* to, wend_error* error);
// WEND_FORMAT when the bytes are not a block of `steps` steps, or contain values that no step has.
wend_status demo_block_unpack(const void* packed, size_t size, int steps, demo_block* block,
                              wend_error* error);

#endif
