#include "sense/ray_renderer.h"

#include <embree3/rtcore.h>
#include <stdio.h>
#include <string.h>

#include "base/headroom.h"
#include "sense/camera_frame.h"

// A triangle of the scene.
typedef struct ray_renderer_triangle {
    uint32_t instance;
    uint32_t index;  // of its first corner, in the scene's indices
} ray_renderer_triangle;

struct ray_renderer {
    const wend_view* view;
    const wend_scene_arrays* a;
    RTCDevice device;
    RTCScene scene;
    ray_renderer_triangle* triangles;
    uint32_t count;
    const wend_vec3* corners;  // three a triangle; Embree's memory
};

// Context of a ray packet. The first member is Embree's.
typedef struct ray_renderer_context {
    struct RTCIntersectContext embree;
    camera_frame frame;
    uint32_t only;  // object; 0: all
} ray_renderer_context;

enum { PACKET = 8, PACKET_X = 4, PACKET_Y = 2 };

static const float outline =
    1 / 256.0f;  // pixels; offset that distinguishes a hole from an outline

// ---- hit filter -------------------------------------------------------------------------------

static const wend_instance* instance_of(const ray_renderer* t, uint32_t triangle) {
    return &t->a->instances.items[t->triangles[triangle].instance];
}

static float ray_renderer_value_at(const view_surface* s, int function, wend_vec3 p) {
    return s->x[function] * p.x + s->y[function] * p.y + s->z[function] * p.z + s->one[function];
}

// Depth of the nearest corner of a triangle; 0 if it reaches behind the camera.
static float ray_renderer_nearest_corner(const ray_renderer* t, uint32_t triangle,
                                         const camera_frame* frame) {
    float nearest = INFINITY;
    for (int k = 0; k < 3; k++) {
        wend_vec3 direction = wend_v3_sub(t->corners[3 * triangle + (uint32_t)k], frame->eye);
        nearest = fminf(nearest, wend_v3_dot(direction, frame->forward));
    }
    return fmaxf(nearest, 0);
}

// Alpha test of a cut-out surface. The mip is selected as in surface_kernel.h.
static bool ray_renderer_is_hole(const ray_renderer* renderer, uint32_t triangle, wend_vec3 point,
                                 const camera_frame* frame) {
    const wend_instance* instance = instance_of(renderer, triangle);
    const view_material* m = &renderer->view->materials[instance->material];
    uint32_t first_vertex = renderer->a->meshes.items[instance->mesh].first_vertex;
    wend_vec2 uv[3];
    for (uint32_t k = 0; k < 3; k++)
        uv[k] = renderer->a->uvs
                    .items[first_vertex +
                           renderer->a->indices.items[renderer->triangles[triangle].index + k]];
    view_surface surface = {.light = 0};
    view_map_surface(m, renderer->corners + 3 * triangle, uv, &surface);
    float u = ray_renderer_value_at(&surface, VIEW_U, point),
          v = ray_renderer_value_at(&surface, VIEW_V, point);
    float distance = fabsf(ray_renderer_value_at(&surface, VIEW_DISTANCE, frame->eye));
    float depth = ray_renderer_nearest_corner(renderer, triangle, frame);
    float texels = 1.4f * depth * depth / (frame->focal * fmaxf(distance, 1e-6f));
    int level = texels >= 1 ? (int)floorf(log2f(texels)) : 0;
    level = level >= m->mip_count ? m->mip_count - 1 : level;
    uint32_t first = m->texel;
    int w = m->width_log, h = m->height_log;
    for (int i = 0; i < level; i++) {
        first += 1u << (w + h);
        w -= w > 0;
        h -= h > 0;
    }
    uint32_t column = (uint32_t)(int)floorf(u * (float)(1 << w)) & ((1u << w) - 1);
    uint32_t row = (uint32_t)(int)floorf(v * (float)(1 << h)) & ((1u << h) - 1);
    return renderer->view->texels[first + (row << w) + column] >> 24 < 128;
}

// Embree passes packets to filters as a structure of arrays of N. [rtcore_ray.h]
enum { RAY_ORIGIN = 0, RAY_DIRECTION = 4, RAY_FAR = 8, HIT_NORMAL = 0, HIT_TRIANGLE = 5 };

static float field_at(const void* packet, unsigned n, unsigned field, unsigned i) {
    return ((const float*)packet)[field * n + i];
}

static wend_vec3 vector_at(const void* packet, unsigned n, unsigned field, unsigned i) {
    return wend_v3(field_at(packet, n, field, i), field_at(packet, n, field + 1, i),
                   field_at(packet, n, field + 2, i));
}

