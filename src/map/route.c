// Shortest paths on one level of an occupancy map.
//
// Problem: agents replan after most images, for agents of several radii, and query distances to
// a few points each time. Maps have 10^4 to 10^5 cells.
//
// Method: Dijkstra's algorithm on the 8-connected grid with integer costs and a circular array of
// 1024 buckets (Dial 1969). Costs are tenths of a cell: 10 for a straight step, 14 for a diagonal
// one, times a factor of the cell that is entered:
//
// clang-format off
//     clearance   < radius        no path                           clearance: tenths of a cell to
//                 < comfort       1 ... 2, linear: paths keep         the nearest occupied cell, by a
//                                 to the middle of doors              chamfer transform (clearance.c)
//                 otherwise       1;  unknown cells: times `unknown`
//
//     head[cost & 1023] -> cell <-> cell <-> cell     all cells of a bucket have the same cost, so a
//                                                     cell taken from it is final
// clang-format on
//
// The work is lazy. wend_route_spread only computes clearances, and reuses those of an unchanged
// map; factors are computed with the first query; the search continues only until the queried cell
// is final and resumes at the next query. Whether a cell is reachable at all is answered by
// connected components (reach.c) without a search. Arrays have a border of one closed cell, so
// neighbours need no bounds check, and eight cells are weighed at a time (lanes.h).
//
// A diagonal step needs both cells beside it to be open. Between levels of the ground a step is
// limited to `step` millimetres.
#include <stdlib.h>

#include "base/lanes.h"
#include "map/map_grid.h"
#include "map/reach.h"

enum {
    STRAIGHT = CLEARANCE_STRAIGHT,
    DIAGONAL = CLEARANCE_DIAGONAL,
    MAX_UNKNOWN = 16,  // largest factor for unknown cells
    BUCKETS = 1024,    // more than the dearest single step: DIAGONAL * 2 * MAX_UNKNOWN
    FAR = INT32_MAX / 2,
    SHUT = -1,
    SPARE = 8,  // cells past the last that vectors may read
};

// All arrays are [height][width]: the cells of a level and a border of one closed cell.
struct wend_route {
    float cell;
    int32_t i0, j0;
    int width, height;
    size_t capacity;       // cells there is memory for
    int32_t* cost;         // tenths of a cell; FAR: not reached; SHUT: closed
    int32_t *next, *prev;  // in a bucket's list; -1: the end
    int16_t* clear;        // tenths of a cell to the nearest occupied cell, middle to middle
    uint16_t* factor;      // 256ths by which a step into a cell costs more; 0: closed
    int16_t* top;          // millimetres of ground, where routes climb
    uint8_t* came;         // direction of the last step, 8: none
    uint8_t* open;         // [height - 2][(width - 2) / 8] one bit per cell of the level: open
    reach_groups groups;   // connected components of the open cells
    bool joined;           // `groups` is computed
    uint8_t* state;        // of the level [measured_height][measured_width] that `clear` is of
    int measured_width, measured_height;
    wend_route_from from;  // parameters of the last wend_route_spread
    bool weighed;          // `factor` and `cost` are computed for `from`
    int32_t* path;         // cells of the last path
    int32_t head[BUCKETS];
    int waiting;  // cells in buckets
    int settled;  // cells with a smaller cost are final
    int limit;    // cells with a larger cost are not searched
    int step;     // largest height difference of a step, millimetres; 0: no limit
    int comfort;  // tenths of a cell
    int start;
};

static const int8_t DI[8] = {1, 0, -1, 0, 1, -1, -1, 1}, DJ[8] = {0, 1, 0, -1, 1, 1, -1, -1};

wend_route_from wend_route_default_from(void) {
    return (wend_route_from){.radius = 0.1f, .comfort = 0.3f, .limit = INFINITY};
}

wend_status wend_route_create(wend_route** out, wend_error* error) {
    *out = wend_alloc_zero(1, sizeof **out);
    return *out ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory for a route");
}

