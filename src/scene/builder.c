// Assembles the arrays of a scene. `scene_builder_finish` sorts instances and texts, so that scenes
// of equal content have equal bytes and equal hashes, and copies the arrays into one block.
#include "scene/builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/color.h"
#include "scene/scene.h"

scene_builder scene_builder_make(void) {
    scene_builder b = {0};
    scene_builder_text(&b, "");
    wend_object no_object = {0};
    no_object.bounds = (wend_aabb){{0, 0, 0}, {0, 0, 0}};
    wend_object* object = ARRAY_PUSH(&b.objects);
    wend_room* room = ARRAY_PUSH(&b.rooms);
    if (object) *object = no_object;
    if (room) memset(room, 0, sizeof *room);
    if (!object || !room) b.status = WEND_NO_MEMORY;
    return b;
}

scene_builder scene_builder_copy(const wend_scene* scene) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    scene_builder b = {0};
#define X(type, field)                                                        \
    if (!ARRAY_RESERVE(&b.field, a->field.count))                             \
        b.status = WEND_NO_MEMORY;                                            \
    else if (a->field.count) {                                                \
        memcpy(b.field.items, a->field.items, a->field.count * sizeof(type)); \
        b.field.count = a->field.count;                                       \
    }
    SCENE_ARRAY_LIST(X)
#undef X
    b.light.count = 0;
    for (size_t i = 0; i < b.objects.count; i++)
        if (b.objects.items[i].instance_count) b.objects.items[i].bounds = wend_aabb_empty();
    return b;
}

void scene_builder_destroy(scene_builder* b) {
#define X(type, field) ARRAY_FREE(&b->field);
    SCENE_ARRAY_LIST(X)
#undef X
}

static void* pushed(scene_builder* b, void* item) {
    if (!item) b->status = WEND_NO_MEMORY;
    return item;
}

// Appends an uninitialised item; NULL after a failure.
#define PUSH(b, field) ((b)->status == WEND_OK ? pushed((b), ARRAY_PUSH(&(b)->field)) : NULL)
// Reserves `extra` items; false after a failure.
#define RESERVE(b, field, extra) \
    ((b)->status == WEND_OK && pushed((b), ARRAY_RESERVE(&(b)->field, (extra)) ? (b) : NULL))

wend_text scene_builder_text(scene_builder* b, const char* text) {
    size_t size = strlen(text) + 1;
    if (size == 1 && b->texts.count) return 0;
    if (!RESERVE(b, texts, size)) return 0;
    wend_text offset = (wend_text)b->texts.count;
    memcpy(b->texts.items + offset, text, size);
    b->texts.count += size;
    return offset;
}

// ---- meshes ------------------------------------------------------------------------------------

uint32_t scene_builder_mesh_begin(scene_builder* b, const char* name) {
    wend_text text = scene_builder_text(b, name);
    wend_mesh* mesh = PUSH(b, meshes);
    if (!mesh) return 0;
    *mesh = (wend_mesh){.first_vertex = (uint32_t)b->positions.count,
                        .first_index = (uint32_t)b->indices.count,
                        .bounds = wend_aabb_empty(),
                        .name = text};
    b->open_mesh = (uint32_t)b->meshes.count;
    return b->open_mesh - 1;
}

uint32_t scene_builder_vertex(scene_builder* b, wend_vec3 position, wend_vec3 normal,
                              wend_vec2 uv) {
    wend_vec3* p = PUSH(b, positions);
    wend_vec3* n = PUSH(b, normals);
    wend_vec2* t = PUSH(b, uvs);
    if (!p || !n || !t) return 0;
    *p = position;
    *n = normal;
    *t = uv;
    wend_mesh* mesh = &b->meshes.items[b->open_mesh - 1];
    mesh->bounds = wend_aabb_add(mesh->bounds, position);
    return mesh->vertex_count++;
}

void scene_builder_triangle(scene_builder* b, uint32_t i, uint32_t j, uint32_t k) {
    const uint32_t corners[3] = {i, j, k};
    if (i == j || j == k || k == i || !RESERVE(b, indices, 3)) return;
    memcpy(b->indices.items + b->indices.count, corners, sizeof corners);
    b->indices.count += 3;
}

// Replaces -0 by 0: min and max may return either, and their bytes differ in the hash.
static wend_aabb without_minus_zero(wend_aabb box) {
    const wend_vec3 zero = {0, 0, 0};
    return (wend_aabb){wend_v3_add(box.low, zero), wend_v3_add(box.high, zero)};
}

