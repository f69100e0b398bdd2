// Distances over a level by Dijkstra's algorithm with a ring of buckets, in tenths of a cell.
#include <stdlib.h>

#include "map/map_grid.h"

enum {
    STRAIGHT = 10,
    DIAGONAL = 14,
    MAX_UNKNOWN = 16,  // largest factor for unknown cells
    BUCKETS = 1024,    // more than the dearest single step: DIAGONAL * 2 * MAX_UNKNOWN
    FAR = INT32_MAX / 2,
    FARTHEST_CLEAR = 1000,  // clearance is not measured beyond a hundred cells
};

struct wend_route {
    float cell;
    int32_t i0, j0;
    int width, height;
    size_t capacity;       // cells there is memory for
    int32_t* cost;         // tenths of a cell; FAR: not reached
    int32_t *next, *prev;  // in a bucket's list; -1: the end
    uint16_t* clear;       // tenths of a cell to the nearest occupied cell, middle to middle
    uint16_t* factor;      // 256ths by which a step into a cell costs more; 0: no way through
    int16_t* top;          // millimetres of ground, where routes climb
    uint8_t* came;         // direction one comes from, 8: none
    int32_t head[BUCKETS];
    int step;     // millimetres between neighbours that can be stepped over; 0: not asked
    int comfort;  // tenths of a cell
    wend_vec2 start;
};

static const int8_t DI[8] = {1, 0, -1, 0, 1, -1, -1, 1}, DJ[8] = {0, 1, 0, -1, 1, 1, -1, -1};

wend_route_from wend_route_default_from(void) {
    return (wend_route_from){.radius = 0.1f, .comfort = 0.3f, .limit = INFINITY};
}

wend_status wend_route_create(wend_route** out, wend_error* error) {
    *out = wend_alloc_zero(1, sizeof **out);
    return *out ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "no memory for a route");
}

static void give_back(wend_route* r) {
    wend_free(r->cost);
    wend_free(r->next);
    wend_free(r->prev);
    wend_free(r->clear);
    wend_free(r->factor);
    wend_free(r->top);
    wend_free(r->came);
    *r = (wend_route){0};
}

void wend_route_destroy(wend_route* r) {
    if (r) give_back(r);
    wend_free(r);
}

static wend_status make_room(wend_route* r, size_t cells, wend_error* error) {
    if (cells <= r->capacity) return WEND_OK;
    give_back(r);
    r->cost = wend_alloc(cells * sizeof *r->cost);
    r->next = wend_alloc(cells * sizeof *r->next);
    r->prev = wend_alloc(cells * sizeof *r->prev);
    r->clear = wend_alloc(cells * sizeof *r->clear);
    r->factor = wend_alloc(cells * sizeof *r->factor);
    r->top = wend_alloc(cells * sizeof *r->top);
    r->came = wend_alloc(cells);
    if (r->cost && r->next && r->prev && r->clear && r->factor && r->top && r->came) {
        r->capacity = cells;
        return WEND_OK;
    }
    give_back(r);
    return wend_fail(error, WEND_NO_MEMORY, "no memory for a route over %zu cells", cells);
}

// ---- how near things are ------------------------------------------------------------------------

static inline uint16_t nearer(uint16_t a, uint16_t b, int way) {
    uint16_t via = (uint16_t)(b + way);
    return via < a ? via : a;
}

// Takes over what the row before or after has, and what is beside each cell of it.
static void take_row(uint16_t* clear, const uint16_t* row, int width) {
    for (int i = 0; i < width; i++) clear[i] = nearer(clear[i], row[i], STRAIGHT);
    for (int i = 1; i < width; i++) clear[i] = nearer(clear[i], row[i - 1], DIAGONAL);
    for (int i = 0; i + 1 < width; i++) clear[i] = nearer(clear[i], row[i + 1], DIAGONAL);
}

// Distance to the nearest occupied cell over straight and diagonal steps: a pass down and one up.
// In each, what comes from the other row is done first: that can be done for many cells at once.
static void measure_clearance(wend_route* r, const map_level* level) {
    int w = r->width, h = r->height;
    for (int k = 0; k < w * h; k++)
        r->clear[k] = level->state[k] == WEND_CELL_OCCUPIED ? 0 : FARTHEST_CLEAR;
    for (int j = 0; j < h; j++) {
        uint16_t* clear = r->clear + j * w;
        if (j > 0) take_row(clear, clear - w, w);
        for (int i = 1; i < w; i++) clear[i] = nearer(clear[i], clear[i - 1], STRAIGHT);
    }
    for (int j = h - 1; j >= 0; j--) {
        uint16_t* clear = r->clear + j * w;
        if (j < h - 1) take_row(clear, clear + w, w);
        for (int i = w - 2; i >= 0; i--) clear[i] = nearer(clear[i], clear[i + 1], STRAIGHT);
    }
}

