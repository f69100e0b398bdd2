// A triangle seen through a lens: its texture and light as functions of pixel and depth. Part of
// the body of raster_*.c.
#ifndef WEND_SENSE_SURFACE_KERNEL_H
#define WEND_SENSE_SURFACE_KERNEL_H

#include "sense/lanes.h"
#include "sense/raster.h"

// u, v, light and distance: value(x, y, d) = eye + d * (right * x + (forward + down * y)).
typedef struct surface {
    view_label label;
    const view_material* material;
    float eye[4], forward[4], right[4], down[4];
} surface;

enum { SURFACE_U, SURFACE_V, SURFACE_LIGHT, SURFACE_DISTANCE };

// One mip of its texture, with u and v counted in its texels.
typedef struct surface_mip {
    const uint32_t* texels;
    int row_shift;
    int32_t mask[2];
    float eye[2], forward[2], right[2], down[2];
} surface_mip;

LANES void apply_lens(const view_triangle* t, const float direction[4], const float* one,
                      float out[4]) {
    f32x4 v = direction[0] * f32x4_load(&t->x.u) + direction[1] * f32x4_load(&t->y.u) +
              direction[2] * f32x4_load(&t->z.u);
    if (one) v += f32x4_load(one);
    memcpy(out, &v, sizeof v);
}

LANES void surface_find(const raster* r, const wend_view* view, uint32_t id, surface* s) {
    uint32_t index = (id & RASTER_ID_MASK) - 1;
    const view_triangle* t = &view->triangles[index];
    const raster_lens* lens = &r->lenses[id >> RASTER_ID_BITS];
    s->label = view->labels[index];
    s->material = &view->materials[s->label.material];
    apply_lens(t, lens->eye, &t->one.u, s->eye);
    apply_lens(t, lens->forward, NULL, s->forward);
    apply_lens(t, lens->right, NULL, s->right);
    apply_lens(t, lens->down, NULL, s->down);
}

// The mip whose texels are about as large as a pixel at this depth. A pixel covers depth / focal
// metres across, and depth / distance times that along a slanted surface.
static void surface_choose_mip(const raster* r, const wend_view* view, const surface* s,
                               float depth, surface_mip* mip) {
    const view_material* m = s->material;
    float distance =
        s->eye[SURFACE_DISTANCE] < 0 ? -s->eye[SURFACE_DISTANCE] : s->eye[SURFACE_DISTANCE];
    union {
        float f;
        int32_t bits;
    } texels = {1.4f * depth * depth / (r->focal * (distance > 1e-6f ? distance : 1e-6f))};
    int level = (texels.bits >> 23) - 127;
    if (level >= m->mip_count) level = m->mip_count - 1;
    uint32_t first = m->texel;
    int log[2] = {m->width_log, m->height_log};
    for (int i = 0; i < level; i++) {
        first += 1u << (log[0] + log[1]);
        log[0] -= log[0] > 0;
        log[1] -= log[1] > 0;
    }
    mip->texels = view->texels + first;
    mip->row_shift = log[0];
    for (int k = 0; k < 2; k++) {
        float size = (float)(1 << log[k]);
        mip->mask[k] = (1 << log[k]) - 1;
        mip->eye[k] = s->eye[k] * size;
        mip->forward[k] = s->forward[k] * size;
        mip->right[k] = s->right[k] * size;
        mip->down[k] = s->down[k] * size;
    }
}

// u and v are not negative within a triangle (view.c), so cutting off rounds down.
LANES i32x8 texel_index(const surface_mip* m, int k, f32x8 x, float y, f32x8 depth) {
    f32x8 v = m->eye[k] + depth * (m->right[k] * x + (m->forward[k] + m->down[k] * y));
    return f32x8_to_int(f32x8_clamp(v, 0, 1e9f)) & m->mask[k];
}

LANES i32x8 surface_texels(const surface_mip* m, f32x8 x, float y, f32x8 depth) {
    i32x8 u = texel_index(m, 0, x, y, depth), v = texel_index(m, 1, x, y, depth);
    return lanes_gather(m->texels, (v << m->row_shift) + u);
}

LANES f32x8 surface_light(const surface* s, f32x8 x, float y, f32x8 depth) {
    enum { L = SURFACE_LIGHT };
    return s->eye[L] + depth * (s->right[L] * x + (s->forward[L] + s->down[L] * y));
}

#endif