void scene_builder_mesh_end(scene_builder* b) {
    if (b->status != WEND_OK || !b->open_mesh) return;
    wend_mesh* mesh = &b->meshes.items[b->open_mesh - 1];
    size_t kept = 0, held = b->indices.count - mesh->first_index;
    const wend_vec3* p = held ? b->positions.items + mesh->first_vertex : NULL;
    uint32_t* indices = held ? b->indices.items + mesh->first_index : NULL;
    for (size_t t = 0; t + 2 < held; t += 3) {
        bool known = indices[t] < mesh->vertex_count && indices[t + 1] < mesh->vertex_count &&
                     indices[t + 2] < mesh->vertex_count;
        if (known) {  // triangles with an invalid index are kept; finish reports them
            wend_vec3 a = p[indices[t]], u = wend_v3_sub(p[indices[t + 1]], a);
            wend_vec3 v = wend_v3_sub(p[indices[t + 2]], a);
            if (wend_v3_length(wend_v3_cross(u, v)) == 0) continue;
        }
        memmove(indices + kept, indices + t, 3 * sizeof *indices);
        kept += 3;
    }
    b->indices.count = mesh->first_index + kept;
    mesh->index_count = (uint32_t)kept;
    mesh->bounds = without_minus_zero(mesh->bounds);
    if (!mesh->vertex_count) mesh->bounds = (wend_aabb){{0, 0, 0}, {0, 0, 0}};
    b->open_mesh = 0;
}

// ---- textures and materials --------------------------------------------------------------------

// Averages are taken in linear light: a black and white checkerboard is mid grey from a distance.
typedef struct srgb_table {
    float linear[256];
    uint8_t srgb[4096];
} srgb_table;

static void srgb_table_fill(srgb_table* table) {
    for (int i = 0; i < 256; i++) table->linear[i] = color_to_linear((uint8_t)i);
    for (int i = 0; i < 4096; i++) table->srgb[i] = color_from_linear(((float)i + 0.5f) / 4096);
}

static uint32_t average4(const srgb_table* table, const uint32_t texels[4]) {
    uint32_t out = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        float sum = 0;
        for (int i = 0; i < 4; i++) sum += table->linear[texels[i] >> shift & 255];
        int index = (int)(sum * 1024);
        out |= (uint32_t)table->srgb[index < 4095 ? index : 4095] << shift;
    }
    uint32_t alpha = 2;
    for (int i = 0; i < 4; i++) alpha += texels[i] >> 24;
    return out | alpha / 4 << 24;
}

static void fill_mip(const srgb_table* table, const uint32_t* from, uint32_t w, uint32_t h,
                     uint32_t* to) {
    uint32_t half_w = w > 1 ? w / 2 : 1, half_h = h > 1 ? h / 2 : 1;
    for (uint32_t y = 0; y < half_h; y++)
        for (uint32_t x = 0; x < half_w; x++) {
            uint32_t x0 = 2 * x % w, x1 = (2 * x + 1) % w, y0 = 2 * y % h, y1 = (2 * y + 1) % h;
            uint32_t four[4] = {from[y0 * w + x0], from[y0 * w + x1], from[y1 * w + x0],
                                from[y1 * w + x1]};
            to[y * half_w + x] = average4(table, four);
        }
}

uint32_t scene_builder_texture(scene_builder* b, const char* name, int width, int height,
                               const uint8_t* pixels) {
    wend_text text = scene_builder_text(b, name);
    wend_texture texture = {(uint32_t)width, (uint32_t)height, 0, (uint32_t)b->texels.count, text};
    if (b->status != WEND_OK) return 0;
    size_t texels = 0;
    for (uint32_t w = texture.width, h = texture.height;;
         w = w > 1 ? w / 2 : 1, h = h > 1 ? h / 2 : 1) {
        texels += (size_t)w * h;
        texture.mip_count++;
        if (w == 1 && h == 1) break;
    }
    if (!RESERVE(b, texels, texels)) return 0;
    wend_texture* slot = PUSH(b, textures);
    if (!slot) return 0;
    *slot = texture;
    uint32_t* level = b->texels.items + b->texels.count;
    memcpy(level, pixels, (size_t)width * (size_t)height * 4);
    srgb_table table;
    srgb_table_fill(&table);
    uint32_t w = texture.width, h = texture.height;
    for (uint32_t i = 1; i < texture.mip_count; i++) {
        fill_mip(&table, level, w, h, level + (size_t)w * h);
        level += (size_t)w * h;
        w = w > 1 ? w / 2 : 1;
        h = h > 1 ? h / 2 : 1;
    }
    b->texels.count += texels;
    return (uint32_t)b->textures.count;
}

