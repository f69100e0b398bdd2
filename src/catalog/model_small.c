// Models: small objects: crockery, bottles, food, paper.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

// ---- cups and bowls -----------------------------------------------------------------------------

// A handle at +x: a loop from height `low` to `high` that protrudes by `reach`.
static void handle(const shape_pen* p, wend_vec3 low_high_reach, float radius, float thickness) {
    wend_vec3 path[7];
    int count = p->detail < 0.2f ? 4 : 7;
    float low = low_high_reach.x, high = low_high_reach.y, reach = low_high_reach.z;
    float middle = (low + high) / 2;
    for (int i = 0; i < count; i++) {
        float a = (float)WEND_PI * ((float)i / (float)(count - 1) - 0.5f);
        path[i] =
            v3(radius - 0.004f + reach * shape_cos(a), middle + (high - low) / 2 * shape_sin(a), 0);
    }
    shape_tube(p, path, count, thickness, false);
}

void model_mug(sketch* s) {
    shape_pen main = sketch_main(s);
    float h = s->size.y, r = s->size.z / 2, t = 0.004f;
    const wend_vec2 straight[8] = {{0, 0},          {r - 0.006f, 0}, {r, 0.006f},
                                   {r, h - 0.002f}, {r - t / 2, h},  {r - t, h - 0.002f},
                                   {r - t, 0.008f}, {0, 0.006f}};
    const wend_vec2 round[8] = {{0, 0},
                                {r * 0.6f, 0},
                                {r, h * 0.35f},
                                {r * 0.88f, h},
                                {r * 0.88f - t / 2, h},
                                {r * 0.88f - t, h},
                                {r - t, h * 0.36f},
                                {0, 0.008f}};
    shape_lathe(&main, v3(0, 0, 0), s->shape ? round : straight, 8, 22);
    handle(&main, v3(h * 0.22f, h * 0.78f, 0.03f), s->shape ? r * 0.95f : r, 0.005f);
}

void model_cup(sketch* s) {
    shape_pen main = sketch_main(s);
    float h = s->size.y, r = s->size.x / 2, t = 0.003f;
    const wend_vec2 glass[7] = {{0, 0},     {r * 0.78f, 0},      {r, h},    {r - t / 2, h + 0.001f},
                                {r - t, h}, {r * 0.74f, 0.012f}, {0, 0.01f}};
    const wend_vec2 stem[12] = {{0, 0},
                                {r * 0.8f, 0},
                                {r * 0.75f, 0.004f},
                                {0.005f, 0.012f},
                                {0.005f, h * 0.45f},
                                {r * 0.85f, h * 0.62f},
                                {r, h * 0.78f},
                                {r * 0.8f, h},
                                {r * 0.8f - t, h},
                                {r - t, h * 0.78f},
                                {r * 0.8f, h * 0.63f},
                                {0, h * 0.5f}};
    if (s->shape == 1)
        shape_lathe(&main, v3(0, 0, 0), stem, 12, 20);
    else
        shape_lathe(&main, v3(0, 0, 0), glass, 7, 20);
}

void model_bowl(sketch* s) {
    shape_pen main = sketch_main(s);
    float r = s->size.x / 2, h = s->size.y, t = 0.006f;
    const wend_vec2 profile[11] = {{0, 0},
                                   {r * 0.42f, 0},
                                   {r * 0.42f, h * 0.07f},
                                   {r * 0.72f, h * 0.28f},
                                   {r * 0.93f, h * 0.62f},
                                   {r, h},
                                   {r - t, h},
                                   {r * 0.93f - t, h * 0.63f},
                                   {r * 0.7f, h * 0.33f},
                                   {r * 0.4f, h * 0.14f},
                                   {0, h * 0.12f}};
    shape_lathe(&main, v3(0, 0, 0), profile, 11, 26);
    sketch_place(s, WEND_RELATION_IN, v3(0, h * 0.14f, 0), v2(r * 0.55f, r * 0.55f), INFINITY);
}

