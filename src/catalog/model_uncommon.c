// Models: the twelve uncommon objects of PASTURE.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

void model_crate(sketch* s) {
    shape_pen main = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z, t = 0.012f;
    shape_box(&main, v3(0, 0, 0), v3(w - 0.002f, t, d - 0.002f), 0);
    for (int i = 0; i < 4; i++)
        shape_box(&main,
                  v3((i & 1 ? 0.5f : -0.5f) * (w - 0.035f), 0.003f,
                     (i & 2 ? 0.5f : -0.5f) * (d - 0.035f)),
                  v3(0.035f, h - 0.003f, 0.035f), 0.004f);
    int rails = 3;
    float high = (h - 0.02f) / (float)rails;
    for (int side = -1; side <= 1; side += 2)
        for (int i = 0; i < rails; i++) {
            float y = 0.004f + high * (float)i + (i == 2 ? 0.012f : 0);
            shape_box(&main, v3(0, y, (float)side * (d / 2 - 0.009f)),
                      v3(w - 0.04f, high - 0.018f, t), 0);
            shape_box(&main, v3((float)side * (w / 2 - 0.009f), y, 0),
                      v3(t, high - 0.018f, d - 0.04f), 0);
        }
    sketch_place(s, WEND_RELATION_IN, v3(0, t, 0), v2(w - 0.09f, d - 0.09f), INFINITY);
}

// ---- the guitar ---------------------------------------------------------------------------------

static const wend_vec2 guitar_outline[] = {{0, 0},
                                           {0.09f, 0.008f},
                                           {0.145f, 0.05f},
                                           {0.16f, 0.11f},
                                           {0.145f, 0.17f},
                                           {0.118f, 0.215f},
                                           {0.117f, 0.25f},
                                           {0.135f, 0.30f},
                                           {0.132f, 0.345f},
                                           {0.105f, 0.362f},
                                           {0.08f, 0.335f},
                                           {0.055f, 0.30f},
                                           {0.03f, 0.29f},
                                           {-0.03f, 0.29f},
                                           {-0.05f, 0.32f},
                                           {-0.075f, 0.372f},
                                           {-0.108f, 0.405f},
                                           {-0.138f, 0.385f},
                                           {-0.142f, 0.33f},
                                           {-0.122f, 0.26f},
                                           {-0.118f, 0.22f},
                                           {-0.14f, 0.17f},
                                           {-0.16f, 0.11f},
                                           {-0.145f, 0.05f},
                                           {-0.09f, 0.008f}};

static const wend_vec2 guard_outline[] = {
    {0.02f, 0.12f},   {0.09f, 0.09f},    {0.12f, 0.13f},  {0.09f, 0.21f},  {0.095f, 0.30f},
    {0.035f, 0.285f}, {-0.035f, 0.285f}, {-0.07f, 0.34f}, {-0.09f, 0.27f}, {-0.06f, 0.20f}};

