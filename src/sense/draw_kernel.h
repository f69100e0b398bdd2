// Visibility. The body of raster_*.c: included once for each set of instructions.
//
// Watertight: an edge's function is (p + q) x (q - p), which changes nothing but its sign when the
// neighbour runs along it the other way, and every test evaluates it by the same operations in the
// same order, a * x + (b * y + c). That is monotonic in x and in y even after rounding, so a tile's
// corner pixels give the exact extremes of all its pixels, and tile tests never disagree with pixel
// tests.
#ifndef WEND_SENSE_DRAW_KERNEL_H
#define WEND_SENSE_DRAW_KERNEL_H

#include "sense/lanes.h"
#include "sense/raster.h"
#include "sense/surface_kernel.h"

// Pixels a rectangle grows by, against the rounding of its division.
#define SLACK 0.01f

// The functions of a facet: up to four edges, then 1/z.
enum { DRAW_Z = 4, DRAW_FUNCTIONS };

// Those of 8 facets, each lane one: a * x + (b * y + c).
typedef struct draw_setup {
    float a[DRAW_FUNCTIONS][8], b[DRAW_FUNCTIONS][8], c[DRAW_FUNCTIONS][8];
    float nearest[8];                    // largest 1/z of any corner
    int32_t x0[8], x1[8], y0[8], y1[8];  // pixels, both included
    uint32_t crosses_near;               // one bit a lane
} draw_setup;

// One of them. Its functions stay where they are, a lane of those of all 8: spreading one over a
// vector is a load, and nothing has to wait until copies have been written.
typedef struct draw_facet {
    const draw_setup* of;
    int lane;
    float nearest;
    int x0, x1, y0, y1;
    uint32_t id;
    bool is_triangle;  // the fourth edge does not count
    bool crosses_near;
    bool is_special;            // crosses_near, or a cut-out
    const surface_mip* cutout;  // NULL: opaque
    const uint32_t* texels;
} draw_facet;

typedef struct draw_vertex {
    f32x8 x, y, z;
} draw_vertex;

LANES float facet_a(const draw_facet* t, int k) { return t->of->a[k][t->lane]; }
LANES float facet_b(const draw_facet* t, int k) { return t->of->b[k][t->lane]; }
LANES float facet_c(const draw_facet* t, int k) { return t->of->c[k][t->lane]; }

// ---- tiles ------------------------------------------------------------------------------------

LANES float tile_x(const raster* r, int tx) { return (float)(tx * TILE) + 0.5f - r->half_width; }
LANES float tile_y(const raster* r, int ty) { return (float)(ty * TILE) + 0.5f - r->half_height; }
#define LANE_INDEX ((f32x8){0, 1, 2, 3, 4, 5, 6, 7})

// Writes out the pixels of a tile that was only noted.
static void spread_tile(raster* r, size_t tile, int tx, int ty) {
    float* z = r->inverse_z + tile * TILE_PIXELS;
    uint32_t* id = r->id + tile * TILE_PIXELS;
    i32x8 ids = i32x8_all((int32_t)r->tile_id[tile]);
    const raster_plane* p = &r->plane[tile];
    f32x8 zx = p->x * (tile_x(r, tx) + LANE_INDEX);
    for (int row = 0; row < TILE; row++) {
        f32x8_store(z + row * TILE, zx + (p->y * (tile_y(r, ty) + (float)row) + p->one));
        if (r->needs_ids) i32x8_store(id + row * TILE, ids);
    }
    r->tile_id[tile] = TILE_MIXED;
}

// Which of 8 pixels of a row are not holes of a cut-out surface.
LANES i32x8 is_solid(const draw_facet* t, f32x8 inverse_z, f32x8 x, float y) {
    // Alpha is the highest byte: 128 and more is the sign.
    return surface_texels(t->texels, t->cutout, x, y, 1 / inverse_z);
}

