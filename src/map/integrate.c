// Integrates a depth image into the occupancy map.
//
// Problem: every agent with a map integrates one image per step, so this runs as often as the
// renderer. Each pixel gives a point; a cell keeps the lowest and the highest point seen in it.
//
// Method: inverse projection row by row, eight columns at a time. In a row all rays have the same
// slope, so range limits become limits on depth, computed once per row (row_rays).
//
// clang-format off
//       eye o- - - - - - - - - - - -x  point: depth d, row slope (ahead, up), column slope side
//           |\  tilt                |     cell   = eye cell + d * (ahead * (ahead_x, ahead_z) + (side_x, side_z))
//           | \                     |     height = eye height + d * up
//      feet +---------------------- + ground
//
//       heights[cell]  low, top     millimetres, int16
//       marks[cell]    assumed free / marked free / marked occupied
//       state[cell]    derived from both, refreshed for the cells that changed
// clang-format on
//
// Consecutive points of a column usually fall into the same cell. They are combined in registers
// (run, run_low, run_top) and written when the column enters another cell. After the rows the
// ground between the feet and the nearest point of each column is assumed free: no camera that
// looks ahead sees it.
#include <stdlib.h>
#include <string.h>

#include "base/lanes.h"
#include "map/map_grid.h"

static const float LOWEST = -32000;  // millimetres: lower points are clamped

static wend_status integrate_make_rows(map_rows* rows, int columns, wend_error* error) {
    if (rows->columns == columns) return WEND_OK;
    size_t blocks = ((size_t)columns + LANE_COUNT - 1) / LANE_COUNT;
    map_columns* memory = wend_alloc_zero(blocks, sizeof *memory);
    int32_t* points = wend_alloc_zero(2 * blocks, LANE_COUNT * sizeof *points);
    if (!memory || !points) {
        wend_free(memory);
        wend_free(points);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a row of a depth image");
    }
    wend_free(rows->memory);
    wend_free(rows->index);
    *rows = (map_rows){columns, (int)blocks, memory, points, points + blocks * LANE_COUNT};
    return WEND_OK;
}

// The projection of one image into one level.
typedef struct projection {
    const wend_map* map;
    const wend_map_frame* frame;
    map_level* level;
    map_rows* rows;
    float eye_x, eye_z;      // cells of the level
    float eye_y;             // millimetres
    float ahead_x, ahead_z;  // cells per metre ahead
    float cos_tilt, sin_tilt;
    float focal;   // pixels
    float ground;  // height of the feet, millimetres
    bool inside;   // every point falls into the level
} projection;

// The rays of one row and the range of depths that is used.
typedef struct row_rays {
    float ahead, up;      // metres per metre of depth
    float near_d, far_d;  // depths whose points are within range and not above the body
} row_rays;

LANES row_rays rays_of(const projection* p, int row) {
    const wend_map_def* def = &p->map->def;
    float up = ((float)p->frame->height / 2 - ((float)row + 0.5f)) / p->focal;
    row_rays r = {.ahead = p->cos_tilt - up * p->sin_tilt,
                  .up = p->sin_tilt + up * p->cos_tilt,
                  .near_d = def->near_range,
                  .far_d = def->range};
    float room = def->body_height - (p->eye_y - p->ground) / 1000;  // above the eye
    float over = room / r.up;
    if (r.up > 0 && over < r.far_d) r.far_d = over;
    if (r.up < 0 && over > r.near_d) r.near_d = over;
    if (r.up == 0 && room < 0) r.far_d = 0;
    return r;
}

// The same for eight pixels, with the eye and the size of the level.
typedef struct eight_rays {
    f32x8 ahead, ahead_x, ahead_z, up_mm, near_d, far_d, eye_x, eye_z, eye_y, width, height;
    i32x8 stride;
} eight_rays;

LANES eight_rays eight_rays_of(const projection* p, const row_rays* r) {
    return (eight_rays){.ahead = f32x8_splat(r->ahead),
                        .ahead_x = f32x8_splat(p->ahead_x * r->ahead),
                        .ahead_z = f32x8_splat(p->ahead_z * r->ahead),
                        .up_mm = f32x8_splat(r->up * 1000),
                        .near_d = f32x8_splat(r->near_d),
                        .far_d = f32x8_splat(r->far_d),
                        .eye_x = f32x8_splat(p->eye_x),
                        .eye_z = f32x8_splat(p->eye_z),
                        .eye_y = f32x8_splat(p->eye_y),
                        .width = f32x8_splat((float)p->level->width),
                        .height = f32x8_splat((float)p->level->height),
                        .stride = p->level->width + (i32x8){0}};
}

