// Colour, depth and meaning from the ids. The body of raster_*.c, after draw_kernel.h.
//
// Goes tile by tile, and in a tile surface by surface, eight pixels at a time. Texture coordinates
// are affine functions of the point in the world, and that follows from pixel and depth, so no
// barycentric coordinates are kept. Light is worked out at the tile's corners and interpolated.
#ifndef WEND_SENSE_RESOLVE_KERNEL_H
#define WEND_SENSE_RESOLVE_KERNEL_H

#include "sense/draw_kernel.h"
#include "sense/look_kernel.h"

// Where a tile's pixels go: the frame itself, or a tile aside where the frame ends within it.
typedef struct resolve_target {
    uint8_t* rgb;
    float* depth;
    uint16_t* category;
    uint32_t* object;
    size_t stride;  // pixels from row to row
} resolve_target;

// The part of it that begins at pixel `at`. Functions that are called take the whole and make it
// for themselves: pointers that were just written to memory as arguments would be waited for.
LANES resolve_target target_at(const resolve_target* whole, size_t at) {
    return (resolve_target){whole->rgb ? whole->rgb + 3 * at : NULL,
                            whole->depth ? whole->depth + at : NULL,
                            whole->category ? whole->category + at : NULL,
                            whole->object ? whole->object + at : NULL, whole->stride};
}

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

// The light over four tiles, or of four surfaces in one: one + y * down + x * (right + y * both), x
// and y in pixels from the middle of the first one.
typedef struct resolve_light {
    f32x4 one, down, right, both;
} resolve_light;

// From the light at the corners: upper left, upper right, lower left, lower right.
LANES resolve_light spread_light(f32x4 c0, f32x4 c1, f32x4 c2, f32x4 c3) {
    f32x4 right = (c1 - c0) / TILE, down = (c2 - c0) / TILE;
    f32x4 both = (c3 - c2 - c1 + c0) / TILE_PIXELS;
    return (resolve_light){c0 + 0.5f * (right + down + 0.5f * both), down + 0.5f * both,
                           right + 0.5f * both, both};
}

LANES u32x8 multiplied(u32x8 a, u32x8 b) { return (u32x8)u16x16_mul_high((u16x16)a, (u16x16)b); }

LANES void store_lit(uint8_t* rgb, resolve_color c, u32x8 light) {
    u16x16 rg = (u16x16)multiplied(c.rg, u32x8_twice(light));
    u16x16 b = (u16x16)multiplied(c.b, light);
    u16x16_store_rgb(rgb, rg >> 7, b >> 7);
}

