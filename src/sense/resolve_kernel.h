// Resolve pass: writes RGB, depth, category and object images of the drawn tiles. The body of
// raster_*.c; it includes all other kernels.
//
// For each row of tiles, in batches of up to 32 tiles:
//
// clang-format off
//     collect    sort the tiles by kind and list the patches of the mixed ones (patch_kernel.h)
//                  covered  C C C C   runs of neighbouring tiles with the same cover
//                  mixed    1 2-4 5-8 9+ patches
//                  empty
//     light      evaluate the baked light at the corners of all patches, 8 per vector
//     paint      kind by kind (paint_kernel.h), so that branches are predictable
// clang-format on
//
// The image may end within a tile. Such tiles are painted into a temporary tile and copied. The
// four variants of the loop (no RGB, flat, nearest texel, bilinear) are compiled separately, since
// `colors` is a constant in each.
#ifndef WEND_SENSE_RESOLVE_KERNEL_H
#define WEND_SENSE_RESOLVE_KERNEL_H

#include "sense/paint_kernel.h"
#include "sense/tree_kernel.h"

enum { RESOLVE_TILES = 32 };  // per batch

// How a tile is painted.
typedef enum resolve_kind {
    RESOLVE_EMPTY,
    RESOLVE_ONE,      // mixed, one visible surface
    RESOLVE_FEW,      // mixed, 2 to 4 surfaces
    RESOLVE_SEVERAL,  // mixed, 5 to 8 surfaces
    RESOLVE_MANY,
    RESOLVE_KINDS
} resolve_kind;

// A tile and its patches.
typedef struct resolve_job {
    int16_t tx, first, count;
} resolve_job;

// Neighbouring tiles covered by the same facet.
typedef struct resolve_run {
    int16_t tx, count;
    int look;
    uint32_t cover;
} resolve_run;

typedef struct resolve_work {
    patch_list patches;
    resolve_run runs[RESOLVE_TILES];
    int run_count;
    resolve_job jobs[RESOLVE_KINDS][RESOLVE_TILES];
    int job_counts[RESOLVE_KINDS];
} resolve_work;

// A row of tiles and its place in the images.
typedef struct resolve_row {
    raster* r;
    const wend_view* view;
    int ty;
    paint_target out;
    int whole;  // tiles in [0, whole) lie entirely within the image
} resolve_row;

// ---- collecting -------------------------------------------------------------------------------

LANES resolve_kind kind_of_patches(int count) {
    return count == 1   ? RESOLVE_ONE
           : count <= 4 ? RESOLVE_FEW
           : count <= 8 ? RESOLVE_SEVERAL
                        : RESOLVE_MANY;
}

// States of neighbouring tiles, one bit each.
typedef struct resolve_bits {
    uint32_t mixed, empty;
    uint32_t last;  // the next tile has a different cover
} resolve_bits;

LANES resolve_bits bits_of_tiles(const uint32_t* cover, int count) {
    resolve_bits bits = {0};
    for (int i = 0; i < count; i += 8) {
        i32x8 own = i32x8_load(cover + i), next = i32x8_load(cover + i + 1);
        bits.mixed |= lanes_bits(own == (int32_t)TILE_MIXED) << i;
        bits.empty |= lanes_bits(own == 0) << i;
        bits.last |= lanes_bits(own != next) << i;
    }
    return bits;
}

LANES void add_job(resolve_work* work, resolve_kind kind, int tx, int first) {
    work->jobs[kind][work->job_counts[kind]++] =
        (resolve_job){(int16_t)tx, (int16_t)first, (int16_t)(work->patches.count - first)};
}

