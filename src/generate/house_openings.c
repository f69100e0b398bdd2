// Placement of doors, doorways and windows in the walls of a plan. Lengths in decimetres.
#include "generate/house_openings.h"

enum {
    MARGIN = 2,       // from a wall's end to a door: the leaf opens beside the wall
    DOOR_WIDTH = 10,  // of the hole; the frame takes 4 cm on each side
    DOOR_HEIGHT = 21,
    STEP = 7,  // depth of the zone kept free in front of a door or doorway
};

typedef struct wall_span {
    bool along_x, b_is_low;
    int line, from, to;
} wall_span;

static int max_int(int a, int b) { return a > b ? a : b; }
static int min_int(int a, int b) { return a < b ? a : b; }

static bool shared_wall(plan_rect a, plan_rect b, wall_span* s) {
    if (a.x1 == b.x0 || b.x1 == a.x0)
        *s = (wall_span){false, b.x1 == a.x0, a.x1 == b.x0 ? a.x1 : a.x0, max_int(a.z0, b.z0),
                         min_int(a.z1, b.z1)};
    if ((a.x1 == b.x0 || b.x1 == a.x0) && s->from < s->to) return true;
    if (a.z1 == b.z0 || b.z1 == a.z0)
        *s = (wall_span){true, b.z1 == a.z0, a.z1 == b.z0 ? a.z1 : a.z0, max_int(a.x0, b.x0),
                         min_int(a.x1, b.x1)};
    return (a.z1 == b.z0 || b.z1 == a.z0) && s->from < s->to;
}

plan_rect plan_opening_zone(const plan_opening* o, int side) {
    bool swings = o->kind == PLAN_DOOR && o->swing == side;
    int depth = swings && o->to - o->from > STEP ? o->to - o->from : STEP;
    int low = side ? o->line : o->line - depth, high = side ? o->line + depth : o->line;
    return o->along_x ? (plan_rect){o->from, low, o->to, high}
                      : (plan_rect){low, o->from, high, o->to};
}

static bool rects_overlap(plan_rect a, plan_rect b) {
    return a.x0 < b.x1 && b.x0 < a.x1 && a.z0 < b.z1 && b.z0 < a.z1;
}

// Tests whether the swing of a leaf overlaps the zone of another door or doorway of the same room,
// in either direction.
static bool leaf_is_in_the_way(const house_plan* plan, const plan_opening* o) {
    for (int i = 0; i < plan->opening_count; i++) {
        const plan_opening* other = &plan->openings[i];
        if (other->kind == PLAN_WINDOW) continue;
        for (int k = 0; k < 4; k++) {
            int mine = k & 1, its = k >> 1;
            if (o->rooms[mine] < 0 || o->rooms[mine] != other->rooms[its]) continue;
            bool swings = (o->kind == PLAN_DOOR && o->swing == mine) ||
                          (other->kind == PLAN_DOOR && other->swing == its);
            if (swings && rects_overlap(plan_opening_zone(o, mine), plan_opening_zone(other, its)))
                return true;
        }
    }
    return false;
}

static void add_opening(house_plan* plan, const plan_opening* o) {
    if (plan->opening_count < PLAN_MAX_OPENINGS) plan->openings[plan->opening_count++] = *o;
}

// Finds a position along the wall. Doors try the ends first: a door in a corner leaves wall space
// for furniture.
static bool place_opening(house_plan* plan, wend_rng* rng, const wall_span* s, int width,
                          plan_opening* o) {
    int first = s->from + MARGIN, last = s->to - MARGIN - width;
    if (last < first) return false;
    int tries[6] = {first, last, (first + last) / 2};
    for (int i = 3; i < 6; i++) tries[i] = wend_rng_range(rng, first, last);
    if (wend_rng_chance(rng, 0.5f)) {
        tries[0] = last;
        tries[1] = first;
    }
    if (o->kind == PLAN_DOORWAY) {  // doorways try the middle first
        tries[2] = tries[0];
        tries[0] = (first + last) / 2;
    }
    for (int i = 0; i < 6; i++) {
        o->from = tries[i];
        o->to = tries[i] + width;
        o->hinge_at_to = o->from - s->from > s->to - o->to;
        if (!leaf_is_in_the_way(plan, o)) return true;
    }
    return false;
}

