// Rooms of the guide-follower's grid: walls and closed doorways bound them; wide regions are
// flooded first and grow until they meet, so that wide openings separate rooms too; corridors are
// the rest.
#include <string.h>

#include "agent/guide/guide_constants.h"
#include "agent/guide/guide_ground.h"

// ---- doorways -----------------------------------------------------------------------------------

// Wall raster aligned with the walls. `across` swaps rows and columns, for doorways in the other
// direction.
typedef struct plan {
    uint8_t* walls;  // [height][width] FINE_NONE, …
    int width, height;
    bool across;
} plan;

static int plan_at(const plan* p, int u, int v) {
    int column = p->across ? v : u, row = p->across ? u : v;
    bool inside = column >= 0 && row >= 0 && column < p->width && row < p->height;
    return inside ? p->walls[row * p->width + column] : FINE_NONE;
}

static int fine_at(const guide_ground* g, wend_vec2 at) {
    int i = (int)floorf((at.x - g->grid.x) / g->grid.cell);
    int j = (int)floorf((at.y - g->grid.z) / g->grid.cell);
    bool inside = i >= 0 && j >= 0 && i < g->grid.width && j < g->grid.height;
    return inside ? j * g->grid.width + i : -1;
}

static wend_vec2 guide_rooms_place_of(const guide_ground* g, float column, float row) {
    float u = g->x + column * GUIDE_RASTER, v = g->z + row * GUIDE_RASTER, s = sinf(g->turn),
          c = cosf(g->turn);
    return (wend_vec2){u * c + v * s, v * c - u * s};
}

// Each cell samples five points, so that a wall between two rows has no holes.
static void guide_rooms_draw_plan(const guide_ground* g, plan* p) {
    static const float OFF[5][2] = {{0, 0},
                                    {GUIDE_RASTER_SAMPLE, 0},
                                    {-GUIDE_RASTER_SAMPLE, 0},
                                    {0, GUIDE_RASTER_SAMPLE},
                                    {0, -GUIDE_RASTER_SAMPLE}};
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++) {
            int is = FINE_NONE;
            for (int k = 0; k < 5 && is != FINE_WALL; k++) {
                int at = fine_at(g, guide_rooms_place_of(g, (float)column + 0.5f + OFF[k][0],
                                                         (float)row + 0.5f + OFF[k][1]));
                int seen = at < 0 ? FINE_NONE : g->fine[at];
                if (k == 0 || seen == FINE_WALL) is = seen;
            }
            p->walls[row * p->width + column] = (uint8_t)is;
        }
}

// Number of cells by which the opening u0 … u1 is wider in row v; -1: it is closed there.
static int widens_by(const plan* p, int u0, int u1, int v) {
    enum { ENOUGH = 12 };
    int left = 0, right = 0, middle = (u0 + u1) / 2, from = middle, to = middle;
    if (plan_at(p, middle, v) == FINE_WALL) return -1;
    while (from > u0 - ENOUGH && plan_at(p, from - 1, v) != FINE_WALL) from--;
    while (to < u1 + ENOUGH && plan_at(p, to + 1, v) != FINE_WALL) to++;
    left = u0 - from;
    right = to - u1;
    return (left > 0 ? left : 0) + (right > 0 ? right : 0);
}

// Whether (u, v) is in a wall that runs along the row and is at most THICK cells thick on each
// side.
static bool is_along(const plan* p, int u, int v) {
    enum { THICK = 4 };
    if (plan_at(p, u, v) != FINE_WALL) return false;
    for (int side = -1; side <= 1; side += 2) {
        int k = 1;
        while (k <= THICK && plan_at(p, u, v + side * k) == FINE_WALL) k++;
        if (k > THICK) return false;
    }
    return true;
}