// Cells and heights of eight pixels of a row.
typedef struct eight_points {
    f32x8 x, z;  // cells of the level
    f32x8 rise;  // millimetres from the eye
    i32x8 seen, index;
} eight_points;

// False when none of the eight pixels is used: much of an image is above the body. `inside`: the
// level contains all cells that a point can be in.
LANES bool project_eight(const eight_rays* r, const map_columns* c, f32x8 depth, const bool inside,
                         eight_points* points) {
    i32x8 good = (depth > r->near_d) & (depth < r->far_d);
    if (!lanes_any(good)) return false;
    f32x8 d = f32x8_select(f32x8_splat(0), depth, good);
    f32x8 x = r->eye_x + d * (r->ahead_x + f32x8_load(c->side_x));
    f32x8 z = r->eye_z + d * (r->ahead_z + f32x8_load(c->side_z));
    if (!inside) {
        good &= (x >= 0) & (x < r->width) & (z >= 0) & (z < r->height);
        x = f32x8_select(f32x8_splat(0), x, good);
        z = f32x8_select(f32x8_splat(0), z, good);
    }
    i32x8 cell = __builtin_convertvector(z, i32x8) * r->stride + __builtin_convertvector(x, i32x8);
    *points = (eight_points){x, z, d * r->up_mm, good, cell};
    return true;
}

LANES i32x8 eight_heights(const eight_rays* r, f32x8 rise) {
    f32x8 y = r->eye_y + rise;
    return __builtin_convertvector(f32x8_select(f32x8_splat(LOWEST), y, y > LOWEST), i32x8);
}

LANES void put_height(const map_level* level, int index, int16_t mm) {
    cell_heights* cell = &level->heights[index];
    if (mm >= cell->low && mm <= cell->top) return;
    cell->low = mm < cell->low ? mm : cell->low;
    cell->top = mm > cell->top ? mm : cell->top;
    level->changed[index / LANE_COUNT] = 1;
}

// Writes the pending heights of eight columns. Most points were seen before: only heights that
// extend the range of their cell are written.
LANES void put_runs(const eight_rays* r, const map_level* level, const map_columns* c,
                    i32x8 leave) {
    const int32_t* run = c->run;
    const cell_heights* cells = level->heights;
    i32x8 low = eight_heights(r, f32x8_load(c->run_low));
    i32x8 top = eight_heights(r, f32x8_load(c->run_top)), known;
    int32_t both[LANE_COUNT];
    for (int k = 0; k < LANE_COUNT; k++) memcpy(&both[k], &cells[run[k]], sizeof *both);
    memcpy(&known, both, sizeof known);
    i32x8 news = leave & ((low < (known << 16 >> 16)) | (top > (known >> 16)));
    for (unsigned left = lanes_bits(news); left; left &= left - 1) {
        int k = __builtin_ctz(left);
        put_height(level, run[k], (int16_t)low[k]);
        put_height(level, run[k], (int16_t)top[k]);
    }
}

// Consecutive pixels of a column are mostly in one cell, because walls are vertical: each column
// accumulates the heights of its cell until it enters another one. Also updates the nearest point
// of each column.
LANES void take_points(const eight_rays* r, const map_level* level, map_columns* c, f32x8 depth,
                       const eight_points* points) {
    i32x8 seen = points->seen, run = i32x8_load(c->run);
    f32x8 low = f32x8_load(c->run_low), top = f32x8_load(c->run_top), rise = points->rise;
    f32x8 distance = depth * r->ahead, nearest = f32x8_load(c->nearest);
    i32x8 other = seen & ~(points->index == run), nearer = seen & (distance < nearest);
    i32x8 lower = seen & (rise < low), higher = seen & (rise > top);
    if (lanes_any(other | nearer)) {
        put_runs(r, level, c, other);
        i32x8_store(c->run, i32x8_select(run, points->index, other));
        lower |= other;
        higher |= other;
        f32x8_store(c->nearest, f32x8_select(nearest, distance, nearer));
        f32x8_store(c->nearest_x, f32x8_select(f32x8_load(c->nearest_x), points->x, nearer));
        f32x8_store(c->nearest_z, f32x8_select(f32x8_load(c->nearest_z), points->z, nearer));
    }
    f32x8_store(c->run_low, f32x8_select(low, rise, lower));
    f32x8_store(c->run_top, f32x8_select(top, rise, higher));
}

