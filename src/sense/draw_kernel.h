// Visibility: rasterises facets into the tiles. Part of the body of raster_*.c.
//
// A facet is a convex triangle or quadrilateral. In a row of pixels it covers one span: from the
// rightmost crossing of its left edges to the leftmost crossing of its right edges. One vector
// holds the crossings of the eight pixel rows of a row of tiles:
//
// clang-format off
//               tile 0    tile 1    tile 2    tile 3        lane     start  end
//     row 0   |........|......##|########|##......|           0        14   26
//     row 1   |........|...#####|########|####....|           1        11   28
//     row 2   |........|.#######|########|#####...|           2         9   29
//      ...                                                   ...
//     row 7   |....####|########|########|########|           7         4   32
//              touched   touched  covered  touched
//
//     tiles touched:  min(start) / 8       ...  (max(end) - 1) / 8
//     tiles covered:  ceil(max(start) / 8) ...  min(end) / 8 - 1
// clang-format on
//
// A touched tile is skipped when the facet is behind tile.farthest. A covered tile whose pixels all
// lie behind the facet is replaced by a reference to the facet (raster.h). Only the remaining
// tiles write pixels: a row's mask comes from a table of 256, the depth test is a maximum.
//
// Watertight: the edge from p to q has the function (p + q) x (q - p) of homogeneous points. It
// only changes sign when the neighbouring facet uses the edge from q to p, so both compute the same
// crossing to the last bit: one starts at the first pixel not left of it, the other ends at the
// last pixel not right of it. This needs -ffp-contract=off. Homogeneous edge functions also need no
// clipping at the near plane (Olano and Greer, Triangle Scan Conversion using 2D Homogeneous
// Coordinates, 1997).
//
// Order of the functions below: one tile, one facet, eight facets.
#ifndef WEND_SENSE_DRAW_KERNEL_H
#define WEND_SENSE_DRAW_KERNEL_H

#include "sense/pixel_kernel.h"
#include "sense/raster.h"
#include "sense/surface_kernel.h"
#include "sense/tile_kernel.h"

// Bounding rectangles grow by this many pixels to allow for rounding of the division.
#define SLACK 0.01f
// Minimum slope of an edge. Flatter edges get this slope, so that the crossing is finite; over
// 4,096 pixels this moves the edge by less than 1/250 pixel.
#define LEVEL 1e-6f
// Position of an edge that never limits a span, pixels.
#define NO_EDGE 1e9f

// Eight facets, one per lane.
typedef struct draw_setup {
    // An edge crosses pixel row y at column slope * y + at; integers are pixel centres. Each edge
    // is either a left or a right edge; its entry of the other kind is NO_EDGE.
    float left_slope[4][8], left_at[4][8], right_slope[4][8], right_at[4][8];
    float z_x[8], z_y[8], z_one[8];      // 1/z is z_x * x + (z_y * y + z_one)
    float nearest[8];                    // largest 1/z of any corner
    int32_t x0[8], x1[8], y0[8], y1[8];  // pixels, both included
    uint32_t crosses_near;               // one bit a lane
} draw_setup;

// One lane of a draw_setup. The functions are not copied: broadcasting a lane is one load, and a
// copy would have to be stored first.
typedef struct draw_facet {
    const draw_setup* of;
    int lane, edges;
    float nearest;
    uint32_t id;
    uint32_t cover;  // index in raster.covers once it covers a tile; 0: none yet
    bool crosses_near;
    // The column (left or right) and row (first or last) of a tile where the facet is nearest and
    // farthest.
    const float *near_columns, *far_columns;
    int near_row, far_row;
    const surface_mip* cutout;  // NULL: opaque
    const uint32_t* texels;
} draw_facet;

// A facet in a row of tiles: in each pixel row the columns in [start, end).
typedef struct draw_span {
    i32x8 start, end;
    float zx, z[8];  // 1/z is zx * x + z of the row
    int row0, row1;  // rows that may contain pixels of the facet, both included
    int y;           // first pixel row of the tiles
} draw_span;