static plan_opening make_opening(const house_plan* plan, const wall_span* s, int a, int b) {
    plan_opening o = {.kind = PLAN_DOOR,
                      .level = plan->rooms[b].level,
                      .rooms = {s->b_is_low ? b : a, s->b_is_low ? a : b},
                      .along_x = s->along_x,
                      .line = s->line,
                      .high = DOOR_HEIGHT};
    o.swing = o.rooms[0] == b ? 0 : 1;
    return o;
}

static float draw_openness(wend_rng* rng, wend_room_type type) {
    bool shut = type == WEND_ROOM_BATHROOM || type == WEND_ROOM_TOILET || type == WEND_ROOM_STORAGE;
    bool closed = wend_rng_chance(rng, shut ? 0.45f : 0.2f);
    bool ajar = wend_rng_chance(rng, 0.25f);
    float share = wend_rng_between(rng, 0.75f, 0.97f);
    return closed ? 0 : ajar ? share : 1;
}

static bool is_open_room(wend_room_type type) {
    return type == WEND_ROOM_STAIRWELL || type == WEND_ROOM_HALL || type == WEND_ROOM_RECEPTION;
}

static bool is_shared_room(wend_room_type type) {
    return type == WEND_ROOM_LIVING_ROOM || type == WEND_ROOM_DINING_ROOM ||
           type == WEND_ROOM_OPEN_OFFICE || type == WEND_ROOM_BREAK_ROOM ||
           type == WEND_ROOM_KITCHEN;
}

void house_connect(house_plan* plan, wend_rng* rng, int from, int into) {
    wall_span s;
    if (!shared_wall(plan->rooms[from].rect, plan->rooms[into].rect, &s)) return;
    wend_room_type type = plan->rooms[into].type;
    plan_opening o = make_opening(plan, &s, from, into);
    o.openness = draw_openness(rng, type);
    bool leafless = is_open_room(type) || (is_shared_room(type) && wend_rng_chance(rng, 0.35f)) ||
                    (type == WEND_ROOM_STUDY && wend_rng_chance(rng, 0.1f));
    int wide = wend_rng_range(rng, 10, is_open_room(type) ? 16 : 14);
    int max = s.to - s.from - 2 * MARGIN;
    if (leafless) o.kind = PLAN_DOORWAY;
    int width = min_int(leafless ? wide : DOOR_WIDTH, max);
    if (width < 8) return;
    if (!place_opening(plan, rng, &s, width, &o)) {
        // A doorway is narrower and has no leaf, so it may fit beside another door's leaf.
        o.kind = PLAN_DOORWAY;
        while (!place_opening(plan, rng, &s, width, &o) && width > 8) width--;
    }
    add_opening(plan, &o);
}

void house_connect_living(house_plan* plan, wend_rng* rng, int a, int b) {
    static const wend_room_type types[] = {WEND_ROOM_LIVING_ROOM, WEND_ROOM_DINING_ROOM,
                                           WEND_ROOM_KITCHEN};
    int known = 0;
    for (int i = 0; i < 3; i++)
        known += (plan->rooms[a].type == types[i]) + (plan->rooms[b].type == types[i]);
    wall_span s;
    if (known < 2 || !shared_wall(plan->rooms[a].rect, plan->rooms[b].rect, &s)) return;
    plan_opening o = make_opening(plan, &s, a, b);
    o.kind = PLAN_DOORWAY;
    int width = min_int(wend_rng_range(rng, 10, 20), s.to - s.from - 2 * MARGIN);
    if (width >= 8 && place_opening(plan, rng, &s, width, &o)) add_opening(plan, &o);
}

void house_add_entrance(house_plan* plan, wend_rng* rng, int room) {
    plan_rect r = plan->rooms[room].rect;
    plan_opening o = {.kind = PLAN_DOOR,
                      .level = plan->rooms[room].level,
                      .rooms = {-1, room},
                      .along_x = true,
                      .line = 0,
                      .high = DOOR_HEIGHT,
                      .swing = 1};
    wall_span s = {.along_x = true, .line = 0, .from = r.x0, .to = r.x1};
    if (place_opening(plan, rng, &s, DOOR_WIDTH, &o)) add_opening(plan, &o);
}

