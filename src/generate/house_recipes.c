// Furnishing tables by room type: groups first, then single pieces along walls and hanging objects.
// Objects that do not fit are skipped.
#include "generate/house_groups.h"

#define R(name) WEND_ROOM_##name
#define C(name) WEND_CATEGORY_##name

typedef struct recipe_row {
    wend_room_type room;
    wend_category category;
    int shape;  // -1: any
    taste taste;
    spot_wish wish;
    float front;   // metres kept clear in front of it
    float height;  // metres above the floor at which it hangs; 0: stands on the floor
    float chance;
} recipe_row;

static const recipe_row recipe[] = {
    {R(BEDROOM), C(WARDROBE), -1, TASTE_WOOD, SPOT_CORNER, 0.6f, 0, 0.95f},
    {R(BEDROOM), C(DRESSER), -1, TASTE_WOOD, SPOT_ANYWHERE, 0.5f, 0, 0.7f},
    {R(BEDROOM), C(SHELF), -1, TASTE_WOOD, SPOT_CORNER, 0.4f, 0, 0.4f},
    {R(BEDROOM), C(ARMCHAIR), -1, TASTE_FABRIC, SPOT_CORNER, 0.4f, 0, 0.25f},
    {R(BEDROOM), C(LAUNDRY_HAMPER), -1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.3f},
    {R(BEDROOM), C(HOUSE_PLANT), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.35f},
    {R(BEDROOM), C(MIRROR), 1, TASTE_NONE, SPOT_ANYWHERE, 0, 0.3f, 0.35f},
    {R(BEDROOM), C(PAINTING), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.4f, 0.6f},
    {R(LIVING_ROOM), C(SHELF), 0, TASTE_WOOD, SPOT_ANYWHERE, 0.5f, 0, 0.8f},
    {R(LIVING_ROOM), C(SHELF), 1, TASTE_WOOD, SPOT_ANYWHERE, 0.5f, 0, 0.5f},
    {R(LIVING_ROOM), C(CABINET), 1, TASTE_WOOD, SPOT_ANYWHERE, 0.5f, 0, 0.5f},
    {R(LIVING_ROOM), C(ARMCHAIR), -1, TASTE_FABRIC, SPOT_CORNER, 0.4f, 0, 0.4f},
    {R(LIVING_ROOM), C(OTTOMAN), -1, TASTE_FABRIC, SPOT_ANYWHERE, 0, 0, 0.3f},
    {R(LIVING_ROOM), C(FLOOR_LAMP), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.7f},
    {R(LIVING_ROOM), C(HOUSE_PLANT), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.8f},
    {R(LIVING_ROOM), C(HOUSE_PLANT), 1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.4f},
    {R(LIVING_ROOM), C(DOG_BED), -1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.15f},
    {R(LIVING_ROOM), C(PAINTING), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.35f, 0.9f},
    {R(LIVING_ROOM), C(PAINTING), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.4f, 0.6f},
    {R(DINING_ROOM), C(CABINET), 1, TASTE_WOOD, SPOT_MIDDLE, 0.5f, 0, 0.7f},
    {R(DINING_ROOM), C(SHELF), 2, TASTE_WOOD, SPOT_ANYWHERE, 0.4f, 0, 0.3f},
    {R(DINING_ROOM), C(HOUSE_PLANT), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.6f},
    {R(DINING_ROOM), C(PAINTING), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.4f, 0.8f},
    {R(KITCHEN), C(DISHWASHER), -1, TASTE_NONE, SPOT_ANYWHERE, 0.6f, 0, 0.4f},
    {R(KITCHEN), C(CABINET), 1, TASTE_WOOD, SPOT_ANYWHERE, 0.5f, 0, 0.4f},
    {R(KITCHEN), C(GARBAGE_CAN), -1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.9f},
    {R(KITCHEN), C(HOUSE_PLANT), 1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.2f},
    {R(KITCHEN), C(PAINTING), 2, TASTE_NONE, SPOT_MIDDLE, 0, 1.45f, 0.4f},
    {R(BATHROOM), C(TOWEL_HOLDER), -1, TASTE_NONE, SPOT_ANYWHERE, 0, 1.0f, 0.8f},
    {R(BATHROOM), C(LAUNDRY_HAMPER), -1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.5f},
    {R(BATHROOM), C(GARBAGE_CAN), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.6f},
    {R(BATHROOM), C(SHELF), 2, TASTE_WOOD, SPOT_CORNER, 0.4f, 0, 0.3f},
    {R(TOILET), C(HAND_TOWEL_HOLDER), -1, TASTE_NONE, SPOT_ANYWHERE, 0, 1.1f, 0.8f},
    {R(TOILET), C(GARBAGE_CAN), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.5f},
    {R(STUDY), C(SHELF), 0, TASTE_WOOD, SPOT_ANYWHERE, 0.4f, 0, 0.9f},
    {R(STUDY), C(SHELF), 1, TASTE_WOOD, SPOT_ANYWHERE, 0.4f, 0, 0.7f},
    {R(STUDY), C(ARMCHAIR), -1, TASTE_FABRIC, SPOT_CORNER, 0.4f, 0, 0.5f},
    {R(STUDY), C(CABINET), 2, TASTE_NONE, SPOT_CORNER, 0.4f, 0, 0.3f},
    {R(STUDY), C(GARBAGE_CAN), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.7f},
    {R(STUDY), C(HOUSE_PLANT), -1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.5f},
    {R(STUDY), C(SAFE), -1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.15f},
    {R(STUDY), C(WHITEBOARD), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.0f, 0.2f},
    {R(STUDY), C(PAINTING), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.4f, 0.7f},
    {R(PLAYROOM), C(SHELF), 2, TASTE_WOOD, SPOT_ANYWHERE, 0.4f, 0, 0.9f},
    {R(PLAYROOM), C(SHELF), 0, TASTE_WOOD, SPOT_ANYWHERE, 0.4f, 0, 0.5f},
    {R(PLAYROOM), C(SOFA), 2, TASTE_FABRIC, SPOT_MIDDLE, 0.5f, 0, 0.4f},
    {R(PLAYROOM), C(DRESSER), 0, TASTE_WOOD, SPOT_ANYWHERE, 0.5f, 0, 0.4f},
    {R(PLAYROOM), C(WHITEBOARD), -1, TASTE_NONE, SPOT_MIDDLE, 0, 0.9f, 0.4f},
    {R(PLAYROOM), C(PAINTING), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.4f, 0.7f},
    {R(LAUNDRY), C(WASHING_MACHINE), -1, TASTE_NONE, SPOT_CORNER, 0.6f, 0, 1},
    {R(LAUNDRY), C(CLOTHES_DRYER), -1, TASTE_NONE, SPOT_CORNER, 0.6f, 0, 0.7f},
    {R(LAUNDRY), C(SHELF), 3, TASTE_NONE, SPOT_ANYWHERE, 0.4f, 0, 0.7f},
    {R(LAUNDRY), C(LAUNDRY_HAMPER), -1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.9f},
    {R(LAUNDRY), C(VACUUM_CLEANER), -1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.5f},
    {R(STORAGE), C(SHELF), 3, TASTE_NONE, SPOT_ANYWHERE, 0.4f, 0, 1},
    {R(STORAGE), C(SHELF), 3, TASTE_NONE, SPOT_ANYWHERE, 0.4f, 0, 0.7f},
    {R(STORAGE), C(CABINET), 2, TASTE_NONE, SPOT_CORNER, 0.4f, 0, 0.5f},
    {R(STORAGE), C(VACUUM_CLEANER), -1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.4f},
    {R(HALL), C(CABINET), 1, TASTE_WOOD, SPOT_ANYWHERE, 0.5f, 0, 0.5f},
    {R(HALL), C(BENCH), 1, TASTE_WOOD, SPOT_ANYWHERE, 0.4f, 0, 0.4f},
    {R(HALL), C(MIRROR), -1, TASTE_NONE, SPOT_ANYWHERE, 0, 0.6f, 0.6f},
    {R(HALL), C(HOUSE_PLANT), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.4f},
    {R(HALL), C(PAINTING), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.4f, 0.6f},
    {R(CORRIDOR), C(SHELF), 2, TASTE_WOOD, SPOT_ANYWHERE, 0, 0, 0.3f},
    {R(CORRIDOR), C(HOUSE_PLANT), 1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.4f},
    {R(CORRIDOR), C(PAINTING), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.4f, 0.8f},
    {R(CORRIDOR), C(PAINTING), -1, TASTE_NONE, SPOT_ANYWHERE, 0, 1.4f, 0.6f},
    {R(OFFICE), C(SHELF), 0, TASTE_WOOD, SPOT_ANYWHERE, 0.4f, 0, 0.8f},
    {R(OFFICE), C(CABINET), 2, TASTE_NONE, SPOT_CORNER, 0.4f, 0, 0.6f},
    {R(OFFICE), C(CHAIR), 1, TASTE_FABRIC, SPOT_ANYWHERE, 0, 0, 0.5f},
    {R(OFFICE), C(GARBAGE_CAN), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.8f},
    {R(OFFICE), C(HOUSE_PLANT), -1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.6f},
    {R(OFFICE), C(WHITEBOARD), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.0f, 0.4f},
    {R(OFFICE), C(PAINTING), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.4f, 0.5f},
    {R(OPEN_OFFICE), C(CABINET), 2, TASTE_NONE, SPOT_CORNER, 0.4f, 0, 0.9f},
    {R(OPEN_OFFICE), C(SHELF), 0, TASTE_WOOD, SPOT_ANYWHERE, 0.4f, 0, 0.8f},
    {R(OPEN_OFFICE), C(GARBAGE_CAN), 2, TASTE_NONE, SPOT_CORNER, 0, 0, 0.9f},
    {R(OPEN_OFFICE), C(HOUSE_PLANT), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.9f},
    {R(OPEN_OFFICE), C(HOUSE_PLANT), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.7f},
    {R(OPEN_OFFICE), C(WHITEBOARD), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.0f, 0.7f},
    {R(MEETING_ROOM), C(WHITEBOARD), -1, TASTE_NONE, SPOT_MIDDLE, 0, 1.0f, 0.9f},
    {R(MEETING_ROOM), C(TELEVISION), 1, TASTE_NONE, SPOT_MIDDLE, 0, 1.1f, 0.7f},
    {R(MEETING_ROOM), C(HOUSE_PLANT), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.6f},
    {R(MEETING_ROOM), C(PAINTING), 0, TASTE_NONE, SPOT_MIDDLE, 0, 1.4f, 0.4f},
    {R(BREAK_ROOM), C(GARBAGE_CAN), 1, TASTE_NONE, SPOT_CORNER, 0, 0, 0.9f},
    {R(BREAK_ROOM), C(SOFA), 2, TASTE_FABRIC, SPOT_MIDDLE, 0.5f, 0, 0.5f},
    {R(BREAK_ROOM), C(HOUSE_PLANT), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.6f},
    {R(BREAK_ROOM), C(TELEVISION), 1, TASTE_NONE, SPOT_MIDDLE, 0, 1.3f, 0.4f},
    {R(RECEPTION), C(SOFA), -1, TASTE_FABRIC, SPOT_MIDDLE, 0.5f, 0, 0.9f},
    {R(RECEPTION), C(ARMCHAIR), -1, TASTE_FABRIC, SPOT_ANYWHERE, 0.4f, 0, 0.6f},
    {R(RECEPTION), C(HOUSE_PLANT), 0, TASTE_NONE, SPOT_CORNER, 0, 0, 0.9f},
    {R(RECEPTION), C(PAINTING), 0, TASTE_NONE, SPOT_MIDDLE, 0, 1.35f, 0.9f},
    {R(RECEPTION), C(GARBAGE_CAN), 2, TASTE_NONE, SPOT_CORNER, 0, 0, 0.6f},
};

