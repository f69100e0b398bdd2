// Models: counters, sinks and large appliances of kitchens and laundries.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

static const float worktop = 0.035f, toe = 0.09f;

// A kitchen base unit: plinth, box and worktop. The caller adds fronts.
static void base_unit(sketch* s, const shape_pen* body) {
    shape_pen top = sketch_paint(s, SURFACE_MARBLE, 0xCFCBC2),
              dark = sketch_paint(s, SURFACE_PLAIN, 0x4A4744);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&dark, v3(0, 0, 0.03f), v3(w - 0.006f, toe + 0.01f, d - 0.08f), 0);
    shape_box(body, v3(0, toe, 0.012f), v3(w - 0.002f, h - toe - worktop / 2, d - 0.035f), 0);
    shape_box(&top, v3(0, h - worktop, 0), v3(w, worktop, d), 0.006f);
}

static void unit_fronts(sketch* s, const shape_pen* front, float x, float width, bool drawer) {
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0x9A9DA0);
    float h = s->size.y - toe - worktop - 0.01f, z = -s->size.z / 2 + 0.0295f;
    float door = drawer ? h - 0.17f : h;
    parts_front(front, v3(x, toe + 0.004f, z), v2(width - 0.005f, door - 0.004f));
    parts_bar(&metal, v3(x + width / 2 - 0.06f, toe + door - 0.14f, z - 0.013f), 0.16f, true);
    if (!drawer) return;
    parts_front(front, v3(x, toe + door + 0.004f, z), v2(width - 0.005f, 0.162f));
    parts_bar(&metal, v3(x, toe + door + 0.09f, z - 0.013f), 0.16f, false);
}

void model_counter(sketch* s) {
    shape_pen front = sketch_main(s);
    base_unit(s, &front);
    int units = (int)(s->size.x / 0.55f + 0.5f);
    if (units < 1) units = 1;
    float each = s->size.x / (float)units;
    for (int i = 0; i < units; i++)
        unit_fronts(s, &front, -s->size.x / 2 + each * ((float)i + 0.5f), each, true);
    sketch_place(s, WEND_RELATION_ON, v3(0, s->size.y, 0), v2(s->size.x - 0.02f, s->size.z - 0.04f),
                 INFINITY);
}

static void spout(const shape_pen* p, wend_vec3 at, float height, float reach) {
    wend_vec3 path[9];
    int count = p->detail < 0.2f ? 6 : 9;
    shape_cylinder(p, v3(at.x, at.y - 0.003f, at.z), 0.024f, 0.03f);
    parts_curve(v3(at.x, at.y, at.z), v3(at.x, at.y + height * 1.8f, at.z - reach / 2),
                v3(at.x, at.y + height * 0.55f, at.z - reach), path, count);
    shape_tube(p, path, count, 0.010f, false);
    shape_rod(p, v3(at.x + 0.02f, at.y + 0.02f, at.z), v3(at.x + 0.075f, at.y + 0.05f, at.z),
              0.006f);
}

void model_faucet(sketch* s) {
    shape_pen metal = sketch_main(s);
    spout(&metal, v3(0, 0.003f, 0.06f), 0.20f, 0.15f);
}

// A board with a rectangular hole for a basin, made of four boxes, so that no mesh has to be cut.
static void board_with_hole(const shape_pen* p, wend_vec3 foot, wend_vec3 size, wend_vec2 hole) {
    float side = (size.x - hole.x) / 2, end = (size.z - hole.y) / 2;
    for (int i = -1; i <= 1; i += 2) {
        shape_box(p, v3(foot.x + (float)i * (size.x - side) / 2, foot.y, foot.z),
                  v3(side, size.y, size.z), 0);
        shape_box(p, v3(foot.x, foot.y, foot.z + (float)i * (size.z - end) / 2),
                  v3(hole.x, size.y, end), 0);
    }
}

