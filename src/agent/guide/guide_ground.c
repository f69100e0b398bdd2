// Instruction grounding, part 1: from the metric map to a grid with rooms and names.
//
// clang-format off
//
// Problem: an instruction mentions rooms, doors and objects ("leave the bedroom, go past the table");
// the agent has an occupancy map, partly unobserved, and objects with positions. The planner
// (guide_plan.c) needs a small grid in which each cell has a room, and each room a cost for every name.
//
//    map                   rooms, in the map's cells         grid, 0.25 m, parallel to the walls
//    ###########           ###########                       + - - - - - +   state    free, blocked,
//    #    #    #           #1111#2222#                       | 1 1 # 2 2 |            unobserved
//    #         #    -->    #1111|2222#    -->                | 1 1 1 2 2 |   region   1, 2, 3
//    #    #    #           #1111#2222#                       | 1 1 # 2 2 |   unknown  share around
//    #### ######           ####3######                       + - - 3 - - +   rise     of the ground
//
// 1. Walls are obstacles at least as high as GUIDE_WALL_HEIGHT: they, not tables, separate rooms.
// 2. The grid is turned so that walls fall into the fewest rows and columns (find_turn): of 30 angles
//    in 90 degrees, the one with the largest sum of squared counts per row and column.
// 3. Doorways are closed and the rest is flooded into rooms (guide_rooms.c).
// 4. A cell is blocked if the agent's body would touch an obstacle in it, free if more than half of it
//    is observed, and unobserved otherwise. Cells around the agent are free: it can leave.
// 5. Each object adds evidence for the rooms it is typical of and against the others; an instruction
//    that led into a room adds evidence for the name it used. guide_ground_calls turns evidence into
//    the cost of a name; in little-observed rooms every name is cheap.
//
// clang-format on
//
// The grid is rebuilt for every plan: observations change rooms and names retroactively.
#include "agent/guide/guide_ground.h"

#include <stdlib.h>
#include <string.h>

#include "agent/guide/guide_constants.h"

void guide_ground_destroy(guide_ground* g) {
    wend_free(g->state);
    wend_free(g->region);
    wend_free(g->unknown);
    wend_free(g->rise);
    wend_free(g->clear);
    wend_free(g->fine);
    wend_free(g->queue);
    wend_free(g->mark);
}

// To the turned frame. Headings there are smaller by `turn`.
static wend_vec2 guide_ground_turned(const guide_ground* g, float x, float z) {
    float s = sinf(g->turn), c = cosf(g->turn);
    return (wend_vec2){x * c - z * s, x * s + z * c};
}

int guide_ground_at(const guide_ground* g, float x, float z) {
    wend_vec2 at = guide_ground_turned(g, x, z);
    int i = (int)floorf((at.x - g->x) / g->cell), j = (int)floorf((at.y - g->z) / g->cell);
    return i >= 0 && j >= 0 && i < g->width && j < g->height ? j * g->width + i : -1;
}

wend_vec2 guide_ground_middle(const guide_ground* g, int cell) {
    float u = g->x + ((float)(cell % g->width) + 0.5f) * g->cell;
    float v = g->z + ((float)(cell / g->width) + 0.5f) * g->cell;
    float s = sinf(g->turn), c = cosf(g->turn);
    return (wend_vec2){u * c + v * s, v * c - u * s};
}

bool guide_ground_sees(const guide_ground* g, wend_vec2 from, wend_vec2 to) {
    const wend_map_grid* grid = &g->grid;
    float length = hypotf(to.x - from.x, to.y - from.y);
    int steps = (int)(length / (GUIDE_SIGHT_STEP * grid->cell));
    for (int n = 1; n < steps; n++) {
        float share = (float)n / (float)steps;
        // The object itself may be as high as a wall, or stand in front of one.
        if (length * (1 - share) < GUIDE_SIGHT_END) return true;
        int i = (int)floorf((from.x + (to.x - from.x) * share - grid->x) / grid->cell);
        int j = (int)floorf((from.y + (to.y - from.y) * share - grid->z) / grid->cell);
        bool inside = i >= 0 && j >= 0 && i < grid->width && j < grid->height;
        if (inside && g->fine[j * grid->width + i] == FINE_WALL) return false;
    }
    return true;
}