void model_plate(sketch* s) {
    shape_pen main = sketch_main(s);
    float r = s->size.x / 2, h = s->size.y;
    const wend_vec2 profile[8] = {
        {0, 0},          {r * 0.6f, 0},         {r * 0.72f, h * 0.25f}, {r, h * 0.9f},
        {r - 0.002f, h}, {r * 0.7f, h * 0.45f}, {r * 0.58f, h * 0.3f},  {0, h * 0.3f}};
    shape_lathe(&main, v3(0, 0, 0), profile, 8, 28);
    sketch_place(s, WEND_RELATION_ON, v3(0, h * 0.3f, 0), v2(r * 0.8f, r * 0.8f), INFINITY);
}

void model_vase(sketch* s) {
    shape_pen main = sketch_main(s);
    float r = s->size.x / 2, h = s->size.y, t = 0.005f;
    const wend_vec2 belly[11] = {{0, 0},
                                 {r * 0.55f, 0},
                                 {r * 0.9f, h * 0.22f},
                                 {r, h * 0.42f},
                                 {r * 0.75f, h * 0.68f},
                                 {r * 0.38f, h * 0.84f},
                                 {r * 0.5f, h},
                                 {r * 0.5f - t, h},
                                 {r * 0.34f, h * 0.84f},
                                 {r * 0.6f, h * 0.6f},
                                 {0, h * 0.1f}};
    const wend_vec2 tall[9] = {
        {0, 0},     {r * 0.6f, 0},         {r * 0.66f, h * 0.3f}, {r * 0.82f, h * 0.7f}, {r, h},
        {r - t, h}, {r * 0.78f, h * 0.7f}, {r * 0.6f, h * 0.3f},  {0, h * 0.06f}};
    const wend_vec2 jug[10] = {{0, 0},
                               {r * 0.8f, 0},
                               {r, h * 0.2f},
                               {r * 0.95f, h * 0.5f},
                               {r * 0.42f, h * 0.62f},
                               {r * 0.36f, h},
                               {r * 0.3f, h},
                               {r * 0.34f, h * 0.62f},
                               {r * 0.85f, h * 0.46f},
                               {0, h * 0.08f}};
    if (s->shape == 0) shape_lathe(&main, v3(0, 0, 0), belly, 11, 26);
    if (s->shape == 1) shape_lathe(&main, v3(0, 0, 0), tall, 9, 24);
    if (s->shape == 2) shape_lathe(&main, v3(0, 0, 0), jug, 10, 24);
}

// ---- bottles ------------------------------------------------------------------------------------

void model_bottle(sketch* s) {
    shape_pen main = sketch_main(s), cap = sketch_paint(s, SURFACE_PLAIN, 0x3F5560);
    float r = s->size.x / 2, h = s->size.y;
    const wend_vec2 body[8] = {{0, 0},
                               {r * 0.92f, 0},
                               {r, 0.008f},
                               {r, h * 0.58f},
                               {r * 0.8f, h * 0.7f},
                               {r * 0.36f, h * 0.84f},
                               {r * 0.36f, h * 0.95f},
                               {0, h * 0.95f}};
    shape_lathe(&main, v3(0, 0, 0), body, 8, 20);
    shape_cylinder(&cap, v3(0, h * 0.91f, 0), r * 0.42f, h * 0.09f);
}

void model_wine_bottle(sketch* s) {
    shape_pen glass = sketch_main(s),
              label = sketch_picture(s, PICTURE_LABEL, (uint32_t)s->look + 2);
    shape_pen cap = sketch_paint(s, SURFACE_PLAIN, 0x6A2B30);
    float r = s->size.x / 2, h = s->size.y;
    const wend_vec2 body[8] = {{0, 0.006f},
                               {r * 0.5f, 0},
                               {r, 0.004f},
                               {r, h * 0.6f},
                               {r * 0.75f, h * 0.69f},
                               {r * 0.37f, h * 0.75f},
                               {r * 0.36f, h * 0.99f},
                               {0, h * 0.99f}};
    shape_lathe(&glass, v3(0, 0, 0), body, 8, 20);
    float low = h * 0.18f, high = h * 0.46f, out = r * 1.012f, in = r * 0.95f;
    const wend_vec2 band[5] = {{in, low}, {out, low}, {out, high}, {in, high}, {in, low}};
    shape_lathe(&label, v3(0, 0, 0), band, 5, 20);
    shape_cylinder(&cap, v3(0, h * 0.84f, 0), r * 0.40f, h * 0.16f);
}

