// Instances that block rays (visible, not glass) are flattened into one Embree triangle mesh in
// world coordinates.
#include "scene/rays.h"

#include <embree3/rtcore.h>
#include <string.h>

#include "base/headroom.h"

enum { WIDTH = 4 };  // rays per packet: SSE

struct rays {
    RTCDevice device;
    RTCScene scene;
    wend_vec3* positions;  // [vertices of all instances + 1]; Embree reads 16 bytes at the last
    uint32_t* indices;     // [triangles][3]
    uint32_t* owners;      // [triangles] instance of each triangle
    uint32_t vertex_count, triangle_count;
};

static bool blocks(const wend_scene_arrays* a, const wend_instance* instance) {
    return !(a->objects.items[instance->object].flags & WEND_OBJECT_HIDDEN) &&
           !(a->materials.items[instance->material].flags & WEND_MATERIAL_GLASS);
}

static void flatten(rays* r, const wend_scene_arrays* a) {
    uint32_t triangle = 0;
    for (uint32_t i = 0; i < a->instances.count; i++) {
        const wend_instance* n = &a->instances.items[i];
        const wend_mesh* mesh = &a->meshes.items[n->mesh];
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            r->positions[n->first_light + v] =
                wend_transform_point(&n->transform, a->positions.items[mesh->first_vertex + v]);
        if (!blocks(a, n)) continue;
        for (uint32_t k = 0; k < mesh->index_count; k++)
            r->indices[(size_t)triangle * 3 + k] =
                n->first_light + a->indices.items[mesh->first_index + k];
        for (uint32_t t = 0; t < mesh->index_count / 3; t++) r->owners[triangle + t] = i;
        triangle += mesh->index_count / 3;
    }
    r->triangle_count = triangle;
}

// Embree has its own allocator. Its monitor function makes a token request to wend_alloc for each
// of Embree's blocks, so that fault injection covers Embree, too.
static bool may_allocate(void* unused, ssize_t bytes, bool after) {
    (void)unused;
    (void)after;
    if (bytes <= 0) return true;
    void* token = wend_alloc(1);
    wend_free(token);
    return token != NULL;
}

static wend_status embree_status(RTCDevice device, const char* scene, wend_error* error) {
    enum RTCError code = rtcGetDeviceError(device);
    if (code == RTC_ERROR_NONE) return WEND_OK;
    if (code == RTC_ERROR_OUT_OF_MEMORY)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while tracing rays", scene);
    return wend_fail(error, WEND_UNSUPPORTED, "%s: Embree cannot trace rays here (error %d)", scene,
                     (int)code);
}

// Upper bound of Embree's memory: measured 150 bytes per triangle during the build, plus TBB's
// arenas.
static size_t embree_needs(size_t triangles) { return ((size_t)96 << 20) + 400 * triangles; }

static wend_status rays_build(rays* r, const char* name, wend_error* error) {
    if (!headroom_is_there(embree_needs(r->triangle_count)))
        return wend_fail(error, WEND_NO_MEMORY,
                         "%s: out of memory: tracing rays needs %zu MiB; raise ulimit -v", name,
                         embree_needs(r->triangle_count) >> 20);
    r->device = rtcNewDevice("threads=1,start_threads=0,isa=sse2");
    if (!r->device) return embree_status(NULL, name, error);
    rtcSetDeviceMemoryMonitorFunction(r->device, may_allocate, NULL);
    r->scene = rtcNewScene(r->device);
    RTCGeometry geometry = rtcNewGeometry(r->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    if (!r->scene || !geometry) {
        if (geometry) rtcReleaseGeometry(geometry);
        return embree_status(r->device, name, error);
    }
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, r->positions,
                               0, sizeof *r->positions, r->vertex_count);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, r->indices, 0,
                               3 * sizeof *r->indices, r->triangle_count);
    rtcCommitGeometry(geometry);
    rtcSetSceneFlags(r->scene, RTC_SCENE_FLAG_ROBUST);
    if (r->triangle_count) rtcAttachGeometry(r->scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(r->scene);
    return embree_status(r->device, name, error);
}

