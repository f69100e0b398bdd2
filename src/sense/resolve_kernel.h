// Colour, depth and meaning from the ids. The body of raster_*.c, after draw_kernel.h.
//
// Goes tile by tile, and in a tile triangle by triangle, eight pixels at a time. Texture
// coordinates and light are affine functions of the point in the world, and that follows from pixel
// and depth, so no barycentric coordinates are kept.
#ifndef WEND_SENSE_RESOLVE_KERNEL_H
#define WEND_SENSE_RESOLVE_KERNEL_H

#include "sense/draw_kernel.h"

// Where a tile's pixels go: the frame itself, or a tile aside where the frame ends within it.
typedef struct resolve_target {
    uint8_t* rgb;
    float* depth;
    uint16_t* category;
    uint32_t* object;
    size_t stride;  // pixels from row to row
} resolve_target;

// What is known of a tile's pixels before they are lit.
typedef struct resolve_tile {
    float depth[TILE_PIXELS];  // metres
    float light[TILE_PIXELS];
    int32_t color[TILE_PIXELS], tint[TILE_PIXELS];  // R, G, B, A bytes in memory order
    int32_t category[TILE_PIXELS], object[TILE_PIXELS];
} resolve_tile;

// ---- light ------------------------------------------------------------------------------------

// 256 times the light, as 16 bits: 32768 leaves a colour as it is.
LANES u16x8 light_bits(f32x8 light) {
    return i32x8_to_u16(f32x8_to_int(f32x8_clamp(light, 0, 255) * 256));
}

// color * light / 128 for one channel, color as bytes in the high half.
LANES u16x8 lit(u16x8 color, u16x8 light) { return (u16x8_mul_high(color, light) + 64) >> 7; }

// One channel of packed colours as the high half of 16 bits.
LANES u16x8 channel(i32x8 color, int shift) { return i32x8_to_u16((color >> shift & 255) << 8); }

// One channel of texels times one of a tint, times light.
LANES u16x8 lit_tinted(i32x8 texel, u16x8 tint, int shift, u16x8 light) {
    return lit(channel(texel, shift), u16x8_mul_high(tint, light));
}

// A byte spread so that 255 is all of 65536.
LANES u16x8 tint_bits(i32x8 color, int shift) {
    i32x8 byte = color >> shift & 255;
    return i32x8_to_u16(byte << 8 | byte);
}

// ---- depth ------------------------------------------------------------------------------------

LANES f32x8 measured(const wend_camera* c, f32x8 depth) {
    f32x8 d = f32x8_clamp(depth, c->depth_min, c->depth_max);
    return c->depth_unit ? (d - c->depth_min) / (c->depth_max - c->depth_min) : d;
}

// Depth from 1/z, where 0 is very far away.
LANES f32x8 depth_of(f32x8 inverse_z) { return 1 / f32x8_max(inverse_z, f32x8_all(1e-9f)); }

// ---- tiles ------------------------------------------------------------------------------------

static void resolve_empty(const raster* r, const resolve_target* out) {
    f32x8 far = measured(&r->camera, f32x8_all(r->camera.depth_max));
    const uint8_t* sky = r->camera.sky;
    for (int row = 0; row < TILE; row++) {
        size_t at = (size_t)row * out->stride;
        if (out->depth) f32x8_store(out->depth + at, far);
        if (out->object) i32x8_store(out->object + at, i32x8_all(0));
        if (out->category) u16x8_store(out->category + at, u16x8_all(0));
        if (out->rgb)
            u16x8_store_rgb(out->rgb + 3 * at, u16x8_all(sky[0]), u16x8_all(sky[1]),
                            u16x8_all(sky[2]));
    }
}

// The colours of a tile that one triangle covers.
LANES void color_whole(const raster* r, const wend_view* view, const surface* s, f32x8 x, float y0,
                       const raster_plane* p, const resolve_target* out) {
    const view_material* m = s->material;
    bool textured = r->camera.textured && m->width_log >= 0;
    i32x8 color = i32x8_all((int32_t)(textured ? m->color : m->mean));
    u16x8 red = textured ? tint_bits(color, 0) : channel(color, 0);
    u16x8 green = textured ? tint_bits(color, 8) : channel(color, 8);
    u16x8 blue = textured ? tint_bits(color, 16) : channel(color, 16);
    surface_mip mip;
    if (textured) {
        float middle = p->x * (x[0] + 3.5f) + (p->y * (y0 + 3.5f) + p->one);
        surface_choose_mip(r, view, s, 1 / larger(middle, 1e-9f), &mip);
    }
    f32x8 zx = p->x * x;
    for (int row = 0; row < TILE; row++) {
        float y = y0 + (float)row;
        f32x8 depth = depth_of(zx + (p->y * y + p->one));
        u16x8 light = light_bits(surface_light(s, x, y, depth));
        uint8_t* rgb = out->rgb + 3 * (size_t)row * out->stride;
        if (textured) {
            i32x8 texel = surface_texels(&mip, x, y, depth);
            u16x8_store_rgb(rgb, lit_tinted(texel, red, 0, light),
                            lit_tinted(texel, green, 8, light), lit_tinted(texel, blue, 16, light));
        } else {
            u16x8_store_rgb(rgb, lit(red, light), lit(green, light), lit(blue, light));
        }
    }
}