uint32_t scene_builder_material(scene_builder* b, const char* name, const uint8_t color[4],
                                uint32_t texture, uint32_t flags) {
    wend_text text = scene_builder_text(b, name);
    wend_material* material = PUSH(b, materials);
    if (!material) return 0;
    *material = (wend_material){.texture = texture, .flags = flags, .name = text};
    memcpy(material->color, color, 4);
    memcpy(material->mean, color, 4);
    if (texture && texture <= b->textures.count) {
        const wend_texture* t = &b->textures.items[texture - 1];
        // The last mip has one texel: the mean of the texture.
        size_t last = t->first_texel;
        for (uint32_t i = 0; i + 1 < t->mip_count; i++) {
            size_t w = t->width >> i, h = t->height >> i;
            last += (w ? w : 1) * (h ? h : 1);
        }
        uint32_t texel = b->texels.items[last];
        for (int i = 0; i < 3; i++)
            material->mean[i] = color_from_linear(color_to_linear(color[i]) *
                                                  color_to_linear((uint8_t)(texel >> 8 * i)));
    }
    return (uint32_t)b->materials.count - 1;
}

// ---- objects and rooms -------------------------------------------------------------------------

// Linear search: fast enough for some thousand objects.
static bool name_is_taken(const scene_builder* b, const char* name) {
    for (size_t i = 1; i < b->objects.count; i++)
        if (strcmp(b->texts.items + b->objects.items[i].name, name) == 0) return true;
    return false;
}

uint32_t scene_builder_object(scene_builder* b, const wend_object* fields, const char* name) {
    if (b->status != WEND_OK) return 0;
    char unique[160];
    snprintf(unique, sizeof unique, "%.140s", name);
    for (int n = 2; name_is_taken(b, unique); n++)
        snprintf(unique, sizeof unique, "%.140s_%d", name, n);
    wend_text text = scene_builder_text(b, unique);
    wend_object* object = PUSH(b, objects);
    if (!object) return 0;
    *object = *fields;
    object->name = text;
    object->first_instance = object->instance_count = 0;
    object->bounds = wend_aabb_empty();
    return (uint32_t)b->objects.count - 1;
}

void scene_builder_instance(scene_builder* b, uint32_t object, uint32_t mesh, uint32_t material,
                            wend_transform transform) {
    wend_instance* instance = PUSH(b, instances);
    if (instance) *instance = (wend_instance){transform, mesh, material, object, 0};
}

uint32_t scene_builder_level(scene_builder* b, float floor, float height) {
    wend_level* level = PUSH(b, levels);
    if (!level) return 0;
    *level = (wend_level){floor, height};
    return (uint32_t)b->levels.count - 1;
}

uint32_t scene_builder_room(scene_builder* b, wend_room_type type, uint32_t level, const char* name,
                            const wend_vec2* corners, int corner_count, float floor,
                            float ceiling) {
    wend_text text = scene_builder_text(b, name);
    wend_room* room = PUSH(b, rooms);
    size_t count = corner_count > 0 ? (size_t)corner_count : 0;
    if (!room || !RESERVE(b, corners, count)) return 0;
    *room = (wend_room){(uint16_t)type,
                        (uint16_t)level,
                        (uint32_t)b->corners.count,
                        (uint32_t)count,
                        floor,
                        ceiling,
                        text};
    // With x to the right and z towards the reader, a counter-clockwise outline seen from above has
    // a negative shoelace sum of (x, z).
    double twice = 0;
    for (size_t i = 0; i < count; i++) {
        wend_vec2 p = corners[i], q = corners[(i + 1) % count];
        twice += (double)p.x * q.y - (double)q.x * p.y;
    }
    for (size_t i = 0; i < count; i++)
        b->corners.items[b->corners.count + i] = corners[twice > 0 ? count - 1 - i : i];
    b->corners.count += count;
    return (uint32_t)b->rooms.count - 1;
}

void scene_builder_stairs(scene_builder* b, const wend_stairs* stairs) {
    wend_stairs* slot = PUSH(b, stairs);
    if (slot) *slot = *stairs;
}

void scene_builder_door(scene_builder* b, const wend_door* door) {
    wend_door* slot = PUSH(b, doors);
    if (!slot) return;
    memset(slot, 0, sizeof *slot);  // padding bytes are hashed, too
    slot->object = door->object;
    memcpy(slot->rooms, door->rooms, sizeof slot->rooms);
    slot->center = door->center;
    slot->heading = door->heading;
    slot->width = door->width;
    slot->height = door->height;
    slot->hinge = door->hinge;
    slot->open_angle = door->open_angle;
    slot->openness = door->openness;
    slot->openable = door->openable;
}

// ---- finish ------------------------------------------------------------------------------------

static wend_aabb instance_bounds(const scene_builder* b, const wend_instance* instance) {
    const wend_mesh* mesh = &b->meshes.items[instance->mesh];
    wend_aabb box = wend_aabb_empty();
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        box = wend_aabb_add(box, wend_transform_point(&instance->transform,
                                                      b->positions.items[mesh->first_vertex + i]));
    return without_minus_zero(box);
}

