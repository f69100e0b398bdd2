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
#include "sense/tile_kernel.h"

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
    uint32_t cover;  // in the raster's covers, where it covers a tile; 0: not yet
    bool crosses_near;
    const surface_mip* cutout;  // NULL: opaque
    const uint32_t* texels;
} draw_facet;

typedef struct draw_vertex {
    f32x8 x, y, z;
} draw_vertex;

LANES float facet_a(const draw_facet* t, int k) { return t->of->a[k][t->lane]; }
LANES float facet_b(const draw_facet* t, int k) { return t->of->b[k][t->lane]; }
LANES float facet_c(const draw_facet* t, int k) { return t->of->c[k][t->lane]; }

// ---- one tile ---------------------------------------------------------------------------------

// Which of 8 pixels of a row are not holes of a cut-out surface.
LANES i32x8 is_solid(const draw_facet* t, f32x8 inverse_z, f32x8 x, float y) {
    // Alpha is the highest byte: 128 and more is the sign.
    return surface_texels(t->texels, t->cutout, x, y, 1 / inverse_z);
}

// Draws a row of a tile over `old`, its 1/z so far; returns what it is then.
LANES f32x8 draw_row(const raster* r, const draw_facet* t, const f32x8 x[DRAW_FUNCTIONS],
                     const float y[DRAW_FUNCTIONS][8], const int edges, int row, f32x8 old,
                     f32x8 xs, float y0, const bool special) {
    f32x8 z = x[DRAW_Z] + y[DRAW_Z][row];
    i32x8 outside = (i32x8)(x[0] + y[0][row]);
    for (int k = 1; k < edges; k++) outside |= (i32x8)(x[k] + y[k][row]);
    if (special) {
        outside |= ~(z <= r->inverse_near);
        if (t->cutout && lanes_mask(~outside & (z > old)))
            outside |= ~is_solid(t, z, xs, y0 + (float)row);
    }
    // What is outside becomes negative, so that the nearest wins without a choice.
    return f32x8_max(f32x8_select(z, f32x8_all(-1), outside), old);
}

// Draws rows row0 … row1 of a mixed tile that is cut by the edges of `cut`, at most `edges` of them
// (a bit each; an edge may be looked at twice). `special`: the facet crosses the near plane there,
// or has holes.
LANES void draw_rows(raster* r, const draw_facet* t, size_t tile, int tx, int ty, int row0,
                     int row1, uint32_t cut, const int edges, const bool special,
                     const bool slots_too) {
    float* zs = r->inverse_z + tile * TILE_PIXELS;
    uint8_t* slots = r->slot + tile * TILE_PIXELS;
    f32x8 xs = tile_x(r, tx) + LANE_INDEX, ys = tile_y(r, ty) + LANE_INDEX;
    f32x8 low = f32x8_all(INFINITY), x[DRAW_FUNCTIONS];
    float y[DRAW_FUNCTIONS][8];
    const int which[DRAW_FUNCTIONS] = {edges == 2 ? __builtin_ctz(cut) : 0,
                                       edges == 2 ? 31 - __builtin_clz(cut) : 1, 2, 3, DRAW_Z};
    for (int k = 0; k < DRAW_FUNCTIONS; k++) {
        if (k >= edges && k != DRAW_Z) continue;
        x[k] = facet_a(t, which[k]) * xs;
        f32x8_store(y[k], facet_b(t, which[k]) * ys + facet_c(t, which[k]));
    }
    LANES_IN_MEMORY(y);
    u8x32 own = {0};
    if (slots_too) own += slot_for(r, tile, t->id);
    for (int first = 0; first < TILE; first += TILE / 2) {
        float* at = zs + first * TILE;
        if (first + TILE / 2 <= row0 || first > row1) {
            for (int i = 0; i < TILE / 2; i++) low = f32x8_min(low, f32x8_load(at + i * TILE));
            continue;
        }
        i32x8 drawn[TILE / 2];
        for (int i = 0; i < TILE / 2; i++) {
            f32x8 old = f32x8_load(at + i * TILE);
            f32x8 z =
                draw_row(r, t, x, (const float(*)[8])y, edges, first + i, old, xs, ys[0], special);
            f32x8_store(at + i * TILE, z);
            drawn[i] = z > old;
            low = f32x8_min(low, z);
        }
        if (!slots_too) continue;
        u8x32 mask = lanes_narrow(drawn[0], drawn[1], drawn[2], drawn[3]);
        u8x32_store(slots + first * TILE,
                    u8x32_select(u8x32_load(slots + first * TILE), own, mask));
    }
    r->farthest[tile] = f32x8_lowest(low);
}

static void draw_special(raster* r, const draw_facet* t, size_t tile, int tx, int ty, int row0,
                         int row1) {
    draw_rows(r, t, tile, tx, ty, row0, row1, 15, 4, true, true);
}

// `cut`: the edges that cut the tile. `nearest`: no pixel of the facet has a larger 1/z.
static void draw_pixels(raster* r, const draw_facet* t, size_t tile, int tx, int ty, int row0,
                        int row1, uint32_t cut, float nearest) {
    r->nearest[tile] = r->nearest[tile] > nearest ? r->nearest[tile] : nearest;
    if (r->cover[tile] != TILE_MIXED) write_out_tile(r, tile, tx, ty);
    bool two = !(cut & (cut - 1) & ((cut & (cut - 1)) - 1));
    if (t->cutout || (t->crosses_near && !(nearest <= r->inverse_near)))
        draw_special(r, t, tile, tx, ty, row0, row1);
    else if (!r->needs_ids && two)
        draw_rows(r, t, tile, tx, ty, row0, row1, cut, 2, false, false);
    else if (!r->needs_ids)
        draw_rows(r, t, tile, tx, ty, row0, row1, cut, 4, false, false);
    else if (two)
        draw_rows(r, t, tile, tx, ty, row0, row1, cut, 2, false, true);
    else
        draw_rows(r, t, tile, tx, ty, row0, row1, cut, 4, false, true);
}

