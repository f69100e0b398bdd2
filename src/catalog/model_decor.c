// Models: lamps, plants, paintings, screens, rugs.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

// ---- lamps --------------------------------------------------------------------------------------

// An open shade: a thin cone, lit from inside.
static void lamp_shade(sketch* s, wend_vec3 foot, wend_vec3 radii_height) {
    shape_pen shade = sketch_paint(s, SURFACE_FABRIC, 0xF2E6C8);
    float low = radii_height.x, high = radii_height.y, h = radii_height.z, t = 0.004f;
    const wend_vec2 profile[5] = {{low - t, 0}, {low, 0}, {high, h}, {high - t, h}, {low - t, 0}};
    shape_lathe(&shade, foot, profile, 5, 24);
    shape_pen bulb = sketch_paint(s, SURFACE_PLAIN, 0xFFF6DC);
    shape_ball(&bulb, v3(foot.x, foot.y + h * 0.45f, foot.z), v3(0.03f, 0.04f, 0.03f));
}

void model_floor_lamp(sketch* s) {
    shape_pen main = sketch_main(s);
    float w = s->size.x, h = s->size.y;
    if (s->shape == 1) {  // arc lamp
        wend_vec3 path[10];
        shape_cylinder(&main, v3(-w / 2 + 0.14f, 0, 0), 0.14f, 0.03f);
        parts_curve(v3(-w / 2 + 0.14f, 0.02f, 0), v3(-w / 2 + 0.10f, h * 1.35f, 0),
                    v3(w / 2 - 0.15f, h * 0.80f, 0), path, 10);
        shape_tube(&main, path, 10, 0.012f, false);
        shape_pen glow = sketch_paint(s, SURFACE_PLAIN, 0xFFF6DC);
        const wend_vec2 dome[6] = {{0.14f, 0},     {0.15f, 0},     {0.12f, 0.09f},
                                   {0.02f, 0.15f}, {0.02f, 0.14f}, {0.14f, 0}};
        shape_lathe(&main, v3(w / 2 - 0.15f, h * 0.70f, 0), dome, 6, 24);
        shape_ball(&glow, v3(w / 2 - 0.15f, h * 0.74f, 0), v3(0.05f, 0.05f, 0.05f));
        return;
    }
    shape_cone(&main, v3(0, 0, 0), 0.14f, 0.12f, 0.025f);
    if (s->shape == 0) {
        shape_rod(&main, v3(0, 0.02f, 0), v3(0, h - 0.18f, 0), 0.012f);
    } else {
        for (int i = 0; i < 3; i++) {
            float a = (float)(2 * WEND_PI) * (float)i / 3;
            shape_rod(&main, v3(w * 0.45f * shape_cos(a), 0, w * 0.45f * shape_sin(a)),
                      v3(0.02f * shape_cos(a), h - 0.22f, 0.02f * shape_sin(a)), 0.014f);
        }
    }
    lamp_shade(s, v3(0, h - 0.30f, 0), v3(w / 2, w / 2 * 0.72f, 0.30f));
}

void model_desk_lamp(sketch* s) {
    shape_pen main = sketch_main(s);
    float h = s->size.y, d = s->size.z;
    if (s->shape == 1) {  // bedside lamp
        const wend_vec2 body[6] = {{0, 0},         {0.06f, 0},         {0.07f, 0.08f},
                                   {0.03f, 0.17f}, {0.02f, h - 0.15f}, {0, h - 0.15f}};
        shape_lathe(&main, v3(0, 0, 0), body, 6, 20);
        lamp_shade(s, v3(0, h - 0.19f, 0), v3(s->size.x / 2, s->size.x / 2 * 0.65f, 0.19f));
        return;
    }
    shape_cone(&main, v3(0, 0, d / 2 - 0.09f), 0.09f, 0.08f, 0.025f);
    wend_vec3 elbow = v3(0, h * 0.62f, d / 2 - 0.02f), head = v3(0, h - 0.03f, -d / 2 + 0.10f);
    shape_rod(&main, v3(0, 0.02f, d / 2 - 0.09f), elbow, 0.008f);
    shape_rod(&main, elbow, head, 0.008f);
    shape_ball(&main, elbow, v3(0.014f, 0.014f, 0.014f));
    shape_pen q = shape_pen_tilted(&main, v3(head.x, head.y - 0.09f, head.z - 0.02f), 0.35f);
    const wend_vec2 shade[6] = {{0, 0.10f},     {0.06f, 0},     {0.068f, 0},
                                {0.05f, 0.06f}, {0.02f, 0.11f}, {0, 0.11f}};
    shape_lathe(&q, v3(0, 0, 0), shade, 6, 18);
    shape_pen bulb = sketch_paint(s, SURFACE_PLAIN, 0xFFF6DC);
    shape_pen b = shape_pen_tilted(&bulb, v3(head.x, head.y - 0.09f, head.z - 0.02f), 0.35f);
    shape_cylinder(&b, v3(0, 0.012f, 0), 0.055f, 0.01f);
}

