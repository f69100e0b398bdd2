// The loops of segment_rows.h. The including file defines SEGMENT_ROWS and its compiler flags.
#include "perceive/segment_rows.h"

#define ROW_LOOP static inline __attribute__((always_inline))

static const float NEAREST = 0.02f, FARTHEST = 10;  // metres: range of valid depth
static const float SMOOTH = 0.94f;                  // cosine between normals of one smooth surface
static const float FLOOR_HEIGHT = 0.025f;           // metres: lower surfaces are floor
static const float FOLD = -0.15f;  // sine of the angle of a concave edge that separates

// Grids and rays are copied so that the compiler sees no aliasing; for the points a pragma says so.
#ifdef __clang__
#define NO_ALIASING _Pragma("clang loop vectorize(assume_safety)")
#else
#define NO_ALIASING _Pragma("GCC ivdep")
#endif

static void fill_points(segment_grid* grid, int row, const segment_ray* from) {
    const segment_grid g = *grid;
    const segment_ray ray = *from;
    int first = row * g.width, last = first + g.width;
    NO_ALIASING
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

// Deviation of three neighbouring points from a line, in inverse depth, in which planes are linear.
// INFINITY: the second point is invalid.
ROW_LOOP float bend(float a, float b, float c) {
    float line = fabsf(a - 2 * b + c), level = fabsf(a - b);
    float bent = c > 0 ? line : level;
    return b > 0 ? bent : INFINITY;
}

// The difference to the neighbour on the side where the surface continues, so that normals at the
// edge of an object are those of the object. `back`, `next`: deviation on both sides.
ROW_LOOP float slope(const float* at, int offset, float back, float next) {
    float ahead = at[offset] - at[0], behind = at[0] - at[-offset];
    float way = next <= back ? ahead : behind, min = next <= back ? next : back;
    return min < INFINITY ? way : 0;
}

// Added to the deviation on each side: 0, or INFINITY if two neighbours are outside of the image.
typedef struct sides {
    float left, right, up, down;
} sides;

ROW_LOOP float bend_towards(const float* inverse, int offset) {
    return bend(inverse[0], inverse[offset], inverse[2 * offset]);
}

ROW_LOOP void find_normal(const segment_grid* g, int i, sides s) {
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

// The grid has memory beyond its first and last rows, so that the loop needs no bounds checks; the
// columns at the sides are computed again.
static void fill_normals(segment_grid* grid, int row) {
    const segment_grid g = *grid;
    int first = row * g.width, last = first + g.width;
    sides s = {0, 0, row > 1 ? 0 : INFINITY, row + 2 < g.height ? 0 : INFINITY};
    NO_ALIASING
    for (int i = first; i < last; i++) find_normal(&g, i, s);
    for (int k = 0; k < 2; k++) {
        s.left = INFINITY, s.right = 0;
        find_normal(&g, first + k, s);
        s.left = 0, s.right = INFINITY;
        find_normal(&g, last - 1 - k, s);
    }
}

static void find_solids(const segment_grid* g, int row, uint8_t* restrict solids) {
    int first = row * g->width;
    const float *depth = g->depth + first, *y = g->points.y + first, *up = g->normals.y + first;
    for (int i = 0; i < g->width; i++) {
        int floor = (y[i] < FLOOR_HEIGHT + 0.003f * depth[i]) & (up[i] > 0.8f);
        solids[i] = (depth[i] > 0) & !floor;
    }
}

// ---- links --------------------------------------------------------------------------------------

static void find_verdicts(const segment_grid* g, int first, int count, int offset,
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
        // Negative: concave.
        float inwards = (nx[j] - nx[i]) * wx + (ny[j] - ny[i]) * wy + (nz[j] - nz[i]) * wz;
        int apart = (off >= 0.005f + 3 * depth[i] / focal) | (inwards <= FOLD * length);
        int folded = apart ? VERDICT_APART : VERDICT_ASK_COLOUR;
        verdicts[i] = smooth ? close : folded;
    }
}

const segment_rows SEGMENT_ROWS = {fill_points, fill_normals, find_solids, find_verdicts};
