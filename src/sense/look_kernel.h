// What a surface looks like through a lens, made ready once a picture and kept as long as no other
// takes its place; and its light at the corners of tiles. Part of the body of raster_*.c.
#ifndef WEND_SENSE_LOOK_KERNEL_H
#define WEND_SENSE_LOOK_KERNEL_H

#include "sense/surface_kernel.h"

LANES uint32_t doubled_rg(uint32_t color) {
    return (color & 255) * 257 | (color >> 8 & 255) * 257 << 16;
}
LANES uint32_t doubled_b(uint32_t color) { return (color >> 16 & 255) * 257; }

LANES void keep_function(float to[4], f32x4 f) { memcpy(to, &f, sizeof f); }

static void make_look(const raster* r, const wend_view* view, uint32_t id, raster_look* look) {
    const view_surface* s = surface_of(view, id);
    const view_material* m = &view->materials[s->material];
    const raster_lens* lens = lens_of(r, id);
    f32x4 distance = through_lens(lens, s, VIEW_DISTANCE);
    keep_function(look->light.distance, distance);
    keep_function(look->light.column, through_lens(lens, s, VIEW_COLUMN));
    keep_function(look->light.row, through_lens(lens, s, VIEW_ROW));
    look->light.toward = -1 / distance[EYE];
    look->light.columns = s->columns;
    look->light.rows = s->rows;
    look->light.cells = (int32_t)s->light;
    look->material = s->material;
    bool textured = r->camera.textured && m->width_log >= 0;
    if (textured) keep_function(look->u, through_lens(lens, s, VIEW_U));
    if (textured) keep_function(look->v, through_lens(lens, s, VIEW_V));
    uint32_t color = textured ? m->color : m->mean;
    look->look[LOOK_RG] = doubled_rg(color);
    look->look[LOOK_B] = doubled_b(color) | (uint32_t)s->category << 16;
    look->look[LOOK_OBJECT] = s->object;
    look->look[LOOK_TEXTURED] = textured ? UINT32_MAX : 0;
}

// Good until the next one is asked for.
LANES const raster_look* look_of(const raster* r, const wend_view* view, uint32_t id) {
    uint32_t at = id % RASTER_LOOKS;
    if (r->look_ids[at] != id) {
        make_look(r, view, id, &r->looks[at]);
        r->look_ids[at] = id;
    }
    return &r->looks[at];
}

LANES void look_mip(const raster* r, const wend_view* view, const raster_look* look,
                    float inverse_z, surface_mip* mip) {
    surface_choose_mip(r, &view->materials[look->material], f32x4_load(look->u),
                       f32x4_load(look->v), look->light.distance[EYE],
                       1 / (inverse_z > 1e-9f ? inverse_z : 1e-9f), mip);
}

// ---- light ------------------------------------------------------------------------------------

// The lights of two surfaces, four lanes each.
typedef struct look_lights {
    f32x8 distance[4], column[4], row[4], toward;
    i32x8 columns, rows, cells;
} look_lights;

LANES f32x8 joined(const float* a, const float* b) {
    return __builtin_shufflevector(f32x4_load(a), f32x4_load(b), 0, 1, 2, 3, 4, 5, 6, 7);
}

#define SPREAD_LANE(v, k) __builtin_shufflevector(v, v, k, k, k, k, 4 + k, 4 + k, 4 + k, 4 + k)

LANES void join_functions(const float* a, const float* b, f32x8 out[4]) {
    f32x8 v = joined(a, b);
    out[0] = SPREAD_LANE(v, 0);
    out[1] = SPREAD_LANE(v, 1);
    out[2] = SPREAD_LANE(v, 2);
    out[3] = SPREAD_LANE(v, 3);
}

LANES look_lights join_lights(const raster_light* a, const raster_light* b) {
    look_lights l;
    join_functions(a->distance, b->distance, l.distance);
    join_functions(a->column, b->column, l.column);
    join_functions(a->row, b->row, l.row);
    f32x8 rest = joined(&a->toward, &b->toward);
    l.toward = SPREAD_LANE(rest, 0);
    l.columns = (i32x8)SPREAD_LANE(rest, 1);
    l.rows = (i32x8)SPREAD_LANE(rest, 2);
    l.cells = (i32x8)SPREAD_LANE(rest, 3);
    return l;
}

LANES void spread_function(const float f[4], f32x8 out[4]) {
    for (int k = 0; k < 4; k++) out[k] = f32x8_all(f[k]);
}

LANES look_lights spread_lights(const raster_light* a) {
    look_lights l = {.toward = f32x8_all(a->toward),
                     .columns = i32x8_all(a->columns),
                     .rows = i32x8_all(a->rows),
                     .cells = i32x8_all(a->cells)};
    spread_function(a->distance, l.distance);
    spread_function(a->column, l.column);
    spread_function(a->row, l.row);
    return l;
}

// How a function changes along the ray through a pixel, a metre of depth.
LANES f32x8 slope_at(const f32x8 f[4], f32x8 x, f32x8 y) {
    return f[RIGHT] * x + (f[FORWARD] + f[DOWN] * y);
}

LANES f32x8 in_grid(f32x8 at, i32x8 cells) {
    return f32x8_min(f32x8_max(at, f32x8_all(0)), __builtin_convertvector(cells, f32x8));
}

LANES f32x8 light_byte(i32x8 cells, int shift) {
    return __builtin_convertvector((i32x8)((u32x8)cells >> shift & 255), f32x8);
}

// The light at eight points of the screen. Tiles take it at their corners and interpolate between
// them; tiles that share a corner agree about it, whatever else they show. Points beyond the
// horizon of the surface's plane, or beyond its edge, see what is nearest in its grid.
LANES f32x8 light_at(const wend_view* view, const look_lights* l, f32x8 x, f32x8 y) {
    f32x8 inverse_z = slope_at(l->distance, x, y) * l->toward;
    f32x8 depth = 1 / f32x8_max(inverse_z, f32x8_all(1e-3f));
    f32x8 column = in_grid(l->column[EYE] + depth * slope_at(l->column, x, y), l->columns);
    f32x8 row = in_grid(l->row[EYE] + depth * slope_at(l->row, x, y), l->rows);
    i32x8 i = f32x8_to_int(column), j = f32x8_to_int(row);
    i += i >= l->columns;  // the far edge belongs to the last cell
    j += j >= l->rows;
    i32x8 cells = lanes_gather(view->lights, l->cells + j * l->columns + i);
    f32x8 p0 = light_byte(cells, 0), p1 = light_byte(cells, 8), p2 = light_byte(cells, 16);
    f32x8 p3 = light_byte(cells, 24);
    column -= __builtin_convertvector(i, f32x8);
    row -= __builtin_convertvector(j, f32x8);
    f32x8 upper = p0 + column * (p1 - p0), lower = p2 + column * (p3 - p2);
    return upper + row * (lower - upper);
}

#endif