void model_spray_bottle(sketch* s) {
    shape_pen body = sketch_main(s), head = sketch_paint(s, SURFACE_PLAIN, 0xD8DADB);
    shape_pen trigger = sketch_paint(s, SURFACE_PLAIN, 0xB8473C);
    float h = s->size.y, r = s->size.x / 2 * 0.9f;
    const wend_vec2 profile[8] = {{0, 0},
                                  {r * 0.95f, 0},
                                  {r, 0.01f},
                                  {r, h * 0.45f},
                                  {r * 0.72f, h * 0.58f},
                                  {r * 0.42f, h * 0.70f},
                                  {r * 0.42f, h * 0.78f},
                                  {0, h * 0.78f}};
    shape_lathe(&body, v3(0, 0, 0), profile, 8, 20);
    shape_cylinder(&head, v3(0, h * 0.74f, 0), r * 0.5f, h * 0.10f);
    shape_box(&head, v3(0, h * 0.83f, -0.015f), v3(r * 0.7f, h * 0.17f, 0.09f), 0.008f);
    shape_rod(&trigger, v3(0, h * 0.92f, -0.055f), v3(0, h * 0.92f, -0.075f), 0.008f);
    shape_pen lever = shape_pen_tilted(&trigger, v3(0, h * 0.70f, -0.055f), 0.25f);
    shape_box(&lever, v3(0, 0, 0), v3(0.014f, h * 0.16f, 0.008f), 0);
}

void model_soap_bottle(sketch* s) {
    shape_pen body = sketch_main(s), pump = sketch_paint(s, SURFACE_PLAIN, 0xE4E2DC);
    float h = s->size.y, r = s->size.x / 2;
    const wend_vec2 profile[7] = {{0, 0},         {r * 0.95f, 0},        {r, 0.006f},
                                  {r, h * 0.55f}, {r * 0.5f, h * 0.68f}, {r * 0.5f, h * 0.72f},
                                  {0, h * 0.72f}};
    shape_lathe(&body, v3(0, 0, 0), profile, 7, 18);
    shape_cylinder(&pump, v3(0, h * 0.70f, 0), r * 0.42f, h * 0.08f);
    shape_rod(&pump, v3(0, h * 0.76f, 0), v3(0, h * 0.96f, 0), 0.005f);
    shape_box(&pump, v3(0, h * 0.94f, -0.014f), v3(0.014f, h * 0.06f, 0.045f), 0.003f);
}

static void shaker(sketch* s, uint32_t lid_rgb) {
    shape_pen body = sketch_main(s), lid = sketch_paint(s, SURFACE_METAL, lid_rgb);
    float h = s->size.y, r = s->size.x / 2;
    const wend_vec2 profile[6] = {
        {0, 0},        {r, 0}, {r * 0.95f, h * 0.1f}, {r * 0.68f, h * 0.6f}, {r * 0.72f, h * 0.76f},
        {0, h * 0.76f}};
    shape_lathe(&body, v3(0, 0, 0), profile, 6, 14);
    const wend_vec2 cap[5] = {
        {0, h * 0.74f}, {r * 0.78f, h * 0.74f}, {r * 0.76f, h * 0.88f}, {r * 0.4f, h}, {0, h}};
    shape_lathe(&lid, v3(0, 0, 0), cap, 5, 14);
}

void model_salt_shaker(sketch* s) { shaker(s, 0xC9CCCE); }

void model_pepper_shaker(sketch* s) { shaker(s, 0x55585C); }

// ---- food ---------------------------------------------------------------------------------------

