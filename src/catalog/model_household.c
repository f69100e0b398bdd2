// Models: toys, tools, electronics, bins, bags and other household objects.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

void model_alarm_clock(sketch* s) {
    shape_pen body = sketch_main(s), face = sketch_picture(s, PICTURE_CLOCK, (uint32_t)s->look);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    if (s->shape == 1) {  // digital
        shape_pen digits = sketch_picture(s, PICTURE_DIGITS, (uint32_t)s->look);
        shape_box(&body, v3(0, 0, 0), s->size, 0.008f);
        parts_picture(&digits, v3(0, 0.012f, -d / 2), v2(w - 0.02f, h - 0.024f));
        return;
    }
    float r = w / 2, middle = r + 0.012f;
    shape_pen drum = shape_pen_tilted(&body, v3(0, middle, d / 2), -(float)WEND_PI / 2);
    const wend_vec2 profile[6] = {{0, 0}, {r * 0.92f, 0}, {r, 0.008f},
                                  {r, d}, {r * 0.9f, d},  {0, d - 0.006f}};
    shape_lathe(&drum, v3(0, 0, 0), profile, 6, 24);
    parts_picture(&face, v3(0, middle - r * 0.62f, -d / 2 + 0.003f), v2(r * 1.24f, r * 1.24f));
    for (int i = -1; i <= 1; i += 2) {
        shape_rod(&body, v3((float)i * r * 0.5f, middle - r * 0.7f, 0),
                  v3((float)i * r * 0.75f, 0, 0), 0.006f);
        shape_ball(&body, v3((float)i * r * 0.5f, middle + r * 1.05f, 0),
                   v3(r * 0.42f, r * 0.26f, d * 0.4f));
    }
    shape_rod(&body, v3(0, middle + r * 0.9f, 0), v3(0, h, 0), 0.004f);
}

void model_baseball_bat(sketch* s) {
    shape_pen wood = sketch_main(s), grip = sketch_paint(s, SURFACE_FABRIC, 0x2E2C2A);
    float length = s->size.x, r = s->size.y / 2;
    shape_pen q = shape_pen_rolled(&wood, v3(length / 2, r, 0), (float)WEND_PI / 2);
    const wend_vec2 bat[8] = {{0, 0},
                              {r * 0.75f, 0},
                              {r * 0.7f, 0.015f},
                              {r * 0.38f, 0.03f},
                              {r * 0.42f, length * 0.38f},
                              {r * 0.95f, length * 0.72f},
                              {r, length * 0.97f},
                              {0, length}};
    shape_lathe(&q, v3(0, 0, 0), bat, 8, 16);
    shape_pen g = shape_pen_rolled(&grip, v3(length / 2, r, 0), (float)WEND_PI / 2);
    shape_cone(&g, v3(0, 0.03f, 0), r * 0.44f, r * 0.46f, length * 0.28f);
}

void model_basketball(sketch* s) {
    shape_pen skin =
        s->dyed ? sketch_main(s) : sketch_picture(s, PICTURE_BASKETBALL, (uint32_t)s->look);
    float r = s->size.x / 2;
    enum { ROWS = 12 };
    wend_vec2 profile[ROWS + 1];
    for (int i = 0; i <= ROWS; i++) {
        float a = (float)WEND_PI * ((float)i / ROWS - 0.5f);
        profile[i] = v2(i == 0 || i == ROWS ? 0 : r * shape_cos(a), r + r * shape_sin(a));
    }
    skin.repeat = (float)WEND_PI * r;  // one repeat from pole to pole and one around
    shape_lathe(&skin, v3(0, 0, 0), profile, ROWS + 1, 24);
}

void model_laptop(sketch* s) {
    shape_pen body = sketch_main(s),
              screen = sketch_picture(s, PICTURE_SCREEN, (uint32_t)s->look * 2);
    shape_pen keys = sketch_picture(s, PICTURE_KEYS, s->color == WEND_COLOR_BLACK ? 0 : 1);
    float w = s->size.x, d = 0.23f, t = 0.016f;
    shape_box(&body, v3(0, 0, -s->size.z / 2 + d / 2), v3(w, t, d), 0.005f);
    float front = -s->size.z / 2;
    parts_print(&keys, v3(0, t, front + d / 2 + 0.035f), v2(w - 0.04f, d - 0.11f));
    shape_pen lid = shape_pen_tilted(&body, v3(0, t - 0.004f, front + d - 0.004f), 0.35f);
    shape_box(&lid, v3(0, 0, 0), v3(w - 0.002f, 0.225f, 0.008f), 0.003f);
    shape_pen shown = shape_pen_tilted(&screen, v3(0, t - 0.004f, front + d - 0.004f), 0.35f);
    parts_picture(&shown, v3(0, 0.016f, -0.004f), v2(w - 0.02f, 0.2f));
}

