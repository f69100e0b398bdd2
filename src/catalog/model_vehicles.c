// Models: cars, an ambulance and its stretcher.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

static const uint32_t window_rgb = 0x2A343A;

// Extrudes a side view (height, z) along x. The front of the vehicle is along -z.
static void side_view(const shape_pen* p, const wend_vec2* outline, int count, float width) {
    shape_pen across = shape_pen_rolled(p, v3(0, 0, 0), (float)WEND_PI / 2);
    shape_plate(&across, outline, count, -width / 2, width / 2);
}

typedef struct wheel_plan {
    float front, back, radius, width;  // z of the axles, radius and width of the wheels, metres
} wheel_plan;

static void wheels(sketch* s, const wheel_plan* plan, float across) {
    shape_pen tyre = sketch_paint(s, SURFACE_PLAIN, 0x252628),
              hub = sketch_paint(s, SURFACE_METAL, 0xB0B3B6);
    for (int i = 0; i < 4; i++) {
        float x = (i & 1 ? 0.5f : -0.5f) * (across - plan->width),
              z = i & 2 ? plan->back : plan->front;
        parts_wheel(&tyre, &hub, v3(x, plan->radius, z), v2(plan->radius, plan->width));
    }
}

// Lower body with two wheel arches, from `nose` to `tail` (z), up to height `belt`.
static void lower_body(const shape_pen* p, const wheel_plan* plan, wend_vec3 nose_tail_belt,
                       float width) {
    float nose = nose_tail_belt.x, tail = nose_tail_belt.y, belt = nose_tail_belt.z, sill = 0.24f;
    wend_vec2 outline[32];
    int n = 0;
    outline[n++] = v2(sill, tail - 0.05f);
    for (int wheel = 0; wheel < 2; wheel++) {
        float z = wheel ? plan->front : plan->back, r = plan->radius + 0.06f;
        for (int i = 0; i < 7; i++) {
            float a = (float)WEND_PI * (0.06f + 0.88f * (float)i / 6);
            outline[n++] = v2(fmaxf(sill, plan->radius - 0.04f + r * shape_sin(a) * 0.98f),
                              z + r * shape_cos(a));
        }
    }
    outline[n++] = v2(sill, nose + 0.06f);
    outline[n++] = v2(0.42f, nose);
    outline[n++] = v2(0.62f, nose + 0.02f);
    outline[n++] = v2(0.76f, nose + 0.16f);
    outline[n++] = v2(belt - 0.02f, nose + 1.05f);
    outline[n++] = v2(belt, nose + 1.4f);
    outline[n++] = v2(belt + 0.02f, tail - 0.22f);
    outline[n++] = v2(belt - 0.08f, tail - 0.04f);
    outline[n++] = v2(0.55f, tail);
    outline[n++] = v2(0.36f, tail);
    side_view(p, outline, n, width);
}

typedef struct cabin_plan {
    float low_front, low_back, high_front, high_back;  // z, metres
    float belt, roof;                                  // heights, metres
} cabin_plan;

static void cabin(sketch* s, const shape_pen* paint, const cabin_plan* c, float width) {
    shape_pen glass = sketch_paint(s, SURFACE_PLAIN, window_rgb);
    float low = c->low_back - c->low_front, high = c->high_back - c->high_front,
          h = c->roof - c->belt;
    float shift = (c->high_back + c->high_front - c->low_back - c->low_front) / 2,
          z = (c->low_back + c->low_front) / 2;
    float wide = width - 0.10f, narrow = width - 0.42f;
    shape_taper(&glass, v3(0, c->belt - 0.01f, z), v3(wide, h - 0.02f, low), v2(narrow, high),
                v2(0, shift));
    shape_soft(paint, v3(0, c->roof - 0.075f, z + shift), v3(narrow + 0.06f, 0.075f, high + 0.12f),
               7);
    float y = c->roof - 0.05f, zl[3] = {c->low_front, z, c->low_back},
          zh[3] = {c->high_front, z + shift * 0.6f, c->high_back};
    for (int i = -1; i <= 1; i += 2)
        for (int k = 0; k < 3; k++)
            shape_rod(paint, v3((float)i * (wide / 2 - 0.01f), c->belt - 0.03f, zl[k]),
                      v3((float)i * (narrow / 2 - 0.01f), y, zh[k]), 0.032f);
}

