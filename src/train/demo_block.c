#include "train/demo_block.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

#include "base/file.h"

// zlib level 1 after a vertical difference of the colours: measured in docs/formats/wdemo.md.
enum { LEVEL = 1, MAP_CELLS = DEMO_MAP_SIDE * DEMO_MAP_SIDE, FLOATS = 2 + 4 + 1 + 4 };

static size_t demo_pixels(const demo_shape* s) { return (size_t)s->width * (size_t)s->height; }

// Bytes of a step besides images and maps: two actions, three 16-bit numbers, floats.
static const size_t SMALL_BYTES = 2 + 3 * 2 + FLOATS * 4;

size_t demo_block_bytes(const demo_shape* s, int steps) {
    size_t each = SMALL_BYTES + demo_pixels(s) * ((s->rgb ? 3u : 0u) + (s->depth ? 2u : 0u)) +
                  (s->map ? 2u * MAP_CELLS : 0u);
    return each * (size_t)steps;
}

wend_status demo_block_create(const demo_shape* shape, demo_block* b, wend_error* error) {
    size_t pixels = demo_pixels(shape) * DEMO_BLOCK;
    *b = (demo_block){.shape = *shape};
    if (shape->rgb) b->rgb = wend_alloc(pixels * 3);
    if (shape->depth) b->depth = wend_alloc(pixels * sizeof *b->depth);
    if (shape->map) b->ground = wend_alloc(DEMO_BLOCK * MAP_CELLS);
    if (shape->map) b->objects = wend_alloc(DEMO_BLOCK * MAP_CELLS);
    b->bytes = wend_alloc(demo_block_bytes(shape, DEMO_BLOCK));
    if ((b->rgb || !shape->rgb) && (b->depth || !shape->depth) &&
        ((b->ground && b->objects) || !shape->map) && b->bytes)
        return WEND_OK;
    demo_block_destroy(b);
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d steps of a demonstration",
                     DEMO_BLOCK);
}

void demo_block_destroy(demo_block* b) {
    void* all[] = {b->rgb, b->depth, b->ground, b->objects, b->bytes};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) wend_free(all[i]);
    *b = (demo_block){.steps = 0};
}

// ---- steps --------------------------------------------------------------------------------------

static uint16_t demo_millimetres(float metres) {
    float mm = metres * 1000 + 0.5f;
    return mm >= 65535 ? 65535 : mm > 0 ? (uint16_t)mm : 0;
}

void demo_block_put(demo_block* b, const wend_demo_step* step) {
    const wend_observation* o = &step->observation;
    size_t pixels = demo_pixels(&b->shape), i = (size_t)b->steps++;
    b->expert[i] = (int8_t)step->expert;
    b->taken[i] = (int8_t)step->taken;
    b->category[i] = o->goal.category;
    b->near_category[i] = o->privileged.near_category;
    b->class_index[i] = (int16_t)o->goal.class_index;
    memcpy(b->point[i], o->goal.point, sizeof b->point[i]);
    memcpy(b->pose[i], o->pose.gps, 2 * sizeof(float));
    b->pose[i][2] = o->pose.compass;
    b->pose[i][3] = o->pose.altitude;
    b->reward[i] = step->reward;
    b->labels[i] = step->labels;
    if (b->rgb) memcpy(b->rgb + i * pixels * 3, o->camera.rgb, pixels * 3);
    for (size_t k = 0; b->depth && k < pixels; k++)
        b->depth[i * pixels + k] = demo_millimetres(o->camera.depth[k]);
    if (!b->ground) return;
    memcpy(b->ground + i * MAP_CELLS, o->privileged.map_occupancy, MAP_CELLS);
    memcpy(b->objects + i * MAP_CELLS, o->privileged.map_objects, MAP_CELLS);
}

void demo_block_get(const demo_block* b, int index, float* depth, wend_demo_step* step) {
    size_t pixels = demo_pixels(&b->shape), i = (size_t)index;
    wend_observation* o = &step->observation;
    *step = (wend_demo_step){.expert = b->expert[i],
                             .taken = b->taken[i],
                             .reward = b->reward[i],
                             .labels = b->labels[i]};
    o->camera.width = b->shape.width;
    o->camera.height = b->shape.height;
    if (b->rgb) o->camera.rgb = b->rgb + i * pixels * 3;
    for (size_t k = 0; b->depth && k < pixels; k++)
        depth[k] = (float)b->depth[i * pixels + k] * 1e-3f;
    if (b->depth) o->camera.depth = depth;
    memcpy(o->goal.point, b->point[i], sizeof o->goal.point);
    o->goal.category = b->category[i];
    o->goal.class_index = b->class_index[i];
    memcpy(o->pose.gps, b->pose[i], sizeof o->pose.gps);
    o->pose.compass = b->pose[i][2];
    o->pose.altitude = b->pose[i][3];
    o->privileged.near_category = b->near_category[i];
    if (!b->ground) return;
    o->privileged.map_occupancy = b->ground + i * MAP_CELLS;
    o->privileged.map_objects = b->objects + i * MAP_CELLS;
    o->privileged.map_side = DEMO_MAP_SIDE;
}

