// Colour, depth and meaning from the ids. The body of raster_*.c, after draw_kernel.h.
//
// Pixels of one triangle are resolved eight at a time. Its texture coordinates and light are affine
// functions of the point in the world, and that follows from pixel and depth, so no barycentric
// coordinates are kept: value(x, y, d) = eye + d * (forward + x * right + y * down).
#ifndef WEND_SENSE_RESOLVE_KERNEL_H
#define WEND_SENSE_RESOLVE_KERNEL_H

#include "sense/draw_kernel.h"

typedef struct resolve_row {
    uint8_t rgb[3 * TILE];
    float depth[TILE];
    uint16_t category[TILE];
    uint32_t object[TILE];
} resolve_row;

typedef struct resolve_colors {
    u16x8 r, g, b;
} resolve_colors;

// 256 times the light, as 16 bits: 32768 leaves a colour as it is.
LANES u16x8 light_at(const surface* s, f32x8 x, float y, f32x8 depth) {
    f32x8 light = f32x8_clamp(surface_value(s, 2, x, y, depth), 0, 255);
    return __builtin_convertvector(f32x8_to_int(light * 256), u16x8);
}

LANES u16x8 lit(uint8_t color, u16x8 light) {
    return (u16x8_mul_high(u16x8_all((uint16_t)(color << 8)), light) + 64) >> 7;
}

LANES u16x8 tinted(i32x8 channel, uint8_t color, u16x8 light) {
    u16x8 tint = u16x8_mul_high(u16x8_all((uint16_t)(color * 257)), light);
    return (u16x8_mul_high(__builtin_convertvector(channel << 8, u16x8), tint) + 64) >> 7;
}

LANES resolve_colors colors_at(const raster* r, const wend_view* view, const surface* s, f32x8 x,
                               float y, f32x8 depth, uint32_t lanes) {
    u16x8 light = light_at(s, x, y, depth);
    const view_material* m = s->material;
    if (!r->camera.textured || m->width_log < 0) {
        return (resolve_colors){lit((uint8_t)m->mean, light), lit((uint8_t)(m->mean >> 8), light),
                                lit((uint8_t)(m->mean >> 16), light)};
    }
    int level = surface_level(s, depth[__builtin_ctz(lanes)]);
    const uint32_t* texels = wend_scene_get(view->scene)->texels.items;
    i32x8 texel = surface_texels(texels, s, x, y, depth, level);
    return (resolve_colors){tinted(texel & 255, (uint8_t)m->color, light),
                            tinted(texel >> 8 & 255, (uint8_t)(m->color >> 8), light),
                            tinted(texel >> 16 & 255, (uint8_t)(m->color >> 16), light)};
}

// Everything of one triangle in a row of 8 pixels, for the lanes asked for.
LANES void resolve_lanes(const raster* r, const wend_view* view, const wend_frame* frame,
                         const surface* s, f32x8 x, float y, f32x8 depth, uint32_t lanes,
                         resolve_row* out) {
    bool whole = lanes == 0xff;
    if (frame->rgb) {
        resolve_colors c = colors_at(r, view, s, x, y, depth, lanes);
        if (whole) {
            u16x8_store_rgb(out->rgb, c.r, c.g, c.b);
        } else {
            uint8_t rgb[3 * TILE];
            u16x8_store_rgb(rgb, c.r, c.g, c.b);
            for (uint32_t left = lanes; left; left &= left - 1) {
                int i = __builtin_ctz(left);
                memcpy(out->rgb + 3 * i, rgb + 3 * i, 3);
            }
        }
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        out->category[i] = s->label.category;
        out->object[i] = s->label.object;
    }
}

LANES void resolve_nothing(const raster* r, uint32_t lanes, resolve_row* out) {
    for (uint32_t left = lanes; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        memcpy(out->rgb + 3 * i, r->camera.sky, 3);
        out->category[i] = 0;
        out->object[i] = 0;
    }
}

LANES f32x8 measured(const raster* r, f32x8 depth) {
    const wend_camera* c = &r->camera;
    f32x8 d = f32x8_clamp(depth, c->depth_min, c->depth_max);
    return c->depth_unit ? (d - c->depth_min) / (c->depth_max - c->depth_min) : d;
}

LANES void write_row(const wend_frame* frame, const resolve_row* row, size_t at, size_t count) {
    if (frame->rgb) memcpy(frame->rgb + 3 * at, row->rgb, 3 * count);
    if (frame->depth) memcpy(frame->depth + at, row->depth, sizeof(float) * count);
    if (frame->category) memcpy(frame->category + at, row->category, sizeof(uint16_t) * count);
    if (frame->object) memcpy(frame->object + at, row->object, sizeof(uint32_t) * count);
}

// Goes through the distinct triangles of 8 pixels.
LANES void resolve_ids(const raster* r, const wend_view* view, const wend_frame* frame, surface* s,
                       i32x8 ids, f32x8 x, float y, f32x8 depth, resolve_row* out) {
    uint32_t left = 0xff;
    while (left) {
        uint32_t id = (uint32_t)ids[__builtin_ctz(left)];
        uint32_t own = lanes_mask(ids == i32x8_all((int32_t)id));
        left &= ~own;
        if (!id) {
            resolve_nothing(r, own, out);
            continue;
        }
        if (s->id != id) surface_find(r, view, id, s);
        resolve_lanes(r, view, frame, s, x, y, depth, own, out);
    }
}

static void resolve_tile(const raster* r, const wend_view* view, const wend_frame* frame, int tx,
                         int ty) {
    size_t tile = (size_t)ty * (size_t)r->stride + (size_t)tx;
    uint32_t whole = r->tile_id[tile];
    const raster_plane* p = &r->plane[tile];
    int rows = r->height - ty * TILE < TILE ? r->height - ty * TILE : TILE;
    int columns = r->width - tx * TILE < TILE ? r->width - tx * TILE : TILE;
    f32x8 x = tile_x(r, tx) + LANE_INDEX;
    surface s = {.id = 0};
    for (int row = 0; row < rows; row++) {
        float y = tile_y(r, ty) + (float)row;
        resolve_row out;
        f32x8 inverse_z;
        i32x8 ids;
        if (whole == TILE_MIXED) {
            inverse_z = f32x8_load(r->inverse_z + tile * TILE_PIXELS + row * TILE);
            ids = i32x8_load(r->id + tile * TILE_PIXELS + row * TILE);
        } else {
            inverse_z = p->x * x + (p->y * y + p->one);
            ids = i32x8_all((int32_t)whole);
            if (!whole) inverse_z = f32x8_all(0);
        }
        f32x8 depth = 1 / f32x8_max(inverse_z, f32x8_all(1e-9f));
        resolve_ids(r, view, frame, &s, ids, x, y, depth, &out);
        f32x8_store(out.depth, measured(r, depth));
        size_t at = (size_t)(ty * TILE + row) * (size_t)r->width + (size_t)(tx * TILE);
        write_row(frame, &out, at, (size_t)columns);
    }
}

static void resolve(const raster* r, const wend_view* view, const wend_frame* frame) {
    for (int ty = 0; ty < r->tiles_y; ty++)
        for (int tx = 0; tx < r->tiles_x; tx++) resolve_tile(r, view, frame, tx, ty);
}

const raster_kernel RASTER_KERNEL = {draw_tree, draw_groups, resolve};

#endif
