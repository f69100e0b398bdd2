#include <string.h>

#include "base/simd.h"
#include "sense/camera_frame.h"
#include "sense/raster.h"

struct wend_renderer {
    raster raster;
    const raster_kernel* kernel;
    void* block;
};

// ---- instruction sets -------------------------------------------------------------------------

const char* wend_simd_name(wend_simd simd) {
    static const char* const names[] = {
#define X(name, word) word,
        WEND_SIMD_LIST(X)
#undef X
    };
    return (unsigned)simd < WEND_SIMD_COUNT ? names[simd] : "?";
}

bool wend_simd_is_supported(wend_simd simd) {
    switch (simd) {
        case WEND_SIMD_BEST:
        case WEND_SIMD_PORTABLE:
            return true;
#ifdef WEND_HAVE_X86
        case WEND_SIMD_AVX2:
            return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                   __builtin_cpu_supports("fma");
        case WEND_SIMD_SSE4:
            return __builtin_cpu_supports("sse4.1");
#endif
        default:
            return false;
    }
}

static const raster_kernel* find_kernel(wend_simd simd) {
#ifdef WEND_HAVE_X86
    simd_level level = simd_level_find();
    if ((simd == WEND_SIMD_BEST && level >= SIMD_LEVEL_AVX2) ||
        (simd == WEND_SIMD_AVX2 && wend_simd_is_supported(simd)))
        return &raster_kernel_avx2;
    if ((simd == WEND_SIMD_BEST && level >= SIMD_LEVEL_SSE4) ||
        (simd == WEND_SIMD_SSE4 && wend_simd_is_supported(simd)))
        return &raster_kernel_sse4;
#endif
    return &raster_kernel_portable;
}

// ---- buffers ----------------------------------------------------------------------------------

static uint64_t eye_take(uint64_t* end, uint64_t bytes) {
    uint64_t begin = *end;
    *end += (bytes + 63) / 64 * 64;
    return begin;
}

static void fill_tables(raster* r) {
    for (int i = 0; i < r->stride * TILE; i++) r->columns[i] = (float)i + 0.5f - r->half_width;
    for (int i = 0; i < r->tiles_y * TILE; i++) r->rows[i] = (float)i + 0.5f - r->half_height;
    for (int i = 0; i < r->stride; i++) {
        r->tile_left[i] = r->columns[i * TILE];
        r->tile_right[i] = r->columns[i * TILE + TILE - 1];
    }
    for (int i = 0; i < 256; i++)
        for (int k = 0; k < TILE; k++) r->row_masks[i * TILE + k] = i >> k & 1 ? -1 : 0;
}

static bool renderer_allocate(wend_renderer* renderer) {
    raster* r = &renderer->raster;
    uint64_t end = 0, tiles = (uint64_t)r->tiles_y * (uint64_t)r->stride;
    uint64_t columns = eye_take(&end, (uint64_t)r->stride * TILE * sizeof(float));
    uint64_t rows = eye_take(&end, (uint64_t)r->tiles_y * TILE * sizeof(float));
    // Eight tiles are read at a time from any column, so rows have 8 more.
    uint64_t tile_left = eye_take(&end, ((uint64_t)r->stride + 8) * sizeof(float));
    uint64_t tile_right = eye_take(&end, ((uint64_t)r->stride + 8) * sizeof(float));
    uint64_t row_masks = eye_take(&end, 256 * TILE * sizeof *r->row_masks);
    uint64_t farthest = eye_take(&end, (tiles + 8) * sizeof(float));
    uint64_t nearest = eye_take(&end, (tiles + 8) * sizeof(float));
    uint64_t cover = eye_take(&end, (tiles + 8) * sizeof(uint32_t));
    uint64_t covers = eye_take(&end, (tiles + 1) * sizeof(raster_cover));
    // Tiles are prefetched two ahead.
    uint64_t pixels = eye_take(&end, (tiles + 2) * sizeof(raster_tile));
    uint64_t lenses = eye_take(&end, (WEND_MAX_MOVED + 1) * sizeof(raster_lens));
    uint64_t looks = eye_take(&end, (RASTER_LOOKS + 1) * sizeof(raster_look));
    uint64_t look_ids = eye_take(&end, RASTER_LOOKS * sizeof(uint32_t));
    uint64_t look_places = eye_take(&end, RASTER_LOOKS * sizeof(uint16_t));
    char* block = wend_alloc_zero(1, end);
    if (!block) return false;
    renderer->block = block;
    r->columns = (float*)(block + columns);
    r->rows = (float*)(block + rows);
    r->tile_left = (float*)(block + tile_left);
    r->tile_right = (float*)(block + tile_right);
    r->row_masks = (int32_t*)(block + row_masks);
    r->farthest = (float*)(block + farthest);
    r->nearest = (float*)(block + nearest);
    r->cover = (uint32_t*)(block + cover);
    r->covers = (raster_cover*)(block + covers);
    r->cover_limit = (uint32_t)tiles + 1;
    r->tiles = (raster_tile*)(block + pixels);
    r->lenses = (raster_lens*)(block + lenses);
    r->looks = (raster_look*)(block + looks);
    r->look_ids = (uint32_t*)(block + look_ids);
    r->look_places = (uint16_t*)(block + look_places);
    for (uint64_t i = 0; i < tiles + 8; i++) r->farthest[i] = INFINITY;
    fill_tables(r);
    return true;
}

