// Patches: the (tile, surface) pairs of a row of tiles, with light and texture parameters. Part of
// the body of raster_*.c.
//
// The patches of many tiles are collected, then lit, then painted, each step in one loop. The
// memory accesses of one patch depend on each other; those of different patches are independent and
// overlap.
//
// clang-format off
//     tile        slots         patches (structure of arrays: a tile's patches are a lookup table)
//     0 0 0 1                      i     i + 1   i + 2
//     0 0 2 1     0 -> patch i     look  look    look
//     0 2 2 2     1 -> patch i+1   light light   light    one + row*down + col*(right + row*both)
//     2 2 2 2     2 -> patch i+2   u, v  u, v    u, v
// clang-format on
#ifndef WEND_SENSE_PATCH_KERNEL_H
#define WEND_SENSE_PATCH_KERNEL_H

#include "sense/look_kernel.h"
#include "sense/tile_kernel.h"

// What RGB is computed from.
typedef enum patch_colors {
    COLORS_NONE,      // no RGB
    COLORS_FLAT,      // mean colour of the surface * light
    COLORS_TEXTURED,  // nearest texel * colour * light
    COLORS_SMOOTH     // bilinear texel * colour * light
} patch_colors;

// Patches per batch: enough for a row of tiles in most images. One tile may have 64. Vectors of
// eight are read past the end, hence the room.
enum { PATCHES = 160, PATCH_ROOM = PATCHES + 8 };

// Bilinear light over a tile, times 256, modulo 65536:
// one + row * down + column * (right + row * both).
typedef struct patch_light {
    uint16_t one[PATCH_ROOM], down[PATCH_ROOM], right[PATCH_ROOM], both[PATCH_ROOM];
} patch_light;

// Structure of arrays.
typedef struct patch_list {
    int count;
    int look[PATCH_ROOM];
    float x[PATCH_ROOM];  // centre of the tile's first column
    patch_light light;
    // Only with textures:
    int32_t is_textured[PATCH_ROOM];  // -1 or 0
    float u[4][PATCH_ROOM], v[4][PATCH_ROOM];
    int32_t mask_u[PATCH_ROOM], mask_v[PATCH_ROOM], row_shift[PATCH_ROOM], first[PATCH_ROOM];
    int32_t smooth[PATCH_ROOM];
} patch_list;

// ---- collecting -------------------------------------------------------------------------------

static void add_texture(const raster* r, const wend_view* view, const raster_look* look,
                        float inverse_z, int i, patch_list* p) {
    surface_mip mip = {.first = 0};  // untextured: reads texel 0, ignores it
    p->is_textured[i] = look->textured ? -1 : 0;
    if (look->textured) look_mip(r, view, look, look_mip_level(r, view, look, inverse_z), &mip);
    for (int k = 0; k < 4; k++) {
        p->u[k][i] = mip.u[k];
        p->v[k][i] = mip.v[k];
    }
    p->mask_u[i] = mip.mask_u;
    p->mask_v[i] = mip.mask_v;
    p->row_shift[i] = mip.row_shift;
    p->first[i] = mip.first;
    p->smooth[i] = mip.smooth;
}

// `inverse_z` of any of its pixels selects the mip level.
LANES void add_patch(const raster* r, const wend_view* view, int look, float x, float inverse_z,
                     const patch_colors colors, patch_list* p) {
    int i = p->count++;
    p->look[i] = look;
    p->x[i] = x;
    if (colors >= COLORS_TEXTURED) add_texture(r, view, &r->looks[look], inverse_z, i, p);
}

// Fills the lanes past the last patch with the sky.
LANES void end_patches(patch_list* p) {
    i32x8_store(p->look + p->count, i32x8_splat(RASTER_LOOKS));
    f32x8_store(p->x + p->count, f32x8_splat(0));
}

// Prefetch.
LANES void ask_for_tile(const raster_tile* t) {
    __builtin_prefetch(t->slot);
    __builtin_prefetch(&t->count);
}
LANES void ask_for_depth(const raster_tile* t) {
    for (int i = 0; i < TILE_PIXELS; i += 16) __builtin_prefetch(t->inverse_z + i);
}

