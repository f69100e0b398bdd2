#include "catalog/model_parts.h"

void parts_legs(const shape_pen* p, wend_vec2 area, float height, float thickness) {
    for (int i = 0; i < 4; i++) {
        float x = (i & 1 ? 0.5f : -0.5f) * (area.x - thickness);
        float z = (i & 2 ? 0.5f : -0.5f) * (area.y - thickness);
        shape_taper(p, v3(x, 0, z), v3(thickness * 0.75f, height, thickness * 0.75f),
                    v2(thickness, thickness), v2(0, 0));
    }
}

void parts_splayed_legs(const shape_pen* p, wend_vec2 area, float height, float radius,
                        float splay) {
    for (int i = 0; i < 4; i++) {
        float sx = i & 1 ? 1.0f : -1.0f, sz = i & 2 ? 1.0f : -1.0f;
        float x = sx * (area.x / 2 - radius), z = sz * (area.y / 2 - radius);
        shape_rod(p, v3(x, 0, z), v3(x - sx * splay, height, z - sz * splay), radius);
    }
}

void parts_front(const shape_pen* p, wend_vec3 foot, wend_vec2 size) {
    shape_box(p, v3(foot.x, foot.y, foot.z - 0.004f), v3(size.x, size.y, 0.02f), 0.004f);
}

static const float hair = 0.0008f;

void parts_picture(const shape_pen* p, wend_vec3 foot, wend_vec2 size) {
    shape_box(p, v3(foot.x, foot.y, foot.z + 0.001f - hair), v3(size.x, size.y, 0.002f), 0);
}

void parts_print(const shape_pen* p, wend_vec3 middle, wend_vec2 size) {
    shape_box(p, v3(middle.x, middle.y - 0.002f + hair, middle.z), v3(size.x, 0.002f, size.y), 0);
}

void parts_knob(const shape_pen* p, wend_vec3 at) {
    if (p->detail < 0.2f) return;
    shape_pen q = shape_pen_tilted(p, at, -(float)WEND_PI / 2);
    const wend_vec2 profile[5] = {
        {0, -0.005f}, {0.007f, -0.005f}, {0.006f, 0.014f}, {0.014f, 0.024f}, {0, 0.03f}};
    shape_lathe(&q, v3(0, 0, 0), profile, 5, 8);
}

void parts_bar(const shape_pen* p, wend_vec3 middle, float length, bool upright) {
    if (p->detail < 0.2f) return;
    float h = length / 2;
    wend_vec3 along = upright ? v3(0, h, 0) : v3(h, 0, 0);
    wend_vec3 out = v3(middle.x, middle.y, middle.z - 0.03f);
    shape_rod(p, wend_v3_sub(out, along), wend_v3_add(out, along), 0.006f);
    for (int i = -1; i <= 1; i += 2) {
        wend_vec3 at = wend_v3_mad(middle, along, 0.8f * (float)i);
        shape_rod(p, v3(at.x, at.y, at.z + 0.004f), v3(at.x, at.y, at.z - 0.03f), 0.005f);
    }
}

void parts_curve(wend_vec3 a, wend_vec3 bend, wend_vec3 b, wend_vec3* points, int count) {
    for (int i = 0; i < count; i++) {
        float t = (float)i / (float)(count - 1);
        points[i] = wend_v3_lerp(wend_v3_lerp(a, bend, t), wend_v3_lerp(bend, b, t), t);
    }
}

void parts_books(sketch* s, wend_vec3 foot, wend_vec3 size, uint32_t seed) {
    shape_pen books = sketch_picture(s, PICTURE_BOOKS, seed % 3);
    if (s->detail < 0.7f) {  // one box with an image of spines
        shape_box(&books, foot, size, 0);
        return;
    }
    static const uint32_t cloths[3] = {0x7A3B33, 0x34506B, 0xCFC3A6};
    shape_pen pens[3];
    for (int i = 0; i < 3; i++) pens[i] = sketch_paint(s, SURFACE_FABRIC, cloths[i]);
    wend_rng rng = wend_rng_make(seed, 17);
    for (float x = 0; x < size.x - 0.02f;) {
        float wide = fminf(wend_rng_between(&rng, 0.018f, 0.045f), size.x - x);
        float high = size.y * wend_rng_between(&rng, 0.72f, 1),
              deep = size.z * wend_rng_between(&rng, 0.8f, 1);
        shape_pen* pen = &pens[wend_rng_below(&rng, 3)];
        shape_box(pen, v3(foot.x - size.x / 2 + x + wide / 2, foot.y, foot.z + (size.z - deep) / 2),
                  v3(wide - 0.001f, high, deep), 0.003f);
        x += wide;
    }
}

int parts_oval(const shape_pen* p, wend_vec2 size, float firmness, wend_vec2* outline,
               int capacity) {
    int count = shape_segments(p, 28);
    if (count < 8) count = 8;
    if (count > capacity) count = capacity;
    for (int i = 0; i < count; i++) {
        float angle = (float)(2 * WEND_PI) * (float)i / (float)count;
        float c = shape_cos(angle), n = shape_sin(angle);
        outline[i] = v2(size.x / 2 * copysignf(powf(fabsf(c), 2 / firmness), c),
                        size.y / 2 * copysignf(powf(fabsf(n), 2 / firmness), n));
    }
    return count;
}

void parts_wheel(const shape_pen* tyre, const shape_pen* hub, wend_vec3 middle,
                 wend_vec2 radius_width) {
    float r = radius_width.x, half = radius_width.y / 2;
    shape_pen q = shape_pen_rolled(tyre, middle, (float)WEND_PI / 2);
    const wend_vec2 ring[6] = {{r * 0.72f, -half}, {r * 0.95f, -half}, {r, 0},
                               {r * 0.95f, half},  {r * 0.72f, half},  {r * 0.72f, -half}};
    shape_lathe(&q, v3(0, 0, 0), ring, 6, 18);
    shape_pen disc = shape_pen_rolled(hub, middle, (float)WEND_PI / 2);
    shape_cylinder(&disc, v3(0, -half * 0.6f, 0), r * 0.75f, half * 1.2f);
}