static void car_lights(sketch* s, wend_vec3 nose_tail_height, float width) {
    shape_pen white = sketch_paint(s, SURFACE_PLAIN, 0xF2EEDC),
              red = sketch_paint(s, SURFACE_PLAIN, 0x9E2F2C),
              dark = sketch_paint(s, SURFACE_PLAIN, window_rgb);
    float nose = nose_tail_height.x, tail = nose_tail_height.y, y = nose_tail_height.z;
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i * (width / 2 - 0.20f);
        shape_box(&white, v3(x, y - 0.06f, nose + 0.07f), v3(0.30f, 0.10f, 0.12f), 0.02f);
        shape_box(&red, v3((float)i * (width / 2 - 0.14f), y + 0.06f, tail - 0.05f),
                  v3(0.20f, 0.13f, 0.09f), 0.02f);
        shape_box(&dark, v3((float)i * (width / 2 + 0.03f), y + 0.24f, nose + 1.35f),
                  v3(0.16f, 0.10f, 0.07f), 0.02f);
    }
    shape_box(&dark, v3(0, y - 0.16f, nose + 0.02f), v3(width * 0.5f, 0.10f, 0.06f), 0.01f);
}

void model_car(sketch* s) {
    shape_pen paint = sketch_main(s);
    float w = s->size.x - 0.14f, length = s->size.z, nose = -length / 2, tail = length / 2;
    wheel_plan plan = {nose + 0.82f, tail - 0.82f, 0.31f, 0.20f};
    lower_body(&paint, &plan, v3(nose, tail, 0.88f), w);
    cabin_plan saloon = {nose + 1.15f, tail - 0.55f, nose + 1.95f, tail - 1.20f, 0.90f, s->size.y};
    cabin_plan hatch = {nose + 0.95f, tail - 0.10f, nose + 1.65f, tail - 0.45f, 0.90f, s->size.y};
    cabin_plan van = {nose + 0.75f, tail - 0.06f, nose + 1.30f, tail - 0.14f, 0.92f, s->size.y};
    const cabin_plan* plans[3] = {&saloon, &hatch, &van};
    cabin(s, &paint, plans[s->shape % 3], w);
    wheels(s, &plan, w);
    car_lights(s, v3(nose, tail, 0.66f), w);
}

// ---- the ambulance ------------------------------------------------------------------------------

static void ambulance_marks(sketch* s, float width, float box_z, float box_length) {
    shape_pen red = sketch_paint(s, SURFACE_PLAIN, 0xB5342E),
              blue = sketch_paint(s, SURFACE_PLAIN, 0x2F62B8),
              dark = sketch_paint(s, SURFACE_PLAIN, window_rgb);
    float h = s->size.y, x = width / 2;
    shape_box(&red, v3(0, 0.95f, box_z), v3(width + 0.02f, 0.22f, box_length - 0.02f), 0);
    for (int i = -1; i <= 1; i += 2) {
        shape_box(&red, v3((float)i * x, 1.66f, box_z + 0.2f), v3(0.03f, 0.16f, 0.52f), 0);
        shape_box(&red, v3((float)i * x, 1.48f, box_z + 0.2f), v3(0.028f, 0.52f, 0.16f), 0);
        shape_box(&dark, v3((float)i * x, 1.62f, box_z - box_length / 2 + 0.55f),
                  v3(0.024f, 0.42f, 0.6f), 0);
        shape_box(&dark, v3((float)i * width * 0.23f, 1.55f, box_z + box_length / 2),
                  v3(width * 0.3f, 0.45f, 0.03f), 0);
        shape_box(&blue, v3((float)i * width * 0.3f, h - 0.14f, box_z - box_length / 2 + 0.2f),
                  v3(width * 0.26f, 0.14f, 0.22f), 0.03f);
    }
    shape_box(&blue, v3(0, h - 0.14f, box_z + box_length / 2 - 0.2f), v3(width * 0.3f, 0.12f, 0.2f),
              0.03f);
}

