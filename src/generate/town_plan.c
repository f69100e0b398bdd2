// Town layout: chooses buildings and lots, arranges them in blocks along the main street, then
// emits patches of ground.
#include "generate/town_plan.h"

#include <string.h>

// Centimetres.
enum {
    STREET_HALF = 450,  // two lanes, and parked cars on both sides
    CROSS_HALF = 350,   // two lanes
    KERB = 20,
    PAVEMENT = 240,  // includes the kerb
    EDGE = 250,      // grass between the lots and the hedge
    PATH_HALF = 75,
    DRIVE = 320,
    MIN_LOT_GAP = 240,  // between a house and the side of its lot
};

// A block: the lots between two crossings, on the north and the south side of the street.
typedef struct town_block {
    int lots[2][4];  // lot indices by ascending x; [0] is the north side (low z)
    int counts[2];
    int x0, width;
} town_block;

typedef struct planner {
    town_plan* plan;
    wend_rng rng;
    town_block blocks[TOWN_MAX_STREETS];
    int block_count;
    int widths[TOWN_MAX_LOTS], depths[TOWN_MAX_LOTS];  // required size of each lot
    int fronts[TOWN_MAX_LOTS];                         // distance from pavement to building
    bool failed;                                       // out of memory
} planner;

static int centimetres(float metres) { return (int)lroundf(metres * 100); }

static void town_plan_patch(planner* p, town_ground ground, town_rect rect) {
    if (rect.x0 >= rect.x1 || rect.z0 >= rect.z1) return;
    town_patch* slot = ARRAY_PUSH(&p->plan->patches);
    if (slot)
        *slot = (town_patch){rect, ground};
    else
        p->failed = true;
}

// ---- lots ---------------------------------------------------------------------------------------

static void town_plan_plan_building(planner* p, const wend_scene_def* def, int index) {
    static const wend_scene_kind kinds[] = {WEND_SCENE_HOUSE,     WEND_SCENE_HOUSE,
                                            WEND_SCENE_HOUSE,     WEND_SCENE_APARTMENT,
                                            WEND_SCENE_APARTMENT, WEND_SCENE_OFFICE};
    town_building* building = &p->plan->buildings[index];
    house_def house = house_default_def();
    house.kind = kinds[wend_rng_below(&p->rng, 6)];
    // The first three buildings have 1, 2 and 3 levels, so that each height occurs; the others are
    // random.
    static const int heights[] = {1, 1, 2, 2, 3};
    house.levels = def->levels ? def->levels
                   : index < 3 ? 1 + index
                               : heights[wend_rng_below(&p->rng, 5)];
    house.rooms = wend_rng_range(&p->rng, 4, house.levels > 1 ? 4 : 6);
    house.max_width = wend_rng_between(&p->rng, 9, 14);
    house.max_depth = wend_rng_between(&p->rng, 10, 14);
    house.detail = def->detail * 0.5f;
    house.furnish = def->furnish;
    house.fullness = fminf(0.2f + 0.4f * def->detail, 1);
    house.roof = true;
    uint64_t high = wend_rng_u32(&p->rng), low = wend_rng_u32(&p->rng);
    house_plan_make(&house, high << 32 | low, &building->plan);
}

static void plan_lot(planner* p, int index) {
    town_lot* lot = &p->plan->lots[index];
    p->fronts[index] = wend_rng_range(&p->rng, 30, 55) * 10;
    if (lot->kind == TOWN_BUILDING) {
        wend_vec2 size = house_plan_size(&p->plan->buildings[lot->building].plan);
        int gaps = wend_rng_range(&p->rng, 55, 80) * 10 + DRIVE / 2;
        p->widths[index] = centimetres(size.x) + gaps;
        p->depths[index] =
            p->fronts[index] + centimetres(size.y) + wend_rng_range(&p->rng, 50, 80) * 10;
        lot->is_fenced = wend_rng_chance(&p->rng, 0.7f);
    } else {
        p->widths[index] = wend_rng_range(&p->rng, 160, 240) * 10;
        p->depths[index] = wend_rng_range(&p->rng, 160, 240) * 10;
    }
}

// Chooses the lots and their order along the street.
static void choose_lots(planner* p, int buildings) {
    town_plan* plan = p->plan;
    town_lot_kind kinds[TOWN_MAX_LOTS];
    int count = 0;
    for (int i = 0; i < buildings; i++) kinds[count++] = TOWN_BUILDING;
    kinds[count++] = TOWN_PARK;
    if (buildings >= 6) kinds[count++] = TOWN_PARKING;
    if (count % 2) kinds[count++] = TOWN_PARK;
    for (int i = count - 1; i > 0; i--) {
        int j = (int)wend_rng_below(&p->rng, (uint32_t)i + 1);
        town_lot_kind kept = kinds[i];
        kinds[i] = kinds[j];
        kinds[j] = kept;
    }
    plan->lot_count = count;
    for (int i = 0, next = 0; i < count; i++)
        plan->lots[i] =
            (town_lot){.kind = kinds[i], .building = kinds[i] == TOWN_BUILDING ? next++ : -1};
}

