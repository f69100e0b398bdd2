// Objects of a town outside its buildings. Objects are placed only where their rectangle overlaps
// no reserved one.
#include "generate/town_objects.h"

#include <stdlib.h>

#include "generate/town_ground.h"

typedef struct site {
    const town_plan* plan;
    scene_builder* b;
    model_library* library;
    wend_rng rng;
    ARRAY_OF(town_rect) taken;
    bool failed;  // out of memory
} site;

// ---- reserved space -----------------------------------------------------------------------------

static void town_objects_take(site* s, town_rect rect) {
    town_rect* slot = ARRAY_PUSH(&s->taken);
    if (slot)
        *slot = rect;
    else
        s->failed = true;
}

static bool town_objects_is_free(const site* s, town_rect rect) {
    town_rect all = town_rect_grown(s->plan->rect, -5);
    if (rect.x0 < all.x0 || rect.z0 < all.z0 || rect.x1 > all.x1 || rect.z1 > all.z1) return false;
    for (size_t i = 0; i < s->taken.count; i++)
        if (town_rect_overlaps(s->taken.items[i], rect)) return false;
    return true;
}

// Reserves footprints, paths and crossings.
static void take_plan(site* s) {
    for (int i = 0; i < s->plan->building_count; i++)
        town_objects_take(s, town_rect_grown(s->plan->buildings[i].footprint, 75));
    for (size_t i = 0; i < s->plan->patches.count; i++) {
        const town_patch* p = &s->plan->patches.items[i];
        if (p->ground == TOWN_PATH) town_objects_take(s, p->rect);
    }
    for (int i = 1; i < s->plan->street_count; i++) {  // crossings and their zebras
        town_rect r = s->plan->streets[i].rect, m = s->plan->streets[0].rect;
        town_objects_take(s, (town_rect){r.x0 - 400, m.z0 - 400, r.x1 + 400, m.z1 + 400});
    }
}

// ---- placement ----------------------------------------------------------------------------------

// An object to place: its centre and the direction of its front, in quarter turns counter-clockwise
// from -z.
typedef struct town_object {
    model_def def;
    int x, z, quarters;
    int margin;  // centimetres that must be free around it
    float turn;  // additional rotation in radians, for round objects
} town_object;

// Places the object if there is space. Returns its id, or 0.
static uint32_t town_objects_put(site* s, const town_object* t) {
    const model* m = model_library_get(s->library, &t->def);
    if (!m) return 0;
    float wide = t->quarters & 1 ? m->extent.z : m->extent.x;
    float deep = t->quarters & 1 ? m->extent.x : m->extent.z;
    if (t->turn != 0) wide = deep = 1.05f * fmaxf(wide, deep);
    int half_x = (int)ceilf(wide * 50), half_z = (int)ceilf(deep * 50);
    town_rect rect = {t->x - half_x, t->z - half_z, t->x + half_x, t->z + half_z};
    if (!town_objects_is_free(s, town_rect_grown(rect, t->margin))) return 0;
    town_objects_take(s, rect);
    model_placement placement = {.relation = WEND_RELATION_NONE};
    placement.at =
        wend_v3((float)t->x / 100, town_ground_height(town_ground_at(s->plan, t->x, t->z)),
                (float)t->z / 100);
    placement.heading = (float)t->quarters * (float)(WEND_PI / 2) + t->turn;
    return model_place(s->library, m, &placement);
}

static town_object make_town_object(site* s, wend_category category, int x, int z, int quarters) {
    return (town_object){.def = {.category = category, .variant = wend_rng_u32(&s->rng)},
                         .x = x,
                         .z = z,
                         .quarters = quarters,
                         .margin = 15};
}

static uint32_t put_simply(site* s, wend_category category, int x, int z, int quarters) {
    town_object t = make_town_object(s, category, x, z, quarters);
    return town_objects_put(s, &t);
}

