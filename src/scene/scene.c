#include "scene/scene.h"

#include <stdio.h>
#include <string.h>

static const size_t item_sizes[SCENE_ARRAY_COUNT] = {
#define X(type, field) sizeof(type),
    SCENE_ARRAY_LIST(X)
#undef X
};
static const char* const array_names[SCENE_ARRAY_COUNT] = {
#define X(type, field) #field,
    SCENE_ARRAY_LIST(X)
#undef X
};

uint64_t scene_array_offset(const uint64_t counts[SCENE_ARRAY_COUNT], int index) {
    uint64_t offset = 0;
    for (int i = 0; i < index; i++) offset += (counts[i] * item_sizes[i] + 63) / 64 * 64;
    return offset;
}

uint64_t scene_block_size(const uint64_t counts[SCENE_ARRAY_COUNT]) {
    for (int i = 0; i < SCENE_ARRAY_COUNT; i++)
        if (counts[i] > UINT32_MAX) return 0;
    return scene_array_offset(counts, SCENE_ARRAY_COUNT);
}

static void point_into_block(wend_scene* scene, const uint64_t counts[SCENE_ARRAY_COUNT]) {
    char* block = scene->block;
#define X(type, field)                                                          \
    scene->arrays.field.items =                                                 \
        (const type*)(block + scene_array_offset(counts, SCENE_ARRAY_##field)); \
    scene->arrays.field.count = (uint32_t)counts[SCENE_ARRAY_##field];
    SCENE_ARRAY_LIST(X)
#undef X
}

// ---- validity -----------------------------------------------------------------------------------

typedef struct checker {
    const wend_scene_arrays* a;
    const char* where;
    wend_error* error;
} checker;

// "index 41 of instances[7].mesh; there are 38"
static wend_status check_index(const checker* c, uint64_t value, uint64_t limit, int array,
                               uint32_t item, const char* field) {
    if (value < limit) return WEND_OK;
    return wend_fail(c->error, WEND_FORMAT, "%s: %s[%u].%s is %llu, there are only %llu", c->where,
                     array_names[array], item, field, (unsigned long long)value,
                     (unsigned long long)limit);
}

static wend_status check_range(const checker* c, uint64_t first, uint64_t count, uint64_t limit,
                               int array, uint32_t item, const char* field) {
    if (first <= limit && count <= limit - first) return WEND_OK;
    return wend_fail(c->error, WEND_FORMAT,
                     "%s: %s[%u].%s covers %llu to %llu, there are only %llu", c->where,
                     array_names[array], item, field, (unsigned long long)first,
                     (unsigned long long)(first + count), (unsigned long long)limit);
}

static wend_status check_finite(const checker* c, bool finite, int array, uint32_t item) {
    if (finite) return WEND_OK;
    return wend_fail(c->error, WEND_FORMAT, "%s: %s[%u] holds a number that is not finite",
                     c->where, array_names[array], item);
}

static wend_status check_geometry(const checker* c) {
    const wend_scene_arrays* a = c->a;
    uint32_t vertices = a->positions.count;
    if (a->normals.count != vertices || a->uvs.count != vertices)
        return wend_fail(c->error, WEND_FORMAT,
                         "%s: %u positions, %u normals, %u uvs; need as many", c->where, vertices,
                         a->normals.count, a->uvs.count);
    for (uint32_t i = 0; i < vertices; i++) {
        WEND_TRY(
            check_finite(c, wend_v3_is_finite(a->positions.items[i]), SCENE_ARRAY_positions, i));
        WEND_TRY(check_finite(c, wend_v3_is_finite(a->normals.items[i]), SCENE_ARRAY_normals, i));
        wend_vec2 uv = a->uvs.items[i];
        WEND_TRY(check_finite(c, isfinite(uv.x) && isfinite(uv.y), SCENE_ARRAY_uvs, i));
    }
    for (uint32_t i = 0; i < a->meshes.count; i++) {
        const wend_mesh* m = &a->meshes.items[i];
        WEND_TRY(check_range(c, m->first_vertex, m->vertex_count, vertices, SCENE_ARRAY_meshes, i,
                             "vertices"));
        WEND_TRY(check_range(c, m->first_index, m->index_count, a->indices.count,
                             SCENE_ARRAY_meshes, i, "indices"));
        WEND_TRY(check_index(c, m->index_count % 3, 1, SCENE_ARRAY_meshes, i, "index_count % 3"));
        WEND_TRY(check_index(c, m->name, a->texts.count, SCENE_ARRAY_meshes, i, "name"));
        for (uint32_t k = 0; k < m->index_count; k++)
            WEND_TRY(check_index(c, a->indices.items[m->first_index + k], m->vertex_count,
                                 SCENE_ARRAY_indices, m->first_index + k, "vertex"));
    }
    return WEND_OK;
}

static uint64_t mip_texels(const wend_texture* t) {
    uint64_t sum = 0;
    for (uint32_t level = 0; level < t->mip_count; level++) {
        uint64_t w = t->width >> level, h = t->height >> level;
        sum += (w ? w : 1) * (h ? h : 1);
    }
    return sum;
}

static bool is_side(uint32_t side) { return side >= 1 && side <= 1024 && (side & (side - 1)) == 0; }

static wend_status check_looks(const checker* c) {
    const wend_scene_arrays* a = c->a;
    for (uint32_t i = 0; i < a->textures.count; i++) {
        const wend_texture* t = &a->textures.items[i];
        if (!is_side(t->width) || !is_side(t->height) || t->mip_count < 1 || t->mip_count > 11)
            return wend_fail(c->error, WEND_FORMAT,
                             "%s: textures[%u] is %u x %u with %u mips; sides are powers of two up "
                             "to 1024",
                             c->where, i, t->width, t->height, t->mip_count);
        WEND_TRY(check_range(c, t->first_texel, mip_texels(t), a->texels.count,
                             SCENE_ARRAY_textures, i, "texels"));
        WEND_TRY(check_index(c, t->name, a->texts.count, SCENE_ARRAY_textures, i, "name"));
    }
    for (uint32_t i = 0; i < a->materials.count; i++) {
        const wend_material* m = &a->materials.items[i];
        WEND_TRY(check_index(c, m->texture, (uint64_t)a->textures.count + 1, SCENE_ARRAY_materials,
                             i, "texture"));
        WEND_TRY(check_index(c, m->name, a->texts.count, SCENE_ARRAY_materials, i, "name"));
    }
    return WEND_OK;
}

static bool transform_is_finite(const wend_transform* t) {
    return wend_v3_is_finite(t->x) && wend_v3_is_finite(t->y) && wend_v3_is_finite(t->z) &&
           wend_v3_is_finite(t->origin);
}

static wend_status check_objects(const checker* c) {
    const wend_scene_arrays* a = c->a;
    if (!a->objects.count || !a->rooms.count)
        return wend_fail(c->error, WEND_FORMAT, "%s: objects and rooms must begin with entry 0",
                         c->where);
    for (uint32_t i = 0; i < a->instances.count; i++) {
        const wend_instance* n = &a->instances.items[i];
        WEND_TRY(check_index(c, n->mesh, a->meshes.count, SCENE_ARRAY_instances, i, "mesh"));
        WEND_TRY(
            check_index(c, n->material, a->materials.count, SCENE_ARRAY_instances, i, "material"));
        WEND_TRY(check_index(c, n->object, a->objects.count, SCENE_ARRAY_instances, i, "object"));
        WEND_TRY(check_finite(c, transform_is_finite(&n->transform), SCENE_ARRAY_instances, i));
        WEND_TRY(check_range(c, n->first_light, a->meshes.items[n->mesh].vertex_count,
                             a->light.count, SCENE_ARRAY_instances, i, "light"));
    }
    for (uint32_t i = 0; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        WEND_TRY(
            check_index(c, o->category, WEND_CATEGORY_COUNT, SCENE_ARRAY_objects, i, "category"));
        WEND_TRY(check_index(c, o->color, WEND_COLOR_COUNT, SCENE_ARRAY_objects, i, "color"));
        WEND_TRY(check_index(c, o->material, WEND_MATERIAL_TYPE_COUNT, SCENE_ARRAY_objects, i,
                             "material"));
        WEND_TRY(check_index(c, o->size, WEND_SIZE_COUNT, SCENE_ARRAY_objects, i, "size"));
        WEND_TRY(check_index(c, o->relation, WEND_RELATION_FIXED + 1, SCENE_ARRAY_objects, i,
                             "relation"));
        WEND_TRY(check_index(c, o->support, a->objects.count, SCENE_ARRAY_objects, i, "support"));
        WEND_TRY(check_index(c, o->room, a->rooms.count, SCENE_ARRAY_objects, i, "room"));
        WEND_TRY(check_index(c, o->name, a->texts.count, SCENE_ARRAY_objects, i, "name"));
        WEND_TRY(check_range(c, o->first_instance, o->instance_count, a->instances.count,
                             SCENE_ARRAY_objects, i, "instances"));
        WEND_TRY(check_finite(c, isfinite(o->heading), SCENE_ARRAY_objects, i));
    }
    return WEND_OK;
}

static wend_status check_building(const checker* c) {
    const wend_scene_arrays* a = c->a;
    for (uint32_t i = 0; i < a->corners.count; i++)
        WEND_TRY(check_finite(c, isfinite(a->corners.items[i].x) && isfinite(a->corners.items[i].y),
                              SCENE_ARRAY_corners, i));
    for (uint32_t i = 0; i < a->levels.count; i++)
        WEND_TRY(check_finite(
            c, isfinite(a->levels.items[i].floor) && isfinite(a->levels.items[i].height),
            SCENE_ARRAY_levels, i));
    for (uint32_t i = 0; i < a->rooms.count; i++) {
        const wend_room* r = &a->rooms.items[i];
        WEND_TRY(check_index(c, r->type, WEND_ROOM_TYPE_COUNT, SCENE_ARRAY_rooms, i, "type"));
        if (i) WEND_TRY(check_index(c, r->level, a->levels.count, SCENE_ARRAY_rooms, i, "level"));
        WEND_TRY(check_index(c, r->name, a->texts.count, SCENE_ARRAY_rooms, i, "name"));
        WEND_TRY(check_range(c, r->first_corner, r->corner_count, a->corners.count,
                             SCENE_ARRAY_rooms, i, "corners"));
        WEND_TRY(check_finite(c, isfinite(r->floor) && isfinite(r->ceiling), SCENE_ARRAY_rooms, i));
    }
    for (uint32_t i = 0; i < a->stairs.count; i++) {
        const wend_stairs* s = &a->stairs.items[i];
        WEND_TRY(check_index(c, s->object, a->objects.count, SCENE_ARRAY_stairs, i, "object"));
        WEND_TRY(check_index(c, s->low_level, a->levels.count, SCENE_ARRAY_stairs, i, "low_level"));
        WEND_TRY(
            check_index(c, s->high_level, a->levels.count, SCENE_ARRAY_stairs, i, "high_level"));
        WEND_TRY(check_finite(
            c, wend_v3_is_finite(s->bottom) && wend_v3_is_finite(s->top) && isfinite(s->width),
            SCENE_ARRAY_stairs, i));
    }
    for (uint32_t i = 0; i < a->doors.count; i++) {
        const wend_door* d = &a->doors.items[i];
        WEND_TRY(check_index(c, d->object, a->objects.count, SCENE_ARRAY_doors, i, "object"));
        WEND_TRY(check_index(c, d->rooms[0], a->rooms.count, SCENE_ARRAY_doors, i, "rooms[0]"));
        WEND_TRY(check_index(c, d->rooms[1], a->rooms.count, SCENE_ARRAY_doors, i, "rooms[1]"));
        WEND_TRY(check_finite(
            c,
            wend_v3_is_finite(d->center) && wend_v3_is_finite(d->hinge) &&
                isfinite(d->heading + d->width + d->height + d->open_angle + d->openness),
            SCENE_ARRAY_doors, i));
    }
    return WEND_OK;
}

static wend_status scene_check_scene(const wend_scene* scene, const char* where,
                                     wend_error* error) {
    checker c = {&scene->arrays, where, error};
    const wend_scene_arrays* a = c.a;
    if (!a->texts.count || a->texts.items[0] || a->texts.items[a->texts.count - 1])
        return wend_fail(error, WEND_FORMAT, "%s: the text block must begin and end with NUL",
                         where);
    WEND_TRY(check_geometry(&c));
    WEND_TRY(check_looks(&c));
    WEND_TRY(check_objects(&c));
    return check_building(&c);
}

// ---- adoption -----------------------------------------------------------------------------------

static void scene_measure(wend_scene* scene) {
    const wend_scene_arrays* a = &scene->arrays;
    scene->bounds = wend_aabb_empty();
    for (uint32_t i = 0; i < a->instances.count; i++)
        scene->triangles += a->meshes.items[a->instances.items[i].mesh].index_count / 3;
    for (uint32_t i = 1; i < a->objects.count; i++)
        if (a->objects.items[i].instance_count && !(a->objects.items[i].flags & WEND_OBJECT_HIDDEN))
            scene->bounds = wend_aabb_join(scene->bounds, a->objects.items[i].bounds);
    scene_rehash(scene);
}

uint32_t wend_scene_first_inserted(const wend_scene* scene) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    uint32_t first = a->objects.count;
    while (first > 1 && a->objects.items[first - 1].flags & WEND_OBJECT_HIDDEN) first--;
    return first;
}

wend_status wend_scene_unlit_hash(const wend_scene* scene, uint64_t* hash, wend_error* error) {
    uint8_t* copy = wend_alloc(scene->block_size);
    if (!copy)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while hashing it", scene->name);
    memcpy(copy, scene->block, scene->block_size);
    const wend_scene_arrays* a = &scene->arrays;
    uint8_t* light = copy + ((const char*)a->light.items - (const char*)scene->block);
    uint32_t first_inserted =
        wend_scene_first_inserted(scene);  // inserted objects have fixed light
    for (uint32_t i = 0; i < a->instances.count; i++) {
        const wend_instance* n = &a->instances.items[i];
        if (n->object < first_inserted)
            memset(light + n->first_light, 128, a->meshes.items[n->mesh].vertex_count);
    }
    *hash = wend_hash(copy, scene->block_size, wend_hash_text(scene->name, 0));
    wend_free(copy);
    return WEND_OK;
}

void scene_rehash(wend_scene* scene) {
    scene->hash = wend_hash(scene->block, scene->block_size, wend_hash_text(scene->name, 0));
}

uint8_t* scene_light(wend_scene* scene) {
    ptrdiff_t offset = (const char*)scene->arrays.light.items - (const char*)scene->block;
    return (uint8_t*)scene->block + offset;
}

wend_status scene_adopt(void* block, const uint64_t counts[SCENE_ARRAY_COUNT], const char* name,
                        const char* where, wend_scene** out, wend_error* error) {
    *out = NULL;
    wend_scene* scene = wend_alloc_zero(1, sizeof *scene);
    if (!scene) {
        wend_free(block);
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for a scene", where);
    }
    scene->block = block;
    scene->block_size = scene_block_size(counts);
    snprintf(scene->name, sizeof scene->name, "%s", name);
    point_into_block(scene, counts);
    wend_status status = scene_check_scene(scene, where, error);
    if (status != WEND_OK) {
        wend_scene_destroy(scene);
        return status;
    }
    scene_measure(scene);
    *out = scene;
    return WEND_OK;
}

void wend_scene_destroy(wend_scene* scene) {
    if (!scene) return;
    wend_free(scene->block);
    wend_free(scene);
}

// ---- questions ----------------------------------------------------------------------------------

bool wend_object_can_move(const wend_object* object) {
    const unsigned goals = WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_UNCOMMON;
    return object->flags & (WEND_OBJECT_DOOR | WEND_OBJECT_MOVABLE) ||
           wend_category_at((wend_category)object->category)->flags & goals;
}

const wend_scene_arrays* wend_scene_get(const wend_scene* scene) { return &scene->arrays; }
const char* wend_scene_name(const wend_scene* scene) { return scene->name; }
wend_aabb wend_scene_bounds(const wend_scene* scene) { return scene->bounds; }
uint64_t wend_scene_hash(const wend_scene* scene) { return scene->hash; }
uint64_t wend_scene_triangles(const wend_scene* scene) { return scene->triangles; }
uint64_t wend_scene_memory(const wend_scene* scene) { return sizeof *scene + scene->block_size; }

const char* wend_scene_text(const wend_scene* scene, wend_text text) {
    return text < scene->arrays.texts.count ? scene->arrays.texts.items + text : "";
}

static bool polygon_contains(const wend_vec2* corners, uint32_t count, float x, float z) {
    bool inside = false;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        wend_vec2 a = corners[i], b = corners[j];
        if ((a.y > z) != (b.y > z) && x < (b.x - a.x) * (z - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

uint32_t wend_scene_room_at(const wend_scene* scene, wend_vec3 point) {
    const wend_scene_arrays* a = &scene->arrays;
    for (uint32_t i = 1; i < a->rooms.count; i++) {
        const wend_room* r = &a->rooms.items[i];
        if (point.y < r->floor - 0.5f || point.y >= r->ceiling) continue;
        if (polygon_contains(a->corners.items + r->first_corner, r->corner_count, point.x, point.z))
            return i;
    }
    return 0;
}

float wend_scene_room_area(const wend_scene* scene, uint32_t room) {
    if (room >= scene->arrays.rooms.count) return 0;
    const wend_room* r = &scene->arrays.rooms.items[room];
    const wend_vec2* c = scene->arrays.corners.items + r->first_corner;
    double twice = 0;
    for (uint32_t i = 0, j = r->corner_count - 1; i < r->corner_count; j = i++)
        twice += (double)c[j].x * c[i].y - (double)c[i].x * c[j].y;
    return (float)(fabs(twice) / 2);
}

uint32_t wend_scene_find_object(const wend_scene* scene, const char* name) {
    for (uint32_t i = 1; i < scene->arrays.objects.count; i++)
        if (strcmp(wend_scene_text(scene, scene->arrays.objects.items[i].name), name) == 0)
            return i;
    return 0;
}

wend_transform wend_scene_door_transform(const wend_scene* scene, uint32_t door, uint32_t instance,
                                         float openness) {
    const wend_door* d = &scene->arrays.doors.items[door];
    const wend_transform* start = &scene->arrays.instances.items[instance].transform;
    wend_transform to_hinge = wend_transform_identity();
    to_hinge.origin = wend_v3_scale(d->hinge, -1);
    wend_transform turn =
        wend_transform_upright((openness - d->openness) * d->open_angle, d->hinge);
    wend_transform about_hinge = wend_transform_multiply(&turn, &to_hinge);
    return wend_transform_multiply(&about_hinge, start);
}