static void pass_through(const struct RTCFilterFunctionNArguments* a) {
    const ray_renderer* t = a->geometryUserPtr;
    for (unsigned i = 0; i < a->N; i++) {
        if (a->valid[i] != -1) continue;
        uint32_t triangle = ((const uint32_t*)a->hit)[HIT_TRIANGLE * a->N + i];
        const wend_instance* instance = instance_of(t, triangle);
        const view_material* m = &t->view->materials[instance->material];
        wend_vec3 along = vector_at(a->ray, a->N, RAY_DIRECTION, i);
        float facing = wend_v3_dot(vector_at(a->hit, a->N, HIT_NORMAL, i), along);
        const ray_renderer_context* context = (const ray_renderer_context*)a->context;
        bool passes = (facing > 0 && !(m->flags & WEND_MATERIAL_DOUBLE_SIDED)) ||
                      (context->only && context->only != instance->object);
        if (!passes && m->flags & WEND_MATERIAL_CUTOUT && m->width_log >= 0) {
            wend_vec3 from = vector_at(a->ray, a->N, RAY_ORIGIN, i);
            float depth = field_at(a->ray, a->N, RAY_FAR, i);
            passes =
                ray_renderer_is_hole(t, triangle, wend_v3_mad(from, along, depth), &context->frame);
        }
        if (passes) a->valid[i] = 0;
    }
}

// ---- the scene --------------------------------------------------------------------------------

// All triangles of the scene except glass and hidden objects, independent of the merging in the
// view.
static bool list_triangles(ray_renderer* t) {
    t->triangles = wend_alloc((wend_scene_triangles(t->view->scene) + 1) * sizeof *t->triangles);
    if (!t->triangles) return false;
    for (uint32_t i = 0; i < t->a->instances.count; i++) {
        const wend_instance* instance = &t->a->instances.items[i];
        const wend_mesh* mesh = &t->a->meshes.items[instance->mesh];
        if (t->a->materials.items[instance->material].flags & WEND_MATERIAL_GLASS ||
            t->a->objects.items[instance->object].flags & WEND_OBJECT_HIDDEN)
            continue;
        for (uint32_t k = 0; k < mesh->index_count; k += 3)
            t->triangles[t->count++] = (ray_renderer_triangle){i, mesh->first_index + k};
    }
    return true;
}

static bool fill_geometry(RTCGeometry geometry, ray_renderer* t) {
    size_t count = t->count;
    wend_vec3* corners = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                 RTC_FORMAT_FLOAT3, sizeof *corners, 3 * count);
    uint32_t* indices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0,
                                                RTC_FORMAT_UINT3, 3 * sizeof *indices, count);
    if (!corners || !indices) return false;
    t->corners = corners;
    for (uint32_t i = 0; i < 3 * count; i++) {
        const wend_instance* instance = instance_of(t, i / 3);
        uint32_t vertex = t->a->indices.items[t->triangles[i / 3].index + i % 3];
        vertex += t->a->meshes.items[instance->mesh].first_vertex;
        corners[i] = wend_transform_point(&instance->transform, t->a->positions.items[vertex]);
        indices[i] = i;
    }
    return true;
}

wend_status ray_renderer_create(const wend_view* view, bool exact, ray_renderer** out,
                                wend_error* error) {
    *out = NULL;
    // 96 MiB for TBB, plus the memory of Embree's build per triangle (rays.c).
    size_t needs = ((size_t)96 << 20) + 400 * (size_t)wend_scene_triangles(view->scene);
    ray_renderer* t = headroom_is_there(needs) ? wend_alloc_zero(1, sizeof *t) : NULL;
    if (!t) return wend_fail(error, WEND_NO_MEMORY, "out of memory for tracing rays");
    t->view = view;
    t->a = wend_scene_get(view->scene);
    t->device = rtcNewDevice("threads=1");
    t->scene = t->device ? rtcNewScene(t->device) : NULL;
    RTCGeometry geometry = t->device ? rtcNewGeometry(t->device, RTC_GEOMETRY_TYPE_TRIANGLE) : NULL;
    bool good = t->scene && geometry && list_triangles(t) && fill_geometry(geometry, t);
    if (good) {
        rtcSetGeometryUserData(geometry, t);
        if (exact) rtcSetGeometryIntersectFilterFunction(geometry, pass_through);
        if (exact) rtcSetSceneFlags(t->scene, RTC_SCENE_FLAG_ROBUST);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(t->scene, geometry);
        rtcCommitScene(t->scene);
        good = rtcGetDeviceError(t->device) == RTC_ERROR_NONE;
    }
    if (geometry) rtcReleaseGeometry(geometry);
    if (!good) {
        ray_renderer_destroy(t);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for Embree");
    }
    *out = t;
    return WEND_OK;
}

void ray_renderer_destroy(ray_renderer* t) {
    if (!t) return;
    if (t->scene) rtcReleaseScene(t->scene);
    if (t->device) rtcReleaseDevice(t->device);
    wend_free(t->triangles);
    wend_free(t);
}

// ---- images -----------------------------------------------------------------------------------

// A ray through a point of the image; its length is measured along the optical axis.
static void aim_one(struct RTCRayHit8* rays, int i, const wend_camera* camera,
                    const camera_frame* frame, float x, float y) {
    float px = x - 0.5f * (float)camera->width, py = y - 0.5f * (float)camera->height;
    wend_vec3 d = wend_v3_mad(wend_v3_mad(frame->forward, frame->right, px / frame->focal),
                              frame->down, py / frame->focal);
    rays->ray.org_x[i] = frame->eye.x;
    rays->ray.org_y[i] = frame->eye.y;
    rays->ray.org_z[i] = frame->eye.z;
    rays->ray.dir_x[i] = d.x;
    rays->ray.dir_y[i] = d.y;
    rays->ray.dir_z[i] = d.z;
    rays->ray.tnear[i] = camera->near_clip;
    rays->ray.tfar[i] = INFINITY;
    rays->ray.time[i] = 0;
    rays->ray.mask[i] = UINT32_MAX;
    rays->ray.flags[i] = 0;
    rays->hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
    rays->hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
}