typedef struct draw_vertex {
    f32x8 x, y, z;
} draw_vertex;

// ---- one tile ---------------------------------------------------------------------------------

// Alpha test of eight pixels: the sign of each lane is set where the surface is solid.
LANES i32x8 is_solid(const draw_facet* t, f32x8 inverse_z, f32x8 x, float y) {
    // Alpha is the highest byte; alpha >= 128 sets the sign bit.
    return surface_texels(t->texels, t->cutout, x, y, 1 / inverse_z);
}

// The pixels of tile column `tx` inside the spans: per row the offset of its mask in
// raster.row_masks.
LANES i32x8 masks_of_span(const draw_span* s, int tx) {
    const i32x8 none = {0}, all = none + 0xff;
    i32x8 start = i32x8_max(s->start - tx * TILE, none);
    i32x8 end = i32x8_max(s->end - tx * TILE, none);
    i32x8 bits = i32x8_shift_left(all, start) & ~i32x8_shift_left(all, end) & all;
    return bits * TILE;
}

// Draws the pixels of a span into a tile. `fresh`: the tile is not mixed yet and is expanded.
// `special`: the facet crosses the near plane or has cut-outs. `slots_too`: false for depth only.
LANES void draw_rows(raster* r, const draw_facet* t, const draw_span* s, size_t tile, int tx,
                     const bool fresh, const bool special, const bool slots_too) {
    raster_tile* to = &r->tiles[tile];
    uint8_t* slots = to->slot;
    const int32_t* row_masks = r->row_masks;
    f32x8 xs = f32x8_load(r->columns + tx * TILE), low = f32x8_splat(INFINITY);
    f32x8 zx = s->zx * xs, before_x = zx;
    float before[TILE];
    uint32_t masks[8];
    i32x8_store(masks, masks_of_span(s, tx));
    LANES_IN_MEMORY(masks);
    u8x32 own = {0};
    if (fresh) {
        const raster_cover* c = &r->covers[r->cover[tile]];
        before_x = c->x * xs;
        f32x8_store(before, c->y * f32x8_load(r->rows + s->y) + c->one);
        LANES_IN_MEMORY(before);
        start_surfaces(to, c->id);
        r->cover[tile] = TILE_MIXED;
    }
    if (slots_too) own += slot_for(to, t->id);
    for (int first = 0; first < TILE; first += TILE / 2) {
        float* at = to->inverse_z + first * TILE;
        if (!fresh && (first + TILE / 2 <= s->row0 || first > s->row1)) {
            for (int i = 0; i < TILE / 2; i++) low = f32x8_min(low, f32x8_load(at + i * TILE));
            continue;
        }
        i32x8 drawn[TILE / 2];
        for (int i = 0; i < TILE / 2; i++) {
            f32x8 old = fresh ? before_x + before[first + i] : f32x8_load(at + i * TILE);
            f32x8 z = zx + s->z[first + i];
            i32x8 inside = i32x8_load(row_masks + masks[first + i]);
            if (special) {
                inside &= z <= r->inverse_near;
                if (t->cutout && lanes_bits(inside & (z > old)))
                    inside &= is_solid(t, z, xs, r->rows[s->y + first + i]) >> 31;
            }
            // Pixels outside become 0 = empty, so the depth test is a maximum without a select.
            z = f32x8_max((f32x8)((i32x8)z & inside), old);
            f32x8_store(at + i * TILE, z);
            drawn[i] = z > old;
            low = f32x8_min(low, z);
        }
        if (!slots_too) continue;
        u8x32 mask = u8x32_from_masks(drawn[0], drawn[1], drawn[2], drawn[3]);
        u8x32_store(slots + first * TILE,
                    fresh ? own & mask : u8x32_select(u8x32_load(slots + first * TILE), own, mask));
    }
    r->farthest[tile] = f32x8_reduce_min(low);
}