// Collects tiles from `tx` on while there is room; returns the first tile not collected.
LANES int collect(const resolve_row* w, int tx, const patch_colors colors, resolve_work* work) {
    raster* r = w->r;
    patch_list* p = &work->patches;
    p->count = 0;
    work->run_count = 0;
    if (r->look_count > RASTER_LOOKS / 2) forget_looks(r);
    memset(work->job_counts, 0, sizeof work->job_counts);
    int count = r->tiles_x - tx < RESOLVE_TILES ? r->tiles_x - tx : RESOLVE_TILES;
    size_t tile = (size_t)w->ty * (size_t)r->stride + (size_t)tx;
    resolve_bits bits = bits_of_tiles(r->cover + tile, count);
    bits.mixed &= first_bits(count);
    for (uint32_t left = bits.mixed; left; left &= left - 1)
        ask_for_tile(&r->tiles[tile + (size_t)__builtin_ctz(left)]);
    for (uint32_t left = bits.mixed; left; left &= left - 1) {
        int i = __builtin_ctz(left), first = p->count;
        if (first > PATCHES - TILE_PIXELS) {
            count = i;
            break;
        }
        int found = add_patches(r, w->view, tile + (size_t)i, tile_x(r, tx + i), colors, p);
        add_job(work, kind_of_patches(found), tx + i, first);
    }
    end_patches(p);
    for (uint32_t left = bits.empty & first_bits(count); left; left &= left - 1)
        add_job(work, RESOLVE_EMPTY, tx + __builtin_ctz(left), p->count);
    // Tiles that extend past the image are runs of one.
    bits.last |= 1u << (count - 1);
    if (w->whole < tx + count) bits.last |= ~first_bits(w->whole > tx ? w->whole - tx - 1 : 0);
    for (uint32_t left = ~(bits.mixed | bits.empty) & first_bits(count); left;) {
        int i = __builtin_ctz(left), end = i + __builtin_ctz(bits.last >> i) + 1;
        uint32_t cover = r->cover[tile + (size_t)i];
        int look = look_of(r, w->view, r->covers[cover].id);
        work->runs[work->run_count++] =
            (resolve_run){(int16_t)(tx + i), (int16_t)(end - i), look, cover};
        left &= ~first_bits(end);
    }
    return tx + count;
}

// ---- painting ---------------------------------------------------------------------------------

static void paint_empty(const raster* r, paint_target out) {
    f32x8 far = measured(range_of(r), f32x8_splat(r->camera.depth_max));
    const uint8_t* sky = r->camera.sky;
    const u16x16 none = {0};
    for (int row = 0; row < TILE; row += 2) {
        size_t at = out.first + (size_t)row * out.stride, below = at + out.stride;
        if (out.depth) f32x8_store(out.depth + at, far);
        if (out.depth) f32x8_store(out.depth + below, far);
        if (out.object) i32x8_store(out.object + at, (i32x8)none);
        if (out.object) i32x8_store(out.object + below, (i32x8)none);
        if (out.category) u16x16_store_rows(out.category + at, out.category + below, none);
        if (out.rgb)
            u16x16_store_rgb(out.rgb + 3 * at, out.rgb + 3 * below, none + sky[0], none + sky[1],
                             none + sky[2]);
    }
}

LANES void paint_job(const resolve_row* w, const resolve_work* work, const resolve_job* job,
                     paint_target out, const resolve_kind kind, const patch_colors colors) {
    const raster* r = w->r;
    const patch_list* p = &work->patches;
    size_t tile = (size_t)w->ty * (size_t)r->stride + (size_t)job->tx;
    f32x8 x = tile_x(r, job->tx) + LANE_INDEX;
    float y = tile_y(r, w->ty);
    int first = job->first;
    if (kind == RESOLVE_EMPTY)
        paint_empty(r, out);
    else if (kind == RESOLVE_ONE)
        paint_one(r, w->view, tile, p, first, x, y, out, colors);
    else if (kind == RESOLVE_MANY)
        paint_many(r, w->view, tile, p, first, job->count, x, y, out, colors);
    else
        paint_mixed(r, w->view, tile, p, first, x, y, out, colors, kind == RESOLVE_FEW);
}

