// Painting: writes the pixels of tiles whose patches are lit. Part of the body of raster_*.c.
//
// Two rows of eight pixels at a time (pixel_kernel.h). In a mixed tile each pixel has the index of
// its patch; the values of up to eight patches form tables, and one shuffle looks up a value for 16
// pixels, whatever mixture of surfaces they show:
//
// clang-format off
//     slots of two rows  0 0 0 1 1 1 1 1 | 0 0 2 2 1 1 1 1
//     table red          r0 r1 r2 .. ..     one entry per patch
//     u16x16_lookup      r0 r0 r0 r1 ...    16 pixels
// clang-format on
//
// Fixed point: light is 8.8 bits, where 128.0 leaves the colour unchanged. (colour * scale * light)
// >> 16 gives 8 bits, or 15 bits when it is then multiplied with a texel (color_scale).
#ifndef WEND_SENSE_PAINT_KERNEL_H
#define WEND_SENSE_PAINT_KERNEL_H

#include "sense/patch_kernel.h"

// Destination of pixels: the images of the caller, or a temporary tile at their border. NULL: not
// requested.
typedef struct paint_target {
    uint8_t* rgb;
    float* depth;
    uint16_t* category;
    uint32_t* object;
    size_t stride;  // pixels from row to row
    size_t first;   // pixel
} paint_target;

// The same destination, `at` pixels later.
LANES paint_target target_at(const paint_target* whole, size_t at) {
    paint_target part = *whole;
    part.first += at;
    return part;
}

// Two rows of eight pixels before shading.
typedef struct paint_rows {
    u16x16 light;
    u16x16 red, green, blue;  // as in patch_list
    u16x16 category, object_low, object_high;
} paint_rows;

// ---- depth ------------------------------------------------------------------------------------

// A copy of camera fields: through `raster` the compiler would reload them after each store.
typedef struct paint_range {
    float low, high;
    bool unit;
} paint_range;

LANES paint_range range_of(const raster* r) {
    return (paint_range){r->camera.depth_min, r->camera.depth_max, r->camera.depth_unit};
}

LANES f32x8 measured(paint_range range, f32x8 depth) {
    f32x8 d = f32x8_clamp(depth, range.low, range.high);
    return range.unit ? (d - range.low) / (range.high - range.low) : d;
}

// Four rows of 1/z become depth with one division and nine products, which is faster than four
// divisions.
LANES void invert_four(f32x8 z[4]) {
    f32x8 z01 = z[0] * z[1], z23 = z[2] * z[3];
    f32x8 all = 1 / (z01 * z23), inverse01 = all * z23, inverse23 = all * z01;
    f32x8 d0 = inverse01 * z[1], d2 = inverse23 * z[3];
    z[1] = inverse01 * z[0];
    z[3] = inverse23 * z[2];
    z[0] = d0;
    z[2] = d2;
}

// True if 1/z in [low, high] needs no clipping to the depth range of the camera.
LANES bool is_measured(paint_range range, float low, float high) {
    return !range.unit && low * range.high > 1.00001f && high * range.low < 0.99999f;
}

// Converts the 1/z of a tile to depth in place, and writes it with the range of the camera. 1/z = 0
// becomes a very large depth.
LANES void write_depth(paint_range range, bool all_measured, f32x8 z[TILE], paint_target out) {
    if (!all_measured)
        for (int i = 0; i < TILE; i++) z[i] = f32x8_clamp(z[i], 1e-9f, 1e9f);
    invert_four(z);
    invert_four(z + TILE / 2);
    if (!out.depth) return;
    float* at = out.depth + out.first;
    if (all_measured)
        for (int i = 0; i < TILE; i++) f32x8_store(at + (size_t)i * out.stride, z[i]);
    else
        for (int i = 0; i < TILE; i++)
            f32x8_store(at + (size_t)i * out.stride, measured(range, z[i]));
}

// The depth of a mixed tile.
LANES void write_depth_of_pixels(const raster* r, size_t tile, f32x8 depth[TILE],
                                 paint_target out) {
    const float* inverse_z = r->tiles[tile].inverse_z;
    paint_range range = range_of(r);
    for (int row = 0; row < TILE; row++) depth[row] = f32x8_load(inverse_z + TILE * row);
    write_depth(range, is_measured(range, r->farthest[tile], r->nearest[tile]), depth, out);
}

// ---- two rows ---------------------------------------------------------------------------------

LANES void write_labels(const paint_rows* p, size_t at, paint_target out) {
    at += out.first;
    if (out.object)
        u16x16_store_wide(out.object + at, out.object + at + out.stride, p->object_low,
                          p->object_high);
    if (out.category)
        u16x16_store_rows(out.category + at, out.category + at + out.stride, p->category);
}

