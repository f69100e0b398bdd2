// Models: seating.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

// ---- chairs -------------------------------------------------------------------------------------

static void wooden_back(const shape_pen* p, wend_vec3 size, float seat, bool spindles) {
    float top = size.y - seat, x = size.x / 2 - 0.022f, z = size.z / 2 - 0.025f;
    shape_pen back = shape_pen_tilted(p, v3(0, seat - 0.02f, z - 0.08f), 0.12f);
    for (int i = -1; i <= 1; i += 2)
        shape_box(&back, v3((float)i * x, 0, 0), v3(0.035f, top, 0.035f), 0.008f);
    float inside = size.x - 0.07f;
    if (spindles) {
        shape_box(&back, v3(0, top - 0.09f, 0), v3(inside, 0.07f, 0.024f), 0.01f);
        int count = p->detail < 0.2f ? 3 : 5;
        for (int i = 0; i < count; i++) {
            float sx = inside * (((float)i + 0.5f) / (float)count - 0.5f);
            shape_rod(&back, v3(sx, 0.01f, 0), v3(sx, top - 0.07f, 0), 0.009f);
        }
        return;
    }
    int slats = p->detail < 0.2f ? 1 : 3;
    for (int i = 0; i < slats; i++) {
        float y = slats == 1 ? 0.15f : 0.12f + (top - 0.20f) * (float)i / 2;
        shape_box(&back, v3(0, y, 0), v3(inside + 0.02f, slats == 1 ? top - 0.18f : 0.065f, 0.018f),
                  0.006f);
    }
}

static void wooden_chair(sketch* s, bool spindles) {
    shape_pen wood = sketch_main(s);
    float w = s->size.x, d = s->size.z, seat = 0.45f;
    shape_box(&wood, v3(0, seat - 0.03f, -0.01f), v3(w, 0.03f, d - 0.06f), 0.012f);
    parts_legs(&wood, v2(w - 0.03f, d - 0.10f), seat - 0.02f, 0.04f);
    if (s->detail >= 0.3f)
        for (int i = -1; i <= 1; i += 2)
            shape_box(&wood, v3((float)i * (w / 2 - 0.037f), 0.18f, 0),
                      v3(0.018f, 0.025f, d - 0.16f), 0);
    wooden_back(&wood, s->size, seat, spindles);
}

static void padded_chair(sketch* s) {
    shape_pen cloth = sketch_main(s), wood = sketch_paint(s, SURFACE_WOOD, 0x7A5536);
    float w = s->size.x, d = s->size.z, seat = 0.48f;
    parts_legs(&wood, v2(w - 0.03f, d - 0.06f), seat - 0.08f, 0.042f);
    shape_box(&cloth, v3(0, seat - 0.10f, 0), v3(w, 0.10f, d - 0.02f), 0.03f);
    shape_pen back = shape_pen_tilted(&cloth, v3(0, seat - 0.05f, d / 2 - 0.07f), 0.08f);
    shape_box(&back, v3(0, 0, 0), v3(w - 0.02f, s->size.y - seat + 0.05f, 0.07f), 0.03f);
}

// A bent shell on four thin legs.
static void shell_chair(sketch* s) {
    shape_pen shell = sketch_main(s), metal = sketch_paint(s, SURFACE_WOOD, 0xC49A68);
    float w = s->size.x, d = s->size.z, seat = 0.44f;
    parts_splayed_legs(&metal, v2(w - 0.02f, d - 0.04f), seat, 0.014f, 0.07f);
    shape_soft(&shell, v3(0, seat - 0.03f, -0.02f), v3(w, 0.05f, d - 0.08f), 5);
    shape_pen back = shape_pen_tilted(&shell, v3(0, seat - 0.02f, d / 2 - 0.14f), 0.24f);
    shape_soft(&back, v3(0, 0, 0), v3(w - 0.02f, s->size.y - seat, 0.045f), 4);
}