// Draws the tiles of `wanted`, one bit each from column `tx` on; those of `fresh` are not mixed
// yet.
LANES void draw_each(raster* r, const draw_facet* t, const draw_span* s, size_t tile, int tx,
                     uint32_t wanted, uint32_t fresh, const bool special, const bool slots_too) {
    for (; wanted; wanted &= wanted - 1) {
        int i = __builtin_ctz(wanted);
        if (fresh >> i & 1)
            draw_rows(r, t, s, tile + (size_t)i, tx + i, true, special, slots_too);
        else
            draw_rows(r, t, s, tile + (size_t)i, tx + i, false, special, slots_too);
    }
}

// Not inlined: the rare variants must not take registers from the common one.
#define APART static __attribute__((noinline))
APART void draw_special(raster* r, const draw_facet* t, const draw_span* s, size_t tile, int tx,
                        uint32_t wanted, uint32_t fresh) {
    draw_each(r, t, s, tile, tx, wanted, fresh, true, true);
}
APART void draw_depth(raster* r, const draw_facet* t, const draw_span* s, size_t tile, int tx,
                      uint32_t wanted, uint32_t fresh) {
    draw_each(r, t, s, tile, tx, wanted, fresh, false, false);
}
APART void draw_pixels(raster* r, const draw_facet* t, const draw_span* s, size_t tile, int tx,
                       uint32_t wanted, uint32_t fresh) {
    draw_each(r, t, s, tile, tx, wanted, fresh, false, true);
}

// `nearest`: upper bound of the facet's 1/z in each tile.
LANES void draw_tiles(raster* r, const draw_facet* t, const draw_span* s, size_t first, int tx,
                      uint32_t wanted, f32x8 nearest) {
    f32x8 was = f32x8_load(r->nearest + first);
    i32x8 those = lanes_from_bits(wanted);
    f32x8_store(r->nearest + first, f32x8_select(was, f32x8_max(was, nearest), those));
    uint32_t fresh = ~lanes_bits(i32x8_load(r->cover + first) == (int32_t)TILE_MIXED);
    if (t->cutout || (t->crosses_near && lanes_bits(~(nearest <= r->inverse_near)) & wanted))
        draw_special(r, t, s, first, tx, wanted, fresh);
    else if (r->needs_ids)
        draw_pixels(r, t, s, first, tx, wanted, fresh);
    else
        draw_depth(r, t, s, first, tx, wanted, fresh);
}

// ---- one facet --------------------------------------------------------------------------------

static void note_cover(raster* r, draw_facet* t) {
    if (r->cover_count == r->cover_limit) write_out_covers(r);
    t->cover = r->cover_count++;
    r->covers[t->cover] =
        (raster_cover){t->of->z_x[t->lane], t->of->z_y[t->lane], t->of->z_one[t->lane], t->id};
}

// Covers those of eight tiles whose pixels all lie behind the facet, whose 1/z there is in
// [farthest, nearest]. Their old content is discarded. Returns the covered tiles.
LANES uint32_t cover_tiles(raster* r, draw_facet* t, size_t first, uint32_t covered, f32x8 nearest,
                           f32x8 farthest) {
    f32x8 was_nearest = f32x8_load(r->nearest + first);
    f32x8 was_farthest = f32x8_load(r->farthest + first);
    i32x8 was = i32x8_load(r->cover + first);
    i32x8 behind = ((was == 0) | (farthest > was_nearest)) & lanes_from_bits(covered);
    covered = lanes_bits(behind);
    if (!covered) return 0;
    if (!t->cover) note_cover(r, t);
    f32x8_store(r->nearest + first, f32x8_select(was_nearest, nearest, behind));
    f32x8_store(r->farthest + first, f32x8_select(was_farthest, farthest, behind));
    was = i32x8_load(r->cover + first);  // note_cover may have expanded covers
    i32x8_store(r->cover + first, i32x8_select(was, i32x8_splat((int32_t)t->cover), behind));
    return covered;
}

