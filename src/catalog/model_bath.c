// Models: bathrooms.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

static const uint32_t chrome = 0xC3C6C9;

void model_toilet(sketch* s) {
    shape_pen white = sketch_main(s), metal = sketch_paint(s, SURFACE_METAL, chrome);
    float w = s->size.x, h = s->size.y, d = s->size.z, seat = 0.41f;
    float bowl_z = -d / 2 + 0.24f;
    shape_pen q = white;
    wend_transform local = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1.25f}, v3(0, 0, bowl_z)};
    q.at = wend_transform_multiply(&white.at, &local);
    const wend_vec2 bowl[9] = {{0, 0},         {0.12f, 0},     {0.11f, 0.08f},
                               {0.12f, 0.18f}, {0.18f, 0.34f}, {0.185f, 0.39f},
                               {0.14f, 0.39f}, {0.09f, 0.26f}, {0, 0.22f}};
    shape_lathe(&q, v3(0, 0, 0), bowl, 9, 24);
    const wend_vec2 ring[5] = {
        {0.12f, 0.385f}, {0.19f, 0.385f}, {0.19f, seat}, {0.125f, seat - 0.002f}, {0.12f, 0.385f}};
    shape_lathe(&q, v3(0, 0, 0), ring, 5, 24);
    shape_box(&white, v3(0, 0.001f, bowl_z + 0.26f),
              v3(0.20f, 0.385f, d / 2 - bowl_z - 0.26f + 0.02f), 0.02f);
    // The lid leans against the cistern.
    shape_pen lid = shape_pen_tilted(&white, v3(0, seat - 0.005f, d / 2 - 0.225f), 0.08f);
    shape_soft(&lid, v3(0, 0, 0), v3(0.36f, 0.40f, 0.022f), 4);
    shape_box(&white, v3(0, 0.37f, d / 2 - 0.095f), v3(w, h - 0.41f, 0.18f), 0.02f);
    shape_box(&white, v3(0, h - 0.045f, d / 2 - 0.098f), v3(w + 0.01f, 0.035f, 0.195f), 0.01f);
    shape_cylinder(&metal, v3(0, h - 0.015f, d / 2 - 0.098f), 0.022f, 0.012f);
    sketch_place(s, WEND_RELATION_ON, v3(0, h - 0.01f, d / 2 - 0.098f), v2(w - 0.04f, 0.14f),
                 INFINITY);
}

void model_bathtub(sketch* s) {
    shape_pen white = sketch_main(s), metal = sketch_paint(s, SURFACE_METAL, chrome);
    float w = s->size.x, h = s->size.y - 0.12f, d = s->size.z;
    wend_vec2 rim[64], inner[64], foot[64];
    int count = parts_oval(&white, v2(w, d), s->shape ? 2.6f : 14, rim, 64);
    parts_oval(&white, v2(w - 0.14f, d - 0.14f), s->shape ? 2.6f : 4, inner, 64);
    parts_oval(&white, v2(w - 0.34f, d - 0.30f), s->shape ? 2.6f : 3, foot, 64);
    // Rim, wall and floor are rings with the same number of corners.
    float floor_y = 0.12f;
    shape_loft_ring rings[] = {
        {rim, s->shape ? 0.86f : 1, 0}, {rim, 1, h}, {inner, 1, h}, {foot, 1, floor_y}};
    shape_loft(&white, rings, 4, count);
    sketch_place(s, WEND_RELATION_IN, v3(0, floor_y, 0), v2(w - 0.6f, d - 0.42f), INFINITY);
    for (int i = -1; i <= 1; i += 2)
        shape_cylinder(&metal, v3(w / 2 - 0.05f, h - 0.002f, (float)i * 0.09f), 0.018f, 0.05f);
    wend_vec3 path[6];
    parts_curve(v3(w / 2 - 0.04f, h - 0.002f, 0), v3(w / 2 - 0.05f, h + 0.21f, 0),
                v3(w / 2 - 0.18f, h + 0.06f, 0), path, 6);
    shape_tube(&metal, path, 6, 0.014f, false);
}

