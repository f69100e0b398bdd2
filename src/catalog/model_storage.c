// Models: shelves, cabinets, wardrobes, chests of drawers.
#include "catalog/model_parts.h"
#include "catalog/model_table.h"

// A carcass with an open front: back, sides, top, bottom and `boards` shelves.
typedef struct carcass {
    wend_vec3 foot, size;
    float thick;
    int boards;
} carcass;

static float board_height(const carcass* c, int i) {  // upper face of board i; 0: the lowest
    float inside = c->size.y - 2 * c->thick;
    return c->foot.y + c->thick + inside * (float)i / (float)(c->boards + 1);
}

static void draw_carcass(const shape_pen* p, const carcass* c) {
    float w = c->size.x, h = c->size.y, d = c->size.z, t = c->thick;
    for (int i = -1; i <= 1; i += 2)
        shape_box(p, v3(c->foot.x + (float)i * (w - t) / 2, c->foot.y, c->foot.z), v3(t, h, d),
                  0.003f);
    shape_box(p, v3(c->foot.x, c->foot.y + 0.005f, c->foot.z + d / 2 - 0.006f),
              v3(w - t, h - 0.01f, 0.01f), 0);
    for (int i = 0; i <= c->boards + 1; i++) {
        bool outer = i == 0 || i > c->boards;
        float front = outer ? 0.002f : 0.012f, deep = d - front - 0.006f;  // reaches into the back
        float top = i > c->boards ? c->foot.y + h - 0.002f : board_height(c, i);
        float thick = i == 0 ? t - 0.002f : t;
        shape_box(p, v3(c->foot.x, top - thick, c->foot.z + (front - 0.006f) / 2),
                  v3(w - t * 1.5f, thick, deep), 0);
    }
}

static void carcass_places(sketch* s, const carcass* c, wend_relation relation) {
    float inside = c->size.y - 2 * c->thick, gap = inside / (float)(c->boards + 1) - c->thick;
    for (int i = 0; i <= c->boards; i++)
        sketch_place(s, relation, v3(c->foot.x, board_height(c, i), c->foot.z - 0.008f),
                     v2(c->size.x - 2 * c->thick - 0.02f, c->size.z - 0.05f), gap);
}

static void fill_with_books(sketch* s, const carcass* c, uint32_t seed) {
    float inside = c->size.x - 2 * c->thick - 0.01f,
          gap = (c->size.y - 2 * c->thick) / (float)(c->boards + 1) - c->thick;
    wend_rng rng = wend_rng_make(seed, 5);
    for (int i = 0; i <= c->boards; i++) {
        if (i % 3 == 2) {  // kept free for other objects
            sketch_place(s, WEND_RELATION_ON, v3(c->foot.x, board_height(c, i), c->foot.z - 0.008f),
                         v2(inside - 0.02f, c->size.z - 0.05f), gap);
            continue;
        }
        float share = wend_rng_between(&rng, 0.55f, 1), x = -inside / 2 + inside * share / 2;
        parts_books(s, v3(c->foot.x + x, board_height(c, i), c->foot.z + 0.01f),
                    v3(inside * share, fminf(gap * 0.86f, 0.28f), c->size.z - 0.09f),
                    seed + (uint32_t)i);
    }
}

void model_shelf(sketch* s) {
    shape_pen wood = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    int boards = (int)(h / 0.38f) - 1;
    if (boards < 1) boards = 1;
    if (boards > 5) boards = 5;
    carcass c = {v3(0, 0, 0), s->size, 0.022f, boards};
    if (s->shape == 2) {  // steel posts and boards, for stores and garages
        shape_pen metal = sketch_paint(s, SURFACE_METAL, 0x8E9296);
        for (int i = 0; i < 4; i++)
            shape_box(
                &metal,
                v3((i & 1 ? 0.5f : -0.5f) * (w - 0.03f), 0, (i & 2 ? 0.5f : -0.5f) * (d - 0.03f)),
                v3(0.03f, h, 0.03f), 0);
        for (int i = 0; i <= boards; i++) {
            float y = 0.10f + (h - 0.16f) * (float)i / (float)boards;
            shape_box(&wood, v3(0, y, 0), v3(w - 0.004f, 0.025f, d - 0.004f), 0);
            float gap = i < boards ? (h - 0.16f) / (float)boards - 0.03f : INFINITY;
            sketch_place(s, WEND_RELATION_ON, v3(0, y + 0.025f, 0), v2(w - 0.09f, d - 0.02f), gap);
        }
        return;
    }
    draw_carcass(&wood, &c);
    if (s->shape == 1)
        fill_with_books(s, &c, (uint32_t)s->look + 3);
    else
        carcass_places(s, &c, WEND_RELATION_ON);
    if (h < 1.5f)
        sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w - 0.02f, d - 0.02f), INFINITY);
}

