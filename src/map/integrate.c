// Pictures into cells. A row of pixels at a time: first, in loops a compiler turns into vectors,
// the cell and the height of each pixel; then each is put where it belongs.
#include <stdlib.h>
#include <string.h>

#include "base/eight.h"
#include "map/map_grid.h"

enum { ROW_ARRAYS = 14, ROW_FLOATS = 10 };
static const float LOWEST = -32000;  // millimetres: deeper holes are not told apart

static wend_status make_rows(map_rows* rows, int columns, wend_error* error) {
    if (rows->columns == columns) return WEND_OK;
    size_t padded = ((size_t)columns + EIGHT - 1) / EIGHT * EIGHT;
    float* memory = wend_alloc_zero(padded * ROW_ARRAYS, sizeof *memory);
    if (!memory) return wend_fail(error, WEND_NO_MEMORY, "no memory for a row of a map's picture");
    wend_free(rows->memory);
    *rows = (map_rows){.columns = columns, .padded = (int)padded, .memory = memory};
    float** floats[ROW_FLOATS] = {
        &rows->side,    &rows->side_x,    &rows->side_z,    &rows->last_x,  &rows->last_z,
        &rows->nearest, &rows->nearest_x, &rows->nearest_z, &rows->run_low, &rows->run_top};
    for (int i = 0; i < ROW_FLOATS; i++) *floats[i] = memory + (size_t)i * padded;
    rows->run = (int32_t*)(memory + ROW_FLOATS * padded);
    rows->last_height = rows->run + padded;
    rows->index = rows->last_height + padded;
    rows->height = rows->index + padded;
    return WEND_OK;
}

// One picture on its way into one level.
typedef struct projection {
    const wend_map* map;
    const wend_map_frame* frame;
    map_level* level;
    map_rows* rows;
    float eye_x, eye_z;      // cells of the level
    float eye_y;             // millimetres
    float ahead_x, ahead_z;  // cells that a metre ahead is
    float cos_tilt, sin_tilt;
    float focal;   // pixels
    float ground;  // height of the feet, millimetres
    bool inside;   // the level has all cells that can be seen
} projection;

// What holds for a whole row: where its rays go, and the depths that are of use.
typedef struct row_rays {
    float ahead, up;      // metres a metre of depth is
    float near_d, far_d;  // depths whose points are neither too near, too far nor too high
} row_rays;