// Draws rows row0 … row1 of a tile. `first`: the tile was empty, its pixels have never been
// written. `special`: the triangle crosses the near plane or has holes.
LANES void draw_rows(raster* r, const draw_facet* t, size_t tile, int tx, int ty, int row0,
                     int row1, const int edges, const bool first, const bool special,
                     const bool ids_too) {
    float* zs = r->inverse_z + tile * TILE_PIXELS;
    uint32_t* ids = r->id + tile * TILE_PIXELS;
    float y = tile_y(r, ty), rows[DRAW_FUNCTIONS][8];
    f32x8 xs = tile_x(r, tx) + LANE_INDEX, ys = y + LANE_INDEX, ax[DRAW_FUNCTIONS];
    for (int k = 0; k < DRAW_FUNCTIONS; k++) {
        if (k >= edges && k != DRAW_Z) continue;
        ax[k] = facet_a(t, k) * xs;
        f32x8_store(rows[k], facet_b(t, k) * ys + facet_c(t, k));
    }
    LANES_IN_MEMORY(rows);
    i32x8 own = i32x8_all((int32_t)t->id);
    f32x8 low = f32x8_all(INFINITY), limit = f32x8_all(r->inverse_near);
    for (int row = 0; row < TILE; row++) {
        f32x8 old = first ? f32x8_all(0) : f32x8_load(zs + row * TILE);
        if ((row | 1) < row0 || (row & ~1) > row1) {
            low = f32x8_min(low, old);
            if (first) f32x8_store(zs + row * TILE, old);
            if (first && ids_too) i32x8_store(ids + row * TILE, i32x8_all(0));
            continue;
        }
        f32x8 e0 = ax[0] + rows[0][row], e1 = ax[1] + rows[1][row], e2 = ax[2] + rows[2][row];
        f32x8 z = ax[DRAW_Z] + rows[DRAW_Z][row];
        i32x8 outside = (i32x8)e0 | (i32x8)e1 | (i32x8)e2;
        if (edges == 4) outside |= (i32x8)(ax[3] + rows[3][row]);
        if (special) {
            if (t->crosses_near) outside |= ~(z <= limit);
            if (t->cutout && lanes_mask(~outside & (z > old)))
                outside |= ~is_solid(t, z, xs, y + (float)row);
        }
        // What is outside becomes negative, so that the nearest wins without a choice.
        z = f32x8_max((f32x8)((i32x8)z | (outside & INT32_MIN)), old);
        low = f32x8_min(low, z);
        f32x8_store(zs + row * TILE, z);
        if (!ids_too) continue;
        i32x8 was = first ? i32x8_all(0) : i32x8_load(ids + row * TILE);
        i32x8_store(ids + row * TILE, i32x8_select(was, own, z > old));
    }
    if (first)
        r->tile_id[tile] = TILE_MIXED;
    else
        r->farthest[tile] = f32x8_lowest(low);
}

static void draw_special(raster* r, const draw_facet* t, size_t tile, int tx, int ty, int row0,
                         int row1) {
    if (r->tile_id[tile] == 0)
        draw_rows(r, t, tile, tx, ty, row0, row1, 4, true, true, true);
    else
        draw_rows(r, t, tile, tx, ty, row0, row1, 4, false, true, true);
}

LANES void draw_edges(raster* r, const draw_facet* t, size_t tile, int tx, int ty, int row0,
                      int row1, const int edges) {
    uint32_t was = r->tile_id[tile];
    if (was && was != TILE_MIXED) spread_tile(r, tile, tx, ty);
    if (t->is_special)
        draw_special(r, t, tile, tx, ty, row0, row1);
    else if (!r->needs_ids && was == 0)
        draw_rows(r, t, tile, tx, ty, row0, row1, edges, true, false, false);
    else if (!r->needs_ids)
        draw_rows(r, t, tile, tx, ty, row0, row1, edges, false, false, false);
    else if (was == 0)
        draw_rows(r, t, tile, tx, ty, row0, row1, edges, true, false, true);
    else
        draw_rows(r, t, tile, tx, ty, row0, row1, edges, false, false, true);
}