static void route_give_back(wend_route* r) {
    wend_free(r->cost);
    wend_free(r->next);
    wend_free(r->prev);
    wend_free(r->clear);
    wend_free(r->factor);
    wend_free(r->top);
    wend_free(r->came);
    wend_free(r->open);
    wend_free(r->groups.first);
    wend_free(r->groups.runs);
    wend_free(r->state);
    wend_free(r->path);
    *r = (wend_route){0};
}

void wend_route_destroy(wend_route* r) {
    if (r) route_give_back(r);
    wend_free(r);
}

static wend_status route_make_room(wend_route* r, size_t cells, wend_error* error) {
    if (cells <= r->capacity) return WEND_OK;
    route_give_back(r);
    size_t room = cells + SPARE;
    r->cost = wend_alloc(room * sizeof *r->cost);
    r->next = wend_alloc(room * sizeof *r->next);
    r->prev = wend_alloc(room * sizeof *r->prev);
    r->clear = wend_alloc(room * sizeof *r->clear);
    r->factor = wend_alloc(room * sizeof *r->factor);
    r->top = wend_alloc(room * sizeof *r->top);
    r->came = wend_alloc(room);
    r->open = wend_alloc(room);
    r->groups.first = wend_alloc(room * sizeof *r->groups.first);
    r->groups.runs = wend_alloc(room / 2 * sizeof *r->groups.runs);
    r->state = wend_alloc(room);
    r->path = wend_alloc(room * sizeof *r->path);
    if (r->cost && r->next && r->prev && r->clear && r->factor && r->top && r->came && r->open &&
        r->groups.first && r->groups.runs && r->state && r->path) {
        r->capacity = cells;
        return WEND_OK;
    }
    route_give_back(r);
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a route over %zu cells", cells);
}

// ---- clearance ----------------------------------------------------------------------------------

// Several routes for different radii are often computed before the map changes.
static bool route_is_measured(const wend_route* r, const map_level* level) {
    size_t cells = (size_t)level->width * (size_t)level->height;
    return r->measured_width == level->width && r->measured_height == level->height &&
           memcmp(r->state, level->state, cells) == 0;
}

static void route_measure_clearance(wend_route* r, const map_level* level) {
    size_t cells = (size_t)level->width * (size_t)level->height;
    if (route_is_measured(r, level)) return;
    level_clearance(level, r->clear);
    memcpy(r->state, level->state, cells);
    r->measured_width = level->width;
    r->measured_height = level->height;
}

// Cost factor of a step into a cell; 256 is 1.
typedef struct step_rule {
    int comfort;                           // tenths of a cell: no extra cost from here on
    int free, unknown;                     // factors beyond the comfort distance
    uint16_t near[3][CLEARANCE_MOST + 1];  // [state][clearance] factors below it
} step_rule;

static void make_rule(step_rule* rule, wend_route* r) {
    const wend_route_from* from = &r->from;
    float tenths = 10 / r->cell;
    int min = (int)ceilf(from->radius * tenths - 0.01f);
    int comfort = (int)(from->comfort * tenths);
    r->comfort = comfort > min ? comfort : min;
    rule->comfort = r->comfort;
    rule->free = 256;
    rule->unknown = (int)(fminf(from->unknown, MAX_UNKNOWN) * 256);
    for (int clear = 0; clear <= CLEARANCE_MOST && clear < rule->comfort; clear++) {
        int more = clear < comfort ? comfort - clear : 0, share = comfort ? comfort : 1;
        int free = rule->free + rule->free * more / share;
        int unknown = rule->unknown + rule->unknown * more / share;
        rule->near[WEND_CELL_FREE][clear] = clear < min ? 0 : (uint16_t)free;
        rule->near[WEND_CELL_UNKNOWN][clear] = clear < min ? 0 : (uint16_t)unknown;
        rule->near[WEND_CELL_OCCUPIED][clear] = 0;
    }
}

typedef int16_t strip __attribute__((vector_size(16)));
typedef uint8_t strip_bytes __attribute__((vector_size(8)));
enum { STRIP = 8 };