static void deal_lots(planner* p) {
    int pairs = p->plan->lot_count / 2;
    p->block_count = pairs >= 5 ? wend_rng_range(&p->rng, 2, 3) : wend_rng_range(&p->rng, 1, 2);
    for (int i = 0; i < p->plan->lot_count; i++) {
        town_block* block = &p->blocks[i / 2 * p->block_count / pairs];
        int side = i % 2;
        block->lots[side][block->counts[side]++] = i;
    }
}

// ---- positions ----------------------------------------------------------------------------------

static int side_width(const planner* p, const town_block* block, int side) {
    int width = 0;
    for (int i = 0; i < block->counts[side]; i++) width += p->widths[block->lots[side][i]];
    return width;
}

// Places the lots of one side of a block; spare width is distributed evenly.
static void lay_side(planner* p, const town_block* block, int side, int depth) {
    int count = block->counts[side], x = block->x0;
    int spare = block->width - side_width(p, block, side);
    int near = STREET_HALF + PAVEMENT;
    for (int i = 0; i < count; i++) {
        town_lot* lot = &p->plan->lots[block->lots[side][i]];
        int width = p->widths[block->lots[side][i]] + spare * (i + 1) / count - spare * i / count;
        lot->toward = side ? -1 : 1;
        lot->rect = side ? (town_rect){x, near, x + width, near + depth}
                         : (town_rect){x, -near - depth, x + width, -near};
        x += width;
    }
}

static void add_street(planner* p, town_rect rect, bool along_x) {
    p->plan->streets[p->plan->street_count++] = (town_street){rect, along_x};
}

static void town_plan_lay_out(planner* p) {
    const int gap = 2 * (CROSS_HALF + PAVEMENT);
    int total = 2 * EDGE + gap * (p->block_count - 1), depths[2] = {0, 0};
    for (int i = 0; i < p->block_count; i++) {
        town_block* block = &p->blocks[i];
        int north = side_width(p, block, 0), south = side_width(p, block, 1);
        block->width = north > south ? north : south;
        total += block->width;
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < block->counts[side]; k++)
                if (depths[side] < p->depths[block->lots[side][k]])
                    depths[side] = p->depths[block->lots[side][k]];
    }
    const int near = STREET_HALF + PAVEMENT;
    town_rect all = {-total / 2, -near - depths[0] - EDGE, total - total / 2,
                     near + depths[1] + EDGE};
    p->plan->rect = all;
    add_street(p, (town_rect){all.x0, -STREET_HALF, all.x1, STREET_HALF}, true);
    int x = all.x0 + EDGE;
    for (int i = 0; i < p->block_count; i++) {
        town_block* block = &p->blocks[i];
        block->x0 = x;
        for (int side = 0; side < 2; side++) lay_side(p, block, side, depths[side]);
        x += block->width + gap;
        if (i + 1 == p->block_count) break;
        int middle = x - gap / 2;
        add_street(p, (town_rect){middle - CROSS_HALF, all.z0, middle + CROSS_HALF, all.z1}, false);
    }
}

// ---- patches of ground --------------------------------------------------------------------------

static void pave(planner* p) {
    const town_plan* plan = p->plan;
    town_plan_patch(p, TOWN_GRASS, plan->rect);
    const int grown[2] = {PAVEMENT, KERB};
    const town_ground grounds[2] = {TOWN_PAVEMENT, TOWN_KERB};
    for (int pass = 0; pass < 3; pass++)  // pavements, then kerbs, then carriageways
        for (int i = 0; i < plan->street_count; i++) {
            const town_street* street = &plan->streets[i];
            int by = pass < 2 ? grown[pass] : 0;
            town_rect r = street->rect;
            if (street->along_x)
                r = (town_rect){r.x0, r.z0 - by, r.x1, r.z1 + by};
            else
                r = (town_rect){r.x0 - by, r.z0, r.x1 + by, r.z1};
            town_plan_patch(p, pass < 2 ? grounds[pass] : TOWN_STREET, r);
        }
}