void model_electric_guitar(sketch* s) {
    shape_pen body = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x222326);
    shape_pen neck = sketch_paint(s, SURFACE_WOOD, 0x8A5C38),
              metal = sketch_paint(s, SURFACE_METAL, 0xC3C6C9);
    float lean = 0.16f;
    // Built upright with the front along -z, then tilted back into its stand.
    wend_vec3 foot = v3(0, 0.09f, -0.06f);
    shape_pen up = shape_pen_tilted(&body, foot, lean),
              flat = shape_pen_tilted(&up, v3(0, 0, 0), -(float)WEND_PI / 2);
    int count = (int)(sizeof guitar_outline / sizeof *guitar_outline);
    shape_plate(&flat, guitar_outline, count, -0.022f, 0.022f);
    shape_pen guard = flat, wood = flat, iron = flat;
    guard.mesh = dark.mesh;
    wood.mesh = neck.mesh;
    iron.mesh = metal.mesh;
    shape_plate(&guard, guard_outline, (int)(sizeof guard_outline / sizeof *guard_outline), 0.02f,
                0.025f);
    shape_box(&wood, v3(0, 0.012f, 0.50f), v3(0.05f, 0.022f, 0.48f), 0.004f);
    for (int i = 0; i < 2; i++)
        shape_box(&iron, v3(0, 0.018f, 0.14f + 0.075f * (float)i), v3(0.075f, 0.014f, 0.026f),
                  0.003f);
    shape_box(&iron, v3(0, 0.016f, 0.085f), v3(0.08f, 0.014f, 0.02f), 0);
    const wend_vec2 head[6] = {{-0.026f, 0.72f}, {0.026f, 0.72f}, {0.04f, 0.76f},
                               {0.035f, 0.89f},  {0.0f, 0.91f},   {-0.05f, 0.80f}};
    shape_plate(&flat, head, 6, 0.006f, 0.024f);
    for (int i = 0; i < 6 && s->detail >= 0.2f; i++) {
        float y = 0.77f + 0.02f * (float)i;
        shape_rod(&iron, v3(-0.03f + 0.004f * (float)i, 0.015f, y),
                  v3(-0.065f + 0.006f * (float)i, 0.015f, y + 0.006f), 0.004f);
    }
    for (int i = 0; i < 6 && s->detail >= 0.7f; i++) {
        float x = -0.017f + 0.0068f * (float)i;
        shape_rod(&iron, v3(x, 0.037f, 0.09f), v3(x, 0.037f, 0.74f), 0.0009f);
    }
    for (int i = -1; i <= 1; i += 2) {  // the stand
        shape_rod(&dark, v3((float)i * 0.13f, 0.008f, -0.14f), v3((float)i * 0.10f, 0.30f, 0.07f),
                  0.008f);
        shape_rod(&dark, v3((float)i * 0.11f, 0.008f, 0.14f), v3((float)i * 0.10f, 0.30f, 0.07f),
                  0.008f);
        shape_rod(&dark, v3((float)i * 0.115f, 0.085f, -0.12f),
                  v3((float)i * 0.105f, 0.075f, 0.06f), 0.009f);
    }
    shape_rod(&dark, v3(-0.10f, 0.29f, 0.065f), v3(0.10f, 0.29f, 0.065f), 0.008f);
}

void model_surfboard(sketch* s) {
    shape_pen top = s->look % 4 == 0 && !s->dyed
                        ? sketch_picture(s, PICTURE_TIE_DYE, (uint32_t)s->look)
                        : sketch_main(s);
    shape_pen fin = sketch_paint(s, SURFACE_PLAIN, 0x3A3B3D),
              stripe = sketch_paint(s, SURFACE_PLAIN, 0xF0ECE2);
    float w = s->size.x, length = s->size.y, lean = 0.07f;
    shape_pen up = shape_pen_tilted(&top, v3(0, 0, -0.04f), lean),
              flat = shape_pen_tilted(&up, v3(0, 0, 0), -(float)WEND_PI / 2);
    wend_vec2 outline[40];
    int half = s->detail < 0.3f ? 8 : 19, count = 2 * half;
    for (int i = 0; i < half; i++) {
        float t = (float)i / (float)(half - 1);
        float wide =
            w / 2 * powf(shape_sin((float)WEND_PI * (0.06f + 0.94f * powf(t, 0.85f))), 0.62f);
        if (i == half - 1) wide = 0.004f;
        outline[i] = v2(wide, t * length);
        outline[count - 1 - i] = v2(-wide, t * length);
    }
    shape_plate(&flat, outline, count, -0.03f, 0.03f);
    shape_pen fins = flat, line = flat;
    fins.mesh = fin.mesh;
    fins.stretch = line.stretch = false;
    line.mesh = stripe.mesh;
    shape_box(&line, v3(0, 0.028f, length * 0.5f), v3(0.012f, 0.004f, length * 0.86f), 0);
    for (int i = -1; i <= 1; i++)
        shape_taper(&fins, v3((float)i * w * 0.22f, -0.15f, 0.14f + (i ? 0.06f : 0)),
                    v3(0.008f, 0.13f, 0.03f), v2(0.012f, 0.11f), v2(0, 0.03f));
}

// ---- sweets and kitchen -------------------------------------------------------------------------

