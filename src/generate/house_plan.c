// Floor plan generation.
//
// Each level has a corridor (the spine) with a strip of rooms on either side. The spine either runs
// parallel to the front, with an entrance hall in the front strip, or from the front door straight
// to the back. A large room may close the far end of the spine (the end block). The far strip may
// be shorter than the near strip, which gives an L-shaped building.
//
// The layout is computed in (s, t) coordinates: s along the spine, t across it, from the near strip
// to the far strip. Lengths are decimetres.
#include "generate/house_plan.h"

#include <string.h>

#include "generate/house_openings.h"

enum { STRIP_MAX = 18, STAIR_WIDTH = 22, STAIR_DEPTH = 42, MAX_ROOMS_A_FLOOR = 16 };

// ---- room types ---------------------------------------------------------------------------------

typedef struct room_size {
    wend_room_type type;
    int area;       // typical area, square metres
    int min_width;  // decimetres
} room_size;

static const room_size room_sizes[] = {
    {WEND_ROOM_LIVING_ROOM, 24, 38}, {WEND_ROOM_KITCHEN, 13, 28},
    {WEND_ROOM_DINING_ROOM, 14, 32}, {WEND_ROOM_BEDROOM, 15, 32},
    {WEND_ROOM_BATHROOM, 8, 21},     {WEND_ROOM_TOILET, 5, 17},
    {WEND_ROOM_STUDY, 11, 27},       {WEND_ROOM_LAUNDRY, 7, 20},
    {WEND_ROOM_STORAGE, 6, 18},      {WEND_ROOM_PLAYROOM, 14, 30},
    {WEND_ROOM_HALL, 8, 20},         {WEND_ROOM_OFFICE, 13, 30},
    {WEND_ROOM_OPEN_OFFICE, 45, 62}, {WEND_ROOM_MEETING_ROOM, 18, 36},
    {WEND_ROOM_BREAK_ROOM, 16, 34},  {WEND_ROOM_RECEPTION, 18, 38},
};

static room_size house_plan_size_of(wend_room_type type) {
    for (size_t i = 0; i < sizeof room_sizes / sizeof *room_sizes; i++)
        if (room_sizes[i].type == type) return room_sizes[i];
    return (room_size){type, 10, 24};
}

// Room types of a floor in order of priority: a floor of n rooms uses the first n. Spine, stairwell
// and entrance hall are added separately.
#define R(name) WEND_ROOM_##name
static const wend_room_type home_single[MAX_ROOMS_A_FLOOR] = {
    R(BATHROOM), R(BEDROOM),  R(KITCHEN), R(LIVING_ROOM), R(BEDROOM), R(DINING_ROOM),
    R(STUDY),    R(BATHROOM), R(LAUNDRY), R(BEDROOM),     R(STORAGE), R(PLAYROOM),
    R(TOILET),   R(BEDROOM),  R(STUDY),   R(STORAGE)};
static const wend_room_type home_ground[MAX_ROOMS_A_FLOOR] = {
    R(LIVING_ROOM), R(KITCHEN), R(TOILET),   R(DINING_ROOM), R(STUDY), R(LAUNDRY),
    R(STORAGE),     R(BEDROOM), R(BATHROOM), R(PLAYROOM),    R(STUDY), R(STORAGE),
    R(BEDROOM),     R(TOILET),  R(BEDROOM),  R(STORAGE)};
static const wend_room_type home_upper[MAX_ROOMS_A_FLOOR] = {
    R(BEDROOM), R(BATHROOM), R(BEDROOM),  R(BEDROOM), R(BATHROOM), R(STUDY),
    R(BEDROOM), R(STORAGE),  R(PLAYROOM), R(LAUNDRY), R(TOILET),   R(BEDROOM),
    R(STUDY),   R(BEDROOM),  R(BATHROOM), R(STORAGE)};
static const wend_room_type office_floor[MAX_ROOMS_A_FLOOR] = {
    R(OPEN_OFFICE), R(TOILET), R(MEETING_ROOM), R(BREAK_ROOM), R(OFFICE),       R(OFFICE),
    R(STORAGE),     R(OFFICE), R(TOILET),       R(OFFICE),     R(MEETING_ROOM), R(OFFICE),
    R(STORAGE),     R(OFFICE), R(OFFICE),       R(OFFICE)};