// ---- groups -------------------------------------------------------------------------------------

static float room_area(const furnisher* f) { return (f->in.x1 - f->in.x0) * (f->in.z1 - f->in.z0); }

static bool wants(furnisher* f, float chance) { return wend_rng_chance(f->rng, chance); }

static void furnish_desk(furnisher* f, int shape) {
    const model* desk = furnish_model(f, C(DESK), shape, TASTE_WOOD);
    group_desk(f, desk, furnish_model(f, C(OFFICE_CHAIR), -1, TASTE_NONE));
}

static void furnish_bedroom(furnisher* f) {
    int shape = room_area(f) > 10 && wants(f, 0.75f) ? 0 : wants(f, 0.85f) ? 1 : 2;
    if (!group_bed(f, shape) && shape != 1) group_bed(f, 1);
    if (wants(f, room_area(f) > 13 ? 0.7f : 0.3f)) furnish_desk(f, 0);
}

static void furnish_living_room(furnisher* f) {
    if (!group_television(f))
        furnish_at_wall(f, furnish_model(f, C(SOFA), -1, TASTE_FABRIC), SPOT_MIDDLE, 0.5f, 0);
    if (room_area(f) > 24 && wants(f, 0.8f)) group_dining(f);
    if (room_area(f) > 32) furnish_desk(f, 0);
}