// What a step into each cell costs, 256 being the plain length.
static void weigh_cells(wend_route* r, const map_level* level, const wend_route_from* from) {
    float tenths = 10 / r->cell;
    int least = (int)ceilf(from->radius * tenths - 0.01f);
    int comfort = (int)(from->comfort * tenths);
    r->comfort = comfort > least ? comfort : least;
    int unknown = (int)(fminf(from->unknown, MAX_UNKNOWN) * 256);
    uint16_t factor_at[2][FARTHEST_CLEAR + 1];  // [free][clearance]
    for (int free = 0; free < 2; free++)
        for (int clear = 0; clear <= FARTHEST_CLEAR; clear++) {
            int factor = free ? 256 : unknown;
            if (clear < comfort) factor += factor * (comfort - clear) / comfort;
            factor_at[free][clear] = clear < least ? 0 : (uint16_t)factor;
        }
    for (int k = 0; k < r->width * r->height; k++) {
        uint16_t factor = factor_at[level->state[k] == WEND_CELL_FREE][r->clear[k]];
        r->factor[k] = level->state[k] == WEND_CELL_OCCUPIED ? 0 : factor;
    }
}

// A body that stands too near to something can still leave: around it only what is occupied stops.
static void open_start(wend_route* r, const map_level* level, const wend_route_from* from,
                       int start) {
    int reach = (int)ceilf(from->radius / r->cell) + 1;
    int si = start % r->width, sj = start / r->width;
    for (int j = sj - reach; j <= sj + reach; j++)
        for (int i = si - reach; i <= si + reach; i++) {
            if (i < 0 || j < 0 || i >= r->width || j >= r->height) continue;
            int k = j * r->width + i;
            bool open = level->state[k] == WEND_CELL_FREE || k == start;
            if (open && !r->factor[k]) r->factor[k] = 512;
        }
}

// ---- spreading ----------------------------------------------------------------------------------

static void unlink_cell(wend_route* r, int k) {
    int bucket = r->cost[k] % BUCKETS;
    if (r->prev[k] >= 0) r->next[r->prev[k]] = r->next[k];
    if (r->prev[k] < 0) r->head[bucket] = r->next[k];
    if (r->next[k] >= 0) r->prev[r->next[k]] = r->prev[k];
}

static void link_cell(wend_route* r, int k, int cost, int came) {
    int bucket = cost % BUCKETS;
    r->cost[k] = cost;
    r->came[k] = (uint8_t)came;
    r->prev[k] = -1;
    r->next[k] = r->head[bucket];
    if (r->next[k] >= 0) r->prev[r->next[k]] = k;
    r->head[bucket] = k;
}

// Whether one can step from a cell to its neighbour in a direction. A diagonal step must not cut a
// corner: both cells beside it must be open too.
static bool can_step(const wend_route* r, int i, int j, int way) {
    int a = i + DI[way], b = j + DJ[way], w = r->width;
    if (a < 0 || b < 0 || a >= w || b >= r->height) return false;
    if (!r->factor[b * w + a]) return false;
    if (way >= 4 && (!r->factor[j * w + a] || !r->factor[b * w + i])) return false;
    return !r->step || abs(r->top[b * w + a] - r->top[j * w + i]) <= r->step;
}

// The directions one can step in, a bit each.
static unsigned ways_from(const wend_route* r, int i, int j) {
    unsigned ways = 0;
    bool inside = i > 0 && j > 0 && i < r->width - 1 && j < r->height - 1;
    if (!inside || r->step) {
        for (int way = 0; way < 8; way++) ways |= (unsigned)can_step(r, i, j, way) << way;
        return ways;
    }
    const uint16_t *here = r->factor + j * r->width + i, *up = here - r->width;
    const uint16_t* down = here + r->width;
    unsigned right = here[1] != 0, left = here[-1] != 0, below = down[0] != 0, above = up[0] != 0;
    ways = right | below << 1 | left << 2 | above << 3;
    ways |= (down[1] != 0 && right && below) << 4;
    ways |= (down[-1] != 0 && left && below) << 5;
    ways |= (up[-1] != 0 && left && above) << 6;
    return ways | (up[1] != 0 && right && above) << 7;
}