void model_ceiling_lamp(sketch* s) {
    shape_pen main = sketch_main(s), glow = sketch_paint(s, SURFACE_PLAIN, 0xFFF6E4);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    if (s->shape == 0) {  // bowl on the ceiling
        shape_cylinder(&main, v3(0, h - 0.02f, 0), w / 2, 0.02f);
        const wend_vec2 bowl[5] = {{0, 0},
                                   {w * 0.25f, 0.01f},
                                   {w * 0.42f, h * 0.4f},
                                   {w * 0.47f, h - 0.015f},
                                   {0, h - 0.015f}};
        shape_lathe(&glow, v3(0, 0, 0), bowl, 5, 28);
    } else if (s->shape == 1) {  // pendant on a cord
        shape_cylinder(&main, v3(0, h - 0.02f, 0), 0.05f, 0.02f);
        shape_rod(&main, v3(0, 0.16f, 0), v3(0, h - 0.01f, 0), 0.004f);
        const wend_vec2 shade[9] = {{0, 0.165f},         {w * 0.22f, 0.135f}, {w * 0.4f, 0.07f},
                                    {w / 2 - 0.008f, 0}, {w / 2, 0},          {w * 0.42f, 0.08f},
                                    {w * 0.24f, 0.145f}, {0.04f, 0.175f},     {0, 0.18f}};
        shape_lathe(&main, v3(0, 0, 0), shade, 9, 28);
        shape_ball(&glow, v3(0, 0.07f, 0), v3(0.05f, 0.06f, 0.05f));
    } else {  // office panel
        shape_box(&main, v3(0, 0.012f, 0), v3(w, h - 0.012f, d), 0);
        shape_box(&glow, v3(0, 0, 0), v3(w - 0.05f, 0.02f, d - 0.05f), 0);
    }
}

// ---- plants -------------------------------------------------------------------------------------

// The pot of a plant, filled with earth. Returns the height of the earth.
static float plant_pot(sketch* s, float radius, float height) {
    shape_pen pot = sketch_main(s), earth = sketch_paint(s, SURFACE_CARPET, 0x4A3A2C);
    const wend_vec2 profile[7] = {{0, 0},
                                  {radius * 0.72f, 0},
                                  {radius * 0.95f, height * 0.85f},
                                  {radius, height * 0.86f},
                                  {radius, height},
                                  {radius * 0.88f, height},
                                  {0, height * 0.93f}};
    shape_lathe(&pot, v3(0, 0, 0), profile, 7, 22);
    shape_cone(&earth, v3(0, height * 0.8f, 0), radius * 0.7f, radius * 0.85f, height * 0.165f);
    return height * 0.95f;
}

static int leaf_count(const sketch* s, int fine) {
    int count = (int)((float)fine * (0.45f + 0.55f * fminf(s->detail, 2)));
    return count < 5 ? 5 : count;
}

// Long leaves that rise from one point and bend outwards.
static void leaf_fountain(sketch* s, float base, wend_vec2 reach_height, float width) {
    shape_pen leaf = sketch_thin(s, SURFACE_PLAIN, 0x55763F),
              light = sketch_thin(s, SURFACE_PLAIN, 0x6F8F4E);
    wend_rng rng = wend_rng_make(7, (uint64_t)s->shape);
    int count = leaf_count(s, 26);
    for (int i = 0; i < count; i++) {
        float a = 2.4f * (float)i, share = (float)(i + 1) / (float)count;
        float r = reach_height.x * (0.45f + 0.55f * share),
              up = reach_height.y *
                   wend_rng_between(&rng, 1.0f - 0.45f * share, 1.08f - 0.3f * share);
        wend_vec3 tip = v3(r * shape_cos(a), base + up, r * shape_sin(a));
        shape_leaf(i % 3 ? &leaf : &light, v3(0.02f * shape_cos(a), base, 0.02f * shape_sin(a)),
                   tip, width, 0.25f * up * share);
    }
}