// Fills the ground between a point and that of the row below in its column.
LANES void fill_column(const map_level* level, wend_vec2 last, wend_vec2 point, int mm) {
    float dx = point.x - last.x, dz = point.y - last.y;
    float across = fabsf(dx), down = fabsf(dz);
    int steps = (int)(across > down ? across : down) + 1;
    for (int s = 1; s < steps; s++) {
        float share = (float)s / (float)steps;
        int32_t i = (int32_t)(last.x + dx * share), j = (int32_t)(last.y + dz * share);
        put_height(level, j * level->width + i, (int16_t)mm);
    }
}

// Far away, image rows are more than a cell apart on the ground: cells between two ground points of
// a column are ground. `after`: there is a row below to compare with.
LANES void fill_between(const projection* p, const eight_rays* r, map_columns* c, bool after,
                        const eight_points* points) {
    const int high = (int)(p->ground + p->map->def.step_height * 1000);
    const int low = (int)(p->ground - p->map->def.drop_height * 1000);
    i32x8 mm = eight_heights(r, points->rise), last = i32x8_load(c->last_height);
    i32x8 rise = mm - last;
    f32x8 dx = points->x - f32x8_load(c->last_x), dz = points->z - f32x8_load(c->last_z);
    i32x8 apart = (dx >= 1) | (dx <= -1) | (dz >= 1) | (dz <= -1);
    i32x8 ground = points->seen & (mm <= high) & (mm >= low) & (last <= high) & (last >= low) &
                   (rise < 100) & (rise > -100);
    if (after)
        for (unsigned left = lanes_bits(ground & apart); left; left &= left - 1) {
            int k = __builtin_ctz(left);
            fill_column(p->level, (wend_vec2){c->last_x[k], c->last_z[k]},
                        (wend_vec2){points->x[k], points->z[k]}, mm[k]);
        }
    f32x8_store(c->last_x, points->x);
    f32x8_store(c->last_z, points->z);
    i32x8_store(c->last_height, i32x8_select(INT16_MIN + (i32x8){0}, mm, points->seen));
}

// Stores cell and height of the points, for labels. Unused pixels get the cell past the last.
LANES void keep_points(const projection* p, const eight_rays* r, bool any, int u,
                       const eight_points* points) {
    const i32x8 nowhere = p->level->width * p->level->height + (i32x8){0};
    const map_rows* rows = p->rows;
    if (!any) i32x8_store(rows->index + u, nowhere);
    if (!any) return;
    i32x8_store(rows->index + u, i32x8_select(nowhere, points->index, points->seen));
    i32x8_store(rows->height + u, eight_heights(r, points->rise));
}

// Uses of an image row besides heights.
typedef struct row_use {
    bool sparse;  // its points are more than a cell beyond those of the row below
    bool after;   // so were those of the previous row
    bool named;   // its points get labels
} row_use;

// Whether any pixel of a row is within range.
LANES bool is_row_of_use(const row_rays* ray, const float* depth, int columns) {
    i32x8 any = {0};
    int u = 0;
    for (; u + LANE_COUNT <= columns; u += LANE_COUNT) {
        f32x8 d = f32x8_load(depth + u);
        any |= (d > ray->near_d) & (d < ray->far_d);
    }
    bool rest = false;
    for (; u < columns; u++) rest |= depth[u] > ray->near_d && depth[u] < ray->far_d;
    return rest || lanes_any(any);
}

// Processes eight pixels of a row. `more`: the row is used for more than heights.
LANES bool take_eight(const projection* p, const eight_rays* r, const map_level* level,
                      map_columns* c, f32x8 depth, int u, row_use use, const bool more,
                      const bool inside) {
    eight_points points;
    bool any = project_eight(r, c, depth, inside, &points);
    if (any) take_points(r, level, c, depth, &points);
    if (!more) return any;
    if (use.sparse && any) fill_between(p, r, c, use.after, &points);
    if (use.sparse && !any) i32x8_store(c->last_height, INT16_MIN + (i32x8){0});
    if (use.named) keep_points(p, r, any, u, &points);
    return any;
}