// ---- bins and bags ------------------------------------------------------------------------------

void model_garbage_can(sketch* s) {
    shape_pen main = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x3A3B3D);
    float r = s->size.x / 2, h = s->size.y;
    if (s->shape == 0) {  // open, tapered
        const wend_vec2 profile[7] = {{0, 0},     {r * 0.78f, 0},  {r * 0.97f, h - 0.02f},
                                      {r, h},     {r - 0.012f, h}, {r * 0.75f, 0.015f},
                                      {0, 0.012f}};
        shape_lathe(&main, v3(0, 0, 0), profile, 7, 24);
        sketch_place(s, WEND_RELATION_IN, v3(0, 0.014f, 0), v2(r, r), INFINITY);
    } else if (s->shape == 1) {  // with a pedal and a lid
        shape_cylinder(&dark, v3(0, 0, 0), r * 0.96f, 0.03f);
        shape_cylinder(&main, v3(0, 0.02f, 0), r * 0.98f, h - 0.09f);
        const wend_vec2 lid[5] = {
            {0, h - 0.08f}, {r, h - 0.08f}, {r * 0.98f, h - 0.04f}, {r * 0.6f, h - 0.008f}, {0, h}};
        shape_lathe(&dark, v3(0, 0, 0), lid, 5, 24);
        shape_box(&dark, v3(0, 0.012f, -r - 0.015f), v3(0.06f, 0.012f, 0.05f), 0);
    } else {  // square, with a swing lid
        shape_taper(&main, v3(0, 0, 0), v3(s->size.x * 0.84f, h * 0.78f, s->size.z * 0.84f),
                    v2(s->size.x - 0.01f, s->size.z - 0.01f), v2(0, 0));
        shape_taper(&dark, v3(0, h * 0.76f, 0), v3(s->size.x, h * 0.24f, s->size.z),
                    v2(s->size.x * 0.7f, s->size.z * 0.5f), v2(0, 0));
    }
}

void model_laundry_hamper(sketch* s) {
    shape_pen main = sketch_main(s), cloth = sketch_paint(s, SURFACE_FABRIC, 0xE4DDCF);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    wend_vec2 rim[64], inner[64];
    int count = parts_oval(&main, v2(w, d), s->shape ? 6 : 2.2f, rim, 64);
    parts_oval(&main, v2(w - 0.04f, d - 0.04f), s->shape ? 6 : 2.2f, inner, 64);
    shape_loft_ring rings[] = {
        {rim, 0.84f, 0}, {rim, 0.97f, h * 0.9f}, {rim, 1, h}, {inner, 1, h}, {inner, 0.84f, 0.02f}};
    shape_loft(&main, rings, 5, count);
    shape_soft(&cloth, v3(0, h * 0.5f, 0), v3(w * 0.78f, h * 0.38f, d * 0.78f), 3);
    sketch_place(s, WEND_RELATION_IN, v3(0, h * 0.88f, 0), v2(w * 0.5f, d * 0.5f), INFINITY);
}

void model_garbage_bag(sketch* s) {
    shape_pen main = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_lump(&main, v3(0, h * 0.40f, 0), v3(w / 2, h * 0.40f, d / 2), 23);
    const wend_vec2 knot[4] = {
        {0, h * 0.70f}, {w * 0.08f, h * 0.74f}, {w * 0.16f, h}, {0, h * 0.93f}};
    shape_lathe(&main, v3(0, 0, 0), knot, 4, 12);
}