static void gingerbread_roof(const shape_pen* cake, const shape_pen* icing, wend_vec3 size,
                             float eaves) {
    float w = size.x, d = size.z, rise = size.y - eaves - 0.01f;
    const wend_vec2 gable[3] = {
        {-w * 0.38f, eaves - 0.002f}, {w * 0.38f, eaves - 0.002f}, {0, size.y - 0.02f}};
    shape_pen upright = shape_pen_tilted(cake, v3(0, 0, d * 0.34f), -(float)WEND_PI / 2);
    shape_plate(&upright, gable, 3, 0, d * 0.68f);
    float slope = atan2f(rise, w * 0.42f),
          length = sqrtf(rise * rise + w * w * 0.42f * 0.42f) + 0.012f;
    for (int i = -1; i <= 1; i += 2) {
        shape_pen side =
            shape_pen_rolled(icing, v3((float)i * w * 0.46f, eaves - 0.012f, 0), (float)-i * slope);
        shape_box(&side, v3((float)-i * length / 2, 0.002f, 0), v3(length, 0.012f, d * 0.86f),
                  0.005f);
    }
}

void model_gingerbread_house(sketch* s) {
    shape_pen cake = sketch_main(s), icing = sketch_paint(s, SURFACE_PLAIN, 0xF6F2EA);
    static const uint32_t sweets[4] = {0xC24A48, 0x5E9A5A, 0xE2B040, 0x5A83B8};
    float w = s->size.x, d = s->size.z, eaves = s->size.y * 0.5f;
    shape_cylinder(&icing, v3(0, 0, 0), w / 2, 0.012f);
    shape_box(&cake, v3(0, 0.01f, 0), v3(w * 0.70f, eaves - 0.01f, d * 0.62f), 0);
    gingerbread_roof(&cake, &icing, s->size, eaves);
    float front = -d * 0.31f;
    shape_box(&icing, v3(0, 0.011f, front - 0.003f), v3(w * 0.20f, eaves * 0.66f, 0.012f), 0.003f);
    for (int i = -1; i <= 1; i += 2) {
        shape_box(&icing, v3((float)i * w * 0.23f, eaves * 0.45f, front - 0.002f),
                  v3(w * 0.13f, w * 0.13f, 0.010f), 0);
        shape_rod(&icing, v3((float)i * w * 0.35f, 0.012f, front),
                  v3((float)i * w * 0.35f, eaves - 0.003f, front), 0.007f);
    }
    shape_box(&cake, v3(0, 0.012f, front - 0.005f), v3(w * 0.15f, eaves * 0.58f, 0.012f), 0.003f);
    shape_box(&cake, v3(w * 0.2f, eaves, d * 0.1f), v3(w * 0.11f, s->size.y * 0.44f, w * 0.11f),
              0.003f);
    shape_box(&icing, v3(w * 0.2f, s->size.y * 0.92f, d * 0.1f),
              v3(w * 0.14f, s->size.y * 0.07f, w * 0.14f), 0.006f);
    for (int i = 0; i < 10; i++) {
        shape_pen sweet = sketch_paint(s, SURFACE_PLAIN, sweets[i % 4]);
        float a = (float)WEND_PI * (1 + (float)i / 9), r = w * 0.44f;
        shape_ball(&sweet, v3(r * shape_cos(a), 0.022f, r * shape_sin(a)),
                   v3(0.012f, 0.012f, 0.012f));
    }
}