static void kitchen_sink(sketch* s) {
    shape_pen front = sketch_main(s), metal = sketch_paint(s, SURFACE_METAL, 0xB9BCBF);
    shape_pen top = sketch_paint(s, SURFACE_MARBLE, 0xCFCBC2),
              dark = sketch_paint(s, SURFACE_PLAIN, 0x4A4744);
    float w = s->size.x, h = 0.90f, d = s->size.z;
    wend_vec2 hole = v2(fminf(0.5f, w - 0.16f), d - 0.22f);
    shape_box(&dark, v3(0, 0, 0.03f), v3(w - 0.006f, toe + 0.01f, d - 0.08f), 0);
    shape_box(&front, v3(0, toe, 0.012f), v3(w - 0.002f, h - toe - 0.20f, d - 0.035f), 0);
    board_with_hole(&front, v3(0, h - 0.2005f, 0.012f),
                    v3(w - 0.003f, 0.2005f - worktop / 2, d - 0.036f),
                    v2(hole.x + 0.02f, hole.y + 0.02f));
    board_with_hole(&top, v3(0, h - worktop, 0), v3(w, worktop, d), hole);
    board_with_hole(&metal, v3(0, h - 0.18f, 0), v3(hole.x + 0.015f, 0.185f, hole.y + 0.015f),
                    v2(hole.x - 0.02f, hole.y - 0.02f));
    shape_box(&metal, v3(0, h - 0.185f, 0), v3(hole.x, 0.012f, hole.y), 0);
    sketch_place(s, WEND_RELATION_IN, v3(0, h - 0.173f, 0), v2(hole.x - 0.06f, hole.y - 0.06f),
                 INFINITY);
    spout(&metal, v3(0, h, d / 2 - 0.06f), 0.24f, 0.18f);
    s->size.y = h;  // fronts end at the worktop, not at the tap
    unit_fronts(s, &front, -w / 4, w / 2, false);
    unit_fronts(s, &front, w / 4, w / 2, false);
    float beside = (w - hole.x) / 2;
    if (beside > 0.14f)
        for (int i = -1; i <= 1; i += 2)
            sketch_place(s, WEND_RELATION_ON, v3((float)i * (w - beside) / 2, h, 0),
                         v2(beside - 0.03f, d - 0.06f), INFINITY);
}

static const wend_vec2 basin_profile[9] = {{0, 0},          {0.10f, 0},      {0.17f, 0.05f},
                                           {0.215f, 0.14f}, {0.225f, 0.15f}, {0.205f, 0.152f},
                                           {0.19f, 0.13f},  {0.13f, 0.06f},  {0, 0.045f}};

static void basin(const shape_pen* p, wend_vec3 foot, wend_vec2 scale) {
    shape_pen q = *p;
    wend_transform local = {{scale.x, 0, 0}, {0, 1, 0}, {0, 0, scale.y}, foot};
    q.at = wend_transform_multiply(&p->at, &local);
    shape_lathe(&q, v3(0, 0, 0), basin_profile, 9, 28);
}

void model_sink(sketch* s) {
    float w = s->size.x, d = s->size.z;
    if (s->shape == 0) {
        kitchen_sink(s);
        return;
    }
    shape_pen white = sketch_paint(s, SURFACE_PLAIN, 0xF0EEE9),
              metal = sketch_paint(s, SURFACE_METAL, 0xC3C6C9);
    if (s->shape == 1) {  // on a pedestal
        shape_pen ceramic = sketch_main(s);
        const wend_vec2 foot[6] = {{0, 0},         {0.11f, 0},     {0.11f, 0.02f},
                                   {0.07f, 0.12f}, {0.075f, 0.7f}, {0, 0.7f}};
        shape_lathe(&ceramic, v3(0, 0, 0.02f), foot, 6, 20);
        basin(&ceramic, v3(0, 0.68f, -0.02f), v2(w / 0.45f, (d - 0.05f) / 0.45f));
        shape_box(&ceramic, v3(0, 0.745f, d / 2 - 0.06f), v3(w * 0.8f, 0.10f, 0.12f), 0.02f);
        spout(&metal, v3(0, 0.845f, d / 2 - 0.06f), 0.11f, 0.11f);
        sketch_place(s, WEND_RELATION_IN, v3(0, 0.73f, -0.02f), v2(0.15f, 0.12f), INFINITY);
        return;
    }
    // A cabinet with a bowl on top.
    shape_pen front = sketch_main(s);
    float h = 0.76f;
    shape_box(&front, v3(0, 0.12f, 0.012f), v3(w - 0.01f, h - 0.13f, d - 0.03f), 0);
    parts_legs(&front, v2(w - 0.04f, d - 0.06f), 0.13f, 0.04f);
    shape_box(&white, v3(0, h - 0.025f, 0), v3(w, 0.025f, d), 0.005f);
    for (int i = -1; i <= 1; i += 2) {
        parts_front(&front, v3((float)i * w / 4, 0.13f, -d / 2 + 0.027f),
                    v2(w / 2 - 0.012f, h - 0.17f));
        parts_knob(&metal, v3((float)i * 0.05f, h * 0.55f, -d / 2 + 0.013f));
    }
    basin(&white, v3(0, h - 0.012f, -0.03f), v2(0.84f, 0.8f));
    spout(&metal, v3(0, h, d / 2 - 0.05f), 0.20f, 0.13f);
    sketch_place(s, WEND_RELATION_IN, v3(0, h + 0.035f, -0.03f), v2(0.14f, 0.12f), INFINITY);
    if (w > 0.55f)
        for (int i = -1; i <= 1; i += 2)
            sketch_place(s, WEND_RELATION_ON, v3((float)i * (w / 2 - 0.07f), h, 0),
                         v2(0.11f, d - 0.05f), INFINITY);
}

