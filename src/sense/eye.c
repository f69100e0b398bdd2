#include <string.h>

#include "sense/raster.h"

struct wend_eye {
    raster raster;
    const raster_kernel* kernel;
    void* block;
    uint8_t* is_moved;  // [moved_capacity]
};

// ---- instructions -----------------------------------------------------------------------------

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
            return __builtin_cpu_supports("avx2");
        case WEND_SIMD_SSE4:
            return __builtin_cpu_supports("sse4.1");
#endif
        default:
            return false;
    }
}

static const raster_kernel* find_kernel(wend_simd simd) {
#ifdef WEND_HAVE_X86
    if ((simd == WEND_SIMD_BEST || simd == WEND_SIMD_AVX2) &&
        wend_simd_is_supported(WEND_SIMD_AVX2))
        return &raster_kernel_avx2;
    if ((simd == WEND_SIMD_BEST || simd == WEND_SIMD_SSE4) &&
        wend_simd_is_supported(WEND_SIMD_SSE4))
        return &raster_kernel_sse4;
#endif
    return &raster_kernel_portable;
}

// ---- buffers ----------------------------------------------------------------------------------

static uint64_t take(uint64_t* end, uint64_t bytes) {
    uint64_t begin = *end;
    *end += (bytes + 63) / 64 * 64;
    return begin;
}

static bool allocate(wend_eye* eye) {
    raster* r = &eye->raster;
    uint64_t end = 0, tiles = (uint64_t)r->tiles_y * (uint64_t)r->stride;
    // Rows of tiles are read 8 at a time from any column, so the last one needs 8 more.
    uint64_t farthest = take(&end, (tiles + 8) * sizeof(float));
    uint64_t tile_id = take(&end, tiles * sizeof(uint32_t));
    uint64_t dirty = take(&end, tiles);
    uint64_t plane = take(&end, tiles * sizeof(raster_plane));
    uint64_t inverse_z = take(&end, tiles * TILE_PIXELS * sizeof(float));
    uint64_t id = take(&end, tiles * TILE_PIXELS * sizeof(uint32_t));
    uint64_t lenses = take(&end, (WEND_MAX_MOVED + 1) * sizeof(raster_lens));
    char* block = wend_alloc_zero(1, end);
    if (!block) return false;
    eye->block = block;
    r->farthest = (float*)(block + farthest);
    r->tile_id = (uint32_t*)(block + tile_id);
    r->dirty = (uint8_t*)(block + dirty);
    r->plane = (raster_plane*)(block + plane);
    r->inverse_z = (float*)(block + inverse_z);
    r->id = (uint32_t*)(block + id);
    r->lenses = (raster_lens*)(block + lenses);
    for (uint64_t i = 0; i < tiles + 8; i++) r->farthest[i] = INFINITY;
    return true;
}

wend_status wend_eye_create(const wend_camera* camera, wend_eye** out, wend_error* error) {
    *out = NULL;
    WEND_TRY(wend_camera_check(camera, error));
    wend_eye* eye = wend_alloc_zero(1, sizeof *eye);
    if (eye) {
        int tiles_x = (camera->width + TILE - 1) / TILE,
            tiles_y = (camera->height + TILE - 1) / TILE;
        float half_width = 0.5f * (float)camera->width;
        eye->kernel = find_kernel(camera->simd);
        eye->raster = (raster){.width = camera->width,
                               .height = camera->height,
                               .tiles_x = tiles_x,
                               .tiles_y = tiles_y,
                               .stride = (tiles_x + 7) / 8 * 8,
                               .half_width = half_width,
                               .half_height = 0.5f * (float)camera->height,
                               .inverse_near = 1 / camera->near_clip,
                               .focal = half_width / tanf(camera->hfov * (float)(WEND_PI / 360)),
                               .camera = *camera};
    }
    if (!eye || !allocate(eye)) {
        wend_eye_destroy(eye);
        return wend_fail(error, WEND_NO_MEMORY, "no memory for a camera of %d x %d pixels",
                         camera->width, camera->height);
    }
    *out = eye;
    return WEND_OK;
}

