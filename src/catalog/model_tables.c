// Models: tables and desks.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

static void rectangular_table(sketch* s, float thick, float leg, bool apron) {
    shape_pen wood = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&wood, v3(0, h - thick, 0),
              s->material == WEND_MATERIAL_TYPE_GLASS ? v3(w, thick, d) : v3(w, thick, d), 0.01f);
    shape_pen under =
        s->material == WEND_MATERIAL_TYPE_WOODEN ? wood : sketch_paint(s, SURFACE_METAL, 0x8E9296);
    parts_legs(&under, v2(w - 0.06f, d - 0.06f), h - thick / 2, leg);
    if (apron && s->detail >= 0.2f) {
        for (int i = -1; i <= 1; i += 2) {
            shape_box(&under, v3(0, h - thick - 0.06f, (float)i * (d / 2 - 0.055f)),
                      v3(w - 0.14f, 0.07f, 0.02f), 0);
            shape_box(&under, v3((float)i * (w / 2 - 0.055f), h - thick - 0.06f, 0),
                      v3(0.02f, 0.07f, d - 0.14f), 0);
        }
    }
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w - 0.02f, d - 0.02f), INFINITY);
    sketch_place(s, WEND_RELATION_UNDER, v3(0, 0, 0), v2(w - 0.2f, d - 0.2f), h - thick - 0.07f);
}

// A round top on a central foot.
static void round_table(sketch* s) {
    shape_pen top = sketch_main(s);
    shape_pen foot =
        s->material == WEND_MATERIAL_TYPE_WOODEN ? top : sketch_paint(s, SURFACE_METAL, 0x55585C);
    float r = s->size.x / 2, h = s->size.y, t = 0.028f;
    const wend_vec2 disc[6] = {{0, 0},          {r - 0.02f, 0},  {r, 0.012f},
                               {r, t - 0.005f}, {r - 0.006f, t}, {0, t}};
    shape_lathe(&top, v3(0, h - t, 0), disc, 6, 36);
    float f = fminf(0.6f * r, 0.3f);
    const wend_vec2 column[7] = {{0, 0},
                                 {f, 0},
                                 {f, 0.012f},
                                 {0.07f * f / 0.3f + 0.015f, 0.04f},
                                 {0.035f, 0.12f},
                                 {0.035f, h - t + 0.01f},
                                 {0, h - t + 0.01f}};
    shape_lathe(&foot, v3(0, 0, 0), column, 7, 24);
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(r * 1.38f, r * 1.38f), INFINITY);
}

void model_dining_table(sketch* s) {
    if (s->shape == 1)
        round_table(s);
    else
        rectangular_table(s, s->shape == 2 ? 0.045f : 0.032f, s->shape == 2 ? 0.09f : 0.065f, true);
}

void model_table(sketch* s) { model_dining_table(s); }

void model_coffee_table(sketch* s) {
    shape_pen top = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    if (s->shape == 1) {
        wend_vec2 oval[64];
        int count = parts_oval(&top, v2(w, d), 2.6f, oval, 64);
        shape_plate(&top, oval, count, h - 0.025f, h);
        shape_pen leg = s->material == WEND_MATERIAL_TYPE_WOODEN
                            ? top
                            : sketch_paint(s, SURFACE_METAL, 0x55585C);
        parts_splayed_legs(&leg, v2(w * 0.72f, d * 0.72f), h - 0.012f, 0.016f, 0.05f);
        sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w * 0.76f, d * 0.76f), INFINITY);
        sketch_place(s, WEND_RELATION_UNDER, v3(0, 0, 0), v2(w * 0.5f, d * 0.5f), h - 0.03f);
        return;
    }
    rectangular_table(s, 0.03f, 0.05f, false);
    if (s->shape == 2) {  // with a shelf below
        shape_pen board = s->material == WEND_MATERIAL_TYPE_WOODEN
                              ? top
                              : sketch_paint(s, SURFACE_METAL, 0x8E9296);
        shape_box(&board, v3(0, 0.13f, 0), v3(w - 0.075f, 0.018f, d - 0.075f), 0);
        s->out->surface_count = 1;
        sketch_place(s, WEND_RELATION_ON, v3(0, 0.148f, 0), v2(w - 0.16f, d - 0.16f), h - 0.18f);
    }
}