// ---- one facet --------------------------------------------------------------------------------

static void note_cover(raster* r, draw_facet* t) {
    if (r->cover_count == r->cover_limit) write_out_covers(r);
    t->cover = r->cover_count++;
    r->covers[t->cover] =
        (raster_cover){facet_a(t, DRAW_Z), facet_b(t, DRAW_Z), facet_c(t, DRAW_Z), t->id};
}

// Covers those of 8 tiles that lie behind all of the facet; its 1/z over them is from `farthest` to
// `nearest`. What they showed before is forgotten. Returns those it covered.
LANES uint32_t cover_tiles(raster* r, draw_facet* t, size_t first, uint32_t covered, f32x8 nearest,
                           f32x8 farthest) {
    f32x8 was_nearest = f32x8_load(r->nearest + first);
    f32x8 was_farthest = f32x8_load(r->farthest + first);
    i32x8 was = i32x8_load(r->cover + first);
    i32x8 behind = ((was == 0) | (farthest > was_nearest)) & lanes_of(covered);
    covered = lanes_mask(behind);
    if (!covered) return 0;
    if (!t->cover) note_cover(r, t);
    f32x8_store(r->nearest + first, f32x8_select(was_nearest, nearest, behind));
    f32x8_store(r->farthest + first, f32x8_select(was_farthest, farthest, behind));
    was = i32x8_load(r->cover + first);  // again, for covers may have been written out
    i32x8_store(r->cover + first, i32x8_select(was, i32x8_all((int32_t)t->cover), behind));
    return covered;
}

// Which of 8 tiles each edge cuts, a bit a tile.
typedef struct draw_cuts {
    uint32_t by[4];
} draw_cuts;

LANES uint32_t cuts_of(const draw_cuts* cuts, int lane) {
    return (cuts->by[0] >> lane & 1) | (cuts->by[1] >> lane & 1) << 1 |
           (cuts->by[2] >> lane & 1) << 2 | (cuts->by[3] >> lane & 1) << 3;
}

// Draws the tiles of `wanted` (one bit a tile from tile column `tx` on) in one tile row.
LANES void draw_tiles(raster* r, const draw_facet* t, uint32_t wanted, const draw_cuts* cuts,
                      int tx, int ty, f32x8 nearest) {
    size_t first = (size_t)ty * (size_t)r->stride + (size_t)tx;
    int row0 = t->y0 > ty * TILE ? t->y0 - ty * TILE : 0;
    int row1 = t->y1 < ty * TILE + TILE - 1 ? t->y1 - ty * TILE : TILE - 1;
    float near_of[8];
    f32x8_store(near_of, nearest);
    for (; wanted; wanted &= wanted - 1) {
        int lane = __builtin_ctz(wanted);
        // A tile that no edge cuts is drawn like one that the first cuts.
        uint32_t cut = cuts_of(cuts, lane);
        draw_pixels(r, t, first + (size_t)lane, tx + lane, ty, row0, row1, cut ? cut : 1,
                    near_of[lane]);
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
LANES void draw_eight_tiles(raster* r, draw_facet* t, const draw_ranges* x,
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
    draw_cuts cuts;
    for (int k = 0; k < 4; k++)
        cuts.by[k] = lanes_mask((i32x8)(x->lowest[k] + rows->lowest[k][row]));
    uint32_t covered = wanted & ~(cuts.by[0] | cuts.by[1] | cuts.by[2] | cuts.by[3]);
    if (t->cutout) covered = 0;
    if (t->crosses_near) covered &= lanes_mask(z_max <= r->inverse_near);
    if (covered) {
        f32x8 farthest = x->lowest[DRAW_Z] + rows->lowest[DRAW_Z][row];
        size_t first = (size_t)ty * (size_t)r->stride + (size_t)tx;
        wanted &= ~cover_tiles(r, t, first, covered, z_max, farthest);
    }
    if (wanted) draw_tiles(r, t, wanted, &cuts, tx, ty, z_max);
}

static void draw_facet_tiles(raster* r, draw_facet* t) {
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
LANES void draw_facet_anywhere(raster* r, draw_facet* t) {
    int tx = t->x0 / TILE, ty = t->y0 / TILE;
    if (tx != t->x1 / TILE || ty != t->y1 / TILE) {
        draw_facet_tiles(r, t);
        return;
    }
    size_t tile = (size_t)ty * (size_t)r->stride + (size_t)tx;
    if (t->nearest > r->farthest[tile])
        draw_pixels(r, t, tile, tx, ty, t->y0 - ty * TILE, t->y1 - ty * TILE, 15,
                    t->nearest * 1.001f);
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

// It will be looked at when what is seen gets its colours.
LANES void ask_for_surface(const wend_view* view, uint32_t surface) {
    const char* at = (const char*)&view->surfaces[surface];
    for (size_t i = 0; i < sizeof(view_surface); i += 64) __builtin_prefetch(at + i);
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
                        .crosses_near = s.crosses_near >> lane & 1,
                        .x0 = s.x0[lane],
                        .x1 = s.x1[lane],
                        .y0 = s.y0[lane],
                        .y1 = s.y1[lane]};
        ask_for_surface(view, g->surface[lane]);
        surface_mip cutout;
        if (g->cutout >> lane & 1) {
            find_cutout(r, view, &t, &cutout);
        }
        draw_facet_anywhere(r, &t);
    }
}

#endif