// Counting sort by object: stable and deterministic.
static bool sort_instances(scene_builder* b) {
    size_t count = b->instances.count, objects = b->objects.count;
    wend_instance* sorted = wend_alloc(count * sizeof *sorted);
    uint32_t* next = wend_alloc_zero(objects + 1, sizeof *next);
    if (sorted && next) {
        for (size_t i = 0; i < count; i++) next[b->instances.items[i].object + 1]++;
        for (size_t i = 0; i < objects; i++) next[i + 1] += next[i];
        for (size_t i = 0; i < objects; i++) {
            b->objects.items[i].first_instance = next[i];
            b->objects.items[i].instance_count = next[i + 1] - next[i];
        }
        for (size_t i = 0; i < count; i++)
            sorted[next[b->instances.items[i].object]++] = b->instances.items[i];
        if (count) memcpy(b->instances.items, sorted, count * sizeof *sorted);
    }
    bool done = sorted && next;
    wend_free(sorted);
    wend_free(next);
    return done;
}

// Sorts the texts in the order of the arrays that refer to them. Scenes of equal content then have
// equal bytes, independent of the order of construction.
static bool sort_texts(scene_builder* b) {
    ARRAY_OF(char) old = {b->texts.items, b->texts.count, b->texts.capacity};
    b->texts.items = NULL;
    b->texts.count = b->texts.capacity = 0;
    scene_builder_text(b, "");
#define SORT(array)                             \
    for (size_t i = 0; i < b->array.count; i++) \
        b->array.items[i].name = scene_builder_text(b, old.items + b->array.items[i].name);
    SORT(meshes)
    SORT(textures)
    SORT(materials)
    SORT(objects)
    SORT(rooms)
#undef SORT
    ARRAY_FREE(&old);
    return b->status == WEND_OK;
}

static wend_status builder_prepare(scene_builder* b, const char* where, wend_error* error) {
    for (size_t i = 0; i < b->instances.count; i++) {
        const wend_instance* n = &b->instances.items[i];
        if (n->mesh >= b->meshes.count || n->object >= b->objects.count || n->object == 0)
            return wend_fail(error, WEND_FORMAT,
                             "%s: instance %zu refers to mesh %u of %zu and object %u of %zu",
                             where, i, n->mesh, b->meshes.count, n->object, b->objects.count);
    }
    if (!sort_instances(b) || !sort_texts(b)) return WEND_NO_MEMORY;
    uint64_t lights = 0;
    for (size_t i = 0; i < b->instances.count; i++) {
        wend_instance* n = &b->instances.items[i];
        n->first_light = (uint32_t)lights;
        lights += b->meshes.items[n->mesh].vertex_count;
        wend_object* object = &b->objects.items[n->object];
        object->bounds = wend_aabb_join(object->bounds, instance_bounds(b, n));
    }
    for (size_t i = 1; i < b->objects.count; i++)
        if (wend_aabb_is_empty(b->objects.items[i].bounds))
            b->objects.items[i].bounds = (wend_aabb){{0, 0, 0}, {0, 0, 0}};
    if (lights > UINT32_MAX)
        return wend_fail(error, WEND_LIMIT, "%s: more than 4,294,967,295 vertices in all", where);
    if (b->light.count == lights) return WEND_OK;  // set by an importer
    b->light.count = 0;
    if (!ARRAY_RESERVE(&b->light, lights)) return WEND_NO_MEMORY;
    if (lights) memset(b->light.items, 128, lights);
    b->light.count = lights;
    return WEND_OK;
}

static wend_status pack(scene_builder* b, const char* name, const char* where, wend_scene** scene,
                        wend_error* error) {
    const uint64_t counts[SCENE_ARRAY_COUNT] = {
#define X(type, field) b->field.count,
        SCENE_ARRAY_LIST(X)
#undef X
    };
    uint64_t size = scene_block_size(counts);
    if (!size) return wend_fail(error, WEND_LIMIT, "%s: too large for one scene", where);
    char* block = wend_alloc_zero(1, size);
    if (!block) return WEND_NO_MEMORY;
#define X(type, field)                                                                  \
    if (b->field.count)                                                                 \
        memcpy(block + scene_array_offset(counts, SCENE_ARRAY_##field), b->field.items, \
               b->field.count * sizeof(type));
    SCENE_ARRAY_LIST(X)
#undef X
    return scene_adopt(block, counts, name, where, scene, error);
}

wend_status scene_builder_finish(scene_builder* b, const char* name, const char* where,
                                 wend_scene** scene, wend_error* error) {
    *scene = NULL;
    wend_status status = b->status;
    if (status == WEND_OK) status = builder_prepare(b, where, error);
    if (status == WEND_OK) status = pack(b, name, where, scene, error);
    if (status == WEND_NO_MEMORY)
        (void)wend_fail(error, status, "%s: out of memory for the scene", where);
    scene_builder_destroy(b);
    *b = (scene_builder){0};
    return status;
}