// Leaves around the end of a twig, in all directions except down.
static void leaf_cluster(const shape_pen pens[2], wend_vec3 middle, float reach, int count) {
    for (int i = 0; i < count; i++) {
        float up = 1 - 1.35f * ((float)i + 0.5f) / (float)count, a = 2.4f * (float)i;
        float flat = sqrtf(1 - up * up);
        wend_vec3 out = v3(flat * shape_cos(a), up, flat * shape_sin(a));
        shape_leaf(&pens[i % 2], wend_v3_mad(middle, out, 0.12f * reach),
                   wend_v3_mad(middle, out, reach), 0.55f * reach, 0.22f * reach);
    }
}

// Stems that end in clusters of leaves: fig, rubber plant.
static void leafy_stems(sketch* s, float base, wend_vec2 reach_height, int stems) {
    shape_pen wood = sketch_paint(s, SURFACE_WOOD, 0x7A6248);
    shape_pen pens[2] = {sketch_thin(s, SURFACE_PLAIN, 0x4C6E40),
                         sketch_thin(s, SURFACE_PLAIN, 0x63834E)};
    float radius = reach_height.x, height = reach_height.y;
    for (int i = 0; i < stems; i++) {
        float a = 2.4f * (float)i + 0.6f, share = ((float)i + 1) / (float)stems;
        float reach = radius * (stems == 1 ? 0.95f : 0.62f);
        wend_vec3 top =
            v3((radius - reach) * shape_cos(a), base + height * (0.25f + 0.75f * share) - reach,
               (radius - reach) * shape_sin(a));
        shape_limb(&wood, v3(0.02f * shape_cos(a), base - 0.02f, 0.02f * shape_sin(a)), top,
                   0.006f + 0.012f * radius, 0.004f + 0.006f * radius);
        leaf_cluster(pens, top, reach, leaf_count(s, 26));
    }
}

static void cactus(sketch* s, float base, float height, float radius) {
    shape_pen green = sketch_paint(s, SURFACE_FABRIC, 0x5E7C52);
    const wend_vec2 body[6] = {{0, -0.02f},
                               {radius, -0.02f},
                               {radius * 1.1f, height * 0.5f},
                               {radius * 0.9f, height * 0.85f},
                               {radius * 0.5f, height * 0.97f},
                               {0, height}};
    shape_lathe(&green, v3(0, base, 0), body, 6, 14);
    wend_vec3 arm[5];
    parts_curve(v3(radius * 0.6f, base + height * 0.35f, 0),
                v3(radius * 2.9f, base + height * 0.35f, 0),
                v3(radius * 2.2f, base + height * 0.72f, 0), arm, 5);
    shape_tube(&green, arm, 5, radius * 0.42f, false);
}

void model_house_plant(sketch* s) {
    float w = s->size.x, h = s->size.y;
    if (s->shape == 0) {  // stands on the floor
        float base = plant_pot(s, w * 0.30f, h * 0.26f);
        leafy_stems(s, base, v2(w / 2, h - base), 4);
    } else if (s->shape == 1) {
        float base = plant_pot(s, w * 0.24f, h * 0.42f);
        leaf_fountain(s, base, v2(w / 2, h - base), 0.035f);
    } else if (s->shape == 2) {
        float base = plant_pot(s, w * 0.32f, h * 0.38f);
        leafy_stems(s, base, v2(w / 2, h - base), 2);
    } else {
        float base = plant_pot(s, w * 0.42f, h * 0.36f);
        cactus(s, base, h - base, w * 0.24f);
    }
}

// ---- on the wall --------------------------------------------------------------------------------

