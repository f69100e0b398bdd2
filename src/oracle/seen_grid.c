#include "oracle/seen_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = SEEN_GRID_SIDE, CELLS = SEEN_GRID_CELLS, EDGE = 3, MAX_COLUMNS = 1024 };
enum { SEEN = 1, ASKED = 2, FREE = 4 };
enum { STRAIGHT = 5, DIAGONAL = 7 };  // costs of a step
static const float CELL = 0.25f;      // metres
static const float RANGE = 5;         // metres: farther floor is a few pixels
static const float ARM = 0.6f;        // metres: floor this near counts as seen
static const float DEEPER = 0.2f;     // metres: the wall at the end of a ray is seen too
static const int MIN_UNSEEN = 5;      // cells of 25 around a frontier; fewer are not worth a detour

static const int row_step[8] = {0, 0, 1, -1, 1, 1, -1, -1};
static const int column_step[8] = {1, -1, 0, 0, 1, -1, 1, -1};

void seen_grid_begin(seen_grid* g, const wend_navmesh* mesh, wend_vec3 origin) {
    g->mesh = mesh;
    g->origin = origin;
}

// ---- cells --------------------------------------------------------------------------------------

// -1: outside, or so near to the edge that its neighbours are.
static int grid_at(const seen_grid* g, float x, float z) {
    float column = floorf((x - g->origin.x) / CELL) + SIDE / 2;
    float row = floorf((z - g->origin.z) / CELL) + SIDE / 2;
    bool inside = row >= EDGE && row < SIDE - EDGE && column >= EDGE && column < SIDE - EDGE;
    return inside ? (int)row * SIDE + (int)column : -1;
}

static bool grid_is_inner(int cell) {
    int row = cell / SIDE, column = cell % SIDE;
    return row >= EDGE && row < SIDE - EDGE && column >= EDGE && column < SIDE - EDGE;
}

static wend_vec3 grid_middle(const seen_grid* g, int cell) {
    return wend_v3(g->origin.x + ((float)(cell % SIDE - SIDE / 2) + 0.5f) * CELL, g->origin.y,
                   g->origin.z + ((float)(cell / SIDE - SIDE / 2) + 0.5f) * CELL);
}

// Navigability is computed when it is first needed.
static bool grid_is_free(seen_grid* g, int cell) {
    if (!(g->cells[cell] & ASKED)) {
        bool on = wend_navmesh_is_on(g->mesh, grid_middle(g, cell), 0.5f);
        g->cells[cell] |= (uint8_t)(ASKED | (on ? FREE : 0));
    }
    return g->cells[cell] & FREE;
}

static bool grid_is_blocked(seen_grid* g, int cell) {
    return g->cells[cell] & SEEN && !grid_is_free(g, cell);
}

bool seen_grid_is_seen(const seen_grid* g, wend_vec3 at) {
    int cell = grid_at(g, at.x, at.z);
    return cell < 0 || g->cells[cell] & SEEN;
}

void seen_grid_set_seen(seen_grid* g, wend_vec3 at) {
    int cell = grid_at(g, at.x, at.z);
    if (cell >= 0) g->cells[cell] |= SEEN;
}

// ---- views --------------------------------------------------------------------------------------

static void grid_mark_ray(seen_grid* g, wend_vec3 feet, float angle, float reach) {
    float x = sinf(angle), z = cosf(angle);
    for (float d = 0; d < reach; d += 0.5f * CELL)
        seen_grid_set_seen(g, wend_v3(feet.x - d * x, 0, feet.z - d * z));
}