void model_espresso_machine(sketch* s) {
    shape_pen body = sketch_main(s), black = sketch_paint(s, SURFACE_PLAIN, 0x26272A);
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0xC9CCCE),
              wood = sketch_paint(s, SURFACE_WOOD, 0x57402F);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&body, v3(0, 0.012f, d * 0.17f), v3(w, h - 0.04f, d * 0.62f), 0.012f);
    shape_box(&body, v3(0, h * 0.66f, -d * 0.05f), v3(w - 0.003f, h * 0.25f, d * 0.78f), 0.012f);
    shape_box(&black, v3(0, 0, 0), v3(w * 0.96f, 0.05f, d), 0.006f);
    shape_box(&metal, v3(0, 0.046f, -d * 0.24f), v3(w * 0.86f, 0.008f, d * 0.40f), 0);
    shape_cylinder(&metal, v3(0, h * 0.55f, -d * 0.20f), 0.035f, h * 0.13f);
    shape_cylinder(&black, v3(0, h * 0.47f, -d * 0.20f), 0.032f, h * 0.09f);
    shape_rod(&wood, v3(0, h * 0.52f, -d * 0.26f), v3(0, h * 0.49f, -d * 0.62f), 0.013f);
    wend_vec3 wand[5];
    parts_curve(v3(w * 0.36f, h * 0.68f, -d * 0.30f), v3(w * 0.44f, h * 0.45f, -d * 0.36f),
                v3(w * 0.38f, h * 0.22f, -d * 0.36f), wand, 5);
    shape_tube(&metal, wand, 5, 0.006f, false);
    for (int i = -1; i <= 1; i++) {
        shape_pen knob =
            shape_pen_tilted(i ? &black : &metal, v3((float)i * w * 0.28f, h * 0.80f, -d * 0.435f),
                             -(float)WEND_PI / 2);
        shape_cone(&knob, v3(0, 0, 0), i ? 0.018f : 0.026f, i ? 0.015f : 0.024f, 0.016f);
    }
    for (int i = 0; i < 4; i++) {
        float x = (i & 1 ? 0.45f : -0.45f) * w, z = d * (i & 2 ? 0.44f : 0.0f);
        shape_rod(&metal, v3(x, h - 0.05f, z), v3(x, h, z), 0.004f);
    }
    for (int i = -1; i <= 1; i += 2)
        shape_rod(&metal, v3((float)i * 0.45f * w, h - 0.006f, 0),
                  v3((float)i * 0.45f * w, h - 0.006f, d * 0.44f), 0.004f);
}

void model_rice_cooker(sketch* s) {
    shape_pen body = sketch_main(s), grey = sketch_paint(s, SURFACE_PLAIN, 0x8E9296),
              dark = sketch_paint(s, SURFACE_PLAIN, 0x33363A);
    float r = s->size.z / 2, h = s->size.y;
    const wend_vec2 pot[7] = {{0, 0.012f},   {r * 0.8f, 0},  {r * 0.94f, 0.02f},
                              {r, h * 0.3f}, {r, h * 0.62f}, {r * 0.96f, h * 0.66f},
                              {0, h * 0.66f}};
    shape_lathe(&body, v3(0, 0, 0), pot, 7, 28);
    const wend_vec2 lid[6] = {{0, h * 0.64f},        {r * 0.98f, h * 0.64f}, {r * 0.95f, h * 0.72f},
                              {r * 0.7f, h * 0.86f}, {r * 0.3f, h * 0.92f},  {0, h * 0.93f}};
    shape_lathe(&body, v3(0, 0, 0), lid, 6, 28);
    shape_torus(&grey, v3(0, h * 0.65f, 0), r * 0.985f, 0.007f);
    shape_cylinder(&dark, v3(0, h * 0.90f, r * 0.35f), 0.02f, h * 0.05f);
    wend_vec3 grip[6];
    parts_curve(v3(-r * 0.5f, h * 0.84f, 0), v3(0, h * 1.14f, 0), v3(r * 0.5f, h * 0.84f, 0), grip,
                6);
    shape_tube(&grey, grip, 6, 0.009f, false);
    shape_box(&grey, v3(0, h * 0.16f, -r * 0.93f), v3(r * 0.75f, h * 0.34f, 0.03f), 0.008f);
    shape_box(&dark, v3(0, h * 0.20f, -r * 0.93f - 0.014f), v3(r * 0.3f, h * 0.14f, 0.012f),
              0.003f);
    for (int i = -1; i <= 1; i += 2)
        shape_box(&grey, v3((float)i * (r + 0.006f), h * 0.5f, 0), v3(0.03f, 0.02f, 0.08f), 0.006f);
}