// Places the building on its lot, with its door towards the street.
static void place_building(planner* p, const town_lot* lot, int front) {
    town_building* b = &p->plan->buildings[lot->building];
    wend_vec2 size = house_plan_size(&b->plan), door = house_plan_entrance(&b->plan);
    int width = centimetres(size.x), depth = centimetres(size.y);
    int room = lot->rect.x1 - lot->rect.x0 - width - 2 * MIN_LOT_GAP;
    int x0 = lot->rect.x0 + MIN_LOT_GAP + (room > 0 ? wend_rng_range(&p->rng, 0, room) : 0);
    int z0 = lot->toward < 0 ? lot->rect.z0 + front : lot->rect.z1 - front - depth;
    b->footprint = (town_rect){x0, z0, x0 + width, z0 + depth};
    float x = (float)(2 * x0 + width) / 200, z = (float)(2 * z0 + depth) / 200;
    b->place = (house_placement){.at = {x, 0, z}, .quarters = lot->toward < 0 ? 0 : 2};
    float sign = lot->toward < 0 ? 1 : -1;
    b->door_x = centimetres(x + sign * door.x);
    b->door_z = lot->toward < 0 ? z0 : z0 + depth;
}

static void pave_building(planner* p, const town_lot* lot) {
    const town_building* b = &p->plan->buildings[lot->building];
    town_rect foot = b->footprint;
    int street_z = lot->toward < 0 ? lot->rect.z0 : lot->rect.z1;
    town_rect path = {b->door_x - PATH_HALF, street_z, b->door_x + PATH_HALF, b->door_z};
    if (path.z0 > path.z1) path = (town_rect){path.x0, path.z1, path.x1, path.z0};
    town_plan_patch(p, TOWN_PATH, path);
    // A driveway on the wider side of the house.
    int left = foot.x0 - lot->rect.x0, right = lot->rect.x1 - foot.x1;
    if ((left > right ? left : right) >= DRIVE + 60) {
        int x0 = left > right ? foot.x0 - 30 - DRIVE : foot.x1 + 30;
        int deep = (foot.z0 + foot.z1) / 2;
        town_plan_patch(p, TOWN_DRIVE,
                        (town_rect){x0, lot->toward < 0 ? street_z : deep, x0 + DRIVE,
                                    lot->toward < 0 ? deep : street_z});
    }
    if (b->plan.cut.x1 == 0)  // an L-shaped house needs ground in its cut-out corner
        town_plan_patch(p, TOWN_HOLE, town_rect_grown(foot, -40));
}

static void pave_park(planner* p, const town_lot* lot) {
    town_rect r = lot->rect;
    int x = (r.x0 + r.x1) / 2, z = (r.z0 + r.z1) / 2;
    town_plan_patch(p, TOWN_PATH, (town_rect){x - 90, r.z0, x + 90, r.z1});
    town_plan_patch(p, TOWN_PATH, (town_rect){r.x0 + 100, z - 90, r.x1 - 100, z + 90});
    town_plan_patch(p, TOWN_PATH, (town_rect){x - 300, z - 300, x + 300, z + 300});
    town_plan_patch(p, TOWN_GRASS, (town_rect){x - 120, z - 120, x + 120, z + 120});
}

static void pave_lots(planner* p) {
    for (int i = 0; i < p->plan->lot_count; i++) {
        const town_lot* lot = &p->plan->lots[i];
        if (lot->kind == TOWN_BUILDING) {
            place_building(p, lot, p->fronts[i]);
            pave_building(p, lot);
        } else if (lot->kind == TOWN_PARK) {
            pave_park(p, lot);
        } else {
            town_rect r = town_rect_grown(lot->rect, -TOWN_YARD_EDGE);
            int x = (r.x0 + r.x1) / 2, z = (r.z0 + r.z1) / 2;
            town_plan_patch(p, TOWN_CAR_PARK, r);
            town_plan_patch(p, TOWN_CAR_PARK,
                            (town_rect){x - 300, lot->toward < 0 ? lot->rect.z0 : z, x + 300,
                                        lot->toward < 0 ? z : lot->rect.z1});
        }
    }
}

wend_status town_plan_make(const wend_scene_def* def, town_plan* plan, wend_error* error) {
    *plan = (town_plan){0};
    planner p = {.plan = plan, .rng = wend_rng_for(def->seed, "town", "plan")};
    plan->building_count = wend_rng_range(&p.rng, TOWN_MIN_BUILDINGS, TOWN_MAX_BUILDINGS);
    plan->buildings = wend_alloc_zero((size_t)plan->building_count, sizeof *plan->buildings);
    if (plan->buildings) {
        for (int i = 0; i < plan->building_count; i++) town_plan_plan_building(&p, def, i);
        choose_lots(&p, plan->building_count);
        deal_lots(&p);
        for (int i = 0; i < plan->lot_count; i++) plan_lot(&p, i);
        town_plan_lay_out(&p);
        pave(&p);
        pave_lots(&p);
    }
    if (plan->buildings && !p.failed) return WEND_OK;
    town_plan_destroy(plan);
    return wend_fail(error, WEND_NO_MEMORY, "town %llu: out of memory for its plan",
                     (unsigned long long)def->seed);
}

void town_plan_destroy(town_plan* plan) {
    wend_free(plan->buildings);
    ARRAY_FREE(&plan->patches);
    *plan = (town_plan){0};
}