// Lowest byte of `texel` times a colour of 15 bits, as 8 bits.
LANES u16x16 tinted(u16x16 texel, u16x16 tint) {
    return u16x16_mul_high((texel & 255) * 257, tint) >> 7;
}

// `texels`: R, G, B, A bytes in memory order; only with textures.
LANES void write_colors(const paint_rows* p, const i32x8 texels[2], size_t at, paint_target out,
                        const patch_colors colors) {
    u16x16 red = u16x16_mul_high(p->red, p->light), green = u16x16_mul_high(p->green, p->light);
    u16x16 blue = u16x16_mul_high(p->blue, p->light);
    if (colors >= COLORS_TEXTURED) {
        u16x16 rg = u16x16_rows(texels[0], texels[1]);
        u16x16 ba = u16x16_rows((i32x8)((u32x8)texels[0] >> 16), (i32x8)((u32x8)texels[1] >> 16));
        red = tinted(rg, red);
        green = tinted(rg >> 8, green);
        blue = tinted(ba, blue);
    }
    uint8_t* upper = out.rgb + 3 * (out.first + at);
    u16x16_store_rgb(upper, upper + 3 * out.stride, red, green, blue);
}

#define COLUMN_INDEX ((u16x16){0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7})
#define LOWER_ROW    ((u16x16){0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1})

// ---- tiles of one surface ---------------------------------------------------------------------

// The plane of a facet over a run of tiles: 1/z = x * column + row[i].
typedef struct paint_plane {
    float x, row[TILE];
    bool all_measured;
    paint_range range;
} paint_plane;

// `tx` is the first of `count` tiles.
LANES void make_plane(const raster* r, const raster_cover* c, int tx, float y0, int count,
                      paint_plane* p) {
    f32x8_store(p->row, c->y * (y0 + LANE_INDEX) + c->one);
    float left = c->x * r->columns[tx * TILE], right = left + c->x * (float)(TILE * count - 1);
    float upper = p->row[0], lower = p->row[TILE - 1];
    p->x = c->x;
    p->range = range_of(r);
    p->all_measured =
        is_measured(p->range, (left < right ? left : right) + (upper < lower ? upper : lower),
                    (left > right ? left : right) + (upper > lower ? upper : lower));
}

LANES void write_depth_of_plane(const paint_plane* p, f32x8 column, f32x8 depth[TILE],
                                paint_target out) {
    f32x8 zx = p->x * column;
    for (int i = 0; i < TILE; i++) depth[i] = zx + p->row[i];
    write_depth(p->range, p->all_measured, depth, out);
}

// Factor of 8-bit colours before the product with light (see the top of this file).
LANES uint16_t color_scale(bool textured) { return textured ? 257 : 2; }

// Constants of a surface.
typedef struct paint_surface {
    i32x8 object;
    u16x8 category;
    u16x16_tint tint;  // untextured: colour in the byte order of the image
    u16x16 color;      // textured: factor of each channel of a texel
} paint_surface;

LANES void make_surface(const raster_look* look, paint_surface* s) {
    s->object = i32x8_splat((int32_t)((uint32_t)look->object_high << 16 | look->object_low));
    s->category = u16x8_splat(look->category);
    const uint16_t scale = color_scale(look->textured);
    uint16_t red = (uint16_t)(look->red * scale), green = (uint16_t)(look->green * scale);
    uint16_t blue = (uint16_t)(look->blue * scale);
    s->tint = u16x16_tint_from(red, green, blue);
    s->color = u16x16_texel_from(red, green, blue);
}

LANES void write_surface_labels(const paint_surface* s, paint_target out) {
    for (int row = 0; row < TILE && out.object; row++)
        i32x8_store(out.object + out.first + (size_t)row * out.stride, s->object);
    for (int row = 0; row < TILE && out.category; row++)
        u16x8_store(out.category + out.first + (size_t)row * out.stride, s->category);
}

// Light of the first two rows of tile i, and its change per two rows.
LANES u16x16 light_of_rows(const patch_light* light, int i, u16x16* step) {
    u16x16 down = light->down[i] + COLUMN_INDEX * light->both[i];
    *step = 2 * down;
    return light->one[i] + COLUMN_INDEX * light->right[i] + down * LOWER_ROW;
}