void wend_eye_destroy(wend_eye* eye) {
    if (!eye) return;
    wend_free(eye->block);
    wend_free(eye);
}

const wend_camera* wend_eye_camera(const wend_eye* eye) { return &eye->raster.camera; }

// ---- one picture ------------------------------------------------------------------------------

static void clear(raster* r) {
    size_t row = (size_t)r->tiles_x;
    for (int ty = 0; ty < r->tiles_y; ty++)
        memset(r->farthest + (size_t)ty * (size_t)r->stride, 0, row * sizeof(float));
    size_t tiles = (size_t)r->tiles_y * (size_t)r->stride;
    memset(r->tile_id, 0, tiles * sizeof *r->tile_id);
    memset(r->dirty, 0, tiles);
}

// The camera's axes in the world: to the right, down and forward.
static void axes_of(const wend_gaze* gaze, wend_vec3 axes[3]) {
    float ch = cosf(gaze->heading), sh = sinf(gaze->heading);
    float ct = cosf(gaze->tilt), st = sinf(gaze->tilt);
    axes[0] = wend_v3(ch, 0, -sh);
    axes[1] = wend_v3(-st * sh, -ct, -st * ch);
    axes[2] = wend_v3(-ct * sh, st, -ct * ch);
}

static raster_matrix matrix_of(const raster* r, const wend_gaze* gaze, const wend_vec3 axes[3]) {
    raster_matrix m;
    for (int k = 0; k < 3; k++) {
        double scale = k < 2 ? r->focal : 1;
        double x = axes[k].x * scale, y = axes[k].y * scale, z = axes[k].z * scale;
        m.row[k][0] = (float)x;
        m.row[k][1] = (float)y;
        m.row[k][2] = (float)z;
        m.row[k][3] = (float)-(x * gaze->eye.x + y * gaze->eye.y + z * gaze->eye.z);
    }
    return m;
}

static void set_vector(float out[4], wend_vec3 v) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
    out[3] = 0;
}

static raster_lens lens_of(const raster* r, const wend_gaze* gaze, const wend_vec3 axes[3]) {
    raster_lens lens;
    set_vector(lens.eye, gaze->eye);
    set_vector(lens.forward, axes[2]);
    set_vector(lens.right, wend_v3_scale(axes[0], 1 / r->focal));
    set_vector(lens.down, wend_v3_scale(axes[1], 1 / r->focal));
    return lens;
}

wend_status wend_eye_render(wend_eye* eye, const wend_view* view, const wend_gaze* gaze,
                            const wend_frame* frame, wend_error* error) {
    return wend_eye_render_moved(eye, view, gaze, NULL, 0, frame, error);
}

wend_status wend_eye_render_moved(wend_eye* eye, const wend_view* view, const wend_gaze* gaze,
                                  const wend_moved* moved, int moved_count, const wend_frame* frame,
                                  wend_error* error) {
    (void)moved;
    (void)moved_count;
    if (!wend_v3_is_finite(gaze->eye) || !isfinite(gaze->heading) || !isfinite(gaze->tilt))
        return wend_fail(error, WEND_ARGUMENT,
                         "gaze: eye %g, %g, %g, heading %g, tilt %g; all must be finite",
                         (double)gaze->eye.x, (double)gaze->eye.y, (double)gaze->eye.z,
                         (double)gaze->heading, (double)gaze->tilt);
    raster* r = &eye->raster;
    wend_vec3 axes[3];
    axes_of(gaze, axes);
    raster_matrix matrix = matrix_of(r, gaze, axes);
    r->lenses[0] = lens_of(r, gaze, axes);
    clear(r);
    eye->kernel->draw_tree(r, view, &matrix);
    eye->kernel->resolve(r, view, frame);
    return WEND_OK;
}
