// Models: cookware, cutlery and cleaning tools.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

// ---- cutlery (along z, handle towards +z) ------------------------------------------------------

static void grip(const shape_pen* p, wend_vec2 from_to, wend_vec2 size) {
    float length = from_to.y - from_to.x;
    shape_box(p, v3(0, 0, (from_to.x + from_to.y) / 2), v3(size.x, size.y, length), size.y * 0.4f);
}

static void blade(const shape_pen* p, float length, wend_vec2 size, float from) {
    float w = size.x;
    const wend_vec2 outline[6] = {{-w * 0.3f, from},
                                  {-w * 0.3f, from - length * 0.75f},
                                  {w * 0.1f, from - length},
                                  {w * 0.5f, from - length * 0.8f},
                                  {w * 0.7f, from - length * 0.4f},
                                  {w * 0.7f, from}};
    shape_plate(p, outline, 6, size.y * 0.3f, size.y * 0.3f + 0.0015f);
}

void model_knife(sketch* s) {
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0xC3C6C9), handle = sketch_main(s);
    float d = s->size.z, w = s->size.x;
    blade(&metal, d * 0.62f, v2(w, s->size.y), d * 0.12f);
    grip(&handle, v2(d * 0.11f, d / 2), v2(w * 0.56f, s->size.y));
}

void model_butter_knife(sketch* s) {
    shape_pen metal = sketch_main(s);
    float d = s->size.z, w = s->size.x;
    blade(&metal, d * 0.5f, v2(w, s->size.y), d * 0.02f);
    grip(&metal, v2(d * 0.01f, d / 2), v2(w * 0.55f, s->size.y));
}

void model_fork(sketch* s) {
    shape_pen metal = sketch_main(s);
    float d = s->size.z, w = s->size.x, h = s->size.y;
    grip(&metal, v2(-d * 0.22f, d / 2), v2(w * 0.36f, h * 0.5f));
    shape_box(&metal, v3(0, h * 0.1f, -d * 0.26f), v3(w, h * 0.5f, d * 0.10f), 0);
    for (int i = 0; i < 4; i++)
        shape_box(&metal, v3(w * (0.29f * (float)i - 0.435f), h * 0.15f, -d * 0.40f),
                  v3(w * 0.11f, h * 0.4f, d * 0.2f), 0);
    shape_box(&metal, v3(0, h * 0.05f, d * 0.45f), v3(w * 0.5f, h * 0.95f, d * 0.08f), 0.001f);
}

static void round_spoon(const shape_pen* p, wend_vec3 size, float bowl) {
    float d = size.z, w = size.x, h = size.y;
    shape_pen q = *p;
    wend_transform local = {
        {w / 2, 0, 0}, {0, 1, 0}, {0, 0, bowl / 2}, v3(0, 0, -d / 2 + bowl / 2)};
    q.at = wend_transform_multiply(&p->at, &local);
    const wend_vec2 cup[7] = {{0, 0},       {0.6f, h * 0.3f},   {1, h},
                              {0.92f, h},   {0.55f, h * 0.45f}, {0.3f, h * 0.25f},
                              {0, h * 0.2f}};
    shape_lathe(&q, v3(0, 0, 0), cup, 7, 16);
    wend_vec3 stem[4];
    parts_curve(v3(0, h * 0.85f, -d / 2 + bowl - 0.004f), v3(0, h * 1.1f, 0),
                v3(0, h * 0.35f, d / 2), stem, 4);
    shape_tube(p, stem, 4, w * 0.11f, false);
}

void model_spoon(sketch* s) {
    shape_pen metal = sketch_main(s);
    round_spoon(&metal, s->size, s->size.z * 0.3f);
}

void model_ladle(sketch* s) {
    shape_pen metal = sketch_main(s);
    round_spoon(&metal, s->size, s->size.x);
}