// One bit per lane, the first one lowest.
LANES uint8_t strip_bits(strip mask) {
    strip_bytes bytes = __builtin_convertvector(mask, strip_bytes);
    uint64_t all;
    memcpy(&all, &bytes, sizeof all);
    return (uint8_t)((all & 0x8040201008040201u) * 0x0101010101010101u >> 56);
}

// Writes the factors and initial costs of eight cells of a row; returns a bit for each open one.
LANES uint8_t weigh_strip(const step_rule* rule, const uint8_t* state, const int16_t* clear,
                          uint16_t* factor, int32_t* cost) {
    strip_bytes bytes;
    strip clearance;
    memcpy(&bytes, state, sizeof bytes);
    memcpy(&clearance, clear, sizeof clearance);
    strip states = __builtin_convertvector(bytes, strip);
    strip near = clearance < (int16_t)rule->comfort;
    strip v = ((states == WEND_CELL_FREE) & (int16_t)rule->free) |
              ((states == WEND_CELL_UNKNOWN) & (int16_t)rule->unknown);
    uint64_t some[2];
    near &= v != 0;
    memcpy(some, &near, sizeof some);
    if (some[0] | some[1])
        for (int k = 0; k < STRIP; k++)
            if (clear[k] < rule->comfort) v[k] = (int16_t)rule->near[state[k]][clear[k]];
    i32x8 shut = __builtin_convertvector(v == 0, i32x8);
    memcpy(factor, &v, sizeof v);
    i32x8_store(cost, shut | FAR);
    return strip_bits(v != 0);
}

LANES void weigh_cells_with(wend_route* r, const step_rule* rule) {
    int w = r->width, h = r->height;
    for (int i = 0; i < w; i++) {
        r->factor[i] = r->factor[(h - 1) * w + i] = 0;
        r->cost[i] = r->cost[(h - 1) * w + i] = SHUT;
    }
    for (int j = 1; j < h - 1; j++) {
        int row = j * w;
        r->factor[row] = r->factor[row + w - 1] = 0;
        r->cost[row] = r->cost[row + w - 1] = SHUT;
        const uint8_t* state = r->state + (j - 1) * (w - 2);
        uint8_t* open = r->open + (j - 1) * (w - 2) / STRIP;
        for (int i = 0; i < w - 2; i += STRIP)
            open[i / STRIP] = weigh_strip(rule, state + i, r->clear + row + 1 + i,
                                          r->factor + row + 1 + i, r->cost + row + 1 + i);
    }
}

static void weigh_cells_plain(wend_route* r, const step_rule* rule) { weigh_cells_with(r, rule); }
LANES_TARGET_AVX2 void weigh_cells_fast(wend_route* r, const step_rule* rule) {
    weigh_cells_with(r, rule);
}

static void weigh_cells(wend_route* r) {
    step_rule rule;
    make_rule(&rule, r);
    if (lanes_have_avx2())
        weigh_cells_fast(r, &rule);
    else
        weigh_cells_plain(r, &rule);
}

// A body that starts closer to an obstacle than its radius can leave: around the start only
// occupied cells are closed.
static void open_start(wend_route* r) {
    int reach = (int)ceilf(r->from.radius / r->cell) + 1;
    int si = r->start % r->width, sj = r->start / r->width;
    for (int j = sj - reach; j <= sj + reach; j++)
        for (int i = si - reach; i <= si + reach; i++) {
            if (i < 1 || j < 1 || i >= r->width - 1 || j >= r->height - 1) continue;
            int k = j * r->width + i;
            bool open = r->state[(j - 1) * (r->width - 2) + i - 1] == WEND_CELL_FREE;
            if ((!open && k != r->start) || r->factor[k]) continue;
            r->factor[k] = 512;
            r->cost[k] = FAR;
            int bit = (j - 1) * (r->width - 2) + i - 1;
            r->open[bit / 8] |= (uint8_t)(1 << bit % 8);
        }
}

// ---- search -------------------------------------------------------------------------------------