// ---- with doors and drawers ---------------------------------------------------------------------

typedef struct front_grid {
    wend_vec3 foot;  // centre of the lower edge, on the front of the box
    wend_vec2 size;
    int columns, rows;
    bool bars;  // vertical bars (doors) instead of knobs (drawers)
} front_grid;

static void draw_fronts(sketch* s, const shape_pen* front, const front_grid* g) {
    shape_pen metal = sketch_paint(s, SURFACE_METAL, 0x9A9DA0);
    float w = g->size.x / (float)g->columns, h = g->size.y / (float)g->rows;
    for (int i = 0; i < g->columns; i++)
        for (int k = 0; k < g->rows; k++) {
            float x = g->foot.x - g->size.x / 2 + w * ((float)i + 0.5f),
                  y = g->foot.y + h * (float)k;
            parts_front(front, v3(x, y + 0.002f, g->foot.z), v2(w - 0.005f, h - 0.005f));
            float side = g->columns == 1 ? 1.0f : i % 2 ? -1.0f : 1.0f;
            wend_vec3 at = v3(x, y + h / 2, g->foot.z - 0.013f);
            if (g->bars) {
                at.x += side * (w / 2 - 0.05f);
                parts_bar(&metal, at, fminf(0.20f, h * 0.4f), true);
            } else if (w > 0.5f) {
                for (int n = -1; n <= 1; n += 2)
                    parts_knob(&metal, v3(x + (float)n * w * 0.28f, at.y, at.z));
            } else {
                parts_knob(&metal, at);
            }
        }
}

void model_dresser(sketch* s) {
    shape_pen wood = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    parts_legs(&wood, v2(w - 0.04f, d - 0.04f), 0.12f, 0.05f);
    shape_box(&wood, v3(0, 0.10f, 0.01f), v3(w - 0.02f, h - 0.115f, d - 0.045f), 0);
    shape_box(&wood, v3(0, h - 0.025f, 0), v3(w, 0.025f, d), 0.006f);
    front_grid g = {v3(0, 0.12f, -d / 2 + 0.0325f), v2(w - 0.04f, h - 0.155f), s->shape ? 1 : 2,
                    s->shape ? 5 : 3, false};
    draw_fronts(s, &wood, &g);
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w - 0.02f, d - 0.02f), INFINITY);
}

void model_wardrobe(sketch* s) {
    shape_pen wood = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&wood, v3(0, 0, 0.02f), v3(w - 0.03f, 0.08f, d - 0.06f), 0);
    shape_box(&wood, v3(0, 0.06f, 0.013f), v3(w - 0.004f, h - 0.07f, d - 0.028f), 0);
    shape_box(&wood, v3(0, h - 0.03f, 0), v3(w, 0.03f, d), 0.008f);
    int doors = w < 0.8f ? 1 : w < 1.5f ? 2 : 3;
    front_grid g = {v3(0, 0.07f, -d / 2 + 0.027f), v2(w - 0.02f, h - 0.11f), doors, 1, true};
    if (s->shape == 1) {  // two drawers below the doors
        front_grid low = {v3(0, 0.07f, g.foot.z), v2(w - 0.02f, 0.46f), 1, 2, false};
        draw_fronts(s, &wood, &low);
        g.foot.y = 0.54f;
        g.size.y = h - 0.58f;
    }
    draw_fronts(s, &wood, &g);
}

