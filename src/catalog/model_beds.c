// Models: beds and bedding.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

static const uint32_t sheets[6] = {0xE9E5DC, 0xC9D2D6, 0xD8CBB8, 0xDAD7E0, 0xCDD6C6, 0xE4D3CC};
static const uint32_t blankets[6] = {0x8A99A6, 0x9E7F6C, 0x7F8C76, 0xB9A88E, 0x6C7A8E, 0xA8807C};

// Mattress, folded-back blanket and pillows on a frame; `foot` is the centre of its top.
static void bedding(sketch* s, wend_vec2 size, wend_vec3 foot, int pillows) {
    uint32_t k = (uint32_t)s->look % 6;
    shape_pen sheet = sketch_paint(s, SURFACE_FABRIC, sheets[k]);
    shape_pen cover = sketch_paint(s, SURFACE_FABRIC, blankets[k]);
    float w = size.x, d = size.y, thick = 0.18f, y = foot.y + thick;
    shape_box(&sheet, foot, v3(w, thick, d), 0.05f);
    shape_soft(&cover, v3(foot.x, foot.y + 0.05f, foot.z - d * 0.14f),
               v3(w + 0.03f, thick + 0.01f, d * 0.72f + 0.02f), 14);
    shape_soft(&sheet, v3(foot.x, y - 0.04f, foot.z + d * 0.2f), v3(w + 0.034f, 0.07f, d * 0.12f),
               8);
    for (int i = 0; i < pillows; i++) {
        float each = w / (float)pillows, x = foot.x - w / 2 + each * ((float)i + 0.5f);
        shape_soft(&sheet, v3(x, y - 0.02f, foot.z + d / 2 - 0.25f),
                   v3(fminf(each - 0.04f, 0.75f), 0.15f, 0.42f), 4);
    }
}

static void bunk_bed(sketch* s) {
    shape_pen wood = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    parts_legs(&wood, v2(w, d), h, 0.07f);
    for (int level = 0; level < 2; level++) {
        float y = level ? h * 0.62f : 0.22f;
        for (int i = -1; i <= 1; i += 2) {
            shape_box(&wood, v3((float)i * (w / 2 - 0.035f), y, 0), v3(0.03f, 0.12f, d - 0.08f), 0);
            shape_box(&wood, v3(0, y + 0.001f, (float)i * (d / 2 - 0.035f)),
                      v3(w - 0.08f, 0.12f, 0.03f), 0);
            if (level)
                shape_box(&wood, v3((float)i * (w / 2 - 0.034f), y + 0.26f, 0),
                          v3(0.025f, 0.07f, d - 0.08f), 0);
        }
        bedding(s, v2(w - 0.13f, d - 0.13f), v3(0, y + 0.04f, 0), 1);
        sketch_place(s, WEND_RELATION_ON, v3(0, y + 0.28f, -0.2f), v2(w - 0.2f, d - 0.9f),
                     level ? INFINITY : h * 0.3f);
    }
    for (int i = 0; i < 5; i++)
        shape_rod(&wood, v3(-w / 2 - 0.03f, 0.25f + 0.25f * (float)i, -d / 2 + 0.2f),
                  v3(-w / 2 - 0.03f, 0.25f + 0.25f * (float)i, -d / 2 + 0.58f), 0.014f);
    for (int i = 0; i < 2; i++)
        shape_box(&wood, v3(-w / 2 - 0.03f, 0, -d / 2 + 0.2f + 0.38f * (float)i),
                  v3(0.03f, h * 0.82f, 0.04f), 0);
    sketch_place(s, WEND_RELATION_UNDER, v3(0, 0, 0), v2(w - 0.15f, d - 0.15f), 0.21f);
}

void model_bed(sketch* s) {
    if (s->shape == 2) {
        bunk_bed(s);
        return;
    }
    shape_pen frame = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z, base = 0.28f;
    bool padded =
        s->material == WEND_MATERIAL_TYPE_FABRIC || s->material == WEND_MATERIAL_TYPE_LEATHER;
    parts_legs(&frame, v2(w - 0.03f, d - 0.04f), base - 0.02f, 0.06f);
    shape_box(&frame, v3(0, base - 0.13f, -0.02f), v3(w, 0.15f, d - 0.04f),
              padded ? 0.03f : 0.012f);
    if (padded) {
        shape_box(&frame, v3(0, 0.04f, d / 2 - 0.06f), v3(w + 0.01f, h - 0.04f, 0.12f), 0.04f);
    } else {
        shape_box(&frame, v3(0, 0.02f, d / 2 - 0.02f), v3(w + 0.01f, h - 0.02f, 0.04f), 0.01f);
        if (s->detail >= 0.2f)
            shape_box(&frame, v3(0, h - 0.05f, d / 2 - 0.03f), v3(w + 0.02f, 0.055f, 0.06f),
                      0.012f);
    }
    bedding(s, v2(w - 0.08f, d - (padded ? 0.20f : 0.12f)), v3(0, base, padded ? -0.05f : -0.01f),
            w > 1.2f ? 2 : 1);
    sketch_place(s, WEND_RELATION_ON, v3(0, base + 0.24f, -0.25f), v2(w - 0.2f, d - 0.85f),
                 INFINITY);
    sketch_place(s, WEND_RELATION_UNDER, v3(0, 0, -0.03f), v2(w - 0.2f, d - 0.22f), base - 0.14f);
}

void model_dog_bed(sketch* s) {
    shape_pen cloth = sketch_main(s), inner = sketch_paint(s, SURFACE_FABRIC, 0xD8CCB8);
    float w = s->size.x, h = s->size.y, d = s->size.z, tube = h / 2;
    wend_vec2 oval[64];
    wend_vec3 path[64];
    int count = parts_oval(&cloth, v2(w - 2 * tube, d - 2 * tube), 3, oval, 64);
    for (int i = 0; i < count; i++) path[i] = v3(oval[i].x, tube, oval[i].y);
    shape_tube(&cloth, path, count, tube, true);
    shape_soft(&inner, v3(0, 0.01f, 0), v3(w - 2.2f * tube, h * 0.55f, d - 2.2f * tube), 4);
    sketch_place(s, WEND_RELATION_ON, v3(0, h * 0.56f, 0), v2(w - 5 * tube, d - 5 * tube),
                 INFINITY);
}

void model_pillow(sketch* s) {
    shape_pen cloth = sketch_main(s);
    shape_soft(&cloth, v3(0, 0, 0), s->size, s->shape ? 3 : 4);
}

void model_cushion(sketch* s) {
    shape_pen cloth =
        s->look % 3 == 2 ? sketch_print(s, PICTURE_CHECKS, (uint32_t)s->look % 2) : sketch_main(s);
    shape_soft(&cloth, v3(0, 0, 0), s->size, 4);
}