wend_status rays_create(const wend_scene* scene, rays** out, wend_error* error) {
    *out = NULL;
    const wend_scene_arrays* a = wend_scene_get(scene);
    const char* name = wend_scene_name(scene);
    uint64_t triangles = wend_scene_triangles(scene);
    if (triangles > UINT32_MAX / 4)
        return wend_fail(error, WEND_LIMIT, "%s: %llu triangles are too many to trace rays", name,
                         (unsigned long long)triangles);
    rays* r = wend_alloc_zero(1, sizeof *r);
    if (!r) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while tracing rays", name);
    r->vertex_count = a->light.count;
    r->positions = wend_alloc_zero((size_t)a->light.count + 1, sizeof *r->positions);
    r->indices = wend_alloc(triangles * 3 * sizeof *r->indices);
    r->owners = wend_alloc(triangles * sizeof *r->owners);
    wend_status status;
    if (r->positions && r->indices && r->owners) {
        flatten(r, a);
        status = rays_build(r, name, error);
    } else {
        status = wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while tracing rays", name);
    }
    if (status != WEND_OK) {
        rays_destroy(r);
        return status;
    }
    *out = r;
    return WEND_OK;
}

void rays_destroy(rays* r) {
    if (!r) return;
    if (r->scene) rtcReleaseScene(r->scene);
    if (r->device) rtcReleaseDevice(r->device);
    wend_free(r->positions);
    wend_free(r->indices);
    wend_free(r->owners);
    wend_free(r);
}

const wend_vec3* rays_positions(const rays* r) { return r->positions; }

// Fills `ray` and marks the lanes in use.
static void rays_load(struct RTCRay4* ray, int lanes[WIDTH], wend_vec3 from,
                      const wend_vec3* directions, const float* lengths, int count) {
    for (int i = 0; i < WIDTH; i++) {
        const wend_vec3* d = &directions[i < count ? i : 0];
        ray->org_x[i] = from.x;
        ray->org_y[i] = from.y;
        ray->org_z[i] = from.z;
        ray->tnear[i] = 0;
        ray->dir_x[i] = d->x;
        ray->dir_y[i] = d->y;
        ray->dir_z[i] = d->z;
        ray->time[i] = 0;
        ray->tfar[i] = !lengths ? INFINITY : lengths[i < count ? i : 0];
        ray->mask[i] = ~0u;
        ray->id[i] = 0;
        ray->flags[i] = 0;
        lanes[i] = i < count ? -1 : 0;
    }
}

// Not a coherent packet: there the result of a ray depends on its neighbours (in the last bits),
// and it was not faster.
static struct RTCIntersectContext make_context(void) {
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
    return context;
}

void rays_cast(const rays* r, wend_vec3 from, const wend_vec3* directions, int count,
               rays_hit* hits) {
    struct RTCIntersectContext context = make_context();
    for (int first = 0; first < count; first += WIDTH) {
        struct RTCRayHit4 packet;
        _Alignas(16) int lanes[WIDTH];
        rays_load(&packet.ray, lanes, from, directions + first, NULL, count - first);
        for (int i = 0; i < WIDTH; i++) packet.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect4(lanes, r->scene, &context, &packet);
        for (int i = 0; i < WIDTH && first + i < count; i++) {
            rays_hit* hit = &hits[first + i];
            *hit = (rays_hit){INFINITY, 0, {0, 0, 0}};
            if (packet.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID) continue;
            hit->distance = packet.ray.tfar[i];
            hit->instance = r->owners[packet.hit.primID[i]];
            hit->normal = wend_v3_normalize(
                wend_v3(packet.hit.Ng_x[i], packet.hit.Ng_y[i], packet.hit.Ng_z[i]));
        }
    }
}

int rays_open(const rays* r, wend_vec3 from, const wend_vec3* directions, const float* lengths,
              int count, bool* open) {
    struct RTCIntersectContext context = make_context();
    int sum = 0;
    for (int first = 0; first < count; first += WIDTH) {
        struct RTCRay4 packet;
        _Alignas(16) int lanes[WIDTH];
        rays_load(&packet, lanes, from, directions + first, lengths ? lengths + first : NULL,
                  count - first);
        rtcOccluded4(lanes, r->scene, &context, &packet);
        for (int i = 0; i < WIDTH && first + i < count; i++) {
            bool through = packet.tfar[i] >= 0;  // Embree sets -inf for occluded rays
            if (open) open[first + i] = through;
            sum += through;
        }
    }
    return sum;
}