#undef R

typedef struct program {
    wend_room_type rooms[MAX_ROOMS_A_FLOOR];
    int count;
} program;

// ---- layout in (s, t) ---------------------------------------------------------------------------

// A section of a strip: one room, or two one behind the other. `outer` is away from the corridor
// and is entered from the neighbouring cell of the strip.
typedef struct cell {
    wend_room_type type, outer;  // outer: UNKNOWN means none
    int width;
} cell;

typedef struct strip {
    cell cells[STRIP_MAX];
    int count;
} strip;

typedef struct layout {
    house_plan* plan;
    wend_rng rng;
    bool front_to_back;       // the spine runs along z, from the front door
    bool mirrored;            // left and right are swapped
    int near, corridor, far;  // extents in t
    int length;               // extent in s, end block included
    int end;                  // extent in s of the end block; 0: none
    int far_length;           // extent in s of the far strip
    strip strips[PLAN_MAX_LEVELS][2];
    wend_room_type end_type;
} layout;

house_def house_default_def(void) {
    return (house_def){.kind = WEND_SCENE_HOUSE, .detail = 0.5f, .furnish = true, .fullness = 1};
}

static bool is_home(const layout* l) { return l->plan->def.kind != WEND_SCENE_OFFICE; }

static void decide_counts(layout* l) {
    house_def* def = &l->plan->def;
    wend_rng* rng = &l->rng;
    float dice = wend_rng_float(rng);
    int rooms = 0;
    if (!def->levels && def->kind == WEND_SCENE_HOUSE)
        def->levels = dice < 0.35f ? 1 : dice < 0.85f ? 2 : 3;
    if (!def->levels && def->kind == WEND_SCENE_OFFICE) def->levels = dice < 0.6f ? 1 : 2;
    if (!def->levels) def->levels = 1;
    if (def->kind == WEND_SCENE_OFFICE)
        rooms = wend_rng_range(rng, 7, 13);
    else if (def->levels > 1)
        rooms = wend_rng_range(rng, 6, 9);
    else
        rooms = wend_rng_range(rng, 5, def->kind == WEND_SCENE_HOUSE ? 11 : 9);
    if (!def->rooms) def->rooms = rooms;
}

static bool has_hall(const layout* l, int level) { return level == 0 && !l->front_to_back; }

// The room types of one level, without spine, stairwell, entrance hall and end block.
static program level_program(layout* l, int level) {
    const house_def* def = &l->plan->def;
    const wend_room_type* table = !is_home(l)        ? office_floor
                                  : def->levels == 1 ? home_single
                                  : level == 0       ? home_ground
                                                     : home_upper;
    program p = {.count = 0};
    memcpy(p.rooms, table, sizeof p.rooms);
    // Shuffles the optional types, from index 6 on.
    for (int i = MAX_ROOMS_A_FLOOR - 1; i > 6; i--) {
        int k = wend_rng_range(&l->rng, 6, i);
        wend_room_type swap = p.rooms[i];
        p.rooms[i] = p.rooms[k];
        p.rooms[k] = swap;
    }
    p.count = def->rooms - 1 - (def->levels > 1) - has_hall(l, level);
    if (l->end)
        for (int i = 0, k = 0, found = 0; i < MAX_ROOMS_A_FLOOR; i++) {
            bool is_end = !found && p.rooms[i] == l->end_type;
            found |= is_end;
            if (!is_end) p.rooms[k++] = p.rooms[i];
        }
    p.count -= l->end > 0;
    return p;
}

static int strip_depth(const layout* l, int side) { return side ? l->far : l->near; }

static int min_width(const cell* c) {
    if (c->type == WEND_ROOM_STAIRWELL) return STAIR_WIDTH;
    int inner = house_plan_size_of(c->type).min_width,
        outer = c->outer ? house_plan_size_of(c->outer).min_width : 0;
    return inner > outer ? inner : outer;
}

static int natural_width(const layout* l, const cell* c, int side) {
    if (c->type == WEND_ROOM_STAIRWELL) return STAIR_WIDTH;
    int area =
        house_plan_size_of(c->type).area + (c->outer ? house_plan_size_of(c->outer).area : 0);
    int width = area * 100 / strip_depth(l, side), min = min_width(c);
    return width > min ? width : min;
}