void model_spatula(sketch* s) {
    shape_pen metal = sketch_main(s), handle = sketch_paint(s, SURFACE_PLAIN, 0x2C2C2E);
    float d = s->size.z, w = s->size.x, h = s->size.y;
    const wend_vec2 outline[4] = {
        {-w / 2, -d / 2}, {w / 2, -d / 2}, {w * 0.38f, -d * 0.2f}, {-w * 0.38f, -d * 0.2f}};
    shape_plate(&metal, outline, 4, 0, 0.003f);
    shape_rod(&metal, v3(0, 0.003f, -d * 0.22f), v3(0, h * 0.6f, d * 0.12f), 0.004f);
    shape_rod(&handle, v3(0, h * 0.55f, d * 0.1f), v3(0, h * 0.6f, d / 2), h * 0.38f);
}

// ---- cooking ------------------------------------------------------------------------------------

void model_pan(sketch* s) {
    shape_pen main = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x2A2A2C);
    float r = s->size.x / 2, h = s->size.y, z = -s->size.z / 2 + r;
    const wend_vec2 pan[8] = {{0, 0},
                              {r * 0.8f, 0},
                              {r * 0.98f, h * 0.85f},
                              {r, h * 0.9f},
                              {r - 0.006f, h * 0.9f},
                              {r * 0.79f, 0.008f},
                              {r * 0.4f, 0.006f},
                              {0, 0.006f}};
    shape_lathe(&main, v3(0, 0, z), pan, 8, 28);
    shape_rod(&dark, v3(0, h * 0.75f, z + r - 0.006f), v3(0, h * 0.92f, s->size.z / 2), 0.009f);
    sketch_place(s, WEND_RELATION_IN, v3(0, 0.008f, z), v2(r, r), INFINITY);
}

void model_pot(sketch* s) {
    shape_pen main = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x2A2A2C);
    float r = s->size.z / 2, h = s->size.y;
    if (s->shape == 0) {
        const wend_vec2 body[5] = {
            {0, 0}, {r * 0.94f, 0}, {r, 0.012f}, {r, h * 0.72f}, {0, h * 0.72f}};
        shape_lathe(&main, v3(0, 0, 0), body, 5, 26);
        const wend_vec2 lid[5] = {{0, h * 0.71f},
                                  {r * 1.02f, h * 0.71f},
                                  {r * 1.0f, h * 0.76f},
                                  {r * 0.5f, h * 0.84f},
                                  {0, h * 0.86f}};
        shape_lathe(&main, v3(0, 0, 0), lid, 5, 26);
        shape_cone(&dark, v3(0, h * 0.85f, 0), 0.012f, 0.02f, h * 0.15f);
    } else {
        const wend_vec2 body[7] = {{0, 0},          {r * 0.94f, 0},       {r, 0.012f}, {r, h},
                                   {r - 0.005f, h}, {r - 0.006f, 0.012f}, {0, 0.008f}};
        shape_lathe(&main, v3(0, 0, 0), body, 7, 26);
        sketch_place(s, WEND_RELATION_IN, v3(0, 0.01f, 0), v2(r * 1.2f, r * 1.2f), INFINITY);
    }
    for (int i = -1; i <= 1; i += 2) {
        wend_vec3 ear[5];
        for (int k = 0; k < 5; k++) {
            float a = (float)WEND_PI * ((float)k / 4 - 0.5f);
            ear[k] =
                v3((float)i * (r - 0.006f + 0.04f * shape_cos(a)), h * 0.6f, 0.045f * shape_sin(a));
        }
        shape_tube(&dark, ear, 5, 0.006f, false);
    }
}

void model_kettle(sketch* s) {
    shape_pen main = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x2A2A2C);
    float h = s->size.y, r = s->size.z / 2, x = -0.012f;
    const wend_vec2 body[6] = {{0, 0.012f},           {r, 0.012f},           {r * 0.96f, h * 0.3f},
                               {r * 0.74f, h * 0.8f}, {r * 0.6f, h * 0.86f}, {0, h * 0.88f}};
    shape_cylinder(&dark, v3(x, 0, 0), r * 0.98f, 0.016f);
    shape_lathe(&main, v3(x, 0, 0), body, 6, 24);
    shape_cone(&dark, v3(x, h * 0.87f, 0), 0.012f, 0.016f, 0.02f);
    wend_vec3 spout[3] = {v3(x - r * 0.6f, h * 0.55f, 0), v3(x - r * 1.0f, h * 0.66f, 0),
                          v3(x - r * 1.25f, h * 0.78f, 0)};
    shape_tube(&main, spout, 3, 0.016f, false);
    wend_vec3 handle[6];
    parts_curve(v3(x + r * 0.55f, h * 0.9f, 0), v3(x + r * 2.4f, h * 1.06f, 0),
                v3(x + r * 0.9f, h * 0.2f, 0), handle, 6);
    shape_tube(&dark, handle, 6, 0.011f, false);
}