EIGHT_INLINE row_rays rays_of(const projection* p, int row) {
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

// The same for eight pixels, and the size of the level.
typedef struct eight_rays {
    eight ahead, ahead_x, ahead_z, up_mm, near_d, far_d, width, height;
    eight_ints stride;
} eight_rays;

EIGHT_INLINE eight_rays eight_rays_of(const projection* p, const row_rays* r) {
    return (eight_rays){.ahead = eight_all(r->ahead),
                        .ahead_x = eight_all(p->ahead_x * r->ahead),
                        .ahead_z = eight_all(p->ahead_z * r->ahead),
                        .up_mm = eight_all(r->up * 1000),
                        .near_d = eight_all(r->near_d),
                        .far_d = eight_all(r->far_d),
                        .width = eight_all((float)p->level->width),
                        .height = eight_all((float)p->level->height),
                        .stride = p->level->width + (eight_ints){0}};
}

// Cells and heights of eight pixels of a row.
typedef struct eight_points {
    eight x, z;  // cells of the level
    eight y;     // millimetres
    eight_ints seen, index;
} eight_points;

// False when none of eight is a measurement: much of a picture is too high to be in the way.
// `inside`: the level is known to have all cells that a measurement can be in.
EIGHT_INLINE bool project_eight(const projection* p, const map_rows* rows, const eight_rays* r,
                                eight depth, int u, const bool inside, eight_points* points) {
    eight_ints good = (depth > r->near_d) & (depth < r->far_d);
    if (!eight_any(good)) return false;
    eight d = eight_choose(good, depth, eight_all(0));
    eight x = p->eye_x + d * (r->ahead_x + eight_load(rows->side_x + u));
    eight z = p->eye_z + d * (r->ahead_z + eight_load(rows->side_z + u));
    if (!inside) {
        good &= (x >= 0) & (x < r->width) & (z >= 0) & (z < r->height);
        x = eight_choose(good, x, eight_all(0));
        z = eight_choose(good, z, eight_all(0));
    }
    eight_ints cell =
        __builtin_convertvector(z, eight_ints) * r->stride + __builtin_convertvector(x, eight_ints);
    *points = (eight_points){x, z, p->eye_y + d * r->up_mm, good, cell};
    return true;
}

EIGHT_INLINE eight_ints eight_millimetres(eight y) {
    return __builtin_convertvector(eight_choose(y > LOWEST, y, eight_all(LOWEST)), eight_ints);
}

EIGHT_INLINE void put_height(cell_heights* cell, int16_t mm) {
    cell->low = mm < cell->low ? mm : cell->low;
    cell->top = mm > cell->top ? mm : cell->top;
}

// Eight columns leave the cells they were in. Most of what a picture shows was there before: only
// heights that are new to their cell are written.
EIGHT_INLINE void put_runs(const projection* p, const map_rows* rows, int u, eight_ints leave) {
    const cell_heights* cells = p->level->heights;
    const int32_t* run = rows->run + u;
    eight_ints low = eight_millimetres(eight_load(rows->run_low + u));
    eight_ints top = eight_millimetres(eight_load(rows->run_top + u));
    eight_ints lows = {cells[run[0]].low, cells[run[1]].low, cells[run[2]].low, cells[run[3]].low,
                       cells[run[4]].low, cells[run[5]].low, cells[run[6]].low, cells[run[7]].low};
    eight_ints tops = {cells[run[0]].top, cells[run[1]].top, cells[run[2]].top, cells[run[3]].top,
                       cells[run[4]].top, cells[run[5]].top, cells[run[6]].top, cells[run[7]].top};
    eight_ints news = leave & ((low < lows) | (top > tops));
    for (unsigned left = eight_bits(news); left; left &= left - 1) {
        int k = __builtin_ctz(left);
        put_height(&p->level->heights[run[k]], (int16_t)low[k]);
        put_height(&p->level->heights[run[k]], (int16_t)top[k]);
    }
}

// Pixels above each other mostly lie in one cell, for walls are upright: each column keeps the
// heights of the cell it is in until it comes to another one. And which of the points are the
// nearest of their columns.
EIGHT_INLINE void take_points(const projection* p, const map_rows* rows, const eight_rays* r,
                              eight depth, int u, const eight_points* points) {
    eight_ints seen = points->seen, run = eight_load_ints(rows->run + u);
    eight low = eight_load(rows->run_low + u), top = eight_load(rows->run_top + u), y = points->y;
    eight distance = depth * r->ahead, nearest = eight_load(rows->nearest + u);
    eight_ints other = seen & (points->index != run), nearer = seen & (distance < nearest);
    eight_ints lower = seen & (y < low), higher = seen & (y > top);
    if (eight_any(other | nearer)) {
        put_runs(p, rows, u, other);
        eight_store_ints(rows->run + u, eight_choose_ints(other, points->index, run));
        lower |= other;
        higher |= other;
        eight_store(rows->nearest + u, eight_choose(nearer, distance, nearest));
        eight_store(rows->nearest_x + u,
                    eight_choose(nearer, points->x, eight_load(rows->nearest_x + u)));
        eight_store(rows->nearest_z + u,
                    eight_choose(nearer, points->z, eight_load(rows->nearest_z + u)));
    }
    eight_store(rows->run_low + u, eight_choose(lower, y, low));
    eight_store(rows->run_top + u, eight_choose(higher, y, top));
}

// The ground between a point and that of the row below in its column.
EIGHT_INLINE void fill_column(const projection* p, int u, float x, float z, int mm) {
    const map_rows* rows = p->rows;
    float dx = x - rows->last_x[u], dz = z - rows->last_z[u];
    float across = fabsf(dx), down = fabsf(dz);
    int steps = (int)(across > down ? across : down) + 1;
    for (int s = 1; s < steps; s++) {
        float share = (float)s / (float)steps;
        int32_t i = (int32_t)(rows->last_x[u] + dx * share);
        int32_t j = (int32_t)(rows->last_z[u] + dz * share);
        put_height(&p->level->heights[j * p->level->width + i], (int16_t)mm);
    }
}

// Millimetres between which a height is that of ground.
typedef struct ground_range {
    int low, high;
} ground_range;

// Far away, rows of the picture lie more than a cell apart on the ground: what is between two
// points of the ground in a column is ground. `after`: there is a row below to compare with.
EIGHT_INLINE void fill_between(const projection* p, const map_rows* rows, ground_range range,
                               bool after, int u, const eight_points* points) {
    eight_ints mm = eight_millimetres(points->y), last = eight_load_ints(rows->last_height + u);
    eight_ints rise = mm - last;
    eight dx = points->x - eight_load(rows->last_x + u),
          dz = points->z - eight_load(rows->last_z + u);
    eight_ints apart = (dx >= 1) | (dx <= -1) | (dz >= 1) | (dz <= -1);
    eight_ints ground = points->seen & (mm <= range.high) & (mm >= range.low) &
                        (last <= range.high) & (last >= range.low) & (rise < 100) & (rise > -100);
    if (after)
        for (unsigned left = eight_bits(ground & apart); left; left &= left - 1) {
            int k = __builtin_ctz(left);
            fill_column(p, u + k, points->x[k], points->z[k], mm[k]);
        }
    eight_store(rows->last_x + u, points->x);
    eight_store(rows->last_z + u, points->z);
    eight_store_ints(rows->last_height + u,
                     eight_choose_ints(points->seen, mm, INT16_MIN + (eight_ints){0}));
}

// For labels. What is not seen goes to the cell past the last.
EIGHT_INLINE void keep_points(const projection* p, const map_rows* rows, bool any, int u,
                              const eight_points* points) {
    const eight_ints nowhere = p->level->width * p->level->height + (eight_ints){0};
    if (!any) eight_store_ints(rows->index + u, nowhere);
    if (!any) return;
    eight_store_ints(rows->index + u, eight_choose_ints(points->seen, points->index, nowhere));
    eight_store_ints(rows->height + u, eight_millimetres(points->y));
}

// What a row of pixels is to be used for.
typedef struct row_use {
    bool sparse;  // rows lie more than a cell apart on the ground
    bool after;   // and so was the last one
    bool named;   // labels will be put where its points are
} row_use;

// False when no pixel of the row is of use.
EIGHT_INLINE bool project_row(const projection* p, const row_rays* r, const float* depth,
                              const row_use use, const bool sparse, const bool inside) {
    const projection own = *p;  // copies: the compiler then knows that no store changes them
    const map_rows rows = *p->rows;
    const eight_rays rays = eight_rays_of(p, r);
    const ground_range ground = {(int)(p->ground - p->map->def.drop_height * 1000),
                                 (int)(p->ground + p->map->def.step_height * 1000)};
    bool good = false;
    for (int u = 0; u < rows.columns; u += EIGHT) {
        eight d = eight_all(0);
        eight_points points;
        if (u + EIGHT <= rows.columns)
            d = eight_load(depth + u);
        else
            for (int k = 0; u + k < rows.columns; k++) d[k] = depth[u + k];
        bool any = project_eight(&own, &rows, &rays, d, u, inside, &points);
        if (any) take_points(&own, &rows, &rays, d, u, &points);
        if (sparse && any) fill_between(&own, &rows, ground, use.after, u, &points);
        if (sparse && !any) eight_store_ints(rows.last_height + u, INT16_MIN + (eight_ints){0});
        if (use.named) keep_points(&own, &rows, any, u, &points);
        good |= any;
    }
    return good;
}

EIGHT_INLINE void put_labels(const projection* p, const uint8_t* labels) {
    const map_rows* rows = p->rows;
    map_level* level = p->level;
    int least = (int)(p->ground + p->map->def.label_low * 1000);
    for (int u = 0; u < rows->columns; u++) {
        int32_t cell = rows->index[u], mm = rows->height[u];
        if (!labels[u] || mm < least || mm < level->label_top[cell]) continue;
        level->label_top[cell] = (int16_t)mm;
        level->label[cell] = labels[u];
    }
}

EIGHT_INLINE void put_relevance(const projection* p, const float* relevance) {
    const map_rows* rows = p->rows;
    map_level* level = p->level;
    int least = (int)(p->ground + p->map->def.label_low * 1000);
    for (int u = 0; u < rows->columns; u++) {
        if (!(relevance[u] > 0) || rows->height[u] < least) continue;
        uint8_t byte = (uint8_t)(fminf(relevance[u], 1) * 255 + 0.5f);
        uint8_t* cell = &level->relevance[rows->index[u]];
        if (byte > *cell) *cell = byte;
    }
}

// Whether flat ground seen in this row lies more than a cell beyond that of the row below.
EIGHT_INLINE bool is_sparse(const projection* p, const row_rays* r) {
    float eye = (p->eye_y - p->ground) / 1000;
    float slope = 1 / p->focal;  // of `up`, from row to row
    float here = eye / -r->up;
    return r->up < 0 && here * here * slope / eye > 0.7f * p->map->def.cell;
}

// Near the feet, rows of the picture lie much closer than cells: some can be left out. Nothing but
// labels is lost, which are wanted from every pixel.
EIGHT_INLINE bool is_crowded(const projection* p, const row_rays* r, float* last_ground) {
    if (r->up >= 0 || p->frame->labels || p->frame->relevance) return false;
    float ground = (p->eye_y - p->ground) / 1000 / -r->up;
    if (ground - *last_ground < p->map->def.cell / 4) return true;
    *last_ground = ground;
    return false;
}

EIGHT_INLINE void project_rows_with(projection* p, const bool inside) {
    size_t columns = (size_t)p->frame->width;
    float last_ground = 0;
    row_use use = {.named = p->frame->labels || p->frame->relevance};
    for (int row = p->frame->height - 1; row >= 0; row--) {
        row_rays r = rays_of(p, row);
        if (!(r.near_d < r.far_d) || is_crowded(p, &r, &last_ground)) continue;
        const float* depth = p->frame->depth + (size_t)row * columns;
        use.sparse = is_sparse(p, &r);
        bool good = use.sparse ? project_row(p, &r, depth, use, true, inside)
                               : project_row(p, &r, depth, use, false, inside);
        if (good && p->frame->labels) put_labels(p, p->frame->labels + (size_t)row * columns);
        if (good && p->frame->relevance)
            put_relevance(p, p->frame->relevance + (size_t)row * columns);
        if (good || use.sparse) use.after = use.sparse;
    }
    for (int u = 0; u < p->rows->padded; u += EIGHT) put_runs(p, p->rows, u, (eight_ints){0} - 1);
}

static void project_rows_plain(projection* p) {
    p->inside ? project_rows_with(p, true) : project_rows_with(p, false);
}
EIGHT_FAST void project_rows_fast(projection* p) {
    p->inside ? project_rows_with(p, true) : project_rows_with(p, false);
}

// The ground between the feet and the nearest thing of each column is taken for free.
static void assume_free(const projection* p) {
    const map_rows* rows = p->rows;
    const map_level* level = p->level;
    float last_x = -1e9f, last_z = 0;
    for (int u = 0; u < rows->columns; u++) {
        if (!(rows->nearest[u] < INFINITY)) continue;
        float x = rows->nearest_x[u], z = rows->nearest_z[u];
        if (fabsf(x - last_x) + fabsf(z - last_z) < 0.3f) continue;
        last_x = x;
        last_z = z;
        float dx = x - p->eye_x, dz = z - p->eye_z;
        int steps = (int)(1.5f * fmaxf(fabsf(dx), fabsf(dz))) + 1;
        for (int s = 0; s < steps; s++) {
            float px = p->eye_x + dx * (float)s / (float)steps;
            float pz = p->eye_z + dz * (float)s / (float)steps;
            if (px >= 0 && pz >= 0 && px < (float)level->width && pz < (float)level->height)
                level->marks[(int)pz * level->width + (int)px] |= MARK_ASSUMED;
        }
    }
}

// ---- one picture --------------------------------------------------------------------------------

static void prepare_columns(projection* p, float heading) {
    map_rows* rows = p->rows;
    float cell = p->map->def.cell;
    float right_x = cosf(heading) / cell, right_z = -sinf(heading) / cell;
    for (int u = 0; u < rows->columns; u++) {
        rows->side[u] = ((float)u + 0.5f - (float)rows->columns / 2) / p->focal;
        rows->side_x[u] = rows->side[u] * right_x;
        rows->side_z[u] = rows->side[u] * right_z;
        rows->nearest[u] = INFINITY;
        rows->nearest_x[u] = rows->nearest_z[u] = 0;
    }
    for (int u = 0; u < rows->padded; u++) {
        rows->run[u] = p->level->width * p->level->height;
        rows->run_low[u] = rows->run_top[u] = 0;
    }
}

EIGHT_INLINE float deepest_with(const wend_map_frame* frame, float range) {
    size_t pixels = (size_t)frame->width * (size_t)frame->height, i = 0;
    eight most = eight_all(0);
    for (; i + EIGHT <= pixels; i += EIGHT) {
        eight d = eight_load(frame->depth + i);
        d = eight_choose(d < range, d, eight_all(0));  // NAN too
        most = eight_choose(d > most, d, most);
    }
    float deepest = 0;
    for (int k = 0; k < EIGHT; k++) deepest = fmaxf(deepest, most[k]);
    for (; i < pixels; i++)
        if (frame->depth[i] < range) deepest = fmaxf(deepest, frame->depth[i]);
    return deepest;
}

static float deepest_plain(const wend_map_frame* frame, float range) {
    return deepest_with(frame, range);
}
EIGHT_FAST float deepest_fast(const wend_map_frame* frame, float range) {
    return deepest_with(frame, range);
}
static float deepest_of(const wend_map_frame* frame, float range) {
    return eight_is_fast() ? deepest_fast(frame, range) : deepest_plain(frame, range);
}

// The cells a picture can touch: the eye and the corners of what it sees, as far as its deepest
// pixel.
static cell_box box_to(const wend_map* map, const wend_map_frame* frame, const wend_map_pose* pose,
                       float focal, float deepest) {
    float tan_up = (float)frame->height / 2 / focal, tan_side = (float)frame->width / 2 / focal;
    float far_ahead = deepest * (fabsf(cosf(pose->tilt)) + tan_up * fabsf(sinf(pose->tilt)));
    float side = deepest * tan_side;
    float s = sinf(pose->heading), c = cosf(pose->heading);
    // A tilt steeper than half the view puts some rays behind the eye.
    float behind = fminf(0, deepest * (cosf(pose->tilt) - tan_up * fabsf(sinf(pose->tilt))));
    float x0 = pose->feet.x, x1 = x0, z0 = pose->feet.z, z1 = z0;
    for (int corner = 0; corner < 4; corner++) {
        float ahead = corner & 1 ? far_ahead : behind, right = corner & 2 ? side : -side;
        if (ahead == 0) right = 0;
        float x = pose->feet.x - s * ahead + c * right, z = pose->feet.z - c * ahead - s * right;
        x0 = fminf(x0, x);
        x1 = fmaxf(x1, x);
        z0 = fminf(z0, z);
        z1 = fmaxf(z1, z);
    }
    return (cell_box){map_cell_of(map, x0) - 1, map_cell_of(map, z0) - 1, map_cell_of(map, x1) + 2,
                      map_cell_of(map, z1) + 2};
}

// Whether a level has the cells of a box, and `more` around it.
static bool level_covers(const map_level* level, cell_box box, int more) {
    return box.i0 - more >= level->i0 && box.j0 - more >= level->j0 &&
           box.i1 + more <= level->i0 + level->width && box.j1 + more <= level->j0 + level->height;
}

// How deep a picture is matters only where the level would have to grow for it.
static cell_box seen_box(const wend_map* map, const map_level* level, const wend_map_frame* frame,
                         const wend_map_pose* pose, float focal) {
    cell_box widest = box_to(map, frame, pose, focal, map->def.range);
    if (level_covers(level, widest, 1)) return widest;
    return box_to(map, frame, pose, focal, deepest_of(frame, map->def.range));
}

static wend_status check_picture(const wend_map_frame* frame, const wend_map_pose* pose,
                                 wend_error* error) {
    bool sized = frame->depth && frame->width > 0 && frame->height > 0 && frame->width <= 4096 &&
                 frame->height <= 4096 && frame->hfov >= 1 && frame->hfov <= 175;
    if (!sized)
        return wend_fail(error, WEND_ARGUMENT,
                         "map: a picture of %d x %d pixels and %g degrees; depth of 1 to 4096 "
                         "pixels a side and 1 to 175 degrees is needed",
                         frame->width, frame->height, (double)frame->hfov);
    bool sane = map_place_is_sane(pose->feet) && fabsf(pose->feet.y) < 20 &&
                isfinite(pose->heading) && fabsf(pose->tilt) <= 2 && pose->eye_height > 0 &&
                pose->eye_height < 5;
    if (!sane)
        return wend_fail(
            error, WEND_ARGUMENT,
            "map: a pose at (%g, %g, %g), heading %g, tilt %g, eye height %g; it must "
            "be within 100 km, 20 m of height, 2 radians of tilt and 5 m of eye height",
            (double)pose->feet.x, (double)pose->feet.y, (double)pose->feet.z, (double)pose->heading,
            (double)pose->tilt, (double)pose->eye_height);
    return WEND_OK;
}

wend_status wend_map_integrate(wend_map* map, const wend_map_frame* frame,
                               const wend_map_pose* pose, wend_error* error) {
    WEND_TRY(check_picture(frame, pose, error));
    WEND_TRY(make_rows(&map->rows, frame->width, error));
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
                    .eye_y = (pose->feet.y + pose->eye_height) * 1000,
                    .ahead_x = -sinf(pose->heading) / cell,
                    .ahead_z = -cosf(pose->heading) / cell,
                    .cos_tilt = cosf(pose->tilt),
                    .sin_tilt = sinf(pose->tilt),
                    .focal = focal,
                    .ground = pose->feet.y * 1000,
                    .inside = level_covers(level, box, 0)};
    prepare_columns(&p, pose->heading);
    if (eight_is_fast())
        project_rows_fast(&p);
    else
        project_rows_plain(&p);
    assume_free(&p);
    level_refresh(map, level, box);
    return WEND_OK;
}
