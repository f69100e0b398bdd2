// Selection of the light sample points (step 1 of light.c).
#include "light/light_sample.h"

#include <string.h>

static const float lift = 0.015f;        // metres between a surface and its sample
static const float inset_limit = 0.04f;  // metres: max offset from an edge into the face
static const float layer = 0.02f;        // metres: spacing of layers of the building
static const float small_extent = 0.5f;  // metres: smaller objects have six samples

// ---- keys ---------------------------------------------------------------------------------------

static int32_t light_sample_cell_of(float x, float cell) {
    return (int32_t)fminf(fmaxf(floorf(x / cell), -1e9f), 1e9f);
}

static int32_t side_of(float x) { return x > 0.38f ? 1 : x < -0.38f ? -1 : 0; }

uint64_t light_cell_key(wend_vec3 at, float cell, wend_vec3 normal) {
    const int32_t words[5] = {
        light_sample_cell_of(at.x, cell), light_sample_cell_of(at.y, cell),
        light_sample_cell_of(at.z, cell),
        (side_of(normal.x) + 1) * 9 + (side_of(normal.y) + 1) * 3 + side_of(normal.z) + 1,
        (int32_t)(cell * 1000)};
    return wend_hash(words, sizeof words, 0);
}

wend_vec3 light_world_normal(const wend_transform* t, wend_vec3 n) {
    wend_vec3 yz = wend_v3_cross(t->y, t->z), zx = wend_v3_cross(t->z, t->x);
    wend_vec3 xy = wend_v3_cross(t->x, t->y);
    wend_vec3 turned = wend_v3_mad(wend_v3_mad(wend_v3_scale(yz, n.x), zx, n.y), xy, n.z);
    turned = wend_v3_normalize(turned);
    if (!(wend_v3_dot(turned, turned) > 0.5f)) return wend_v3(0, 1, 0);
    return wend_v3_dot(t->x, yz) < 0 ? wend_v3_scale(turned, -1) : turned;
}

// ---- insets -------------------------------------------------------------------------------------

// Direction from each vertex towards the centroids of its triangles, mesh frame. A floor vertex
// lies in the plane of the wall, so a ray from the vertex itself would start inside the wall.
static wend_vec3* make_insets(const wend_scene_arrays* a) {
    wend_vec3* insets = wend_alloc_zero(a->positions.count, sizeof *insets);
    if (!insets) return NULL;
    for (uint32_t m = 0; m < a->meshes.count; m++) {
        const wend_mesh* mesh = &a->meshes.items[m];
        const wend_vec3* p = a->positions.items + mesh->first_vertex;
        for (uint32_t k = 0; k + 2 < mesh->index_count; k += 3) {
            const uint32_t* corner = a->indices.items + mesh->first_index + k;
            wend_vec3 middle = wend_v3_scale(
                wend_v3_add(wend_v3_add(p[corner[0]], p[corner[1]]), p[corner[2]]), 1.0f / 3);
            for (int i = 0; i < 3; i++) {
                wend_vec3* inset = &insets[mesh->first_vertex + corner[i]];
                *inset = wend_v3_add(*inset, wend_v3_sub(middle, p[corner[i]]));
            }
        }
    }
    return insets;
}

static wend_vec3 limited(wend_vec3 v, float limit) {
    float length = wend_v3_length(v);
    return length > limit ? wend_v3_scale(v, limit / length) : v;
}

// ---- collecting ---------------------------------------------------------------------------------

typedef struct collector {
    const wend_scene* scene;
    const wend_scene_arrays* a;
    const rays* rays;
    light_samples* samples;
    wend_vec3* insets;
    uint32_t* slots;  // hash table: sample index + 1
    uint32_t mask;
    uint32_t* cubes;  // [objects]: index + 1 of the first of the six samples of a small object
} collector;

static uint32_t light_sample_add(collector* c, const light_sample* fields) {
    light_sample* sample = ARRAY_PUSH(&c->samples->list);
    if (!sample) return 0;
    *sample = *fields;
    sample->room = wend_scene_room_at(c->scene, sample->at);
    return (uint32_t)c->samples->list.count;
}

// Index + 1 of the sample with this key, added if new; 0: out of memory.
static uint32_t light_sample_find_or_add(collector* c, const light_sample* fields) {
    uint32_t slot = (uint32_t)fields->key & c->mask;
    for (; c->slots[slot]; slot = (slot + 1) & c->mask)
        if (c->samples->list.items[c->slots[slot] - 1].key == fields->key) return c->slots[slot];
    return c->slots[slot] = light_sample_add(c, fields);
}

static bool add_cube(collector* c, uint32_t object) {
    wend_aabb box = c->a->objects.items[object].bounds;
    wend_vec3 middle = wend_aabb_center(box), half = wend_v3_scale(wend_aabb_size(box), 0.5f);
    c->cubes[object] = (uint32_t)c->samples->list.count + 1;
    for (int side = 0; side < 6; side++) {
        float sign = side & 1 ? -1 : 1;
        wend_vec3 n = {side / 2 == 0 ? sign : 0, side / 2 == 1 ? sign : 0,
                       side / 2 == 2 ? sign : 0};
        light_sample fields = {.normal = n, .object = object};
        float out = n.y < 0 ? -lift : lift;  // the lower one stays above the support
        fields.at = wend_v3(middle.x + n.x * (half.x + out), middle.y + n.y * (half.y + out),
                            middle.z + n.z * (half.z + out));
        if (!light_sample_add(c, &fields)) return false;
    }
    return true;
}