void model_cart(sketch* s) {
    shape_pen main = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x2C2C2E);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    for (int i = 0; i < 4; i++) {
        float x = (i & 1 ? 0.5f : -0.5f) * (w - 0.05f), z = (i & 2 ? 0.5f : -0.5f) * (d - 0.05f);
        shape_rod(&main, v3(x, 0.06f, z), v3(x, h - 0.02f, z), 0.012f);
        shape_ball(&dark, v3(x, 0.035f, z), v3(0.018f, 0.035f, 0.035f));
    }
    for (int i = 0; i < 3; i++) {
        float y = 0.12f + (h - 0.22f) * (float)i / 2;
        shape_box(&main, v3(0, y, 0), v3(w - 0.02f, 0.02f, d - 0.02f), 0.006f);
        sketch_place(s, WEND_RELATION_ON, v3(0, y + 0.02f, 0), v2(w - 0.12f, d - 0.12f),
                     i < 2 ? (h - 0.22f) / 2 - 0.03f : INFINITY);
    }
    for (int i = -1; i <= 1; i += 2)
        shape_rod(&main, v3((float)i * (w / 2 - 0.025f), h - 0.02f, -d / 2 + 0.01f),
                  v3((float)i * (w / 2 - 0.025f), h - 0.02f, d / 2 - 0.01f), 0.012f);
}

// ---- electronics --------------------------------------------------------------------------------

void model_desktop(sketch* s) {
    shape_pen main = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x1C1D1F),
              glow = sketch_paint(s, SURFACE_PLAIN, 0x7FC9A0);
    float w = s->size.x, h = s->size.y, d = s->size.z, z = -d / 2 + 0.012f;
    shape_box(&main, v3(0, 0.008f, 0.005f), v3(w, h - 0.008f, d - 0.012f), 0.006f);
    shape_box(&dark, v3(0, 0, 0), v3(w - 0.03f, 0.012f, d - 0.05f), 0);
    shape_box(&dark, v3(0, h * 0.08f, z - 0.004f), v3(w * 0.8f, h * 0.5f, 0.014f), 0);
    shape_box(&dark, v3(0, h * 0.72f, z - 0.004f), v3(w * 0.8f, h * 0.09f, 0.014f), 0);
    shape_box(&glow, v3(0, h * 0.64f, z - 0.005f), v3(0.012f, 0.012f, 0.014f), 0);
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w - 0.03f, d - 0.05f), INFINITY);
}

void model_keyboard(sketch* s) {
    shape_pen main = sketch_main(s),
              keys = sketch_picture(s, PICTURE_KEYS, s->color == WEND_COLOR_BLACK ? 0 : 1);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&main, v3(0, 0, 0), v3(w, h - 0.001f, d), 0.004f);
    parts_print(&keys, v3(0, h - 0.001f, 0), v2(w - 0.012f, d - 0.012f));
}

void model_cell_phone(sketch* s) {
    shape_pen main = sketch_main(s), screen = sketch_picture(s, PICTURE_SCREEN, 1);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&main, v3(0, 0, 0), v3(w, h - 0.0005f, d), 0.003f);
    parts_print(&screen, v3(0, h - 0.0005f, 0), v2(w - 0.008f, d - 0.016f));
}

void model_remote_control(sketch* s) {
    shape_pen main = sketch_main(s), key = sketch_paint(s, SURFACE_PLAIN, 0x8E9296),
              red = sketch_paint(s, SURFACE_PLAIN, 0xB5483E);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&main, v3(0, 0, 0), v3(w, h - 0.003f, d), 0.006f);
    shape_box(&red, v3(-w * 0.22f, h * 0.7f, -d * 0.40f), v3(w * 0.2f, h * 0.3f, w * 0.2f), 0);
    for (int i = 0; i < 12 && s->detail >= 0.2f; i++)
        shape_box(
            &key,
            v3(w * 0.26f * (float)(i % 3 - 1), h * 0.7f, -d * 0.26f + d * 0.13f * (float)(i / 3)),
            v3(w * 0.18f, h * 0.28f, w * 0.18f), 0);
}