void model_apple(sketch* s) {
    shape_pen skin = sketch_main(s), stem = sketch_paint(s, SURFACE_WOOD, 0x5B3F2B);
    float r = s->size.x / 2, h = s->size.y;
    const wend_vec2 profile[9] = {
        {0, h * 0.07f},         {r * 0.3f, 0},         {r * 0.62f, h * 0.09f},
        {r * 0.92f, h * 0.32f}, {r, h * 0.56f},        {r * 0.86f, h * 0.80f},
        {r * 0.5f, h * 0.90f},  {r * 0.2f, h * 0.85f}, {0, h * 0.76f}};
    shape_lathe(&skin, v3(0, 0, 0), profile, 9, 18);
    shape_rod(&stem, v3(0, h * 0.74f, 0), v3(0.004f, h, 0.002f), 0.002f);
}

void model_tomato(sketch* s) {
    shape_pen skin = sketch_main(s), green = sketch_thin(s, SURFACE_PLAIN, 0x55763F);
    float r = s->size.x / 2, h = s->size.y;
    const wend_vec2 profile[7] = {{0, h * 0.02f}, {r * 0.5f, 0},         {r * 0.92f, h * 0.28f},
                                  {r, h * 0.52f}, {r * 0.85f, h * 0.8f}, {r * 0.4f, h * 0.96f},
                                  {0, h * 0.9f}};
    shape_lathe(&skin, v3(0, 0, 0), profile, 7, 18);
    for (int i = 0; i < 5; i++) {
        float a = (float)(2 * WEND_PI) * (float)i / 5;
        shape_leaf(&green, v3(0, h * 0.95f, 0),
                   v3(r * 0.6f * shape_cos(a), h, r * 0.6f * shape_sin(a)), r * 0.3f, 0);
    }
}

void model_egg(sketch* s) {
    shape_pen shell = sketch_main(s);
    float r = s->size.x / 2, h = s->size.y;
    const wend_vec2 profile[8] = {{0, 0},
                                  {r * 0.55f, h * 0.06f},
                                  {r * 0.92f, h * 0.24f},
                                  {r, h * 0.42f},
                                  {r * 0.88f, h * 0.64f},
                                  {r * 0.58f, h * 0.86f},
                                  {r * 0.25f, h * 0.97f},
                                  {0, h}};
    shape_lathe(&shell, v3(0, 0, 0), profile, 8, 16);
}

void model_potato(sketch* s) {
    shape_pen skin = sketch_main(s);
    shape_lump(&skin, v3(0, s->size.y / 2, 0), wend_v3_scale(s->size, 0.5f), 5);
}

void model_bread(sketch* s) {
    shape_pen crust = sketch_main(s), crumb = sketch_paint(s, SURFACE_PLAIN, 0xE6CDA0);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    if (s->shape == 1) {  // baguette
        shape_soft(&crust, v3(0, 0, 0), s->size, 2.6f);
        for (int i = -1; i <= 1; i++) {
            shape_pen cut = shape_pen_moved(&crumb, v3((float)i * w * 0.24f, 0, 0), 0.6f);
            shape_soft(&cut, v3(0, h * 0.55f, 0), v3(0.018f, h * 0.44f, d * 0.6f), 2.5f);
        }
        return;
    }
    shape_soft(&crust, v3(0, 0, 0), v3(w, h, d), 5);
    if (s->detail >= 0.3f)
        for (int i = 0; i < 2; i++)
            shape_soft(&crumb, v3(w * (0.52f + 0.07f * (float)i), 0.004f, 0),
                       v3(0.014f, h * 0.93f, d * 0.95f), 7);
}

void model_lettuce(sketch* s) {
    shape_pen green = sketch_main(s), leaf = sketch_thin(s, SURFACE_LEAVES, 0xF0FFD8);
    float r = s->size.x / 2, h = s->size.y;
    shape_lump(&green, v3(0, h * 0.46f, 0), v3(r * 0.82f, h * 0.46f, r * 0.82f), 3);
    for (int i = 0; i < 9; i++) {
        float a = 2.4f * (float)i, y = h * (0.15f + 0.05f * (float)i);
        shape_leaf(&leaf, v3(r * 0.5f * shape_cos(a), y * 0.4f, r * 0.5f * shape_sin(a)),
                   v3(r * shape_cos(a), y + h * 0.4f, r * shape_sin(a)), r * 0.9f, 0);
    }
}

// ---- paper --------------------------------------------------------------------------------------

