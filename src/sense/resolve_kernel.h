// Colour, depth and meaning from the ids. The body of raster_*.c, after draw_kernel.h.
//
// Goes tile by tile, and in a tile surface by surface, eight pixels at a time. Texture coordinates
// are affine functions of the point in the world, and that follows from pixel and depth, so no
// barycentric coordinates are kept. Light is worked out at the tile's corners and interpolated.
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

// Colours of 8 pixels, each channel doubled (255 becomes 65535): in `rg` red below and green above,
// in `b` blue below; what is above blue is free for other use.
typedef struct resolve_color {
    u32x8 rg, b;
} resolve_color;

// What is known of 8 pixels before they are lit.
typedef struct resolve_pixels {
    f32x8 light;
    resolve_color tint;  // the colour, or what the texel is multiplied with; the category above b
    i32x8 texel;         // R, G, B, A bytes in memory order
    i32x8 object;
} resolve_pixels;

// ---- light ------------------------------------------------------------------------------------

// 256 times the light, in 16 bits: 32768 leaves a colour as it is.
LANES u32x8 light_bits(f32x8 light) { return (u32x8)f32x8_to_int(light * 256); }

// The light over a tile: one + y * down + x * (right + y * both), x and y in pixels from the middle
// of the first one.
typedef struct resolve_light {
    float one, down, right, both;
} resolve_light;

LANES resolve_light spread_light(f32x4 corners) {
    float right = (corners[1] - corners[0]) / TILE, down = (corners[2] - corners[0]) / TILE;
    float both = (corners[3] - corners[2] - corners[1] + corners[0]) / TILE_PIXELS;
    return (resolve_light){corners[0] + 0.5f * (right + down + 0.5f * both), down + 0.5f * both,
                           right + 0.5f * both, both};
}

LANES uint32_t doubled_rg(uint32_t color) {
    return (color & 255) * 257 | (color >> 8 & 255) * 257 << 16;
}
LANES uint32_t doubled_b(uint32_t color) { return (color >> 16 & 255) * 257; }

LANES u32x8 multiplied(u32x8 a, u32x8 b) { return (u32x8)u16x16_mul_high((u16x16)a, (u16x16)b); }

LANES void store_lit(uint8_t* rgb, resolve_color c, u32x8 light) {
    u16x16 rg = (u16x16)multiplied(c.rg, light | light << 16);
    u16x16 b = (u16x16)multiplied(c.b, light);
    u16x16_store_rgb(rgb, rg >> 7, b >> 7);
}

LANES void store_tinted(uint8_t* rgb, i32x8 texel, resolve_color tint, u32x8 light) {
    u32x8 t = (u32x8)texel, red = t & 0xff, green = t & 0xff00, blue = t & 0xff0000;
    u32x8 rg = red | red << 8 | green << 8 | green << 16, b = blue >> 16 | blue >> 8;
    rg = multiplied(rg, multiplied(tint.rg, light | light << 16));
    b = multiplied(b, multiplied(tint.b, light));
    u16x16_store_rgb(rgb, (u16x16)rg >> 7, (u16x16)b >> 7);
}

// ---- depth ------------------------------------------------------------------------------------

// Copied for each tile: the compiler must think that a store to the picture changes the camera.
typedef struct resolve_range {
    float low, high;
    bool unit;
} resolve_range;

LANES resolve_range range_of(const raster* r) {
    return (resolve_range){r->camera.depth_min, r->camera.depth_max, r->camera.depth_unit};
}

LANES f32x8 measured(resolve_range range, f32x8 depth) {
    f32x8 d = f32x8_clamp(depth, range.low, range.high);
    return range.unit ? (d - range.low) / (range.high - range.low) : d;
}

// Depth from 1/z, where 0 is very far away.
LANES f32x8 depth_of(f32x8 inverse_z) { return 1 / f32x8_max(inverse_z, f32x8_all(1e-9f)); }

// ---- tiles ------------------------------------------------------------------------------------

static void resolve_empty(const raster* r, resolve_target out) {
    f32x8 far = measured(range_of(r), f32x8_all(r->camera.depth_max));
    const uint8_t* sky = r->camera.sky;
    i32x8 rg = i32x8_all(sky[0] | sky[1] << 16), b = i32x8_all(sky[2]);
    for (int row = 0; row < TILE; row++) {
        size_t at = (size_t)row * out.stride;
        if (out.depth) f32x8_store(out.depth + at, far);
        if (out.object) i32x8_store(out.object + at, i32x8_all(0));
        if (out.category) u16x8_store(out.category + at, u16x8_all(0));
        if (out.rgb) u16x16_store_rgb(out.rgb + 3 * at, (u16x16)rg, (u16x16)b);
    }
}