static int strip_natural(const layout* l, int level, int side) {
    int sum = 0;
    const strip* s = &l->strips[level][side];
    for (int i = 0; i < s->count; i++) sum += natural_width(l, &s->cells[i], side);
    return sum;
}

static int strip_min(const strip* s) {
    int sum = 0;
    for (int i = 0; i < s->count; i++) sum += min_width(&s->cells[i]);
    return sum;
}

static void strip_add(strip* s, wend_room_type type) {
    if (s->count < STRIP_MAX) s->cells[s->count++] = (cell){.type = type};
}

static void strip_insert(strip* s, int at, cell c) {
    if (s->count >= STRIP_MAX) return;
    memmove(s->cells + at + 1, s->cells + at, (size_t)(s->count - at) * sizeof *s->cells);
    s->cells[at] = c;
    s->count++;
}

static void strip_remove(strip* s, int at) {
    s->count--;
    memmove(s->cells + at, s->cells + at + 1, (size_t)(s->count - at) * sizeof *s->cells);
}

// Kitchen, dining room and living room are placed next to each other, in this order. 0: other
// types.
static int chain_place(wend_room_type type) {
    return type == WEND_ROOM_KITCHEN       ? 1
           : type == WEND_ROOM_DINING_ROOM ? 2
           : type == WEND_ROOM_LIVING_ROOM ? 3
                                           : 0;
}

static void deal_rooms(layout* l, int level, const program* p) {
    strip* near = &l->strips[level][0];
    strip* far = &l->strips[level][1];
    if (l->plan->def.levels > 1) strip_add(far, WEND_ROOM_STAIRWELL);
    wend_room_type chain[3];
    int chain_count = 0;
    for (int place = 1; place <= 3; place++)
        for (int i = 0; i < p->count; i++)
            if (chain_place(p->rooms[i]) == place) chain[chain_count++] = p->rooms[i];
    bool together = p->count >= 4;
    int later = 0;  // width of the rooms that are added to the near strip later
    cell hall = {.type = is_home(l) ? WEND_ROOM_HALL : WEND_ROOM_RECEPTION};
    if (has_hall(l, level)) later += natural_width(l, &hall, 0);
    for (int i = 0; together && i < chain_count; i++)
        later += natural_width(l, &(cell){.type = chain[i]}, 0);
    for (int i = 0; i < p->count; i++) {
        wend_room_type type = p->rooms[i];
        if (together && chain_place(type)) continue;
        bool to_far = strip_natural(l, level, 1) <= strip_natural(l, level, 0) + later;
        strip_add(to_far ? far : near, type);
    }
    if (has_hall(l, level)) strip_insert(near, wend_rng_range(&l->rng, 0, near->count), hall);
    for (int i = 0; together && i < chain_count; i++) {
        // The living room, last of the chain, goes to the strip that stays shorter.
        int width = natural_width(l, &(cell){.type = chain[i]}, 0);
        int in_near = strip_natural(l, level, 0) + width,
            in_far = strip_natural(l, level, 1) + width;
        strip_add(i == 2 && in_far < in_near ? far : near, chain[i]);
    }
}

static bool house_plan_is_small(wend_room_type type) {
    return type == WEND_ROOM_TOILET || type == WEND_ROOM_LAUNDRY || type == WEND_ROOM_STORAGE;
}

// Puts a bathroom behind a small room; it is entered from the adjacent bedroom.
static void pair_rooms(layout* l, strip* s, int side) {
    if (strip_depth(l, side) < 40 || !wend_rng_chance(&l->rng, 0.7f)) return;
    int bath = -1, small = -1, bed = -1;
    for (int i = 0; i < s->count; i++) {
        if (s->cells[i].type == WEND_ROOM_BATHROOM) bath = i;
        if (house_plan_is_small(s->cells[i].type)) small = i;
    }
    if (bath < 0 || small < 0) return;
    cell both = {.type = s->cells[small].type, .outer = WEND_ROOM_BATHROOM};
    strip kept = *s;
    strip_remove(s, bath > small ? bath : small);
    strip_remove(s, bath > small ? small : bath);
    for (int i = 0; i < s->count; i++)
        if (s->cells[i].type == WEND_ROOM_BEDROOM) bed = i;
    if (bed < 0)
        *s = kept;
    else
        strip_insert(s, bed + 1, both);
}