static void furnish_kitchen(furnisher* f) {
    group_kitchen(f);
    if (!wants(f, 0.75f)) return;
    const model* table = furnish_model(f, C(TABLE), wend_rng_range(f->rng, 0, 1), TASTE_WOOD);
    group_table(f, table, furnish_model(f, C(CHAIR), -1, TASTE_WOOD));
}

static void furnish_bathroom(furnisher* f) {
    piece* bath = NULL;
    if (room_area(f) > 5.5f && wants(f, 0.65f))
        bath =
            furnish_at_wall(f, furnish_model(f, C(BATHTUB), -1, TASTE_NONE), SPOT_CORNER, 0.5f, 0);
    if (!bath)
        furnish_at_wall(f, furnish_model(f, C(SHOWER), 0, TASTE_NONE), SPOT_CORNER, 0.55f, 0);
    furnish_at_wall(f, furnish_model(f, C(TOILET), 0, TASTE_NONE), SPOT_ANYWHERE, 0.5f, 0);
    group_sink(f);
}

static void furnish_toilet(furnisher* f) {
    piece* p = furnish_at_wall(f, furnish_model(f, C(TOILET), 0, TASTE_NONE), SPOT_MIDDLE, 0.5f, 0);
    furnish_beside(f, p, furnish_model(f, C(TOILET_PAPER_HANGER), 0, TASTE_NONE), 1);
    group_sink(f);
}