void model_mate(sketch* s) {
    shape_pen gourd = sketch_main(s), metal = sketch_paint(s, SURFACE_METAL, 0xC9CCCE),
              herb = sketch_paint(s, SURFACE_LEAVES, 0xE6F0C8);
    float r = s->size.z / 2, h = s->size.y * 0.66f;
    const wend_vec2 body[9] = {{0, 0},
                               {r * 0.42f, 0.002f},
                               {r * 0.82f, h * 0.14f},
                               {r, h * 0.38f},
                               {r * 0.94f, h * 0.58f},
                               {r * 0.66f, h * 0.86f},
                               {r * 0.64f, h * 0.96f},
                               {r * 0.5f, h * 0.96f},
                               {0, h * 0.8f}};
    shape_lathe(&gourd, v3(0, 0, 0), body, 9, 24);
    const wend_vec2 rim[5] = {{r * 0.53f, h * 0.88f},
                              {r * 0.70f, h * 0.86f},
                              {r * 0.70f, h},
                              {r * 0.53f, h},
                              {r * 0.53f, h * 0.88f}};
    shape_lathe(&metal, v3(0, 0, 0), rim, 5, 24);
    shape_cone(&herb, v3(0, h * 0.82f, 0), r * 0.5f, r * 0.48f, h * 0.115f);
    wend_vec3 straw[5] = {v3(0, h * 0.85f, 0), v3(r * 0.35f, h * 1.1f, 0.004f),
                          v3(r * 0.75f, h * 1.35f, 0.008f), v3(r * 0.95f, h * 1.46f, 0.01f),
                          v3(r * 1.3f, h * 1.5f, 0.012f)};
    shape_tube(&metal, straw, 5, 0.0035f, false);
}

// ---- toys and computers -------------------------------------------------------------------------

void model_graphics_card(sketch* s) {
    shape_pen shroud = sketch_main(s),
              board = sketch_picture(s, PICTURE_CIRCUIT, (uint32_t)s->look);
    shape_pen dark = sketch_paint(s, SURFACE_PLAIN, 0x141517),
              fan = sketch_paint(s, SURFACE_PLAIN, 0x5A5D61),
              metal = sketch_paint(s, SURFACE_METAL, 0xC3C6C9),
              gold = sketch_paint(s, SURFACE_METAL, 0xC9A24A);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&board, v3(0, 0.004f, 0), v3(w - 0.006f, 0.004f, d - 0.008f), 0);
    shape_box(&shroud, v3(0.004f, 0.0075f, 0), v3(w - 0.016f, h - 0.0125f, d - 0.012f), 0.006f);
    int fans = s->shape ? 3 : 2, blades = s->detail < 0.7f ? 5 : 9;
    for (int i = 0; i < fans; i++) {
        float x = (w - 0.03f) * (((float)i + 0.5f) / (float)fans - 0.5f) + 0.006f,
              r = fminf(d * 0.40f, w / (float)fans * 0.42f);
        const wend_vec2 ring[5] = {{r - 0.004f, h - 0.008f},
                                   {r, h - 0.008f},
                                   {r, h - 0.001f},
                                   {r - 0.004f, h - 0.001f},
                                   {r - 0.004f, h - 0.008f}};
        shape_lathe(&dark, v3(x, 0, 0), ring, 5, 16);
        shape_cylinder(&dark, v3(x, h - 0.007f, 0), r * 0.96f, 0.003f);
        shape_cylinder(&fan, v3(x, h - 0.006f, 0), r * 0.3f, 0.006f);
        for (int k = 0; k < blades; k++) {
            shape_pen blade = shape_pen_moved(&fan, v3(x, h - 0.0055f, 0),
                                              (float)(2 * WEND_PI) * (float)k / (float)blades);
            shape_pen pitched = shape_pen_tilted(&blade, v3(r * 0.6f, 0, 0), 0.25f);
            shape_box(&pitched, v3(0, 0, 0), v3(r * 0.62f, 0.002f, r * 0.26f), 0);
        }
    }
    shape_box(&metal, v3(-w / 2 + 0.001f, 0, 0), v3(0.002f, h * 0.98f, d), 0);
    shape_box(&gold, v3(-w * 0.1f, 0.0045f, d / 2 - 0.003f), v3(w * 0.34f, 0.003f, 0.008f), 0);
}