// A plant with a random rotation; only on grass.
static void put_plant(site* s, wend_category category, int x, int z) {
    if (town_ground_at(s->plan, x, z) != TOWN_GRASS) return;
    town_object t = make_town_object(s, category, x, z, 0);
    t.turn = wend_rng_between(&s->rng, 0.1f, 6);
    town_objects_put(s, &t);
}

static void scatter(site* s, wend_category category, town_rect in, int count) {
    for (int i = 0; i < count; i++) {
        int x = wend_rng_range(&s->rng, in.x0, in.x1), z = wend_rng_range(&s->rng, in.z0, in.z1);
        put_plant(s, category, x, z);
    }
}

// ---- streets ------------------------------------------------------------------------------------

enum { BAY = TOWN_BAY, BAY_MIDDLE = 100, LAMP_STEP = 1900, KERB_SIDE = 45 };  // centimetres

// Traffic drives on the right, so a car on the south side faces east.
static int parked_quarters(int side) { return side > 0 ? 3 : 1; }

// The ambulance, with its stretcher on the pavement beside it.
static void put_ambulance(site* s) {
    town_rect r = s->plan->streets[0].rect;
    for (int attempt = 0; attempt < 60; attempt++) {
        int bays = (r.x1 - r.x0 - 600) / BAY, side = wend_rng_chance(&s->rng, 0.5f) ? 1 : -1;
        int x = r.x0 + TOWN_BAY_START + wend_rng_range(&s->rng, 1, bays - 2) * BAY;
        int edge = side > 0 ? r.z1 : r.z0;
        if (!put_simply(s, WEND_CATEGORY_AMBULANCE, x, edge - side * (BAY_MIDDLE + 20),
                        parked_quarters(side)))
            continue;
        for (int back = 380; back > -400; back -= 40)
            if (put_simply(s, WEND_CATEGORY_STRETCHER, x - side * back, edge + side * 65,
                           parked_quarters(side)))
                return;
        return;
    }
}

static void park_cars(site* s) {
    town_rect r = s->plan->streets[0].rect;
    for (int side = -1; side <= 1; side += 2)
        for (int x = r.x0 + TOWN_BAY_START; x + BAY < r.x1 - TOWN_BAY_START; x += BAY) {
            if (!wend_rng_chance(&s->rng, 0.45f)) continue;
            int edge = side > 0 ? r.z1 : r.z0, off = wend_rng_range(&s->rng, -25, 25);
            put_simply(s, WEND_CATEGORY_CAR, x + BAY / 2 + off, edge - side * BAY_MIDDLE,
                       parked_quarters(side));
        }
}

static void line_street(site* s) {
    town_rect r = s->plan->streets[0].rect;
    for (int x = r.x0 + 500, side = 1; x < r.x1 - 300; x += LAMP_STEP / 2, side = -side) {
        int z = side > 0 ? r.z1 + KERB_SIDE : r.z0 - KERB_SIDE;
        put_simply(s, WEND_CATEGORY_STREET_LAMP, x, z, side > 0 ? 0 : 2);
        if (wend_rng_chance(&s->rng, 0.25f))
            put_simply(s, WEND_CATEGORY_GARBAGE_CAN, x + 130, z, side > 0 ? 0 : 2);
    }
    for (int i = 1; i < s->plan->street_count; i++) {
        town_rect c = s->plan->streets[i].rect;
        for (int z = r.z1 + 900; z < c.z1 - 300; z += LAMP_STEP)
            put_simply(s, WEND_CATEGORY_STREET_LAMP, c.x1 + KERB_SIDE, z, 1);
        for (int z = r.z0 - 900; z > c.z0 + 300; z -= LAMP_STEP)
            put_simply(s, WEND_CATEGORY_STREET_LAMP, c.x0 - KERB_SIDE, z, 3);
        put_simply(s, WEND_CATEGORY_TRAFFIC_SIGN, c.x1 + KERB_SIDE, r.z1 + 460, 2);
        put_simply(s, WEND_CATEGORY_TRAFFIC_SIGN, c.x0 - KERB_SIDE, r.z0 - 460, 0);
    }
}

