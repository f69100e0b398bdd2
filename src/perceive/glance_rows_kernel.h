// The loops of glance_rows.h, for the file that defines GLANCE_ROWS and is compiled to match.
#include "perceive/glance_rows.h"

#define ROW_LOOP static inline __attribute__((always_inline))

static const float NEAREST = 0.02f, FARTHEST = 10;  // metres; nothing else is looked at
static const float SMOOTH = 0.94f;                  // cosine between normals of one smooth surface
static const float FLOOR_HEIGHT = 0.025f;           // metres; lower is the floor, or flat on it
static const float FOLD = -0.15f;                   // sine of an inward fold that cuts

// Grids and rays are copied, so that the compiler sees that no store changes them; of the points
// it has to be told.
#ifdef __clang__
#define NO_STORE_CHANGES_A_LOAD _Pragma("clang loop vectorize(assume_safety)")
#else
#define NO_STORE_CHANGES_A_LOAD _Pragma("GCC ivdep")
#endif

static void fill_points(glance_grid* grid, int row, const glance_ray* from) {
    const glance_grid g = *grid;
    const glance_ray ray = *from;
    int first = row * g.width, last = first + g.width;
    NO_STORE_CHANGES_A_LOAD
    for (int i = first; i < last; i++) {
        float d = g.depth[i], up = ray.up * d, reciprocal = 1 / d;
        int seen = (d > NEAREST) & (d < FARTHEST);
        g.depth[i] = seen ? d : 0;
        g.inverse[i] = seen ? reciprocal : 0;
        g.points.x[i] = ray.right[i - first] * d;
        g.points.y[i] = ray.eye_height + up * ray.cosine + d * ray.sine;
        g.points.z[i] = up * ray.sine - d * ray.cosine;
    }
}

// ---- normals ------------------------------------------------------------------------------------

// How far three points in a row are from a straight line, in inverse depth, where planes are
// straight. INFINITY: there is nothing at the second one.
ROW_LOOP float bend(float a, float b, float c) {
    float line = fabsf(a - 2 * b + c), level = fabsf(a - b);
    float bent = c > 0 ? line : level;
    return b > 0 ? bent : INFINITY;
}

// The way to the neighbour on that side where the surface goes on: at the edge of a thing this
// stays on it. `back`, `next`: how much the surface bends there.
ROW_LOOP float slope(const float* at, int offset, float back, float next) {
    float ahead = at[offset] - at[0], behind = at[0] - at[-offset];
    float way = next <= back ? ahead : behind, least = next <= back ? next : back;
    return least < INFINITY ? way : 0;
}

// What is added to the bend on each side: 0, or INFINITY where two neighbours are not in the
// picture.
typedef struct sides {
    float left, right, up, down;
} sides;

ROW_LOOP float bend_towards(const float* inverse, int offset) {
    return bend(inverse[0], inverse[offset], inverse[2 * offset]);
}

ROW_LOOP void find_normal(const glance_grid* g, int i, sides s) {
    const float *inverse = g->inverse + i, *x = g->points.x + i, *y = g->points.y + i,
                *z = g->points.z + i;
    int row = g->width;
    float back = bend_towards(inverse, -1) + s.left, next = bend_towards(inverse, 1) + s.right;
    float above = bend_towards(inverse, -row) + s.up, below = bend_towards(inverse, row) + s.down;
    float ax = slope(x, row, above, below), bx = slope(x, 1, back, next);
    float ay = slope(y, row, above, below), by = slope(y, 1, back, next);
    float az = slope(z, row, above, below), bz = slope(z, 1, back, next);
    float nx = ay * bz - az * by, ny = az * bx - ax * bz, nz = ax * by - ay * bx;
    float length = sqrtf(nx * nx + ny * ny + nz * nz), reciprocal = 1 / length;
    float scale = length > 0 ? reciprocal : 0;
    scale = inverse[0] > 0 ? scale : 0;
    g->normals.x[i] = nx * scale;
    g->normals.y[i] = ny * scale;
    g->normals.z[i] = nz * scale;
}

// Beyond the grid's first and last rows there is memory, so that no point need be asked whether it
// has neighbours; the columns at the sides are then done again.
static void fill_normals(glance_grid* grid, int row) {
    const glance_grid g = *grid;
    int first = row * g.width, last = first + g.width;
    sides s = {0, 0, row > 1 ? 0 : INFINITY, row + 2 < g.height ? 0 : INFINITY};
    NO_STORE_CHANGES_A_LOAD
    for (int i = first; i < last; i++) find_normal(&g, i, s);
    for (int k = 0; k < 2; k++) {
        s.left = INFINITY, s.right = 0;
        find_normal(&g, first + k, s);
        s.left = 0, s.right = INFINITY;
        find_normal(&g, last - 1 - k, s);
    }
}

static void find_solids(const glance_grid* g, int row, uint8_t* restrict solids) {
    int first = row * g->width;
    const float *depth = g->depth + first, *y = g->points.y + first, *up = g->normals.y + first;
    for (int i = 0; i < g->width; i++) {
        int floor = (y[i] < FLOOR_HEIGHT + 0.003f * depth[i]) & (up[i] > 0.8f);
        solids[i] = (depth[i] > 0) & !floor;
    }
}

// ---- belonging together -------------------------------------------------------------------------

static void find_verdicts(const glance_grid* g, int first, int count, int offset,
                          int32_t* restrict verdicts) {
    const float *x = g->points.x + first, *y = g->points.y + first, *z = g->points.z + first;
    const float *nx = g->normals.x + first, *ny = g->normals.y + first, *nz = g->normals.z + first;
    const float* depth = g->depth + first;
    float focal = g->focal;
    for (int i = 0; i < count; i++) {
        int j = i + offset;
        float wx = x[j] - x[i], wy = y[j] - y[i], wz = z[j] - z[i];
        float here = fabsf(nx[i] * wx + ny[i] * wy + nz[i] * wz);
        float there = fabsf(nx[j] * wx + ny[j] * wy + nz[j] * wz);
        float off = here > there ? here : there;
        int smooth = nx[i] * nx[j] + ny[i] * ny[j] + nz[i] * nz[j] > SMOOTH;
        int close = off < 0.006f + 0.004f * depth[i];
        float length = sqrtf(wx * wx + wy * wy + wz * wz);
        // Negative: the surface folds inwards.
        float inwards = (nx[j] - nx[i]) * wx + (ny[j] - ny[i]) * wy + (nz[j] - nz[i]) * wz;
        int apart = (off >= 0.005f + 3 * depth[i] / focal) | (inwards <= FOLD * length);
        int folded = apart ? VERDICT_APART : VERDICT_ASK_COLOUR;
        verdicts[i] = smooth ? close : folded;
    }
}

const glance_rows GLANCE_ROWS = {fill_points, fill_normals, find_solids, find_verdicts};