wend_status wend_renderer_create(const wend_camera* camera, wend_renderer** out,
                                 wend_error* error) {
    *out = NULL;
    WEND_TRY(wend_camera_check(camera, error));
    wend_renderer* renderer = wend_alloc_zero(1, sizeof *renderer);
    if (renderer) {
        int tiles_x = (camera->width + TILE - 1) / TILE,
            tiles_y = (camera->height + TILE - 1) / TILE;
        renderer->kernel = find_kernel(camera->simd);
        renderer->raster = (raster){.width = camera->width,
                                    .height = camera->height,
                                    .tiles_x = tiles_x,
                                    .tiles_y = tiles_y,
                                    .stride = (tiles_x + 7) / 8 * 8,
                                    .whole_width = (float)(tiles_x * TILE),
                                    .half_width = 0.5f * (float)camera->width,
                                    .half_height = 0.5f * (float)camera->height,
                                    .inverse_near = 1 / camera->near_clip,
                                    .camera = *camera};
    }
    if (!renderer || !renderer_allocate(renderer)) {
        wend_renderer_destroy(renderer);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a camera of %d x %d pixels",
                         camera->width, camera->height);
    }
    *out = renderer;
    return WEND_OK;
}

void wend_renderer_destroy(wend_renderer* renderer) {
    if (!renderer) return;
    wend_free(renderer->block);
    wend_free(renderer);
}

const wend_camera* wend_renderer_camera(const wend_renderer* renderer) {
    return &renderer->raster.camera;
}

// ---- one image --------------------------------------------------------------------------------

static void clear(raster* r) {
    size_t row = (size_t)r->tiles_x;
    for (int ty = 0; ty < r->tiles_y; ty++)
        memset(r->farthest + (size_t)ty * (size_t)r->stride, 0, row * sizeof(float));
    size_t tiles = (size_t)r->tiles_y * (size_t)r->stride;
    memset(r->nearest, 0, tiles * sizeof *r->nearest);
    memset(r->cover, 0, tiles * sizeof *r->cover);
    r->cover_count = 1;
}

static raster_matrix matrix_of(const camera_frame* g) {
    const wend_vec3 axes[3] = {g->right, g->down, g->forward};
    raster_matrix m;
    for (int k = 0; k < 3; k++) {
        double scale = k < 2 ? g->focal : 1;
        double x = axes[k].x * scale, y = axes[k].y * scale, z = axes[k].z * scale;
        m.row[k][0] = (float)x;
        m.row[k][1] = (float)y;
        m.row[k][2] = (float)z;
        m.row[k][3] = (float)-(x * g->eye.x + y * g->eye.y + z * g->eye.z);
    }
    return m;
}

static raster_lens make_lens(const wend_vec3 v[4]) {
    raster_lens lens;
    for (int k = 0; k < 4; k++) lens.x[k] = v[k].x, lens.y[k] = v[k].y, lens.z[k] = v[k].z;
    return lens;
}

static raster_lens renderer_lens_of(const camera_frame* g) {
    return make_lens((wend_vec3[4]){g->eye, g->forward, wend_v3_scale(g->right, 1 / g->focal),
                                    wend_v3_scale(g->down, 1 / g->focal)});
}

wend_status wend_renderer_render(wend_renderer* renderer, const wend_view* view,
                                 const wend_camera_pose* camera_pose, const wend_frame* frame,
                                 wend_error* error) {
    return wend_renderer_render_moved(renderer, view, camera_pose, NULL, 0, frame, error);
}

// Inverse of a transform; false if it is singular.
static bool invert(const wend_transform* t, wend_transform* out) {
    wend_vec3 yz = wend_v3_cross(t->y, t->z), zx = wend_v3_cross(t->z, t->x);
    wend_vec3 xy = wend_v3_cross(t->x, t->y);
    float det = wend_v3_dot(t->x, yz);
    if (!(fabsf(det) > 0) || !isfinite(1 / det)) return false;
    wend_vec3 row[3] = {wend_v3_scale(yz, 1 / det), wend_v3_scale(zx, 1 / det),
                        wend_v3_scale(xy, 1 / det)};
    out->x = wend_v3(row[0].x, row[1].x, row[2].x);
    out->y = wend_v3(row[0].y, row[1].y, row[2].y);
    out->z = wend_v3(row[0].z, row[1].z, row[2].z);
    out->origin =
        wend_v3_scale(wend_v3(wend_v3_dot(row[0], t->origin), wend_v3_dot(row[1], t->origin),
                              wend_v3_dot(row[2], t->origin)),
                      -1);
    return true;
}