// ---- borders ------------------------------------------------------------------------------------

// A hedge or a fence along a line; occupied sections are left out.
typedef struct border {
    town_rect line;  // its length and thickness
    float height;    // of a hedge, metres; 0: a fence
    float low;       // height of the ground below a hedge
    uint32_t variant;
} border;

enum { RUN_STEP = 20, RUN_MIN = 100, HEDGE_PIECE = 600 };  // centimetres

static town_rect slice(town_rect line, bool along_x, int from, int to) {
    return along_x ? (town_rect){from, line.z0, to, line.z1}
                   : (town_rect){line.x0, from, line.x1, to};
}

static void put_panels(site* s, const border* o, town_rect run, bool along_x) {
    model_def def = {.category = WEND_CATEGORY_FENCE, .variant = o->variant};
    const model* m = model_library_get(s->library, &def);
    if (!m || !(m->extent.x > 0.2f)) return;
    int length = along_x ? run.x1 - run.x0 : run.z1 - run.z0;
    int panels = (int)((float)length / (100 * m->extent.x));
    for (int i = 0; i < panels; i++) {
        int at = length * (2 * i + 1) / (2 * panels);
        town_object t = {.def = def, .quarters = along_x ? 0 : 1};
        t.x = along_x ? run.x0 + at : (run.x0 + run.x1) / 2;
        t.z = along_x ? (run.z0 + run.z1) / 2 : run.z0 + at;
        town_objects_put(s, &t);
    }
}

static void put_hedge(site* s, const border* o, town_rect rect) {
    static const uint8_t as_it_is[4] = {0, 0, 0, 0};
    town_objects_take(s, rect);
    town_box box = {.rect = rect,
                    .low = o->low,
                    .high = o->low + o->height,
                    .category = WEND_CATEGORY_BUSH,
                    .color = WEND_COLOR_GREEN,
                    .name = "hedge",
                    .material = surface_material(s->library, SURFACE_LEAVES, o->variant, as_it_is),
                    .repeat = surface_repeat(SURFACE_LEAVES),
                    .cell = 1.2f};
    town_box_build(s->b, &box);
}

static void put_run(site* s, const border* o, bool along_x, int from, int to) {
    if (to - from < RUN_MIN) return;
    if (o->height == 0) {
        put_panels(s, o, slice(o->line, along_x, from, to), along_x);
        return;
    }
    int pieces = (to - from + HEDGE_PIECE - 1) / HEDGE_PIECE;
    for (int i = 0; i < pieces; i++)
        put_hedge(s, o,
                  slice(o->line, along_x, from + (to - from) * i / pieces,
                        from + (to - from) * (i + 1) / pieces));
}

static void put_border(site* s, const border* o) {
    bool along_x = o->line.x1 - o->line.x0 > o->line.z1 - o->line.z0;
    int low = along_x ? o->line.x0 : o->line.z0, high = along_x ? o->line.x1 : o->line.z1;
    int from = low, at = low;
    for (; at + RUN_STEP <= high; at += RUN_STEP)
        if (!town_objects_is_free(s, slice(o->line, along_x, at, at + RUN_STEP))) {
            put_run(s, o, along_x, from, at);
            from = at + RUN_STEP;
        }
    put_run(s, o, along_x, from, at);
}