// `nearest`: no pixel of the facet has a larger 1/z.
static void draw_pixels(raster* r, const draw_facet* t, size_t tile, int tx, int ty, int row0,
                        int row1, float nearest) {
    r->nearest[tile] = r->nearest[tile] > nearest ? r->nearest[tile] : nearest;
    if (t->is_triangle)
        draw_edges(r, t, tile, tx, ty, row0, row1, 3);
    else
        draw_edges(r, t, tile, tx, ty, row0, row1, 4);
}

// A facet that covers the tile whole; its 1/z there is from `farthest` to `nearest`. What lies
// behind all of it is forgotten.
static void cover_tile(raster* r, const draw_facet* t, size_t tile, int tx, int ty, float nearest,
                       float farthest) {
    if (r->tile_id[tile] != 0 && farthest <= r->nearest[tile]) {
        draw_pixels(r, t, tile, tx, ty, 0, TILE - 1, nearest);
        return;
    }
    r->tile_id[tile] = t->id;
    r->plane[tile] =
        (raster_plane){facet_a(t, DRAW_Z), facet_b(t, DRAW_Z), facet_c(t, DRAW_Z), t->id};
    r->farthest[tile] = farthest;
    r->nearest[tile] = nearest;
}

// ---- one facet --------------------------------------------------------------------------------

// Draws the tiles of `wanted` (one bit a tile from tile column `tx` on) in one tile row.
LANES void draw_tiles(raster* r, const draw_facet* t, uint32_t wanted, uint32_t covered, int tx,
                      int ty, f32x8 nearest, f32x8 farthest) {
    int row0 = t->y0 > ty * TILE ? t->y0 - ty * TILE : 0;
    int row1 = t->y1 < ty * TILE + TILE - 1 ? t->y1 - ty * TILE : TILE - 1;
    float near_of[8], far_of[8];
    f32x8_store(near_of, nearest);
    f32x8_store(far_of, farthest);
    while (wanted) {
        int lane = __builtin_ctz(wanted);
        wanted &= wanted - 1;
        size_t tile = (size_t)ty * (size_t)r->stride + (size_t)(tx + lane);
        if (covered >> lane & 1)
            cover_tile(r, t, tile, tx + lane, ty, near_of[lane], far_of[lane]);
        else
            draw_pixels(r, t, tile, tx + lane, ty, row0, row1, near_of[lane]);
    }
}

// The largest and smallest values of the functions' parts in x, of 8 columns of tiles, or in y, of
// 8 rows.
typedef struct draw_ranges {
    f32x8 highest[DRAW_FUNCTIONS], lowest[DRAW_FUNCTIONS];
} draw_ranges;

// Rows of tiles from `ty` on. Numbers of single rows are wanted later, so they stay in memory.
typedef struct draw_rows_of_tiles {
    float highest[DRAW_FUNCTIONS][8], lowest[DRAW_FUNCTIONS][8];
} draw_rows_of_tiles;

LANES void measure_columns(const raster* r, const draw_facet* t, int tx, draw_ranges* out) {
    f32x8 x0 = tile_x(r, tx) + 8 * LANE_INDEX, x1 = x0 + (TILE - 1);
    for (int k = 0; k < DRAW_FUNCTIONS; k++) {
        f32x8 p = facet_a(t, k) * x0, q = facet_a(t, k) * x1;
        out->highest[k] = f32x8_max(p, q);
        out->lowest[k] = f32x8_min(p, q);
    }
}

LANES void measure_rows(const raster* r, const draw_facet* t, int ty, draw_rows_of_tiles* out) {
    f32x8 y0 = tile_y(r, ty) + 8 * LANE_INDEX, y1 = y0 + (TILE - 1);
    for (int k = 0; k < DRAW_FUNCTIONS; k++) {
        f32x8 p = facet_b(t, k) * y0, q = facet_b(t, k) * y1;
        f32x8_store(out->highest[k], f32x8_max(p, q) + facet_c(t, k));
        f32x8_store(out->lowest[k], f32x8_min(p, q) + facet_c(t, k));
    }
}