void model_watch(sketch* s) {
    shape_pen strap = sketch_main(s), metal = sketch_paint(s, SURFACE_METAL, 0xC9CCCE),
              face = sketch_picture(s, PICTURE_CLOCK, 2);
    float r = s->size.y / 2, w = s->size.x * 0.42f;
    // The band stands on its edge with the case on top.
    shape_pen q = shape_pen_rolled(&strap, v3(0, r, 0), (float)WEND_PI / 2);
    const wend_vec2 outer[5] = {
        {r * 0.9f, -w / 2}, {r, -w / 2}, {r, w / 2}, {r * 0.9f, w / 2}, {r * 0.9f, -w / 2}};
    shape_lathe(&q, v3(0, 0, 0), outer, 5, 24);
    shape_cylinder(&metal, v3(0, 2 * r - 0.004f, 0), s->size.x / 2, 0.009f);
    parts_print(&face, v3(0, 2 * r + 0.005f, 0), v2(s->size.x * 0.64f, s->size.x * 0.64f));
}

void model_cd(sketch* s) {
    shape_pen main = sketch_main(s);
    float r = s->size.x / 2, h = s->size.y;
    const wend_vec2 disc[5] = {{r * 0.125f, 0}, {r, 0}, {r, h}, {r * 0.125f, h}, {r * 0.125f, 0}};
    shape_lathe(&main, v3(0, 0, 0), disc, 5, 28);
}

// ---- personal and desk items -------------------------------------------------------------------

void model_credit_card(sketch* s) {
    shape_pen main = sketch_main(s), gold = sketch_paint(s, SURFACE_METAL, 0xC9A24A);
    shape_box(&main, v3(0, 0, 0), v3(s->size.x, s->size.y * 0.8f, s->size.z), 0);
    shape_box(&gold, v3(-s->size.x * 0.28f, s->size.y * 0.4f, 0),
              v3(0.012f, s->size.y * 0.6f, 0.01f), 0);
}

void model_key_chain(sketch* s) {
    shape_pen metal = sketch_main(s), tag = sketch_paint(s, SURFACE_PLAIN, 0xB5483E);
    float d = s->size.z;
    shape_torus(&metal, v3(0, 0.003f, -d / 2 + 0.016f), 0.013f, 0.0018f);
    for (int i = 0; i < 2; i++) {
        shape_pen key = shape_pen_moved(&metal, v3(0, 0.001f + 0.0022f * (float)i, -d / 2 + 0.026f),
                                        i ? -0.5f : 0.35f);
        shape_cylinder(&key, v3(0, 0, 0.012f), 0.011f, 0.002f);
        shape_box(&key, v3(0, 0.0002f, 0.036f), v3(0.006f, 0.0016f, 0.034f), 0);
        shape_box(&key, v3(0.004f, 0.0004f, 0.046f), v3(0.005f, 0.0012f, 0.006f), 0);
    }
    shape_box(&tag, v3(-0.012f, 0, -d / 2 + 0.05f), v3(0.014f, 0.004f, 0.034f), 0.001f);
}

static void stick(sketch* s, uint32_t tip_rgb, uint32_t end_rgb) {
    shape_pen main = sketch_main(s), tip = sketch_paint(s, SURFACE_PLAIN, tip_rgb),
              end = sketch_paint(s, SURFACE_PLAIN, end_rgb);
    float length = s->size.x, r = s->size.y / 2;
    shape_rod(&main, v3(-length * 0.38f, r, 0), v3(length * 0.42f, r, 0), r);
    shape_rod(&end, v3(length * 0.41f, r, 0), v3(length / 2, r, 0), r * 0.96f);
    shape_pen q = shape_pen_rolled(&tip, v3(-length * 0.379f, r, 0), (float)WEND_PI / 2);
    shape_cone(&q, v3(0, 0, 0), r * 0.97f, r * 0.15f, length * 0.121f);
}

void model_pen(sketch* s) { stick(s, 0xB9BCBF, 0x2C2C2E); }

void model_pencil(sketch* s) { stick(s, 0xD9BC92, 0xC88A8A); }

void model_candle(sketch* s) {
    shape_pen wax = sketch_main(s), wick = sketch_paint(s, SURFACE_PLAIN, 0x2E2A26);
    float r = s->size.x / 2, h = s->size.y * 0.9f;
    const wend_vec2 body[6] = {
        {0, 0}, {r, 0}, {r, h - 0.004f}, {r * 0.9f, h}, {r * 0.5f, h - 0.006f}, {0, h - 0.008f}};
    shape_lathe(&wax, v3(0, 0, 0), body, 6, 20);
    shape_rod(&wick, v3(0, h - 0.012f, 0), v3(0.002f, s->size.y, 0), 0.0018f);
}