void model_toy_airplane(sketch* s) {
    shape_pen body = sketch_main(s), red = sketch_paint(s, SURFACE_PLAIN, 0xB5483E),
              dark = sketch_paint(s, SURFACE_PLAIN, 0x3A3431);
    float w = s->size.x, h = s->size.y, d = s->size.z, r = h * 0.2f, y = h * 0.46f;
    shape_pen along =
        shape_pen_tilted(&body, v3(0, y, d / 2), -(float)WEND_PI / 2);  // nose along -z
    const wend_vec2 hull[7] = {{0, 0},         {r * 0.35f, 0.004f}, {r * 0.65f, d * 0.35f},
                               {r, d * 0.65f}, {r, d * 0.86f},      {r * 0.8f, d * 0.95f},
                               {0, d * 0.96f}};
    shape_lathe(&along, v3(0, 0, 0), hull, 7, 18);
    shape_box(&red, v3(0, y + r * 0.05f, -d * 0.20f), v3(w, 0.009f, d * 0.2f), 0.004f);
    shape_box(&red, v3(0, y + r * 0.2f, d * 0.42f), v3(w * 0.36f, 0.008f, d * 0.11f), 0.003f);
    shape_taper(&red, v3(0, y, d * 0.42f), v3(0.008f, h - y, d * 0.14f), v2(0.008f, d * 0.07f),
                v2(0, d * 0.03f));
    shape_ball(&dark, v3(0, y + r * 0.9f, -d * 0.08f), v3(r * 0.55f, r * 0.5f, r * 0.8f));
    shape_ball(&dark, v3(0, y, -d / 2 + 0.016f), v3(0.011f, 0.011f, 0.014f));
    shape_pen blade = shape_pen_rolled(&body, v3(0, y, -d / 2 + 0.012f), 0.5f);
    shape_box(&blade, v3(0, -0.008f, 0), v3(h * 0.7f, 0.016f, 0.005f), 0);
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i * w * 0.14f, wheel = h * 0.14f;
        shape_rod(&body, v3(x, wheel, -d * 0.24f),
                  v3((float)i * r * 0.4f, y - r * 0.5f, -d * 0.22f), 0.004f);
        shape_rod(&dark, v3(x - 0.006f, wheel, -d * 0.24f), v3(x + 0.006f, wheel, -d * 0.24f),
                  wheel);
    }
    shape_rod(&dark, v3(-0.004f, h * 0.08f + 0.002f, d * 0.4f),
              v3(0.004f, h * 0.08f + 0.002f, d * 0.4f), h * 0.07f);
    shape_rod(&body, v3(0, h * 0.08f, d * 0.4f), v3(0, y, d * 0.38f), 0.003f);
}