static void spread_from(wend_route* r, int start, int limit) {
    int waiting = 1;
    link_cell(r, start, 0, 8);
    for (int cost = 0; waiting && cost <= limit; cost++) {
        int k;
        while ((k = r->head[cost % BUCKETS]) >= 0) {
            unlink_cell(r, k);
            waiting--;
            unsigned ways = ways_from(r, k % r->width, k / r->width);
            for (; ways; ways &= ways - 1) {
                int way = __builtin_ctz(ways);
                int n = k + DJ[way] * r->width + DI[way];
                unsigned length = way < 4 ? STRAIGHT : DIAGONAL;
                int reached = cost + (int)(length * r->factor[n] / 256);
                if (reached >= r->cost[n]) continue;
                if (r->cost[n] < FAR) unlink_cell(r, n);
                if (r->cost[n] >= FAR) waiting++;
                link_cell(r, n, reached, way);
            }
        }
    }
}

// Heights of the ground. What was not seen is taken for the level's own; but for what lies right
// before the feet, where no camera looks, and which is as high as they are.
static void take_heights(wend_route* r, const wend_map* map, const map_level* level) {
    const float before = 1.2f;  // metres
    int reach = (int)(before / r->cell);
    int fi = map_cell_of(map, map->last_feet.x) - r->i0,
        fj = map_cell_of(map, map->last_feet.z) - r->j0;
    for (int k = 0; k < r->width * r->height; k++) {
        cell_heights h = level->heights[k];
        int16_t base = (int16_t)(level->base * 1000);
        r->top[k] = h.low <= h.top ? h.top : base;
        // Said to be free whatever was seen there, a door that can be opened: one walks below it.
        if ((level->marks[k] & MARK_FREE) && h.low <= h.top && h.top - h.low > r->step)
            r->top[k] = abs(h.low - base) <= r->step ? h.low : base;
    }
    for (int j = fj - reach; j <= fj + reach; j++)
        for (int i = fi - reach; i <= fi + reach; i++) {
            if (i < 0 || j < 0 || i >= r->width || j >= r->height) continue;
            cell_heights h = level->heights[j * r->width + i];
            if (h.low > h.top) r->top[j * r->width + i] = (int16_t)(map->last_feet.y * 1000);
        }
}

wend_status wend_route_spread(wend_route* r, const wend_map* map, const wend_route_from* from,
                              wend_error* error) {
    const map_level* level = map_current(map);
    size_t cells = (size_t)level->width * (size_t)level->height;
    int start = level_index(map, level, from->x, from->z);
    r->width = r->height = 0;
    bool sane = from->radius >= 0 && from->radius <= 10 && from->comfort >= 0 &&
                from->comfort <= 10 && (from->unknown == 0 || from->unknown >= 1) &&
                from->limit >= 0;
    if (!sane || start < 0)
        return wend_fail(error, WEND_ARGUMENT,
                         "map: a route from (%g, %g), radius %g, comfort %g, unknown %g, limit %g; "
                         "the start must lie in the map, radius and comfort in 0 to 10 m, unknown "
                         "be 0 or at least 1",
                         (double)from->x, (double)from->z, (double)from->radius,
                         (double)from->comfort, (double)from->unknown, (double)from->limit);
    WEND_TRY(make_room(r, cells, error));
    r->cell = map->def.cell;
    r->i0 = level->i0;
    r->j0 = level->j0;
    r->width = level->width;
    r->height = level->height;
    r->step = map->def.climb ? (int)(map->def.step_height * 1000) : 0;
    r->start = (wend_vec2){from->x, from->z};
    measure_clearance(r, level);
    weigh_cells(r, level, from);
    open_start(r, level, from, start);
    if (r->step) take_heights(r, map, level);
    for (size_t k = 0; k < cells; k++) r->cost[k] = FAR;
    for (int b = 0; b < BUCKETS; b++) r->head[b] = -1;
    float limit = from->limit * 10 / r->cell;
    spread_from(r, start, limit < (float)FAR ? (int)limit : FAR - 1);
    return WEND_OK;
}

// ---- asking -------------------------------------------------------------------------------------

static int route_index(const wend_route* r, float x, float z) {
    if (!r->width || !(fabsf(x) < 1e5f && fabsf(z) < 1e5f)) return -1;
    int i = (int)floorf(x / r->cell) - r->i0, j = (int)floorf(z / r->cell) - r->j0;
    return i >= 0 && j >= 0 && i < r->width && j < r->height ? j * r->width + i : -1;
}

