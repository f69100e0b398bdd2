// Texture lookup: texture coordinates as functions of pixel and depth, mip selection, filtering.
// Part of the body of raster_*.c.
//
// A surface stores affine functions of the world position p (view.h), e.g. u(p) = a . p + one. A
// pixel (x, y) at depth d shows p = eye + d * (forward + x * right + y * down), so
//
//     u(x, y, d) = (a . eye + one) + d * (a . forward + x * (a . right) + y * (a . down))
//                =  f[EYE]         + d * (f[FORWARD]  + x *  f[RIGHT]    + y *  f[DOWN])
//
// Four numbers per function and image replace interpolation from vertices. No perspective division
// is needed beyond d = 1 / (1/z).
#ifndef WEND_SENSE_SURFACE_KERNEL_H
#define WEND_SENSE_SURFACE_KERNEL_H

#include "sense/pixel_kernel.h"
#include "sense/raster.h"

// Indices of the four numbers.
enum { EYE, FORWARD, RIGHT, DOWN };

// One mip level: u and v in its texels, and its place in the texel array.
typedef struct surface_mip {
    float u[4], v[4];
    int32_t mask_u, mask_v;
    int32_t row_shift;
    int32_t first;   // index of its first texel
    int32_t smooth;  // -1: bilinear; 0: nearest texel
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

// ---- texture ----------------------------------------------------------------------------------

// The mip level whose texels are about as large as a pixel. At depth d a pixel is d / focal metres
// wide, and d / distance times that along a slanted surface (distance: of the eye from the plane).
// The exponent of the float is the floor of log2.
LANES int mip_level(const raster* r, float distance, float depth) {
    if (distance < 0) distance = -distance;
    union {
        float f;
        int32_t bits;
    } texels = {1.4f * depth * depth / (r->focal * (distance > 1e-6f ? distance : 1e-6f))};
    return (texels.bits >> 23) - 127;
}

// Number of texels of the first `level` mips of a texture of 2^w x 2^h texels.
LANES uint32_t texels_before(int w, int h, int level) {
    int smaller = w < h ? w : h;
    if (level <= smaller)  // each a quarter of the one before
        return ((4u << (w + h)) - (4u << (w + h - 2 * level))) / 3;
    uint32_t texels = 0;
    for (int i = 0; i < level; i++) texels += 1u << ((i < w ? w - i : 0) + (i < h ? h - i : 0));
    return texels;
}

LANES int level_for(const raster* r, const view_material* m, float distance, float depth) {
    int level = mip_level(r, distance, depth);
    if (level >= m->mip_count) level = m->mip_count - 1;
    return level < 0 ? 0 : level;
}

// Fills in `mip`; `u` and `v` are in repeats of the texture.
LANES void surface_take_mip(const view_material* m, f32x4 u, f32x4 v, int level, bool smooth,
                            surface_mip* mip) {
    int w = m->width_log, h = m->height_log;
    mip->first = (int32_t)(m->texel + texels_before(w, h, level));
    w = level < w ? w - level : 0;
    h = level < h ? h - level : 0;
    u *= (float)(1 << w);
    v *= (float)(1 << h);
    mip->smooth = smooth ? -1 : 0;
    if (smooth) {  // from texel centres; plus one repeat, so that truncation is floor
        u[EYE] += (float)(1 << w) - 0.5f;
        v[EYE] += (float)(1 << h) - 0.5f;
    }
    memcpy(mip->u, &u, sizeof u);
    memcpy(mip->v, &v, sizeof v);
    mip->mask_u = (1 << w) - 1;
    mip->mask_v = (1 << h) - 1;
    mip->row_shift = w;
}

// u and v are >= 0 within a surface (facet.c), so truncation is floor. Masks wrap values that
// rounding moved outside.
LANES i32x8 whole_texel(f32x8 v) { return f32x8_to_int(v); }

LANES i32x8 surface_texels(const uint32_t* texels, const surface_mip* m, f32x8 x, float y,
                           f32x8 depth) {
    i32x8 u = whole_texel(value_at(m->u, x, y, depth)) & m->mask_u;
    i32x8 v = whole_texel(value_at(m->v, x, y, depth)) & m->mask_v;
    return i32x8_gather(texels + m->first, (v << m->row_shift) + u);
}

// Fractional part in 1/256, repeated in both 16-bit halves of each lane.
LANES u16x16 share_of_next(f32x8 v, i32x8 whole) {
    i32x8 share = f32x8_to_int((v - __builtin_convertvector(whole, f32x8)) * 256);
    return (u16x16)(share | share << 16);
}

// Linear interpolation of four channels of 8 bits.
LANES i32x8 mix_texels(i32x8 a, i32x8 b, u16x16 share_of_b) {
    const i32x8 bytes = i32x8_splat(0x00ff00ff);
    u16x16 share_of_a = 256 - share_of_b;
    u16x16 even = (u16x16)(a & bytes) * share_of_a + (u16x16)(b & bytes) * share_of_b;
    u16x16 odd = (u16x16)(a >> 8 & bytes) * share_of_a + (u16x16)(b >> 8 & bytes) * share_of_b;
    return (i32x8)(even >> 8 | (odd & 0xff00));
}

// The integer parts of eight textures, one per lane.
typedef struct surface_textures {
    i32x8 mask_u, mask_v, row_shift, first, smooth;
} surface_textures;

// Bilinear filter.
LANES i32x8 smooth_texels(const uint32_t* texels, const surface_textures* t, f32x8 u, f32x8 v) {
    i32x8 left = whole_texel(u), upper = whole_texel(v);
    u16x16 to_right = share_of_next(u, left) & (u16x16)t->smooth;
    u16x16 down = share_of_next(v, upper) & (u16x16)t->smooth;
    i32x8 lower = t->first + (((upper + 1) & t->mask_v) << t->row_shift);
    left &= t->mask_u;
    upper = t->first + ((upper & t->mask_v) << t->row_shift);
    lanes_pairs above, below;
    i32x8 is_last = left == t->mask_u;
    if (lanes_bits(is_last)) {  // the right neighbour wraps to the first column
        i32x8 right = (left + 1) & ~is_last;
        above =
            (lanes_pairs){i32x8_gather(texels, upper + left), i32x8_gather(texels, upper + right)};
        below =
            (lanes_pairs){i32x8_gather(texels, lower + left), i32x8_gather(texels, lower + right)};
    } else {
        above = i32x8_gather_pairs(texels, upper + left);
        below = i32x8_gather_pairs(texels, lower + left);
    }
    return mix_texels(mix_texels(above.first, above.second, to_right),
                      mix_texels(below.first, below.second, to_right), down);
}

#endif