// ---- toys, sports, clothes, ornaments
// -------------------------------------------------------------

void model_teddy_bear(sketch* s) {
    shape_pen fur = sketch_main(s), pale = sketch_paint(s, SURFACE_CARPET, 0xD9C4A0),
              dark = sketch_paint(s, SURFACE_PLAIN, 0x241E1A);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_ball(&fur, v3(0, h * 0.30f, d * 0.08f), v3(w * 0.32f, h * 0.30f, d * 0.32f));
    shape_ball(&pale, v3(0, h * 0.29f, -d * 0.10f), v3(w * 0.21f, h * 0.20f, d * 0.18f));
    shape_ball(&fur, v3(0, h * 0.72f, 0), v3(w * 0.30f, h * 0.22f, d * 0.30f));
    shape_ball(&pale, v3(0, h * 0.66f, -d * 0.25f), v3(w * 0.14f, h * 0.09f, d * 0.14f));
    shape_ball(&dark, v3(0, h * 0.69f, -d * 0.38f), v3(w * 0.05f, h * 0.03f, d * 0.04f));
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i;
        shape_ball(&fur, v3(x * w * 0.24f, h * 0.91f, 0), v3(w * 0.12f, h * 0.09f, d * 0.09f));
        shape_ball(&dark, v3(x * w * 0.11f, h * 0.76f, -d * 0.27f),
                   v3(w * 0.035f, h * 0.025f, d * 0.03f));
        shape_ball(&fur, v3(x * w * 0.36f, h * 0.38f, -d * 0.08f),
                   v3(w * 0.13f, h * 0.18f, d * 0.15f));
        shape_ball(&fur, v3(x * w * 0.28f, h * 0.09f, -d * 0.26f),
                   v3(w * 0.15f, h * 0.09f, d * 0.24f));
        shape_ball(&pale, v3(x * w * 0.28f, h * 0.09f, -d * 0.44f),
                   v3(w * 0.10f, h * 0.065f, d * 0.06f));
    }
}

void model_tennis_racket(sketch* s) {
    shape_pen frame = sketch_main(s), grip = sketch_paint(s, SURFACE_FABRIC, 0x2E2C2A),
              string = sketch_paint(s, SURFACE_PLAIN, 0xE4E0D2);
    float w = s->size.x, d = s->size.z, y = s->size.y / 2, head = d * 0.25f, z = -d / 2 + head;
    wend_vec3 loop[32];
    int count = shape_segments(&frame, 26);
    if (count > 32) count = 32;
    for (int i = 0; i < count; i++) {
        float a = (float)(2 * WEND_PI) * (float)i / (float)count;
        loop[i] = v3((w / 2 - 0.008f) * shape_cos(a), y, z + (head - 0.008f) * shape_sin(a));
    }
    shape_tube(&frame, loop, count, 0.009f, true);
    for (int i = -1; i <= 1; i += 2)
        shape_rod(&frame, v3((float)i * w * 0.26f, y, z + head * 0.84f), v3(0, y, d * 0.22f),
                  0.008f);
    shape_rod(&grip, v3(0, y, d * 0.19f), v3(0, y, d / 2), y);
    int strings = s->detail < 0.3f ? 4 : 9;
    for (int i = 0; i < strings; i++) {
        float t = ((float)i + 0.5f) / (float)strings * 2 - 1, reach = sqrtf(1 - t * t);
        shape_box(&string, v3(t * (w / 2 - 0.01f), y - 0.001f, z),
                  v3(0.0016f, 0.002f, 2 * reach * (head - 0.008f)), 0);
        shape_box(&string, v3(0, y - 0.0012f, z + t * (head - 0.01f)),
                  v3(2 * reach * (w / 2 - 0.008f), 0.002f, 0.0016f), 0);
    }
}

void model_dumbbell(sketch* s) {
    shape_pen main = sketch_main(s), metal = sketch_paint(s, SURFACE_METAL, 0xB4B7BA);
    float w = s->size.x, r = s->size.y / 2;
    shape_rod(&metal, v3(-w * 0.4f, r, 0), v3(w * 0.4f, r, 0), 0.014f);
    for (int i = -1; i <= 1; i += 2) {
        shape_rod(&main, v3((float)i * w / 2, r, 0), v3((float)i * w * 0.30f, r, 0), r);
        shape_rod(&main, v3((float)i * w * 0.31f, r, 0), v3((float)i * w * 0.24f, r, 0), r * 0.8f);
    }
}