LANES void store_tinted(uint8_t* rgb, i32x8 texel, resolve_color tint, u32x8 light) {
    u32x8 rg = bytes_doubled_rg((u32x8)texel), b = bytes_doubled_b((u32x8)texel);
    rg = multiplied(rg, multiplied(tint.rg, u32x8_twice(light)));
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

static void resolve_empty(const raster* r, const resolve_target* whole, size_t first) {
    resolve_target out = target_at(whole, first);
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

// ---- tiles that one facet covers --------------------------------------------------------------

// Tiles side by side that one facet covers: as many as have their eight corners in one vector.
enum { RUN = 3 };

typedef struct resolve_run {
    raster_plane plane;
    int tiles;
    f32x8 x;   // of the first tile's columns
    float y0;  // of its first row
} resolve_run;

// How many tiles from `tile` on the same facet covers; 0 if the first one is not covered whole.
LANES int run_of(const raster* r, size_t tile, int most) {
    uint32_t id = r->tile_id[tile];
    if (id == 0 || id == TILE_MIXED) return 0;
    int count = 1;
    while (count < most && r->tile_id[tile + (size_t)count] == id &&
           !memcmp(&r->plane[tile], &r->plane[tile + (size_t)count], sizeof *r->plane))
        count++;
    return count;
}

// Depth and labels. `kept`: where depth is wanted again, unmeasured.
LANES void label_run(const raster* r, const resolve_run* run, const raster_look* look,
                     resolve_target out, const bool keep, f32x8 kept[RUN][TILE]) {
    resolve_range range = range_of(r);
    i32x8 object = i32x8_all(look ? (int32_t)look->look[LOOK_OBJECT] : 0);
    u16x8 category = u16x8_all(look ? (uint16_t)(look->look[LOOK_B] >> 16) : 0);
    float rows[TILE];
    f32x8_store(rows, run->plane.y * (run->y0 + LANE_INDEX) + run->plane.one);
    LANES_IN_MEMORY(rows);
    for (int i = 0; i < run->tiles; i++) {
        f32x8 zx = run->plane.x * (run->x + (float)(i * TILE));
        for (int row = 0; row < TILE; row++) {
            size_t at = (size_t)row * out.stride + (size_t)(i * TILE);
            f32x8 depth = depth_of(zx + rows[row]);
            if (keep) kept[i][row] = depth;
            if (out.depth) f32x8_store(out.depth + at, measured(range, depth));
            if (out.object) i32x8_store(out.object + at, object);
            if (out.category) u16x8_store(out.category + at, category);
        }
    }
}

// The light of each tile.
LANES resolve_light light_run(const wend_view* view, const raster_light* from,
                              const resolve_run* run) {
    look_lights lights = spread_lights(from);
    f32x8 x = run->x[0] - 0.5f + TILE * (f32x8){0, 1, 2, 3, 0, 1, 2, 3};
    f32x8 y = run->y0 - 0.5f + (f32x8){0, 0, 0, 0, TILE, TILE, TILE, TILE};
    f32x8 light = light_at(view, &lights, x, y);
    return spread_light(__builtin_shufflevector(light, light, 0, 1, 2, 3),
                        __builtin_shufflevector(light, light, 1, 2, 3, 3),
                        __builtin_shufflevector(light, light, 4, 5, 6, 7),
                        __builtin_shufflevector(light, light, 5, 6, 7, 7));
}

// A mip over a tile: what is the same in all of its rows.
typedef struct resolve_texture {
    f32x8 u_eye, v_eye, u_column, v_column;
    float u_row[TILE], v_row[TILE];
    i32x8 mask_u, mask_v;
    int row_shift;
    const uint32_t* texels;
} resolve_texture;

LANES void spread_texture(const wend_view* view, const surface_mip* mip, f32x8 x, float y0,
                          resolve_texture* t) {
    f32x8 y = y0 + LANE_INDEX;
    t->u_eye = f32x8_all(mip->u[EYE]);
    t->v_eye = f32x8_all(mip->v[EYE]);
    t->u_column = mip->u[RIGHT] * x;
    t->v_column = mip->v[RIGHT] * x;
    f32x8_store(t->u_row, mip->u[FORWARD] + mip->u[DOWN] * y);
    f32x8_store(t->v_row, mip->v[FORWARD] + mip->v[DOWN] * y);
    t->mask_u = i32x8_all(mip->mask_u);
    t->mask_v = i32x8_all(mip->mask_v);
    t->row_shift = mip->row_shift;
    t->texels = view->texels + mip->first;
}

LANES i32x8 texels_of_row(const resolve_texture* t, int row, f32x8 depth) {
    i32x8 u = whole_texel(t->u_eye + depth * (t->u_column + t->u_row[row])) & t->mask_u;
    i32x8 v = whole_texel(t->v_eye + depth * (t->v_column + t->v_row[row])) & t->mask_v;
    return lanes_gather(t->texels, (v << t->row_shift) + u);
}

LANES void paint_run(const raster* r, const wend_view* view, const resolve_run* run,
                     const raster_look* look, resolve_target out, const bool textured) {
    const raster_plane p = run->plane;
    resolve_color tint = {(u32x8)i32x8_all((int32_t)look->look[LOOK_RG]),
                          (u32x8)i32x8_all((int32_t)(look->look[LOOK_B] & 0xffff))};
    f32x8 depth[RUN][TILE];
    // Light is long in coming: the rest is done while it is on its way.
    resolve_light l = light_run(view, &look->light, run);
    label_run(r, run, look, out, textured, depth);
    for (int i = 0; i < run->tiles; i++) {
        float left[TILE], slope[TILE];
        resolve_texture texture;
        if (textured) {
            f32x8 x = run->x + (float)(i * TILE);
            surface_mip mip;
            look_mip(r, view, look, p.x * (x[0] + 3.5f) + (p.y * (run->y0 + 3.5f) + p.one), &mip);
            spread_texture(view, &mip, x, run->y0, &texture);
            LANES_IN_MEMORY(texture.u_row);
            LANES_IN_MEMORY(texture.v_row);
        }
        f32x8_store(left, 256 * (l.one[i] + LANE_INDEX * l.down[i]));
        f32x8_store(slope, 256 * (l.right[i] + LANE_INDEX * l.both[i]));
        LANES_IN_MEMORY(left);
        LANES_IN_MEMORY(slope);
        for (int row = 0; row < TILE; row++) {
            uint8_t* rgb = out.rgb + 3 * ((size_t)row * out.stride + (size_t)(i * TILE));
            u32x8 light = (u32x8)f32x8_to_int(left[row] + slope[row] * LANE_INDEX);
            if (textured)
                store_tinted(rgb, texels_of_row(&texture, row, depth[i][row]), tint, light);
            else
                store_lit(rgb, tint, light);
        }
    }
}

static void resolve_run_of(const raster* r, const wend_view* view, const resolve_run* run,
                           const resolve_target* whole, size_t at) {
    resolve_target out = target_at(whole, at);
    const raster_look* look = NULL;
    if (out.rgb || out.object || out.category) look = look_of(r, view, run->plane.id);
    if (out.rgb && look->look[LOOK_TEXTURED])
        paint_run(r, view, run, look, out, true);
    else if (out.rgb)
        paint_run(r, view, run, look, out, false);
    else
        label_run(r, run, look, out, false, NULL);
}

// ---- tiles of several surfaces ----------------------------------------------------------------

// Up to 8 surfaces of a tile, each in a slot: a pixel that knows its slot picks all it needs from
// tables, whatever surfaces its neighbours see. Tables are made from what is known of each surface
// four numbers at a time, and turned around in registers: numbers that are stored one by one cannot
// be loaded together before all earlier stores have reached the cache.
enum { SLOTS = 8 };

typedef struct resolve_surface {
    raster_light light;
    i32x4 look;     // rg, b (as in resolve_color, the category above blue), object; is it textured?
    f32x4 u, v;     // as in surface_mip, where it is textured
    i32x4 texture;  // mask_u, mask_v, row_shift, first
} resolve_surface;

typedef struct resolve_surfaces {
    int count;
    bool any_texture;
    resolve_surface of[SLOTS];
} resolve_surfaces;

typedef struct resolve_slots {
    f32x8 one, down, right, both;  // as in resolve_light
    i32x8 rg, b, object;
    // Where there are textures:
    i32x8 is_textured;  // -1 or 0
    f32x8 u[4], v[4];
    i32x8 mask_u, mask_v, row_shift, first;
} resolve_slots;

LANES void put_sky(const raster* r, resolve_surfaces* s) {
    const uint8_t* sky = r->camera.sky;
    resolve_surface* to = &s->of[s->count++];
    *to = (resolve_surface){.light = {.columns = 1, .rows = 1}};
    to->look = (i32x4){(int32_t)doubled_rg((uint32_t)(sky[0] | sky[1] << 8)),
                       (int32_t)(sky[2] * 257u), 0, 0};
}

// `inverse_z` is that of one of its pixels.
LANES void put_surface(const raster* r, const wend_view* view, uint32_t id, float inverse_z,
                       const bool textured, resolve_surfaces* s) {
    const raster_look* look = look_of(r, view, id);
    resolve_surface* to = &s->of[s->count++];
    to->light = look->light;
    memcpy(&to->look, look->look, sizeof to->look);
    if (!textured) return;
    surface_mip mip = {.first = 0};  // what has no texture reads the first texel, and forgets it
    if (look->look[LOOK_TEXTURED]) look_mip(r, view, look, inverse_z, &mip);
    to->u = f32x4_load(mip.u);
    to->v = f32x4_load(mip.v);
    to->texture = (i32x4){mip.mask_u, mip.mask_v, mip.row_shift, mip.first};
    if (!look->look[LOOK_TEXTURED]) return;
    s->any_texture = true;
}

// The light of all surfaces at the corners of a tile: upper left, upper right, lower left, lower
// right. Two at a time.
LANES void light_corners(const wend_view* view, float x0, float y0, const resolve_surfaces* s,
                         float corners[SLOTS][4]) {
    f32x8 x = x0 - 0.5f + (f32x8){0, TILE, 0, TILE, 0, TILE, 0, TILE};
    f32x8 y = y0 - 0.5f + (f32x8){0, 0, TILE, TILE, 0, 0, TILE, TILE};
    for (int i = 0; i < s->count; i += 2) {
        look_lights l = join_lights(&s->of[i].light, &s->of[i + 1 < s->count ? i + 1 : i].light);
        // Only the sky has no direction; its colour stays as it is.
        f32x8 light = f32x8_select(light_at(view, &l, x, y), f32x8_all(128), l.toward == 0);
        f32x8_store(corners[i], light);
    }
}

// Four surfaces with four numbers each become four numbers of four surfaces.
LANES void turn(const f32x4 in[4], f32x4 out[4]) {
    f32x4 low01 = __builtin_shufflevector(in[0], in[1], 0, 4, 1, 5);
    f32x4 low23 = __builtin_shufflevector(in[2], in[3], 0, 4, 1, 5);
    f32x4 high01 = __builtin_shufflevector(in[0], in[1], 2, 6, 3, 7);
    f32x4 high23 = __builtin_shufflevector(in[2], in[3], 2, 6, 3, 7);
    out[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
    out[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
    out[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
    out[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}

LANES f32x8 halves(f32x4 low, f32x4 high) {
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Tables of four numbers that each surface has at `first`. What slots without a surface have does
// not matter.
LANES void turn_tables(const resolve_surfaces* s, const void* first, f32x8 tables[4]) {
    const char* at = first;
    f32x4 in[4], low[4], high[4];
    for (int i = 0; i < 4; i++)
        in[i] = f32x4_load((const float*)(at + (i < s->count ? i : 0) * sizeof *s->of));
    turn(in, low);
    memcpy(high, low, sizeof high);
    if (s->count > 4) {
        for (int i = 0; i < 4; i++)
            in[i] = f32x4_load((const float*)(at + (i + 4 < s->count ? i + 4 : 0) * sizeof *s->of));
        turn(in, high);
    }
    for (int k = 0; k < 4; k++) tables[k] = halves(low[k], high[k]);
}

LANES void light_tables(const wend_view* view, float x0, float y0, const resolve_surfaces* s,
                        resolve_slots* t) {
    float corners[SLOTS][4] = {{0}};
    f32x4 in[4], c[4];
    light_corners(view, x0, y0, s, corners);
    for (int i = 0; i < 4; i++) in[i] = f32x4_load(corners[i < s->count ? i : 0]);
    turn(in, c);
    resolve_light low = spread_light(c[0], c[1], c[2], c[3]), high = low;
    if (s->count > 4) {
        for (int i = 0; i < 4; i++) in[i] = f32x4_load(corners[i + 4 < s->count ? i + 4 : 0]);
        turn(in, c);
        high = spread_light(c[0], c[1], c[2], c[3]);
    }
    t->one = halves(low.one, high.one);
    t->down = halves(low.down, high.down);
    t->right = halves(low.right, high.right);
    t->both = halves(low.both, high.both);
}

// Makes the tables from the surfaces.
LANES void make_tables(const wend_view* view, float x0, float y0, const resolve_surfaces* s,
                       const bool color, const bool textured, resolve_slots* t) {
    f32x8 k[4];
    turn_tables(s, &s->of[0].look, k);
    t->rg = (i32x8)k[LOOK_RG];
    t->b = (i32x8)k[LOOK_B];
    t->object = (i32x8)k[LOOK_OBJECT];
    t->is_textured = (i32x8)k[LOOK_TEXTURED];
    if (color) light_tables(view, x0, y0, s, t);
    if (!textured || !s->any_texture) return;
    turn_tables(s, &s->of[0].u, t->u);
    turn_tables(s, &s->of[0].v, t->v);
    turn_tables(s, &s->of[0].texture, k);
    t->mask_u = (i32x8)k[0];
    t->mask_v = (i32x8)k[1];
    t->row_shift = (i32x8)k[2];
    t->first = (i32x8)k[3];
}

// `few`: there are at most four surfaces, and the tables' halves are the same.
LANES i32x8 pick_int(i32x8 table, i32x8 slot, const bool few) {
    return few ? lanes_pick_few(table, slot) : lanes_pick(table, slot);
}
LANES f32x8 pick(f32x8 table, i32x8 slot, const bool few) {
    return (f32x8)pick_int((i32x8)table, slot, few);
}

LANES f32x8 pick_value(const f32x8 f[4], i32x8 slot, f32x8 x, float y, f32x8 depth,
                       const bool few) {
    return pick(f[EYE], slot, few) +
           depth * (pick(f[RIGHT], slot, few) * x + pick(f[FORWARD] + f[DOWN] * y, slot, few));
}

LANES i32x8 pick_texels(const wend_view* view, const resolve_slots* t, i32x8 slot, f32x8 x, float y,
                        f32x8 depth, const bool few) {
    i32x8 u = whole_texel(pick_value(t->u, slot, x, y, depth, few));
    i32x8 v = whole_texel(pick_value(t->v, slot, x, y, depth, few));
    u &= pick_int(t->mask_u, slot, few);
    v &= pick_int(t->mask_v, slot, few);
    i32x8 index = pick_int(t->first, slot, few) + (v << pick_int(t->row_shift, slot, few)) + u;
    i32x8 is_textured = pick_int(t->is_textured, slot, few);
    return lanes_gather(view->texels, index & is_textured) | ~is_textured;
}

LANES f32x8 pick_light(const resolve_slots* t, i32x8 slot, int row, const bool few) {
    return pick(t->one + (float)row * t->down, slot, few) +
           pick(t->right + (float)row * t->both, slot, few) * LANE_INDEX;
}

LANES resolve_pixels pick_pixels(const wend_view* view, const resolve_slots* t, i32x8 slot, f32x8 x,
                                 float y0, int row, f32x8 depth, const bool color,
                                 const bool textured, const bool few) {
    resolve_pixels p = {.tint.b = (u32x8)pick_int(t->b, slot, few),
                        .object = pick_int(t->object, slot, few)};
    if (!color) return p;
    p.light = pick_light(t, slot, row, few);
    p.tint.rg = (u32x8)pick_int(t->rg, slot, few);
    if (textured) p.texel = pick_texels(view, t, slot, x, y0 + (float)row, depth, few);
    return p;
}

LANES void write_labels(const resolve_pixels* p, size_t at, resolve_target out) {
    if (out.object) i32x8_store(out.object + at, p->object);
    if (out.category) u16x8_store(out.category + at, i32x8_to_u16((i32x8)(p->tint.b >> 16)));
}

LANES void write_colors(const resolve_pixels* p, size_t at, resolve_target out,
                        const bool textured) {
    u32x8 light = light_bits(p->light);
    if (textured)
        store_tinted(out.rgb + 3 * at, p->texel, p->tint, light);
    else
        store_lit(out.rgb + 3 * at, p->tint, light);
}

// ---- tiles that are written out ---------------------------------------------------------------

LANES u8x32 same_id(const uint32_t* ids, i32x8 id) {
    return lanes_narrow(i32x8_load(ids) == id, i32x8_load(ids + TILE) == id,
                        i32x8_load(ids + 2 * TILE) == id, i32x8_load(ids + 3 * TILE) == id);
}

// Tables of a round without textures: others of the same tile may have had some.
LANES void leave_textures_out(resolve_slots* t) {
    const i32x8 none = i32x8_all(0);
    t->mask_u = t->mask_v = t->row_shift = t->first = none;
    for (int k = 0; k < 4; k++) t->u[k] = t->v[k] = (f32x8)none;
}

// Puts up to 8 of the surfaces in `*left` (a bit a pixel) into slots and says which pixel has
// which; pixels of none have slot 0. Returns the pixels that were served. `*few`: of at most four.
LANES uint64_t fill_slots(const raster* r, const wend_view* view, const uint32_t* ids,
                          const float* inverse_z, f32x8 x, float y0, uint64_t* left,
                          const bool color, const bool textured, resolve_slots* t,
                          uint8_t slot_of[TILE_PIXELS], bool* few) {
    resolve_surfaces s;
    s.count = 0;
    s.any_texture = false;
    uint64_t served = 0;
    u8x32 upper = {0}, lower = {0};  // halves of the tile
    while (s.count < SLOTS && *left) {
        int slot = s.count;
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
            put_surface(r, view, id, inverse_z[pixel], textured, &s);
        else
            put_sky(r, &s);
    }
    make_tables(view, x[0], y0, &s, color, textured, t);
    memcpy(slot_of, &upper, sizeof upper);
    memcpy(slot_of + TILE_PIXELS / 2, &lower, sizeof lower);
    if (textured && !s.any_texture) leave_textures_out(t);
    *few = s.count <= SLOTS / 2;
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
LANES void resolve_many(const raster* r, const wend_view* view, size_t tile, f32x8 x, float y0,
                        uint64_t left, const resolve_slots* first, uint8_t slot_of[TILE_PIXELS],
                        resolve_target out, const bool color, const bool textured) {
    const float* inverse_z = r->inverse_z + tile * TILE_PIXELS;
    resolve_slots t = *first;
    resolve_pixels pixels[TILE];
    bool few;
    for (uint64_t served = ALL_PIXELS; served;) {
        for (int row = 0; row < TILE; row++) {
            f32x8 depth = depth_of(f32x8_load(inverse_z + TILE * row));
            resolve_pixels p = pick_pixels(view, &t, i32x8_from_bytes(slot_of + TILE * row), x, y0,
                                           row, depth, color, textured, false);
            i32x8 own = lanes_of((uint32_t)(served >> TILE * row));
            if (served == ALL_PIXELS)
                pixels[row] = p;
            else
                blend_pixels(&pixels[row], &p, own);
        }
        served = left ? fill_slots(r, view, r->id + tile * TILE_PIXELS, inverse_z, x, y0, &left,
                                   color, textured, &t, slot_of, &few)
                      : 0;
    }
    for (int row = 0; row < TILE; row++) {
        write_labels(&pixels[row], (size_t)row * out.stride, out);
        if (color) write_colors(&pixels[row], (size_t)row * out.stride, out, textured);
    }
}

// Labels, then colours: as in paint_run, what needs no light comes first.
LANES void paint_rows(const wend_view* view, const resolve_slots* t,
                      const uint8_t slot_of[TILE_PIXELS], f32x8 x, float y0,
                      const f32x8 depth[TILE], resolve_target out, const bool color,
                      const bool textured, const bool few) {
    for (int row = 0; row < TILE; row++) {
        i32x8 slot = i32x8_from_bytes(slot_of + TILE * row);
        resolve_pixels p = pick_pixels(view, t, slot, x, y0, row, depth[row], false, false, few);
        write_labels(&p, (size_t)row * out.stride, out);
    }
    for (int row = 0; row < TILE && color; row++) {
        i32x8 slot = i32x8_from_bytes(slot_of + TILE * row);
        resolve_pixels p = pick_pixels(view, t, slot, x, y0, row, depth[row], color, textured, few);
        write_colors(&p, (size_t)row * out.stride, out, textured);
    }
}

LANES void resolve_labels_and_colors(const raster* r, const wend_view* view, size_t tile, f32x8 x,
                                     float y0, resolve_target out, const bool color,
                                     const bool textured) {
    resolve_range range = range_of(r);
    const float* inverse_z = r->inverse_z + tile * TILE_PIXELS;
    resolve_slots t;
    uint8_t slot_of[TILE_PIXELS];
    uint64_t left = ALL_PIXELS;
    bool few;
    fill_slots(r, view, r->id + tile * TILE_PIXELS, inverse_z, x, y0, &left, color, textured, &t,
               slot_of, &few);
    f32x8 depth[TILE];
    for (int row = 0; row < TILE; row++) {
        size_t at = (size_t)row * out.stride;
        depth[row] = depth_of(f32x8_load(inverse_z + TILE * row));
        if (out.depth) f32x8_store(out.depth + at, measured(range, depth[row]));
    }
    if (left) {
        resolve_many(r, view, tile, x, y0, left, &t, slot_of, out, color, textured);
        return;
    }
    if (few)
        paint_rows(view, &t, slot_of, x, y0, depth, out, color, textured, true);
    else
        paint_rows(view, &t, slot_of, x, y0, depth, out, color, textured, false);
}

LANES void measure_written(const raster* r, size_t tile, resolve_target out) {
    const float* inverse_z = r->inverse_z + tile * TILE_PIXELS;
    resolve_range range = range_of(r);
    for (int row = 0; row < TILE; row++)
        f32x8_store(out.depth + (size_t)row * out.stride,
                    measured(range, depth_of(f32x8_load(inverse_z + TILE * row))));
}

static void resolve_written(const raster* r, const wend_view* view, size_t tile, f32x8 x, float y0,
                            const resolve_target* whole, size_t at) {
    resolve_target out = target_at(whole, at);
    if (out.rgb && r->camera.textured)
        resolve_labels_and_colors(r, view, tile, x, y0, out, true, true);
    else if (out.rgb)
        resolve_labels_and_colors(r, view, tile, x, y0, out, true, false);
    else if (out.object || out.category)
        resolve_labels_and_colors(r, view, tile, x, y0, out, false, false);
    else if (out.depth)
        measure_written(r, tile, out);
}

// ---- the picture ------------------------------------------------------------------------------

// Pixels ahead of those being written whose memory is asked for: far enough to be there in time,
// near enough to stay.
enum { AHEAD = 32 };

LANES void ask_for(const void* first, size_t pixel, size_t stride, int tiles) {
    if (!first) return;
    for (size_t row = 0; row < TILE; row++)
        for (size_t i = 0; i < (size_t)tiles * TILE * pixel; i += 64)
            __builtin_prefetch((const char*)first + row * stride * pixel + i, 1);
}

// A picture does not fit the fastest cache, and its rows are too far apart for the processor to
// guess what comes next. Addresses past the end do no harm.
LANES void ask_ahead(const resolve_target* whole, size_t at, int tiles) {
    resolve_target out = target_at(whole, at + AHEAD);
    ask_for(out.depth, sizeof *out.depth, out.stride, tiles);
    ask_for(out.object, sizeof *out.object, out.stride, tiles);
    ask_for(out.category, sizeof *out.category, out.stride, tiles);
    ask_for(out.rgb, 3, out.stride, tiles);
}

// Tiles from (tx, ty) on, at most `most` of that row; returns how many it did.
LANES int resolve_some(const raster* r, const wend_view* view, int tx, int ty, int most,
                       const resolve_target* out, size_t at) {
    size_t tile = (size_t)ty * (size_t)r->stride + (size_t)tx;
    f32x8 x = tile_x(r, tx) + LANE_INDEX;
    float y = tile_y(r, ty);
    resolve_run run = {r->plane[tile], run_of(r, tile, most), x, y};
    ask_ahead(out, at, run.tiles ? run.tiles : 1);
    if (run.tiles) {
        resolve_run_of(r, view, &run, out, at);
        return run.tiles;
    }
    if (r->tile_id[tile] == 0)
        resolve_empty(r, out, at);
    else
        resolve_written(r, view, tile, x, y, out, at);
    return 1;
}

// A tile the frame ends in.
static void resolve_cut(const raster* r, const wend_view* view, int tx, int ty,
                        const resolve_target* whole, size_t at) {
    uint8_t rgb[3 * TILE_PIXELS];
    float depth[TILE_PIXELS];
    uint16_t category[TILE_PIXELS];
    uint32_t object[TILE_PIXELS];
    resolve_target frame = target_at(whole, at);
    resolve_target aside = {frame.rgb ? rgb : NULL, frame.depth ? depth : NULL,
                            frame.category ? category : NULL, frame.object ? object : NULL, TILE};
    resolve_some(r, view, tx, ty, 1, &aside, 0);
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
    int whole = r->width / TILE;  // tiles of a row that the frame does not end in
    const resolve_target out = {frame->rgb, frame->depth, frame->category, frame->object,
                                (size_t)r->width};
    for (int ty = 0; ty < r->tiles_y; ty++)
        for (int tx = 0; tx < r->tiles_x;) {
            size_t at = (size_t)(ty * TILE) * out.stride + (size_t)(tx * TILE);
            if (tx < whole && (ty + 1) * TILE <= r->height)
                tx += resolve_some(r, view, tx, ty, whole - tx < RUN ? whole - tx : RUN, &out, at);
            else
                resolve_cut(r, view, tx++, ty, &out, at);
        }
}

const raster_kernel RASTER_KERNEL = {draw_tree, draw_groups, resolve};

#endif