void model_book(sketch* s) {
    shape_pen paper = sketch_paint(s, SURFACE_PLAIN, 0xEAE4D4), cover = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z, t = 0.003f;
    if (s->shape == 1) {  // stack of three
        static const uint32_t cloths[3] = {0x5C6B73, 0x8A5A44, 0xB7A57F};
        for (int i = 0; i < 3; i++) {
            shape_pen cloth = i == 1 ? cover : sketch_paint(s, SURFACE_PLAIN, cloths[i]);
            shape_pen q =
                shape_pen_moved(&cloth, v3(0, h / 3 * (float)i, 0), 0.12f * (float)(i - 1));
            shape_box(&q, v3(0, 0, 0),
                      v3(w * (0.93f - 0.06f * (float)i), h / 3, d * (0.88f - 0.06f * (float)i)),
                      0.002f);
        }
        sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w * 0.6f, d * 0.6f), INFINITY);
        return;
    }
    shape_box(&cover, v3(0, 0, 0), v3(w, t, d), 0);
    shape_box(&cover, v3(0, h - t, 0), v3(w, t, d), 0);
    shape_box(&cover, v3(-w / 2 + t / 2, t, 0), v3(t, h - 2 * t, d), 0);
    shape_box(&paper, v3(0.001f, t / 2, 0), v3(w - 0.008f, h - t, d - 0.006f), 0);
    shape_pen face = sketch_picture(s, PICTURE_COVER, (uint32_t)s->look);
    parts_print(&face, v3(0, h, 0), v2(w - 0.024f, d - 0.016f));
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w * 0.8f, d * 0.8f), INFINITY);
}

void model_newspaper(sketch* s) {
    shape_pen print = sketch_picture(s, PICTURE_NEWS, (uint32_t)s->look);
    shape_box(&print, v3(0, 0, 0), s->size, 0.004f);
}

void model_box(sketch* s) {
    shape_pen card = sketch_main(s), tape = sketch_paint(s, SURFACE_PLAIN, 0xC9B48A);
    float w = s->size.x, h = s->size.y, d = s->size.z, t = 0.005f;
    if (s->shape == 0) {  // closed, with a strip of tape
        shape_box(&card, v3(0, 0, 0), v3(w, h - 0.001f, d), 0.002f);
        shape_box(&tape, v3(0, h * 0.75f, 0), v3(w + 0.001f, h * 0.25f, 0.05f), 0);
        sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w * 0.9f, d * 0.9f), INFINITY);
        return;
    }
    // Open: a floor, four walls and two flaps.
    shape_box(&card, v3(0, 0, 0), v3(w - 0.06f - t, t, d - t), 0);
    for (int i = -1; i <= 1; i += 2) {
        shape_box(&card, v3(0, 0.001f, (float)i * (d / 2 - t / 2)),
                  v3(w - 0.06f - t / 2, h - 0.061f, t), 0);
        shape_box(&card, v3((float)i * (w / 2 - 0.03f - t / 2), 0.0005f, 0),
                  v3(t, h - 0.06f, d - 0.001f), 0);
        shape_pen flap = shape_pen_rolled(&card, v3((float)i * (w / 2 - 0.033f), h - 0.063f, 0),
                                          (float)i * -0.45f);
        shape_box(&flap, v3(0, 0, 0), v3(t, 0.068f, d - 0.01f), 0);
    }
    sketch_place(s, WEND_RELATION_IN, v3(0, t, 0), v2(w - 0.1f, d - 0.04f), INFINITY);
}

void model_tissue_box(sketch* s) {
    shape_pen card = sketch_main(s), paper = sketch_thin(s, SURFACE_PLAIN, 0xF4F2EC);
    float w = s->size.x, h = s->size.y, d = s->size.z, box = h * 0.66f;
    shape_box(&card, v3(0, 0, 0), v3(w, box, d), 0.003f);
    for (int i = 0; i < 4; i++) {
        float a = 1.57f * (float)i + 0.4f;
        shape_leaf(&paper, v3(0.02f * shape_cos(a), box - 0.002f, 0.02f * shape_sin(a)),
                   v3(0.04f * shape_cos(a + 1), h, 0.04f * shape_sin(a + 1)), 0.06f, 0);
    }
}