// Labels and RGB of an untextured tile.
LANES void paint_plain(const paint_surface* s, const patch_light* light, int i, paint_target out,
                       const patch_colors colors) {
    write_surface_labels(s, out);
    if (colors == COLORS_NONE) return;
    u16x16 step, lights = light_of_rows(light, i, &step);
    uint8_t* at = out.rgb + 3 * out.first;
    for (int row = 0; row < TILE; row += 2) {
        u16x16_store_tinted(at, at + 3 * out.stride, lights, s->tint);
        at += 6 * out.stride;
        lights += step;
    }
}

// A mip level over a row of tiles: terms that do not depend on the column.
typedef struct paint_texture {
    f32x8 u_eye, v_eye;
    float u_right, v_right;
    float u_row[TILE], v_row[TILE];
    i32x8 mask_u, mask_v;
    int row_shift;
    i32x8 smooth;
    const uint32_t* texels;
} paint_texture;

LANES void spread_texture(const wend_view* view, const surface_mip* m, float y0, paint_texture* t) {
    f32x8 y = y0 + LANE_INDEX;
    t->u_eye = f32x8_splat(m->u[EYE]);
    t->v_eye = f32x8_splat(m->v[EYE]);
    t->u_right = m->u[RIGHT];
    t->v_right = m->v[RIGHT];
    f32x8_store(t->u_row, m->u[FORWARD] + m->u[DOWN] * y);
    f32x8_store(t->v_row, m->v[FORWARD] + m->v[DOWN] * y);
    t->mask_u = i32x8_splat(m->mask_u);
    t->mask_v = i32x8_splat(m->mask_v);
    t->row_shift = m->row_shift;
    t->smooth = i32x8_splat(m->smooth);
    t->texels = view->texels + m->first;
    LANES_IN_MEMORY(t->u_row);
    LANES_IN_MEMORY(t->v_row);
}

LANES i32x8 texels_of_row(const paint_texture* t, int row, f32x8 u_column, f32x8 v_column,
                          f32x8 depth, const patch_colors colors) {
    f32x8 u = t->u_eye + depth * (u_column + t->u_row[row]);
    f32x8 v = t->v_eye + depth * (v_column + t->v_row[row]);
    if (colors == COLORS_SMOOTH) {
        const surface_textures all = {t->mask_u, t->mask_v, i32x8_splat(t->row_shift),
                                      i32x8_splat(0), t->smooth};
        return smooth_texels(t->texels, &all, u, v);
    }
    i32x8 column = whole_texel(u) & t->mask_u, line = whole_texel(v) & t->mask_v;
    return i32x8_gather(t->texels, (line << t->row_shift) + column);
}

// Labels and RGB of a textured tile.
LANES void paint_textured(const paint_surface* s, const paint_texture* t, const patch_light* light,
                          int i, f32x8 x, const f32x8 depth[TILE], paint_target out,
                          const patch_colors colors) {
    write_surface_labels(s, out);
    u16x16 step, lights = light_of_rows(light, i, &step);
    f32x8 u_column = t->u_right * x, v_column = t->v_right * x;
    for (int row = 0; row < TILE; row += 2) {
        u16x16_lights tints[2];
        u16x16_tint_rows(lights, s->color, tints);
        for (int k = 0; k < 2; k++) {
            i32x8 texels = texels_of_row(t, row + k, u_column, v_column, depth[row + k], colors);
            u16x16_store_texels(out.rgb + 3 * (out.first + (size_t)(row + k) * out.stride), texels,
                                tints[k]);
        }
        lights += step;
    }
}

// A mixed tile with one visible patch i.
LANES void paint_one(const raster* r, const wend_view* view, size_t tile, const patch_list* p,
                     int i, f32x8 x, float y0, paint_target out, const patch_colors colors) {
    const raster_look* look = &r->looks[p->look[i]];
    paint_surface surface;
    make_surface(look, &surface);
    f32x8 depth[TILE];
    if (colors >= COLORS_TEXTURED || out.depth) write_depth_of_pixels(r, tile, depth, out);
    if (colors >= COLORS_TEXTURED && look->textured) {
        surface_mip mip;
        paint_texture texture;
        look_mip(r, view, look, look_mip_level(r, view, look, r->tiles[tile].inverse_z[0]), &mip);
        spread_texture(view, &mip, y0, &texture);
        paint_textured(&surface, &texture, &p->light, i, x, depth, out, colors);
    } else {
        paint_plain(&surface, &p->light, i, out, colors);
    }
}

// ---- tiles of several surfaces ----------------------------------------------------------------

// Lookup tables of up to eight patches, one entry per patch.
typedef struct paint_tables {
    u16x16 red, green, blue, category, object_low, object_high;
    u16x16 one, down, right, both;  // `one` and `right` differ in the upper and the lower row
} paint_tables;