// ---- appliances ---------------------------------------------------------------------------------

void model_stove(sketch* s) {
    shape_pen body = sketch_main(s), black = sketch_paint(s, SURFACE_PLAIN, 0x242527);
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0xA8ABAE);
    float w = s->size.x, h = s->size.y, d = s->size.z, z = -d / 2 + 0.03f;
    shape_box(&body, v3(0, 0, 0.01f), v3(w, h - 0.012f, d - 0.04f), 0.004f);
    shape_box(&black, v3(0, h - 0.02f, 0.01f), v3(w - 0.01f, 0.014f, d - 0.05f), 0);
    for (int i = 0; i < 4; i++) {
        float r = i == 0 || i == 3 ? 0.095f : 0.075f;
        wend_vec3 at = v3((i & 1 ? 0.25f : -0.25f) * w, h - 0.008f, (i & 2 ? 0.24f : -0.20f) * d);
        if (s->shape == 0)
            shape_cylinder(&metal, at, r, 0.004f);
        else
            shape_torus(&black, v3(at.x, at.y + 0.008f, at.z), r, 0.008f);
    }
    shape_box(&body, v3(0, 0.20f, z - 0.006f), v3(w - 0.02f, h - 0.36f, 0.03f), 0.006f);
    shape_box(&black, v3(0, 0.29f, z - 0.0115f), v3(w - 0.16f, h - 0.56f, 0.022f), 0);
    shape_rod(&metal, v3(-w / 2 + 0.08f, h - 0.20f, z - 0.045f),
              v3(w / 2 - 0.08f, h - 0.20f, z - 0.045f), 0.009f);
    for (int i = -1; i <= 1; i += 2)
        shape_rod(&metal, v3((float)i * (w / 2 - 0.10f), h - 0.20f, z - 0.01f),
                  v3((float)i * (w / 2 - 0.10f), h - 0.20f, z - 0.045f), 0.007f);
    for (int i = 0; i < 5 && s->detail >= 0.2f; i++) {
        shape_pen knob = shape_pen_tilted(
            &black, v3(w * (0.18f * (float)i - 0.36f), h - 0.08f, z + 0.002f), -(float)WEND_PI / 2);
        shape_cone(&knob, v3(0, 0, 0), 0.02f, 0.016f, 0.028f);
    }
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w - 0.1f, d - 0.14f), INFINITY);
}

void model_range_hood(sketch* s) {
    shape_pen metal = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z, low = fminf(0.28f, h * 0.5f);
    shape_box(&metal, v3(0, 0, 0), v3(w, 0.05f, d), 0.004f);
    shape_taper(&metal, v3(0, 0.045f, 0), v3(w - 0.01f, low, d - 0.01f), v2(0.26f, 0.24f),
                v2(0, (d - 0.25f) / 2));
    shape_box(&metal, v3(0, low, (d - 0.25f) / 2 - 0.002f), v3(0.255f, h - low, 0.235f), 0);
}

void model_fridge(sketch* s) {
    shape_pen body = sketch_main(s), metal = sketch_paint(s, SURFACE_METAL, 0x8E9296);
    shape_pen dark = sketch_paint(s, SURFACE_PLAIN, 0x3A3B3D);
    float w = s->size.x, h = s->size.y, d = s->size.z, z = -d / 2 + 0.035f;
    shape_box(&dark, v3(0, 0, 0.03f), v3(w - 0.03f, 0.06f, d - 0.1f), 0);
    shape_box(&body, v3(0, 0.04f, 0.03f), v3(w, h - 0.04f, d - 0.06f), 0.008f);
    if (s->shape == 1) {  // side by side
        for (int i = -1; i <= 1; i += 2) {
            shape_box(&body, v3((float)i * w / 4, 0.06f, z), v3(w / 2 - 0.006f, h - 0.065f, 0.05f),
                      0.012f);
            shape_rod(&metal, v3((float)i * 0.035f, h * 0.4f, z - 0.04f),
                      v3((float)i * 0.035f, h * 0.75f, z - 0.04f), 0.01f);
        }
        return;
    }
    float split = s->shape == 0 ? h * 0.36f : h * 0.68f;
    shape_box(&body, v3(0, 0.06f, z), v3(w - 0.004f, split - 0.065f, 0.05f), 0.012f);
    shape_box(&body, v3(0, split + 0.003f, z), v3(w - 0.004f, h - split - 0.008f, 0.05f), 0.012f);
    float x = -w / 2 + 0.06f;
    shape_rod(&metal, v3(x, split - 0.28f, z - 0.04f), v3(x, split - 0.04f, z - 0.04f), 0.01f);
    shape_rod(&metal, v3(x, split + 0.05f, z - 0.04f), v3(x, split + 0.35f, z - 0.04f), 0.01f);
}

