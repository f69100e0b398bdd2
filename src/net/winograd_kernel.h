// The transforms of winograd.h. Included once per instruction set, with WINOGRAD_KERNEL as the name
// of the table. Vectors of 16 floats become one, two or four registers.
#include <string.h>

#include "net/gemm.h"
#include "net/winograd.h"

#pragma GCC diagnostic ignored "-Wpsabi"
typedef float f32x16 __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t i32x16 __attribute__((vector_size(64)));
enum { WIDE = 16 };
#define INLINE static inline __attribute__((always_inline))

INLINE f32x16 wide_load(const float* x) { return *(const f32x16*)x; }
INLINE void wide_store(float* x, f32x16 v) { *(f32x16*)x = v; }
// v where y > 0, else 0.
INLINE f32x16 wide_where_positive(f32x16 y, f32x16 v) {
    f32x16 zero = {0};
    return (f32x16)((i32x16)(y > zero) & (i32x16)v);
}

// ---- input --------------------------------------------------------------------------------------

#define SPREAD4(T, d0, d1, d2, d3, v0, v1, v2, v3) \
    do {                                           \
        T e0 = d0, e1 = d1, e2 = d2, e3 = d3;      \
        v0 = e0 - e2;                              \
        v1 = e1 + e2;                              \
        v2 = e2 - e1;                              \
        v3 = e1 - e3;                              \
    } while (0)

static void winograd_columns(int count, const float* restrict x0, const float* restrict x1,
                             const float* restrict x2, const float* restrict x3, float* restrict to,
                             int pitch) {
    for (int i = 0; i < count; i++)
        SPREAD4(float, x0[i], x1[i], x2[i], x3[i], to[i], to[pitch + i], to[2 * pitch + i],
                to[3 * pitch + i]);
}

// One row of one tile: four cells of `run` floats -> four points.
INLINE void winograd_cells(int run, const float* restrict d, float* restrict v, size_t plane) {
    int i = 0;
    for (; i + WIDE <= run; i += WIDE) {
        f32x16 v0, v1, v2, v3;
        SPREAD4(f32x16, wide_load(d + i), wide_load(d + run + i), wide_load(d + 2 * run + i),
                wide_load(d + 3 * run + i), v0, v1, v2, v3);
        wide_store(v + i, v0);
        wide_store(v + plane + i, v1);
        wide_store(v + 2 * plane + i, v2);
        wide_store(v + 3 * plane + i, v3);
    }
    for (; i < run; i++)
        SPREAD4(float, d[i], d[run + i], d[2 * run + i], d[3 * run + i], v[i], v[plane + (size_t)i],
                v[2 * plane + (size_t)i], v[3 * plane + (size_t)i]);
}

static void winograd_input(const winograd* w, const float* const rows[4], float* lines, float* v,
                           size_t plane) {
    int pitch = w->padded * w->run, real = w->grid_w * w->run;
    winograd_columns(real, rows[0], rows[1], rows[2], rows[3], lines, pitch);
    for (int i = 0; i < WINOGRAD_SIDE; i++) {
        float* line = lines + i * pitch;
        memset(line + real, 0, (size_t)(pitch - real) * sizeof *line);
        for (int t = 0; t < w->tiles_x; t++)
            winograd_cells(w->run, line + t * w->step * w->run,
                           v + (size_t)i * WINOGRAD_SIDE * plane + (size_t)t * (size_t)w->depth,
                           plane);
    }
}

// One row of one tile: four points -> added to four cells.
INLINE void winograd_cells_gradient(int run, const float* restrict v, size_t plane,
                                    float* restrict d) {
    int i = 0;
    for (; i + WIDE <= run; i += WIDE) {
        f32x16 v0 = wide_load(v + i), v1 = wide_load(v + plane + i),
               v2 = wide_load(v + 2 * plane + i), v3 = wide_load(v + 3 * plane + i);
        wide_store(d + i, wide_load(d + i) + v0);
        wide_store(d + run + i, wide_load(d + run + i) + ((v1 - v2) + v3));
        wide_store(d + 2 * run + i, wide_load(d + 2 * run + i) + ((v1 + v2) - v0));
        wide_store(d + 3 * run + i, wide_load(d + 3 * run + i) - v3);
    }
    for (; i < run; i++) {
        float v0 = v[i], v1 = v[plane + (size_t)i], v2 = v[2 * plane + (size_t)i],
              v3 = v[3 * plane + (size_t)i];
        d[i] += v0;
        d[run + i] += (v1 - v2) + v3;
        d[2 * run + i] += (v1 + v2) - v0;
        d[3 * run + i] -= v3;
    }
}