void model_tricycle(sketch* s) {
    shape_pen frame = sketch_main(s), seat = sketch_paint(s, SURFACE_PLAIN, 0xB03A36),
              tyre = sketch_paint(s, SURFACE_PLAIN, 0x2C2C2E);
    shape_pen hub = sketch_paint(s, SURFACE_PLAIN, 0xD9D4C6);
    float w = s->size.x, h = s->size.y, d = s->size.z, front = d * 0.21f, back = d * 0.15f;
    float fz = -d / 2 + front, bz = d / 2 - back;
    parts_wheel(&tyre, &hub, v3(0, front, fz), v2(front, 0.035f));
    for (int i = -1; i <= 1; i += 2)
        parts_wheel(&tyre, &seat, v3((float)i * (w / 2 - 0.02f), back, bz), v2(back, 0.035f));
    shape_rod(&frame, v3(-w / 2 + 0.02f, back, bz), v3(w / 2 - 0.02f, back, bz), 0.012f);
    wend_vec3 spine[5];
    parts_curve(v3(0, h * 0.66f, fz + 0.06f), v3(0, h * 0.36f, fz + 0.12f), v3(0, back + 0.02f, bz),
                spine, 5);
    shape_tube(&frame, spine, 5, 0.018f, false);
    shape_rod(&frame, v3(0, h * 0.62f, fz + 0.065f), v3(0, h * 0.93f, fz + 0.11f), 0.014f);
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i * 0.03f;
        shape_rod(&frame, v3(x, front, fz), v3(x * 0.7f, h * 0.66f, fz + 0.07f), 0.011f);
        shape_rod(&frame, v3(0, h * 0.92f, fz + 0.11f),
                  v3((float)i * w * 0.34f, h * 0.96f, fz + 0.15f), 0.011f);
        shape_rod(&seat, v3((float)i * w * 0.30f, h * 0.955f, fz + 0.145f),
                  v3((float)i * w * 0.44f, h * 0.975f, fz + 0.17f), 0.016f);
        shape_rod(&frame, v3(x, front, fz), v3((float)i * 0.085f, front + (float)i * 0.05f, fz),
                  0.008f);
        shape_box(&seat, v3((float)i * 0.10f, front + (float)i * 0.05f - 0.01f, fz),
                  v3(0.06f, 0.02f, 0.07f), 0.004f);
    }
    shape_rod(&frame, v3(0, back + 0.01f, bz - 0.09f), v3(0, h * 0.52f, bz - 0.10f), 0.013f);
    shape_soft(&seat, v3(0, h * 0.5f, bz - 0.11f), v3(w * 0.42f, 0.05f, 0.22f), 4);
    shape_soft(&seat, v3(0, h * 0.53f, bz - 0.01f), v3(w * 0.40f, 0.12f, 0.03f), 4);
}

// A basket on four feet with the neck, head and tail of a llama.
void model_llama_wicker_basket(sketch* s) {
    shape_pen wicker = sketch_main(s), rim = sketch_paint(s, SURFACE_WICKER, 0x8F6A45),
              dark = sketch_paint(s, SURFACE_PLAIN, 0x2E2622);
    shape_pen tassel = sketch_paint(s, SURFACE_FABRIC, 0xB5483E);
    float w = s->size.x, h = s->size.y, d = s->size.z, low = h * 0.20f, high = h * 0.56f,
          z = d * 0.10f;
    wend_vec2 outer[64], inner[64];
    float wide = w, deep = d * 0.80f;
    int count = parts_oval(&wicker, v2(wide, deep), 2.4f, outer, 64);
    parts_oval(&wicker, v2(wide - 0.03f, deep - 0.03f), 2.4f, inner, 64);
    shape_loft_ring rings[] = {{outer, 0.70f, low},
                               {outer, 0.92f, low + (high - low) * 0.4f},
                               {outer, 0.98f, high},
                               {inner, 0.98f, high},
                               {inner, 0.70f, low + 0.015f}};
    shape_pen body = shape_pen_moved(&wicker, v3(0, 0, z), 0);
    shape_loft(&body, rings, 5, count);
    wend_vec3 edge[64];
    for (int i = 0; i < count; i++) edge[i] = v3(outer[i].x * 0.98f, high, outer[i].y * 0.98f + z);
    shape_tube(&rim, edge, count, 0.012f, true);
    for (int i = 0; i < 4; i++)
        shape_cone(
            &wicker,
            v3((i & 1 ? 0.5f : -0.5f) * wide * 0.52f, 0, z + (i & 2 ? 0.5f : -0.5f) * deep * 0.52f),
            0.035f, 0.045f, low + 0.03f);
    wend_vec3 neck[5];
    parts_curve(v3(0, high * 0.8f, z - deep * 0.42f), v3(0, h * 0.75f, z - deep * 0.56f),
                v3(0, h * 0.88f, z - deep * 0.52f), neck, 5);
    shape_tube(&wicker, neck, 5, w * 0.13f, false);
    wend_vec3 head = v3(0, h * 0.87f, z - deep * 0.58f);
    shape_soft(&wicker, v3(0, head.y - 0.055f, head.z), v3(w * 0.26f, 0.11f, 0.17f), 3);
    shape_soft(&rim, v3(0, head.y - 0.045f, head.z - 0.075f), v3(w * 0.17f, 0.06f, 0.07f), 3);
    for (int i = -1; i <= 1; i += 2) {
        shape_cone(&wicker, v3((float)i * w * 0.08f, head.y + 0.03f, head.z + 0.04f), 0.018f,
                   0.004f, h - head.y - 0.03f);
        shape_ball(&dark, v3((float)i * w * 0.11f, head.y + 0.02f, head.z - 0.045f),
                   v3(0.01f, 0.01f, 0.01f));
        shape_ball(&tassel, v3((float)i * (wide / 2 * 0.98f), high - 0.05f, z),
                   v3(0.02f, 0.035f, 0.025f));
    }
    shape_torus(&tassel, v3(0, h * 0.70f, z - deep * 0.50f), w * 0.14f, 0.012f);
    shape_ball(&wicker, v3(0, high * 0.9f, z + deep * 0.49f), v3(0.04f, 0.06f, 0.03f));
    sketch_place(s, WEND_RELATION_IN, v3(0, low + 0.02f, z), v2(wide * 0.48f, deep * 0.48f),
                 INFINITY);
}