// A frame of four bars around a plate; its back is at z = +d/2.
static void framed(const shape_pen* frame, wend_vec3 size, float bar) {
    float w = size.x, h = size.y, d = size.z;
    for (int i = 0; i < 2; i++) {
        shape_box(frame, v3(0, i ? h - bar : 0, 0), v3(w, bar, d), 0.004f);
        shape_box(frame, v3((i ? 0.5f : -0.5f) * (w - bar), bar - 0.004f, 0),
                  v3(bar - 0.002f, h - 2 * bar + 0.008f, d - 0.003f), 0);
    }
}

void model_painting(sketch* s) {
    static const picture kinds[3] = {PICTURE_LANDSCAPE, PICTURE_ABSTRACT, PICTURE_FLOWERS};
    shape_pen frame = sketch_main(s);
    shape_pen canvas = sketch_picture(s, kinds[s->shape % 3], (uint32_t)(s->look + 5 * s->shape));
    framed(&frame, s->size, 0.028f);
    shape_box(&canvas, v3(0, 0.02f, 0.004f),
              v3(s->size.x - 0.04f, s->size.y - 0.04f, s->size.z - 0.012f), 0);
}

void model_mirror(sketch* s) {
    shape_pen frame = sketch_main(s), glass = sketch_paint(s, SURFACE_PLAIN, 0xC9D6DA);
    framed(&frame, s->size, 0.03f);
    shape_box(&glass, v3(0, 0.02f, 0.004f),
              v3(s->size.x - 0.04f, s->size.y - 0.04f, s->size.z - 0.012f), 0);
}

void model_light_switch(sketch* s) {
    shape_pen white = sketch_main(s);
    shape_box(&white, v3(0, 0, 0.003f), v3(s->size.x, s->size.y, s->size.z - 0.006f), 0.002f);
    shape_box(&white, v3(0, s->size.y * 0.25f, -0.002f),
              v3(s->size.x * 0.5f, s->size.y * 0.5f, s->size.z - 0.004f), 0);
}

// ---- screens ------------------------------------------------------------------------------------

static void flat_screen(sketch* s, const shape_pen* body, wend_vec3 foot, wend_vec3 size,
                        uint32_t shown) {
    shape_pen screen = sketch_picture(s, PICTURE_SCREEN, shown);
    shape_box(body, foot, size, 0.004f);
    parts_picture(&screen, v3(foot.x, foot.y + 0.016f, foot.z - size.z / 2),
                  v2(size.x - 0.024f, size.y - 0.028f));
}

void model_television(sketch* s) {
    shape_pen body = sketch_main(s);
    float w = s->size.x, h = s->size.y;
    if (s->shape == 1) {  // on a wall
        flat_screen(s, &body, v3(0, 0, 0), s->size, 1);
        return;
    }
    float leg = 0.07f;
    flat_screen(s, &body, v3(0, leg, 0), v3(w, h - leg, 0.045f), 1);
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i * w * 0.32f;
        shape_rod(&body, v3(x, 0.006f, -s->size.z / 2 + 0.01f), v3(x, leg + 0.02f, 0), 0.007f);
        shape_rod(&body, v3(x, 0.006f, s->size.z / 2 - 0.01f), v3(x, leg + 0.02f, 0), 0.007f);
    }
}

void model_monitor(sketch* s) {
    shape_pen body = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    flat_screen(s, &body, v3(0, 0.11f, -0.02f), v3(w, h - 0.11f, 0.03f), (uint32_t)s->look * 2);
    shape_box(&body, v3(0, 0.006f, 0.02f), v3(0.05f, 0.22f, 0.02f), 0);
    shape_box(&body, v3(0, 0, 0), v3(w * 0.42f, 0.014f, d), 0.004f);
}

// ---- on the floor -------------------------------------------------------------------------------

void model_rug(sketch* s) {
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_pen rug = s->dyed ? sketch_paint(s, SURFACE_CARPET, sketch_rgb(s->material, s->color))
                            : sketch_picture(s, PICTURE_RUG, (uint32_t)(s->look + 6 * s->shape));
    if (s->shape == 1) {
        wend_vec2 oval[64];
        int count = parts_oval(&rug, v2(w, d), 2, oval, 64);
        shape_plate(&rug, oval, count, 0, h);
    } else {
        shape_box(&rug, v3(0, 0, 0), v3(w, h, d), 0);
    }
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w * 0.7f, d * 0.7f), INFINITY);
}