void model_shower(sketch* s) {
    shape_pen tray = sketch_main(s), metal = sketch_paint(s, SURFACE_METAL, chrome);
    shape_pen glass = sketch_paint(s, SURFACE_PLAIN, 0xC4D4D4);
    float w = s->size.x, h = s->size.y, d = s->size.z, t = 0.03f;
    shape_box(&tray, v3(0, 0, 0), v3(w - 0.01f, 0.04f, d - 0.01f), 0);
    // The walls of the room are not part of the model; two screens and their rails are.
    shape_box(&glass, v3(-w / 2 + t / 2, 0.005f, 0), v3(0.012f, h * 0.94f, d - 0.03f), 0);
    shape_box(&metal, v3(-w / 2 + t / 2, 0.002f, -d / 2 + t / 2), v3(t, h * 0.95f, t), 0);
    shape_box(&metal, v3(-w / 2 + t / 2, h * 0.94f, 0), v3(t - 0.004f, 0.025f, d - 0.004f), 0);
    wend_vec3 path[6];
    shape_rod(&metal, v3(w * 0.2f, 0.9f, d / 2 - 0.03f), v3(w * 0.2f, h - 0.12f, d / 2 - 0.03f),
              0.011f);
    parts_curve(v3(w * 0.2f, h - 0.13f, d / 2 - 0.03f), v3(w * 0.2f, h + 0.12f, d / 2 - 0.06f),
                v3(w * 0.2f, h - 0.06f, d / 2 - 0.35f), path, 6);
    shape_tube(&metal, path, 6, 0.011f, false);
    shape_cone(&metal, v3(w * 0.2f, h - 0.10f, d / 2 - 0.35f), 0.10f, 0.02f, 0.045f);
    shape_box(&metal, v3(w * 0.2f, 1.0f, d / 2 - 0.025f), v3(0.22f, 0.06f, 0.05f), 0.01f);
    sketch_place(s, WEND_RELATION_IN, v3(0.03f, 0.04f, -0.02f), v2(w - 0.14f, d - 0.14f), h - 0.2f);
}

void model_shower_head(sketch* s) {
    shape_pen metal = sketch_main(s);
    float h = s->size.y, d = s->size.z;
    wend_vec3 path[6];
    parts_curve(v3(0, h * 0.8f, d / 2), v3(0, h * 1.1f, 0), v3(0, 0.03f, -d / 2 + 0.06f), path, 6);
    shape_tube(&metal, path, 6, 0.011f, false);
    shape_cone(&metal, v3(0, 0, -d / 2 + 0.06f), 0.06f, 0.02f, 0.05f);
    shape_pen rose = shape_pen_tilted(&metal, v3(0, h * 0.8f, d / 2), -(float)WEND_PI / 2);
    shape_cylinder(&rose, v3(0, 0, 0), 0.03f, 0.012f);
}

// A sheet with vertical folds, of width `size.x`, centred at `middle.x`; `middle.y` is its lower
// edge.
static void folds(const shape_pen* p, wend_vec3 middle, wend_vec2 size, float depth, int waves) {
    wend_vec2 line[64];
    if (p->detail < 0.3f) waves = (waves + 1) / 2;
    int count = 1 + waves * (p->detail < 0.3f ? 4 : p->detail < 1 ? 5 : 8);
    if (count > 64) count = 64;
    for (int i = 0; i < count; i++) {
        float t = (float)i / (float)(count - 1);
        line[i] =
            v2(middle.x + (t - 0.5f) * size.x,
               middle.z + depth / 2 * shape_sin((float)(2 * WEND_PI) * t * (float)waves + 0.5f));
    }
    shape_sheet(p, line, count, v2(middle.y, middle.y + size.y), 0.005f);
}

void model_shower_curtain(sketch* s) {
    shape_pen cloth = s->look % 2 ? sketch_print(s, PICTURE_STRIPES, 0) : sketch_main(s);
    shape_pen metal = sketch_paint(s, SURFACE_METAL, chrome);
    cloth.stretch = false;
    shape_rod(&metal, v3(-s->size.x / 2, s->size.y - 0.015f, 0),
              v3(s->size.x / 2, s->size.y - 0.015f, 0), 0.012f);
    folds(&cloth, v3(0, 0, 0), v2(s->size.x - 0.04f, s->size.y - 0.04f), s->size.z - 0.012f, 7);
}

void model_curtain(sketch* s) {
    shape_pen cloth = sketch_main(s), rod = sketch_paint(s, SURFACE_METAL, 0x6A6C6E);
    float w = s->size.x, h = s->size.y, each = w * (s->shape ? 0.18f : 0.24f);
    shape_rod(&rod, v3(-w / 2, h - 0.02f, 0), v3(w / 2, h - 0.02f, 0), 0.012f);
    for (int i = -1; i <= 1; i += 2)
        folds(&cloth, v3((float)i * (w - each - 0.06f) / 2, 0, 0), v2(each, h - 0.035f),
              s->size.z - 0.012f, 3);
}