void model_dishwasher(sketch* s) {
    shape_pen body = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x3A3B3D);
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0x8E9296);
    float w = s->size.x, h = s->size.y, d = s->size.z, z = -d / 2 + 0.03f;
    shape_box(&dark, v3(0, 0, 0.03f), v3(w - 0.01f, 0.10f, d - 0.08f), 0);
    shape_box(&body, v3(0, 0.09f, 0.015f), v3(w, h - 0.09f, d - 0.03f), 0.003f);
    shape_box(&body, v3(0, 0.095f, z - 0.012f), v3(w - 0.008f, h - 0.22f, 0.025f), 0.006f);
    shape_box(&dark, v3(0, h - 0.115f, z - 0.008f), v3(w - 0.01f, 0.10f, 0.024f), 0.003f);
    parts_bar(&metal, v3(0, h - 0.18f, z - 0.02f), w * 0.7f, false);
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0.02f), v2(w - 0.03f, d - 0.06f), INFINITY);
}

// Washing machine and dryer: a drum behind a round door.
void model_washing_machine(sketch* s) {
    shape_pen body = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x33363A);
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0xC3C6C9);
    float w = s->size.x, h = s->size.y, d = s->size.z, z = -d / 2 + 0.05f;
    bool dryer = s->out->category == WEND_CATEGORY_CLOTHES_DRYER;
    shape_box(&body, v3(0, 0, 0.025f), v3(w, h, d - 0.05f), 0.012f);
    shape_pen door = shape_pen_tilted(&metal, v3(0, h * 0.46f, z), -(float)WEND_PI / 2);
    const wend_vec2 ring[6] = {{0.13f, -0.01f}, {0.20f, -0.01f}, {0.20f, 0.025f},
                               {0.17f, 0.04f},  {0.13f, 0.035f}, {0.13f, -0.01f}};
    shape_lathe(&door, v3(0, 0, 0), ring, 6, 28);
    shape_pen glass = shape_pen_tilted(&dark, v3(0, h * 0.46f, z), -(float)WEND_PI / 2);
    const wend_vec2 bowl[4] = {
        {0, -0.006f}, {0.14f, -0.006f}, {0.135f, 0.02f}, {0, dryer ? 0.022f : 0.045f}};
    shape_lathe(&glass, v3(0, 0, 0), bowl, 4, 28);
    shape_box(&dark, v3(w * 0.12f, h - 0.10f, z - 0.002f), v3(w * 0.3f, 0.05f, 0.012f), 0);
    shape_pen knob =
        shape_pen_tilted(&metal, v3(w * 0.38f, h - 0.075f, z + 0.002f), -(float)WEND_PI / 2);
    shape_cone(&knob, v3(0, 0, 0), 0.028f, 0.022f, 0.025f);
    if (!dryer)
        shape_box(&body, v3(-w * 0.30f, h - 0.125f, z - 0.003f), v3(w * 0.32f, 0.09f, 0.012f),
                  0.003f);
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0.03f), v2(w - 0.05f, d - 0.1f), INFINITY);
}

void model_microwave(sketch* s) {
    shape_pen body = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x222426);
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0xB4B7BA);
    float w = s->size.x, h = s->size.y, d = s->size.z, z = -d / 2 + 0.02f;
    shape_box(&body, v3(0, 0.008f, 0.012f), v3(w, h - 0.008f, d - 0.025f), 0.006f);
    for (int i = 0; i < 4; i++)
        shape_box(&dark, v3((i & 1 ? 0.4f : -0.4f) * w, 0, (i & 2 ? 0.35f : -0.3f) * d),
                  v3(0.03f, 0.012f, 0.03f), 0);
    shape_box(&dark, v3(w * 0.12f, 0.03f, z - 0.006f), v3(w * 0.70f, h - 0.05f, 0.016f), 0.003f);
    shape_box(&dark, v3(-w * 0.38f, 0.03f, z - 0.003f), v3(w * 0.2f, h - 0.05f, 0.014f), 0);
    shape_rod(&metal, v3(-w * 0.255f, 0.06f, z - 0.03f), v3(-w * 0.255f, h - 0.05f, z - 0.03f),
              0.007f);
    for (int i = 0; i < 2 && s->detail >= 0.2f; i++) {
        shape_pen knob =
            shape_pen_tilted(&metal, v3(-w * 0.38f, h * (0.35f + 0.33f * (float)i), z - 0.009f),
                             -(float)WEND_PI / 2);
        shape_cone(&knob, v3(0, 0, 0), 0.022f, 0.018f, 0.014f);
    }
}