// The arrays of the search as a local copy: the compiler knows that no store changes the pointers.
typedef struct spreading {
    int32_t *cost, *next, *prev, *head;
    const uint16_t* factor;
    const int16_t* top;
    uint8_t* came;
    int width, step;
} spreading;

LANES void unlink_cell(const spreading* s, int k) {
    int next = s->next[k], prev = s->prev[k];
    if (prev >= 0) s->next[prev] = next;
    if (prev < 0) s->head[s->cost[k] & (BUCKETS - 1)] = next;
    if (next >= 0) s->prev[next] = prev;
}

LANES void link_cell(const spreading* s, int k, int cost, int came) {
    int32_t* head = &s->head[cost & (BUCKETS - 1)];
    int next = *head;
    s->cost[k] = cost;
    s->came[k] = (uint8_t)came;
    s->prev[k] = -1;
    s->next[k] = next;
    if (next >= 0) s->prev[next] = k;
    *head = k;
}

typedef int32_t four __attribute__((vector_size(16)));
typedef uint16_t four_shorts __attribute__((vector_size(8)));

// Three neighbours in a row (the fourth lane is unused): their bit of `bits` where a step from here
// lowers the cost, and the same bit times 256 where the cell is closed.
LANES four route_look_at(const spreading* s, int k, int cost, four lengths, four bits) {
    four known;
    four_shorts factors;
    memcpy(&known, s->cost + k, sizeof known);
    memcpy(&factors, s->factor + k, sizeof factors);
    four reached = cost + (__builtin_convertvector(factors, four) * lengths >> 8);
    return ((reached < known) & bits) | ((known < 0) & (bits << 8));
}

// One bit for each direction in which a step lowers the cost of the neighbour. A diagonal step must
// not cut a corner: both cells beside it must be open.
LANES unsigned better_directions(const spreading* s, int k, int cost) {
    const four ends = {DIAGONAL, STRAIGHT, DIAGONAL}, sides = {STRAIGHT, 0, STRAIGHT};
    static const uint8_t CORNERS[16] = {0,   144, 48,  176, 96,  240, 112, 240,
                                        192, 208, 240, 240, 224, 240, 240, 240};
    four seen = route_look_at(s, k - s->width - 1, cost, ends, (four){64, 8, 128}) |
                route_look_at(s, k - 1, cost, sides, (four){4, 0, 1}) |
                route_look_at(s, k + s->width - 1, cost, ends, (four){32, 2, 16});
    uint64_t halves[2];
    memcpy(halves, &seen, sizeof halves);
    uint64_t both = halves[0] | halves[1];
    unsigned bits = (unsigned)both | (unsigned)(both >> 32);
    return bits & 255 & ~(unsigned)CORNERS[bits >> 8 & 15];
}

LANES bool can_climb(const int16_t* top, int step, int from, int to) {
    return !step || abs(top[to] - top[from]) <= step;
}

// Continues until the cost of cell `to` is final or no cell is left.
LANES void spread_with(wend_route* r, int to) {
    const spreading s = {r->cost, r->next, r->prev,  r->head, r->factor,
                         r->top,  r->came, r->width, r->step};
    const int limit = r->limit;
    int settled = r->settled, waiting = r->waiting, offsets[8];
    for (int direction = 0; direction < 8; direction++)
        offsets[direction] = DJ[direction] * s.width + DI[direction];
    for (; waiting && settled <= limit && s.cost[to] >= settled; settled++) {
        int32_t* head = &s.head[settled & (BUCKETS - 1)];
        for (int k; (k = *head) >= 0;) {
            int next = s.next[k];
            *head = next;
            if (next >= 0) s.prev[next] = -1;
            waiting--;
            for (unsigned directions = better_directions(&s, k, settled); directions;
                 directions &= directions - 1) {
                int direction = __builtin_ctz(directions), n = k + offsets[direction];
                unsigned length = direction < 4 ? STRAIGHT : DIAGONAL;
                if (!can_climb(s.top, s.step, k, n)) continue;
                if (s.cost[n] < FAR)
                    unlink_cell(&s, n);
                else
                    waiting++;
                link_cell(&s, n, settled + (int)(length * s.factor[n] / 256), direction);
            }
        }
    }
    r->settled = settled;
    r->waiting = waiting;
}