float guide_ground_calls(const guide_ground* g, int cell, wend_room_type room) {
    const guide_region* r = &g->regions[g->region[cell]];
    if (!room) return 0;
    if (!g->region[cell]) return GUIDE_NAME_UNKNOWN;
    float best = 0;
    for (int i = 1; i < WEND_ROOM_TYPE_COUNT; i++) best = fmaxf(best, r->evidence[i]);
    float mine = r->evidence[room];
    bool plain = room == WEND_ROOM_HALL || room == WEND_ROOM_CORRIDOR ||
                 room == WEND_ROOM_STAIRWELL || room == WEND_ROOM_STORAGE ||
                 room == WEND_ROOM_OUTDOORS || room == WEND_ROOM_BALCONY;
    // A room that is hardly observed may have any name.
    float seen = fminf(1, r->area / GUIDE_NAME_AREA), guess = GUIDE_NAME_UNKNOWN;
    if (mine > GUIDE_NAME_MINE)
        return GUIDE_NAME_RIVAL * (1 - fminf(1, mine / fmaxf(best, GUIDE_NAME_STRONG)));
    if (plain)
        return best > GUIDE_NAME_FURNISHED
                   ? GUIDE_NAME_RIVAL +
                         GUIDE_NAME_PLAIN_RATE * fminf(1, best - GUIDE_NAME_FURNISHED)
                   : GUIDE_NAME_PLAIN;
    float against = best > GUIDE_NAME_STRONG ? GUIDE_NAME_EXCLUDED : GUIDE_NAME_WEAK;
    return guess + (against - guess) * seen;
}

// ---- memory -------------------------------------------------------------------------------------

static wend_status guide_ground_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the grid of agent guide-follower");
}

static bool guide_ground_grow(void* array, size_t count, size_t size) {
    void** memory = array;
    wend_free(*memory);
    *memory = wend_alloc_zero(count, size);
    return *memory != NULL;
}

static wend_status guide_ground_make_room(guide_ground* g, size_t cells, size_t fine,
                                          wend_error* error) {
    bool made = true;
    if (cells > g->cells) {
        made = guide_ground_grow(&g->state, cells, 1) && guide_ground_grow(&g->region, cells, 1) &&
               guide_ground_grow(&g->unknown, cells, 1) && guide_ground_grow(&g->rise, cells, 1);
        g->cells = made ? cells : 0;
    }
    if (fine > g->fine_cells) {
        made = guide_ground_grow(&g->clear, fine, sizeof *g->clear) &&
               guide_ground_grow(&g->fine, fine, 1) &&
               guide_ground_grow(&g->queue, fine, sizeof *g->queue) &&
               guide_ground_grow(&g->mark, fine, sizeof *g->mark);
        g->fine_cells = made ? fine : 0;
    }
    return made ? WEND_OK : guide_ground_no_memory(error);
}

typedef struct bounds {
    float x0, z0, x1, z1;
} bounds;

static void guide_ground_widen(bounds* b, wend_vec2 at) {
    b->x0 = fminf(b->x0, at.x);
    b->x1 = fmaxf(b->x1, at.x);
    b->z0 = fminf(b->z0, at.y);
    b->z1 = fmaxf(b->z1, at.y);
}

static void guide_ground_lay_out(guide_ground* g, const wend_vec2* places, int count) {
    const wend_map_grid* grid = &g->grid;
    bounds b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < count; i++)
        guide_ground_widen(&b, guide_ground_turned(g, places[i].x, places[i].y));
    for (int j = 0; j < grid->height; j++)
        for (int i = 0; i < grid->width; i++)
            if (grid->state[j * grid->width + i] != WEND_CELL_UNKNOWN)
                guide_ground_widen(&b, guide_ground_turned(g, grid->x + (float)i * grid->cell,
                                                           grid->z + (float)j * grid->cell));
    g->cell = GUIDE_CELL;
    g->x = floorf((b.x0 - GUIDE_MARGIN) / GUIDE_CELL) * GUIDE_CELL;
    g->z = floorf((b.z0 - GUIDE_MARGIN) / GUIDE_CELL) * GUIDE_CELL;
    g->width = (int)((b.x1 + GUIDE_MARGIN - g->x) / GUIDE_CELL) + 1;
    g->height = (int)((b.z1 + GUIDE_MARGIN - g->z) / GUIDE_CELL) + 1;
    // A larger level is cut around the first position.
    wend_vec2 middle = guide_ground_turned(g, places[0].x, places[0].y);
    if (g->width > GUIDE_MAX_SIDE)
        g->x = middle.x - GUIDE_MAX_SIDE / 2 * GUIDE_CELL, g->width = GUIDE_MAX_SIDE;
    if (g->height > GUIDE_MAX_SIDE)
        g->z = middle.y - GUIDE_MAX_SIDE / 2 * GUIDE_CELL, g->height = GUIDE_MAX_SIDE;
}

