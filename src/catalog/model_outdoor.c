// Models: gardens and streets.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

// ---- trees --------------------------------------------------------------------------------------

static void branches(const shape_pen* bark, wend_vec3 size, float fork) {
    float h = size.y, r = 0.03f * h;
    shape_cone(bark, v3(0, 0, 0), r, r * 0.55f, h * fork);
    for (int i = 0; i < 4; i++) {
        float a = 1.57f * (float)i + 0.5f;
        shape_limb(
            bark, v3(0, h * (fork - 0.10f), 0),
            v3(size.x * 0.22f * shape_cos(a), h * (fork + 0.18f), size.z * 0.22f * shape_sin(a)),
            r * 0.5f, r * 0.2f);
    }
}

// A crown of lumps around a central one. `low` is the lower end as a fraction of the height.
static void crown(const shape_pen* leaves, wend_vec3 size, float low, int lumps) {
    float h = size.y, middle = (1 + low) / 2 * h, tall = (1 - low) * h;
    shape_lump(leaves, v3(0, middle + 0.10f * tall, 0),
               v3(size.x * 0.36f, tall * 0.42f, size.z * 0.36f), 1);
    for (int i = 0; i < lumps; i++) {
        float a = 2.4f * (float)i, up = (float)(i % 3) * 0.16f - 0.20f;
        shape_lump(
            leaves,
            v3(size.x * 0.27f * shape_cos(a), middle + tall * up, size.z * 0.27f * shape_sin(a)),
            v3(size.x * 0.23f, tall * 0.27f, size.z * 0.23f), (uint32_t)i + 2);
    }
}

void model_tree(sketch* s) {
    static const uint32_t greens[4] = {0xFFFFFF, 0xE6F0C8, 0xD0E4D4, 0xFFE0A0};
    shape_pen leaves = sketch_paint(s, SURFACE_LEAVES, greens[s->look % 4]);
    shape_pen bark = sketch_paint(s, SURFACE_WOOD, s->shape == 2 ? 0xC9C2B4 : 0x6A5440);
    float h = s->size.y;
    if (s->shape == 1) {  // fir
        shape_cone(&bark, v3(0, 0, 0), 0.03f * h, 0.02f * h, h * 0.3f);
        int tiers = s->detail < 0.2f ? 3 : 5;
        for (int i = 0; i < tiers; i++) {
            float t = (float)i / (float)tiers, r = s->size.x / 2 * (1 - 0.78f * t);
            float low = h * (0.14f + 0.72f * t), high = low + h * (0.42f - 0.12f * t);
            if (i == tiers - 1) high = h;
            const wend_vec2 skirt[4] = {
                {0, low + 0.05f * h}, {r, low}, {r * 0.5f, low + 0.4f * (high - low)}, {0, high}};
            shape_lathe(&leaves, v3(0, 0, 0), skirt, 4, 18);
        }
        return;
    }
    float low = s->shape == 2 ? 0.26f : 0.34f;
    branches(&bark, s->size, low + 0.16f);
    crown(&leaves, s->size, low, s->detail < 0.2f ? 4 : 8);
}

void model_bush(sketch* s) {
    static const uint32_t greens[3] = {0xFFFFFF, 0xE6F0C8, 0xD0E4D4};
    shape_pen leaves = sketch_paint(s, SURFACE_LEAVES, greens[s->look % 3]);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    if (s->shape == 1) {  // hedge
        shape_soft(&leaves, v3(0, 0, 0), s->size, 9);
        return;
    }
    shape_lump(&leaves, v3(0, h * 0.5f, 0), v3(w * 0.36f, h * 0.5f, d * 0.36f), 4);
    for (int i = 0; i < 4; i++) {
        float a = 1.57f * (float)i + 0.4f;
        shape_lump(&leaves, v3(w * 0.26f * shape_cos(a), h * 0.36f, d * 0.26f * shape_sin(a)),
                   v3(w * 0.25f, h * 0.36f, d * 0.25f), (uint32_t)i + 9);
    }
}

// ---- street furniture ---------------------------------------------------------------------------

void model_fence(sketch* s) {
    shape_pen main = sketch_main(s);
    float w = s->size.x, h = s->size.y;
    for (int i = 0; i < 2; i++)
        shape_box(&main, v3(0, h * (0.22f + 0.42f * (float)i), 0.012f), v3(w - 0.01f, 0.07f, 0.03f),
                  0);
    for (int i = -1; i <= 1; i += 2)
        shape_box(&main, v3((float)i * (w / 2 - 0.045f), 0, 0), v3(0.09f, h, 0.09f), 0.008f);
    int pickets = (int)((w - 0.18f) / 0.13f);
    for (int i = 0; i < pickets; i++) {
        float x = (w - 0.18f) * (((float)i + 0.5f) / (float)pickets - 0.5f), top = h * 0.92f;
        const wend_vec2 outline[5] = {{x - 0.04f, 0.05f},
                                      {x + 0.04f, 0.05f},
                                      {x + 0.04f, top - 0.05f},
                                      {x, top},
                                      {x - 0.04f, top - 0.05f}};
        shape_pen up = shape_pen_tilted(&main, v3(0, 0, -0.002f), -(float)WEND_PI / 2);
        shape_plate(&up, outline, 5, 0, 0.018f);
    }
}