void model_blinds(sketch* s) {
    shape_pen slat = sketch_main(s);
    float w = s->size.x, h = s->size.y;
    int slats = (int)(h / 0.05f);
    if (s->detail < 0.3f || slats < 2) {
        shape_box(&slat, v3(0, 0, 0), v3(w - 0.01f, h - 0.01f, 0.012f), 0);
    } else {
        for (int i = 0; i < slats; i++) {
            shape_pen q = shape_pen_tilted(
                &slat, v3(0, (h - 0.06f) * (float)i / (float)slats + 0.006f, 0), 0.5f);
            shape_box(&q, v3(0, 0, 0), v3(w - 0.01f, 0.045f, 0.003f), 0);
        }
    }
    shape_box(&slat, v3(0, h - 0.045f, 0), v3(w, 0.045f, s->size.z), 0);
}

// ---- towels and holders -------------------------------------------------------------------------

static void towel_cloth(sketch* s, wend_vec3 top, wend_vec2 size, uint32_t rgb) {
    shape_pen cloth = sketch_paint(s, SURFACE_CARPET, rgb);
    shape_pen q = shape_pen_rolled(&cloth, top, (float)WEND_PI / 2);
    // Over the bar: an inverted U, built in a rolled frame.
    wend_vec2 line[9];
    for (int i = 0; i < 9; i++) {
        float t = (float)i / 8, a = (float)WEND_PI * (t - 0.25f) * 2;
        line[i] = t < 0.25f   ? v2(-size.y * (1 - t * 4) - 0.002f, -0.016f)
                  : t > 0.75f ? v2(-size.y * 0.8f * (t * 4 - 3) - 0.002f, 0.016f)
                              : v2(0.016f * shape_sin(a), -0.016f * shape_cos(a));
    }
    shape_sheet(&q, line, 9, v2(-size.x / 2, size.x / 2), 0.009f);
}

void model_towel_holder(sketch* s) {
    shape_pen metal = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_rod(&metal, v3(-w / 2, h - 0.02f, -d / 2 + 0.025f), v3(w / 2, h - 0.02f, -d / 2 + 0.025f),
              0.008f);
    for (int i = -1; i <= 1; i += 2) {
        shape_rod(&metal, v3((float)i * (w / 2 - 0.02f), h - 0.02f, -d / 2 + 0.02f),
                  v3((float)i * (w / 2 - 0.02f), h - 0.02f, d / 2 - 0.002f), 0.007f);
        shape_box(&metal, v3((float)i * (w / 2 - 0.02f), h - 0.04f, d / 2 - 0.004f),
                  v3(0.035f, 0.04f, 0.008f), 0);
    }
    static const uint32_t cloths[4] = {0xD8D2C4, 0x8FA3A8, 0xC89A86, 0x9AA88C};
    towel_cloth(s, v3(0, h - 0.02f, -d / 2 + 0.025f), v2(w * 0.7f, h - 0.06f), cloths[s->look % 4]);
}

void model_toilet_paper_hanger(sketch* s) {
    shape_pen metal = sketch_main(s), paper = sketch_paint(s, SURFACE_PLAIN, 0xF0EEE8);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_rod(&metal, v3(-w / 2 + 0.006f, h / 2, -0.01f), v3(w / 2, h / 2, -0.01f), 0.007f);
    shape_rod(&metal, v3(-w / 2 + 0.008f, h / 2, -0.01f), v3(-w / 2 + 0.008f, h / 2, d / 2),
              0.007f);
    shape_rod(&paper, v3(-w / 2 + 0.025f, h / 2, -0.01f), v3(w / 2 - 0.012f, h / 2, -0.01f), h / 2);
}

static const wend_vec2 roll_profile[5] = {
    {0.02f, 0}, {0.055f, 0}, {0.055f, 0.1f}, {0.02f, 0.1f}, {0.02f, 0}};

void model_toilet_paper(sketch* s) {
    shape_pen paper = sketch_main(s);
    shape_lathe(&paper, v3(0, 0, 0), roll_profile, 5, 22);
}

void model_paper_towel_roll(sketch* s) {
    shape_pen paper = sketch_main(s);
    const wend_vec2 roll[5] = {{0.02f, 0}, {0.06f, 0}, {0.06f, 0.26f}, {0.02f, 0.26f}, {0.02f, 0}};
    shape_lathe(&paper, v3(0, 0, 0), roll, 5, 22);
}

void model_towel(sketch* s) {  // folded
    shape_pen cloth = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    int folds_high = s->detail < 0.3f ? 1 : 3;
    for (int i = 0; i < folds_high; i++)
        shape_soft(&cloth, v3(0, h * (float)i / (float)folds_high, 0.004f * (float)i),
                   v3(w - 0.006f * (float)i, h / (float)folds_high, d - 0.01f), 8);
}

void model_cloth(sketch* s) {
    shape_pen cloth = sketch_main(s);
    shape_lump(&cloth, v3(0, s->size.y / 2, 0), wend_v3_scale(s->size, 0.5f), 11);
}