void model_ambulance(sketch* s) {
    shape_pen paint = sketch_main(s), glass = sketch_paint(s, SURFACE_PLAIN, window_rgb);
    float w = s->size.x - 0.20f, h = s->size.y, length = s->size.z, nose = -length / 2,
          tail = length / 2;
    wheel_plan plan = {nose + 0.95f, tail - 1.15f, 0.36f, 0.24f};
    lower_body(&paint, &plan, v3(nose, tail, 1.02f), w - 0.06f);
    // The cab: a side view with an inclined windscreen, and a window.
    const wend_vec2 cab[5] = {{0.98f, nose + 0.95f},
                              {1.10f, nose + 0.98f},
                              {1.95f, nose + 1.55f},
                              {1.98f, nose + 2.2f},
                              {0.98f, nose + 2.2f}};
    side_view(&paint, cab, 5, w - 0.10f);
    const wend_vec2 window[4] = {
        {1.16f, nose + 1.16f}, {1.78f, nose + 1.58f}, {1.78f, nose + 2.05f}, {1.16f, nose + 2.05f}};
    side_view(&glass, window, 4, w - 0.08f);
    shape_pen screen = shape_pen_tilted(&glass, v3(0, 1.14f, nose + 0.985f), 0.59f);
    shape_box(&screen, v3(0, 0.02f, 0), v3(w - 0.30f, 0.92f, 0.04f), 0);
    float box = length - 2.1f, z = tail - box / 2 - 0.02f;
    shape_box(&paint, v3(0, 0.62f, z), v3(w, h - 0.74f, box), 0.05f);
    ambulance_marks(s, w, z, box);
    wheels(s, &plan, w - 0.02f);
    car_lights(s, v3(nose, tail + 0.03f, 0.70f), w);
}

void model_stretcher(sketch* s) {
    shape_pen frame = sketch_main(s), pad = sketch_paint(s, SURFACE_PLAIN, 0x2F4A6A),
              sheet = sketch_paint(s, SURFACE_FABRIC, 0xE6E4DC),
              dark = sketch_paint(s, SURFACE_PLAIN, 0x2C2C2E);
    float w = s->size.x, h = s->size.y, d = s->size.z, bed = h - 0.28f;
    for (int i = -1; i <= 1; i += 2) {
        float x = (float)i * (w / 2 - 0.03f);
        shape_rod(&frame, v3(x, bed, -d / 2 + 0.02f), v3(x, bed, d / 2 - 0.02f), 0.02f);
        shape_rod(&frame, v3(x, bed + 0.22f, -d * 0.2f), v3(x, bed + 0.22f, d * 0.2f), 0.012f);
        for (int k = -1; k <= 1; k += 2) {
            float z = (float)k * d * 0.34f;
            shape_rod(&frame, v3(x, bed, (float)-k * d * 0.20f), v3(x, 0.12f, z), 0.016f);
            shape_rod(&frame, v3(x, bed, (float)k * d * 0.2f),
                      v3(x, bed + 0.22f, (float)k * d * 0.2f), 0.010f);
            shape_rod(&dark, v3(x - 0.016f, 0.07f, z), v3(x + 0.016f, 0.07f, z), 0.07f);
            shape_rod(&frame, v3(x, 0.07f, z), v3(x, 0.14f, z), 0.012f);
        }
    }
    for (int i = -1; i <= 1; i += 2) {
        shape_rod(&frame, v3(-w / 2 + 0.03f, bed, (float)i * (d / 2 - 0.02f)),
                  v3(w / 2 - 0.03f, bed, (float)i * (d / 2 - 0.02f)), 0.02f);
        shape_rod(&frame, v3(-w / 2 + 0.03f, 0.14f, (float)i * d * 0.34f),
                  v3(w / 2 - 0.03f, 0.14f, (float)i * d * 0.34f), 0.012f);
    }
    shape_box(&pad, v3(0, bed - 0.01f, 0), v3(w - 0.10f, 0.09f, d - 0.07f), 0.03f);
    shape_soft(&sheet, v3(0, bed + 0.06f, d / 2 - 0.22f), v3(w * 0.6f, 0.09f, 0.3f), 4);
    sketch_place(s, WEND_RELATION_ON, v3(0, bed + 0.08f, -0.02f), v2(w - 0.12f, d - 0.12f),
                 INFINITY);
    sketch_place(s, WEND_RELATION_UNDER, v3(0, 0, 0), v2(w - 0.16f, d * 0.5f), 0.12f);
}