// A doorway: an opening in a thin wall that is wider on both sides. In a corner, such a wall is on
// one side only.
static bool is_doorway(const plan* p, int u0, int u1, int v) {
    enum { DEEP = 3, WIDER = 4 };
    if (!is_along(p, u0 - 3, v) && !is_along(p, u1 + 3, v)) return false;
    for (int side = -1; side <= 1; side += 2) {
        int max = 0;
        for (int k = 1; k <= DEEP && max >= 0 && max < WIDER; k++)
            max = widens_by(p, u0, u1, v + side * k);
        if (max < WIDER) return false;
    }
    return true;
}

// The end of a corridor: wide and deep on one side, narrow for a long distance on the other.
static bool is_mouth(const plan* p, int u0, int u1, int v) {
    enum { WIDER = 10, LONG = 12, DEEP = 16, MOST = 17 };
    if (u1 - u0 > MOST) return false;
    for (int side = -1; side <= 1; side += 2) {
        bool wide = widens_by(p, u0, u1, v + 2 * side) >= WIDER, narrow = true;
        for (int k = 3; k <= DEEP && wide; k++)
            wide = widens_by(p, u0, u1, v + k * side) >= WIDER / 2;
        for (int k = 1; k <= LONG && wide && narrow; k++) {
            int by = widens_by(p, u0, u1, v - k * side);
            narrow = by >= 0 && by <= 3;
        }
        if (wide && narrow) return true;
    }
    return false;
}

static void close_opening(guide_ground* g, const plan* p, int u0, int u1, int v) {
    for (int n = 0; n <= 2 * (u1 - u0 + 2); n++) {
        float along = (float)u0 - 0.5f + 0.5f * (float)n, over = (float)v + 0.5f;
        int at = fine_at(g, p->across ? guide_rooms_place_of(g, over, along)
                                      : guide_rooms_place_of(g, along, over));
        if (at >= 0 && g->fine[at] == FINE_ROOM) g->fine[at] = FINE_DOORWAY;
    }
}

static void find_doorways(guide_ground* g, const plan* p) {
    enum { LEAST = 5, MOST = 20 };  // min and max width in cells
    int rows = p->across ? p->width : p->height, columns = p->across ? p->height : p->width;
    for (int v = 0; v < rows; v++)
        for (int u = 0, from = -1, known = 0; u < columns; u++) {
            int is = plan_at(p, u, v);
            if (is != FINE_WALL) {
                known += is == FINE_ROOM;
                continue;
            }
            int wide = u - from - 1;
            if (from >= 0 && wide >= LEAST && wide <= MOST && 2 * known > wide &&
                (is_doorway(p, from + 1, u - 1, v) || is_mouth(p, from + 1, u - 1, v)))
                close_opening(g, p, from + 1, u - 1, v);
            from = u;
            known = 0;
        }
}

static wend_status close_doorways(guide_ground* g, wend_error* error) {
    plan p = {.width = (int)((float)g->width * g->cell / GUIDE_RASTER),
              .height = (int)((float)g->height * g->cell / GUIDE_RASTER)};
    p.walls = wend_alloc((size_t)p.width * (size_t)p.height + 1);
    if (!p.walls)
        return wend_fail(error, WEND_NO_MEMORY,
                         "out of memory for the doorways of agent guide-follower");
    guide_rooms_draw_plan(g, &p);
    find_doorways(g, &p);
    p.across = true;
    find_doorways(g, &p);
    wend_free(p.walls);
    return WEND_OK;
}

// ---- rooms --------------------------------------------------------------------------------------

// Clearance by a two-pass chamfer distance transform.
static void guide_rooms_measure_clearance(guide_ground* g, int width, int height, float cell) {
    for (int pass = 0; pass < 2; pass++)
        for (int n = 0; n < width * height; n++) {
            int at = pass ? width * height - 1 - n : n, i = at % width, j = at / width;
            int back = pass ? 1 : -1;
            for (int k = 0; k < 4; k++) {
                int di = k == 0 ? back : k == 1 ? -1 : k == 2 ? 0 : 1, dj = k == 0 ? 0 : back;
                if (i + di < 0 || i + di >= width || j + dj < 0 || j + dj >= height) continue;
                float step = di && dj ? GUIDE_DIAGONAL * cell : cell;
                g->clear[at] = fminf(g->clear[at], g->clear[at + dj * width + di] + step);
            }
        }
}