static void winograd_columns_gradient(int count, const float* restrict from, int pitch,
                                      float* const rows[4]) {
    const float* restrict t1 = from + pitch;
    const float* restrict t2 = t1 + pitch, * restrict t3 = t2 + pitch;
    float* restrict x0 = rows[0], * restrict x1 = rows[1], * restrict x2 = rows[2], * restrict x3 = rows[3];
    for (int i = 0; x0 && i < count; i++) x0[i] += from[i];
    for (int i = 0; x1 && i < count; i++) x1[i] += (t1[i] - t2[i]) + t3[i];
    for (int i = 0; x2 && i < count; i++) x2[i] += (t1[i] + t2[i]) - from[i];
    for (int i = 0; x3 && i < count; i++) x3[i] -= t3[i];
}

static void winograd_input_gradient(const winograd* w, const float* v, size_t plane, float* lines,
                                    float* const rows[4]) {
    int pitch = w->padded * w->run;
    memset(lines, 0, (size_t)(WINOGRAD_SIDE * pitch) * sizeof *lines);
    for (int i = 0; i < WINOGRAD_SIDE; i++)
        for (int t = 0; t < w->tiles_x; t++)
            winograd_cells_gradient(
                w->run, v + (size_t)i * WINOGRAD_SIDE * plane + (size_t)t * (size_t)w->depth, plane,
                lines + i * pitch + t * w->step * w->run);
    winograd_columns_gradient(w->grid_w * w->run, lines, pitch, rows);
}

// ---- output -------------------------------------------------------------------------------------

// A^T m: four points -> `step` outputs.
INLINE void winograd_gather(int step, f32x16 m0, f32x16 m1, f32x16 m2, f32x16 m3, f32x16* y) {
    f32x16 sum = m1 + m2, difference = m1 - m2;
    y[0] = m0 + sum;
    if (step == 3) {
        y[1] = difference;
        y[2] = sum - m3;
    } else
        y[1] = difference - m3;
}

// The outputs of one tile and 16 filters, clipped to `rows` x `columns`.
INLINE void winograd_tile_output(int step, const float* m, size_t plane, f32x16 b, bool relu,
                                 int rows, int columns, float* y, int row, int column) {
    f32x16 half[3][WINOGRAD_SIDE], out[3];
    for (int j = 0; j < WINOGRAD_SIDE; j++) {
        winograd_gather(
            step, wide_load(m + (size_t)j * plane), wide_load(m + (size_t)(4 + j) * plane),
            wide_load(m + (size_t)(8 + j) * plane), wide_load(m + (size_t)(12 + j) * plane), out);
        for (int i = 0; i < step; i++) half[i][j] = out[i];
    }
    for (int i = 0; i < step; i++) {
        if (i >= rows) break;
        winograd_gather(step, half[i][0], half[i][1], half[i][2], half[i][3], out);
        for (int j = 0; j < step; j++) {
            f32x16 value = out[j] + b;
            if (relu) value = wide_where_positive(value, value);
            if (j < columns) wide_store(y + i * row + j * column, value);
        }
    }
}

INLINE void winograd_output_of(const winograd* w, int step, const float* m, size_t plane, int oy,
                               const float* b, bool relu, float* y) {
    int filters = w->filters, row = w->out_w * filters;
    for (int t = 0; t < w->tiles_x; t++) {
        int ox = t * step;
        for (int f = 0; f < filters; f += WIDE)
            winograd_tile_output(step, m + t * filters + f, plane, wide_load(b + f), relu,
                                 w->out_h - oy, w->out_w - ox, y + oy * row + ox * filters + f, row,
                                 filters);
    }
}

static void winograd_output(const winograd* w, const float* m, size_t plane, int oy, const float* b,
                            bool relu, float* y) {
    if (w->step == 3)
        winograd_output_of(w, 3, m, plane, oy, b, relu, y);
    else
        winograd_output_of(w, 2, m, plane, oy, b, relu, y);
}

// A y: `step` outputs -> four points.
INLINE void winograd_scatter(int step, const f32x16* y, f32x16* m) {
    f32x16 even = y[0];
    if (step == 3) even = even + y[2];
    m[0] = y[0];
    m[1] = even + y[1];
    m[2] = even - y[1];
    m[3] = -y[step - 1];
}