static void furnish_playroom(furnisher* f) {
    if (!wants(f, 0.6f)) return;
    const model* table = furnish_model(f, C(TABLE), 1, TASTE_WOOD);
    group_table(f, table, furnish_model(f, C(STOOL), 0, TASTE_NONE));
}

static void furnish_reception(furnisher* f) {
    furnish_desk(f, 1);
    const model* table = furnish_model(f, C(COFFEE_TABLE), -1, TASTE_WOOD);
    group_table(f, table, furnish_model(f, C(ARMCHAIR), 2, TASTE_FABRIC));
}

static void furnish_break_room(furnisher* f) {
    group_kitchen(f);
    const model* table = furnish_model(f, C(TABLE), 1, TASTE_WOOD);
    const model* chair = furnish_model(f, C(CHAIR), 2, TASTE_NONE);
    for (int i = 0; i < 3; i++)
        if (!group_table(f, table, chair)) break;
}

static void furnish_meeting_room(furnisher* f) {
    const model* chair = furnish_model(f, C(OFFICE_CHAIR), 1, TASTE_NONE);
    if (!group_table(f, furnish_model(f, C(TABLE), 2, TASTE_WOOD), chair))
        group_table(f, furnish_model(f, C(TABLE), 0, TASTE_WOOD), chair);
}

