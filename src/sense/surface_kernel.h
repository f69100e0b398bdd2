// A surface seen through a lens: its texture as a function of pixel and depth, its light at the
// corners of a tile. Part of the body of raster_*.c.
#ifndef WEND_SENSE_SURFACE_KERNEL_H
#define WEND_SENSE_SURFACE_KERNEL_H

#include "sense/lanes.h"
#include "sense/raster.h"

// A function of the surface as a function of pixel and depth:
// value(x, y, d) = eye + d * (right * x + (forward + down * y)).
enum { EYE, FORWARD, RIGHT, DOWN };

// One mip of a texture: u and v, counted in its texels, and where it lies.
typedef struct surface_mip {
    float u[4], v[4];
    int32_t mask_u, mask_v;
    int32_t row_shift;
    int32_t first;  // texel
} surface_mip;

LANES const view_surface* surface_of(const wend_view* view, uint32_t id) {
    return &view->surfaces[(id & RASTER_ID_MASK) - 1];
}
LANES const raster_lens* lens_of(const raster* r, uint32_t id) {
    return &r->lenses[id >> RASTER_ID_BITS];
}

LANES f32x4 through_lens(const raster_lens* lens, const view_surface* s, int function) {
    return s->x[function] * f32x4_load(lens->x) + s->y[function] * f32x4_load(lens->y) +
           s->z[function] * f32x4_load(lens->z) + (f32x4){s->one[function], 0, 0, 0};
}

LANES f32x8 value_at(const float f[4], f32x8 x, float y, f32x8 depth) {
    return f[EYE] + depth * (f[RIGHT] * x + (f[FORWARD] + f[DOWN] * y));
}

// ---- light ------------------------------------------------------------------------------------

// How a function changes along the ray through four pixels, a metre of depth.
LANES f32x4 slope_at(f32x4 f, f32x4 x, f32x4 y) {
    return f[RIGHT] * x + (f[FORWARD] + f[DOWN] * y);
}

LANES f32x4 clamped(f32x4 v, float high) {
    return f32x4_min(f32x4_max(v, (f32x4){0, 0, 0, 0}), (f32x4){high, high, high, high});
}

// The light at the corners of a tile: upper left, upper right, lower left, lower right. Between
// them it is interpolated. Tiles that share a corner agree about it, whatever else they show.
// Corners beyond the horizon of the surface's plane, or beyond its edge, see what is nearest in its
// grid.
LANES f32x4 surface_light(const wend_view* view, const view_surface* s, const raster_lens* lens,
                          float tile_x, float tile_y) {
    f32x4 x = tile_x - 0.5f + (f32x4){0, TILE, 0, TILE};
    f32x4 y = tile_y - 0.5f + (f32x4){0, 0, TILE, TILE};
    f32x4 distance = through_lens(lens, s, VIEW_DISTANCE), f = through_lens(lens, s, VIEW_COLUMN);
    f32x4 inverse_z = slope_at(distance, x, y) * (-1 / distance[EYE]);
    f32x4 depth = 1 / f32x4_max(inverse_z, (f32x4){1e-3f, 1e-3f, 1e-3f, 1e-3f});
    f32x4 column = clamped(f[EYE] + depth * slope_at(f, x, y), (float)s->columns);
    f = through_lens(lens, s, VIEW_ROW);
    f32x4 row = clamped(f[EYE] + depth * slope_at(f, x, y), (float)s->rows);
    i32x4 i = __builtin_convertvector(column, i32x4), j = __builtin_convertvector(row, i32x4);
    i += i >= s->columns;  // the far edge belongs to the last cell
    j += j >= s->rows;
    i32x4 at = j * s->columns + i;
    const uint32_t* cells = view->lights + s->light;
    u32x4 c = {cells[at[0]], cells[at[1]], cells[at[2]], cells[at[3]]};
    f32x4 p0 = __builtin_convertvector((i32x4)(c & 255), f32x4);
    f32x4 p1 = __builtin_convertvector((i32x4)(c >> 8 & 255), f32x4);
    f32x4 p2 = __builtin_convertvector((i32x4)(c >> 16 & 255), f32x4);
    f32x4 p3 = __builtin_convertvector((i32x4)(c >> 24), f32x4);
    column -= __builtin_convertvector(i, f32x4);
    row -= __builtin_convertvector(j, f32x4);
    f32x4 upper = p0 + column * (p1 - p0), lower = p2 + column * (p3 - p2);
    return upper + row * (lower - upper);
}

// ---- texture ----------------------------------------------------------------------------------

// The mip whose texels are about as large as a pixel at this depth. A pixel covers depth / focal
// metres across, and depth / distance times that along a slanted surface.
LANES int mip_level(const raster* r, const view_surface* s, const raster_lens* lens, float depth) {
    float distance = s->x[VIEW_DISTANCE] * lens->x[EYE] + s->y[VIEW_DISTANCE] * lens->y[EYE] +
                     s->z[VIEW_DISTANCE] * lens->z[EYE] + s->one[VIEW_DISTANCE];
    if (distance < 0) distance = -distance;
    union {
        float f;
        int32_t bits;
    } texels = {1.4f * depth * depth / (r->focal * (distance > 1e-6f ? distance : 1e-6f))};
    return (texels.bits >> 23) - 127;
}

LANES void surface_choose_mip(const raster* r, const view_surface* s, const view_material* m,
                              const raster_lens* lens, float depth, surface_mip* mip) {
    int level = mip_level(r, s, lens, depth);
    if (level >= m->mip_count) level = m->mip_count - 1;
    uint32_t first = m->texel;
    int w = m->width_log, h = m->height_log;
    for (int i = 0; i < level; i++) {
        first += 1u << (w + h);
        w -= w > 0;
        h -= h > 0;
    }
    f32x4 u = through_lens(lens, s, VIEW_U) * (float)(1 << w);
    f32x4 v = through_lens(lens, s, VIEW_V) * (float)(1 << h);
    memcpy(mip->u, &u, sizeof u);
    memcpy(mip->v, &v, sizeof v);
    mip->mask_u = (1 << w) - 1;
    mip->mask_v = (1 << h) - 1;
    mip->row_shift = w;
    mip->first = (int32_t)first;
}

// u and v are not negative within a surface (facet.c), so cutting off rounds down.
LANES i32x8 whole_texel(f32x8 v) { return f32x8_to_int(f32x8_clamp(v, 0, 1e9f)); }

LANES i32x8 surface_texels(const uint32_t* texels, const surface_mip* m, f32x8 x, float y,
                           f32x8 depth) {
    i32x8 u = whole_texel(value_at(m->u, x, y, depth)) & m->mask_u;
    i32x8 v = whole_texel(value_at(m->v, x, y, depth)) & m->mask_v;
    return lanes_gather(texels + m->first, (v << m->row_shift) + u);
}

#endif