// A tile that one surface covers: its depth and colours. `noted`: 1/z is a plane; else it is
// written out.
LANES void paint_surface(const raster* r, const wend_view* view, size_t tile, uint32_t id, f32x8 x,
                         float y0, resolve_target out, const bool textured, const bool noted) {
    const raster_plane p = r->plane[tile];
    const float* inverse_z = r->inverse_z + tile * TILE_PIXELS;
    resolve_range range = range_of(r);
    const view_surface* s = surface_of(view, id);
    const view_material* m = &view->materials[s->material];
    const raster_lens* lens = lens_of(r, id);
    uint32_t color = textured ? m->color : m->mean;
    resolve_color tint = {(u32x8)i32x8_all((int32_t)doubled_rg(color)),
                          (u32x8)i32x8_all((int32_t)doubled_b(color))};
    surface_mip mip = {.first = 0};
    if (textured) {
        float middle = noted ? p.x * (x[0] + 3.5f) + (p.y * (y0 + 3.5f) + p.one)
                             : inverse_z[TILE * TILE / 2 + TILE / 2];
        surface_choose_mip(r, s, m, lens, 1 / (middle > 1e-9f ? middle : 1e-9f), &mip);
    }
    f32x8 zx = p.x * x;
    resolve_light l = spread_light(surface_light(view, s, lens, x[0], y0));
    for (int row = 0; row < TILE; row++) {
        float y = y0 + (float)row;
        size_t at = (size_t)row * out.stride;
        f32x8 depth = depth_of(noted ? zx + (p.y * y + p.one) : f32x8_load(inverse_z + TILE * row));
        if (out.depth) f32x8_store(out.depth + at, measured(range, depth));
        float left = l.one + (float)row * l.down, slope = l.right + (float)row * l.both;
        u32x8 light = light_bits(left + slope * LANE_INDEX);
        if (textured)
            store_tinted(out.rgb + 3 * at, surface_texels(view->texels, &mip, x, y, depth), tint,
                         light);
        else
            store_lit(out.rgb + 3 * at, tint, light);
    }
}

LANES void measure_surface(const raster* r, size_t tile, f32x8 x, float y0, resolve_target out,
                           const bool noted) {
    const raster_plane p = r->plane[tile];
    const float* inverse_z = r->inverse_z + tile * TILE_PIXELS;
    resolve_range range = range_of(r);
    f32x8 zx = p.x * x;
    for (int row = 0; row < TILE; row++) {
        f32x8 z =
            noted ? zx + (p.y * (y0 + (float)row) + p.one) : f32x8_load(inverse_z + TILE * row);
        f32x8_store(out.depth + (size_t)row * out.stride, measured(range, depth_of(z)));
    }
}

// A tile that one surface covers.
LANES void resolve_surface(const raster* r, const wend_view* view, size_t tile, uint32_t id,
                           f32x8 x, float y0, resolve_target out, const bool noted) {
    const view_surface* s = surface_of(view, id);
    if (out.object) {
        i32x8 object = i32x8_all((int32_t)s->object);
        for (int row = 0; row < TILE; row++)
            i32x8_store(out.object + (size_t)row * out.stride, object);
    }
    if (out.category) {
        u16x8 category = u16x8_all(s->category);
        for (int row = 0; row < TILE; row++)
            u16x8_store(out.category + (size_t)row * out.stride, category);
    }
    if (!out.rgb) {
        if (out.depth) measure_surface(r, tile, x, y0, out, noted);
    } else if (r->camera.textured && view->materials[s->material].width_log >= 0) {
        paint_surface(r, view, tile, id, x, y0, out, true, noted);
    } else {
        paint_surface(r, view, tile, id, x, y0, out, false, noted);
    }
}

static void resolve_noted(const raster* r, const wend_view* view, size_t tile, f32x8 x, float y0,
                          resolve_target out) {
    if (out.rgb || out.object || out.category)
        resolve_surface(r, view, tile, r->tile_id[tile], x, y0, out, true);
    else if (out.depth)
        measure_surface(r, tile, x, y0, out, true);
}

// ---- tiles of several surfaces ----------------------------------------------------------------