static void grid_mark_view(seen_grid* g, const wend_oracle_depth* view, wend_vec3 feet,
                           float heading) {
    float farthest[MAX_COLUMNS] = {0};
    float focal = 0.5f * (float)view->width / tanf(view->hfov * (float)(WEND_PI / 360));
    int width = view->width < MAX_COLUMNS ? view->width : MAX_COLUMNS;
    for (int row = 0; row < view->height; row++) {
        const float* metres = view->metres + (size_t)row * (size_t)view->width;
        for (int i = 0; i < width; i++) farthest[i] = fmaxf(farthest[i], metres[i]);
    }
    int step = width > 32 ? width / 32 : 1;
    for (int i = step / 2; i < width; i += step) {
        float bearing = atanf((0.5f * (float)view->width - (float)i - 0.5f) / focal);
        float reach = farthest[i] / cosf(bearing) + DEEPER;
        grid_mark_ray(g, feet, heading + bearing, fminf(reach, RANGE));
    }
}

void seen_grid_look(seen_grid* g, const wend_oracle_depth* view, wend_vec3 feet, float heading) {
    for (float x = -ARM; x <= ARM; x += CELL)
        for (float z = -ARM; z <= ARM; z += CELL)
            seen_grid_set_seen(g, wend_v3(feet.x + x, 0, feet.z + z));
    if (view->metres) grid_mark_view(g, view, feet, heading);
}

// ---- searches -----------------------------------------------------------------------------------
// A* with a binary heap; a cell may be in it several times, and only the first one counts.

static void heap_push(seen_grid* g, uint32_t key) {
    int i = g->heap_count;
    if (i == CELLS) return;  // far more than any search over doors and rooms holds at once
    g->heap_count++;
    for (; i > 0 && g->heap[(i - 1) / 2] > key; i = (i - 1) / 2) g->heap[i] = g->heap[(i - 1) / 2];
    g->heap[i] = key;
}

static uint32_t heap_pop(seen_grid* g) {
    uint32_t top = g->heap[0], last = g->heap[--g->heap_count];
    int i = 0;
    for (int k = 1; k < g->heap_count; k = 2 * i + 1) {
        if (k + 1 < g->heap_count && g->heap[k + 1] < g->heap[k]) k++;
        if (g->heap[k] >= last) break;
        g->heap[i] = g->heap[k];
        i = k;
    }
    g->heap[i] = last;
    return top;
}

static void grid_search(seen_grid* g, int first) {
    if (++g->search == 0) {  // stamps of 65,536 searches ago would look like this one's
        memset(g->stamp, 0, sizeof g->stamp);
        g->search = 1;
    }
    g->heap_count = 0;
    g->stamp[first] = g->search;
    g->cost[first] = 0;
}

// Min cost over free cells.
static uint32_t grid_estimate(int cell, int to) {
    int rows = abs(cell / SIDE - to / SIDE), columns = abs(cell % SIDE - to % SIDE);
    int few = rows < columns ? rows : columns, many = rows < columns ? columns : rows;
    return (uint32_t)(STRAIGHT * (many - few) + DIAGONAL * few);
}

// Reaches a neighbour of `cell`; false: it was reached at no more cost.
static bool grid_reach(seen_grid* g, int cell, int direction, int* next) {
    uint32_t cost = (uint32_t)g->cost[cell] + (direction < 4 ? STRAIGHT : DIAGONAL);
    *next = cell + row_step[direction] * SIDE + column_step[direction];
    if ((g->stamp[*next] == g->search && g->cost[*next] <= cost) || cost > UINT16_MAX) return false;
    g->stamp[*next] = g->search;
    g->cost[*next] = (uint16_t)cost;
    g->came_from[*next] = (uint8_t)direction;
    return true;
}

// A diagonal must not cut a corner.
static bool grid_may_step(seen_grid* g, int cell, int direction) {
    int down = cell + row_step[direction] * SIDE, along = cell + column_step[direction];
    return direction < 4 || (!grid_is_blocked(g, down) && !grid_is_blocked(g, along));
}

