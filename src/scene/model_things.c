// Other things that lie about: toys, tools, electronics, bins, bags.
#include "scene/model_parts.h"
#include "scene/model_table.h"

void model_alarm_clock(sketch* s) {
    shape_pen body = sketch_main(s), face = sketch_picture(s, PICTURE_CLOCK, (uint32_t)s->look);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    if (s->shape == 1) {  // digital
        shape_pen digits = sketch_picture(s, PICTURE_DIGITS, (uint32_t)s->look);
        shape_box(&body, v3(0, 0, 0), s->size, 0.008f);
        float x = w / 2 - 0.01f, z = -d / 2 - 0.0006f;
        const wend_vec3 show[4] = {v3(x, 0.012f, z), v3(-x, 0.012f, z), v3(-x, h - 0.012f, z),
                                   v3(x, h - 0.012f, z)};
        shape_quad(&digits, show);
        return;
    }
    float r = w / 2, middle = r + 0.012f;
    shape_pen drum = shape_pen_tilted(&body, v3(0, middle, d / 2), -(float)WEND_PI / 2);
    const wend_vec2 profile[6] = {{0, 0}, {r * 0.92f, 0}, {r, 0.008f},
                                  {r, d}, {r * 0.9f, d},  {0, d - 0.006f}};
    shape_lathe(&drum, v3(0, 0, 0), profile, 6, 24);
    float f = r * 0.62f, z = -d / 2 + 0.0025f;
    const wend_vec3 dial[4] = {v3(f, middle - f, z), v3(-f, middle - f, z), v3(-f, middle + f, z),
                               v3(f, middle + f, z)};
    shape_quad(&face, dial);
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
    shape_pen skin = sketch_picture(s, PICTURE_BASKETBALL, (uint32_t)s->look);
    float r = s->size.x / 2;
    enum { ROWS = 12 };
    wend_vec2 profile[ROWS + 1];
    for (int i = 0; i <= ROWS; i++) {
        float a = (float)WEND_PI * ((float)i / ROWS - 0.5f);
        profile[i] = v2(i == 0 || i == ROWS ? 0 : r * cosf(a), r + r * sinf(a));
    }
    skin.repeat = (float)WEND_PI * r;  // once from pole to pole, and once around
    shape_lathe(&skin, v3(0, 0, 0), profile, ROWS + 1, 24);
}

void model_laptop(sketch* s) {
    shape_pen body = sketch_main(s),
              screen = sketch_picture(s, PICTURE_SCREEN, (uint32_t)s->look * 2);
    shape_pen keys = sketch_picture(s, PICTURE_KEYS, s->color == WEND_COLOR_BLACK ? 0 : 1);
    float w = s->size.x, d = 0.23f, t = 0.016f;
    shape_box(&body, v3(0, 0, -s->size.z / 2 + d / 2), v3(w, t, d), 0.005f);
    float front = -s->size.z / 2, x = w / 2 - 0.02f, y = t + 0.0006f;
    const wend_vec3 rows[4] = {v3(x, y, front + 0.09f), v3(-x, y, front + 0.09f),
                               v3(-x, y, front + d - 0.02f), v3(x, y, front + d - 0.02f)};
    shape_quad(&keys, rows);
    shape_pen lid = shape_pen_tilted(&body, v3(0, t - 0.004f, front + d - 0.004f), 0.35f);
    shape_box(&lid, v3(0, 0, 0), v3(w, 0.225f, 0.008f), 0.003f);
    shape_pen shown = shape_pen_tilted(&screen, v3(0, t - 0.004f, front + d - 0.004f), 0.35f);
    float z = -0.0046f;
    const wend_vec3 face[4] = {v3(w / 2 - 0.01f, 0.016f, z), v3(-w / 2 + 0.01f, 0.016f, z),
                               v3(-w / 2 + 0.01f, 0.216f, z), v3(w / 2 - 0.01f, 0.216f, z)};
    shape_quad(&shown, face);
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
