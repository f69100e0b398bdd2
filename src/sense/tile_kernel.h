// What is known of tiles while facets are drawn. Part of the body of raster_*.c.
#ifndef WEND_SENSE_TILE_KERNEL_H
#define WEND_SENSE_TILE_KERNEL_H

#include "sense/lanes.h"
#include "sense/raster.h"

LANES float tile_x(const raster* r, int tx) { return r->columns[tx * TILE]; }
LANES float tile_y(const raster* r, int ty) { return r->rows[ty * TILE]; }
#define LANE_INDEX ((f32x8){0, 1, 2, 3, 4, 5, 6, 7})

// The surfaces of a tile that becomes mixed: what covered it is the first.
LANES void start_surfaces(raster* r, size_t tile, uint32_t id) {
    r->surfaces[tile * TILE_SURFACES] = id;
    r->surface_counts[tile] = 1;
    r->last_surface[tile] = id;
    r->cover[tile] = TILE_MIXED;
}

// Writes out the pixels of a tile that was only noted, or empty. `y` is its first row of pixels.
static void write_out_tile(raster* r, size_t tile, int tx, int y) {
    const raster_cover p = r->covers[r->cover[tile]];
    float* z = r->inverse_z + tile * TILE_PIXELS;
    uint8_t* slots = r->slot + tile * TILE_PIXELS;
    f32x8 zx = p.x * f32x8_load(r->columns + tx * TILE);
    float rows[TILE];
    f32x8_store(rows, p.y * f32x8_load(r->rows + y) + p.one);
    LANES_IN_MEMORY(rows);
    for (int row = 0; row < TILE; row++) f32x8_store(z + row * TILE, zx + rows[row]);
    u8x32_store(slots, (u8x32){0});
    u8x32_store(slots + TILE_PIXELS / 2, (u8x32){0});
    start_surfaces(r, tile, p.id);
}

// Room for another cover: there are as many as tiles, so this is rare.
static void write_out_covers(raster* r) {
    for (int ty = 0; ty < r->tiles_y; ty++)
        for (int tx = 0; tx < r->tiles_x; tx++) {
            size_t tile = (size_t)ty * (size_t)r->stride + (size_t)tx;
            if (r->cover[tile] && r->cover[tile] != TILE_MIXED) 
                write_out_tile(r, tile, tx, ty * TILE);
        }
    r->cover_count = 1;
}

// Forgets the surfaces of a tile that are no longer seen.
static int forget_hidden(raster* r, size_t tile) {
    uint32_t* ids = r->surfaces + tile * TILE_SURFACES;
    uint8_t* slot = r->slot + tile * TILE_PIXELS;
    uint32_t kept[TILE_PIXELS];
    uint8_t number[TILE_SURFACES] = {0};  // from 1 on; 0: not seen
    int count = 0;
    for (int i = 0; i < TILE_PIXELS; i++) {
        if (!number[slot[i]]) {
            kept[count++] = ids[slot[i]];
            number[slot[i]] = (uint8_t)count;
        }
        slot[i] = (uint8_t)(number[slot[i]] - 1);
    }
    memcpy(ids, kept, (size_t)count * sizeof *ids);
    return count;
}

// The slot of a surface that is drawn into a mixed tile. Facets of one surface often come one after
// the other.
LANES uint8_t slot_for(raster* r, size_t tile, uint32_t id) {
    int count = r->surface_counts[tile];
    if (r->last_surface[tile] == id) return (uint8_t)(count - 1);
    if (count == TILE_SURFACES) count = forget_hidden(r, tile);
    r->surfaces[tile * TILE_SURFACES + (size_t)count] = id;
    r->last_surface[tile] = id;
    r->surface_counts[tile] = (uint8_t)(count + 1);
    return (uint8_t)count;
}

#endif