// Removes rooms until the strip fits `length`, from the last one on. Stairwell and entrance stay.
static void strip_shorten(strip* s, int length) {
    for (int i = s->count - 1; i >= 0 && strip_min(s) > length; i--) {
        wend_room_type type = s->cells[i].type;
        if (type != WEND_ROOM_STAIRWELL && type != WEND_ROOM_HALL && type != WEND_ROOM_RECEPTION)
            strip_remove(s, i);
    }
}

// Share of the spare width: rooms whose natural width is near their minimum grow little.
static int width_weight(const layout* l, const cell* c, int side) {
    if (c->type == WEND_ROOM_STAIRWELL) return 0;
    return natural_width(l, c, side) - min_width(c) + 2;
}

static void strip_widths(const layout* l, strip* s, int side, int length) {
    int spare = length - strip_min(s), weights = 0, given = 0, last = -1;
    for (int i = 0; i < s->count; i++) {
        weights += width_weight(l, &s->cells[i], side);
        if (s->cells[i].type != WEND_ROOM_STAIRWELL) last = i;
    }
    for (int i = 0; i < s->count; i++) {
        cell* c = &s->cells[i];
        int weight = width_weight(l, c, side);
        int extra = weight ? spare * weight / weights : 0;
        c->width = min_width(c) + extra;
        given += extra;
    }
    if (last >= 0) s->cells[last].width += spare - given;
    // A small room that was widened to 3.4 m or more changes its type.
    for (int i = 0; is_home(l) && i < s->count; i++) {
        cell* c = &s->cells[i];
        if (c->outer || c->width < 34) continue;
        if (c->type == WEND_ROOM_TOILET) c->type = WEND_ROOM_BATHROOM;
        if (c->type == WEND_ROOM_STORAGE) c->type = WEND_ROOM_PLAYROOM;
        if (c->type == WEND_ROOM_LAUNDRY) c->type = WEND_ROOM_STUDY;
    }
}

// ---- sizes --------------------------------------------------------------------------------------

static int house_plan_across(const layout* l) { return l->near + l->corridor + l->far; }

static int limit_decimetres(float metres) {
    return metres > 0 ? (int)((metres - 2 * PLAN_WALL_OUTER) * 10) : 1000;
}

static void decide_shape(layout* l) {
    house_def* def = &l->plan->def;
    wend_rng* rng = &l->rng;
    bool stairs = def->levels > 1;
    int max_z = limit_decimetres(def->max_depth), max_x = limit_decimetres(def->max_width);
    l->front_to_back = is_home(l) && (def->rooms < 6 + stairs || wend_rng_chance(rng, 0.4f));
    l->mirrored = wend_rng_chance(rng, 0.5f);
    l->near = wend_rng_range(rng, 34, is_home(l) ? 42 : 48);
    l->far = wend_rng_range(rng, stairs ? STAIR_DEPTH : 35, 45);
    l->corridor = l->front_to_back
                      ? wend_rng_range(rng, 15, 19)
                      : wend_rng_range(rng, is_home(l) ? 12 : 15, is_home(l) ? 16 : 20);
    int min_far = stairs ? STAIR_DEPTH : 30;
    int max = l->front_to_back ? max_x : max_z;
    if (l->front_to_back && 30 + 15 + min_far > max_x) {
        l->front_to_back = false;
        max = max_z;
    }
    int min_corridor = l->front_to_back ? 15 : 12;
    while (house_plan_across(l) > max &&
           (l->near > 30 || l->far > min_far || l->corridor > min_corridor)) {
        l->near -= l->near > 30;
        l->far -= l->far > min_far;
        l->corridor -= l->corridor > min_corridor;
    }
    bool wide = def->max_width <= 0 && def->max_depth <= 0;
    bool end =
        wide && (is_home(l) ? def->levels == 1 && def->rooms >= 7 && wend_rng_chance(rng, 0.4f)
                            : wend_rng_chance(rng, 0.5f));
    l->end_type = is_home(l) ? WEND_ROOM_LIVING_ROOM : WEND_ROOM_OPEN_OFFICE;
    if (end) l->end = is_home(l) ? wend_rng_range(rng, 36, 46) : wend_rng_range(rng, 60, 90);
}

