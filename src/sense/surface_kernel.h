// A triangle seen through a lens: its texture and light as functions of pixel and depth. Part of
// the body of raster_*.c.
#ifndef WEND_SENSE_SURFACE_KERNEL_H
#define WEND_SENSE_SURFACE_KERNEL_H

#include "sense/lanes.h"
#include "sense/raster.h"

// u, v, light and distance as functions of pixel and depth.
typedef struct surface {
    uint32_t id;
    view_label label;
    const view_material* material;
    float eye[4], forward[4], right[4], down[4];
    float level_scale;  // times depth squared: texels of level 0 a pixel
} surface;

LANES void apply_lens(const view_triangle* t, const float direction[4], const float* one,
                      float out[4]) {
    f32x4 v = direction[0] * f32x4_load(&t->x.u) + direction[1] * f32x4_load(&t->y.u) +
              direction[2] * f32x4_load(&t->z.u);
    if (one) v += f32x4_load(one);
    memcpy(out, &v, sizeof v);
}

static void surface_find(const raster* r, const wend_view* view, uint32_t id, surface* s) {
    uint32_t index = (id & RASTER_ID_MASK) - 1;
    const view_triangle* t = &view->triangles[index];
    const raster_lens* lens = &r->lenses[id >> RASTER_ID_BITS];
    s->id = id;
    s->label = view->labels[index];
    s->material = &view->materials[s->label.material];
    apply_lens(t, lens->eye, &t->one.u, s->eye);
    apply_lens(t, lens->forward, NULL, s->forward);
    apply_lens(t, lens->right, NULL, s->right);
    apply_lens(t, lens->down, NULL, s->down);
    float distance = s->eye[3] < 0 ? -s->eye[3] : s->eye[3];
    s->level_scale = 1.5f / (r->focal * (distance > 1e-6f ? distance : 1e-6f));
}

LANES f32x8 surface_value(const surface* s, int which, f32x8 x, float y, f32x8 depth) {
    return s->eye[which] + depth * (s->right[which] * x + (s->forward[which] + s->down[which] * y));
}

// The mip level whose texels are about as large as a pixel at this depth.
LANES int surface_level(const surface* s, float depth) {
    union {
        float f;
        uint32_t bits;
    } texels = {s->level_scale * depth * depth};
    int level = (int)(texels.bits >> 23) - 127;
    if (level < 0) return 0;
    return level < s->material->mip_count ? level : s->material->mip_count - 1;
}

LANES i32x8 floor_to_int(f32x8 v) {
    v = f32x8_clamp(v, -1e9f, 1e9f);
    i32x8 whole = f32x8_to_int(v);
    return whole + (__builtin_convertvector(whole, f32x8) > v);
}

LANES i32x8 surface_texels(const uint32_t* texels, const surface* s, f32x8 x, float y, f32x8 depth,
                           int level) {
    const view_material* m = s->material;
    uint32_t first = m->texel;
    int w = m->width_log, h = m->height_log;
    for (int i = 0; i < level; i++) {
        first += 1u << (w + h);
        w -= w > 0;
        h -= h > 0;
    }
    i32x8 u = floor_to_int(surface_value(s, 0, x, y, depth) * (float)(1 << w)) & ((1 << w) - 1);
    i32x8 v = floor_to_int(surface_value(s, 1, x, y, depth) * (float)(1 << h)) & ((1 << h) - 1);
    return lanes_gather(texels + first, (v << w) + u);
}

#endif
