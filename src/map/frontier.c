// Frontiers: connected components of free cells beside unknown ones  [Yamauchi 1997].
#include <string.h>

#include "base/lanes.h"
#include "map/map_grid.h"

// State of a flood fill over the cells of one frontier, with the sums of their positions.
typedef struct flood {
    const map_level* level;
    int32_t* stack;  // cell indices
    int count;
    double sum_i, sum_j;
} flood;

// Bit of frontier cells that have not been visited yet.
enum { MARK_FRONTIER = 128 };
static const uint64_t ALL_FRONTIER = 0x8080808080808080u;

typedef uint8_t strip __attribute__((vector_size(32)));
enum { STRIP = 32 };  // the width of levels is a multiple of it
_Static_assert(LEVEL_GROWTH % STRIP == 0, "rows of levels are whole strips");

LANES strip frontier_load(const uint8_t* from) {
    strip v;
    memcpy(&v, from, sizeof v);
    return v;
}

// Marks the frontier cells of a row: free, with an unknown neighbour. Cells beyond the level are
// unknown. `row` has one more cell on each side. False: there are none.
LANES bool mark_row_with(const uint8_t* above, const uint8_t* row, const uint8_t* below, int width,
                         uint8_t* marks) {
    strip any = {0};
    for (int i = 0; i < width; i += STRIP) {
        strip beside = (strip)((frontier_load(row + i) == 0) | (frontier_load(row + i + 2) == 0) |
                               (frontier_load(above + i) == 0) | (frontier_load(below + i) == 0));
        strip frontier =
            (strip)(frontier_load(row + i + 1) == WEND_CELL_FREE) & beside & MARK_FRONTIER;
        strip marked = frontier_load(marks + i) | frontier;
        memcpy(marks + i, &marked, sizeof marked);
        any |= frontier;
    }
    uint64_t parts[STRIP / 8];
    memcpy(parts, &any, sizeof parts);
    return (parts[0] | parts[1] | parts[2] | parts[3]) != 0;
}

static bool mark_row_plain(const uint8_t* above, const uint8_t* row, const uint8_t* below,
                           int width, uint8_t* marks) {
    return mark_row_with(above, row, below, width, marks);
}
LANES_TARGET_AVX2 bool mark_row_fast(const uint8_t* above, const uint8_t* row, const uint8_t* below,
                                     int width, uint8_t* marks) {
    return mark_row_with(above, row, below, width, marks);
}

static bool mark_frontiers(const map_level* level) {
    enum { MOST = 8192 };
    static const uint8_t unknown[MOST];
    uint8_t row[MOST + 2];
    int w = level->width;
    bool any = false;
    for (int j = 0; j < level->height; j++) {
        const uint8_t* state = level->state + j * w;
        const uint8_t* above = j ? state - w : unknown;
        const uint8_t* below = j < level->height - 1 ? state + w : unknown;
        row[0] = row[w + 1] = WEND_CELL_UNKNOWN;
        memcpy(row + 1, state, (size_t)w);
        any |= lanes_have_avx2() ? mark_row_fast(above, row, below, w, level->marks + j * w)
                                 : mark_row_plain(above, row, below, w, level->marks + j * w);
    }
    return any;
}

static void frontier_push(flood* f, int i, int j) {
    int index = j * f->level->width + i;
    f->level->marks[index] &= (uint8_t)~MARK_FRONTIER;
    f->stack[f->count++] = index;
    f->sum_i += i;
    f->sum_j += j;
}

// Flood fill (breadth first) of the frontier that contains a cell; its cells stay on the stack.
static void flood_from(flood* f, int index) {
    const map_level* level = f->level;
    int w = level->width;
    f->count = 0;
    f->sum_i = f->sum_j = 0;
    frontier_push(f, index % w, index / w);
    for (int next = 0; next < f->count; next++) {
        int i = f->stack[next] % w, j = f->stack[next] / w;
        for (int dj = -1; dj <= 1; dj++)
            for (int di = -1; di <= 1; di++) {
                int a = i + di, b = j + dj;
                bool inside = a >= 0 && b >= 0 && a < w && b < level->height;
                if (inside && level->marks[b * w + a] & MARK_FRONTIER) frontier_push(f, a, b);
            }
    }
}

static wend_frontier summarise(const wend_map* map, const flood* f) {
    double mean_i = f->sum_i / f->count, mean_j = f->sum_j / f->count, best = INFINITY;
    int nearest = f->stack[0], w = f->level->width;
    for (int k = 0; k < f->count; k++) {
        double di = f->stack[k] % w - mean_i, dj = f->stack[k] / w - mean_j;
        if (di * di + dj * dj >= best) continue;
        best = di * di + dj * dj;
        nearest = f->stack[k];
    }
    wend_vec2 middle = level_middle(map, f->level, nearest);
    return (wend_frontier){middle.x, middle.y, f->count};
}

// Inserts into a list sorted by decreasing size; ties keep their order.
static int frontier_insert(wend_frontier* list, int count, int max, wend_frontier f) {
    int at = count;
    while (at > 0 && list[at - 1].cells < f.cells) at--;
    if (at >= max) return count;
    int last = count < max ? count : max - 1;
    for (int k = last; k > at; k--) list[k] = list[k - 1];
    list[at] = f;
    return last + 1;
}

int wend_map_frontiers(const wend_map* map, int min_cells, wend_frontier* frontiers, int max) {
    const map_level* level = map_current(map);
    int cells = level->width * level->height, found = 0;
    if (max < 1 || !mark_frontiers(level)) return 0;
    flood f = {.level = level, .stack = level->scratch};
    for (int index = 0; index < cells; index += 8) {
        uint64_t marks, left;  // a flood fill clears marks, also in this word
        while (memcpy(&marks, level->marks + index, sizeof marks), (left = marks & ALL_FRONTIER)) {
            flood_from(&f, index + __builtin_ctzll(left) / 8);
            if (f.count >= min_cells)
                found = frontier_insert(frontiers, found, max, summarise(map, &f));
        }
    }
    return found;
}