// False when no pixel of the row is used.
LANES bool project_row(const projection* p, const row_rays* ray, const float* depth, row_use use,
                       const bool more, const bool inside) {
    const eight_rays r = eight_rays_of(p, ray);
    const int columns = p->rows->columns, whole = columns / LANE_COUNT * LANE_COUNT;
    const map_level level = *p->level;  // a copy: the compiler then knows that no store changes it
    map_columns* c = p->rows->memory;
    bool good = false;
    int u = 0;
    for (; u < whole; u += LANE_COUNT, c++)
        good |= take_eight(p, &r, &level, c, f32x8_load(depth + u), u, use, more, inside);
    if (whole < columns) {
        f32x8 rest = {0};
        for (int k = 0; whole + k < columns; k++) rest[k] = depth[whole + k];
        good |= take_eight(p, &r, &level, c, rest, u, use, more, inside);
    }
    return good;
}

LANES void put_labels(const projection* p, const uint8_t* labels) {
    const map_rows* rows = p->rows;
    map_level* level = p->level;
    int min = (int)(p->ground + p->map->def.label_low * 1000);
    for (int u = 0; u < rows->columns; u++) {
        int32_t cell = rows->index[u], mm = rows->height[u];
        if (!labels[u] || mm < min || mm < level->label_top[cell]) continue;
        level->label_top[cell] = (int16_t)mm;
        level->label[cell] = labels[u];
    }
}

LANES void integrate_put_relevance(const projection* p, const float* relevance) {
    const map_rows* rows = p->rows;
    map_level* level = p->level;
    int min = (int)(p->ground + p->map->def.label_low * 1000);
    for (int u = 0; u < rows->columns; u++) {
        if (!(relevance[u] > 0) || rows->height[u] < min) continue;
        uint8_t byte = (uint8_t)(fminf(relevance[u], 1) * 255 + 0.5f);
        uint8_t* cell = &level->relevance[rows->index[u]];
        if (byte > *cell) *cell = byte;
    }
}

// Whether flat ground in this row is more than a cell beyond that of the row below.
LANES bool is_sparse(const projection* p, const row_rays* r) {
    float eye = (p->eye_y - p->ground) / 1000;
    float slope = 1 / p->focal;  // of `up`, from row to row
    float here = eye / -r->up;
    return r->up < 0 && here * here * slope / eye > 0.7f * p->map->def.cell;
}

// Near the feet, image rows are much closer than cells, so some are skipped. Only labels would be
// lost, which need every pixel.
LANES bool is_crowded(const projection* p, const row_rays* r, float* last_ground) {
    if (r->up >= 0 || p->frame->labels || p->frame->relevance) return false;
    float ground = (p->eye_y - p->ground) / 1000 / -r->up;
    if (ground - *last_ground < p->map->def.cell / 4) return true;
    *last_ground = ground;
    return false;
}

LANES void project_rows_with(projection* p, const bool inside) {
    size_t columns = (size_t)p->frame->width;
    float last_ground = 0;
    row_use use = {.named = p->frame->labels || p->frame->relevance};
    bool good = true;
    for (int row = p->frame->height - 1; row >= 0; row--) {
        row_rays r = rays_of(p, row);
        if (!(r.near_d < r.far_d) || is_crowded(p, &r, &last_ground)) continue;
        const float* depth = p->frame->depth + (size_t)row * columns;
        use.sparse = is_sparse(p, &r);
        // The row above an unused row is often unused too.
        if (!good && !use.sparse && !is_row_of_use(&r, depth, p->frame->width)) continue;
        good = use.sparse || use.named ? project_row(p, &r, depth, use, true, inside)
                                       : project_row(p, &r, depth, use, false, inside);
        if (good && p->frame->labels) put_labels(p, p->frame->labels + (size_t)row * columns);
        if (good && p->frame->relevance)
            integrate_put_relevance(p, p->frame->relevance + (size_t)row * columns);
        if (good || use.sparse) use.after = use.sparse;
    }
    const eight_rays any = eight_rays_of(p, &(row_rays){0});
    for (int b = 0; b < p->rows->blocks; b++)
        put_runs(&any, p->level, &p->rows->memory[b], (i32x8){0} - 1);
}

