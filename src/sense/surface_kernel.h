// A triangle seen through a lens: its texture and light as functions of pixel and depth. Part of
// the body of raster_*.c.
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

LANES uint32_t triangle_of(uint32_t id) { return (id & RASTER_ID_MASK) - 1; }
LANES const raster_lens* lens_of(const raster* r, uint32_t id) {
    return &r->lenses[id >> RASTER_ID_BITS];
}

LANES f32x4 through_lens(const raster_lens* lens, float x, float y, float z, float one) {
    return x * f32x4_load(lens->x) + y * f32x4_load(lens->y) + z * f32x4_load(lens->z) +
           (f32x4){one, 0, 0, 0};
}

LANES f32x4 surface_light(const view_triangle* t, const raster_lens* lens) {
    return through_lens(lens, t->x.light, t->y.light, t->z.light, t->one.light);
}

LANES f32x8 value_at(const float f[4], f32x8 x, float y, f32x8 depth) {
    return f[EYE] + depth * (f[RIGHT] * x + (f[FORWARD] + f[DOWN] * y));
}

// The mip whose texels are about as large as a pixel at this depth. A pixel covers depth / focal
// metres across, and depth / distance times that along a slanted surface.
LANES int mip_level(const raster* r, const view_triangle* t, const raster_lens* lens, float depth) {
    float distance = t->x.distance * lens->x[EYE] + t->y.distance * lens->y[EYE] +
                     t->z.distance * lens->z[EYE] + t->one.distance;
    if (distance < 0) distance = -distance;
    union {
        float f;
        int32_t bits;
    } texels = {1.4f * depth * depth / (r->focal * (distance > 1e-6f ? distance : 1e-6f))};
    return (texels.bits >> 23) - 127;
}

LANES void surface_choose_mip(const raster* r, const view_triangle* t, const view_material* m,
                              const raster_lens* lens, float depth, surface_mip* mip) {
    int level = mip_level(r, t, lens, depth);
    if (level >= m->mip_count) level = m->mip_count - 1;
    uint32_t first = m->texel;
    int w = m->width_log, h = m->height_log;
    for (int i = 0; i < level; i++) {
        first += 1u << (w + h);
        w -= w > 0;
        h -= h > 0;
    }
    f32x4 u = through_lens(lens, t->x.u, t->y.u, t->z.u, t->one.u) * (float)(1 << w);
    f32x4 v = through_lens(lens, t->x.v, t->y.v, t->z.v, t->one.v) * (float)(1 << h);
    memcpy(mip->u, &u, sizeof u);
    memcpy(mip->v, &v, sizeof v);
    mip->mask_u = (1 << w) - 1;
    mip->mask_v = (1 << h) - 1;
    mip->row_shift = w;
    mip->first = (int32_t)first;
}

// u and v are not negative within a triangle (view.c), so cutting off rounds down.
LANES i32x8 whole_texel(f32x8 v) { return f32x8_to_int(f32x8_clamp(v, 0, 1e9f)); }

LANES i32x8 surface_texels(const uint32_t* texels, const surface_mip* m, f32x8 x, float y,
                           f32x8 depth) {
    i32x8 u = whole_texel(value_at(m->u, x, y, depth)) & m->mask_u;
    i32x8 v = whole_texel(value_at(m->v, x, y, depth)) & m->mask_v;
    return lanes_gather(texels + m->first, (v << m->row_shift) + u);
}

#endif
