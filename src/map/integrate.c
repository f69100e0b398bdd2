// Pictures into cells. A row of pixels at a time: first, in loops a compiler turns into vectors,
// the cell and the height of each pixel; then each is put where it belongs.
#include <stdlib.h>
#include <string.h>

#include "base/eight.h"
#include "map/map_grid.h"

static const float LOWEST = -32000;  // millimetres: deeper holes are not told apart

static wend_status make_rows(map_rows* rows, int columns, wend_error* error) {
    if (rows->columns == columns) return WEND_OK;
    size_t blocks = ((size_t)columns + EIGHT - 1) / EIGHT;
    map_columns* memory = wend_alloc_zero(blocks, sizeof *memory);
    int32_t* points = wend_alloc_zero(2 * blocks, EIGHT * sizeof *points);
    if (!memory || !points) {
        wend_free(memory);
        wend_free(points);
        return wend_fail(error, WEND_NO_MEMORY, "no memory for a row of a map's picture");
    }
    wend_free(rows->memory);
    wend_free(rows->index);
    *rows = (map_rows){columns, (int)blocks, memory, points, points + blocks * EIGHT};
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

// The same for eight pixels, the eye, and the size of the level.
typedef struct eight_rays {
    eight ahead, ahead_x, ahead_z, up_mm, near_d, far_d, eye_x, eye_z, eye_y, width, height;
    eight_ints stride;
} eight_rays;

EIGHT_INLINE eight_rays eight_rays_of(const projection* p, const row_rays* r) {
    return (eight_rays){.ahead = eight_all(r->ahead),
                        .ahead_x = eight_all(p->ahead_x * r->ahead),
                        .ahead_z = eight_all(p->ahead_z * r->ahead),
                        .up_mm = eight_all(r->up * 1000),
                        .near_d = eight_all(r->near_d),
                        .far_d = eight_all(r->far_d),
                        .eye_x = eight_all(p->eye_x),
                        .eye_z = eight_all(p->eye_z),
                        .eye_y = eight_all(p->eye_y),
                        .width = eight_all((float)p->level->width),
                        .height = eight_all((float)p->level->height),
                        .stride = p->level->width + (eight_ints){0}};
}

// Cells and heights of eight pixels of a row.
typedef struct eight_points {
    eight x, z;  // cells of the level
    eight rise;  // millimetres from the eye
    eight_ints seen, index;
} eight_points;

// False when none of eight is a measurement: much of a picture is too high to be in the way.
// `inside`: the level is known to have all cells that a measurement can be in.
EIGHT_INLINE bool project_eight(const eight_rays* r, const map_columns* c, eight depth,
                                const bool inside, eight_points* points) {
    eight_ints good = (depth > r->near_d) & (depth < r->far_d);
    if (!eight_any(good)) return false;
    eight d = eight_choose(good, depth, eight_all(0));
    eight x = r->eye_x + d * (r->ahead_x + eight_load(c->side_x));
    eight z = r->eye_z + d * (r->ahead_z + eight_load(c->side_z));
    if (!inside) {
        good &= (x >= 0) & (x < r->width) & (z >= 0) & (z < r->height);
        x = eight_choose(good, x, eight_all(0));
        z = eight_choose(good, z, eight_all(0));
    }
    eight_ints cell =
        __builtin_convertvector(z, eight_ints) * r->stride + __builtin_convertvector(x, eight_ints);
    *points = (eight_points){x, z, d * r->up_mm, good, cell};
    return true;
}

EIGHT_INLINE eight_ints eight_heights(const eight_rays* r, eight rise) {
    eight y = r->eye_y + rise;
    return __builtin_convertvector(eight_choose(y > LOWEST, y, eight_all(LOWEST)), eight_ints);
}

EIGHT_INLINE void put_height(const map_level* level, int index, int16_t mm) {
    cell_heights* cell = &level->heights[index];
    if (mm >= cell->low && mm <= cell->top) return;
    cell->low = mm < cell->low ? mm : cell->low;
    cell->top = mm > cell->top ? mm : cell->top;
    level->changed[index / EIGHT] = 1;
}

// Eight columns leave the cells they were in. Most of what a picture shows was there before: only
// heights that are new to their cell are written.
EIGHT_INLINE void put_runs(const eight_rays* r, const map_level* level, const map_columns* c,
                           eight_ints leave) {
    const int32_t* run = c->run;
    const cell_heights* cells = level->heights;
    eight_ints low = eight_heights(r, eight_load(c->run_low));
    eight_ints top = eight_heights(r, eight_load(c->run_top)), known;
    int32_t both[EIGHT];
    for (int k = 0; k < EIGHT; k++) memcpy(&both[k], &cells[run[k]], sizeof *both);
    memcpy(&known, both, sizeof known);
    eight_ints news = leave & ((low < (known << 16 >> 16)) | (top > (known >> 16)));
    for (unsigned left = eight_bits(news); left; left &= left - 1) {
        int k = __builtin_ctz(left);
        put_height(level, run[k], (int16_t)low[k]);
        put_height(level, run[k], (int16_t)top[k]);
    }
}

// Pixels above each other mostly lie in one cell, for walls are upright: each column keeps the
// heights of the cell it is in until it comes to another one. And which of the points are the
// nearest of their columns.
EIGHT_INLINE void take_points(const eight_rays* r, const map_level* level, map_columns* c,
                              eight depth, const eight_points* points) {
    eight_ints seen = points->seen, run = eight_load_ints(c->run);
    eight low = eight_load(c->run_low), top = eight_load(c->run_top), rise = points->rise;
    eight distance = depth * r->ahead, nearest = eight_load(c->nearest);
    eight_ints other = seen & ~(points->index == run), nearer = seen & (distance < nearest);
    eight_ints lower = seen & (rise < low), higher = seen & (rise > top);
    if (eight_any(other | nearer)) {
        put_runs(r, level, c, other);
        eight_store_ints(c->run, eight_choose_ints(other, points->index, run));
        lower |= other;
        higher |= other;
        eight_store(c->nearest, eight_choose(nearer, distance, nearest));
        eight_store(c->nearest_x, eight_choose(nearer, points->x, eight_load(c->nearest_x)));
        eight_store(c->nearest_z, eight_choose(nearer, points->z, eight_load(c->nearest_z)));
    }
    eight_store(c->run_low, eight_choose(lower, rise, low));
    eight_store(c->run_top, eight_choose(higher, rise, top));
}

// The ground between a point and that of the row below in its column.
EIGHT_INLINE void fill_column(const map_level* level, wend_vec2 last, wend_vec2 point, int mm) {
    float dx = point.x - last.x, dz = point.y - last.y;
    float across = fabsf(dx), down = fabsf(dz);
    int steps = (int)(across > down ? across : down) + 1;
    for (int s = 1; s < steps; s++) {
        float share = (float)s / (float)steps;
        int32_t i = (int32_t)(last.x + dx * share), j = (int32_t)(last.y + dz * share);
        put_height(level, j * level->width + i, (int16_t)mm);
    }
}

// Far away, rows of the picture lie more than a cell apart on the ground: what is between two
// points of the ground in a column is ground. `after`: there is a row below to compare with.
EIGHT_INLINE void fill_between(const projection* p, const eight_rays* r, map_columns* c, bool after,
                               const eight_points* points) {
    const int high = (int)(p->ground + p->map->def.step_height * 1000);
    const int low = (int)(p->ground - p->map->def.drop_height * 1000);
    eight_ints mm = eight_heights(r, points->rise), last = eight_load_ints(c->last_height);
    eight_ints rise = mm - last;
    eight dx = points->x - eight_load(c->last_x), dz = points->z - eight_load(c->last_z);
    eight_ints apart = (dx >= 1) | (dx <= -1) | (dz >= 1) | (dz <= -1);
    eight_ints ground = points->seen & (mm <= high) & (mm >= low) & (last <= high) & (last >= low) &
                        (rise < 100) & (rise > -100);
    if (after)
        for (unsigned left = eight_bits(ground & apart); left; left &= left - 1) {
            int k = __builtin_ctz(left);
            fill_column(p->level, (wend_vec2){c->last_x[k], c->last_z[k]},
                        (wend_vec2){points->x[k], points->z[k]}, mm[k]);
        }
    eight_store(c->last_x, points->x);
    eight_store(c->last_z, points->z);
    eight_store_ints(c->last_height,
                     eight_choose_ints(points->seen, mm, INT16_MIN + (eight_ints){0}));
}

// For labels. What is not seen goes to the cell past the last.
EIGHT_INLINE void keep_points(const projection* p, const eight_rays* r, bool any, int u,
                              const eight_points* points) {
    const eight_ints nowhere = p->level->width * p->level->height + (eight_ints){0};
    const map_rows* rows = p->rows;
    if (!any) eight_store_ints(rows->index + u, nowhere);
    if (!any) return;
    eight_store_ints(rows->index + u, eight_choose_ints(points->seen, points->index, nowhere));
    eight_store_ints(rows->height + u, eight_heights(r, points->rise));
}

// What a row of pixels is used for besides heights.
typedef struct row_use {
    bool sparse;  // its points lie more than a cell beyond those of the row below
    bool after;   // and so did those of the last one
    bool named;   // labels will be put where its points are
} row_use;

// Whether any pixel of a row is of use.
EIGHT_INLINE bool is_row_of_use(const row_rays* ray, const float* depth, int columns) {
    eight_ints any = {0};
    int u = 0;
    for (; u + EIGHT <= columns; u += EIGHT) {
        eight d = eight_load(depth + u);
        any |= (d > ray->near_d) & (d < ray->far_d);
    }
    bool rest = false;
    for (; u < columns; u++) rest |= depth[u] > ray->near_d && depth[u] < ray->far_d;
    return rest || eight_any(any);
}

// Eight pixels of a row. `more`: it is used for something besides heights.
EIGHT_INLINE bool take_eight(const projection* p, const eight_rays* r, const map_level* level,
                             map_columns* c, eight depth, int u, row_use use, const bool more,
                             const bool inside) {
    eight_points points;
    bool any = project_eight(r, c, depth, inside, &points);
    if (any) take_points(r, level, c, depth, &points);
    if (!more) return any;
    if (use.sparse && any) fill_between(p, r, c, use.after, &points);
    if (use.sparse && !any) eight_store_ints(c->last_height, INT16_MIN + (eight_ints){0});
    if (use.named) keep_points(p, r, any, u, &points);
    return any;
}

// False when no pixel of the row is of use.
EIGHT_INLINE bool project_row(const projection* p, const row_rays* ray, const float* depth,
                              row_use use, const bool more, const bool inside) {
    const eight_rays r = eight_rays_of(p, ray);
    const int columns = p->rows->columns, whole = columns / EIGHT * EIGHT;
    const map_level level = *p->level;  // a copy: the compiler then knows that no store changes it
    map_columns* c = p->rows->memory;
    bool good = false;
    int u = 0;
    for (; u < whole; u += EIGHT, c++)
        good |= take_eight(p, &r, &level, c, eight_load(depth + u), u, use, more, inside);
    if (whole < columns) {
        eight rest = {0};
        for (int k = 0; whole + k < columns; k++) rest[k] = depth[whole + k];
        good |= take_eight(p, &r, &level, c, rest, u, use, more, inside);
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
    bool good = true;
    for (int row = p->frame->height - 1; row >= 0; row--) {
        row_rays r = rays_of(p, row);
        if (!(r.near_d < r.far_d) || is_crowded(p, &r, &last_ground)) continue;
        const float* depth = p->frame->depth + (size_t)row * columns;
        use.sparse = is_sparse(p, &r);
        // Above a row that was no use there is often another.
        if (!good && !use.sparse && !is_row_of_use(&r, depth, p->frame->width)) continue;
        good = use.sparse || use.named ? project_row(p, &r, depth, use, true, inside)
                                       : project_row(p, &r, depth, use, false, inside);
        if (good && p->frame->labels) put_labels(p, p->frame->labels + (size_t)row * columns);
        if (good && p->frame->relevance)
            put_relevance(p, p->frame->relevance + (size_t)row * columns);
        if (good || use.sparse) use.after = use.sparse;
    }
    const eight_rays any = eight_rays_of(p, &(row_rays){0});
    for (int b = 0; b < p->rows->blocks; b++)
        put_runs(&any, p->level, &p->rows->memory[b], (eight_ints){0} - 1);
}

static void project_rows_plain(projection* p) {
    p->inside ? project_rows_with(p, true) : project_rows_with(p, false);
}
EIGHT_FAST void project_rows_fast(projection* p) {
    p->inside ? project_rows_with(p, true) : project_rows_with(p, false);
}

// The ground between the eye and a point is taken for free.
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
        level->changed[index / EIGHT] = 1;
    }
}