static bool grid_find(seen_grid* g, int from, int to) {
    grid_search(g, from);
    heap_push(g, grid_estimate(from, to) << 16 | (uint32_t)from);
    while (g->heap_count) {
        uint32_t key = heap_pop(g);
        int cell = (int)(key & 0xffff), next;
        if (cell == to) return true;
        if (key >> 16 > g->cost[cell] + grid_estimate(cell, to) || !grid_is_inner(cell)) continue;
        for (int i = 0; i < 8; i++) {
            int there = cell + row_step[i] * SIDE + column_step[i];
            if (grid_is_blocked(g, there) && there != to) continue;
            if (!grid_may_step(g, cell, i) || !grid_reach(g, cell, i, &next)) continue;
            heap_push(g, (g->cost[next] + grid_estimate(next, to)) << 16 | (uint32_t)next);
        }
    }
    return false;
}

// Whether all cells on the straight line are not blocked.
static bool grid_is_line_open(seen_grid* g, wend_vec3 from, int to) {
    wend_vec3 end = grid_middle(g, to);
    float length = hypotf(end.x - from.x, end.z - from.z);
    int steps = (int)(length / (0.3f * CELL)) + 1;
    for (int i = 1; i < steps; i++) {
        float part = (float)i / (float)steps;
        int cell = grid_at(g, from.x + part * (end.x - from.x), from.z + part * (end.z - from.z));
        if (cell < 0 || grid_is_blocked(g, cell)) return false;
    }
    return true;
}

bool seen_grid_route(seen_grid* g, wend_vec3 feet, wend_vec3 to, wend_vec3* next) {
    int from = grid_at(g, feet.x, feet.z), goal = grid_at(g, to.x, to.z);
    *next = to;
    if (from < 0 || goal < 0 || !grid_find(g, from, goal)) return false;
    if (from == goal || grid_is_line_open(g, feet, goal)) return true;
    int cell = goal, near = goal;
    while (cell != from && !(cell != goal && grid_is_line_open(g, feet, cell))) {
        near = cell;
        cell -= row_step[g->came_from[cell]] * SIDE + column_step[g->came_from[cell]];
    }
    *next = grid_middle(g, cell == from ? near : cell);
    return true;
}

// ---- frontiers ----------------------------------------------------------------------------------

static bool grid_is_worthwhile(seen_grid* g, int cell) {
    int unseen = 0;
    for (int i = -2; i <= 2; i++)
        for (int k = -2; k <= 2; k++) {
            int at = cell + i * SIDE + k;
            unseen += !(g->cells[at] & SEEN) && grid_is_free(g, at);
        }
    return unseen >= MIN_UNSEEN;
}

// Whether a body can go straight from one cell to the next: walls may be thinner than a cell.
static bool grid_is_open(const seen_grid* g, int from, int to) {
    wend_vec3 end = grid_middle(g, to);
    wend_vec3 there = wend_navmesh_step(g->mesh, grid_middle(g, from), end, false);
    return hypotf(there.x - end.x, there.z - end.z) < 0.05f;
}

bool seen_grid_frontier(seen_grid* g, wend_vec3 feet, wend_vec3* at) {
    int from = grid_at(g, feet.x, feet.z);
    if (from < 0) return false;
    grid_search(g, from);
    heap_push(g, (uint32_t)from);
    while (g->heap_count) {
        uint32_t key = heap_pop(g);
        int cell = (int)(key & 0xffff), next;
        if (key >> 16 > g->cost[cell] || !grid_is_inner(cell)) continue;
        for (int i = 0; i < 8; i++) {
            int there = cell + row_step[i] * SIDE + column_step[i];
            if (!grid_is_free(g, there) || !grid_may_step(g, cell, i)) continue;
            if (g->cells[there] & SEEN) {
                if (grid_reach(g, cell, i, &next))
                    heap_push(g, (uint32_t)g->cost[next] << 16 | (uint32_t)next);
            } else if (i < 4 && grid_is_open(g, cell, there) && grid_is_worthwhile(g, there)) {
                *at = grid_middle(g, there);
                return true;
            }
        }
    }
    return false;
}