// Up to 8 surfaces of a tile, each in a slot: a pixel that knows its slot picks all it needs from
// these tables, whatever surfaces its neighbours see.
enum { SLOTS = 8 };

typedef struct resolve_slots {
    float one[SLOTS], down[SLOTS], right[SLOTS], both[SLOTS];  // as in resolve_light
    // As in resolve_color; the mean, or the tint. Above blue is the category.
    uint32_t rg[SLOTS], b[SLOTS];
    uint32_t object[SLOTS];
    // Where there are textures:
    float u[4][SLOTS], v[4][SLOTS];
    int32_t mask_u[SLOTS], mask_v[SLOTS], row_shift[SLOTS], first[SLOTS];
    int32_t is_textured[SLOTS];  // -1 or 0
} resolve_slots;

LANES void put_function(float to[4][SLOTS], int slot, const float f[4]) {
    for (int k = 0; k < 4; k++) to[k][slot] = f[k];
}

LANES void put_mip(const surface_mip* mip, int slot, resolve_slots* s) {
    put_function(s->u, slot, mip->u);
    put_function(s->v, slot, mip->v);
    s->mask_u[slot] = mip->mask_u;
    s->mask_v[slot] = mip->mask_v;
    s->row_shift[slot] = mip->row_shift;
    s->first[slot] = mip->first;
}

LANES void put_no_texture(int slot, resolve_slots* s) {
    const surface_mip none = {.first = 0};
    put_mip(&none, slot, s);
    s->is_textured[slot] = 0;
}

LANES void put_light(resolve_light l, int slot, resolve_slots* s) {
    s->one[slot] = l.one;
    s->down[slot] = l.down;
    s->right[slot] = l.right;
    s->both[slot] = l.both;
}

LANES void put_sky(const raster* r, int slot, const bool textured, resolve_slots* s) {
    const uint8_t* sky = r->camera.sky;
    put_light((resolve_light){128, 0, 0, 0}, slot, s);
    s->rg[slot] = doubled_rg((uint32_t)(sky[0] | sky[1] << 8));
    s->b[slot] = sky[2] * 257u;
    s->object[slot] = 0;
    if (textured) put_no_texture(slot, s);
}

LANES void put_surface(const raster* r, const wend_view* view, uint32_t id, float inverse_z,
                       f32x8 x, float y0, int slot, const bool color, const bool textured,
                       resolve_slots* s) {
    const view_surface* from = surface_of(view, id);
    s->object[slot] = from->object;
    s->b[slot] = (uint32_t)from->category << 16;
    if (!color) return;
    const view_material* m = &view->materials[from->material];
    const raster_lens* lens = lens_of(r, id);
    put_light(spread_light(surface_light(view, from, lens, x[0], y0)), slot, s);
    bool has_texture = textured && m->width_log >= 0;
    uint32_t tint = has_texture ? m->color : m->mean;
    s->rg[slot] = doubled_rg(tint);
    s->b[slot] |= doubled_b(tint);
    if (has_texture) {
        surface_mip mip;
        surface_choose_mip(r, from, m, lens, 1 / (inverse_z > 1e-9f ? inverse_z : 1e-9f), &mip);
        put_mip(&mip, slot, s);
        s->is_textured[slot] = -1;
    } else if (textured) {
        put_no_texture(slot, s);
    }
}

LANES f32x8 pick(const float table[SLOTS], i32x8 slot) {
    return (f32x8)lanes_pick(i32x8_load(table), slot);
}
LANES i32x8 pick_int(const void* table, i32x8 slot) { return lanes_pick(i32x8_load(table), slot); }

LANES f32x8 pick_value(const float f[4][SLOTS], i32x8 slot, f32x8 x, float y, f32x8 depth) {
    f32x8 row = f32x8_load(f[FORWARD]) + f32x8_load(f[DOWN]) * y;
    return pick(f[EYE], slot) +
           depth * (pick(f[RIGHT], slot) * x + (f32x8)lanes_pick((i32x8)row, slot));
}

LANES i32x8 pick_texels(const wend_view* view, const resolve_slots* s, i32x8 slot, f32x8 x, float y,
                        f32x8 depth) {
    i32x8 u = whole_texel(pick_value(s->u, slot, x, y, depth)) & pick_int(s->mask_u, slot);
    i32x8 v = whole_texel(pick_value(s->v, slot, x, y, depth)) & pick_int(s->mask_v, slot);
    i32x8 index = pick_int(s->first, slot) + (v << pick_int(s->row_shift, slot)) + u;
    i32x8 is_textured = pick_int(s->is_textured, slot);
    return lanes_gather(view->texels, index & is_textured) | ~is_textured;
}