static void resolve_whole(const raster* r, const wend_view* view, size_t tile, f32x8 x, float y0,
                          const resolve_target* out) {
    const raster_plane* p = &r->plane[tile];
    uint32_t id = r->tile_id[tile];
    if (out->depth) {
        f32x8 zx = p->x * x;
        for (int row = 0; row < TILE; row++) {
            f32x8 depth = depth_of(zx + (p->y * (y0 + (float)row) + p->one));
            f32x8_store(out->depth + (size_t)row * out->stride, measured(&r->camera, depth));
        }
    }
    const view_label* label = &view->labels[(id & RASTER_ID_MASK) - 1];
    if (out->object) {
        i32x8 object = i32x8_all((int32_t)label->object);
        for (int row = 0; row < TILE; row++)
            i32x8_store(out->object + (size_t)row * out->stride, object);
    }
    if (out->category) {
        u16x8 category = u16x8_all(label->category);
        for (int row = 0; row < TILE; row++)
            u16x8_store(out->category + (size_t)row * out->stride, category);
    }
    if (out->rgb) {
        surface s;
        surface_find(r, view, id, &s);
        color_whole(r, view, &s, x, y0, p, out);
    }
}

// ---- tiles of several triangles ---------------------------------------------------------------

LANES void blend(int32_t* to, int32_t value, i32x8 mask) {
    i32x8_store(to, i32x8_select(i32x8_load(to), i32x8_all(value), mask));
}

// Puts one triangle's part into the tile; `lanes` has a byte a row.
LANES void add_triangle(const raster* r, const wend_view* view, uint32_t id, uint64_t lanes,
                        const i32x8 masks[TILE], f32x8 x, float y0, const resolve_target* out,
                        resolve_tile* t) {
    const view_label* label = &view->labels[(id & RASTER_ID_MASK) - 1];
    for (uint64_t left = lanes; left;) {
        int row = __builtin_ctzll(left) / TILE;
        left &= ~(0xffull << TILE * row);
        if (out->object) blend(t->object + TILE * row, (int32_t)label->object, masks[row]);
        if (out->category) blend(t->category + TILE * row, label->category, masks[row]);
    }
    if (!out->rgb) return;
    surface s;
    surface_mip mip;
    surface_find(r, view, id, &s);
    const view_material* m = s.material;
    bool textured = r->camera.textured && m->width_log >= 0;
    if (textured) surface_choose_mip(r, view, &s, t->depth[__builtin_ctzll(lanes)], &mip);
    for (uint64_t left = lanes; left;) {
        int row = __builtin_ctzll(left) / TILE;
        left &= ~(0xffull << TILE * row);
        float y = y0 + (float)row;
        f32x8 depth = f32x8_load(t->depth + TILE * row);
        float* light = t->light + TILE * row;
        f32x8_store(light,
                    f32x8_select(f32x8_load(light), surface_light(&s, x, y, depth), masks[row]));
        int32_t* color = t->color + TILE * row;
        if (textured) {
            i32x8 texel = surface_texels(&mip, x, y, depth);
            i32x8_store(color, i32x8_select(i32x8_load(color), texel, masks[row]));
            blend(t->tint + TILE * row, (int32_t)m->color, masks[row]);
        } else {
            blend(color, (int32_t)m->mean, masks[row]);
            blend(t->tint + TILE * row, -1, masks[row]);
        }
    }
}

// A pixel that sees nothing.
LANES void add_sky(const raster* r, const i32x8 masks[TILE], resolve_tile* t) {
    const uint8_t* sky = r->camera.sky;
    int32_t color = sky[0] | sky[1] << 8 | sky[2] << 16;
    for (int row = 0; row < TILE; row++) {
        blend(t->object + TILE * row, 0, masks[row]);
        blend(t->category + TILE * row, 0, masks[row]);
        blend(t->color + TILE * row, color, masks[row]);
        blend(t->tint + TILE * row, -1, masks[row]);
        float* light = t->light + TILE * row;
        f32x8_store(light, f32x8_select(f32x8_load(light), f32x8_all(128), masks[row]));
    }
}