void model_chair(sketch* s) {
    if (s->shape == 0) wooden_chair(s, false);
    if (s->shape == 1) padded_chair(s);
    if (s->shape == 2) shell_chair(s);
    if (s->shape == 3) wooden_chair(s, true);
    sketch_place(s, WEND_RELATION_ON, v3(0, s->shape == 1 ? 0.48f : 0.45f, -0.03f), v2(0.34f, 0.3f),
                 0.4f);
}

void model_office_chair(sketch* s) {
    shape_pen cloth = sketch_main(s), black = sketch_paint(s, SURFACE_PLAIN, 0x2B2C2E);
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0xA8ABAE);
    float seat = 0.48f, reach = s->size.x / 2 - 0.03f;
    int feet = 5;
    for (int i = 0; i < feet; i++) {
        float a = (float)(2 * WEND_PI) * (float)i / (float)feet + 0.3f;
        wend_vec3 end = v3(reach * shape_cos(a), 0.055f, reach * shape_sin(a));
        shape_rod(&black, v3(0, 0.10f, 0), end, 0.018f);
        shape_ball(&black, v3(end.x, 0.03f, end.z), v3(0.03f, 0.03f, 0.03f));
    }
    shape_cylinder(&metal, v3(0, 0.08f, 0), 0.026f, seat - 0.12f);
    shape_box(&black, v3(0, seat - 0.09f, 0), v3(0.26f, 0.03f, 0.26f), 0);
    shape_soft(&cloth, v3(0, seat - 0.07f, -0.01f), v3(0.48f, 0.08f, 0.46f), 6);
    shape_box(&black, v3(0, seat - 0.075f, 0.22f), v3(0.06f, 0.28f, 0.025f), 0);
    shape_pen back = shape_pen_tilted(&cloth, v3(0, seat + 0.10f, 0.20f), 0.10f);
    shape_soft(&back, v3(0, 0, 0), v3(0.44f, s->size.y - seat - 0.10f, 0.07f), 5);
    if (s->shape == 1) return;
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i * 0.27f;
        shape_box(&black, v3(x, seat - 0.06f, 0.05f), v3(0.025f, 0.23f, 0.05f), 0);
        shape_box(&black, v3(x, seat + 0.165f, -0.01f), v3(0.06f, 0.03f, 0.24f), 0.01f);
    }
}

// ---- sofas --------------------------------------------------------------------------------------

typedef struct sofa_plan {
    float arm, back, seat;  // metres: width of an arm, depth of the back, height of the seat
    int seats;
    bool soft;  // rounded cushions instead of boxes
} sofa_plan;

static void sofa_body(sketch* s, const sofa_plan* plan) {
    shape_pen cloth = sketch_main(s), leg = sketch_paint(s, SURFACE_WOOD, 0x57402F);
    float w = s->size.x, h = s->size.y, d = s->size.z, inner = w - 2 * plan->arm;
    parts_legs(&leg, v2(w - 0.08f, d - 0.08f), 0.12f, 0.05f);
    shape_box(&cloth, v3(0, 0.10f, 0), v3(w - 0.01f, 0.17f, d - 0.01f), 0.02f);
    for (int i = -1; i <= 1; i += 2)
        shape_box(&cloth, v3((float)i * (w - plan->arm) / 2, 0.11f, 0),
                  v3(plan->arm, plan->seat + 0.09f, d), plan->soft ? 0.06f : 0.03f);
    shape_box(&cloth, v3(0, 0.115f, (d - plan->back) / 2 - 0.002f),
              v3(w - 0.02f, h - 0.115f, plan->back), plan->soft ? 0.06f : 0.03f);
    float each = inner / (float)plan->seats, depth = d - plan->back;
    for (int i = 0; i < plan->seats; i++) {
        float x = -inner / 2 + each * ((float)i + 0.5f);
        shape_soft(&cloth, v3(x, 0.25f, -plan->back / 2 - 0.005f),
                   v3(each - 0.008f, plan->seat - 0.25f, depth + 0.01f), 10);
        shape_pen back =
            shape_pen_tilted(&cloth, v3(x, plan->seat - 0.03f, d / 2 - plan->back - 0.10f), 0.16f);
        shape_soft(&back, v3(0, 0, 0), v3(each - 0.02f, h - plan->seat - 0.01f, 0.17f),
                   plan->soft ? 4 : 7);
        sketch_place(s, WEND_RELATION_ON, v3(x, plan->seat, -plan->back / 2 - 0.08f),
                     v2(each - 0.08f, depth - 0.30f), INFINITY);
    }
}

