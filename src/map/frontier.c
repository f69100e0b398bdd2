#include "map/map_grid.h"

// Every index into the level's arrays that a flood has put on its stack, and what to sum up of it.
typedef struct flood {
    const map_level* level;
    int32_t* stack;  // of cells; those taken stay below `taken`
    int count;
    double sum_i, sum_j;
} flood;

static bool is_frontier(const map_level* level, int i, int j) {
    const uint8_t* state = level->state;
    int w = level->width, index = j * w + i;
    if (state[index] != WEND_CELL_FREE) return false;
    return i == 0 || j == 0 || i == w - 1 || j == level->height - 1 || !state[index - 1] ||
           !state[index + 1] || !state[index - w] || !state[index + w];
}

// Frontier cells are marked with this bit while their frontier has not been visited.
enum { MARK_FRONTIER = 128 };

static int mark_frontiers(const map_level* level) {
    int count = 0;
    for (int j = 0; j < level->height; j++)
        for (int i = 0; i < level->width; i++)
            if (is_frontier(level, i, j)) {
                level->marks[j * level->width + i] |= MARK_FRONTIER;
                count++;
            }
    return count;
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
    for (int index = 0; index < cells; index++) {
        if (!(level->marks[index] & MARK_FRONTIER)) continue;
        flood_from(&f, index);
        if (f.count >= least) found = insert(frontiers, found, max, summarise(map, &f));
    }
    return found;
}