// Eight tiles of row `ty` at once, the `row`-th of `rows`: outside, hidden, covered whole, or to be
// drawn pixel by pixel.
LANES void draw_eight_tiles(raster* r, const draw_facet* t, const draw_ranges* x,
                            const draw_rows_of_tiles* rows, int row, int tx, int ty,
                            uint32_t columns) {
    i32x8 outside = (i32x8)(x->highest[0] + rows->highest[0][row]) |
                    (i32x8)(x->highest[1] + rows->highest[1][row]) |
                    (i32x8)(x->highest[2] + rows->highest[2][row]) |
                    (i32x8)(x->highest[3] + rows->highest[3][row]);
    f32x8 z_max = x->highest[DRAW_Z] + rows->highest[DRAW_Z][row];
    f32x8 nearest = f32x8_min(z_max, f32x8_all(t->nearest));
    const float* known = r->farthest + (size_t)ty * (size_t)r->stride + (size_t)tx;
    uint32_t wanted = lanes_mask(~outside & (nearest > f32x8_load(known))) & columns;
    if (!wanted) return;
    i32x8 partly = (i32x8)(x->lowest[0] + rows->lowest[0][row]) |
                   (i32x8)(x->lowest[1] + rows->lowest[1][row]) |
                   (i32x8)(x->lowest[2] + rows->lowest[2][row]) |
                   (i32x8)(x->lowest[3] + rows->lowest[3][row]);
    uint32_t covered = t->cutout ? 0 : ~lanes_mask(partly) & wanted;
    if (t->crosses_near) covered &= lanes_mask(z_max <= r->inverse_near);
    draw_tiles(r, t, wanted, covered, tx, ty, z_max, x->lowest[DRAW_Z] + rows->lowest[DRAW_Z][row]);
}

static void draw_facet_tiles(raster* r, const draw_facet* t) {
    int tx1 = t->x1 / TILE, ty1 = t->y1 / TILE;
    for (int ty = t->y0 / TILE; ty <= ty1; ty += 8) {
        draw_rows_of_tiles rows;
        measure_rows(r, t, ty, &rows);
        LANES_IN_MEMORY(rows);
        int row_count = ty1 - ty < 8 ? ty1 - ty + 1 : 8;
        for (int tx = t->x0 / TILE; tx <= tx1; tx += 8) {
            uint32_t columns = tx1 - tx >= 7 ? 0xff : (1u << (tx1 - tx + 1)) - 1;
            draw_ranges x;
            measure_columns(r, t, tx, &x);
            for (int row = 0; row < row_count; row++)
                draw_eight_tiles(r, t, &x, &rows, row, tx, ty + row, columns);
        }
    }
}

// Most facets of fine meshes lie within one tile.
LANES void draw_facet_anywhere(raster* r, const draw_facet* t) {
    int tx = t->x0 / TILE, ty = t->y0 / TILE;
    if (tx != t->x1 / TILE || ty != t->y1 / TILE) {
        draw_facet_tiles(r, t);
        return;
    }
    size_t tile = (size_t)ty * (size_t)r->stride + (size_t)tx;
    if (t->nearest > r->farthest[tile])
        draw_pixels(r, t, tile, tx, ty, t->y0 - ty * TILE, t->y1 - ty * TILE, t->nearest * 1.001f);
}

// ---- eight facets -----------------------------------------------------------------------------

LANES draw_vertex project(const raster_matrix* m, f32x8 x, f32x8 y, f32x8 z) {
    return (draw_vertex){
        m->row[0][0] * x + m->row[0][1] * y + m->row[0][2] * z + m->row[0][3],
        m->row[1][0] * x + m->row[1][1] * y + m->row[1][2] * z + m->row[1][3],
        m->row[2][0] * x + m->row[2][1] * y + m->row[2][2] * z + m->row[2][3],
    };
}