void model_sofa(sketch* s) {
    int seats = s->size.x < 1.7f ? 2 : 3;
    sofa_plan plan = {s->shape == 1 ? 0.22f : 0.14f, 0.20f, 0.43f, seats, s->shape == 1};
    sofa_body(s, &plan);
}

void model_armchair(sketch* s) {
    if (s->shape < 2) {
        sofa_plan plan = {s->shape ? 0.19f : 0.13f, 0.18f, 0.44f, 1, s->shape == 1};
        sofa_body(s, &plan);
        return;
    }
    // An open wooden frame with two cushions.
    shape_pen cloth = sketch_main(s), wood = sketch_paint(s, SURFACE_WOOD, 0xA87C50);
    float w = s->size.x, d = s->size.z;
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i * (w / 2 - 0.025f);
        shape_taper(&wood, v3(x, 0, -d / 2 + 0.05f), v3(0.04f, 0.58f, 0.04f), v2(0.05f, 0.05f),
                    v2(0, 0.03f));
        shape_taper(&wood, v3(x, 0, d / 2 - 0.06f), v3(0.04f, 0.58f, 0.04f), v2(0.05f, 0.05f),
                    v2(0, -0.08f));
        shape_box(&wood, v3(x, 0.57f, -0.02f), v3(0.055f, 0.025f, d - 0.10f), 0.008f);
    }
    shape_box(&wood, v3(0, 0.27f, -0.02f), v3(w - 0.06f, 0.05f, d - 0.20f), 0);
    shape_soft(&cloth, v3(0, 0.31f, -0.04f), v3(w - 0.11f, 0.14f, d - 0.14f), 8);
    shape_pen back = shape_pen_tilted(&cloth, v3(0, 0.36f, d / 2 - 0.24f), 0.28f);
    shape_soft(&back, v3(0, 0, 0), v3(w - 0.11f, s->size.y - 0.36f, 0.13f), 6);
    sketch_place(s, WEND_RELATION_ON, v3(0, 0.45f, -0.08f), v2(w - 0.2f, d - 0.4f), 0.6f);
}

// ---- small seats --------------------------------------------------------------------------------

void model_stool(sketch* s) {
    shape_pen main = sketch_main(s);
    float w = s->size.x, h = s->size.y;
    if (s->shape == 0) {  // round, on four legs
        shape_pen leg = main;
        parts_splayed_legs(&leg, v2(w, w), h - 0.02f, 0.016f, 0.06f);
        const wend_vec2 seat[6] = {{0, 0},          {w / 2 - 0.02f, 0},      {w / 2, 0.012f},
                                   {w / 2, 0.028f}, {w / 2 - 0.01f, 0.035f}, {0, 0.033f}};
        shape_lathe(&main, v3(0, h - 0.035f, 0), seat, 6, 24);
    } else {  // bar stool with a central foot
        shape_pen metal = sketch_paint(s, SURFACE_METAL, 0xB4B7BA);
        shape_cone(&metal, v3(0, 0, 0), w / 2, w / 2 - 0.03f, 0.02f);
        shape_cylinder(&metal, v3(0, 0.01f, 0), 0.025f, h - 0.06f);
        shape_torus(&metal, v3(0, 0.25f, 0), w / 2 - 0.05f, 0.009f);
        shape_rod(&metal, v3(0.05f - w / 2, 0.25f, 0), v3(w / 2 - 0.05f, 0.25f, 0), 0.008f);
        shape_soft(&main, v3(0, h - 0.08f, 0), v3(w - 0.03f, 0.08f, w - 0.03f), 3);
    }
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w * 0.6f, w * 0.6f), INFINITY);
}