void model_toaster(sketch* s) {
    shape_pen main = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x222326);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&main, v3(0, 0.012f, 0), v3(w - 0.02f, h - 0.014f, d), 0.025f);
    shape_box(&dark, v3(0, 0, 0), v3(w - 0.05f, 0.02f, d - 0.03f), 0);
    for (int i = -1; i <= 1; i += 2)
        shape_box(&dark, v3(0, h - 0.01f, (float)i * d * 0.16f), v3(w * 0.62f, 0.01f, d * 0.13f),
                  0);
    shape_box(&dark, v3(w / 2 - 0.01f, h * 0.5f, 0), v3(0.02f, 0.018f, 0.04f), 0.004f);
}

void model_coffee_machine(sketch* s) {
    shape_pen main = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x2B2624),
              glass = sketch_paint(s, SURFACE_PLAIN, 0xB9C4C6);
    float w = s->size.x, h = s->size.y, d = s->size.z, jug = w * 0.36f, z = -d * 0.14f;
    shape_box(&main, v3(0, 0, 0), v3(w, 0.035f, d), 0.008f);
    shape_box(&main, v3(0, 0.02f, d / 2 - d * 0.16f), v3(w - 0.004f, h - 0.03f, d * 0.30f), 0.01f);
    shape_box(&main, v3(0, h * 0.70f, -d * 0.02f), v3(w, h * 0.30f, d * 0.94f), 0.012f);
    const wend_vec2 body[6] = {{0, 0.036f},
                               {jug, 0.036f},
                               {jug * 1.05f, h * 0.2f},
                               {jug * 0.7f, h * 0.52f},
                               {jug * 0.72f, h * 0.56f},
                               {0, h * 0.56f}};
    shape_lathe(&glass, v3(0, 0, z), body, 6, 20);
    const wend_vec2 coffee[5] = {{jug * 0.9f, 0.05f},
                                 {jug * 1.03f, 0.05f},
                                 {jug * 1.06f, h * 0.2f},
                                 {jug * 0.9f, h * 0.2f},
                                 {jug * 0.9f, 0.05f}};
    shape_lathe(&dark, v3(0, 0, z), coffee, 5, 20);
    shape_cone(&dark, v3(0, h * 0.55f, z), jug * 0.74f, jug * 0.66f, 0.02f);
    wend_vec3 grip_path[4];
    parts_curve(v3(0, h * 0.5f, z - jug * 0.7f), v3(0, h * 0.55f, z - jug * 1.9f),
                v3(0, h * 0.14f, z - jug * 0.95f), grip_path, 4);
    shape_tube(&dark, grip_path, 4, 0.009f, false);
}

// ---- cleaning -----------------------------------------------------------------------------------

void model_dish_sponge(sketch* s) {
    shape_pen main = sketch_main(s), pad = sketch_paint(s, SURFACE_CARPET, 0x4F6B4A);
    float h = s->size.y;
    shape_box(&main, v3(0, 0, 0), v3(s->size.x, h * 0.74f, s->size.z), 0.005f);
    shape_box(&pad, v3(0, h * 0.72f, 0), v3(s->size.x - 0.001f, h * 0.28f, s->size.z - 0.001f),
              0.003f);
}

void model_soap_bar(sketch* s) {
    shape_pen main = sketch_main(s);
    shape_soft(&main, v3(0, 0, 0), s->size, 4);
}

void model_scrub_brush(sketch* s) {
    shape_pen main = sketch_main(s), bristle = sketch_paint(s, SURFACE_CARPET, 0xD8CDB4);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_taper(&bristle, v3(0, 0, 0), v3(w * 0.98f, h * 0.5f, d * 0.96f), v2(w * 0.85f, d * 0.85f),
                v2(0, 0));
    shape_soft(&main, v3(0, h * 0.42f, 0), v3(w, h * 0.58f, d), 4);
}

