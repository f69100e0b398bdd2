#include "agent/guide_ground.h"

#include <stdlib.h>
#include <string.h>

static const float CELL = 0.25f;   // metres
static const float MARGIN = 2.5f;  // metres of unknown ground around what is known
static const float BODY = 0.1f;    // metres a body's middle keeps from things
static const float TALL = 1.45f;   // metres: what is as high cuts off the view and makes rooms
static const float AROUND = 2;     // metres looked around for unknown ground
enum { MOST = 192 };               // cells a side: 48 metres

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

// A heading in the turned frame is less by `turn`.
static wend_vec2 turned(const guide_ground* g, float x, float z) {
    float s = sinf(g->turn), c = cosf(g->turn);
    return (wend_vec2){x * c - z * s, x * s + z * c};
}

int guide_ground_at(const guide_ground* g, float x, float z) {
    wend_vec2 at = turned(g, x, z);
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
    int steps = (int)(length / (0.8f * grid->cell));
    for (int n = 1; n < steps; n++) {
        float share = (float)n / (float)steps;
        // The thing itself may be as tall as a wall, and stand before one.
        if (length * (1 - share) < 0.6f) return true;
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
    if (!g->region[cell]) return 0.2f;
    float best = 0;
    for (int i = 1; i < WEND_ROOM_TYPE_COUNT; i++) best = fmaxf(best, r->evidence[i]);
    float mine = r->evidence[room];
    bool plain = room == WEND_ROOM_HALL || room == WEND_ROOM_CORRIDOR ||
                 room == WEND_ROOM_STAIRWELL || room == WEND_ROOM_STORAGE ||
                 room == WEND_ROOM_OUTDOORS || room == WEND_ROOM_BALCONY;
    // Little was seen of it: it may be anything.
    float seen = fminf(1, r->area / 8), guess = 0.2f;
    if (mine > 0.3f) return 0.35f * (1 - fminf(1, mine / fmaxf(best, 0.6f)));
    if (plain) return best > 0.7f ? 0.35f + 0.5f * fminf(1, best - 0.7f) : 0.15f;
    float against = best > 0.6f ? 1 : 0.6f;
    return guess + (against - guess) * seen;
}

// ---- making -------------------------------------------------------------------------------------

static wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "no memory for the ground of a follower");
}

static bool grow(void* array, size_t count, size_t size) {
    void** memory = array;
    wend_free(*memory);
    *memory = wend_alloc_zero(count, size);
    return *memory != NULL;
}

static wend_status make_room(guide_ground* g, size_t cells, size_t fine, wend_error* error) {
    bool made = true;
    if (cells > g->cells) {
        made = grow(&g->state, cells, 1) && grow(&g->region, cells, 1) &&
               grow(&g->unknown, cells, 1) && grow(&g->rise, cells, 1);
        g->cells = made ? cells : 0;
    }
    if (fine > g->fine_cells) {
        made = grow(&g->clear, fine, sizeof *g->clear) && grow(&g->fine, fine, 1) &&
               grow(&g->queue, fine, sizeof *g->queue) && grow(&g->mark, fine, sizeof *g->mark);
        g->fine_cells = made ? fine : 0;
    }
    return made ? WEND_OK : no_memory(error);
}

typedef struct bounds {
    float x0, z0, x1, z1;
} bounds;

static void widen(bounds* b, wend_vec2 at) {
    b->x0 = fminf(b->x0, at.x);
    b->x1 = fmaxf(b->x1, at.x);
    b->z0 = fminf(b->z0, at.y);
    b->z1 = fmaxf(b->z1, at.y);
}

static void lay_out(guide_ground* g, const wend_vec2* places, int count) {
    const wend_map_grid* grid = &g->grid;
    bounds b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < count; i++) widen(&b, turned(g, places[i].x, places[i].y));
    for (int j = 0; j < grid->height; j++)
        for (int i = 0; i < grid->width; i++)
            if (grid->state[j * grid->width + i] != WEND_CELL_UNKNOWN)
                widen(&b,
                      turned(g, grid->x + (float)i * grid->cell, grid->z + (float)j * grid->cell));
    g->cell = CELL;
    g->x = floorf((b.x0 - MARGIN) / CELL) * CELL;
    g->z = floorf((b.z0 - MARGIN) / CELL) * CELL;
    g->width = (int)((b.x1 + MARGIN - g->x) / CELL) + 1;
    g->height = (int)((b.z1 + MARGIN - g->z) / CELL) + 1;
    // A larger place than fits: what is around the first of the places.
    wend_vec2 middle = turned(g, places[0].x, places[0].y);
    if (g->width > MOST) g->x = middle.x - MOST / 2 * CELL, g->width = MOST;
    if (g->height > MOST) g->z = middle.y - MOST / 2 * CELL, g->height = MOST;
}