static void project_rows_plain(projection* p) {
    p->inside ? project_rows_with(p, true) : project_rows_with(p, false);
}
LANES_TARGET_AVX2 void project_rows_fast(projection* p) {
    p->inside ? project_rows_with(p, true) : project_rows_with(p, false);
}

// Marks the ground between the eye and a point as assumed free.
static void assume_free_to(const projection* p, float x, float z) {
    const map_level* level = p->level;
    float dx = x - p->eye_x, dz = z - p->eye_z;
    int steps = (int)(1.5f * fmaxf(fabsf(dx), fabsf(dz))) + 1;
    for (int s = 0; s < steps; s++) {
        float px = p->eye_x + dx * (float)s / (float)steps;
        float pz = p->eye_z + dz * (float)s / (float)steps;
        if (!(px >= 0 && pz >= 0 && px < (float)level->width && pz < (float)level->height))
            continue;
        int index = (int)pz * level->width + (int)px;
        if (level->marks[index] & MARK_ASSUMED) continue;
        level->marks[index] |= MARK_ASSUMED;
        level->changed[index / LANE_COUNT] = 1;
    }
}

// Marks assumed free cells up to the nearest point of each column.
static void assume_free(const projection* p) {
    float last_x = -1e9f, last_z = 0;
    for (int u = 0; u < p->rows->columns; u++) {
        const map_columns* c = &p->rows->memory[u / LANE_COUNT];
        float x = c->nearest_x[u % LANE_COUNT], z = c->nearest_z[u % LANE_COUNT];
        if (!(c->nearest[u % LANE_COUNT] < INFINITY)) continue;
        if (fabsf(x - last_x) + fabsf(z - last_z) < 0.3f) continue;
        last_x = x;
        last_z = z;
        assume_free_to(p, x, z);
    }
}

// ---- one image ---------------------------------------------------------------------------------

static void prepare_columns(projection* p, float heading) {
    const int nowhere = p->level->width * p->level->height;
    float cell = p->map->def.cell, right_x = cosf(heading) / cell, right_z = -sinf(heading) / cell;
    for (int u = 0; u < p->rows->blocks * LANE_COUNT; u++) {
        map_columns* c = &p->rows->memory[u / LANE_COUNT];
        int k = u % LANE_COUNT;
        float side = ((float)u + 0.5f - (float)p->rows->columns / 2) / p->focal;
        c->side_x[k] = side * right_x;
        c->side_z[k] = side * right_z;
        c->nearest[k] = INFINITY;
        c->run[k] = nowhere;
        c->run_low[k] = c->run_top[k] = 0;
    }
}

LANES float deepest_with(const wend_map_frame* frame, float range) {
    size_t pixels = (size_t)frame->width * (size_t)frame->height, i = 0;
    f32x8 max = f32x8_splat(0);
    for (; i + LANE_COUNT <= pixels; i += LANE_COUNT) {
        f32x8 d = f32x8_load(frame->depth + i);
        d = f32x8_select(f32x8_splat(0), d, d < range);  // NAN too
        max = f32x8_select(max, d, d > max);
    }
    float deepest = 0;
    for (int k = 0; k < LANE_COUNT; k++) deepest = fmaxf(deepest, max[k]);
    for (; i < pixels; i++)
        if (frame->depth[i] < range) deepest = fmaxf(deepest, frame->depth[i]);
    return deepest;
}

static float deepest_plain(const wend_map_frame* frame, float range) {
    return deepest_with(frame, range);
}
LANES_TARGET_AVX2 float deepest_fast(const wend_map_frame* frame, float range) {
    return deepest_with(frame, range);
}
static float deepest_of(const wend_map_frame* frame, float range) {
    return lanes_have_avx2() ? deepest_fast(frame, range) : deepest_plain(frame, range);
}