static void spread_plain(wend_route* r, int to) { spread_with(r, to); }
LANES_TARGET_AVX2 void spread_fast(wend_route* r, int to) { spread_with(r, to); }

static void begin_spreading(wend_route* r) {
    weigh_cells(r);
    open_start(r);
    for (int b = 0; b < BUCKETS; b++) r->head[b] = -1;
    float limit = r->from.limit * 10 / r->cell;
    r->limit = limit < (float)FAR ? (int)limit : FAR - 1;
    r->settled = 0;
    r->waiting = 1;
    r->cost[r->start] = 0;
    r->came[r->start] = 8;
    r->next[r->start] = r->prev[r->start] = -1;
    r->head[0] = r->start;
    r->weighed = true;
    r->joined = false;
}

static void spread_to(wend_route* r, int k) {
    if (lanes_have_avx2())
        spread_fast(r, k);
    else
        spread_plain(r, k);
}

static int route_group_of(const wend_route* r, int k) {
    return reach_group(&r->groups, k % r->width - 1, k / r->width - 1);
}

// Whether a cell is reachable, by connected components where possible: diagonal steps need both
// cells beside them, so they reach no cell that straight steps do not. With a step height or a cost
// limit the search decides.
static bool route_is_reached(wend_route* r, int k) {
    if (!r->weighed) begin_spreading(r);
    if (r->cost[k] < FAR || !r->waiting) return r->cost[k] != SHUT && r->cost[k] < FAR;
    if (r->step || r->limit < FAR - 1) {
        spread_to(r, k);
        return r->cost[k] < FAR;
    }
    if (!r->joined) reach_join(&r->groups, r->open, r->width - 2, r->height - 2);
    r->joined = true;
    return route_group_of(r, k) == route_group_of(r, r->start);
}

// Cost of a cell; continues the search as far as needed. FAR: unreachable.
static int route_cost_of(wend_route* r, int k) {
    if (!route_is_reached(r, k)) return FAR;
    if (r->cost[k] >= r->settled) spread_to(r, k);
    return r->cost[k];
}

// Heights of the ground. Unseen cells have the level's height, except those near the feet, which
// the camera does not see: they have the height of the feet.
static void take_heights(wend_route* r, const wend_map* map, const map_level* level) {
    const float before = 1.2f;  // metres
    int reach = (int)(before / r->cell);
    int fi = map_cell_of(map, map->last_feet.x) - level->i0,
        fj = map_cell_of(map, map->last_feet.z) - level->j0;
    int16_t base = (int16_t)(level->base * 1000), feet = (int16_t)(map->last_feet.y * 1000);
    for (int j = 0; j < level->height; j++)
        for (int i = 0; i < level->width; i++) {
            int k = j * level->width + i;
            cell_heights h = level->heights[k];
            int16_t top = h.low <= h.top ? h.top : base;
            // Marked free although an obstacle was seen, such as an openable door: the path leads
            // below it.
            if ((level->marks[k] & MARK_FREE) && h.low <= h.top && h.top - h.low > r->step)
                top = abs(h.low - base) <= r->step ? h.low : base;
            if (h.low > h.top && abs(i - fi) <= reach && abs(j - fj) <= reach) top = feet;
            r->top[(j + 1) * r->width + i + 1] = top;
        }
}

static wend_status check_from(const wend_route_from* from, int start, wend_error* error) {
    bool sane = from->radius >= 0 && from->radius <= 10 && from->comfort >= 0 &&
                from->comfort <= 10 && (from->unknown == 0 || from->unknown >= 1) &&
                from->limit >= 0;
    if (sane && start >= 0) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT,
                     "map: a route from (%g, %g), radius %g, comfort %g, unknown %g, limit %g; "
                     "the start must lie in the map, radius and comfort in 0 to 10 m, unknown "
                     "be 0 or at least 1",
                     (double)from->x, (double)from->z, (double)from->radius, (double)from->comfort,
                     (double)from->unknown, (double)from->limit);
}

