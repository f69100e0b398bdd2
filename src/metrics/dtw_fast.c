// FastDTW: coarse-to-fine dynamic time warping within a window, as in the Python package fastdtw.
//
// Both paths are halved until one is short, and aligned exactly. The alignment, widened by `radius`
// and doubled, is the window of the next finer level. [Salvador and Chan 2007; slaypni/fastdtw]
#include <math.h>
#include <stdint.h>

#include "metrics/dtw.h"

typedef struct fast_level {
    const double (*a)[3];
    const double (*b)[3];
    int n, m;
} fast_level;

enum { LEVEL_LIMIT = 32 };  // max number of halvings of an int
enum { FROM_ABOVE, FROM_LEFT, FROM_CORNER };

// Scratch memory for the finest level, reused by all levels. Rows store their windows
// consecutively; the window of row i is columns low[i] to high[i].
typedef struct fast_work {
    int *low, *high;                // [n]
    int *coarse_low, *coarse_high;  // [n / 2 + 3] alignment of the level before, rows -1 …
    double *row, *above;            // [m]
    size_t* first;                  // [n + 1] offset of each row in `moves`
    uint8_t* moves;                 // the best predecessor of each cell
    size_t move_capacity;
} fast_work;

static double straight(const double p[3], const double q[3]) {
    double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
    return sqrt(x * x + y * y + z * z);
}

static double dtw_fast_cell_at(const double* row, int low, int high, int j) {
    return j >= low && j <= high ? row[j] : INFINITY;
}

// Ties are resolved in the order up, left, corner, as Python's min takes the first of the three.
static double dtw_fast_fill_row(const fast_level* l, fast_work* w, int i) {
    uint8_t* moves = w->moves + w->first[i];
    for (int j = w->low[i]; j <= w->high[i]; j++) {
        double here = straight(l->a[i], l->b[j]);
        double up = i ? dtw_fast_cell_at(w->above, w->low[i - 1], w->high[i - 1], j) : INFINITY;
        double left = j > w->low[i] ? w->row[j - 1] : INFINITY;
        double corner =
            i ? dtw_fast_cell_at(w->above, w->low[i - 1], w->high[i - 1], j - 1) : INFINITY;
        if (i == 0 && j == 0) corner = 0;
        double sums[3] = {up + here, left + here, corner + here};
        uint8_t best = FROM_ABOVE;
        if (sums[FROM_LEFT] < sums[best]) best = FROM_LEFT;
        if (sums[FROM_CORNER] < sums[best]) best = FROM_CORNER;
        w->row[j] = sums[best];
        moves[j - w->low[i]] = best;
    }
    return dtw_fast_cell_at(w->row, w->low[i], w->high[i], l->m - 1);
}

// The range of columns of the alignment in each row: the `coarse` window of the next level, without
// its border.
static void dtw_fast_trace_back(const fast_level* l, fast_work* w) {
    int i = l->n - 1, j = l->m - 1;
    w->coarse_low[i] = w->coarse_high[i] = j;
    while (i > 0 || j > 0) {
        uint8_t move = w->moves[w->first[i] + (size_t)(j - w->low[i])];
        if (move != FROM_LEFT) i--;
        if (move != FROM_ABOVE) j--;
        if (move != FROM_LEFT) w->coarse_high[i] = j;
        w->coarse_low[i] = j;
    }
}

static wend_status align_level(const fast_level* l, fast_work* w, double* cost, wend_error* error) {
    size_t cells = 0;
    for (int i = 0; i < l->n; i++) {
        w->first[i] = cells;
        cells += (size_t)(w->high[i] - w->low[i] + 1);
    }
    if (cells > w->move_capacity) {
        wend_free(w->moves);
        w->move_capacity = 0;
        w->moves = wend_alloc(cells);
        if (!w->moves)
            return wend_fail(error, WEND_NO_MEMORY,
                             "out of memory while aligning two paths (%zu bytes)", cells);
        w->move_capacity = cells;
    }
    for (int i = 0; i < l->n; i++) {
        *cost = dtw_fast_fill_row(l, w, i);
        double* swap = w->row;
        w->row = w->above;
        w->above = swap;
    }
    dtw_fast_trace_back(l, w);
    return WEND_OK;
}