// The hedge around the town. Streets end at it, closed by a fence.
static void enclose(site* s) {
    enum { INSET = 20, HEDGE = 90, FENCE = 20 };
    town_rect r = town_rect_grown(s->plan->rect, -INSET);
    town_rect in = town_rect_grown(r, -HEDGE - 30);
    for (int i = 0; i < s->plan->street_count; i++) {
        bool along_x = s->plan->streets[i].along_x;
        town_rect c = s->plan->streets[i].rect;
        for (int end = 0; end < 2; end++) {
            int x0 = end ? r.x1 - HEDGE : r.x0, z0 = end ? r.z1 - HEDGE : r.z0;
            border hedge = {.height = 1.9f + TOWN_YARD_Y - TOWN_STREET_Y, .low = TOWN_STREET_Y};
            hedge.line = along_x ? (town_rect){x0, c.z0 + 5, x0 + HEDGE, c.z1 - 5}
                                 : (town_rect){c.x0 + 5, z0, c.x1 - 5, z0 + HEDGE};
            put_border(s, &hedge);
            x0 = end ? in.x1 - FENCE : in.x0;
            z0 = end ? in.z1 - FENCE : in.z0;
            border fence = {.line = along_x ? (town_rect){x0, c.z0 + 5, x0 + FENCE, c.z1 - 5}
                                            : (town_rect){c.x0 + 5, z0, c.x1 - 5, z0 + FENCE}};
            put_border(s, &fence);
        }
    }
    const town_rect sides[4] = {{r.x0, r.z0, r.x1, r.z0 + HEDGE},
                                {r.x0, r.z1 - HEDGE, r.x1, r.z1},
                                {r.x0, r.z0 + HEDGE, r.x0 + HEDGE, r.z1 - HEDGE},
                                {r.x1 - HEDGE, r.z0 + HEDGE, r.x1, r.z1 - HEDGE}};
    for (int i = 0; i < 4; i++)
        put_border(s, &(border){.line = sides[i], .height = 1.9f, .low = TOWN_YARD_Y});
}

// Trees inside the hedge, which hide the empty space outside the town.
static void ring_with_trees(site* s) {
    enum { STEP = 550, IN = 250 };
    town_rect r = town_rect_grown(s->plan->rect, -IN);
    for (int x = r.x0; x < r.x1; x += STEP) {
        put_plant(s, WEND_CATEGORY_TREE, x + wend_rng_range(&s->rng, -150, 150), r.z0);
        put_plant(s, WEND_CATEGORY_TREE, x + wend_rng_range(&s->rng, -150, 150), r.z1);
    }
    for (int z = r.z0 + STEP; z < r.z1 - STEP; z += STEP) {
        put_plant(s, WEND_CATEGORY_TREE, r.x0, z + wend_rng_range(&s->rng, -150, 150));
        put_plant(s, WEND_CATEGORY_TREE, r.x1, z + wend_rng_range(&s->rng, -150, 150));
    }
}

// ---- lots ---------------------------------------------------------------------------------------

// A fence or a hedge along the sides, from the front of the house to the back; with probability
// 0.65 also along the pavement.
static void border_yard(site* s, const town_lot* lot) {
    const town_building* b = &s->plan->buildings[lot->building];
    town_rect r = lot->rect;
    int z0 = lot->toward < 0 ? b->footprint.z0 + 150 : r.z0;
    int z1 = lot->toward < 0 ? r.z1 : b->footprint.z1 - 150;
    bool hedge = wend_rng_chance(&s->rng, 0.5f);
    int half = hedge ? 25 : 8;
    border o = {.height = hedge ? 1.3f : 0, .low = TOWN_YARD_Y};
    o.variant = wend_rng_u32(&s->rng);
    o.line = (town_rect){r.x0 - half, z0, r.x0 + half, z1};  // keeps a neighbour's border
    put_border(s, &o);
    o.line = (town_rect){r.x1 - half, z0, r.x1 + half, z1};
    put_border(s, &o);
    if (wend_rng_chance(&s->rng, 0.35f)) return;
    int near = 10, far = hedge ? 60 : 26;
    if (hedge) o.height = 0.9f;
    o.line = lot->toward < 0 ? (town_rect){r.x0 + 30, r.z0 + near, r.x1 - 30, r.z0 + far}
                             : (town_rect){r.x0 + 30, r.z1 - far, r.x1 - 30, r.z1 - near};
    put_border(s, &o);
}