// The angle at which walls fall into the fewest rows and columns: most houses have right angles.
static float find_turn(const guide_ground* g) {
    enum { TURNS = 30, ROWS = 1024 };
    const wend_map_grid* grid = &g->grid;
    double highest = 0;
    float best = 0;
    for (int t = 0; t < TURNS; t++) {
        float angle = (float)(WEND_PI / 2) * (float)t / TURNS, s = sinf(angle), c = cosf(angle);
        int rows[2][ROWS] = {{0}};
        double sum = 0;
        for (int i = 0; i < grid->width * grid->height; i++) {
            if (g->fine[i] != FINE_WALL) continue;
            float x = (float)(i % grid->width), z = (float)(i / grid->width);
            int u = (int)floorf(x * c - z * s) & (ROWS - 1);
            int v = (int)floorf(x * s + z * c) & (ROWS - 1);
            rows[0][u]++;
            rows[1][v]++;
        }
        for (int i = 0; i < ROWS; i++)
            sum += (double)rows[0][i] * rows[0][i] + (double)rows[1][i] * rows[1][i];
        if (sum > highest) highest = sum, best = angle;
    }
    return best;
}

// ---- walls -------------------------------------------------------------------------------------

static void mark_walls(guide_ground* g, const wend_map* map, const wend_map_grid* grid,
                       float feet) {
    for (int i = 0; i < grid->width * grid->height; i++) {
        float x = grid->x + ((float)(i % grid->width) + 0.5f) * grid->cell;
        float z = grid->z + ((float)(i / grid->width) + 0.5f) * grid->cell;
        bool tall = grid->state[i] == WEND_CELL_OCCUPIED &&
                    wend_map_top(map, x, z) - feet > GUIDE_WALL_HEIGHT;
        g->fine[i] = grid->state[i] == WEND_CELL_UNKNOWN ? FINE_NONE : tall ? FINE_WALL : FINE_ROOM;
        g->clear[i] = tall ? 0 : 1e9f;
    }
}

// ---- cells --------------------------------------------------------------------------------------

static void guide_ground_fill_cells(guide_ground* g, const wend_map* map, const wend_map_grid* grid,
                                    float feet) {
    int reach = (int)ceilf(GUIDE_BODY / grid->cell - 0.01f);
    for (int cell = 0; cell < g->width * g->height; cell++) {
        wend_vec2 at = guide_ground_middle(g, cell);
        int i = (int)floorf((at.x - grid->x) / grid->cell);
        int j = (int)floorf((at.y - grid->z) / grid->cell);
        int known = 0, all = 0;
        bool blocked = false;
        for (int dj = -reach; dj <= reach; dj++)
            for (int di = -reach; di <= reach; di++, all++) {
                int u = i + di, v = j + dj;
                if (u < 0 || v < 0 || u >= grid->width || v >= grid->height) continue;
                int n = v * grid->width + u;
                known += grid->state[n] != WEND_CELL_UNKNOWN;
                blocked |= grid->state[n] == WEND_CELL_OCCUPIED;
            }
        g->state[cell] = blocked ? GUIDE_BLOCKED : 2 * known > all ? GUIDE_FREE : GUIDE_UNKNOWN;
        float rise = wend_map_ground(map, at.x, at.y) - feet;
        g->rise[cell] = isfinite(rise) && g->state[cell] == GUIDE_FREE
                            ? (int8_t)fmaxf(-120, fminf(120, rise * 10))
                            : 0;
    }
}

// The agent can leave its position: cells that are blocked only by clearance become free.
static void free_place(guide_ground* g, wend_vec2 place) {
    int span = (int)(GUIDE_FREE_START / g->cell) + 1;
    for (int dj = -span; dj <= span; dj++)
        for (int di = -span; di <= span; di++) {
            float x = place.x + (float)di * g->cell, z = place.y + (float)dj * g->cell;
            int cell = guide_ground_at(g, x, z);
            int i = (int)floorf((x - g->grid.x) / g->grid.cell);
            int j = (int)floorf((z - g->grid.z) / g->grid.cell);
            bool inside = i >= 0 && j >= 0 && i < g->grid.width && j < g->grid.height;
            bool clear = inside && g->grid.state[j * g->grid.width + i] == WEND_CELL_FREE;
            if (cell >= 0 && clear && g->state[cell] == GUIDE_BLOCKED) g->state[cell] = GUIDE_FREE;
        }
}