LANES void write_tile(const raster* r, const resolve_tile* t, const resolve_target* out) {
    for (int row = 0; row < TILE; row++) {
        size_t at = (size_t)row * out->stride;
        if (out->depth)
            f32x8_store(out->depth + at, measured(&r->camera, f32x8_load(t->depth + TILE * row)));
        if (out->object) i32x8_store(out->object + at, i32x8_load(t->object + TILE * row));
        if (out->category)
            u16x8_store(out->category + at, i32x8_to_u16(i32x8_load(t->category + TILE * row)));
        if (out->rgb) {
            u16x8 light = light_bits(f32x8_load(t->light + TILE * row));
            i32x8 color = i32x8_load(t->color + TILE * row);
            i32x8 tint = i32x8_load(t->tint + TILE * row);
            u16x8_store_rgb(out->rgb + 3 * at, lit_tinted(color, tint_bits(tint, 0), 0, light),
                            lit_tinted(color, tint_bits(tint, 8), 8, light),
                            lit_tinted(color, tint_bits(tint, 16), 16, light));
        }
    }
}

static void resolve_mixed(const raster* r, const wend_view* view, size_t tile, f32x8 x, float y0,
                          const resolve_target* out) {
    resolve_tile t;
    const float* inverse_z = r->inverse_z + tile * TILE_PIXELS;
    const uint32_t* ids = r->id + tile * TILE_PIXELS;
    for (int row = 0; row < TILE; row++)
        f32x8_store(t.depth + TILE * row, depth_of(f32x8_load(inverse_z + TILE * row)));
    uint64_t left = out->rgb || out->object || out->category ? ~0ull : 0;
    while (left) {
        uint32_t id = ids[__builtin_ctzll(left)];
        i32x8 masks[TILE];
        uint64_t lanes = 0;
        for (int row = 0; row < TILE; row++) {
            masks[row] = i32x8_load(ids + TILE * row) == i32x8_all((int32_t)id);
            lanes |= (uint64_t)lanes_mask(masks[row]) << TILE * row;
        }
        left &= ~lanes;
        if (id)
            add_triangle(r, view, id, lanes, masks, x, y0, out, &t);
        else
            add_sky(r, masks, &t);
    }
    write_tile(r, &t, out);
}

// ---- the picture ------------------------------------------------------------------------------

static void resolve_one(const raster* r, const wend_view* view, int tx, int ty,
                        const resolve_target* out) {
    size_t tile = (size_t)ty * (size_t)r->stride + (size_t)tx;
    f32x8 x = tile_x(r, tx) + LANE_INDEX;
    float y = tile_y(r, ty);
    if (r->tile_id[tile] == 0)
        resolve_empty(r, out);
    else if (r->tile_id[tile] == TILE_MIXED)
        resolve_mixed(r, view, tile, x, y, out);
    else
        resolve_whole(r, view, tile, x, y, out);
}

// A tile the frame ends in.
static void resolve_cut(const raster* r, const wend_view* view, int tx, int ty,
                        const resolve_target* frame) {
    uint8_t rgb[3 * TILE_PIXELS];
    float depth[TILE_PIXELS];
    uint16_t category[TILE_PIXELS];
    uint32_t object[TILE_PIXELS];
    resolve_target aside = {frame->rgb ? rgb : NULL, frame->depth ? depth : NULL,
                            frame->category ? category : NULL, frame->object ? object : NULL, TILE};
    resolve_one(r, view, tx, ty, &aside);
    int rows = r->height - ty * TILE < TILE ? r->height - ty * TILE : TILE;
    size_t columns = (size_t)(r->width - tx * TILE < TILE ? r->width - tx * TILE : TILE);
    for (int row = 0; row < rows; row++) {
        size_t to = (size_t)row * frame->stride, from = (size_t)row * TILE;
        if (frame->rgb) memcpy(frame->rgb + 3 * to, rgb + 3 * from, 3 * columns);
        if (frame->depth) memcpy(frame->depth + to, depth + from, sizeof *depth * columns);
        if (frame->category)
            memcpy(frame->category + to, category + from, sizeof *category * columns);
        if (frame->object) memcpy(frame->object + to, object + from, sizeof *object * columns);
    }
}

static void resolve(const raster* r, const wend_view* view, const wend_frame* frame) {
    for (int ty = 0; ty < r->tiles_y; ty++)
        for (int tx = 0; tx < r->tiles_x; tx++) {
            size_t at = (size_t)(ty * TILE) * (size_t)r->width + (size_t)(tx * TILE);
            resolve_target out = {frame->rgb ? frame->rgb + 3 * at : NULL,
                                  frame->depth ? frame->depth + at : NULL,
                                  frame->category ? frame->category + at : NULL,
                                  frame->object ? frame->object + at : NULL, (size_t)r->width};
            if ((tx + 1) * TILE <= r->width && (ty + 1) * TILE <= r->height)
                resolve_one(r, view, tx, ty, &out);
            else
                resolve_cut(r, view, tx, ty, &out);
        }
}

const raster_kernel RASTER_KERNEL = {draw_tree, draw_groups, resolve};

#endif