// False if the span is empty in every row.
LANES bool find_span(const raster* r, const draw_facet* t, int ty, draw_span* s) {
    const draw_setup* of = t->of;
    int lane = t->lane;
    f32x8 y = f32x8_load(r->rows + ty * TILE);
    f32x8 left = of->left_slope[0][lane] * y + of->left_at[0][lane];
    f32x8 right = of->right_slope[0][lane] * y + of->right_at[0][lane];
    for (int k = 1; k < 4; k++) {
        if (k == 3 && t->edges == 3) break;
        left = f32x8_max(of->left_slope[k][lane] * y + of->left_at[k][lane], left);
        right = f32x8_min(of->right_slope[k][lane] * y + of->right_at[k][lane], right);
    }
    // Conversion truncates, which is floor for values >= 0. For ceil the columns are counted from
    // the right end.
    f32x8 width = f32x8_splat(r->whole_width), none = f32x8_splat(0);
    s->start = r->tiles_x * TILE - f32x8_to_int(f32x8_min(f32x8_max(width - left, none), width));
    s->end = f32x8_to_int(f32x8_min(f32x8_max(right + 1, none), width));
    if (!lanes_bits(s->start < s->end)) return false;
    s->zx = of->z_x[lane];
    f32x8_store(s->z, of->z_y[lane] * y + of->z_one[lane]);
    s->y = ty * TILE;
    s->row0 = of->y0[lane] > s->y ? of->y0[lane] - s->y : 0;
    s->row1 = of->y1[lane] - s->y;
    return true;
}

// Draws the facet into a row of tiles.
LANES void draw_row_of_tiles(raster* r, draw_facet* t, int ty) {
    draw_span s;
    if (!find_span(r, t, ty, &s)) return;
    i32x8 some = s.start < s.end;
    lanes_range begins =
        i32x8_reduce_range(i32x8_select(i32x8_splat(r->tiles_x * TILE), s.start, some));
    lanes_range ends = i32x8_reduce_range(s.end & some);
    int tx = begins.min / TILE, tx1 = (ends.max - 1) / TILE;
    // Touched tiles in [cover0, cover1) are covered.
    int cover0 = (begins.max + TILE - 1) / TILE, cover1 = ends.min / TILE;
    bool covers = cover0 < cover1 && !t->cutout;
    size_t line = (size_t)ty * (size_t)r->stride;
    for (; tx <= tx1; tx += 8) {
        size_t first = line + (size_t)tx;
        f32x8 z_max = s.zx * f32x8_load(t->near_columns + tx) + s.z[t->near_row];
        f32x8 nearest = f32x8_min(z_max, f32x8_splat(t->nearest));
        uint32_t wanted =
            lanes_bits(nearest > f32x8_load(r->farthest + first)) & first_bits(tx1 - tx + 1);
        if (covers && wanted) {
            uint32_t covered = wanted & ~first_bits(cover0 > tx ? cover0 - tx : 0) &
                               first_bits(cover1 > tx ? cover1 - tx : 0);
            if (t->crosses_near) covered &= lanes_bits(z_max <= r->inverse_near);
            f32x8 farthest = s.zx * f32x8_load(t->far_columns + tx) + s.z[t->far_row];
            if (covered) wanted &= ~cover_tiles(r, t, first, covered, z_max, farthest);
        }
        if (wanted) draw_tiles(r, t, &s, first, tx, wanted, z_max);
    }
}

static void draw_facet_tiles(raster* r, draw_facet* t) {
    const draw_setup* of = t->of;
    bool right = of->z_x[t->lane] > 0, down = of->z_y[t->lane] > 0;
    t->near_columns = right ? r->tile_right : r->tile_left;
    t->far_columns = right ? r->tile_left : r->tile_right;
    t->near_row = down ? TILE - 1 : 0;
    t->far_row = TILE - 1 - t->near_row;
    int ty1 = of->y1[t->lane] / TILE;
    for (int ty = of->y0[t->lane] / TILE; ty <= ty1; ty++) draw_row_of_tiles(r, t, ty);
}

