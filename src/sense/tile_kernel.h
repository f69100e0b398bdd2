// State changes of tiles while facets are drawn (raster.h has the states). Part of the body of
// raster_*.c.
#ifndef WEND_SENSE_TILE_KERNEL_H
#define WEND_SENSE_TILE_KERNEL_H

#include "sense/pixel_kernel.h"
#include "sense/raster.h"

LANES float tile_x(const raster* r, int tx) { return r->columns[tx * TILE]; }
LANES float tile_y(const raster* r, int ty) { return r->rows[ty * TILE]; }
#define LANE_INDEX ((f32x8){0, 1, 2, 3, 4, 5, 6, 7})

// A mask of the lowest `count` bits.
LANES uint32_t first_bits(int count) { return count < 32 ? (1u << count) - 1 : UINT32_MAX; }

// Resets the table of surfaces of a tile that becomes mixed; slot 0 is the previous cover.
LANES void start_surfaces(raster_tile* t, uint32_t id) {
    t->surfaces[0] = id;
    t->last_surface = id;
    t->count = 1;
}

// Covered -> mixed: expands the plane of the cover into pixels.
static void write_out_tile(raster* r, size_t tile, int tx, int ty) {
    const raster_cover p = r->covers[r->cover[tile]];
    raster_tile* t = &r->tiles[tile];
    f32x8 zx = p.x * f32x8_load(r->columns + tx * TILE);
    float rows[TILE];
    f32x8_store(rows, p.y * f32x8_load(r->rows + ty * TILE) + p.one);
    LANES_IN_MEMORY(rows);
    for (int row = 0; row < TILE; row++) f32x8_store(t->inverse_z + row * TILE, zx + rows[row]);
    memset(t->slot, 0, sizeof t->slot);
    start_surfaces(t, p.id);
    r->cover[tile] = TILE_MIXED;
}

// Frees all entries of `covers` by expanding the covered tiles. There are as many entries as tiles,
// so this is rare.
static void write_out_covers(raster* r) {
    for (int ty = 0; ty < r->tiles_y; ty++)
        for (int tx = 0; tx < r->tiles_x; tx++) {
            size_t tile = (size_t)ty * (size_t)r->stride + (size_t)tx;
            if (r->cover[tile] && r->cover[tile] != TILE_MIXED) write_out_tile(r, tile, tx, ty);
        }
    r->cover_count = 1;
}

// Removes surfaces without a visible pixel from the table and renumbers the slots.
static void forget_hidden(raster_tile* t) {
    uint32_t kept[TILE_PIXELS], count = 0;
    uint8_t number[TILE_SURFACES] = {0};  // new slot + 1; 0: not visible
    for (int i = 0; i < TILE_PIXELS; i++) {
        uint8_t slot = t->slot[i];
        if (!number[slot]) {
            kept[count++] = t->surfaces[slot];
            number[slot] = (uint8_t)count;
        }
        t->slot[i] = (uint8_t)(number[slot] - 1);
    }
    memcpy(t->surfaces, kept, count * sizeof *kept);
    t->count = count;
}

// The slot for a surface that is drawn into a mixed tile. Consecutive facets often belong to the
// same surface, so only the last one is compared; duplicates in the table are harmless.
LANES uint8_t slot_for(raster_tile* t, uint32_t id) {
    if (t->last_surface == id) return (uint8_t)(t->count - 1);
    if (t->count == TILE_SURFACES) forget_hidden(t);
    uint32_t slot = t->count;
    t->surfaces[slot] = id;
    t->last_surface = id;
    t->count = slot + 1;
    return (uint8_t)slot;
}

#endif