// ---- bytes --------------------------------------------------------------------------------------

// Columns one after the other. `write`: from the block into bytes; else back.
typedef struct demo_columns {
    uint8_t* at;
    bool write;
} demo_columns;

static void demo_column(demo_columns* c, void* data, size_t size) {
    if (c->write)
        memcpy(c->at, data, size);
    else
        memcpy(data, c->at, size);
    c->at += size;
}

// 16-bit and 32-bit numbers are little-endian in memory on every supported machine.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "blocks are little-endian");

static void demo_all_columns(demo_block* b, demo_columns* c) {
    size_t n = (size_t)b->steps, pixels = demo_pixels(&b->shape) * n;
    demo_column(c, b->expert, n);
    demo_column(c, b->taken, n);
    demo_column(c, b->category, n * sizeof *b->category);
    demo_column(c, b->near_category, n * sizeof *b->near_category);
    demo_column(c, b->class_index, n * sizeof *b->class_index);
    demo_column(c, b->point, n * sizeof *b->point);
    demo_column(c, b->pose, n * sizeof *b->pose);
    demo_column(c, b->reward, n * sizeof *b->reward);
    demo_column(c, b->labels, n * sizeof *b->labels);
    if (b->rgb) demo_column(c, b->rgb, pixels * 3);
    if (b->depth) demo_column(c, b->depth, pixels * sizeof *b->depth);
    if (b->ground) demo_column(c, b->ground, n * MAP_CELLS);
    if (b->objects) demo_column(c, b->objects, n * MAP_CELLS);
}

// Colours minus those of the row above, in place; `add` undoes it. Rows of one image follow each
// other, and the first row of an image stays as it is.
static void demo_filter(demo_block* b, bool add) {
    size_t row = (size_t)b->shape.width * 3, height = (size_t)b->shape.height;
    for (int i = 0; b->rgb && i < b->steps; i++) {
        uint8_t* image = b->rgb + (size_t)i * row * height;
        if (add)
            for (size_t k = row; k < row * height; k++)
                image[k] = (uint8_t)(image[k] + image[k - row]);
        else
            for (size_t k = row * height - 1; k >= row; k--)
                image[k] = (uint8_t)(image[k] - image[k - row]);
    }
}

wend_status demo_block_pack(demo_block* b, demo_bytes* to, wend_error* error) {
    size_t size = demo_block_bytes(&b->shape, b->steps);
    z_stream stream = {.zalloc = file_zlib_alloc, .zfree = file_zlib_free};
    demo_filter(b, false);
    demo_all_columns(b, &(demo_columns){b->bytes, true});
    b->steps = 0;
    if (deflateInit(&stream, LEVEL) != Z_OK)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory to compress a demonstration");
    size_t bound = deflateBound(&stream, (uLong)size);
    bool room = ARRAY_RESERVE(to, bound);
    if (room) {
        stream.next_in = b->bytes;
        stream.avail_in = (uInt)size;
        stream.next_out = to->items + to->count;
        stream.avail_out = (uInt)bound;
        deflate(&stream, Z_FINISH);  // within deflateBound it always ends
        to->count += stream.total_out;
    }
    deflateEnd(&stream);
    return room ? WEND_OK
                : wend_fail(error, WEND_NO_MEMORY, "out of memory to compress a demonstration");
}

static wend_status demo_check_values(const demo_block* b, wend_error* error) {
    for (int i = 0; i < b->steps; i++) {
        if (b->expert[i] < -1 || b->expert[i] >= WEND_POLICY_ACTIONS || b->taken[i] < -1 ||
            b->taken[i] >= WEND_POLICY_ACTIONS)
            return wend_fail(error, WEND_FORMAT, "step %d of a block has the actions %d and %d", i,
                             b->expert[i], b->taken[i]);
        if (!isfinite(b->reward[i]))
            return wend_fail(error, WEND_FORMAT,
                             "step %d of a block has a reward that is not finite", i);
    }
    return WEND_OK;
}

wend_status demo_block_unpack(const void* packed, size_t size, int steps, demo_block* b,
                              wend_error* error) {
    size_t wanted = demo_block_bytes(&b->shape, steps);
    z_stream stream = {.zalloc = file_zlib_alloc, .zfree = file_zlib_free};
    if (inflateInit(&stream) != Z_OK)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory to read a demonstration");
    stream.next_in = (Bytef*)packed;
    stream.avail_in = (uInt)size;
    stream.next_out = b->bytes;
    stream.avail_out = (uInt)wanted;
    int ended = inflate(&stream, Z_FINISH);
    bool whole = ended == Z_STREAM_END && stream.total_out == wanted && !stream.avail_in;
    bool out_of_memory = ended == Z_MEM_ERROR;
    inflateEnd(&stream);
    if (out_of_memory)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory to read a demonstration");
    if (!whole) return wend_fail(error, WEND_FORMAT, "a block does not have its %d steps", steps);
    b->steps = steps;
    demo_all_columns(b, &(demo_columns){b->bytes, false});
    demo_filter(b, true);
    return demo_check_values(b, error);
}
