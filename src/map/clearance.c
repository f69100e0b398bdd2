// Chamfer distance transform: distance of each cell to the nearest occupied cell over straight and
// diagonal steps. Two passes, down and up; each takes the minimum over the previous row, then along
// the row, sixteen cells at a time.
#include "base/lanes.h"
#include "map/map_grid.h"

typedef int16_t strip __attribute__((vector_size(32)));
typedef uint8_t strip_bytes __attribute__((vector_size(16)));
enum { STRIP = 16 };

LANES strip clearance_load(const int16_t* from) {
    strip v;
    memcpy(&v, from, sizeof v);
    return v;
}

LANES strip nearer(strip a, strip b) {
    strip less = a < b;
    return (a & less) | (b & ~less);
}

#define NONE ((strip){0} + CLEARANCE_MOST)
// Shifts the sixteen lanes by 1, 2, 4 or 8 to the right or to the left; NONE moves in.
#define FROM_LEFT(v, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
    __builtin_shufflevector(NONE, v, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
#define FROM_RIGHT(v, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
    __builtin_shufflevector(v, NONE, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)

// Minimum over the three neighbours in another row; `row` points at the strip's own column.
LANES strip clearance_take_row(strip v, const int16_t* row) {
    v = nearer(v, clearance_load(row) + CLEARANCE_STRAIGHT);
    return nearer(v, nearer(clearance_load(row - 1), clearance_load(row + 1)) + CLEARANCE_DIAGONAL);
}

// Prefix minimum along the row from the left: within the strip, then from the cell before it.
LANES strip take_left(strip v, int16_t before) {
    const strip far = (strip){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16} * 10;
    v = nearer(v,
               10 + FROM_LEFT(v, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30));
    v = nearer(v,
               20 + FROM_LEFT(v, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29));
    v = nearer(v,
               40 + FROM_LEFT(v, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27));
    v = nearer(v, 80 + FROM_LEFT(v, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23));
    return nearer(v, far + before);
}

LANES strip take_right(strip v, int16_t after) {
    const strip far = (strip){16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1} * 10;
    v = nearer(v, 10 + FROM_RIGHT(v, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16));
    v = nearer(v, 20 + FROM_RIGHT(v, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17));
    v = nearer(v, 40 + FROM_RIGHT(v, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19));
    v = nearer(v, 80 + FROM_RIGHT(v, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23));
    return nearer(v, far + after);
}

LANES void measure_with(const map_level* level, int16_t* clear) {
    int w = level->width, h = level->height, stride = w + 2;
    for (int i = 0; i < stride; i++) clear[i] = clear[(h + 1) * stride + i] = CLEARANCE_MOST;
    for (int j = 0; j < h; j++) {
        int16_t* row = clear + (j + 1) * stride + 1;
        row[-1] = row[w] = CLEARANCE_MOST;
        for (int i = 0; i < w; i += STRIP) {
            strip_bytes state;
            memcpy(&state, level->state + j * w + i, sizeof state);
            strip v = __builtin_convertvector(state, strip);
            v = NONE & (v != WEND_CELL_OCCUPIED);
            v = take_left(clearance_take_row(v, row - stride + i), row[i - 1]);
            memcpy(row + i, &v, sizeof v);
        }
    }
    for (int j = h - 1; j >= 0; j--) {
        int16_t* row = clear + (j + 1) * stride + 1;
        for (int i = w - STRIP; i >= 0; i -= STRIP) {
            strip v = take_right(clearance_take_row(clearance_load(row + i), row + stride + i),
                                 row[i + STRIP]);
            memcpy(row + i, &v, sizeof v);
        }
    }
}

static void measure_plain(const map_level* level, int16_t* clear) { measure_with(level, clear); }
LANES_TARGET_AVX2 void measure_fast(const map_level* level, int16_t* clear) {
    measure_with(level, clear);
}

void level_clearance(const map_level* level, int16_t* clear) {
    if (lanes_have_avx2())
        measure_fast(level, clear);
    else
        measure_plain(level, clear);
}