// Fast path for a facet within one tile, the usual case of fine meshes.
LANES void draw_facet_anywhere(raster* r, draw_facet* t) {
    const draw_setup* of = t->of;
    int tx = of->x0[t->lane] / TILE, ty = of->y0[t->lane] / TILE;
    if (tx != of->x1[t->lane] / TILE || ty != of->y1[t->lane] / TILE) {
        draw_facet_tiles(r, t);
        return;
    }
    size_t tile = (size_t)ty * (size_t)r->stride + (size_t)tx;
    if (!(t->nearest > r->farthest[tile])) return;
    draw_span s;
    if (!find_span(r, t, ty, &s)) return;
    draw_tiles(r, t, &s, tile, tx, 1, f32x8_splat(t->nearest * 1.001f));
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

// Eight ranges of pixels, both ends included; empty where `first` is greater than `last`.
typedef struct draw_range {
    i32x8 first, last;
} draw_range;

// The pixels of [0, size) whose centres lie in [low, high], given from the image centre; pixel i
// has its centre at i + 0.5. Values are clamped to >= 0, so that truncation is floor.
LANES draw_range pixels_between(f32x8 low, f32x8 high, float half, int size) {
    f32x8 first = f32x8_clamp(low + (half + 0.5f), 0, (float)size);
    f32x8 last = f32x8_clamp(high + (half + 0.5f), 0, (float)size);
    return (draw_range){f32x8_to_int(first), f32x8_to_int(last) - 1};
}

// Bounding rectangles of eight facets in pixels; returns the lanes where they are not empty. Facets
// that cross the near plane get the whole image.
LANES uint32_t bound(const raster* r, const draw_vertex p[4], const int corners, i32x8 crosses,
                     draw_setup* s) {
    f32x8 left = f32x8_splat(INFINITY), right = -left, top = left, bottom = -left, nearest = -left;
    for (int k = 0; k < corners; k++) {
        f32x8 inverse = 1 / p[k].z, x = p[k].x * inverse, y = p[k].y * inverse;
        nearest = f32x8_max(nearest, inverse);
        left = f32x8_min(left, x);
        right = f32x8_max(right, x);
        top = f32x8_min(top, y);
        bottom = f32x8_max(bottom, y);
    }
    f32x8 w = f32x8_splat(r->half_width + 1), h = f32x8_splat(r->half_height + 1);
    left = f32x8_select(left - SLACK, -w, crosses);
    right = f32x8_select(right + SLACK, w, crosses);
    top = f32x8_select(top - SLACK, -h, crosses);
    bottom = f32x8_select(bottom + SLACK, h, crosses);
    f32x8_store(s->nearest, f32x8_select(nearest, f32x8_splat(INFINITY), crosses));
    draw_range x = pixels_between(left, right, r->half_width, r->width);
    draw_range y = pixels_between(top, bottom, r->half_height, r->height);
    i32x8_store(s->x0, x.first);
    i32x8_store(s->x1, x.last);
    i32x8_store(s->y0, y.first);
    i32x8_store(s->y1, y.last);
    return lanes_bits((x.first <= x.last) & (y.first <= y.last));
}

LANES f32x8 along(const raster_lens* lens, int axis, f32x8 x, f32x8 y, f32x8 z) {
    return x * lens->x[axis] + y * lens->y[axis] + z * lens->z[axis];
}

// Computes edges and depth planes; returns the lanes that face the camera and are on screen.
LANES uint32_t set_up(const raster* r, const raster_matrix* m, const raster_lens* lens,
                      const view_group* g, const int corners, draw_setup* s) {
    // The plane is computed in world space relative to the eye: this is accurate for grazing facets
    // with distant corners. It also culls back faces first, which rejects most groups of fine
    // meshes.
    f32x8 nx = f32x8_load(g->normal[0]), ny = f32x8_load(g->normal[1]);
    f32x8 nz = f32x8_load(g->normal[2]);
    f32x8 away = nx * (f32x8_load(g->corner[0][0]) - lens->x[EYE]) +
                 ny * (f32x8_load(g->corner[0][1]) - lens->y[EYE]) +
                 nz * (f32x8_load(g->corner[0][2]) - lens->z[EYE]);
    i32x8 both = lanes_from_bits(g->double_sided) & (away < 0);
    i32x8 faces = (away > 0) | both;
    uint32_t alive = lanes_bits(faces);
    if (!alive) return 0;
    draw_vertex p[4], d[4];
    f32x8 near_clip = f32x8_splat(1 / r->inverse_near);
    i32x8 crosses = i32x8_splat(0), behind = i32x8_splat(-1);
    for (int k = 0; k < corners; k++) {
        p[k] = project(m, f32x8_load(g->corner[k][0]), f32x8_load(g->corner[k][1]),
                       f32x8_load(g->corner[k][2]));
        crosses |= p[k].z < near_clip;
        behind &= p[k].z < near_clip;
    }
    alive &= ~lanes_bits(behind);
    if (!alive) return 0;
    alive &= bound(r, p, corners, crosses, s);
    if (!alive) return 0;
    f32x8 flip = f32x8_select(f32x8_splat(1), f32x8_splat(-1), away < 0);
    f32x8 near = 1 / away;
    for (int k = 0; k < corners; k++) d[k] = difference(p[(k + 1) % corners], p[k]);
    for (int k = 0; k < corners; k++) {
        draw_vertex e = cross(sum(p[k], p[(k + 1) % corners]), d[k]);
        f32x8 a = e.x * flip, b = e.y * flip, c = e.z * flip, level = b * LEVEL;
        a = f32x8_select(a, level, f32x8_abs(a) < f32x8_abs(level));
        f32x8 across = -1 / a, slope = b * across, at = c * across + (r->half_width - 0.5f);
        i32x8 left = a > 0, right = a < 0;
        f32x8_store(s->left_slope[k], (f32x8)((i32x8)slope & left));
        f32x8_store(s->right_slope[k], (f32x8)((i32x8)slope & right));
        f32x8_store(s->left_at[k], f32x8_select(f32x8_splat(-NO_EDGE), at, left));
        f32x8_store(s->right_at[k], f32x8_select(f32x8_splat(NO_EDGE), at, right));
    }
    f32x8_store(s->z_x, along(lens, RIGHT, nx, ny, nz) * near);
    f32x8_store(s->z_y, along(lens, DOWN, nx, ny, nz) * near);
    f32x8_store(s->z_one, along(lens, FORWARD, nx, ny, nz) * near);
    s->crosses_near = lanes_bits(crosses);
    return alive;
}

// The alpha test uses one mip level per facet, that of its nearest corner.
static void find_cutout(const raster* r, const wend_view* view, draw_facet* t, surface_mip* mip) {
    const view_surface* s = surface_of(view, t->id);
    const raster_lens* lens = lens_of(r, t->id);
    const view_material* m = &view->materials[s->material];
    int level = level_for(r, m, through_lens(lens, s, VIEW_DISTANCE)[EYE], 1 / t->nearest);
    surface_take_mip(m, through_lens(lens, s, VIEW_U), through_lens(lens, s, VIEW_V), level, false,
                     mip);
    t->cutout = mip;
    t->texels = view->texels;
}

// Prefetches a surface, which resolve reads if the facet stays visible.
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
                        .edges = g->triangles >> lane & 1 ? 3 : 4,
                        .nearest = s.nearest[lane],
                        .id = (g->surface[lane] + 1) | lens << RASTER_ID_BITS,
                        .crosses_near = s.crosses_near >> lane & 1};
        ask_for_surface(view, g->surface[lane]);
        surface_mip cutout;
        if (g->cutout >> lane & 1) find_cutout(r, view, &t, &cutout);
        draw_facet_anywhere(r, &t);
    }
}

#endif