static wend_vec2 route_middle(const wend_route* r, int k) {
    return (wend_vec2){((float)(r->i0 + k % r->width) + 0.5f) * r->cell,
                       ((float)(r->j0 + k / r->width) + 0.5f) * r->cell};
}

float wend_route_distance(const wend_route* r, float x, float z) {
    int k = route_index(r, x, z);
    return k < 0 || r->cost[k] >= FAR ? INFINITY : (float)r->cost[k] * r->cell / 10;
}

float wend_route_clearance(const wend_route* r, float x, float z) {
    int k = route_index(r, x, z);
    return k < 0 ? INFINITY : (float)r->clear[k] * r->cell / 10;
}

bool wend_route_nearest(const wend_route* r, float x, float z, float within, wend_vec2* at) {
    if (!r->width || !(fabsf(x) < 1e5f && fabsf(z) < 1e5f && within >= 0 && within <= 1000))
        return false;
    int reach = (int)ceilf(within / r->cell), best = -1;
    int ci = (int)floorf(x / r->cell) - r->i0, cj = (int)floorf(z / r->cell) - r->j0;
    float best_distance = within;
    for (int j = cj - reach < 0 ? 0 : cj - reach; j <= cj + reach && j < r->height; j++)
        for (int i = ci - reach < 0 ? 0 : ci - reach; i <= ci + reach && i < r->width; i++) {
            int k = j * r->width + i;
            wend_vec2 middle = route_middle(r, k);
            float distance = hypotf(middle.x - x, middle.y - z);
            if (r->cost[k] >= FAR || distance > best_distance) continue;
            if (best >= 0 && distance == best_distance && r->cost[k] >= r->cost[best]) continue;
            best = k;
            best_distance = distance;
        }
    if (best >= 0) *at = route_middle(r, best);
    return best >= 0;
}

// ---- ways ---------------------------------------------------------------------------------------

// Whether the straight line between the middles of two cells can be walked and comes no nearer to
// things than `least` tenths of a cell. Steps from cell to cell as a body would: a line through a
// corner needs both cells beside it.
static bool line_is_open(const wend_route* r, int from, int to, int least) {
    int i = from % r->width, j = from / r->width;
    int di = to % r->width - i, dj = to / r->width - j;
    int steps_i = abs(di), steps_j = abs(dj), si = di < 0 ? -1 : 1, sj = dj < 0 ? -1 : 1;
    int done_i = 0, done_j = 0;
    while (done_i < steps_i || done_j < steps_j) {
        // Which side of its cell the line leaves by: compares (2 done_i + 1) / steps_i.
        long across = (long)(2 * done_i + 1) * steps_j, along = (long)(2 * done_j + 1) * steps_i;
        bool step_i = across <= along && done_i < steps_i;
        bool step_j = along <= across && done_j < steps_j;
        if (!step_i && !step_j) step_i = done_i < steps_i, step_j = !step_i;
        int way = step_i && step_j ? (si > 0 ? (sj > 0 ? 4 : 7) : (sj > 0 ? 5 : 6))
                  : step_i         ? (si > 0 ? 0 : 2)
                                   : (sj > 0 ? 1 : 3);
        if (!can_step(r, i, j, way)) return false;
        i += DI[way];
        j += DJ[way];
        done_i += step_i;
        done_j += step_j;
        if (r->clear[j * r->width + i] < least) return false;
    }
    return true;
}

// The cells of the way, from `to` back to the start, into r->next, which nobody needs any more.
static int trace_back(const wend_route* r, int to) {
    int count = 0;
    for (int k = to;; k -= DJ[r->came[k]] * r->width + DI[r->came[k]]) {
        r->next[count++] = k;
        if (r->came[k] == 8) return count;
    }
}

int wend_route_way(const wend_route* r, float x, float z, wend_vec2* points, int max) {
    int to = route_index(r, x, z), given = 0;
    if (to < 0 || r->cost[to] >= FAR || max < 1) return 0;
    int count = trace_back(r, to), at = count - 1;  // the start is the last one
    points[given++] = r->start;
    while (at > 0 && given < max) {
        int reach = at - 1, least = r->comfort;
        if (r->clear[r->next[at]] < least) least = r->clear[r->next[at]];
        // As far along the way as a straight line goes.
        for (int k = at - 1; k >= 0; k--) {
            if (r->clear[r->next[k]] < least) least = r->clear[r->next[k]];
            if (line_is_open(r, r->next[at], r->next[k], least)) reach = k;
            if (k < reach - 40) break;
        }
        at = reach;
        points[given++] = route_middle(r, r->next[at]);
    }
    return given;
}