// Adds a patch for each visible surface of a mixed tile and renumbers its slots to patches. Returns
// their number.
LANES int add_patches(raster* r, const wend_view* view, size_t tile, float x,
                      const patch_colors colors, patch_list* p) {
    raster_tile* t = &r->tiles[tile];
    ask_for_depth(t);
    u8x32 upper = u8x32_load(t->slot), lower = u8x32_load(t->slot + TILE_PIXELS / 2);
    u8x32 in_upper = {0}, in_lower = {0};
    int count = 0;
    for (uint64_t left = ALL_PIXELS; left; count++) {
        int pixel = __builtin_ctzll(left);
        uint8_t slot = t->slot[pixel];
        u8x32 own_upper = (u8x32)(upper == slot), own_lower = (u8x32)(lower == slot);
        in_upper |= own_upper & (uint8_t)count;
        in_lower |= own_lower & (uint8_t)count;
        left &= ~(u8x32_bits(own_upper) | (uint64_t)u8x32_bits(own_lower) << 32);
        add_patch(r, view, look_of(r, view, t->surfaces[slot]), x, t->inverse_z[pixel], colors, p);
    }
    u8x32_store(t->slot, in_upper);
    u8x32_store(t->slot + TILE_PIXELS / 2, in_lower);
    return count;
}

// ---- light ------------------------------------------------------------------------------------

// Rounds to integers modulo 65536; the offset makes them positive.
LANES void store_eight(uint16_t* to, f32x8 v) {
    i32x8 rounded = f32x8_to_int(v + 131072.5f);
    u16x16_store_rows(to, to, u16x16_rows(rounded, rounded));
}

// Bilinear coefficients from the light at the corners of eight tiles: upper left, upper right,
// lower left, lower right.
LANES void keep_light(const f32x8 corner[4], int i, patch_light* light) {
    f32x8 c[4];
    for (int k = 0; k < 4; k++) c[k] = 256 * corner[k];
    f32x8 right = (c[1] - c[0]) / TILE, down = (c[2] - c[0]) / TILE;
    f32x8 both = (c[3] - c[2] - c[1] + c[0]) / TILE_PIXELS;
    // Rounding of the four coefficients adds up to 32 in the last row and column; the offset keeps
    // the sum from wrapping below 0.
    store_eight(light->one + i, c[0] + 0.5f * (right + down + 0.5f * both) + 32);
    store_eight(light->down + i, down + 0.5f * both);
    store_eight(light->right + i, right + 0.5f * both);
    store_eight(light->both + i, both);
}

// Lights the patches of the row of tiles whose first pixel row is at `y0`.
LANES void light_patches(const raster* r, const wend_view* view, float y0, patch_list* p) {
    f32x8 top = f32x8_splat(y0 - 0.5f), bottom = top + TILE;
    for (int i = 0; i < p->count; i += 8) {
        const raster_light* of[8];
        look_lights l;
        for (int k = 0; k < 8; k++) of[k] = &r->looks[p->look[i + k]].light;
        join_lights(of, &l);
        f32x8 left = f32x8_load(p->x + i) - 0.5f;
        const f32x8 corners[4] = {
            light_at(view, &l, left, top), light_at(view, &l, left + TILE, top),
            light_at(view, &l, left, bottom), light_at(view, &l, left + TILE, bottom)};
        keep_light(corners, i, &p->light);
    }
}

// Lights neighbouring tiles of one surface, the first at column `x0`. Neighbours share corners, so
// eight evaluations serve seven tiles.
LANES void light_run(const wend_view* view, const raster_light* of, float x0, float y0, int count,
                     patch_light* light) {
    look_lights l;
    spread_light(of, &l);
    f32x8 top = f32x8_splat(y0 - 0.5f), bottom = top + TILE;
    for (int i = 0; i < count; i += 7) {
        f32x8 x = x0 - 0.5f + TILE * ((float)i + LANE_INDEX);
        f32x8 upper = light_at(view, &l, x, top), lower = light_at(view, &l, x, bottom);
        const f32x8 corners[4] = {
            upper, __builtin_shufflevector(upper, upper, 1, 2, 3, 4, 5, 6, 7, 7),  //
            lower, __builtin_shufflevector(lower, lower, 1, 2, 3, 4, 5, 6, 7, 7)};
        keep_light(corners, i, light);
    }
}

#endif