// ---- windows ------------------------------------------------------------------------------------

typedef struct window_style {
    wend_room_type type;
    int min_width, max_width, low;  // decimetres
} window_style;

static const window_style window_styles[] = {
    {WEND_ROOM_LIVING_ROOM, 16, 24, 6}, {WEND_ROOM_KITCHEN, 10, 13, 12},
    {WEND_ROOM_BATHROOM, 6, 8, 15},     {WEND_ROOM_TOILET, 5, 7, 15},
    {WEND_ROOM_LAUNDRY, 6, 9, 15},      {WEND_ROOM_HALL, 7, 10, 9},
    {WEND_ROOM_OPEN_OFFICE, 18, 24, 9}, {WEND_ROOM_OFFICE, 14, 18, 9},
    {WEND_ROOM_RECEPTION, 16, 22, 6},   {WEND_ROOM_CORRIDOR, 7, 10, 9},
    {WEND_ROOM_UNKNOWN, 11, 16, 9},
};

static window_style style_of(wend_room_type type) {
    int i = 0;
    while (window_styles[i].type && window_styles[i].type != type) i++;
    return window_styles[i];
}

// Tests whether the decimetre from `at` to `at` + 1 on a side of a room is outer wall without an
// opening.
static bool is_free_outer_wall(const house_plan* plan, int room, bool along_x, int line, int at) {
    int level = plan->rooms[room].level;
    for (int i = 0; i < plan->room_count; i++) {
        plan_rect r = plan->rooms[i].rect;
        if (i == room || plan->rooms[i].level != level) continue;
        bool touches = along_x ? r.z0 == line || r.z1 == line : r.x0 == line || r.x1 == line;
        bool beside = along_x ? at >= r.x0 && at < r.x1 : at >= r.z0 && at < r.z1;
        if (touches && beside) return false;
    }
    for (int i = 0; i < plan->opening_count; i++) {
        const plan_opening* o = &plan->openings[i];
        if (o->level == level && o->along_x == along_x && o->line == line && at >= o->from - 2 &&
            at < o->to + 2)
            return false;
    }
    return true;
}

static void add_windows_between(house_plan* plan, wend_rng* rng, int room, int side, int from,
                                int to) {
    plan_rect r = plan->rooms[room].rect;
    window_style style = style_of(plan->rooms[room].type);
    int width = wend_rng_range(rng, style.min_width, style.max_width), length = to - from;
    int count = length / (width + 14);
    if (!count && length >= width + 6) count = 1;
    if (!count && length >= style.min_width + 6) {
        count = 1;
        width = style.min_width;
    }
    const int lines[4] = {r.z0, r.x1, r.z1, r.x0};
    for (int i = 0; i < count; i++) {
        int middle = from + length * (2 * i + 1) / (2 * count);
        plan_opening o = {.kind = PLAN_WINDOW,
                          .level = plan->rooms[room].level,
                          .rooms = {room, -1},
                          .along_x = side % 2 == 0,
                          .line = lines[side],
                          .from = middle - width / 2,
                          .low = style.low,
                          .high = DOOR_HEIGHT};
        o.to = o.from + width;
        if (side == 0 || side == 3) {
            o.rooms[0] = -1;
            o.rooms[1] = room;
        }
        add_opening(plan, &o);
    }
}

void house_add_windows(house_plan* plan, wend_rng* rng, int room) {
    wend_room_type type = plan->rooms[room].type;
    if (type == WEND_ROOM_STAIRWELL || type == WEND_ROOM_STORAGE) return;
    plan_rect r = plan->rooms[room].rect;
    const int lines[4] = {r.z0, r.x1, r.z1, r.x0};
    for (int side = 0; side < 4; side++) {
        bool along_x = side % 2 == 0;
        int from = along_x ? r.x0 : r.z0, to = along_x ? r.x1 : r.z1, start = from;
        for (int at = from; at <= to; at++) {
            if (at < to && is_free_outer_wall(plan, room, along_x, lines[side], at)) continue;
            if (at > start) add_windows_between(plan, rng, room, side, start, at);
            start = at + 1;
        }
    }
}