void model_boots(sketch* s) {
    shape_pen main = sketch_main(s), sole = sketch_paint(s, SURFACE_PLAIN, 0x2B2724);
    float w = s->size.x, h = s->size.y, d = s->size.z, each = w * 0.44f;
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i * (w - each) / 2;
        shape_box(&sole, v3(x, 0, 0), v3(each, 0.025f, d), 0.006f);
        shape_soft(&main, v3(x, 0.02f, -d * 0.12f), v3(each * 0.96f, h * 0.30f, d * 0.72f), 3);
        shape_pen shaft = shape_pen_moved(&main, v3(x, 0.02f, d * 0.22f), 0);
        float r = each * 0.44f;
        const wend_vec2 leg[7] = {{0, 0},         {r * 1.02f, 0},         {r * 0.96f, h * 0.5f},
                                  {r, h - 0.02f}, {r * 0.85f, h - 0.02f}, {r * 0.8f, h * 0.6f},
                                  {0, h * 0.5f}};
        shape_lathe(&shaft, v3(0, 0, 0), leg, 7, 16);
    }
}

void model_statue(sketch* s) {
    shape_pen main = sketch_main(s);
    float w = s->size.x, h = s->size.y;
    shape_box(&main, v3(0, 0, 0), v3(w, h * 0.16f, w), 0.004f);
    if (s->shape == 1) {  // bust
        shape_soft(&main, v3(0, h * 0.15f, 0), v3(w * 0.95f, h * 0.36f, w * 0.6f), 3);
        shape_rod(&main, v3(0, h * 0.4f, 0), v3(0, h * 0.66f, 0), w * 0.16f);
        shape_ball(&main, v3(0, h * 0.80f, -w * 0.02f), v3(w * 0.25f, h * 0.20f, w * 0.29f));
        shape_ball(&main, v3(0, h * 0.77f, -w * 0.30f), v3(w * 0.05f, h * 0.05f, w * 0.06f));
        return;
    }
    // An abstract knot of two rings and a ball.
    shape_pen up = shape_pen_tilted(&main, v3(0, h * 0.48f, 0), (float)WEND_PI / 2);
    shape_torus(&up, v3(0, 0, 0), h * 0.29f, w * 0.11f);
    shape_ball(&main, v3(0, h * 0.48f, 0), v3(w * 0.24f, w * 0.24f, w * 0.24f));
    shape_ball(&main, v3(0, h * 0.90f, 0), v3(w * 0.2f, h * 0.10f, w * 0.2f));
}

void model_table_decor(sketch* s) {
    shape_pen main = sketch_main(s);
    float r = s->size.x / 2, h = s->size.y;
    if (s->shape == 1) {  // bowl of balls
        const wend_vec2 dish[8] = {{0, 0},
                                   {r * 0.5f, 0},
                                   {r * 0.9f, h * 0.35f},
                                   {r, h * 0.5f},
                                   {r * 0.96f, h * 0.5f},
                                   {r * 0.85f, h * 0.38f},
                                   {r * 0.5f, h * 0.1f},
                                   {0, h * 0.08f}};
        static const uint32_t fruit[3] = {0xC9752E, 0xB5483E, 0x8FA34A};
        shape_lathe(&main, v3(0, 0, 0), dish, 8, 24);
        for (int i = 0; i < 5; i++) {
            shape_pen skin = sketch_paint(s, SURFACE_PLAIN, fruit[i % 3]);
            float a = 1.57f * (float)i, q = i == 4 ? 0 : r * 0.42f, b = r * 0.38f;
            shape_ball(&skin, v3(q * shape_cos(a), i == 4 ? h - b : h * 0.36f, q * shape_sin(a)),
                       v3(b, b, b));
        }
        return;
    }
    // A tray with three candles.
    shape_pen wax = sketch_paint(s, SURFACE_PLAIN, 0xEFE8D6);
    wend_vec2 oval[64];
    int count = parts_oval(&main, v2(s->size.x, s->size.z), 3, oval, 64);
    shape_plate(&main, oval, count, 0, 0.012f);
    for (int i = -1; i <= 1; i++)
        shape_cylinder(&wax, v3((float)i * r * 0.55f, 0.010f, 0), s->size.z * 0.22f,
                       (h - 0.010f) * (1 - 0.2f * (float)(i + 1)));
}