// Whether the last search can be reused: agents query several goals from the same position. Not
// with climbing, because ground heights are not compared.
static bool is_the_same(const wend_route* r, const wend_map* map, const map_level* level,
                        const wend_route_from* from) {
    return r->width == level->width + 2 && r->height == level->height + 2 &&
           r->i0 == level->i0 - 1 && r->j0 == level->j0 - 1 && r->cell == map->def.cell &&
           !r->step && !map->def.climb && r->from.x == from->x && r->from.z == from->z &&
           r->from.radius == from->radius && r->from.comfort == from->comfort &&
           r->from.unknown == from->unknown && r->from.limit == from->limit &&
           route_is_measured(r, level);
}

wend_status wend_route_spread(wend_route* r, const wend_map* map, const wend_route_from* from,
                              wend_error* error) {
    const map_level* level = map_current(map);
    int start = level_index(map, level, from->x, from->z);
    if (is_the_same(r, map, level, from)) return WEND_OK;
    r->width = r->height = 0;
    WEND_TRY(check_from(from, start, error));
    WEND_TRY(route_make_room(r, (size_t)(level->width + 2) * (size_t)(level->height + 2), error));
    r->cell = map->def.cell;
    r->i0 = level->i0 - 1;
    r->j0 = level->j0 - 1;
    r->width = level->width + 2;
    r->height = level->height + 2;
    r->step = map->def.climb ? (int)(map->def.step_height * 1000) : 0;
    r->from = *from;
    r->start = (start / level->width + 1) * r->width + start % level->width + 1;
    r->weighed = false;
    route_measure_clearance(r, level);
    if (r->step) take_heights(r, map, level);
    return WEND_OK;
}

// ---- queries -----------------------------------------------------------------------------------

static int route_index(const wend_route* r, float x, float z) {
    if (!r->width || !(fabsf(x) < 1e5f && fabsf(z) < 1e5f)) return -1;
    int i = (int)floorf(x / r->cell) - r->i0, j = (int)floorf(z / r->cell) - r->j0;
    bool inside = i > 0 && j > 0 && i < r->width - 1 && j < r->height - 1;
    return inside ? j * r->width + i : -1;
}

static wend_vec2 route_middle(const wend_route* r, int k) {
    return (wend_vec2){((float)(r->i0 + k % r->width) + 0.5f) * r->cell,
                       ((float)(r->j0 + k / r->width) + 0.5f) * r->cell};
}

float wend_route_distance(wend_route* r, float x, float z) {
    int k = route_index(r, x, z), cost = k < 0 ? FAR : route_cost_of(r, k);
    return cost >= FAR ? INFINITY : (float)cost * r->cell / 10;
}

bool wend_route_reaches(wend_route* r, float x, float z) {
    int k = route_index(r, x, z);
    return k >= 0 && route_is_reached(r, k);
}

float wend_route_lower_bound(const wend_route* r, float x, float z) {
    int k = route_index(r, x, z);
    if (k < 0) return INFINITY;
    int across = abs(k % r->width - r->start % r->width);
    int down = abs(k / r->width - r->start / r->width);
    int both = across < down ? across : down, more = across < down ? down : across;
    return (float)(STRAIGHT * (more - both) + DIAGONAL * both) * r->cell / 10;
}

float wend_route_clearance(const wend_route* r, float x, float z) {
    int k = route_index(r, x, z);
    return k < 0 ? INFINITY : (float)r->clear[k] * r->cell / 10;
}