static void furnish_yard(site* s, const town_lot* lot) {
    const town_building* b = &s->plan->buildings[lot->building];
    int street_z = lot->toward < 0 ? lot->rect.z0 : lot->rect.z1, into = -lot->toward;
    int quarters = lot->toward < 0 ? 0 : 2;
    put_simply(s, WEND_CATEGORY_MAILBOX, b->door_x + 115, street_z + into * 45, quarters);
    if (wend_rng_chance(&s->rng, 0.6f))
        put_simply(s, WEND_CATEGORY_GARBAGE_CAN, b->door_x - 125, street_z + into * 50, quarters);
    for (size_t i = 0; i < s->plan->patches.count; i++) {
        const town_patch* p = &s->plan->patches.items[i];
        if (p->ground != TOWN_DRIVE || !town_rect_overlaps(p->rect, lot->rect)) continue;
        if (wend_rng_chance(&s->rng, 0.6f))
            put_simply(s, WEND_CATEGORY_CAR, (p->rect.x0 + p->rect.x1) / 2,
                       (p->rect.z0 + p->rect.z1) / 2, quarters);
        town_objects_take(s, p->rect);
    }
    if (lot->is_fenced) border_yard(s, lot);
    for (int side = -1; side <= 1; side += 2)  // bushes beside the door
        for (int k = 0; k < 2; k++)
            put_plant(s, WEND_CATEGORY_BUSH, b->door_x + side * (170 + 150 * k),
                      b->door_z + lot->toward * 150);
    scatter(s, WEND_CATEGORY_TREE, lot->rect, 30);
    scatter(s, WEND_CATEGORY_BUSH, lot->rect, 12);
}

static void furnish_park(site* s, const town_lot* lot) {
    town_rect r = lot->rect;
    int x = (r.x0 + r.x1) / 2, z = (r.z0 + r.z1) / 2;
    for (int i = 0; i < 4; i++) {
        int side = i & 1 ? 1 : -1, end = i & 2 ? 1 : -1;
        put_simply(s, WEND_CATEGORY_BENCH, x + side * 200, z + end * 352, end > 0 ? 0 : 2);
    }
    put_plant(s, WEND_CATEGORY_TREE, x, z);
    put_simply(s, WEND_CATEGORY_GARBAGE_CAN, x + 352, z + 180, 1);
    scatter(s, WEND_CATEGORY_TREE, r, 50);
    scatter(s, WEND_CATEGORY_BUSH, r, 16);
}

static void fill_car_park(site* s, const town_lot* lot) {
    town_rect r = town_rect_grown(lot->rect, -TOWN_YARD_EDGE);
    for (int x = r.x0 + TOWN_STALL_START + TOWN_STALL / 2; x + 130 < r.x1; x += TOWN_STALL)
        for (int side = -1; side <= 1; side += 2) {
            int z = side < 0 ? r.z0 + 280 : r.z1 - 280;
            bool entry = side == lot->toward && abs(2 * x - r.x0 - r.x1) < 800;
            if (!entry && wend_rng_chance(&s->rng, 0.5f))
                put_simply(s, WEND_CATEGORY_CAR, x, z, side < 0 ? 0 : 2);
        }
    scatter(s, WEND_CATEGORY_BUSH, lot->rect, 30);
}

wend_status town_objects_build(const town_plan* plan, const wend_scene_def* def, scene_builder* b,
                               model_library* library, wend_error* error) {
    site s = {plan, b, library, .rng = wend_rng_for(def->seed, "town", "things")};
    take_plan(&s);
    put_ambulance(&s);
    park_cars(&s);
    line_street(&s);
    enclose(&s);
    for (int i = 0; i < plan->lot_count; i++) {
        const town_lot* lot = &plan->lots[i];
        if (lot->kind == TOWN_BUILDING) furnish_yard(&s, lot);
        if (lot->kind == TOWN_PARK) furnish_park(&s, lot);
        if (lot->kind == TOWN_PARKING) fill_car_park(&s, lot);
    }
    ring_with_trees(&s);
    bool failed = s.failed;
    ARRAY_FREE(&s.taken);
    return failed ? wend_fail(error, WEND_NO_MEMORY, "out of memory for the objects of a town")
                  : WEND_OK;
}