static raster_matrix matrix_after(const raster_matrix* m, const wend_transform* t) {
    raster_matrix out;
    for (int k = 0; k < 3; k++) {
        wend_vec3 row = wend_v3(m->row[k][0], m->row[k][1], m->row[k][2]);
        out.row[k][0] = wend_v3_dot(row, t->x);
        out.row[k][1] = wend_v3_dot(row, t->y);
        out.row[k][2] = wend_v3_dot(row, t->z);
        out.row[k][3] = wend_v3_dot(row, t->origin) + m->row[k][3];
    }
    return out;
}

static raster_lens lens_before(const raster_lens* lens, const wend_transform* back) {
    wend_vec3 v[4];
    for (int k = 0; k < 4; k++) {
        wend_vec3 was = wend_v3(lens->x[k], lens->y[k], lens->z[k]);
        v[k] = k == 0 ? wend_transform_point(back, was) : wend_transform_vector(back, was);
    }
    return make_lens(v);
}

// Draws a moved object. Its facets stay at their original place; the inverse motion is applied to
// the camera.
static void draw_moved(wend_renderer* renderer, const wend_view* view, const raster_matrix* matrix,
                       const wend_moved* moved, uint32_t lens) {
    raster* r = &renderer->raster;
    const wend_instance* was = &wend_scene_get(view->scene)->instances.items[moved->instance];
    wend_transform back_home, step, step_back;
    uint32_t movable = view->movable_of[moved->instance];
    if (!movable || !invert(&was->transform, &back_home)) return;
    step = wend_transform_multiply(&moved->transform, &back_home);
    if (!invert(&step, &step_back)) return;
    raster_matrix m = matrix_after(matrix, &step);
    r->lenses[lens] = lens_before(&r->lenses[0], &step_back);
    renderer->kernel->draw_groups(r, view, &m, &view->movables[movable], lens);
}

static wend_status check_moved(const wend_view* view, const wend_moved* moved, int count,
                               wend_error* error) {
    if (count < 0 || count > WEND_MAX_MOVED)
        return wend_fail(error, WEND_LIMIT, "%d moved instances; at most %d can be drawn", count,
                         WEND_MAX_MOVED);
    const wend_scene_arrays* a = wend_scene_get(view->scene);
    for (int i = 0; i < count; i++) {
        const wend_transform* t = &moved[i].transform;
        if (moved[i].instance >= view->instance_count)
            return wend_fail(error, WEND_ARGUMENT, "moved[%d] is instance %u, the scene has %u", i,
                             moved[i].instance, view->instance_count);
        uint32_t object = a->instances.items[moved[i].instance].object;
        if (!wend_object_can_move(&a->objects.items[object]))
            return wend_fail(error, WEND_ARGUMENT,
                             "moved[%d]: instance %u belongs to an object that is neither a door "
                             "nor movable",
                             i, moved[i].instance);
        if (!wend_v3_is_finite(t->x) || !wend_v3_is_finite(t->y) || !wend_v3_is_finite(t->z) ||
            !wend_v3_is_finite(t->origin))
            return wend_fail(error, WEND_ARGUMENT, "moved[%d]: its transform is not finite", i);
    }
    return WEND_OK;
}

// Records the movables that are not drawn at their original place.
static void take_out(raster* r, const wend_view* view, const wend_moved* moved, int count) {
    r->moved_count = count;
    memset(r->moved_bits, 0, sizeof r->moved_bits);
    for (int i = 0; i < count; i++) {
        uint32_t movable = view->movable_of[moved[i].instance];
        r->moved[i] = movable;
        r->moved_bits[movable / 64 % 16] |= 1ull << movable % 64;
    }
}

static wend_status check_camera_pose(const wend_camera_pose* camera_pose, wend_error* error) {
    if (wend_v3_is_finite(camera_pose->eye) && isfinite(camera_pose->heading) &&
        isfinite(camera_pose->tilt))
        return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT,
                     "camera pose: eye %g, %g, %g, heading %g, tilt %g; all must be finite",
                     (double)camera_pose->eye.x, (double)camera_pose->eye.y,
                     (double)camera_pose->eye.z, (double)camera_pose->heading,
                     (double)camera_pose->tilt);
}

wend_status wend_renderer_render_moved(wend_renderer* renderer, const wend_view* view,
                                       const wend_camera_pose* camera_pose, const wend_moved* moved,
                                       int moved_count, const wend_frame* frame,
                                       wend_error* error) {
    WEND_TRY(check_camera_pose(camera_pose, error));
    WEND_TRY(check_moved(view, moved, moved_count, error));
    raster* r = &renderer->raster;
    camera_frame g = camera_frame_make(&r->camera, camera_pose);
    raster_matrix matrix = matrix_of(&g);
    r->focal = g.focal;
    r->needs_ids = frame->rgb || frame->category || frame->object;
    r->lenses[0] = renderer_lens_of(&g);
    take_out(r, view, moved, moved_count);
    clear(r);
    renderer->kernel->draw_tree(r, view, &matrix);
    for (int i = 0; i < moved_count; i++)
        draw_moved(renderer, view, &matrix, &moved[i], (uint32_t)i + 1);
    renderer->kernel->resolve(r, view, frame);
    return WEND_OK;
}