// Texture parameters of up to eight patches.
typedef struct paint_textures {
    i32x8 is_textured;
    f32x8 u[4], v[4];
    surface_textures of;
} paint_textures;

LANES void turn_looks(const raster* r, const int look[4], u16x16 pairs[3]) {
    const uint16_t* rows[4];
    for (int k = 0; k < 4; k++) rows[k] = &r->looks[look[k]].red;
    u16x16_transpose(rows, pairs);
}

// Tables of patches i to i + 7; `few`: at most four of them are used.
LANES paint_tables load_tables(const raster* r, const patch_list* p, int i, const bool few,
                               const patch_colors colors) {
    u16x16 a[3], b[3];
    turn_looks(r, p->look + i, a);
    if (few)
        memcpy(b, a, sizeof b);
    else
        turn_looks(r, p->look + i + 4, b);
    paint_tables t = {.category = u16x16_second_fours(a[1], b[1]),
                      .object_low = u16x16_first_fours(a[2], b[2]),
                      .object_high = u16x16_second_fours(a[2], b[2])};
    if (colors == COLORS_NONE) return t;
    t.red = u16x16_first_fours(a[0], b[0]) * color_scale(colors >= COLORS_TEXTURED);
    t.green = u16x16_second_fours(a[0], b[0]) * color_scale(colors >= COLORS_TEXTURED);
    t.blue = u16x16_first_fours(a[1], b[1]) * color_scale(colors >= COLORS_TEXTURED);
    t.down = u16x16_table(p->light.down + i);
    t.both = u16x16_table(p->light.both + i);
    t.one = u16x16_table(p->light.one + i) + t.down * LOWER_ROW;
    t.right = u16x16_table(p->light.right + i) + t.both * LOWER_ROW;
    return t;
}

LANES void next_rows(paint_tables* t) {
    t->one += 2 * t->down;
    t->right += 2 * t->both;
}

LANES paint_rows pick_rows(const paint_tables* t, u16x16 patch, const patch_colors colors) {
    paint_rows p = {.category = u16x16_lookup(t->category, patch),
                    .object_low = u16x16_lookup(t->object_low, patch),
                    .object_high = u16x16_lookup(t->object_high, patch)};
    if (colors == COLORS_NONE) return p;
    p.red = u16x16_lookup(t->red, patch);
    p.green = u16x16_lookup(t->green, patch);
    p.blue = u16x16_lookup(t->blue, patch);
    p.light = u16x16_lookup(t->one, patch) + COLUMN_INDEX * u16x16_lookup(t->right, patch);
    return p;
}

// `few`: four entries, repeated in both halves of the table.
LANES i32x8 table_of(const void* from, const bool few) {
    if (!few) return i32x8_load(from);
    i32x4 v;
    memcpy(&v, from, sizeof v);
    return __builtin_shufflevector(v, v, 0, 1, 2, 3, 0, 1, 2, 3);
}

LANES void load_textures(const patch_list* p, int i, const bool few, paint_textures* t) {
    t->is_textured = table_of(p->is_textured + i, few);
    for (int k = 0; k < 4; k++) {
        t->u[k] = (f32x8)table_of(p->u[k] + i, few);
        t->v[k] = (f32x8)table_of(p->v[k] + i, few);
    }
    t->of = (surface_textures){table_of(p->mask_u + i, few), table_of(p->mask_v + i, few),
                               table_of(p->row_shift + i, few), table_of(p->first + i, few),
                               table_of(p->smooth + i, few)};
}

LANES i32x8 pick_int(i32x8 table, i32x8 patch, const bool few) {
    return few ? i32x8_lookup4(table, patch) : i32x8_lookup(table, patch);
}
LANES f32x8 pick(f32x8 table, i32x8 patch, const bool few) {
    return (f32x8)pick_int((i32x8)table, patch, few);
}

LANES f32x8 pick_value(const f32x8 f[4], i32x8 patch, f32x8 x, float y, f32x8 depth,
                       const bool few) {
    return pick(f[EYE], patch, few) +
           depth * (pick(f[RIGHT], patch, few) * x + pick(f[FORWARD] + f[DOWN] * y, patch, few));
}