// ---- boards -------------------------------------------------------------------------------------

static void written_board(sketch* s, const shape_pen* frame, wend_vec3 foot, wend_vec3 size) {
    shape_pen writing = sketch_picture(s, PICTURE_WRITING, (uint32_t)s->look);
    float t = 0.02f;
    shape_box(frame, foot, size, 0.004f);
    parts_picture(&writing, v3(foot.x, foot.y + t, foot.z - size.z / 2),
                  v2(size.x - 2 * t, size.y - 2 * t));
}

void model_whiteboard(sketch* s) {
    shape_pen frame = sketch_main(s), dark = sketch_paint(s, SURFACE_PLAIN, 0x2E2F31);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    if (s->shape == 1) {  // on a wall, with a tray
        written_board(s, &frame, v3(0, 0, d / 2 - 0.0125f), v3(w, h, 0.025f));
        shape_box(&frame, v3(0, 0.001f, -0.01f), v3(w * 0.5f, 0.015f, d - 0.02f), 0);
        return;
    }
    written_board(s, &frame, v3(0, h - w * 0.68f, 0), v3(w - 0.08f, w * 0.66f, 0.025f));
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i * (w / 2 - 0.02f);
        shape_box(&frame, v3(x, 0.08f, 0), v3(0.035f, h - 0.08f, 0.035f), 0.004f);
        shape_box(&frame, v3(x, 0.05f, 0), v3(0.04f, 0.04f, d - 0.02f), 0.004f);
        for (int k = -1; k <= 1; k += 2)
            shape_ball(&dark, v3(x, 0.027f, (float)k * (d / 2 - 0.04f)), v3(0.02f, 0.027f, 0.027f));
    }
    shape_box(&frame, v3(0, h - w * 0.68f - 0.02f, -0.03f), v3(w * 0.6f, 0.012f, 0.08f), 0);
    shape_box(&frame, v3(0, 0.20f, 0), v3(w - 0.05f, 0.03f, 0.025f), 0);
}

void model_whiteboard_stand(sketch* s) {  // easel
    shape_pen wood = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_pen up = shape_pen_tilted(&wood, v3(0, 0, -d / 2 + 0.05f), 0.16f);
    for (int i = -1; i <= 1; i += 2)
        shape_box(&up, v3((float)i * (w / 2 - 0.03f), 0, 0), v3(0.035f, h, 0.025f), 0);
    shape_rod(&wood, v3(0, 0, d / 2 - 0.02f), v3(0, h * 0.9f, -d / 2 + 0.22f), 0.014f);
    shape_box(&up, v3(0, h * 0.36f, -0.03f), v3(w - 0.01f, 0.025f, 0.08f), 0);
    shape_pen dark = sketch_paint(s, SURFACE_PLAIN, 0x33423A);
    shape_pen board = shape_pen_tilted(&dark, v3(0, 0, -d / 2 + 0.05f), 0.16f);
    shape_box(&board, v3(0, h * 0.38f, -0.018f), v3(w - 0.04f, h * 0.58f, 0.014f), 0);
}