// The share of unobserved cells around each cell, by a summed-area table.
static wend_status count_unknown(guide_ground* g, wend_error* error) {
    int width = g->width, height = g->height, reach = (int)(GUIDE_UNKNOWN_AROUND / g->cell);
    int stride = width + 1;
    int32_t* sum = wend_alloc_zero((size_t)stride * (size_t)(height + 1), sizeof *sum);
    if (!sum) return guide_ground_no_memory(error);
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++)
            sum[(j + 1) * stride + i + 1] = (g->state[j * width + i] == GUIDE_UNKNOWN) +
                                            sum[j * stride + i + 1] + sum[(j + 1) * stride + i] -
                                            sum[j * stride + i];
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++) {
            int i0 = i > reach ? i - reach : 0, i1 = i + reach + 1 < width ? i + reach + 1 : width;
            int j0 = j > reach ? j - reach : 0,
                j1 = j + reach + 1 < height ? j + reach + 1 : height;
            int found = sum[j1 * stride + i1] - sum[j0 * stride + i1] - sum[j1 * stride + i0] +
                        sum[j0 * stride + i0];
            g->unknown[j * width + i] = (uint8_t)(255 * found / ((i1 - i0) * (j1 - j0)));
        }
    wend_free(sum);
    return WEND_OK;
}

// Room of an object: the room of the nearest cell that has one.
static int guide_ground_room_of(const guide_ground* g, float x, float z) {
    for (int ring = 0; ring <= 4; ring++)
        for (int dj = -ring; dj <= ring; dj++)
            for (int di = -ring; di <= ring; di++) {
                if (abs(di) != ring && abs(dj) != ring) continue;
                int cell = guide_ground_at(g, x + (float)di * g->cell, z + (float)dj * g->cell);
                if (cell >= 0 && g->region[cell]) return g->region[cell];
            }
    return 0;
}

static void gather_evidence(guide_ground* g, const guide_objects* objects, float feet) {
    for (int i = 0; i < objects->count; i++) {
        const guide_object* t = &objects->items[i];
        wend_vec2 at = guide_object_middle(t);
        if (fabsf(t->y - feet) > GUIDE_SAME_LEVEL) continue;
        guide_region* r = &g->regions[guide_ground_room_of(g, at.x, at.y)];
        for (int room = 1; room < WEND_ROOM_TYPE_COUNT; room++)
            r->evidence[room] += guide_object_speaks_for(t, (wend_room_type)room);
    }
    for (int i = 0; i < objects->name_count && i < GUIDE_NAMES; i++) {
        const guide_name* n = &objects->names[i];
        if (fabsf(n->y - feet) < GUIDE_SAME_LEVEL)
            g->regions[guide_ground_room_of(g, n->x, n->z)].evidence[n->room] +=
                GUIDE_NAME_EVIDENCE;
    }
    memset(&g->regions[0], 0, sizeof g->regions[0]);
}

wend_status guide_ground_build(guide_ground* g, const wend_map* map, const guide_objects* objects,
                               wend_vec3 feet, const wend_vec2* places, int place_count,
                               wend_error* error) {
    wend_map_grid grid = wend_map_get_grid(map, wend_map_level(map));
    g->grid = grid;
    WEND_TRY(guide_ground_make_room(g, 0, (size_t)grid.width * (size_t)grid.height + 1, error));
    mark_walls(g, map, &grid, feet.y);
    g->turn = find_turn(g);
    guide_ground_lay_out(g, places, place_count);
    WEND_TRY(guide_ground_make_room(g, (size_t)g->width * (size_t)g->height, 0, error));
    WEND_TRY(guide_rooms_find(g, error));
    guide_ground_fill_cells(g, map, &grid, feet.y);
    for (int i = 0; i < place_count; i++) free_place(g, places[i]);
    WEND_TRY(count_unknown(g, error));
    gather_evidence(g, objects, feet.y);
    return WEND_OK;
}