// The window of a level from the alignment of the one before, which has `coarse` rows.
static void dtw_fast_widen(const fast_level* l, fast_work* w, int coarse, int radius) {
    for (int i = 0; i < l->n; i++) {
        int first = i / 2 - radius, last = i / 2 + radius;
        if (first < 0) first = 0;
        if (first > coarse - 1) first = coarse - 1;
        if (last > coarse - 1) last = coarse - 1;
        int low = 2 * (w->coarse_low[first] - radius);
        int high = 2 * (w->coarse_high[last] + radius) + 1;
        // With radius 0 the last column of an odd number would be missing.
        bool ends = high > l->m - 1 || i == l->n - 1;
        w->low[i] = low < 0 ? 0 : low;
        w->high[i] = ends ? l->m - 1 : high;
    }
}

static void dtw_fast_halve(const double (*points)[3], int count, double (*half)[3]) {
    for (int i = 0; i + 1 < count; i += 2)
        for (int k = 0; k < 3; k++) half[i / 2][k] = (points[i][k] + points[i + 1][k]) / 2;
}

// Fills the levels from fine to coarse. `space` receives the halved paths. Returns the number of
// levels.
static int build_levels(fast_level* levels, int radius, double (*space)[3]) {
    int count = 1;
    for (;; count++) {
        const fast_level* fine = &levels[count - 1];
        if (fine->n < radius + 2 || fine->m < radius + 2) return count;
        fast_level* next = &levels[count];
        *next = (fast_level){space, space + fine->n / 2, fine->n / 2, fine->m / 2};
        dtw_fast_halve(fine->a, fine->n, space);
        dtw_fast_halve(fine->b, fine->m, space + next->n);
        space += next->n + next->m;
    }
}

static fast_work dtw_fast_lay_out(void* memory, int n, int m) {
    fast_work w = {0};
    w.row = memory;
    w.above = w.row + m;
    w.first = (size_t*)(w.above + m);
    w.low = (int*)(w.first + n);
    w.high = w.low + n;
    w.coarse_low = w.high + n;
    w.coarse_high = w.coarse_low + n;
    return w;
}

wend_status wend_dtw_cost_fast(wend_dtw* dtw, const wend_path* path, const wend_path* reference,
                               int radius, double* cost, wend_error* error) {
    int n = path->count, m = reference->count;
    bool placed = (path->points || !n) && (reference->points || !m);
    if (!placed || radius < 0)
        return wend_fail(error, WEND_ARGUMENT,
                         "fastdtw takes paths of positions and a radius >= 0");
    if (n == 0 || m == 0) return wend_dtw_cost(dtw, path, reference, cost, error);
    size_t halves = ((size_t)n + (size_t)m) * 3 * sizeof(double);
    size_t rest = 2 * (size_t)m * sizeof(double) + (size_t)n * (sizeof(size_t) + 4 * sizeof(int));
    char* memory = dtw_memory(dtw, halves + rest, error);
    if (!memory) return WEND_NO_MEMORY;
    fast_level levels[LEVEL_LIMIT] = {{path->points, reference->points, n, m}};
    int count = build_levels(levels, radius, (double(*)[3])memory);
    fast_work w = dtw_fast_lay_out(memory + halves, n, m);
    wend_status status = WEND_OK;
    for (int i = count - 1; i >= 0 && status == WEND_OK; i--) {
        const fast_level* l = &levels[i];
        if (i < count - 1) {
            dtw_fast_widen(l, &w, levels[i + 1].n, radius);
        } else {
            for (int k = 0; k < l->n; k++) {
                w.low[k] = 0;
                w.high[k] = l->m - 1;
            }
        }
        status = align_level(l, &w, cost, error);
    }
    wend_free(w.moves);
    return status;
}