// Outdoors light varies slowly, so objects up to 10 m (cars) count as small.
static bool light_sample_is_small(const wend_scene_arrays* a, const wend_object* object) {
    bool outdoors = !object->room && a->rooms.count > 1;
    wend_vec3 size = wend_aabb_size(object->bounds);
    return !(object->flags & (WEND_OBJECT_STRUCTURE | WEND_OBJECT_DOOR)) &&
           fmaxf(size.x, fmaxf(size.y, size.z)) < (outdoors ? 20 * small_extent : small_extent);
}

// Edge length of the cells within which vertices of an object share a sample, metres.
static float light_sample_cell_size(const wend_object* object) {
    if (object->flags & WEND_OBJECT_STRUCTURE) return 0.12f;
    wend_vec3 size = wend_aabb_size(object->bounds);
    return fminf(fmaxf(fmaxf(size.x, fmaxf(size.y, size.z)) / 6, 0.14f), 0.4f);
}

static bool add_vertices(collector* c, const wend_instance* n) {
    const wend_scene_arrays* a = c->a;
    const wend_mesh* mesh = &a->meshes.items[n->mesh];
    const wend_object* object = &a->objects.items[n->object];
    const wend_vec3* world = rays_positions(c->rays) + n->first_light;
    float cell = light_sample_cell_size(object);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t vertex = mesh->first_vertex + i;
        light_sample fields = {.object = n->object};
        fields.normal = light_world_normal(&n->transform, a->normals.items[vertex]);
        wend_vec3 inset = wend_transform_vector(&n->transform, c->insets[vertex]);
        // Only the tangential part: on curved surfaces the centroids are below the vertex.
        inset = wend_v3_mad(inset, fields.normal, -wend_v3_dot(inset, fields.normal));
        fields.at = wend_v3_add(wend_v3_mad(world[i], fields.normal, lift),
                                limited(wend_v3_scale(inset, 0.25f), inset_limit));
        fields.key = light_cell_key(fields.at, cell, fields.normal) + n->object;
        if (object->flags & WEND_OBJECT_STRUCTURE)  // layers of the building (a frame and the wall
                                                    // behind it) do not share samples
            fields.key +=
                (uint64_t)light_sample_cell_of(wend_v3_dot(fields.at, fields.normal), layer) << 32;
        fields.is_fine = object->flags & WEND_OBJECT_STRUCTURE;
        uint32_t sample = light_sample_find_or_add(c, &fields);
        if (!sample) return false;
        c->samples->of_vertex[n->first_light + i] = sample - 1;
    }
    return true;
}

static bool light_sample_collect(collector* c) {
    const wend_scene_arrays* a = c->a;
    for (uint32_t i = 0; i < a->instances.count; i++) {
        const wend_instance* n = &a->instances.items[i];
        const wend_mesh* mesh = &a->meshes.items[n->mesh];
        if (!light_sample_is_small(a, &a->objects.items[n->object])) {
            if (!add_vertices(c, n)) return false;
            continue;
        }
        c->samples->is_small[n->object] = true;
        if (!c->cubes[n->object] && !add_cube(c, n->object)) return false;
        for (uint32_t k = 0; k < mesh->vertex_count; k++)
            c->samples->of_vertex[n->first_light + k] = c->cubes[n->object] - 1;
    }
    return true;
}

wend_status light_samples_collect(const wend_scene* scene, const rays* r, light_samples* samples,
                                  wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    uint64_t size = 64;
    while (size < 2 * (uint64_t)a->light.count) size *= 2;
    *samples = (light_samples){0};
    samples->of_vertex = wend_alloc_zero(a->light.count, sizeof *samples->of_vertex);
    samples->is_small = wend_alloc_zero(a->objects.count, sizeof *samples->is_small);
    collector c = {scene, a, r, samples, .mask = (uint32_t)(size - 1)};
    c.insets = make_insets(a);
    c.slots = wend_alloc_zero(size, sizeof *c.slots);
    c.cubes = wend_alloc_zero(a->objects.count, sizeof *c.cubes);
    bool done = samples->of_vertex && samples->is_small && c.insets && c.slots && c.cubes;
    done = done && light_sample_collect(&c);
    wend_free(c.insets);
    wend_free(c.slots);
    wend_free(c.cubes);
    if (done) return WEND_OK;
    light_samples_destroy(samples);
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while baking light",
                     wend_scene_name(scene));
}

void light_samples_destroy(light_samples* samples) {
    ARRAY_FREE(&samples->list);
    wend_free(samples->of_vertex);
    wend_free(samples->is_small);
    *samples = (light_samples){0};
}
