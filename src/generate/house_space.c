// Reachability test of furnishing: boxes are rasterised, inflated by the agent radius, into a grid,
// and a flood fill checks that all access points stay connected.
#include "generate/house_space.h"

#include <string.h>

#include "generate/house_openings.h"

static const float touch = 0.001f;
// Metres: the agent steps over boxes lower than step_over and passes under boxes higher than
// pass_under.
static const float step_over = 0.03f, pass_under = 1.9f;

static void add_box(house_space* s, wend_aabb box, space_use use) {
    if (s->box_count < SPACE_MAX_BOXES) s->boxes[s->box_count++] = (space_box){box, use};
}

static bool overlap(wend_aabb a, wend_aabb b) {
    return a.low.x < b.high.x - touch && b.low.x < a.high.x - touch && a.low.y < b.high.y - touch &&
           b.low.y < a.high.y - touch && a.low.z < b.high.z - touch && b.low.z < a.high.z - touch;
}

bool space_contains(const house_space* s, wend_aabb box) {
    house_rect in = s->inside;
    return box.low.x >= in.x0 - touch && box.high.x <= in.x1 + touch &&
           box.low.z >= in.z0 - touch && box.high.z <= in.z1 + touch &&
           box.high.y <= s->ceiling + touch;
}

bool space_is_free(const house_space* s, wend_aabb box, bool at_window) {
    if (!space_contains(s, box)) return false;
    for (int i = 0; i < s->box_count; i++) {
        if (at_window && s->boxes[i].use == SPACE_WINDOW) continue;
        if (overlap(s->boxes[i].box, box)) return false;
    }
    return true;
}

bool space_is_empty(const house_space* s, wend_aabb box) {
    for (int i = 0; i < s->box_count; i++)
        if (s->boxes[i].use == SPACE_SOLID && overlap(s->boxes[i].box, box)) return false;
    return true;
}

// ---- reachability -------------------------------------------------------------------------------

static wend_vec2 cell_middle(const house_space* s, int column, int row) {
    return (wend_vec2){s->inside.x0 + ((float)column + 0.5f) * SPACE_CELL,
                       s->inside.z0 + ((float)row + 0.5f) * SPACE_CELL};
}

static void block(const house_space* s, uint8_t* cells, wend_aabb box) {
    if (box.high.y - s->floor < step_over || box.low.y - s->floor > pass_under) return;
    for (int row = 0; row < s->rows; row++) {
        float z = cell_middle(s, 0, row).y;
        if (z < box.low.z - SPACE_BODY || z > box.high.z + SPACE_BODY) continue;
        for (int column = 0; column < s->columns; column++) {
            float x = cell_middle(s, column, 0).x;
            if (x > box.low.x - SPACE_BODY && x < box.high.x + SPACE_BODY)
                cells[row * s->columns + column] = 1;
        }
    }
}

// The free cell nearest to a point, within 0.3 m; -1: none.
static int house_space_cell_at(const house_space* s, const uint8_t* cells, wend_vec2 p) {
    int best = -1;
    float nearest = 0.3f * 0.3f;
    for (int i = 0; i < s->columns * s->rows; i++) {
        if (cells[i]) continue;
        wend_vec2 c = cell_middle(s, i % s->columns, i / s->columns);
        float square = (c.x - p.x) * (c.x - p.x) + (c.y - p.y) * (c.y - p.y);
        if (square < nearest) {
            nearest = square;
            best = i;
        }
    }
    return best;
}

// Marks all cells reachable from `start` with 2.
static void house_space_flood(house_space* s, uint8_t* cells, int start) {
    int head = 0, tail = 0;
    s->queue[tail++] = (uint16_t)start;
    cells[start] = 2;
    while (head < tail) {
        int cell = s->queue[head++], column = cell % s->columns, row = cell / s->columns;
        const int next[4] = {column > 0 ? cell - 1 : -1, column + 1 < s->columns ? cell + 1 : -1,
                             row > 0 ? cell - s->columns : -1,
                             row + 1 < s->rows ? cell + s->columns : -1};
        for (int i = 0; i < 4; i++)
            if (next[i] >= 0 && !cells[next[i]]) {
                cells[next[i]] = 2;
                s->queue[tail++] = (uint16_t)next[i];
            }
    }
}

static bool house_space_is_reached(const house_space* s, const uint8_t* cells, wend_vec2 p) {
    int column = (int)((p.x - s->inside.x0) / SPACE_CELL);
    int row = (int)((p.y - s->inside.z0) / SPACE_CELL);
    for (int dz = -3; dz <= 3; dz++)
        for (int dx = -3; dx <= 3; dx++) {
            int c = column + dx, r = row + dz;
            bool inside = c >= 0 && c < s->columns && r >= 0 && r < s->rows;
            if (inside && cells[r * s->columns + c] == 2) return true;
        }
    return false;
}