void furnish_groups(furnisher* f) {
    switch (f->type) {
        case R(BEDROOM):
            furnish_bedroom(f);
            break;
        case R(LIVING_ROOM):
            furnish_living_room(f);
            break;
        case R(DINING_ROOM):
            group_dining(f);
            break;
        case R(KITCHEN):
            furnish_kitchen(f);
            break;
        case R(BATHROOM):
            furnish_bathroom(f);
            break;
        case R(TOILET):
            furnish_toilet(f);
            break;
        case R(STUDY):
            furnish_desk(f, -1);
            break;
        case R(OFFICE):
            furnish_desk(f, 1);
            break;
        case R(OPEN_OFFICE):
            group_desk_blocks(f);
            break;
        case R(MEETING_ROOM):
            furnish_meeting_room(f);
            break;
        case R(BREAK_ROOM):
            furnish_break_room(f);
            break;
        case R(RECEPTION):
            furnish_reception(f);
            break;
        case R(PLAYROOM):
            furnish_playroom(f);
            break;
        default:
            break;
    }
}

// ---- lamps and curtains -------------------------------------------------------------------------

// The part of the ceiling outside the stair opening; the whole ceiling if there is none.
static house_rect lit_part(const furnisher* f) {
    house_rect in = f->in, hole = house_ceiling_hole(f->site->plan, f->room);
    if (hole.x1 <= hole.x0) return in;
    if (hole.x0 > in.x0 + 0.1f)
        in.x1 = hole.x0;
    else if (hole.x1 < in.x1 - 0.1f)
        in.x0 = hole.x1;
    else if (hole.z0 > in.z0 + 0.1f)
        in.z1 = hole.z0;
    else
        in.z0 = hole.z1;
    return in;
}

static void house_recipes_hang_lamps(furnisher* f) {
    bool office = f->site->plan->def.kind == WEND_SCENE_OFFICE;
    bool pendant = f->type == R(LIVING_ROOM) || f->type == R(DINING_ROOM) || f->type == R(BEDROOM);
    const model* m = furnish_model(f, C(CEILING_LAMP), office ? 2 : pendant ? 1 : 0, TASTE_WOOD);
    if (!m) return;
    house_rect in = lit_part(f);
    float wide = in.x1 - in.x0, deep = in.z1 - in.z0;
    float apart = office ? 3 : 4.5f;
    int columns = 1 + (int)(wide / apart), rows = 1 + (int)(deep / apart);
    for (int i = 0; i < columns * rows; i++) {
        spot s = {in.x0 + wide * ((float)(i % columns) + 0.5f) / (float)columns,
                  in.z0 + deep * ((float)(i / columns) + 0.5f) / (float)rows, wide < deep, 0};
        furnish_try(f, m, &s, 0, PLAN_CEILING - 0.004f - m->extent.y);
    }
}

static void hang_curtain(furnisher* f, const plan_opening* o, int side, const model* like) {
    const float top = 2.32f, gap = 0.05f;
    float width = plan_metres(o->to - o->from) + 0.5f, low = plan_metres(o->low) - 0.15f;
    float in = plan_metres(o->line) + (side ? 1 : -1) * (PLAN_WALL_INNER + gap);
    float along = plan_metres(o->from + o->to) / 2;
    spot wall = {o->along_x ? along : in, o->along_x ? in : along, 0, 0};
    wall.quarters = o->along_x ? (side ? 2 : 0) : (side ? 3 : 1);
    for (int i = 0; i < 2; i++) {  // first full length, else to below the sill
        float from = i ? low : 0.06f;
        wend_vec3 size = {width, top - from, 0.1f};
        spot s = spot_moved(&wall, 0, size.z / 2, 0);
        const float u[2] = {-width / 2, width / 2}, d[2] = {0, size.z}, y[2] = {from, top};
        if (!space_is_free(f->space, spot_box(f, &wall, u, d, y), true)) continue;
        model_def def = {.category = like->category,
                         .color = (wend_color)like->color,
                         .material = (wend_material_type)like->material,
                         .extent = size};
        furnish_put(f, model_library_get(f->site->library, &def), s, from);
        return;
    }
}