void model_ottoman(sketch* s) {
    shape_pen cloth = sketch_main(s), leg = sketch_paint(s, SURFACE_WOOD, 0x57402F);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    if (s->shape == 1) {  // pouffe
        shape_soft(&cloth, v3(0, 0, 0), v3(w, h, d), 3);
    } else {
        parts_legs(&leg, v2(w - 0.06f, d - 0.06f), 0.11f, 0.045f);
        shape_box(&cloth, v3(0, 0.10f, 0), v3(w - 0.006f, h - 0.16f, d - 0.006f), 0.02f);
        shape_soft(&cloth, v3(0, h - 0.11f, 0), v3(w, 0.11f, d), 9);
    }
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0),
                 v2(w * (s->shape ? 0.3f : 0.7f), d * (s->shape ? 0.3f : 0.7f)), INFINITY);
}

void model_footstool(sketch* s) {
    shape_pen main = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&main, v3(0, h - 0.025f, 0), v3(w, 0.025f, d), 0.006f);
    for (int i = -1; i <= 1; i += 2)
        shape_taper(&main, v3((float)i * (w / 2 - 0.05f), 0, 0), v3(0.025f, h - 0.015f, d - 0.01f),
                    v2(0.025f, d - 0.05f), v2((float)i * -0.015f, 0));
    shape_box(&main, v3(0, h * 0.45f, 0), v3(w - 0.12f, 0.05f, 0.02f), 0);
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w * 0.9f, d * 0.9f), INFINITY);
    sketch_place(s, WEND_RELATION_UNDER, v3(0, 0, 0), v2(w - 0.16f, d), h * 0.45f);
}

void model_bench(sketch* s) {
    shape_pen wood = sketch_main(s), dark = sketch_paint(s, SURFACE_METAL, 0x45484B);
    float w = s->size.x, h = s->size.y, d = s->size.z, seat = s->shape ? h : 0.45f;
    int slats = s->detail < 0.2f ? 1 : 5;
    float pitch = (s->shape ? d : d - 0.10f) / (float)slats, front = -d / 2;
    for (int i = 0; i < slats; i++)
        shape_box(&wood, v3(0, seat - 0.03f, front + pitch * ((float)i + 0.5f)),
                  v3(w, 0.03f, pitch - 0.012f), 0.006f);
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i * (w / 2 - 0.15f);
        shape_box(&dark, v3(x, 0, -d / 2 + 0.06f), v3(0.05f, seat - 0.02f, 0.04f), 0);
        shape_box(&dark, v3(x, 0, d / 2 - (s->shape ? 0.06f : 0.16f)),
                  v3(0.05f, seat - 0.02f, 0.04f), 0);
        shape_box(&dark, v3(x, seat - 0.06f, s->shape ? 0 : -0.05f),
                  v3(0.045f, 0.035f, d - (s->shape ? 0.05f : 0.14f)), 0);
    }
    sketch_place(s, WEND_RELATION_ON, v3(0, seat, s->shape ? 0 : -0.08f),
                 v2(w - 0.1f, s->shape ? d - 0.06f : d - 0.24f), INFINITY);
    if (s->shape) {
        sketch_place(s, WEND_RELATION_UNDER, v3(0, 0, 0), v2(w - 0.4f, d - 0.04f), seat - 0.08f);
        return;
    }
    shape_pen back = shape_pen_tilted(&wood, v3(0, seat, d / 2 - 0.12f), 0.18f);
    shape_pen post = shape_pen_tilted(&dark, v3(0, seat, d / 2 - 0.12f), 0.18f);
    for (int i = 0; i < 3; i++)
        shape_box(&back, v3(0, 0.08f + 0.12f * (float)i, 0), v3(w, 0.09f, 0.025f), 0.006f);
    for (int i = -1; i <= 1; i += 2)
        shape_box(&post, v3((float)i * (w / 2 - 0.15f), -0.05f, 0.025f),
                  v3(0.04f, h - seat + 0.04f, 0.03f), 0);
}