void model_side_table(sketch* s) {
    if (s->shape == 1)
        round_table(s);
    else
        rectangular_table(s, 0.025f, 0.04f, false);
}

// ---- desks --------------------------------------------------------------------------------------

static void drawers(sketch* s, const shape_pen* wood, wend_vec3 foot, wend_vec3 size, int count) {
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0x8E9296);
    shape_box(wood, foot, size, 0);
    float each = (size.y - 0.02f) / (float)count, front = foot.z - size.z / 2;
    for (int i = 0; i < count; i++) {
        float y = foot.y + 0.01f + each * (float)i;
        parts_front(wood, v3(foot.x, y + 0.004f, front), v2(size.x - 0.012f, each - 0.008f));
        parts_bar(&metal, v3(foot.x, y + each * 0.6f, front - 0.013f), fminf(0.12f, size.x * 0.4f),
                  false);
    }
}

void model_desk(sketch* s) {
    shape_pen wood = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z, thick = 0.03f;
    if (s->shape == 1) {  // office desk: a top on two steel frames
        shape_pen metal = sketch_paint(s, SURFACE_METAL, 0xA4A7AA);
        shape_box(&wood, v3(0, h - thick, 0), v3(w, thick, d), 0.005f);
        for (int i = -1; i <= 1; i += 2) {
            float x = (float)i * (w / 2 - 0.10f);
            shape_box(&metal, v3(x, 0, 0), v3(0.07f, 0.025f, d - 0.06f), 0);
            shape_box(&metal, v3(x, 0.01f, 0.05f), v3(0.06f, h - thick - 0.005f, 0.06f), 0);
        }
        shape_box(&metal, v3(0, h - 0.09f, 0.05f), v3(w - 0.20f, 0.05f, 0.03f), 0);
        sketch_place(s, WEND_RELATION_UNDER, v3(0, 0, 0), v2(w - 0.34f, d - 0.1f), h - 0.14f);
    } else {
        float unit = fminf(0.42f, w * 0.34f);
        shape_box(&wood, v3(0, h - thick, 0), v3(w, thick, d), 0.008f);
        shape_box(&wood, v3(-w / 2 + 0.015f + 0.01f, 0, 0), v3(0.03f, h - thick / 2, d - 0.04f), 0);
        drawers(s, &wood, v3(w / 2 - unit / 2 - 0.01f, 0.001f, 0.01f),
                v3(unit, h - thick / 2 - 0.001f, d - 0.06f), 3);
        shape_box(&wood, v3(-unit / 2, h - 0.34f, d / 2 - 0.05f),
                  v3(w - unit - 0.04f, 0.32f, 0.018f), 0);
        sketch_place(s, WEND_RELATION_UNDER, v3(-unit / 2, 0, 0), v2(w - unit - 0.1f, d - 0.12f),
                     h - 0.36f);
    }
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w - 0.02f, d - 0.02f), INFINITY);
}

void model_nightstand(sketch* s) {
    shape_pen wood = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    if (s->shape == 1) {  // a drawer above an open shelf
        parts_legs(&wood, v2(w - 0.01f, d - 0.01f), h - 0.02f, 0.035f);
        shape_box(&wood, v3(0, h - 0.02f, 0), v3(w, 0.02f, d), 0.005f);
        drawers(s, &wood, v3(0, h - 0.18f, 0), v3(w - 0.04f, 0.165f, d - 0.05f), 1);
        shape_box(&wood, v3(0, 0.14f, 0), v3(w - 0.03f, 0.018f, d - 0.03f), 0);
        sketch_place(s, WEND_RELATION_ON, v3(0, 0.158f, 0), v2(w - 0.1f, d - 0.1f), h - 0.35f);
    } else {
        parts_legs(&wood, v2(w - 0.03f, d - 0.03f), 0.12f, 0.035f);
        drawers(s, &wood, v3(0, 0.10f, 0.01f), v3(w - 0.012f, h - 0.115f, d - 0.05f), 2);
        shape_box(&wood, v3(0, h - 0.02f, 0), v3(w, 0.02f, d), 0.005f);
    }
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w - 0.02f, d - 0.02f), INFINITY);
}