// Rays through the centres of a block of pixels.
static void aim(struct RTCRayHit8* rays, const wend_camera* camera, const camera_frame* frame,
                int x, int y) {
    for (int i = 0; i < PACKET; i++)
        aim_one(rays, i, camera, frame, (float)(x + i % PACKET_X) + 0.5f,
                (float)(y + i / PACKET_X) + 0.5f);
}

void ray_renderer_render(const ray_renderer* t, const wend_camera* camera,
                         const wend_camera_pose* camera_pose, const ray_renderer_picture* picture) {
    camera_frame frame = camera_frame_make(camera, camera_pose);
    ray_renderer_context context = {.frame = frame};
    rtcInitIntersectContext(&context.embree);
    context.embree.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    _Alignas(32) const int valid[PACKET] = {-1, -1, -1, -1, -1, -1, -1, -1};
    for (int y = 0; y < camera->height; y += PACKET_Y)
        for (int x = 0; x < camera->width; x += PACKET_X) {
            struct RTCRayHit8 rays;
            aim(&rays, camera, &frame, x, y);
            rtcIntersect8(valid, t->scene, &context.embree, &rays);
            for (int i = 0; i < PACKET; i++) {
                int px = x + i % PACKET_X, py = y + i / PACKET_X;
                if (px >= camera->width || py >= camera->height) continue;
                size_t at = (size_t)py * (size_t)camera->width + (size_t)px;
                bool hit = rays.hit.geomID[i] != RTC_INVALID_GEOMETRY_ID;
                picture->depth[at] = hit ? rays.ray.tfar[i] : INFINITY;
                if (picture->object)
                    picture->object[at] = hit ? instance_of(t, rays.hit.primID[i])->object : 0;
            }
        }
}

// True if the object of the rasteriser is at the depth of the ray's hit: of coplanar surfaces
// either may be visible.
static bool is_tie(const ray_renderer* t, const wend_camera* camera, const camera_frame* frame,
                   size_t at, uint32_t object, float depth) {
    ray_renderer_context context = {.frame = *frame, .only = object};
    rtcInitIntersectContext(&context.embree);
    _Alignas(32) int valid[PACKET] = {-1};
    struct RTCRayHit8 rays;
    aim(&rays, camera, frame, (int)(at % (size_t)camera->width), (int)(at / (size_t)camera->width));
    rtcIntersect8(valid, t->scene, &context.embree, &rays);
    return rays.hit.geomID[0] != RTC_INVALID_GEOMETRY_ID &&
           fabsf(rays.ray.tfar[0] - depth) <= 1e-4f * fmaxf(depth, 1);
}

// True if the pixel is on an outline in front of the sky: Embree hits points up to some 1e-6 pixel
// outside of a triangle, so both results are valid there. A hole has hits on all sides.
static bool is_outline(const ray_renderer* t, const wend_camera* camera, const camera_frame* frame,
                       size_t at) {
    ray_renderer_context context = {.frame = *frame};
    rtcInitIntersectContext(&context.embree);
    _Alignas(32) const int valid[PACKET] = {-1, -1, -1, -1, -1, -1, -1, -1};
    struct RTCRayHit8 rays;
    float x = (float)(at % (size_t)camera->width) + 0.5f;
    float y = (float)(at / (size_t)camera->width) + 0.5f;
    for (int i = 0; i < PACKET; i++) {
        float angle = (float)(WEND_PI / 4) * (float)i;
        aim_one(&rays, i, camera, frame, x + outline * cosf(angle), y + outline * sinf(angle));
    }
    rtcIntersect8(valid, t->scene, &context.embree, &rays);
    for (int i = 0; i < PACKET; i++)
        if (rays.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID) return true;
    return false;
}

void ray_renderer_compare(const ray_renderer* t, const wend_camera* camera,
                          const wend_camera_pose* camera_pose, const ray_renderer_picture* truth,
                          const wend_frame* frame, ray_renderer_difference* sum) {
    camera_frame axes = camera_frame_make(camera, camera_pose);
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    for (size_t i = 0; i < pixels; i++) {
        float depth = fminf(truth->depth[i], camera->depth_max);
        bool far = truth->depth[i] > camera->depth_max;
        if (!far && !frame->object[i] && !is_outline(t, camera, &axes, i)) sum->holes++;
        sum->depths += !(fabsf(frame->depth[i] - depth) <= 0.001f * fmaxf(depth, 1));
        if (frame->object[i] == truth->object[i]) continue;
        bool tie = frame->object[i] && is_tie(t, camera, &axes, i, frame->object[i], depth);
        sum->ties += tie;
        sum->ids += !tie;
    }
    sum->pixels += pixels;
}