void model_room_decor(sketch* s) {  // standing globe
    shape_pen wood = sketch_main(s), sea = sketch_paint(s, SURFACE_MARBLE, 0x8FB0BC),
              metal = sketch_paint(s, SURFACE_METAL, 0xB79A5A);
    float w = s->size.x, h = s->size.y, r = w * 0.40f;
    shape_ball(&sea, v3(0, h - r - 0.02f, 0), v3(r, r, r));
    shape_pen ring = shape_pen_rolled(&metal, v3(0, h - r - 0.02f, 0), 1.2f);
    shape_torus(&ring, v3(0, 0, 0), r + 0.012f, 0.007f);
    shape_torus(&wood, v3(0, h - r - 0.02f, 0), w / 2 - 0.02f, 0.018f);
    for (int i = 0; i < 3; i++) {
        float a = (float)(2 * WEND_PI) * (float)i / 3;
        shape_rod(&wood, v3(w * 0.42f * shape_cos(a), 0, w * 0.42f * shape_sin(a)),
                  v3((w / 2 - 0.02f) * shape_cos(a), h - r - 0.02f, (w / 2 - 0.02f) * shape_sin(a)),
                  0.015f);
        shape_rod(&wood, v3(0, h * 0.2f, 0),
                  v3(w * 0.43f * shape_cos(a), h * 0.2f, w * 0.43f * shape_sin(a)), 0.01f);
    }
}

void model_cylinder(sketch* s) {
    // The colours of the released models: baseColorFactor as sRGB. [MultiON challenge 2021,
    // objects]
    static const uint32_t released[8] = {0xFF0005, 0x007900, 0x060BC0, 0xFFF700,
                                         0xFFFFFF, 0xFC00FF, 0x080808, 0x00FFFF};
    shape_pen main = s->dyed ? sketch_main(s) : sketch_paint(s, SURFACE_PLAIN, released[s->shape]);
    shape_cylinder(&main, v3(0, 0, 0), s->size.x / 2, s->size.y);
}

void model_fireplace(sketch* s) {
    shape_pen stone = sketch_main(s), soot = sketch_paint(s, SURFACE_CONCRETE, 0x3A3836),
              brick = sketch_paint(s, SURFACE_BRICK, 0xFFFFFF);
    shape_pen log = sketch_paint(s, SURFACE_WOOD, 0x6A4A32);
    float w = s->size.x, h = s->size.y, d = s->size.z, hole = w * 0.52f, high = h * 0.60f,
          side = (w - 0.10f - hole) / 2;
    shape_box(&soot, v3(0, 0, 0), v3(w - 0.02f, 0.04f, d - 0.002f), 0);
    for (int i = -1; i <= 1; i += 2)
        shape_box(&brick, v3((float)i * (hole + side) / 2, 0.03f, 0.06f),
                  v3(side, h - 0.08f, d - 0.14f), 0);
    shape_box(&brick, v3(0, high, 0.06f), v3(hole + 0.002f, h - high - 0.06f, d - 0.142f), 0);
    shape_box(&soot, v3(0, 0.02f, d / 2 - 0.03f), v3(hole + 0.01f, high + 0.02f, 0.035f), 0);
    shape_box(&stone, v3(0, h - 0.06f, 0.02f), v3(w, 0.06f, d - 0.04f), 0.012f);
    for (int i = 0; i < 3; i++)
        shape_rod(&log,
                  v3(-hole * 0.3f, 0.08f + (i == 2 ? 0.07f : 0),
                     (float)(i % 2) * 0.12f + (i == 2 ? 0.06f : 0)),
                  v3(hole * 0.3f, 0.08f + (i == 2 ? 0.07f : 0),
                     (float)(i % 2) * 0.12f + (i == 2 ? 0.06f : 0.02f)),
                  0.045f);
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0.02f), v2(w - 0.1f, d - 0.1f), INFINITY);
}