INLINE void winograd_tile_gradient(int step, const float* dy, const float* y, int rows, int columns,
                                   int row, int column, float* m, size_t plane) {
    f32x16 half[3][WINOGRAD_SIDE], zero = {0};
    for (int i = 0; i < step; i++) {
        f32x16 line[3];
        for (int j = 0; j < step; j++) {
            bool inside = i < rows && j < columns;
            line[j] = inside ? wide_load(dy + i * row + j * column) : zero;
            if (y && inside)
                line[j] = wide_where_positive(wide_load(y + i * row + j * column), line[j]);
        }
        winograd_scatter(step, line, half[i]);
    }
    for (int j = 0; j < WINOGRAD_SIDE; j++) {
        f32x16 column_of[3], points[WINOGRAD_SIDE];
        for (int i = 0; i < step; i++) column_of[i] = half[i][j];
        winograd_scatter(step, column_of, points);
        for (int i = 0; i < WINOGRAD_SIDE; i++)
            wide_store(m + (size_t)(i * WINOGRAD_SIDE + j) * plane, points[i]);
    }
}

INLINE void winograd_output_gradient_of(const winograd* w, int step, const float* dy,
                                        const float* y, int oy, float* m, size_t plane) {
    int filters = w->filters, row = w->out_w * filters;
    for (int t = 0; t < w->tiles_x; t++) {
        int ox = t * step, at = oy * row + ox * filters;
        for (int f = 0; f < filters; f += WIDE)
            winograd_tile_gradient(step, dy + at + f, y ? y + at + f : NULL, w->out_h - oy,
                                   w->out_w - ox, row, filters, m + t * filters + f, plane);
    }
}

static void winograd_output_gradient(const winograd* w, const float* dy, const float* y, int oy,
                                     float* m, size_t plane) {
    if (w->step == 3)
        winograd_output_gradient_of(w, 3, dy, y, oy, m, plane);
    else
        winograd_output_gradient_of(w, 2, dy, y, oy, m, plane);
}

// ---- bytes --------------------------------------------------------------------------------------

INLINE void winograd_bytes_of(int pixels, int channels, const uint8_t* restrict from, float scale,
                              float* restrict to, int to_step) {
    for (int i = 0; i < pixels; i++)
        for (int j = 0; j < channels; j++)
            to[i * to_step + j] = (float)from[i * channels + j] * scale;
}

static void winograd_kernel_bytes(int pixels, int channels, const uint8_t* from, float scale,
                                  float* to, int to_step) {
    if (channels == to_step)
        winograd_bytes_of(pixels * channels, 1, from, scale, to, 1);
    else if (channels == 3 && to_step == 4)
        winograd_bytes_of(pixels, 3, from, scale, to, 4);
    else
        winograd_bytes_of(pixels, channels, from, scale, to, to_step);
}

typedef uint8_t u8x16 __attribute__((vector_size(16), aligned(1), may_alias));
typedef float f32x4 __attribute__((vector_size(16), aligned(4), may_alias));

// Four pixels at a time; 16 bytes are read for their 12.
static void winograd_rgbd(int pixels, const uint8_t* restrict rgb, float scale,
                          const float* restrict depth, float* restrict to) {
    int x = 0;
    for (; x + 6 <= pixels; x += 4) {
        u8x16 bytes = *(const u8x16*)(rgb + 3 * x);
        bytes =
            __builtin_shufflevector(bytes, bytes, 0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0, 9, 10, 11, 0);
        f32x4 d = *(const f32x4*)(depth + x);
        f32x16 colours = __builtin_convertvector(bytes, f32x16) * scale;
        f32x16 depths =
            __builtin_shufflevector(d, d, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
        const i32x16 last = {0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1};
        wide_store(to + 4 * x, (f32x16)(((i32x16)depths & last) | ((i32x16)colours & ~last)));
    }
    for (; x < pixels; x++) {
        for (int j = 0; j < 3; j++) to[4 * x + j] = (float)rgb[3 * x + j] * scale;
        to[4 * x + 3] = depth[x];
    }
}

// ---- bfloat16 -----------------------------------------------------------------------------------

static void winograd_halve(size_t count, const float* restrict from, uint16_t* restrict to) {
    for (size_t i = 0; i < count; i++) to[i] = bf16_from_float(from[i]);
}

static void winograd_pair_rows(int rows, int columns, const float* from, float* to) {
    for (int k = 0; k < rows; k += 2, to += columns, from += 2 * (size_t)columns) {
        const float* restrict first = from, * restrict second =
                                                k + 1 < rows ? from + columns : NULL;
        uint32_t* restrict pairs = (uint32_t*)(void*)to;
        for (int j = 0; j < columns; j++) pairs[j] = bf16_from_float(first[j]);
        for (int j = 0; second && j < columns; j++)
            pairs[j] |= (uint32_t)bf16_from_float(second[j]) << 16;
    }
}

const winograd_kernel WINOGRAD_KERNEL = {
    winograd_input,        winograd_input_gradient, winograd_output, winograd_output_gradient,
    winograd_kernel_bytes, winograd_rgbd,           winograd_halve,  winograd_pair_rows};