// Untextured pixels read texel 0 and become white.
LANES i32x8 pick_texels(const wend_view* view, const paint_textures* t, i32x8 patch, f32x8 x,
                        float y, f32x8 depth, const bool few, const patch_colors colors) {
    f32x8 u = pick_value(t->u, patch, x, y, depth, few);
    f32x8 v = pick_value(t->v, patch, x, y, depth, few);
    i32x8 is_textured = pick_int(t->is_textured, patch, few);
    surface_textures of = {pick_int(t->of.mask_u, patch, few), pick_int(t->of.mask_v, patch, few),
                           pick_int(t->of.row_shift, patch, few), pick_int(t->of.first, patch, few),
                           pick_int(t->of.smooth, patch, few)};
    if (colors == COLORS_SMOOTH) return smooth_texels(view->texels, &of, u, v) | ~is_textured;
    i32x8 column = whole_texel(u) & of.mask_u, line = whole_texel(v) & of.mask_v;
    return i32x8_gather(view->texels, of.first + (line << of.row_shift) + column) | ~is_textured;
}

LANES void write_rows(const paint_rows* p, const i32x8 texels[2], size_t at, paint_target out,
                      const patch_colors colors) {
    write_labels(p, at, out);
    if (colors > COLORS_NONE) write_colors(p, texels, at, out, colors);
}

// A mixed tile with 2 to 8 patches from i on.
LANES void paint_mixed(const raster* r, const wend_view* view, size_t tile, const patch_list* p,
                       int i, f32x8 x, float y0, paint_target out, const patch_colors colors,
                       const bool few) {
    f32x8 depth[TILE];
    if (colors >= COLORS_TEXTURED || out.depth) write_depth_of_pixels(r, tile, depth, out);
    paint_tables t = load_tables(r, p, i, few, colors);
    paint_textures textures;
    if (colors >= COLORS_TEXTURED) load_textures(p, i, few, &textures);
    for (int row = 0; row < TILE; row += 2) {
        const uint8_t* patch = r->tiles[tile].slot + TILE * row;
        paint_rows rows = pick_rows(&t, u16x16_lookup_index(u16x16_from_bytes(patch)), colors);
        i32x8 texels[2];
        for (int k = 0; k < 2 && colors >= COLORS_TEXTURED; k++)
            texels[k] = pick_texels(view, &textures, i32x8_from_bytes(patch + TILE * k), x,
                                    y0 + (float)(row + k), depth[row + k], few, colors);
        write_rows(&rows, texels, (size_t)row * out.stride, out, colors);
        if (colors > COLORS_NONE) next_rows(&t);
    }
}

LANES void blend_rows(paint_rows* to, const paint_rows* from, u16x16 mask) {
    to->light = u16x16_select(to->light, from->light, mask);
    to->red = u16x16_select(to->red, from->red, mask);
    to->green = u16x16_select(to->green, from->green, mask);
    to->blue = u16x16_select(to->blue, from->blue, mask);
    to->category = u16x16_select(to->category, from->category, mask);
    to->object_low = u16x16_select(to->object_low, from->object_low, mask);
    to->object_high = u16x16_select(to->object_high, from->object_high, mask);
}

// The same for any number of patches, eight per pass.
LANES void paint_many(const raster* r, const wend_view* view, size_t tile, const patch_list* p,
                      int i, int count, f32x8 x, float y0, paint_target out,
                      const patch_colors colors) {
    f32x8 depth[TILE];
    write_depth_of_pixels(r, tile, depth, out);
    paint_rows rows[TILE / 2];
    i32x8 texels[TILE];
    memset(rows, 0, sizeof rows);
    memset(texels, 0, sizeof texels);
    for (int first = 0; first < count; first += 8) {
        paint_tables t = load_tables(r, p, i + first, false, colors);
        paint_textures textures;
        if (colors >= COLORS_TEXTURED) load_textures(p, i + first, false, &textures);
        for (int row = 0; row < TILE; row += 2) {
            u16x16 patch = u16x16_from_bytes(r->tiles[tile].slot + TILE * row) - (uint16_t)first;
            u16x16 own = (u16x16)((patch & 0xfff8) == 0);
            paint_rows picked = pick_rows(&t, u16x16_lookup_index(patch & own), colors);
            blend_rows(&rows[row / 2], &picked, own);
            if (colors > COLORS_NONE) next_rows(&t);
            for (int k = 0; k < 2 && colors >= COLORS_TEXTURED; k++) {
                i32x8 n = i32x8_from_bytes(r->tiles[tile].slot + TILE * (row + k)) - first;
                i32x8 is_own = (n & ~7) == 0;
                i32x8 texel = pick_texels(view, &textures, n & is_own, x, y0 + (float)(row + k),
                                          depth[row + k], false, colors);
                texels[row + k] = i32x8_select(texels[row + k], texel, is_own);
            }
        }
    }
    for (int row = 0; row < TILE; row += 2)
        write_rows(&rows[row / 2], texels + row, (size_t)row * out.stride, out, colors);
}

#endif