LANES draw_vertex difference(draw_vertex p, draw_vertex q) {
    return (draw_vertex){p.x - q.x, p.y - q.y, p.z - q.z};
}
LANES draw_vertex sum(draw_vertex p, draw_vertex q) {
    return (draw_vertex){p.x + q.x, p.y + q.y, p.z + q.z};
}
LANES draw_vertex cross(draw_vertex p, draw_vertex q) {
    return (draw_vertex){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

// The rectangle of pixels, 8 facets at once; returns the lanes where it is not empty. Those that
// reach behind the near plane get the whole screen.
LANES uint32_t bound(const raster* r, const draw_vertex p[4], const int corners, i32x8 crosses,
                     draw_setup* s) {
    f32x8 left = f32x8_all(INFINITY), right = -left, top = left, bottom = -left, nearest = -left;
    for (int k = 0; k < corners; k++) {
        f32x8 inverse = 1 / p[k].z, x = p[k].x * inverse, y = p[k].y * inverse;
        nearest = f32x8_max(nearest, inverse);
        left = f32x8_min(left, x);
        right = f32x8_max(right, x);
        top = f32x8_min(top, y);
        bottom = f32x8_max(bottom, y);
    }
    f32x8 w = f32x8_all(r->half_width + 1), h = f32x8_all(r->half_height + 1);
    left = f32x8_select(left - SLACK, -w, crosses);
    right = f32x8_select(right + SLACK, w, crosses);
    top = f32x8_select(top - SLACK, -h, crosses);
    bottom = f32x8_select(bottom + SLACK, h, crosses);
    f32x8_store(s->nearest, f32x8_select(nearest, f32x8_all(INFINITY), crosses));
    // Pixel i has its middle at i + 0.5: the first one not left of `left`, the last not right of
    // `right`. Numbers are kept positive, so that cutting off rounds down.
    float width = (float)r->width, height = (float)r->height;
    f32x8 x0 = f32x8_clamp(left + (r->half_width + 0.5f), 0, width);
    f32x8 x1 = f32x8_clamp(right + (r->half_width + 0.5f), 0, width);
    f32x8 y0 = f32x8_clamp(top + (r->half_height + 0.5f), 0, height);
    f32x8 y1 = f32x8_clamp(bottom + (r->half_height + 0.5f), 0, height);
    i32x8 ix0 = f32x8_to_int(x0), ix1 = f32x8_to_int(x1) - 1;
    i32x8 iy0 = f32x8_to_int(y0), iy1 = f32x8_to_int(y1) - 1;
    i32x8_store(s->x0, ix0);
    i32x8_store(s->x1, ix1);
    i32x8_store(s->y0, iy0);
    i32x8_store(s->y1, iy1);
    return lanes_mask((ix0 <= ix1) & (iy0 <= iy1));
}

LANES f32x8 along(const raster_lens* lens, int axis, f32x8 x, f32x8 y, f32x8 z) {
    return x * lens->x[axis] + y * lens->y[axis] + z * lens->z[axis];
}

// Fills in the functions; returns the lanes that are worth drawing.
LANES uint32_t set_up(const raster* r, const raster_matrix* m, const raster_lens* lens,
                      const view_group* g, const int corners, draw_setup* s) {
    // The plane is worked out in the world, from where the eye is to it: that keeps what is seen
    // edge-on right when its corners are far away. It also says first of all who looks away, which
    // most groups of fine meshes do.
    f32x8 nx = f32x8_load(g->normal[0]), ny = f32x8_load(g->normal[1]);
    f32x8 nz = f32x8_load(g->normal[2]);
    f32x8 away = nx * (f32x8_load(g->corner[0][0]) - lens->x[EYE]) +
                 ny * (f32x8_load(g->corner[0][1]) - lens->y[EYE]) +
                 nz * (f32x8_load(g->corner[0][2]) - lens->z[EYE]);
    i32x8 both = lanes_of(g->double_sided) & (away < 0);
    i32x8 faces = (away > 0) | both;
    uint32_t alive = lanes_mask(faces);
    if (!alive) return 0;
    draw_vertex p[4], d[4];
    f32x8 near_clip = f32x8_all(1 / r->inverse_near);
    i32x8 crosses = i32x8_all(0), behind = i32x8_all(-1);
    for (int k = 0; k < corners; k++) {
        p[k] = project(m, f32x8_load(g->corner[k][0]), f32x8_load(g->corner[k][1]),
                       f32x8_load(g->corner[k][2]));
        crosses |= p[k].z < near_clip;
        behind &= p[k].z < near_clip;
    }
    alive &= ~lanes_mask(behind);
    if (!alive) return 0;
    alive &= bound(r, p, corners, crosses, s);
    if (!alive) return 0;
    f32x8 flip = f32x8_select(f32x8_all(1), f32x8_all(-1), away < 0);
    f32x8 near = 1 / away;
    for (int k = 0; k < corners; k++) d[k] = difference(p[(k + 1) % corners], p[k]);
    for (int k = 0; k < corners; k++) {
        draw_vertex e = cross(sum(p[k], p[(k + 1) % corners]), d[k]);
        f32x8_store(s->a[k], e.x * flip);
        f32x8_store(s->b[k], e.y * flip);
        f32x8_store(s->c[k], e.z * flip);
    }
    // Every pixel is within the fourth edge of a triangle.
    i32x8 none = corners == 3 ? i32x8_all(-1) : lanes_of(g->triangles);
    f32x8 zero = f32x8_all(0);
    f32x8_store(s->a[3], corners == 3 ? zero : f32x8_select(f32x8_load(s->a[3]), zero, none));
    f32x8_store(s->b[3], corners == 3 ? zero : f32x8_select(f32x8_load(s->b[3]), zero, none));
    f32x8_store(s->c[3],
                corners == 3 ? zero + 1 : f32x8_select(f32x8_load(s->c[3]), zero + 1, none));
    f32x8_store(s->a[DRAW_Z], along(lens, RIGHT, nx, ny, nz) * near);
    f32x8_store(s->b[DRAW_Z], along(lens, DOWN, nx, ny, nz) * near);
    f32x8_store(s->c[DRAW_Z], along(lens, FORWARD, nx, ny, nz) * near);
    s->crosses_near = lanes_mask(crosses);
    return alive;
}

// Holes are looked up in one mip for the whole facet: that of its nearest corner.
static void find_cutout(const raster* r, const wend_view* view, draw_facet* t, surface_mip* mip) {
    const view_surface* s = surface_of(view, t->id);
    const raster_lens* lens = lens_of(r, t->id);
    surface_choose_mip(r, &view->materials[s->material], through_lens(lens, s, VIEW_U),
                       through_lens(lens, s, VIEW_V), through_lens(lens, s, VIEW_DISTANCE)[EYE],
                       1 / t->nearest, mip);
    t->cutout = mip;
    t->texels = view->texels;
}

static void draw_group(raster* r, const wend_view* view, const raster_matrix* m,
                       const view_group* g, uint32_t lens) {
    draw_setup s;
    const raster_lens* through = &r->lenses[lens];
    uint32_t alive =
        g->triangles == 0xff ? set_up(r, m, through, g, 3, &s) : set_up(r, m, through, g, 4, &s);
    while (alive) {
        int lane = __builtin_ctz(alive);
        alive &= alive - 1;
        draw_facet t = {.of = &s,
                        .lane = lane,
                        .nearest = s.nearest[lane],
                        .id = (g->surface[lane] + 1) | lens << RASTER_ID_BITS,
                        .is_triangle = g->triangles >> lane & 1,
                        .crosses_near = s.crosses_near >> lane & 1,
                        .is_special = (s.crosses_near | g->cutout) >> lane & 1,
                        .x0 = s.x0[lane],
                        .x1 = s.x1[lane],
                        .y0 = s.y0[lane],
                        .y1 = s.y1[lane]};
        surface_mip cutout;
        if (g->cutout >> lane & 1) {
            find_cutout(r, view, &t, &cutout);
        }
        draw_facet_anywhere(r, &t);
    }
}

// ---- tree -------------------------------------------------------------------------------------

typedef struct draw_entry {
    uint32_t child;
    float nearest;  // largest 1/z of its box; INFINITY if it reaches behind the near plane
    uint16_t x0, x1, y0, y1;  // tiles, both included
} draw_entry;

// Is any tile of the box's rectangle open for something as near as it?
LANES bool entry_is_seen(const raster* r, const draw_entry* e) {
    f32x8 nearest = f32x8_all(e->nearest);
    for (int ty = e->y0; ty <= e->y1; ty++) {
        size_t line = (size_t)ty * (size_t)r->stride;
        for (int tx = e->x0; tx <= e->x1; tx += 8) {
            uint32_t columns = e->x1 - tx >= 7 ? 0xff : (1u << (e->x1 - tx + 1)) - 1;
            size_t tile = line + (size_t)tx;
            if (lanes_mask(nearest > f32x8_load(r->farthest + tile)) & columns) return true;
        }
    }
    return false;
}

// The children's boxes on the screen. Returns those that may be seen; `entries` are filled for
// them.
LANES uint32_t look_at_children(const raster* r, const raster_matrix* m, const view_node* node,
                                draw_entry entries[8]) {
    f32x8 part[3][3][2];  // [row][axis][low, high]
    for (int row = 0; row < 3; row++)
        for (int axis = 0; axis < 3; axis++) {
            part[row][axis][0] = m->row[row][axis] * f32x8_load(node->low[axis]);
            part[row][axis][1] = m->row[row][axis] * f32x8_load(node->high[axis]);
        }
    f32x8 left = f32x8_all(INFINITY), right = -left, top = left, bottom = -left;
    f32x8 front = left, back = -left;
    f32x8 beyond_left = -left, beyond_right = left, beyond_top = -left, beyond_bottom = left;
    float w = r->half_width, h = r->half_height;
    for (int c = 0; c < 8; c++) {
        int i = c & 1, j = c >> 1 & 1, k = c >> 2;
        f32x8 x = part[0][0][i] + part[0][1][j] + part[0][2][k] + m->row[0][3];
        f32x8 y = part[1][0][i] + part[1][1][j] + part[1][2][k] + m->row[1][3];
        f32x8 z = part[2][0][i] + part[2][1][j] + part[2][2][k] + m->row[2][3];
        f32x8 inverse = 1 / z, sx = x * inverse, sy = y * inverse;
        front = f32x8_min(front, z);
        back = f32x8_max(back, z);
        left = f32x8_min(left, sx);
        right = f32x8_max(right, sx);
        top = f32x8_min(top, sy);
        bottom = f32x8_max(bottom, sy);
        beyond_left = f32x8_max(beyond_left, x + w * z);
        beyond_right = f32x8_min(beyond_right, x - w * z);
        beyond_top = f32x8_max(beyond_top, y + h * z);
        beyond_bottom = f32x8_min(beyond_bottom, y - h * z);
    }
    float near_clip = 1 / r->inverse_near;
    i32x8 crosses = front < near_clip * 1.001f;
    i32x8 gone = (back < near_clip) | (beyond_left < 0) | (beyond_right > 0) | (beyond_top < 0) |
                 (beyond_bottom > 0);
    uint32_t alive = ~lanes_mask(gone) & ((1u << node->count) - 1);
    if (!alive) return 0;
    left = f32x8_select(left - 2 * SLACK, f32x8_all(-w), crosses);
    right = f32x8_select(right + 2 * SLACK, f32x8_all(w), crosses);
    top = f32x8_select(top - 2 * SLACK, f32x8_all(-h), crosses);
    bottom = f32x8_select(bottom + 2 * SLACK, f32x8_all(h), crosses);
    i32x8 x0 = f32x8_to_int(f32x8_clamp(left + w, 0, (float)(r->width - 1))) >> 3;
    i32x8 x1 = f32x8_to_int(f32x8_clamp(right + w, 0, (float)(r->width - 1))) >> 3;
    i32x8 y0 = f32x8_to_int(f32x8_clamp(top + h, 0, (float)(r->height - 1))) >> 3;
    i32x8 y1 = f32x8_to_int(f32x8_clamp(bottom + h, 0, (float)(r->height - 1))) >> 3;
    // A little nearer than the corners say, since the triangles' 1/z is rounded another way.
    f32x8 nearest = f32x8_select(1.0001f / front, f32x8_all(INFINITY), crosses);
    for (uint32_t left_over = alive; left_over; left_over &= left_over - 1) {
        int i = __builtin_ctz(left_over);
        entries[i] = (draw_entry){node->child[i],  nearest[i],      (uint16_t)x0[i],
                                  (uint16_t)x1[i], (uint16_t)y0[i], (uint16_t)y1[i]};
    }
    return alive;
}

// Puts the children on the stack, the nearest on top.
static draw_entry* push_children(draw_entry* top, const draw_entry entries[8], uint32_t alive) {
    draw_entry* base = top;
    for (; alive; alive &= alive - 1) {
        draw_entry e = entries[__builtin_ctz(alive)];
        draw_entry* slot = top++;
        for (; slot > base && slot[-1].nearest > e.nearest; slot--) slot[0] = slot[-1];
        *slot = e;
    }
    return top;
}

static bool is_moved(const raster* r, uint32_t movable) {
    if (!(r->moved_bits[movable / 64 % 16] >> movable % 64 & 1)) return false;
    for (int i = 0; i < r->moved_count; i++)
        if (r->moved[i] == movable) return true;
    return false;
}

// Large scenes do not fit the cache: what is likely to be looked at next is asked for early.
LANES void prefetch(const wend_view* view, uint32_t child) {
    if (child & VIEW_LEAF) {
        const char* at = (const char*)&view->groups[child & ~VIEW_LEAF];
        for (size_t i = 0; i < sizeof(view_group); i += 64) __builtin_prefetch(at + i);
    } else {
        const char* at = (const char*)&view->nodes[child];
        for (size_t i = 0; i < sizeof(view_node); i += 64) __builtin_prefetch(at + i);
    }
}

static void draw_tree(raster* r, const wend_view* view, const raster_matrix* matrix) {
    draw_entry stack[VIEW_STACK];
    draw_entry* top = stack;
    *top++ =
        (draw_entry){0, INFINITY, 0, (uint16_t)(r->tiles_x - 1), 0, (uint16_t)(r->tiles_y - 1)};
    while (top > stack) {
        draw_entry e = *--top;
        if (top > stack) prefetch(view, top[-1].child);
        if (!entry_is_seen(r, &e)) continue;
        if (e.child & VIEW_LEAF) {
            const view_group* g = &view->groups[e.child & ~VIEW_LEAF];
            if (!g->movable || !is_moved(r, g->movable)) draw_group(r, view, matrix, g, 0);
            continue;
        }
        draw_entry entries[8];
        uint32_t alive = look_at_children(r, matrix, &view->nodes[e.child], entries);
        top = push_children(top, entries, alive);
    }
}

static void draw_groups(raster* r, const wend_view* view, const raster_matrix* matrix,
                        const view_movable* movable, uint32_t lens) {
    for (uint32_t i = 0; i < movable->group_count; i++)
        draw_group(r, view, matrix, &view->groups[movable->first_group + i], lens);
}

#endif