// Bounding box of the cells an image can touch: the eye and the corners of the view frustum at max
// depth.
static cell_box box_to(const wend_map* map, const wend_map_frame* frame, const wend_pose* pose,
                       float focal, float deepest) {
    float side = deepest * (float)frame->width / 2 / focal;
    float up = deepest * (float)frame->height / 2 / focal;
    float ahead = deepest * cosf(pose->tilt), spread = up * fabsf(sinf(pose->tilt));
    float s = sinf(pose->heading), c = cosf(pose->heading);
    float x0 = pose->feet.x, x1 = x0, z0 = pose->feet.z, z1 = z0;
    // With a tilted camera the first and last row reach as far to the sides, but less far ahead.
    for (int corner = 0; corner < 4; corner++) {
        float far = corner & 1 ? ahead + spread : ahead - spread;
        float right = corner & 2 ? side : -side;
        float x = pose->feet.x - s * far + c * right, z = pose->feet.z - c * far - s * right;
        x0 = fminf(x0, x);
        x1 = fmaxf(x1, x);
        z0 = fminf(z0, z);
        z1 = fmaxf(z1, z);
    }
    return (cell_box){map_cell_of(map, x0) - 1, map_cell_of(map, z0) - 1, map_cell_of(map, x1) + 2,
                      map_cell_of(map, z1) + 2};
}

// Whether a level contains a box with a margin of `more` cells.
static bool level_covers(const map_level* level, cell_box box, int more) {
    return box.i0 - more >= level->i0 && box.j0 - more >= level->j0 &&
           box.i1 + more <= level->i0 + level->width && box.j1 + more <= level->j0 + level->height;
}

// The max depth of the image is computed only when the level would have to grow.
static cell_box seen_box(const wend_map* map, const map_level* level, const wend_map_frame* frame,
                         const wend_pose* pose, float focal) {
    cell_box widest = box_to(map, frame, pose, focal, map->def.range);
    if (level_covers(level, widest, 1)) return widest;
    return box_to(map, frame, pose, focal, deepest_of(frame, map->def.range));
}

static wend_status check_picture(const wend_map_frame* frame, const wend_pose* pose,
                                 wend_error* error) {
    bool sized = frame->depth && frame->width > 0 && frame->height > 0 && frame->width <= 4096 &&
                 frame->height <= 4096 && frame->hfov >= 1 && frame->hfov <= 175;
    if (!sized)
        return wend_fail(error, WEND_ARGUMENT,
                         "map: an image of %d x %d pixels and %g degrees; depth of 1 to 4096 "
                         "pixels a side and 1 to 175 degrees is needed",
                         frame->width, frame->height, (double)frame->hfov);
    bool sane = map_place_is_sane(pose->feet) && fabsf(pose->feet.y) < 20 &&
                isfinite(pose->heading) && fabsf(pose->tilt) <= 2 && frame->eye_height > 0 &&
                frame->eye_height < 5;
    if (!sane)
        return wend_fail(
            error, WEND_ARGUMENT,
            "map: a pose at (%g, %g, %g), heading %g, tilt %g, eye height %g; it must "
            "be within 100 km, 20 m of height, 2 radians of tilt and 5 m of eye height",
            (double)pose->feet.x, (double)pose->feet.y, (double)pose->feet.z, (double)pose->heading,
            (double)pose->tilt, (double)frame->eye_height);
    return WEND_OK;
}

wend_status wend_map_integrate(wend_map* map, const wend_map_frame* frame, const wend_pose* pose,
                               wend_error* error) {
    WEND_TRY(check_picture(frame, pose, error));
    WEND_TRY(integrate_make_rows(&map->rows, frame->width, error));
    map_level* level = map_enter_level(map, pose->feet);
    float cell = map->def.cell;
    float focal = (float)frame->width / 2 / tanf(frame->hfov * (float)(WEND_PI / 360));
    cell_box box = seen_box(map, level, frame, pose, focal);
    WEND_TRY(level_cover(map, level, box, error));
    projection p = {.map = map,
                    .frame = frame,
                    .level = level,
                    .rows = &map->rows,
                    .eye_x = pose->feet.x / cell - (float)level->i0,
                    .eye_z = pose->feet.z / cell - (float)level->j0,
                    .eye_y = (pose->feet.y + frame->eye_height) * 1000,
                    .ahead_x = -sinf(pose->heading) / cell,
                    .ahead_z = -cosf(pose->heading) / cell,
                    .cos_tilt = cosf(pose->tilt),
                    .sin_tilt = sinf(pose->tilt),
                    .focal = focal,
                    .ground = pose->feet.y * 1000,
                    .inside = level_covers(level, box, 0)};
    prepare_columns(&p, pose->heading);
    if (lanes_have_avx2())
        project_rows_fast(&p);
    else
        project_rows_plain(&p);
    assume_free(&p);
    level_refresh(map, level, box, false);
    return WEND_OK;
}
