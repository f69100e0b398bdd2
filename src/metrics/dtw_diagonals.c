// Dynamic time warping of paths of positions along anti-diagonals, vectorised over cells.
//
// Cell (i, j) pairs point i of a with point j of b. On diagonal d = i + j it depends on (i, j-1)
// and (i-1, j) of diagonal d-1 and on (i-1, j-1) of d-2, but on no cell of its own diagonal. With b
// reversed, all operands of a diagonal are contiguous, so the compiler vectorises the loop. Results
// are bit-identical for every vector width, since each cell is computed by the same operations in
// the same order.
#include <math.h>
#include <string.h>

#include "metrics/dtw.h"

typedef struct diagonals {
    const double *ax, *ay, *az;  // [n]
    const double *bx, *by, *bz;  // [m] reversed
    double* cells[3];  // [n + 1] each, index i + 1; entry 0 and unreached ones are INFINITY
    int n, m;
} diagonals;

static inline double dtw_diagonals_min(double a, double b) { return a < b ? a : b; }

// `shift` maps i to the reversed index of j = d - i.
__attribute__((always_inline)) static inline void run_diagonal(const diagonals* t, int d) {
    const double* restrict before = t->cells[(d + 1) % 3];  // diagonal d-2, at i - 1
    const double* restrict last = t->cells[(d + 2) % 3];    // diagonal d-1
    double* restrict now = t->cells[d % 3];
    const double *ax = t->ax, *ay = t->ay, *az = t->az;
    int low = d < t->m ? 0 : d - t->m + 1;
    int high = d < t->n ? d : t->n - 1;
    ptrdiff_t shift = (ptrdiff_t)t->m - 1 - d;
    const double *bx = t->bx, *by = t->by, *bz = t->bz;
    for (int i = low; i <= high; i++) {
        double x = ax[i] - bx[i + shift], y = ay[i] - by[i + shift], z = az[i] - bz[i + shift];
        double best = dtw_diagonals_min(dtw_diagonals_min(last[i + 1], last[i]), before[i]);
        now[i + 1] = sqrt(x * x + y * y + z * z) + best;
    }
}

__attribute__((always_inline)) static inline double dtw_diagonals_run_all(const diagonals* t) {
    for (int d = 1; d <= t->n + t->m - 2; d++) run_diagonal(t, d);
    return t->cells[(t->n + t->m - 2) % 3][t->n];
}

static double run_plain(const diagonals* t) { return dtw_diagonals_run_all(t); }
#if defined(__x86_64__)
__attribute__((target("avx2"))) static double run_wide(const diagonals* t) {
    return dtw_diagonals_run_all(t);
}
#else
static double run_wide(const diagonals* t) { return dtw_diagonals_run_all(t); }
#endif

// Splits coordinates into separate arrays, with `reversed` from the last point to the first.
static void split_places(const wend_path* path, bool reversed, double* x, double* y, double* z) {
    for (int i = 0; i < path->count; i++) {
        const double* place = path->points[reversed ? path->count - 1 - i : i];
        x[i] = place[0];
        y[i] = place[1];
        z[i] = place[2];
    }
}

wend_status dtw_diagonals(wend_dtw* dtw, const wend_path* a, const wend_path* b, double* cost,
                          wend_error* error) {
    if (a->count > b->count) {  // DTW is symmetric; the arrays have the length of the shorter path
        const wend_path* swap = a;
        a = b;
        b = swap;
    }
    size_t n = (size_t)a->count, m = (size_t)b->count;
    double* memory = dtw_memory(dtw, (3 * n + 3 * m + 3 * (n + 1)) * sizeof *memory, error);
    if (!memory) return WEND_NO_MEMORY;
    double *ax = memory, *ay = ax + n, *az = ay + n, *bx = az + n, *by = bx + m, *bz = by + m;
    split_places(a, false, ax, ay, az);
    split_places(b, true, bx, by, bz);
    diagonals t = {ax,     ay,    az, bx, by, bz, {bz + m, bz + m + n + 1, bz + m + 2 * (n + 1)},
                   (int)n, (int)m};
    for (size_t i = 0; i < 3 * (n + 1); i++) t.cells[0][i] = INFINITY;
    t.cells[0][1] = wend_path_distance(a, 0, b, 0);
    *cost = dtw->wide ? run_wide(&t) : run_plain(&t);
    return WEND_OK;
}