bool space_keeps_passages(house_space* s, const wend_aabb* boxes, int count,
                          const wend_vec2* stop) {
    memcpy(s->trial, s->blocked, (size_t)(s->columns * s->rows));
    for (int i = 0; i < count; i++) block(s, s->trial, boxes[i]);
    const wend_vec2* first = s->stop_count ? &s->stops[0] : stop;
    if (!first) return true;
    int start = house_space_cell_at(s, s->trial, *first);
    if (start < 0) return false;
    house_space_flood(s, s->trial, start);
    for (int i = 0; i < s->stop_count; i++)
        if (!house_space_is_reached(s, s->trial, s->stops[i])) return false;
    return !stop || house_space_is_reached(s, s->trial, *stop);
}

void space_fill(house_space* s, wend_aabb box) {
    add_box(s, box, SPACE_SOLID);
    block(s, s->blocked, box);
}

void space_keep_clear(house_space* s, wend_aabb box) { add_box(s, box, SPACE_CLEAR); }

void space_add_stop(house_space* s, wend_vec2 stop) {
    if (s->stop_count < SPACE_MAX_STOPS) s->stops[s->stop_count++] = stop;
}

// ---- doors and windows --------------------------------------------------------------------------

static wend_aabb box_over(house_rect r, float low, float high) {
    return (wend_aabb){{r.x0, low, r.z0}, {r.x1, high, r.z1}};
}

// An open leaf blocks paths along the wall, even though no object may occupy its zone.
static void block_leaf(house_space* s, const plan_opening* o, house_rect zone) {
    const float thick = 0.12f;
    house_rect leaf = zone;
    float from = plan_metres(o->from), to = plan_metres(o->to);
    float* low = o->along_x ? &leaf.x0 : &leaf.z0;
    float* high = o->along_x ? &leaf.x1 : &leaf.z1;
    if (o->hinge_at_to)
        *low = to - thick;
    else
        *high = from + thick;
    block(s, s->blocked, box_over(leaf, s->floor, s->floor + 2));
}

static void space_add_passage(house_space* s, const plan_opening* o, int side) {
    plan_rect z = plan_opening_zone(o, side);
    const float casing = 0.06f;
    house_rect zone = {plan_metres(z.x0), plan_metres(z.z0), plan_metres(z.x1), plan_metres(z.z1)};
    wend_vec2 stop = {(zone.x0 + zone.x1) / 2, (zone.z0 + zone.z1) / 2};
    float in = plan_metres(o->line) + (side ? 0.46f : -0.46f);
    *(o->along_x ? &stop.y : &stop.x) = in;
    space_add_stop(s, stop);
    if (o->kind == PLAN_DOOR && o->swing == side) block_leaf(s, o, zone);
    house_rect wide = zone;
    *(o->along_x ? &wide.x0 : &wide.z0) -= casing;
    *(o->along_x ? &wide.x1 : &wide.z1) += casing;
    space_keep_clear(s, box_over(wide, s->floor, s->floor + 2.2f));
}

static void house_space_add_window(house_space* s, const plan_opening* o, int side) {
    const float margin = 0.05f;
    float line = plan_metres(o->line), deep = PLAN_WALL_INNER + 0.15f;
    float w0 = side ? line : line - deep, w1 = side ? line + deep : line;
    float u0 = plan_metres(o->from) - margin, u1 = plan_metres(o->to) + margin;
    house_rect r = o->along_x ? (house_rect){u0, w0, u1, w1} : (house_rect){w0, u0, w1, u1};
    add_box(s,
            box_over(r, s->floor + plan_metres(o->low) - 0.03f,
                     s->floor + plan_metres(o->high) + margin),
            SPACE_WINDOW);
}

void space_reset(house_space* s, const house_plan* plan, int room) {
    s->inside = house_room_inside(plan, room);
    s->floor = plan_floor(plan->rooms[room].level);
    s->ceiling = s->floor + PLAN_CEILING;
    s->box_count = s->stop_count = 0;
    s->columns = (int)((s->inside.x1 - s->inside.x0) / SPACE_CELL);
    s->rows = (int)((s->inside.z1 - s->inside.z0) / SPACE_CELL);
    if (s->columns * s->rows > SPACE_MAX_CELLS) s->rows = SPACE_MAX_CELLS / s->columns;
    memset(s->blocked, 0, (size_t)(s->columns * s->rows));
    for (int i = 0; i < s->columns * s->rows; i++) {
        wend_vec2 p = cell_middle(s, i % s->columns, i / s->columns);
        s->blocked[i] = p.x - s->inside.x0 < SPACE_BODY || s->inside.x1 - p.x < SPACE_BODY ||
                        p.y - s->inside.z0 < SPACE_BODY || s->inside.z1 - p.y < SPACE_BODY;
    }
    for (int i = 0; i < plan->opening_count; i++) {
        const plan_opening* o = &plan->openings[i];
        for (int side = 0; side < 2; side++) {
            if (o->rooms[side] != room) continue;
            if (o->kind == PLAN_WINDOW)
                house_space_add_window(s, o, side);
            else
                space_add_passage(s, o, side);
        }
    }
}