LANES f32x8 pick_light(const resolve_slots* s, i32x8 slot, int row) {
    f32x8 left = f32x8_load(s->one) + (float)row * f32x8_load(s->down);
    f32x8 slope = f32x8_load(s->right) + (float)row * f32x8_load(s->both);
    return (f32x8)lanes_pick((i32x8)left, slot) +
           (f32x8)lanes_pick((i32x8)slope, slot) * LANE_INDEX;
}

LANES resolve_pixels pick_pixels(const wend_view* view, const resolve_slots* s, i32x8 slot, f32x8 x,
                                 float y0, int row, f32x8 depth, const bool color,
                                 const bool textured) {
    resolve_pixels p = {.tint.b = (u32x8)pick_int(s->b, slot), .object = pick_int(s->object, slot)};
    if (!color) return p;
    p.light = pick_light(s, slot, row);
    p.tint.rg = (u32x8)pick_int(s->rg, slot);
    if (textured) p.texel = pick_texels(view, s, slot, x, y0 + (float)row, depth);
    return p;
}

LANES void write_pixels(const resolve_pixels* p, size_t at, resolve_target out, const bool color,
                        const bool textured) {
    if (out.object) i32x8_store(out.object + at, p->object);
    if (out.category) u16x8_store(out.category + at, i32x8_to_u16((i32x8)(p->tint.b >> 16)));
    if (!color) return;
    u32x8 light = light_bits(p->light);
    if (textured)
        store_tinted(out.rgb + 3 * at, p->texel, p->tint, light);
    else
        store_lit(out.rgb + 3 * at, p->tint, light);
}

LANES u8x32 same_id(const uint32_t* ids, i32x8 id) {
    return lanes_narrow(i32x8_load(ids) == id, i32x8_load(ids + TILE) == id,
                        i32x8_load(ids + 2 * TILE) == id, i32x8_load(ids + 3 * TILE) == id);
}

// Puts up to 8 of the surfaces in `*left` (a bit a pixel) into slots and says which pixel has
// which; pixels of none have slot 0. Returns the pixels that were served.
LANES uint64_t fill_slots(const raster* r, const wend_view* view, const uint32_t* ids,
                          const float* inverse_z, f32x8 x, float y0, uint64_t* left,
                          const bool color, const bool textured, resolve_slots* s,
                          uint8_t slot_of[TILE_PIXELS]) {
    uint64_t served = 0;
    u8x32 upper = {0}, lower = {0};  // halves of the tile
    for (int slot = 0; slot < SLOTS && *left; slot++) {
        int pixel = __builtin_ctzll(*left);
        uint32_t id = ids[pixel];
        i32x8 wanted = i32x8_all((int32_t)id);
        u8x32 in_upper = same_id(ids, wanted), in_lower = same_id(ids + TILE_PIXELS / 2, wanted);
        upper |= in_upper & (uint8_t)slot;
        lower |= in_lower & (uint8_t)slot;
        uint64_t own = u8x32_mask(in_upper) | (uint64_t)u8x32_mask(in_lower) << 32;
        *left &= ~own;
        served |= own;
        if (id)
            put_surface(r, view, id, inverse_z[pixel], x, y0, slot, color, textured, s);
        else
            put_sky(r, slot, textured, s);
    }
    memcpy(slot_of, &upper, sizeof upper);
    memcpy(slot_of + TILE_PIXELS / 2, &lower, sizeof lower);
    return served;
}

LANES void blend_pixels(resolve_pixels* to, const resolve_pixels* from, i32x8 mask) {
    to->light = f32x8_select(to->light, from->light, mask);
    to->tint.rg = (u32x8)i32x8_select((i32x8)to->tint.rg, (i32x8)from->tint.rg, mask);
    to->tint.b = (u32x8)i32x8_select((i32x8)to->tint.b, (i32x8)from->tint.b, mask);
    to->texel = i32x8_select(to->texel, from->texel, mask);
    to->object = i32x8_select(to->object, from->object, mask);
}

