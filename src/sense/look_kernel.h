// Shading inputs of a surface for one image (raster_look), cached by id, and baked light at points
// of the screen. Part of the body of raster_*.c.
#ifndef WEND_SENSE_LOOK_KERNEL_H
#define WEND_SENSE_LOOK_KERNEL_H

#include "sense/surface_kernel.h"

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
    look->light.last_column = (float)s->columns * 0.999999f;
    look->light.last_row = (float)s->rows * 0.999999f;
    look->light.cells = (int32_t)s->light;
    look->material = s->material;
    look->textured = r->camera.textured && m->width_log >= 0;
    if (look->textured) keep_function(look->u, through_lens(lens, s, VIEW_U));
    if (look->textured) keep_function(look->v, through_lens(lens, s, VIEW_V));
    uint32_t color = look->textured ? m->color : m->mean;
    look->red = color & 255;
    look->green = color >> 8 & 255;
    look->blue = color >> 16 & 255;
    look->category = s->category;
    look->object_low = (uint16_t)s->object;
    look->object_high = (uint16_t)(s->object >> 16);
}

static void forget_looks(raster* r) {
    const uint8_t* sky = r->camera.sky;
    memset(r->look_ids, 0, RASTER_LOOKS * sizeof *r->look_ids);
    r->look_count = 0;
    r->looks[RASTER_LOOKS] = (raster_look){.red = sky[0], .green = sky[1], .blue = sky[2]};
}

// Index in raster.looks; computed at the first use. Valid until forget_looks.
LANES int look_of(raster* r, const wend_view* view, uint32_t id) {
    if (!id) return RASTER_LOOKS;
    uint32_t at = id % RASTER_LOOKS;
    for (; r->look_ids[at] != id; at = (at + 1) % RASTER_LOOKS) {
        if (r->look_ids[at]) continue;
        r->look_ids[at] = id;
        r->look_places[at] = (uint16_t)r->look_count;
        make_look(r, view, id, &r->looks[r->look_count++]);
        break;
    }
    return r->look_places[at];
}

LANES int look_mip_level(const raster* r, const wend_view* view, const raster_look* look,
                         float inverse_z) {
    return level_for(r, &view->materials[look->material], look->light.distance[EYE],
                     1 / (inverse_z > 1e-9f ? inverse_z : 1e-9f));
}

// Cut-outs are never filtered: the colour of transparent texels would bleed into the edge.
LANES void look_mip(const raster* r, const wend_view* view, const raster_look* look, int level,
                    surface_mip* mip) {
    const view_material* m = &view->materials[look->material];
    surface_take_mip(m, f32x4_load(look->u), f32x4_load(look->v), level,
                     r->camera.smooth && !(m->flags & WEND_MATERIAL_CUTOUT), mip);
}

// ---- light ------------------------------------------------------------------------------------

// raster_light of eight surfaces, one per lane.
typedef struct look_lights {
    f32x8 distance[4], column[4], row[4];
    f32x8 toward, last_column, last_row;
    i32x8 cells, width;
} look_lights;

LANES f32x8 joined(const float* a, const float* b) {
    return __builtin_shufflevector(f32x4_load(a), f32x4_load(b), 0, 1, 2, 3, 4, 5, 6, 7);
}

// Transposes the four floats at byte `place` of eight structs into four vectors.
LANES void turn(const raster_light* const of[8], size_t place, f32x8 out[4]) {
    const float* at[8];
    for (int i = 0; i < 8; i++) at[i] = (const float*)((const char*)of[i] + place);
    f32x8 a = joined(at[0], at[4]), b = joined(at[1], at[5]);
    f32x8 c = joined(at[2], at[6]), d = joined(at[3], at[7]);
    f32x8 low_ab = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
    f32x8 low_cd = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
    f32x8 high_ab = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
    f32x8 high_cd = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
    out[0] = __builtin_shufflevector(low_ab, low_cd, 0, 1, 8, 9, 4, 5, 12, 13);
    out[1] = __builtin_shufflevector(low_ab, low_cd, 2, 3, 10, 11, 6, 7, 14, 15);
    out[2] = __builtin_shufflevector(high_ab, high_cd, 0, 1, 8, 9, 4, 5, 12, 13);
    out[3] = __builtin_shufflevector(high_ab, high_cd, 2, 3, 10, 11, 6, 7, 14, 15);
}

LANES void join_lights(const raster_light* const of[8], look_lights* l) {
    f32x8 rest[4];
    turn(of, offsetof(raster_light, distance), l->distance);
    turn(of, offsetof(raster_light, column), l->column);
    turn(of, offsetof(raster_light, row), l->row);
    turn(of, offsetof(raster_light, toward), rest);
    l->toward = rest[0];
    l->last_column = rest[1];
    l->last_row = rest[2];
    l->cells = (i32x8)rest[3];
    l->width = f32x8_to_int(l->last_column) + 1;
}

// The same light in all lanes.
LANES void spread_light(const raster_light* of, look_lights* l) {
    for (int k = 0; k < 4; k++) {
        l->distance[k] = f32x8_splat(of->distance[k]);
        l->column[k] = f32x8_splat(of->column[k]);
        l->row[k] = f32x8_splat(of->row[k]);
    }
    l->toward = f32x8_splat(of->toward);
    l->last_column = f32x8_splat(of->last_column);
    l->last_row = f32x8_splat(of->last_row);
    l->cells = i32x8_splat(of->cells);
    l->width = f32x8_to_int(l->last_column) + 1;
}

// Change of a function per metre of depth along the ray through a pixel.
LANES f32x8 slope_at(const f32x8 f[4], f32x8 x, f32x8 y) {
    return f[RIGHT] * x + (f[FORWARD] + f[DOWN] * y);
}

LANES f32x8 light_byte(i32x8 cells, int shift) {
    return __builtin_convertvector((i32x8)((u32x8)cells >> shift & 255), f32x8);
}

// Light of each surface at a point of the screen, bilinear in its light grid. Tiles evaluate it at
// their corners and interpolate; tiles that share a corner get the same value, so there are no
// seams. Points beyond the horizon of the plane or the edge of the grid are clamped to the grid.
LANES f32x8 light_at(const wend_view* view, const look_lights* l, f32x8 x, f32x8 y) {
    f32x8 inverse_z = slope_at(l->distance, x, y) * l->toward;
    f32x8 depth = 1 / f32x8_max(inverse_z, f32x8_splat(1e-3f));
    f32x8 column = l->column[EYE] + depth * slope_at(l->column, x, y);
    f32x8 row = l->row[EYE] + depth * slope_at(l->row, x, y);
    column = f32x8_min(f32x8_max(column, f32x8_splat(0)), l->last_column);
    row = f32x8_min(f32x8_max(row, f32x8_splat(0)), l->last_row);
    i32x8 i = f32x8_to_int(column), j = f32x8_to_int(row);
    i32x8 cells = i32x8_gather(view->lights, l->cells + j * l->width + i);
    f32x8 p0 = light_byte(cells, 0), p1 = light_byte(cells, 8), p2 = light_byte(cells, 16);
    f32x8 p3 = light_byte(cells, 24);
    column -= __builtin_convertvector(i, f32x8);
    row -= __builtin_convertvector(j, f32x8);
    f32x8 upper = p0 + column * (p1 - p0), lower = p2 + column * (p3 - p2);
    return f32x8_select(upper + row * (lower - upper), f32x8_splat(128), l->toward == 0);
}

#endif