// If the front door opens into the spine, the rooms beside it need enough width for the leaf and
// another door. A first room that is too narrow is swapped with a wider one.
static void widen_entrance(const layout* l, strip* s) {
    const int min = 24;
    if (!l->front_to_back || !s->count || s->cells[0].type == WEND_ROOM_STAIRWELL) return;
    for (int i = 1; s->cells[0].width < min && i < s->count; i++) {
        // A room behind another one must stay next to the bedroom it is entered from.
        bool tied = s->cells[i].outer || (i + 1 < s->count && s->cells[i + 1].outer);
        if (tied || s->cells[i].width < min) continue;
        cell swap = s->cells[0];
        s->cells[0] = s->cells[i];
        s->cells[i] = swap;
    }
}

static void decide_lengths(layout* l) {
    const house_def* def = &l->plan->def;
    int length = 50, far = STAIR_WIDTH;
    bool only_stairs = false;
    for (int level = 0; level < def->levels; level++) {
        for (int side = 0; side < 2; side++) {
            int natural = strip_natural(l, level, side) * wend_rng_range(&l->rng, 95, 112) / 100;
            if (natural > length) length = natural;
            if (side && natural > far) far = natural;
        }
        only_stairs |= def->levels > 1 && l->strips[level][1].count == 1;
    }
    int max = limit_decimetres(l->front_to_back ? def->max_depth : def->max_width) - l->end;
    if (length > max) length = max;
    l->length = length + l->end;
    // The far strip is shortened where its rooms would become too large.
    l->far_length = length;
    if (!l->end && (far * 5 < length * 4 || (far + 20 < length && wend_rng_chance(&l->rng, 0.5f))))
        l->far_length = far;
    if (only_stairs) l->far_length = STAIR_WIDTH;
    for (int level = 0; level < def->levels; level++) {
        strip_shorten(&l->strips[level][0], length);
        strip_shorten(&l->strips[level][1], l->far_length);
        strip_widths(l, &l->strips[level][0], 0, length);
        strip_widths(l, &l->strips[level][1], 1, l->far_length);
    }
    for (int side = 0; side < 2; side++) widen_entrance(l, &l->strips[0][side]);
}

// ---- from (s, t) to rooms -----------------------------------------------------------------------

static plan_rect house_plan_to_plan(const layout* l, int s0, int t0, int s1, int t1) {
    plan_rect r = l->front_to_back ? (plan_rect){t0, s0, t1, s1} : (plan_rect){s0, t0, s1, t1};
    if (l->mirrored) {
        int width = l->plan->width, x0 = r.x0;
        r.x0 = width - r.x1;
        r.x1 = width - x0;
    }
    return r;
}

static int house_plan_put_room(layout* l, int level, wend_room_type type, plan_rect rect) {
    house_plan* plan = l->plan;
    if (plan->room_count == PLAN_MAX_ROOMS) return plan->room_count - 1;
    plan->rooms[plan->room_count] = (plan_room){type, level, rect};
    return plan->room_count++;
}

typedef struct placed_strip {
    int rooms[STRIP_MAX], outer[STRIP_MAX];  // -1: none
    int count;
} placed_strip;

static placed_strip put_strip(layout* l, int level, int side) {
    const strip* s = &l->strips[level][side];
    placed_strip placed = {.count = s->count};
    int low = side ? l->near + l->corridor : 0, high = side ? house_plan_across(l) : l->near,
        from = 0;
    for (int i = 0; i < s->count; i++) {
        const cell* c = &s->cells[i];
        int to = from + c->width, a = low, b = high;
        placed.outer[i] = -1;
        if (c->outer) {  // the inner room adjoins the corridor
            int depth = (high - low) * 45 / 100;
            a = side ? low : high - depth;
            b = side ? low + depth : high;
            placed.outer[i] = house_plan_put_room(l, level, c->outer,
                                                  side ? house_plan_to_plan(l, from, b, to, high)
                                                       : house_plan_to_plan(l, from, low, to, a));
        }
        placed.rooms[i] =
            house_plan_put_room(l, level, c->type, house_plan_to_plan(l, from, a, to, b));
        if (c->type == WEND_ROOM_STAIRWELL) l->plan->stairs.room[level] = placed.rooms[i];
        from = to;
    }
    return placed;
}