// Temporary images for a tile that extends past the image.
typedef struct resolve_aside {
    uint8_t rgb[3 * TILE_PIXELS];
    float depth[TILE_PIXELS];
    uint16_t category[TILE_PIXELS];
    uint32_t object[TILE_PIXELS];
} resolve_aside;

static void copy_aside(const resolve_row* w, int tx, const resolve_aside* from) {
    const raster* r = w->r;
    paint_target to = target_at(&w->out, (size_t)(tx * TILE));
    int rows = r->height - w->ty * TILE < TILE ? r->height - w->ty * TILE : TILE;
    size_t columns = (size_t)(r->width - tx * TILE < TILE ? r->width - tx * TILE : TILE);
    for (int row = 0; row < rows; row++) {
        size_t at = to.first + (size_t)row * to.stride, i = (size_t)row * TILE;
        if (to.rgb) memcpy(to.rgb + 3 * at, from->rgb + 3 * i, 3 * columns);
        if (to.depth) memcpy(to.depth + at, from->depth + i, sizeof *to.depth * columns);
        if (to.category)
            memcpy(to.category + at, from->category + i, sizeof *to.category * columns);
        if (to.object) memcpy(to.object + at, from->object + i, sizeof *to.object * columns);
    }
}

// Destination of tile `tx`: the image, or `aside` if the tile extends past it.
LANES paint_target target_of(const resolve_row* w, int tx, resolve_aside* aside) {
    if (tx < w->whole) return target_at(&w->out, (size_t)(tx * TILE));
    return (paint_target){w->out.rgb ? aside->rgb : NULL,
                          w->out.depth ? aside->depth : NULL,
                          w->out.category ? aside->category : NULL,
                          w->out.object ? aside->object : NULL,
                          TILE,
                          0};
}

// All tiles of one kind.
LANES void paint_kind(const resolve_row* w, const resolve_work* work, const resolve_kind kind,
                      const patch_colors colors) {
    for (int i = 0; i < work->job_counts[kind]; i++) {
        const resolve_job* job = &work->jobs[kind][i];
        resolve_aside aside;
        paint_job(w, work, job, target_of(w, job->tx, &aside), kind, colors);
        if (job->tx >= w->whole) copy_aside(w, job->tx, &aside);
    }
}

LANES void paint_textures_of_run(const resolve_row* w, const resolve_run* run,
                                 const raster_look* look, const paint_plane* plane,
                                 const paint_surface* surface, const patch_light* light,
                                 paint_target out, const patch_colors colors) {
    const raster* r = w->r;
    float y = tile_y(r, w->ty);
    paint_texture texture;
    int level = -1;
    for (int i = 0; i < run->count; i++) {
        const float* x = r->columns + (run->tx + i) * TILE;
        float middle = plane->x * (x[0] + 3.5f) + 0.5f * (plane->row[3] + plane->row[4]);
        int wanted = look_mip_level(r, w->view, look, middle);
        if (wanted != level) {
            surface_mip mip;
            look_mip(r, w->view, look, wanted, &mip);
            spread_texture(w->view, &mip, y, &texture);
            level = wanted;
        }
        paint_target to = target_at(&out, (size_t)(i * TILE));
        f32x8 depth[TILE];
        write_depth_of_plane(plane, f32x8_load(x), depth, to);
        paint_textured(surface, &texture, light, i, f32x8_load(x), depth, to, colors);
    }
}