// A tile with more than 8 surfaces: slots are filled again and again.
LANES void resolve_labels_and_colors(const raster* r, const wend_view* view, size_t tile, f32x8 x,
                                     float y0, resolve_target out, const bool color,
                                     const bool textured) {
    resolve_range range = range_of(r);
    const float* inverse_z = r->inverse_z + tile * TILE_PIXELS;
    const uint32_t* ids = r->id + tile * TILE_PIXELS;
    resolve_slots s;
    uint8_t slot_of[TILE_PIXELS];
    resolve_pixels pixels[TILE];
    uint64_t left = ~0ull;
    for (bool first = true; left; first = false) {
        uint64_t served =
            fill_slots(r, view, ids, inverse_z, x, y0, &left, color, textured, &s, slot_of);
        for (int row = 0; row < TILE; row++) {
            size_t at = (size_t)row * out.stride;
            f32x8 depth = depth_of(f32x8_load(inverse_z + TILE * row));
            if (first && out.depth) f32x8_store(out.depth + at, measured(range, depth));
            resolve_pixels p = pick_pixels(view, &s, i32x8_from_bytes(slot_of + TILE * row), x, y0,
                                           row, depth, color, textured);
            if (!first) {
                blend_pixels(&pixels[row], &p, lanes_of((uint32_t)(served >> TILE * row)));
                p = pixels[row];
            }
            if (left)
                pixels[row] = p;
            else
                write_pixels(&p, at, out, color, textured);
        }
    }
}

// Do all pixels of a tile see one surface? Its facets meet in many tiles.
LANES bool is_one(const uint32_t* ids) {
    i32x8 first = i32x8_all((int32_t)ids[0]), same = i32x8_load(ids) == first;
    for (int row = 1; row < TILE; row++) same &= i32x8_load(ids + TILE * row) == first;
    return ids[0] && lanes_mask(same) == 0xff;
}

static void resolve_mixed(const raster* r, const wend_view* view, size_t tile, f32x8 x, float y0,
                          resolve_target out) {
    const uint32_t* ids = r->id + tile * TILE_PIXELS;
    if (!out.rgb && !out.object && !out.category) {
        if (out.depth) measure_surface(r, tile, x, y0, out, false);
    } else if (is_one(ids)) {
        resolve_surface(r, view, tile, ids[0], x, y0, out, false);
    } else if (out.rgb && r->camera.textured) {
        resolve_labels_and_colors(r, view, tile, x, y0, out, true, true);
    } else if (out.rgb) {
        resolve_labels_and_colors(r, view, tile, x, y0, out, true, false);
    } else {
        resolve_labels_and_colors(r, view, tile, x, y0, out, false, false);
    }
}

// ---- the picture ------------------------------------------------------------------------------

LANES void resolve_one(const raster* r, const wend_view* view, int tx, int ty, resolve_target out) {
    size_t tile = (size_t)ty * (size_t)r->stride + (size_t)tx;
    f32x8 x = tile_x(r, tx) + LANE_INDEX;
    float y = tile_y(r, ty);
    if (r->tile_id[tile] == 0)
        resolve_empty(r, out);
    else if (r->tile_id[tile] == TILE_MIXED)
        resolve_mixed(r, view, tile, x, y, out);
    else
        resolve_noted(r, view, tile, x, y, out);
}

// A tile the frame ends in.
static void resolve_cut(const raster* r, const wend_view* view, int tx, int ty,
                        resolve_target frame) {
    uint8_t rgb[3 * TILE_PIXELS];
    float depth[TILE_PIXELS];
    uint16_t category[TILE_PIXELS];
    uint32_t object[TILE_PIXELS];
    resolve_target aside = {frame.rgb ? rgb : NULL, frame.depth ? depth : NULL,
                            frame.category ? category : NULL, frame.object ? object : NULL, TILE};
    resolve_one(r, view, tx, ty, aside);
    int rows = r->height - ty * TILE < TILE ? r->height - ty * TILE : TILE;
    size_t columns = (size_t)(r->width - tx * TILE < TILE ? r->width - tx * TILE : TILE);
    for (int row = 0; row < rows; row++) {
        size_t to = (size_t)row * frame.stride, from = (size_t)row * TILE;
        if (frame.rgb) memcpy(frame.rgb + 3 * to, rgb + 3 * from, 3 * columns);
        if (frame.depth) memcpy(frame.depth + to, depth + from, sizeof *depth * columns);
        if (frame.category)
            memcpy(frame.category + to, category + from, sizeof *category * columns);
        if (frame.object) memcpy(frame.object + to, object + from, sizeof *object * columns);
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
                resolve_one(r, view, tx, ty, out);
            else
                resolve_cut(r, view, tx, ty, out);
        }
}

const raster_kernel RASTER_KERNEL = {draw_tree, draw_groups, resolve};

#endif
