// Generates a single room: shell, ceiling lamps, one object per category along the walls.
#include "generate/single_room.h"

#include <stdio.h>

#include "generate/sheet.h"

typedef struct hall {
    const wend_scene_def* def;
    scene_builder* b;
    model_library* library;
    wend_rng rng;
    float x, y, z;  // metres: half the width, the height, half the depth
    uint32_t room, ceiling;
    sheet_lines xs, ys, zs;
} hall;

static uint32_t structure(hall* h, wend_category category) {
    wend_object fields = {
        .category = (uint16_t)category, .flags = WEND_OBJECT_STRUCTURE, .room = h->room};
    return scene_builder_object(h->b, &fields, wend_category_at(category)->name);
}

static uint32_t build_sheet(hall* h, wend_category category, surface kind, uint32_t look, sheet s) {
    static const uint8_t as_it_is[4] = {0, 0, 0, 0};
    uint32_t object = structure(h, category);
    uint32_t mesh = scene_builder_mesh_begin(h->b, wend_category_at(category)->name);
    s.repeat = surface_repeat(kind);
    sheet_emit(h->b, &s);
    scene_builder_mesh_end(h->b);
    scene_builder_instance(h->b, object, mesh, surface_material(h->library, kind, look, as_it_is),
                           wend_transform_identity());
    return object;
}

static void add_lines(hall* h) {
    float step = 1.4f - 0.8f * fminf(h->def->detail, 1);
    for (int side = -1; side <= 1; side += 2) {
        sheet_lines_add(&h->xs, (float)side * h->x);
        sheet_lines_add(&h->zs, (float)side * h->z);
        sheet_lines_add(&h->ys, side < 0 ? 0 : h->y);
    }
    sheet_lines_divide(&h->xs, step);
    sheet_lines_divide(&h->ys, step);
    sheet_lines_divide(&h->zs, step);
}

static void build_shell(hall* h) {
    static const surface floors[] = {SURFACE_CONCRETE, SURFACE_WOOD, SURFACE_TILE, SURFACE_PARQUET};
    static const surface walls[] = {SURFACE_PLASTER, SURFACE_CONCRETE, SURFACE_PLASTER};
    surface floor = floors[wend_rng_below(&h->rng, 4)], wall = walls[wend_rng_below(&h->rng, 3)];
    uint32_t look = wend_rng_u32(&h->rng);
    add_lines(h);
    sheet flat = {.u = SHEET_X, .v = SHEET_Z, .us = &h->xs, .vs = &h->zs};
    build_sheet(h, WEND_CATEGORY_FLOOR, floor, look, flat);
    flat.w = h->y;
    flat.backwards = true;
    h->ceiling = build_sheet(h, WEND_CATEGORY_CEILING, SURFACE_PLASTER, 0, flat);
    for (int i = 0; i < 4; i++) {
        bool low = i & 1, along_x = i & 2;
        float half = along_x ? h->z : h->x;
        sheet s = {.u = along_x ? SHEET_X : SHEET_Z,
                   .v = SHEET_Y,
                   .w = low ? -half : half,
                   .backwards = !low,
                   .us = along_x ? &h->xs : &h->zs,
                   .vs = &h->ys};
        build_sheet(h, WEND_CATEGORY_WALL, wall, look, s);
    }
}

static void single_room_put(hall* h, const model_def* def, model_placement where) {
    const model* m = model_library_get(h->library, def);
    where.room = h->room;
    if (m) model_place(h->library, m, &where);
}

static void single_room_hang_lamps(hall* h) {
    int columns = 1 + (int)(h->x / 2.2f), rows = 1 + (int)(h->z / 2.2f);
    model_def def = {
        .category = WEND_CATEGORY_CEILING_LAMP,
        .variant = model_variant(WEND_CATEGORY_CEILING_LAMP, MODEL_CEILING_LAMP_PANEL, 0)};
    // 4 mm below the ceiling: avoids coplanar surfaces.
    float low = h->y - 0.004f - model_natural_extent(def.category, def.variant).y;
    for (int i = 0; i < columns; i++)
        for (int k = 0; k < rows; k++)
            single_room_put(
                h, &def,
                (model_placement){.at = wend_v3(h->x * ((float)(2 * i + 1) / (float)columns - 1),
                                                low, h->z * ((float)(2 * k + 1) / (float)rows - 1)),
                                  .support = h->ceiling,
                                  .relation = WEND_RELATION_FIXED});
}

// Places objects with their backs to the walls, at most one per category, none in a corner.
static void furnish(hall* h) {
    static const wend_category furniture[] = {WEND_CATEGORY_BENCH,       WEND_CATEGORY_SOFA,
                                              WEND_CATEGORY_SHELF,       WEND_CATEGORY_HOUSE_PLANT,
                                              WEND_CATEGORY_GARBAGE_CAN, WEND_CATEGORY_CABINET,
                                              WEND_CATEGORY_ARMCHAIR,    WEND_CATEGORY_WARDROBE};
    enum { FURNITURE = sizeof furniture / sizeof *furniture, SPOTS = 12 };
    static const int shapes[FURNITURE] = {0, 0, MODEL_SHELF_LOW, 0, 0, MODEL_CABINET_SIDEBOARD,
                                          0, 0};
    int spot = wend_rng_range(&h->rng, 0, SPOTS - 1);
    for (int i = 0; i < FURNITURE; i++) {
        if (!wend_rng_chance(&h->rng, 0.7f)) continue;
        spot = (spot + wend_rng_range(&h->rng, 1, 2)) % SPOTS;
        model_def def = {.category = furniture[i],
                         .variant = model_variant(furniture[i], shapes[i], wend_rng_u32(&h->rng))};
        float deep = model_natural_extent(def.category, def.variant).z / 2 + 0.03f;
        float share = (float)(spot % 3 - 1) * 0.55f;
        // Objects face into the room: heading 0 faces -z, so it belongs to the wall at the highest
        // z.
        static const int away[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        int side = spot / 3;
        wend_vec3 at = away[side][0]
                           ? wend_v3((float)away[side][0] * (h->x - deep), 0, share * h->z)
                           : wend_v3(share * h->x, 0, (float)away[side][1] * (h->z - deep));
        single_room_put(h, &def,
                        (model_placement){.at = at, .heading = (float)(side * WEND_PI / 2)});
    }
}

wend_status single_room_build(const wend_scene_def* def, scene_builder* b, model_library* library,
                              wend_error* error) {
    hall* h = wend_alloc_zero(1, sizeof *h);
    if (!h) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a room");
    char id[32];
    snprintf(id, sizeof id, "%llu", (unsigned long long)def->seed);
    *h = (hall){.def = def, .b = b, .library = library, .rng = wend_rng_for(def->seed, id, "room")};
    h->x = (float)wend_rng_range(&h->rng, 70, 110) / 10;
    h->z = (float)wend_rng_range(&h->rng, 55, 85) / 10;
    h->y = (float)wend_rng_range(&h->rng, 36, 44) / 10;
    const wend_vec2 corners[4] = {{-h->x, -h->z}, {-h->x, h->z}, {h->x, h->z}, {h->x, -h->z}};
    uint32_t level = scene_builder_level(b, 0, h->y);
    h->room = scene_builder_room(b, WEND_ROOM_UNKNOWN, level, "room_1", corners, 4, 0, h->y);
    build_shell(h);
    single_room_hang_lamps(h);
    if (def->furnish) furnish(h);
    wend_free(h);
    return WEND_OK;
}