// As far as the nearest thing of each column.
static void assume_free(const projection* p) {
    float last_x = -1e9f, last_z = 0;
    for (int u = 0; u < p->rows->columns; u++) {
        const map_columns* c = &p->rows->memory[u / EIGHT];
        float x = c->nearest_x[u % EIGHT], z = c->nearest_z[u % EIGHT];
        if (!(c->nearest[u % EIGHT] < INFINITY)) continue;
        if (fabsf(x - last_x) + fabsf(z - last_z) < 0.3f) continue;
        last_x = x;
        last_z = z;
        assume_free_to(p, x, z);
    }
}

// ---- one picture --------------------------------------------------------------------------------

static void prepare_columns(projection* p, float heading) {
    const int nowhere = p->level->width * p->level->height;
    float cell = p->map->def.cell, right_x = cosf(heading) / cell, right_z = -sinf(heading) / cell;
    for (int u = 0; u < p->rows->blocks * EIGHT; u++) {
        map_columns* c = &p->rows->memory[u / EIGHT];
        int k = u % EIGHT;
        float side = ((float)u + 0.5f - (float)p->rows->columns / 2) / p->focal;
        c->side_x[k] = side * right_x;
        c->side_z[k] = side * right_z;
        c->nearest[k] = INFINITY;
        c->run[k] = nowhere;
        c->run_low[k] = c->run_top[k] = 0;
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
    float side = deepest * (float)frame->width / 2 / focal;
    float up = deepest * (float)frame->height / 2 / focal;
    float ahead = deepest * cosf(pose->tilt), spread = up * fabsf(sinf(pose->tilt));
    float s = sinf(pose->heading), c = cosf(pose->heading);
    float x0 = pose->feet.x, x1 = x0, z0 = pose->feet.z, z1 = z0;
    // Of a camera that is tilted the first and the last row go as far to the sides, but not as far
    // ahead.
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
    level_refresh(map, level, box, false);
    return WEND_OK;
}