void model_cabinet(sketch* s) {
    shape_pen front = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    int doors = (int)(w / 0.5f + 0.5f);
    if (doors < 1) doors = 1;
    if (s->shape == 0) {  // on a wall
        shape_box(&front, v3(0, 0, 0.008f), v3(w, h, d - 0.016f), 0);
        front_grid g = {v3(0, 0.003f, -d / 2 + 0.016f), v2(w - 0.004f, h - 0.006f), doors, 1, true};
        draw_fronts(s, &front, &g);
        return;
    }
    if (s->shape == 1) {  // sideboard
        parts_legs(&front, v2(w - 0.06f, d - 0.06f), 0.15f, 0.04f);
        shape_box(&front, v3(0, 0.13f, 0.01f), v3(w - 0.01f, h - 0.145f, d - 0.03f), 0);
        shape_box(&front, v3(0, h - 0.022f, 0), v3(w, 0.022f, d), 0.005f);
        front_grid g = {v3(0, 0.14f, -d / 2 + 0.025f), v2(w - 0.02f, h - 0.17f), doors, 1, true};
        draw_fronts(s, &front, &g);
    } else {  // file cabinet
        shape_box(&front, v3(0, 0, 0.008f), v3(w, h, d - 0.016f), 0.004f);
        front_grid g = {v3(0, 0.03f, -d / 2 + 0.016f), v2(w - 0.02f, h - 0.04f), 1, h > 1 ? 4 : 3,
                        false};
        draw_fronts(s, &front, &g);
    }
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0.01f), v2(w - 0.03f, d - 0.05f), INFINITY);
}

void model_tv_stand(sketch* s) {
    shape_pen wood = sketch_main(s);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    if (s->shape == 1) {  // open: two compartments
        carcass c = {v3(0, 0.10f, 0), v3(w, h - 0.10f, d), 0.025f, 0};
        parts_legs(&wood, v2(w - 0.06f, d - 0.06f), 0.115f, 0.04f);
        draw_carcass(&wood, &c);
        shape_box(&wood, v3(0, 0.12f, 0.005f), v3(0.022f, h - 0.14f, d - 0.03f), 0);
        for (int i = -1; i <= 1; i += 2)
            sketch_place(s, WEND_RELATION_ON, v3((float)i * w / 4, 0.125f, -0.01f),
                         v2(w / 2 - 0.08f, d - 0.06f), h - 0.16f);
    } else {
        shape_box(&wood, v3(0, 0, 0.02f), v3(w - 0.04f, 0.07f, d - 0.07f), 0);
        shape_box(&wood, v3(0, 0.05f, 0.008f), v3(w - 0.01f, h - 0.065f, d - 0.026f), 0);
        shape_box(&wood, v3(0, h - 0.025f, 0), v3(w, 0.025f, d), 0.006f);
        front_grid g = {v3(0, 0.06f, -d / 2 + 0.021f), v2(w - 0.02f, h - 0.09f), 3, 1, true};
        draw_fronts(s, &wood, &g);
    }
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w - 0.02f, d - 0.02f), INFINITY);
}

void model_safe(sketch* s) {
    shape_pen steel = sketch_main(s), metal = sketch_paint(s, SURFACE_METAL, 0xB4B7BA);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&steel, v3(0, 0, 0.015f), v3(w, h, d - 0.03f), 0.01f);
    shape_box(&steel, v3(0, 0.03f, -d / 2 + 0.03f), v3(w - 0.05f, h - 0.06f, 0.03f), 0.005f);
    shape_pen dial =
        shape_pen_tilted(&metal, v3(-w * 0.12f, h * 0.56f, -d / 2 + 0.02f), -(float)WEND_PI / 2);
    shape_cone(&dial, v3(0, 0, 0), 0.035f, 0.028f, 0.02f);
    shape_rod(&metal, v3(w * 0.14f, h * 0.5f, -d / 2 + 0.006f),
              v3(w * 0.30f, h * 0.5f, -d / 2 + 0.006f), 0.008f);
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0.02f), v2(w - 0.04f, d - 0.08f), INFINITY);
}

void model_furniture(sketch* s) {  // chest
    shape_pen wood = sketch_main(s), metal = sketch_paint(s, SURFACE_METAL, 0x8A7A58);
    float w = s->size.x, h = s->size.y, d = s->size.z;
    shape_box(&wood, v3(0, 0, 0), v3(w - 0.02f, h - 0.08f, d - 0.02f), 0.006f);
    shape_box(&wood, v3(0, h - 0.10f, 0), v3(w, 0.10f, d), 0.02f);
    shape_box(&metal, v3(0, h - 0.16f, -d / 2 + 0.005f), v3(0.06f, 0.10f, 0.02f), 0);
    sketch_place(s, WEND_RELATION_ON, v3(0, h, 0), v2(w - 0.05f, d - 0.05f), INFINITY);
}