// The turn at which walls lie in the fewest rows and columns: most houses have right angles.
static float find_turn(const guide_ground* g) {
    enum { TURNS = 30, ROWS = 1024 };
    const wend_map_grid* grid = &g->grid;
    double most = 0;
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
        if (sum > most) most = sum, best = angle;
    }
    return best;
}

// ---- walls -------------------------------------------------------------------------------------

static void mark_walls(guide_ground* g, const wend_map* map, const wend_map_grid* grid,
                       float feet) {
    for (int i = 0; i < grid->width * grid->height; i++) {
        float x = grid->x + ((float)(i % grid->width) + 0.5f) * grid->cell;
        float z = grid->z + ((float)(i / grid->width) + 0.5f) * grid->cell;
        bool tall = grid->state[i] == WEND_CELL_OCCUPIED && wend_map_top(map, x, z) - feet > TALL;
        g->fine[i] = grid->state[i] == WEND_CELL_UNKNOWN ? FINE_NONE : tall ? FINE_WALL : FINE_ROOM;
        g->clear[i] = tall ? 0 : 1e9f;
    }
}

// ---- cells --------------------------------------------------------------------------------------

static void fill_cells(guide_ground* g, const wend_map* map, const wend_map_grid* grid,
                       float feet) {
    int reach = (int)ceilf(BODY / grid->cell - 0.01f);
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

// Where the body stood it can leave: what is only near to things does not keep it there.
static void free_place(guide_ground* g, wend_vec2 place) {
    static const float ROOM = 0.45f;  // metres
    int span = (int)(ROOM / g->cell) + 1;
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

// The share of unknown cells around each, by sums over rows and columns.
static wend_status count_unknown(guide_ground* g, wend_error* error) {
    int width = g->width, height = g->height, reach = (int)(AROUND / g->cell);
    int stride = width + 1;
    int32_t* sum = wend_alloc_zero((size_t)stride * (size_t)(height + 1), sizeof *sum);
    if (!sum) return no_memory(error);
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

// The room a thing stands in: of the nearest cell that belongs to one.
static int room_of(const guide_ground* g, float x, float z) {
    for (int ring = 0; ring <= 4; ring++)
        for (int dj = -ring; dj <= ring; dj++)
            for (int di = -ring; di <= ring; di++) {
                if (abs(di) != ring && abs(dj) != ring) continue;
                int cell = guide_ground_at(g, x + (float)di * g->cell, z + (float)dj * g->cell);
                if (cell >= 0 && g->region[cell]) return g->region[cell];
            }
    return 0;
}

static void gather_evidence(guide_ground* g, const guide_things* things, float feet) {
    for (int i = 0; i < things->count; i++) {
        const guide_thing* t = &things->items[i];
        wend_vec2 at = guide_thing_middle(t);
        if (fabsf(t->y - feet) > 1) continue;
        guide_region* r = &g->regions[room_of(g, at.x, at.y)];
        for (int room = 1; room < WEND_ROOM_TYPE_COUNT; room++)
            r->evidence[room] += guide_thing_speaks_for(t, (wend_room_type)room);
    }
    for (int i = 0; i < things->name_count && i < GUIDE_NAMES; i++) {
        const guide_name* n = &things->names[i];
        if (fabsf(n->y - feet) < 1) g->regions[room_of(g, n->x, n->z)].evidence[n->room] += 1.5f;
    }
    memset(&g->regions[0], 0, sizeof g->regions[0]);
}

wend_status guide_ground_build(guide_ground* g, const wend_map* map, const guide_things* things,
                               wend_vec3 feet, const wend_vec2* places, int place_count,
                               wend_error* error) {
    wend_map_grid grid = wend_map_get_grid(map, wend_map_level(map));
    g->grid = grid;
    WEND_TRY(make_room(g, 0, (size_t)grid.width * (size_t)grid.height + 1, error));
    mark_walls(g, map, &grid, feet.y);
    g->turn = find_turn(g);
    lay_out(g, places, place_count);
    WEND_TRY(make_room(g, (size_t)g->width * (size_t)g->height, 0, error));
    WEND_TRY(guide_rooms_find(g, error));
    fill_cells(g, map, &grid, feet.y);
    for (int i = 0; i < place_count; i++) free_place(g, places[i]);
    WEND_TRY(count_unknown(g, error));
    gather_evidence(g, things, feet.y);
    return WEND_OK;
}
