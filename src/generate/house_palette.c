// Colour and material palettes of buildings.
#include "generate/house_palette.h"

typedef struct rgb {
    uint8_t r, g, b;
} rgb;

// Wall paints: mostly light, a few accents. None is pure white, so that bright light stays below
// saturation.
static const rgb light_paints[] = {{226, 222, 212}, {220, 212, 198}, {212, 216, 218},
                                   {222, 214, 204}, {208, 213, 204}, {224, 219, 206}};
static const rgb strong_paints[] = {{158, 184, 198}, {170, 190, 160}, {204, 168, 142},
                                    {196, 166, 180}, {190, 178, 148}, {142, 160, 170},
                                    {214, 188, 128}, {170, 160, 188}, {186, 140, 122}};
static const rgb wet_paints[] = {
    {196, 212, 216}, {214, 220, 220}, {182, 204, 200}, {216, 208, 198}};
static const rgb leaf_paints[] = {{228, 226, 221}, {218, 213, 204}, {196, 196, 193}};

#define PICK(rng, array) (&(array)[wend_rng_below((rng), sizeof(array) / sizeof *(array))])

static house_finish house_palette_paint(surface kind, const rgb* c) {
    return (house_finish){kind, 0, {c->r, c->g, c->b, 255}};
}

static house_finish plain(surface kind, uint32_t variant) {
    return (house_finish){.kind = kind, .variant = variant};
}

static bool is_wet(wend_room_type type) {
    return type == WEND_ROOM_BATHROOM || type == WEND_ROOM_TOILET || type == WEND_ROOM_LAUNDRY;
}

static bool is_quiet(wend_room_type type) {
    return type == WEND_ROOM_BEDROOM || type == WEND_ROOM_STUDY || type == WEND_ROOM_PLAYROOM;
}

static house_finish wall_finish(wend_room_type type, const rgb* base, wend_rng* rng) {
    const rgb *strong = PICK(rng, strong_paints), *wet = PICK(rng, wet_paints);
    bool tiled = wend_rng_chance(rng, 0.6f), colored = wend_rng_chance(rng, 0.6f);
    uint32_t variant = wend_rng_u32(rng) >> 8;
    if (type == WEND_ROOM_BATHROOM && tiled) return plain(SURFACE_TILE, variant);
    if (is_wet(type)) return house_palette_paint(SURFACE_PLASTER, wet);
    if (colored && (is_quiet(type) || type == WEND_ROOM_LIVING_ROOM || type == WEND_ROOM_KITCHEN ||
                    type == WEND_ROOM_DINING_ROOM || type == WEND_ROOM_MEETING_ROOM))
        return house_palette_paint(SURFACE_PLASTER, strong);
    return house_palette_paint(SURFACE_PLASTER, base);
}

static house_finish floor_finish(wend_room_type type, bool office, const house_finish* wood,
                                 wend_rng* rng) {
    uint32_t variant = wend_rng_u32(rng) >> 8;
    bool carpet = wend_rng_chance(rng, office ? 0.8f : 0.35f);
    if (is_wet(type) || type == WEND_ROOM_KITCHEN || type == WEND_ROOM_BREAK_ROOM)
        return plain(SURFACE_TILE, variant);
    if (type == WEND_ROOM_STORAGE) return plain(SURFACE_CONCRETE, variant);
    if (office && type == WEND_ROOM_RECEPTION) return plain(SURFACE_MARBLE, variant);
    if (carpet && (is_quiet(type) || office) && type != WEND_ROOM_STAIRWELL)
        return plain(SURFACE_CARPET, variant);
    return *wood;
}

house_palette house_palette_make(wend_scene_kind kind, wend_rng* rng) {
    static const wend_color woods[] = {WEND_COLOR_BROWN, WEND_COLOR_LIGHT_BROWN, WEND_COLOR_WHITE,
                                       WEND_COLOR_BLACK, WEND_COLOR_BEIGE};
    static const wend_color fabrics[] = {WEND_COLOR_GREY,  WEND_COLOR_BLUE,        WEND_COLOR_BEIGE,
                                         WEND_COLOR_GREEN, WEND_COLOR_BLUISH_GREY, WEND_COLOR_RED,
                                         WEND_COLOR_BROWN};
    static const wend_color accents[] = {WEND_COLOR_RED,  WEND_COLOR_ORANGE, WEND_COLOR_YELLOW,
                                         WEND_COLOR_BLUE, WEND_COLOR_GREEN,  WEND_COLOR_PURPLE,
                                         WEND_COLOR_PINK, WEND_COLOR_WHITE};
    bool office = kind == WEND_SCENE_OFFICE;
    house_palette p = {.variant = wend_rng_u32(rng) >> 8};
    const rgb* base = PICK(rng, light_paints);
    surface planks = wend_rng_chance(rng, 0.5f) ? SURFACE_WOOD : SURFACE_PARQUET;
    house_finish wood = plain(planks, wend_rng_u32(rng) >> 8);
    for (int type = 0; type < WEND_ROOM_TYPE_COUNT; type++) {
        p.walls[type] = wall_finish((wend_room_type)type, base, rng);
        p.floors[type] = floor_finish((wend_room_type)type, office, &wood, rng);
    }
    p.ceiling = house_palette_paint(SURFACE_PLASTER, &(rgb){232, 231, 227});
    surface outside = wend_rng_chance(rng, 0.5f) ? SURFACE_BRICK : SURFACE_PLASTER;
    p.facade = plain(outside, wend_rng_u32(rng) >> 8);
    p.roof = plain(SURFACE_ROOF_TILE, wend_rng_u32(rng) >> 8);
    p.frame = house_palette_paint(SURFACE_PLAIN, PICK(rng, leaf_paints));
    p.leaf = wend_rng_chance(rng, 0.5f) ? p.frame : plain(SURFACE_WOOD, wend_rng_u32(rng) >> 8);
    p.metal = plain(SURFACE_METAL, 0);
    p.stairs = office ? plain(SURFACE_CONCRETE, wend_rng_u32(rng) >> 8) : wood;
    p.railing = house_palette_paint(SURFACE_PLAIN, PICK(rng, leaf_paints));
    p.wood = *PICK(rng, woods);
    p.fabric = *PICK(rng, fabrics);
    p.accent = *PICK(rng, accents);
    return p;
}

uint32_t house_finish_material(model_library* library, const house_finish* f) {
    return surface_material(library, f->kind, f->variant, f->tint);
}