static void hang_curtains(furnisher* f) {
    const house_plan* plan = f->site->plan;
    bool wanted = f->type == R(BEDROOM) || f->type == R(LIVING_ROOM) || f->type == R(DINING_ROOM) ||
                  f->type == R(STUDY) || f->type == R(PLAYROOM);
    if (!wanted || !wants(f, 0.8f)) return;
    const model* like = furnish_model(f, C(CURTAIN), 0, TASTE_FABRIC);
    for (int i = 0; like && i < plan->opening_count; i++) {
        const plan_opening* o = &plan->openings[i];
        for (int side = 0; side < 2 && o->kind == PLAN_WINDOW; side++)
            if (o->rooms[side] == f->room) hang_curtain(f, o, side, like);
    }
}

// Light switches: on the handle side of each door.
static void put_switches(furnisher* f) {
    const house_plan* plan = f->site->plan;
    const model* m = furnish_model(f, C(LIGHT_SWITCH), 0, TASTE_NONE);
    for (int i = 0; m && i < plan->opening_count; i++) {
        const plan_opening* o = &plan->openings[i];
        for (int side = 0; side < 2; side++) {
            if (o->kind != PLAN_DOOR || o->rooms[side] != f->room) continue;
            float along =
                o->hinge_at_to ? plan_metres(o->from) - 0.14f : plan_metres(o->to) + 0.14f;
            float in = plan_metres(o->line) +
                       (side ? 1 : -1) * (PLAN_WALL_INNER + 0.001f + m->extent.z / 2);
            spot s = {o->along_x ? along : in, o->along_x ? in : along, 0, 0};
            s.quarters = o->along_x ? (side ? 2 : 0) : (side ? 3 : 1);
            furnish_try(f, m, &s, 0, 1.1f);
        }
    }
}

// Doors swing over rugs and agents walk on them, so only solid objects block them.
static void lay_rug(furnisher* f) {
    static const struct {
        wend_room_type room;
        int shape;
        wend_vec3 size;
        float chance;
    } rows[] = {
        {R(BEDROOM), -1, {0, 0, 0}, 0.6f},        {R(STUDY), -1, {0, 0, 0}, 0.5f},
        {R(PLAYROOM), -1, {0, 0, 0}, 0.8f},       {R(HALL), 0, {1.8f, 0, 0.9f}, 0.5f},
        {R(CORRIDOR), 0, {2.4f, 0, 0.7f}, 0.35f}, {R(BATHROOM), 0, {0.8f, 0, 0.5f}, 0.5f},
        {R(RECEPTION), 0, {1.6f, 0, 1.0f}, 0.4f},
    };
    const float frame = 0.03f;  // margin; door frames project 1.5 cm from the wall
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].room != f->type || !wants(f, rows[i].chance)) continue;
        const model* m = furnish_model_sized(f, C(RUG), rows[i].shape, TASTE_NONE, rows[i].size);
        spot spots[FURNISH_MAX_SPOTS];
        int count = m ? furnish_island_spots(f, spots) : 0;
        for (int k = 0; k < count; k++) {
            wend_aabb box = furnish_box(f, m, &spots[k], 0), room = box;
            room.low = wend_v3_sub(box.low, wend_v3(frame, 0, frame));
            room.high = wend_v3_add(box.high, wend_v3(frame, 0, frame));
            if (!space_contains(f->space, room) || !space_is_empty(f->space, box)) continue;
            furnish_put(f, m, spots[k], 0);
            break;
        }
    }
}

void furnish_recipe(furnisher* f) {
    if (f->type == R(STAIRWELL)) {
        house_recipes_hang_lamps(f);
        return;
    }
    for (size_t i = 0; i < sizeof recipe / sizeof *recipe; i++) {
        const recipe_row* row = &recipe[i];
        if (row->room != f->type || !wants(f, row->chance * f->site->plan->def.fullness)) continue;
        const model* m = furnish_model(f, row->category, row->shape, row->taste);
        float height = row->height;
        if (m && height > 0 && height + m->extent.y > 2.4f) height = 2.4f - m->extent.y;
        furnish_at_wall(f, m, row->wish, row->front, height);
    }
    lay_rug(f);
    put_switches(f);
    hang_curtains(f);
    house_recipes_hang_lamps(f);
}
