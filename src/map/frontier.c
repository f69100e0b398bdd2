#include <string.h>

#include "base/eight.h"
#include "map/map_grid.h"

// Every index into the level's arrays that a flood has put on its stack, and what to sum up of it.
typedef struct flood {
    const map_level* level;
    int32_t* stack;  // of cells; those taken stay below `taken`
    int count;
    double sum_i, sum_j;
} flood;

// Frontier cells are marked with this bit while their frontier has not been visited.
enum { MARK_FRONTIER = 128 };
static const uint64_t ALL_FRONTIER = 0x8080808080808080u;

typedef uint8_t strip __attribute__((vector_size(32)));
enum { STRIP = 32 };  // levels are whole multiples of it wide
_Static_assert(LEVEL_GROWTH % STRIP == 0, "rows of levels are whole strips");

EIGHT_INLINE strip load(const uint8_t* from) {
    strip v;
    memcpy(&v, from, sizeof v);
    return v;
}

// Marks the frontier cells of a row: free, and beside what is unknown, as all is beyond the level.
// `row` has a cell more on each side. False: there are none.
EIGHT_INLINE bool mark_row_with(const uint8_t* above, const uint8_t* row, const uint8_t* below,
                                int width, uint8_t* marks) {
    strip any = {0};
    for (int i = 0; i < width; i += STRIP) {
        strip beside = (strip)((load(row + i) == 0) | (load(row + i + 2) == 0) |
                               (load(above + i) == 0) | (load(below + i) == 0));
        strip frontier = (strip)(load(row + i + 1) == WEND_CELL_FREE) & beside & MARK_FRONTIER;
        strip marked = load(marks + i) | frontier;
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
EIGHT_FAST bool mark_row_fast(const uint8_t* above, const uint8_t* row, const uint8_t* below,
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
        any |= eight_is_fast() ? mark_row_fast(above, row, below, w, level->marks + j * w)
                               : mark_row_plain(above, row, below, w, level->marks + j * w);
    }
    return any;
}

static void push(flood* f, int i, int j) {
    int index = j * f->level->width + i;
    f->level->marks[index] &= (uint8_t)~MARK_FRONTIER;
    f->stack[f->count++] = index;
    f->sum_i += i;
    f->sum_j += j;
}

// All cells of the frontier that holds a cell, breadth first: they stay on the stack.
static void flood_from(flood* f, int index) {
    const map_level* level = f->level;
    int w = level->width;
    f->count = 0;
    f->sum_i = f->sum_j = 0;
    push(f, index % w, index / w);
    for (int next = 0; next < f->count; next++) {
        int i = f->stack[next] % w, j = f->stack[next] / w;
        for (int dj = -1; dj <= 1; dj++)
            for (int di = -1; di <= 1; di++) {
                int a = i + di, b = j + dj;
                bool inside = a >= 0 && b >= 0 && a < w && b < level->height;
                if (inside && level->marks[b * w + a] & MARK_FRONTIER) push(f, a, b);
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

// Into a list that is kept sorted by size; of equal ones the first met comes first.
static int insert(wend_frontier* list, int count, int max, wend_frontier f) {
    int at = count;
    while (at > 0 && list[at - 1].cells < f.cells) at--;
    if (at >= max) return count;
    int last = count < max ? count : max - 1;
    for (int k = last; k > at; k--) list[k] = list[k - 1];
    list[at] = f;
    return last + 1;
}

int wend_map_frontiers(const wend_map* map, int least, wend_frontier* frontiers, int max) {
    const map_level* level = map_current(map);
    int cells = level->width * level->height, found = 0;
    if (max < 1 || !mark_frontiers(level)) return 0;
    flood f = {.level = level, .stack = level->scratch};
    for (int index = 0; index < cells; index += 8) {
        uint64_t marks, left;  // a flood takes marks away, also here
        while (memcpy(&marks, level->marks + index, sizeof marks), (left = marks & ALL_FRONTIER)) {
            flood_from(&f, index + __builtin_ctzll(left) / 8);
            if (f.count >= least) found = insert(frontiers, found, max, summarise(map, &f));
        }
    }
    return found;
}