static void connect_strip(layout* l, const placed_strip* s, int corridor) {
    for (int i = 0; i < s->count; i++) {
        house_connect(l->plan, &l->rng, corridor, s->rooms[i]);
        if (i > 0 && s->outer[i] >= 0)
            house_connect(l->plan, &l->rng, s->rooms[i - 1], s->outer[i]);
        if (i > 0) house_connect_living(l->plan, &l->rng, s->rooms[i - 1], s->rooms[i]);
    }
}

static void put_level(layout* l, int level) {
    house_plan* plan = l->plan;
    int spine = l->length - l->end, first = plan->room_count;
    wend_room_type type = l->front_to_back && level == 0 ? WEND_ROOM_HALL : WEND_ROOM_CORRIDOR;
    int corridor = house_plan_put_room(
        l, level, type, house_plan_to_plan(l, 0, l->near, spine, l->near + l->corridor));
    placed_strip near = put_strip(l, level, 0), far = put_strip(l, level, 1);
    if (level == 0) {
        int hall = corridor;
        for (int i = 0; i < near.count; i++)
            if (plan->rooms[near.rooms[i]].type == WEND_ROOM_HALL ||
                plan->rooms[near.rooms[i]].type == WEND_ROOM_RECEPTION)
                hall = near.rooms[i];
        house_add_entrance(plan, &l->rng, hall);
    }
    if (l->end) {
        int end =
            house_plan_put_room(l, level, l->end_type,
                                house_plan_to_plan(l, spine, 0, l->length, house_plan_across(l)));
        house_connect(plan, &l->rng, corridor, end);
        if (near.count) house_connect_living(plan, &l->rng, near.rooms[near.count - 1], end);
        if (far.count) house_connect_living(plan, &l->rng, far.rooms[far.count - 1], end);
    }
    connect_strip(l, &near, corridor);
    connect_strip(l, &far, corridor);
    for (int i = first; i < plan->room_count; i++) house_add_windows(plan, &l->rng, i);
}

void house_plan_make(const house_def* def, uint64_t seed, house_plan* plan) {
    memset(plan, 0, sizeof *plan);
    plan->def = *def;
    plan->seed = seed;
    layout l = {.plan = plan, .rng = wend_rng_for(seed, "house", "plan")};
    decide_counts(&l);
    decide_shape(&l);
    for (int level = 0; level < plan->def.levels; level++) {
        program p = level_program(&l, level);
        deal_rooms(&l, level, &p);
        for (int side = 0; side < 2 && is_home(&l); side++)
            pair_rooms(&l, &l.strips[level][side], side);
    }
    decide_lengths(&l);
    plan->width = l.front_to_back ? house_plan_across(&l) : l.length;
    plan->depth = l.front_to_back ? l.length : house_plan_across(&l);
    if (l.far_length < l.length && !l.end)
        plan->cut = house_plan_to_plan(&l, l.far_length, l.near + l.corridor, l.length,
                                       house_plan_across(&l));
    plan->stairs = (plan_stairs){.along_x = l.front_to_back,
                                 .reversed = l.front_to_back && l.mirrored,
                                 .mirrored = wend_rng_chance(&l.rng, 0.5f)};
    for (int level = 0; level < plan->def.levels; level++) put_level(&l, level);
}

wend_vec2 house_plan_size(const house_plan* plan) {
    return (wend_vec2){(float)plan->width * 0.1f + 2 * PLAN_WALL_OUTER,
                       (float)plan->depth * 0.1f + 2 * PLAN_WALL_OUTER};
}

wend_vec2 house_plan_entrance(const house_plan* plan) {
    for (int i = 0; i < plan->opening_count; i++) {
        const plan_opening* o = &plan->openings[i];
        if (o->kind == PLAN_DOOR && o->rooms[0] < 0)
            return (wend_vec2){(float)(o->from + o->to - plan->width) * 0.05f,
                               (float)-plan->depth * 0.05f - PLAN_WALL_OUTER};
    }
    return (wend_vec2){0, (float)-plan->depth * 0.05f - PLAN_WALL_OUTER};
}