void model_plunger(sketch* s) {
    shape_pen rubber = sketch_main(s), wood = sketch_paint(s, SURFACE_WOOD, 0xBB8D5E);
    float r = s->size.x / 2, h = s->size.y;
    const wend_vec2 cup[9] = {{0, 0.05f},        {r * 0.8f, 0.004f}, {r, 0},
                              {r, 0.012f},       {r * 0.86f, 0.03f}, {r * 0.7f, 0.075f},
                              {r * 0.3f, 0.10f}, {r * 0.2f, 0.13f},  {0, 0.13f}};
    shape_lathe(&rubber, v3(0, 0, 0), cup, 9, 22);
    shape_rod(&wood, v3(0, 0.11f, 0), v3(0, h, 0), 0.012f);
}

void model_aluminum_foil(sketch* s) {
    shape_pen foil = sketch_main(s), core = sketch_paint(s, SURFACE_PLAIN, 0x9C7A54);
    float w = s->size.x, r = s->size.y / 2;
    shape_rod(&foil, v3(-w / 2 + 0.004f, r, 0), v3(w / 2 - 0.004f, r, 0), r);
    shape_rod(&core, v3(-w / 2, r, 0), v3(w / 2, r, 0), r * 0.6f);
}

void model_watering_can(sketch* s) {
    shape_pen main = sketch_main(s);
    float h = s->size.y, r = s->size.z / 2, x = r * 0.35f;
    const wend_vec2 body[8] = {{0, 0},
                               {r, 0},
                               {r * 0.9f, h * 0.66f},
                               {r * 0.55f, h * 0.70f},
                               {r * 0.5f, h * 0.70f},
                               {r * 0.8f, h * 0.64f},
                               {r * 0.85f, 0.01f},
                               {0, 0.008f}};
    shape_lathe(&main, v3(x, 0, 0), body, 8, 22);
    wend_vec3 spout[3] = {v3(x - r * 0.8f, h * 0.18f, 0), v3(x - r * 1.7f, h * 0.5f, 0),
                          v3(x - r * 2.3f, h * 0.78f, 0)};
    shape_tube(&main, spout, 3, 0.012f, false);
    shape_pen rose = shape_pen_rolled(&main, v3(x - r * 2.25f, h * 0.76f, 0), 0.7f);
    shape_cone(&rose, v3(0, 0, 0), 0.014f, 0.036f, 0.04f);
    wend_vec3 handle[7];
    parts_curve(v3(x - r * 0.5f, h * 0.68f, 0), v3(x + r * 0.6f, h * 1.35f, 0),
                v3(x + r * 0.92f, h * 0.25f, 0), handle, 7);
    shape_tube(&main, handle, 7, 0.009f, false);
}

void model_vacuum_cleaner(sketch* s) {
    shape_pen main = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x2C2C2E),
              metal = sketch_paint(s, SURFACE_METAL, 0xB4B7BA);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_soft(&main, v3(0, 0.03f, d * 0.22f), v3(w, 0.26f, d * 0.54f), 3.2f);
    for (int i = -1; i <= 1; i += 2)
        shape_rod(&dark, v3((float)i * (w / 2 - 0.02f), 0.08f, d * 0.34f),
                  v3((float)i * (w / 2 - 0.05f), 0.08f, d * 0.34f), 0.08f);
    shape_box(&dark, v3(0, 0, -d / 2 + 0.06f), v3(w * 0.95f, 0.05f, 0.11f), 0.012f);
    shape_rod(&metal, v3(0, 0.03f, -d / 2 + 0.06f), v3(0, h - 0.10f, -d * 0.12f), 0.016f);
    wend_vec3 hose[7];
    parts_curve(v3(0, h - 0.09f, -d * 0.125f), v3(0, h * 1.25f, d * 0.12f), v3(0, 0.24f, d * 0.1f),
                hose, 7);
    shape_tube(&dark, hose, 7, 0.02f, false);
}
