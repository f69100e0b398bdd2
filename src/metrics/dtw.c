// Exact dynamic time warping, row by row, and its incremental form.
#include "metrics/dtw.h"

#include <math.h>

wend_status wend_dtw_create(wend_dtw** out, wend_error* error) {
    wend_dtw* dtw = wend_alloc_zero(1, sizeof *dtw);
    *out = dtw;
    if (!dtw) return wend_fail(error, WEND_NO_MEMORY, "out of memory for time warping");
    dtw->wide = __builtin_cpu_supports("avx2");
    return WEND_OK;
}

void wend_dtw_destroy(wend_dtw* dtw) {
    if (!dtw) return;
    wend_free(dtw->memory);
    wend_free(dtw->row);
    wend_free(dtw->distinct);
    wend_free(dtw);
}

void* dtw_memory(wend_dtw* dtw, size_t bytes, wend_error* error) {
    if (bytes <= dtw->capacity) return dtw->memory;
    wend_free(dtw->memory);
    dtw->capacity = 0;
    dtw->memory = wend_alloc(bytes);
    if (dtw->memory)
        dtw->capacity = bytes;
    else
        (void)wend_fail(error, WEND_NO_MEMORY, "out of memory while aligning two paths (%zu bytes)",
                        bytes);
    return dtw->memory;
}

// Comparisons instead of fmin: they compile to one instruction, and NaN does not occur.
static inline double dtw_min(double a, double b) { return a < b ? a : b; }

// Computes the next row of the table in place. `row` contains the previous one; with `first` it is
// undefined.
static void next_row(double* row, const double* distances, int count, bool first) {
    double corner = first ? 0 : row[0];
    row[0] = distances[0] + corner;
    for (int j = 1; j < count; j++) {
        double above = first ? INFINITY : row[j];
        double best = dtw_min(dtw_min(above, first ? INFINITY : corner), row[j - 1]);
        corner = above;
        row[j] = distances[j] + best;
    }
}

wend_status wend_dtw_begin(wend_dtw* dtw, int count, wend_error* error) {
    if (count < 1) return wend_fail(error, WEND_ARGUMENT, "a reference of %d points", count);
    if (count > dtw->row_capacity) {
        wend_free(dtw->row);
        dtw->row_capacity = 0;
        dtw->row = wend_alloc((size_t)count * sizeof *dtw->row);
        if (!dtw->row)
            return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d points", count);
        dtw->row_capacity = count;
    }
    dtw->count = count;
    dtw->appended = 0;
    return WEND_OK;
}

double wend_dtw_append(wend_dtw* dtw, const double* distances) {
    next_row(dtw->row, distances, dtw->count, dtw->appended++ == 0);
    return dtw->row[dtw->count - 1];
}

// True if one of the paths is empty; writes the cost.
static bool is_empty_case(const wend_path* path, const wend_path* reference, double* cost) {
    if (path->count > 0 && reference->count > 0) return false;
    *cost = path->count == reference->count ? 0 : INFINITY;
    return true;
}

typedef struct pins {
    bool start, end;
} pins;

static wend_status cost_by_rows(wend_dtw* dtw, const wend_path* path, const wend_path* reference,
                                pins pin, double* cost, wend_error* error) {
    int n = path->count, m = reference->count;
    double* row = dtw_memory(dtw, 2 * (size_t)m * sizeof *row, error);
    if (!row) return WEND_NO_MEMORY;
    double* distances = row + m;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) distances[j] = wend_path_distance(path, i, reference, j);
        if (pin.start && i > 0) distances[0] = INFINITY;
        bool seeded = i == 0 && m == 1 && !pin.start;
        if (pin.end && i < n - 1 && !seeded) distances[m - 1] = INFINITY;
        next_row(row, distances, m, i == 0);
    }
    *cost = row[m - 1];
    return WEND_OK;
}

wend_status wend_dtw_cost(wend_dtw* dtw, const wend_path* path, const wend_path* reference,
                          double* cost, wend_error* error) {
    if (is_empty_case(path, reference, cost)) return WEND_OK;
    if (path->points) return dtw_diagonals(dtw, path, reference, cost, error);
    return cost_by_rows(dtw, path, reference, (pins){false, false}, cost, error);
}

wend_status wend_dtw_cost_pinned(wend_dtw* dtw, const wend_path* path, const wend_path* reference,
                                 bool pin_start, bool pin_end, double* cost, wend_error* error) {
    if (!pin_start && !pin_end) return wend_dtw_cost(dtw, path, reference, cost, error);
    if (is_empty_case(path, reference, cost)) return WEND_OK;
    return cost_by_rows(dtw, path, reference, (pins){pin_start, pin_end}, cost, error);
}

double wend_dtw_normalize(double cost, int points, double radius) {
    if (points < 1) return cost == 0 ? 1 : 0;
    return exp(-cost / (points * radius));
}