static int guide_rooms_spread(guide_ground* g, int count, float narrow) {
    int width = g->grid.width, height = g->grid.height;
    for (int n = 0; n < count; n++) {
        int at = g->queue[n], i = at % width, j = at / width;
        const int next[4] = {i > 0 ? at - 1 : -1, i + 1 < width ? at + 1 : -1,
                             j > 0 ? at - width : -1, j + 1 < height ? at + width : -1};
        for (int k = 0; k < 4; k++) {
            int to = next[k];
            if (to < 0 || g->mark[to] || g->fine[to] != FINE_ROOM || g->clear[to] < narrow)
                continue;
            g->mark[to] = g->mark[at];
            g->queue[count++] = to;
        }
    }
    return count;
}

// Grows existing rooms into cells with a clearance of at least `narrow`.
static void grow_rooms(guide_ground* g, float narrow) {
    int count = 0;
    for (int i = 0; i < g->grid.width * g->grid.height; i++) {
        if (g->mark[i] < 0) g->mark[i] = 0;
        if (g->mark[i] > 0) g->queue[count++] = i;
    }
    guide_rooms_spread(g, count, narrow);
}

// Every unassigned cell with a clearance of at least `narrow` is the seed of a new room; rooms
// smaller than `min` square metres are dropped.
static void add_rooms(guide_ground* g, float narrow, float min) {
    for (int i = 0; i < g->grid.width * g->grid.height; i++) {
        if (g->mark[i] || g->fine[i] != FINE_ROOM || g->clear[i] < narrow) continue;
        g->mark[i] = g->region_count < GUIDE_REGIONS ? g->region_count : -1;
        g->queue[0] = i;
        int cells = guide_rooms_spread(g, 1, narrow);
        if ((float)cells * g->grid.cell * g->grid.cell >= min && g->mark[i] > 0)
            g->region_count++;
        else
            for (int n = 0; n < cells; n++) g->mark[g->queue[n]] = -1;
    }
}

// Rooms are seeded at decreasing clearance and grow until they meet. Wide rooms come first, so that
// wide openings separate rooms too; corridors are the rest.
wend_status guide_rooms_find(guide_ground* g, wend_error* error) {
    int cells = g->grid.width * g->grid.height;
    WEND_TRY(close_doorways(g, error));
    for (int i = 0; i < cells; i++)
        if (g->fine[i] == FINE_DOORWAY) g->clear[i] = 0;
    guide_rooms_measure_clearance(g, g->grid.width, g->grid.height, g->grid.cell);
    memset(g->mark, 0, (size_t)cells * sizeof *g->mark);
    memset(g->regions, 0, sizeof g->regions);
    g->region_count = 1;
    add_rooms(g, GUIDE_WIDE, GUIDE_MIN_ROOM);
    grow_rooms(g, GUIDE_NARROW);
    add_rooms(g, GUIDE_NARROW, GUIDE_MIN_SMALL_ROOM);
    grow_rooms(g, GUIDE_GROW_CLEARANCE);
    add_rooms(g, GUIDE_CORRIDOR_CLEARANCE, GUIDE_MIN_CORRIDOR);
    for (int i = 0; i < cells; i++)
        if (g->fine[i] == FINE_DOORWAY) g->fine[i] = FINE_ROOM;
    grow_rooms(g, 0);
    for (int i = 0; i < cells; i++)
        if (g->mark[i] > 0) g->regions[g->mark[i]].area += g->grid.cell * g->grid.cell;
    for (int cell = 0; cell < g->width * g->height; cell++) {
        int at = fine_at(g, guide_ground_middle(g, cell)), mark = at < 0 ? 0 : g->mark[at];
        g->region[cell] = mark > 0 ? (uint8_t)mark : 0;
    }
    return WEND_OK;
}