bool wend_route_nearest(wend_route* r, float x, float z, float within, wend_vec2* at) {
    if (!r->width || !(fabsf(x) < 1e5f && fabsf(z) < 1e5f && within >= 0 && within <= 1000))
        return false;
    if (!r->weighed) begin_spreading(r);
    int reach = (int)ceilf(within / r->cell), best = -1;
    int ci = (int)floorf(x / r->cell) - r->i0, cj = (int)floorf(z / r->cell) - r->j0;
    float best_distance = within;
    for (int j = cj - reach < 0 ? 0 : cj - reach; j <= cj + reach && j < r->height; j++)
        for (int i = ci - reach < 0 ? 0 : ci - reach; i <= ci + reach && i < r->width; i++) {
            int k = j * r->width + i;
            if (r->cost[k] == SHUT) continue;
            wend_vec2 middle = route_middle(r, k);
            float distance = hypotf(middle.x - x, middle.y - z);
            if (distance > best_distance || !route_is_reached(r, k)) continue;
            if (best >= 0 && distance == best_distance &&
                route_cost_of(r, k) >= route_cost_of(r, best))
                continue;
            best = k;
            best_distance = distance;
        }
    if (best >= 0) *at = route_middle(r, best);
    return best >= 0;
}

// ---- paths -------------------------------------------------------------------------------------

// Whether a step from a cell to its neighbour in a direction is possible.
static bool route_can_step(const wend_route* r, int k, int direction) {
    int across = DI[direction], down = DJ[direction] * r->width;
    if (!r->factor[k + down + across]) return false;
    if (direction >= 4 && (!r->factor[k + across] || !r->factor[k + down])) return false;
    return can_climb(r->top, r->step, k, k + down + across);
}

// Whether the straight line between two cell centres is navigable with a clearance of at least
// `min` tenths of a cell. A line through a corner needs both cells beside it.
static bool line_is_open(const wend_route* r, int from, int to, int min) {
    int at = from, di = to % r->width - from % r->width, dj = to / r->width - from / r->width;
    int steps_i = abs(di), steps_j = abs(dj), si = di < 0 ? -1 : 1, sj = dj < 0 ? -1 : 1;
    int done_i = 0, done_j = 0;
    while (done_i < steps_i || done_j < steps_j) {
        // Through which side the line leaves its cell: compares (2 done_i + 1) / steps_i.
        long across = (long)(2 * done_i + 1) * steps_j, along = (long)(2 * done_j + 1) * steps_i;
        bool step_i = across <= along && done_i < steps_i;
        bool step_j = along <= across && done_j < steps_j;
        if (!step_i && !step_j) step_i = done_i < steps_i, step_j = !step_i;
        int direction = step_i && step_j ? (si > 0 ? (sj > 0 ? 4 : 7) : (sj > 0 ? 5 : 6))
                        : step_i         ? (si > 0 ? 0 : 2)
                                         : (sj > 0 ? 1 : 3);
        if (!route_can_step(r, at, direction)) return false;
        at += DJ[direction] * r->width + DI[direction];
        done_i += step_i;
        done_j += step_j;
        if (r->clear[at] < min) return false;
    }
    return true;
}

// Writes the cells of the path, from `to` back to the start, into r->path.
static int route_trace_back(const wend_route* r, int to) {
    int count = 0;
    for (int k = to;; k -= DJ[r->came[k]] * r->width + DI[r->came[k]]) {
        r->path[count++] = k;
        if (r->came[k] == 8) return count;
    }
}

int wend_route_path(wend_route* r, float x, float z, wend_vec2* points, int max) {
    int to = route_index(r, x, z), given = 0;
    if (to < 0 || max < 1 || route_cost_of(r, to) >= FAR) return 0;
    int count = route_trace_back(r, to), at = count - 1;  // the start is the last one
    points[given++] = (wend_vec2){r->from.x, r->from.z};
    while (at > 0 && given < max) {
        int reach = at - 1, min = r->comfort;
        if (r->clear[r->path[at]] < min) min = r->clear[r->path[at]];
        // The farthest cell of the path with a free straight line.
        for (int k = at - 1; k >= 0; k--) {
            if (r->clear[r->path[k]] < min) min = r->clear[r->path[k]];
            if (line_is_open(r, r->path[at], r->path[k], min)) reach = k;
            if (k < reach - 40) break;
        }
        at = reach;
        points[given++] = route_middle(r, r->path[at]);
    }
    return given;
}