LANES void paint_runs(const resolve_row* w, const resolve_work* work, const patch_colors colors) {
    const raster* r = w->r;
    float y = tile_y(r, w->ty);
    for (int i = 0; i < work->run_count; i++) {
        const resolve_run* run = &work->runs[i];
        const raster_look* look = &r->looks[run->look];
        resolve_aside aside;
        patch_light light;
        paint_target out = target_of(w, run->tx, &aside);
        if (colors > COLORS_NONE)
            light_run(w->view, &look->light, tile_x(r, run->tx), y, run->count, &light);
        paint_plane plane;
        paint_surface surface;
        make_plane(r, &r->covers[run->cover], run->tx, y, run->count, &plane);
        make_surface(look, &surface);
        if (colors >= COLORS_TEXTURED && look->textured)
            paint_textures_of_run(w, run, look, &plane, &surface, &light, out, colors);
        else
            for (int k = 0; k < run->count; k++) {
                f32x8 x = f32x8_load(r->columns + (run->tx + k) * TILE);
                paint_target to = target_at(&out, (size_t)(k * TILE));
                f32x8 depth[TILE];
                if (to.depth) write_depth_of_plane(&plane, x, depth, to);
                paint_plain(&surface, &light, k, to, colors);
            }
        if (run->tx >= w->whole) copy_aside(w, run->tx, &aside);
    }
}

// ---- the image --------------------------------------------------------------------------------

LANES void resolve_tiles(const resolve_row* w, const patch_colors colors) {
    resolve_work work;
    for (int tx = 0; tx < w->r->tiles_x;) {
        tx = collect(w, tx, colors, &work);
        if (colors > COLORS_NONE) light_patches(w->r, w->view, tile_y(w->r, w->ty), &work.patches);
        paint_kind(w, &work, RESOLVE_EMPTY, colors);
        paint_runs(w, &work, colors);
        paint_kind(w, &work, RESOLVE_ONE, colors);
        paint_kind(w, &work, RESOLVE_FEW, colors);
        paint_kind(w, &work, RESOLVE_SEVERAL, colors);
        paint_kind(w, &work, RESOLVE_MANY, colors);
    }
}

static void resolve_smooth(const resolve_row* w) { resolve_tiles(w, COLORS_SMOOTH); }
static void resolve_textured(const resolve_row* w) { resolve_tiles(w, COLORS_TEXTURED); }
static void resolve_flat(const resolve_row* w) { resolve_tiles(w, COLORS_FLAT); }
static void resolve_labels(const resolve_row* w) { resolve_tiles(w, COLORS_NONE); }

// Depth only: no patches.
static void resolve_depth(const resolve_row* w) {
    const raster* r = w->r;
    float y = tile_y(r, w->ty);
    for (int tx = 0; tx < r->tiles_x; tx++) {
        size_t tile = (size_t)w->ty * (size_t)r->stride + (size_t)tx;
        resolve_aside aside;
        paint_target out = target_of(w, tx, &aside);
        f32x8 depth[TILE];
        if (r->cover[tile] == TILE_MIXED) {
            write_depth_of_pixels(r, tile, depth, out);
        } else {
            paint_plane plane;
            make_plane(r, &r->covers[r->cover[tile]], tx, y, 1, &plane);
            write_depth_of_plane(&plane, f32x8_load(r->columns + tx * TILE), depth, out);
        }
        if (tx >= w->whole) copy_aside(w, tx, &aside);
    }
}

static void resolve(raster* r, const wend_view* view, const wend_frame* frame) {
    const paint_target out = {frame->rgb,    frame->depth,     frame->category,
                              frame->object, (size_t)r->width, 0};
    forget_looks(r);
    for (int ty = 0; ty < r->tiles_y; ty++) {
        size_t at = (size_t)(ty * TILE) * out.stride;
        resolve_row w = {r, view, ty, target_at(&out, at), r->width / TILE};
        if ((ty + 1) * TILE > r->height) w.whole = 0;
        if (out.rgb && r->camera.textured && r->camera.smooth)
            resolve_smooth(&w);
        else if (out.rgb && r->camera.textured)
            resolve_textured(&w);
        else if (out.rgb)
            resolve_flat(&w);
        else if (out.object || out.category)
            resolve_labels(&w);
        else if (out.depth)
            resolve_depth(&w);
    }
}

const raster_kernel RASTER_KERNEL = {draw_tree, draw_groups, resolve};

#endif