void model_street_lamp(sketch* s) {
    shape_pen metal = sketch_main(s), glow = sketch_paint(s, SURFACE_PLAIN, 0xFFF6DC);
    float h = s->size.y;
    shape_cone(&metal, v3(0, 0, 0), 0.14f, 0.10f, 0.35f);
    shape_cone(&metal, v3(0, 0.3f, 0), 0.06f, 0.04f, h - 0.8f);
    if (s->shape == 1) {  // lantern on top
        const wend_vec2 glass[4] = {
            {0, h - 0.56f}, {0.11f, h - 0.56f}, {0.17f, h - 0.20f}, {0, h - 0.20f}};
        shape_lathe(&glow, v3(0, 0, 0), glass, 4, 12);
        const wend_vec2 hat[4] = {{0, h - 0.22f}, {0.22f, h - 0.22f}, {0.05f, h - 0.06f}, {0, h}};
        shape_lathe(&metal, v3(0, 0, 0), hat, 4, 12);
        return;
    }
    wend_vec3 arm[6];
    float reach = s->size.z - 0.14f;
    parts_curve(v3(0, h - 0.55f, 0), v3(0, h + 0.1f, 0), v3(0, h - 0.10f, -reach + 0.3f), arm, 6);
    shape_tube(&metal, arm, 6, 0.035f, false);
    shape_box(&metal, v3(0, h - 0.12f, -reach + 0.15f), v3(0.26f, 0.09f, 0.6f), 0.03f);
    shape_box(&glow, v3(0, h - 0.135f, -reach + 0.12f), v3(0.20f, 0.03f, 0.42f), 0);
}

void model_traffic_sign(sketch* s) {
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0x9A9DA0),
              back = sketch_paint(s, SURFACE_METAL, 0xB4B7BA);
    shape_pen face = sketch_picture(s, PICTURE_SIGN, (uint32_t)s->shape);
    float w = s->size.x, h = s->size.y, middle = h - w / 2;
    shape_cylinder(&metal, v3(0, 0, 0.03f), 0.03f, h - 0.05f);
    shape_pen up = shape_pen_tilted(&back, v3(0, middle, -0.002f), -(float)WEND_PI / 2), seen = up;
    seen.mesh = face.mesh;
    seen.stretch = true;
    wend_vec2 outline[64];
    int count = s->shape == 0 ? 8 : 4;
    if (s->shape == 1) count = parts_oval(&back, v2(w, w), 2, outline, 64);
    for (int i = 0; i < count && s->shape != 1; i++) {
        float a = (float)(2 * WEND_PI) * ((float)i + 0.5f) / (float)count;
        float r = w / 2 / shape_cos((float)WEND_PI / (float)count);
        outline[i] = v2(r * shape_cos(a), r * shape_sin(a));
    }
    shape_plate(&up, outline, count, 0, 0.012f);
    for (int i = 0; i < count; i++) outline[i] = v2(outline[i].x * 0.985f, outline[i].y * 0.985f);
    shape_plate(&seen, outline, count, 0.004f, 0.014f);
}

void model_mailbox(sketch* s) {
    shape_pen main = sketch_main(s), wood = sketch_paint(s, SURFACE_WOOD, 0x7A6248),
              red = sketch_paint(s, SURFACE_PLAIN, 0xB5483E);
    float w = s->size.x, h = s->size.y, d = s->size.z, box = 0.24f;
    if (s->shape == 1) {  // pillar box
        float r = w / 2;
        const wend_vec2 body[8] = {{0, 0},
                                   {r, 0},
                                   {r, 0.08f},
                                   {r * 0.9f, 0.1f},
                                   {r * 0.9f, h - 0.16f},
                                   {r, h - 0.15f},
                                   {r * 0.95f, h - 0.06f},
                                   {0, h}};
        shape_lathe(&main, v3(0, 0, 0), body, 8, 24);
        shape_pen dark = sketch_paint(s, SURFACE_PLAIN, 0x222326);
        shape_box(&dark, v3(0, h * 0.76f, -r * 0.82f), v3(r, 0.03f, r * 0.22f), 0);
        return;
    }
    shape_box(&wood, v3(0, 0, 0.02f), v3(0.09f, h - box + 0.01f, 0.09f), 0);
    wend_vec2 outline[12];
    for (int i = 0; i <= 9; i++) {
        float a = (float)WEND_PI * (float)i / 9;
        outline[i] = v2((w / 2 - 0.01f) * shape_cos(a), h - w / 2 + (w / 2) * shape_sin(a));
    }
    outline[10] = v2(-w / 2 + 0.01f, h - box);
    outline[11] = v2(w / 2 - 0.01f, h - box);
    shape_pen along = shape_pen_tilted(&main, v3(0, 0, d / 2), -(float)WEND_PI / 2);
    shape_plate(&along, outline, 12, 0, d - 0.002f);
    shape_box(&red, v3(w / 2 - 0.006f, h - 0.14f, 0.04f), v3(0.012f, 0.128f, 0.03f), 0);
    shape_box(&red, v3(w / 2 - 0.006f, h - 0.05f, 0.08f), v3(0.010f, 0.04f, 0.08f), 0);
}
