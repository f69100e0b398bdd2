// Restores a scene from a GLB file written by export_glb.c. All indices and counts are checked.
#include "import/wend_glb.h"

#include <stdio.h>
#include <string.h>

// State of one read. Cursors contain pointers to each other, so it must not be moved.
typedef struct glb_reader {
    const gltf_file* file;
    scene_builder* b;
    import_budget* budget;
    json_at scenes, scene, extras, wend;
    json_at nodes, meshes, materials, images;
    int node_count, mesh_count, material_count, image_count;
    int* shape;        // [meshes of the scene]: a glTF mesh with its geometry, or GLTF_NONE
    int* mesh_of;      // [glTF meshes]: mesh of the scene
    int* material_of;  // [glTF meshes]: material
    int shape_count;
} glb_reader;

bool wend_glb_is_ours(const gltf_file* file) {
    const json_t* asset = json_object_get(file->root.value, "asset");
    const char* generator = json_string_value(json_object_get(asset, "generator"));
    const json_t* scene = json_array_get(json_object_get(file->root.value, "scenes"), 0);
    const json_t* wend = json_object_get(json_object_get(scene, "extras"), "wend");
    return generator && strcmp(generator, WEND_GLB_GENERATOR) == 0 &&
           json_integer_value(json_object_get(wend, "version")) == WEND_GLB_VERSION;
}

static wend_status wend_glb_no_memory(const glb_reader* r, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it",
                     r->file->source->path);
}

// ---- fields -------------------------------------------------------------------------------------

static wend_status float_field(const json_at* at, const char* key, float* number,
                               wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(at, key, &field, error));
    return json_float(&field, number, error);
}

static wend_status vec3_field(const json_at* at, const char* key, wend_vec3* v, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(at, key, &field, error));
    return json_floats(&field, 3, &v->x, error);
}

// An integer in [0, 65535] or, for ids, in [0, 2^31 - 1]; scene_adopt checks the rest.
static wend_status count_field(const json_at* at, const char* key, int64_t limit, uint32_t* number,
                               wend_error* error) {
    json_at field = {0};
    int64_t wide;
    WEND_TRY(json_field(at, key, &field, error));
    WEND_TRY(json_int(&field, &wide, error));
    if (wide < 0 || wide > limit)
        return json_fail(&field, error, "%lld is out of range", (long long)wide);
    *number = (uint32_t)wide;
    return WEND_OK;
}

// ---- materials and textures ---------------------------------------------------------------------

static wend_status read_texture(glb_reader* r, const json_at* at, wend_error* error) {
    gltf_bytes bytes;
    wend_file_bytes loaded;
    wend_image image;
    WEND_TRY(gltf_image_bytes(r->file, at, &bytes, &loaded, error));
    wend_status status = wend_image_decode(bytes.data, bytes.size, r->file->source->path,
                                           1024 * 1024, &image, error);
    wend_file_bytes_destroy(&loaded);
    WEND_TRY(status);
    bool powers = !(image.width & (image.width - 1)) && !(image.height & (image.height - 1));
    if (image.channels != 4 || !powers || image.width > 1024 || image.height > 1024)
        status = json_fail(at, error, "%d x %d pixels of %d channels are none of wend's",
                           image.width, image.height, image.channels);
    if (status == WEND_OK)
        status = import_spend(r->budget, (uint64_t)image.width * (uint64_t)image.height, 6, error);
    char name[IMPORT_NAME_SIZE];
    import_clean_name(gltf_text_field(at, "name"), name);
    if (status == WEND_OK)
        scene_builder_texture(r->b, name, image.width, image.height, image.pixels);
    wend_image_destroy(&image);
    return status;
}

static wend_status wend_glb_read_material(glb_reader* r, const json_at* at, wend_error* error) {
    json_at extras = {0}, color = {0}, pbr = {0}, texture = {0};
    float bytes[4];
    uint8_t srgb[4];
    uint32_t flags = 0;
    int index = GLTF_NONE;
    WEND_TRY(json_field(at, "extras", &extras, error));
    WEND_TRY(json_field(&extras, "color", &color, error));
    WEND_TRY(json_floats(&color, 4, bytes, error));
    WEND_TRY(count_field(&extras, "flags", 65535, &flags, error));
    WEND_TRY(json_field(at, "pbrMetallicRoughness", &pbr, error));
    WEND_TRY(json_optional(&pbr, "baseColorTexture", &texture, error));
    if (texture.value) WEND_TRY(gltf_index_field(&texture, "index", r->image_count, &index, error));
    for (int i = 0; i < 4; i++) srgb[i] = (uint8_t)fminf(fmaxf(bytes[i], 0), 255);
    char name[IMPORT_NAME_SIZE];
    import_clean_name(gltf_text_field(at, "name"), name);
    scene_builder_material(r->b, name, srgb, (uint32_t)(index + 1), flags);
    return WEND_OK;
}

static wend_status read_looks(glb_reader* r, wend_error* error) {
    json_at item = {0};
    for (int i = 0; i < r->image_count; i++) {
        WEND_TRY(json_item(&r->images, (size_t)i, &item, error));
        WEND_TRY(read_texture(r, &item, error));
    }
    for (int i = 0; i < r->material_count; i++) {
        WEND_TRY(json_item(&r->materials, (size_t)i, &item, error));
        WEND_TRY(wend_glb_read_material(r, &item, error));
    }
    return WEND_OK;
}

// ---- meshes -------------------------------------------------------------------------------------

static wend_status accessor_field(const glb_reader* r, const json_at* at, const char* key,
                                  uint32_t components, const gltf_accessor** accessor,
                                  wend_error* error) {
    int index;
    WEND_TRY(gltf_index_field(at, key, r->file->accessor_count, &index, error));
    *accessor = index == GLTF_NONE ? NULL : &r->file->accessors[index];
    if (!*accessor || (*accessor)->components != components)
        return json_fail(at, error, "%s is missing or not what wend writes", key);
    return WEND_OK;
}

static wend_status primitive_of(const glb_reader* r, int mesh, json_at chain[3],
                                wend_error* error) {
    WEND_TRY(json_item(&r->meshes, (size_t)mesh, &chain[0], error));
    WEND_TRY(json_field(&chain[0], "primitives", &chain[1], error));
    return json_item(&chain[1], 0, &chain[2], error);
}

static wend_status wend_glb_read_mesh(glb_reader* r, int mesh, const char* name,
                                      wend_error* error) {
    json_at chain[3] = {0}, attributes = {0};
    const gltf_accessor *position, *normal, *uv, *indices = NULL;
    WEND_TRY(primitive_of(r, mesh, chain, error));
    WEND_TRY(json_field(&chain[2], "attributes", &attributes, error));
    WEND_TRY(accessor_field(r, &attributes, "POSITION", 3, &position, error));
    WEND_TRY(accessor_field(r, &attributes, "NORMAL", 3, &normal, error));
    WEND_TRY(accessor_field(r, &attributes, "TEXCOORD_0", 2, &uv, error));
    if (json_object_get(chain[2].value, "indices"))
        WEND_TRY(accessor_field(r, &chain[2], "indices", 1, &indices, error));
    if (normal->count != position->count || uv->count != position->count)
        return json_fail(&attributes, error, "as many normals and uvs as positions are needed");
    WEND_TRY(import_spend(r->budget, position->count, 32, error));
    if (indices) WEND_TRY(import_spend(r->budget, indices->count, 4, error));
    scene_builder_mesh_begin(r->b, name);
    for (uint32_t i = 0; i < position->count; i++) {
        wend_vec3 p, n;
        memcpy(&p, position->data + (size_t)i * position->stride, sizeof p);
        memcpy(&n, normal->data + (size_t)i * normal->stride, sizeof n);
        scene_builder_vertex(r->b, p, n, (wend_vec2){gltf_number(uv, i, 0), gltf_number(uv, i, 1)});
    }
    for (uint32_t i = 0; indices && i + 2 < indices->count; i += 3)
        scene_builder_triangle(r->b, gltf_index(indices, i), gltf_index(indices, i + 1),
                               gltf_index(indices, i + 2));
    scene_builder_mesh_end(r->b);
    return WEND_OK;
}

// Maps glTF meshes to meshes and materials of the scene.
static wend_status map_meshes(glb_reader* r, wend_error* error) {
    for (int i = 0; i < r->shape_count; i++) r->shape[i] = GLTF_NONE;
    for (int i = 0; i < r->mesh_count; i++) {
        json_at chain[3] = {0}, extras = {0};
        WEND_TRY(primitive_of(r, i, chain, error));
        WEND_TRY(json_field(&chain[0], "extras", &extras, error));
        WEND_TRY(gltf_index_field(&extras, "mesh", r->shape_count, &r->mesh_of[i], error));
        if (r->mesh_of[i] == GLTF_NONE) return json_fail(&extras, error, "\"mesh\" is missing");
        WEND_TRY(
            gltf_index_field(&chain[2], "material", r->material_count, &r->material_of[i], error));
        if (r->shape[r->mesh_of[i]] == GLTF_NONE) r->shape[r->mesh_of[i]] = i;
    }
    return WEND_OK;
}

static wend_status read_meshes(glb_reader* r, arena* memory, wend_error* error) {
    json_at names = {0}, item = {0};
    WEND_TRY(gltf_array_field(&r->wend, "meshes", &names, &r->shape_count, error));
    r->shape = arena_alloc_zero(memory, (size_t)r->shape_count, sizeof *r->shape);
    r->mesh_of = arena_alloc_zero(memory, (size_t)r->mesh_count, sizeof *r->mesh_of);
    r->material_of = arena_alloc_zero(memory, (size_t)r->mesh_count, sizeof *r->material_of);
    if (!r->shape || !r->mesh_of || !r->material_of) return wend_glb_no_memory(r, error);
    WEND_TRY(map_meshes(r, error));
    for (int i = 0; i < r->shape_count; i++) {
        const char* name;
        WEND_TRY(json_item(&names, (size_t)i, &item, error));
        WEND_TRY(json_text(&item, &name, error));
        if (r->shape[i] != GLTF_NONE) {
            WEND_TRY(wend_glb_read_mesh(r, r->shape[i], name, error));
        } else {
            scene_builder_mesh_begin(r->b, name);
            scene_builder_mesh_end(r->b);
        }
    }
    return WEND_OK;
}

// ---- objects ------------------------------------------------------------------------------------

static wend_relation wend_glb_find_relation(const char* words) {
    static const char* const relations[] = {
#define X(name, text) text,
        WEND_RELATION_LIST(X)
#undef X
    };
    for (int i = 1; i <= WEND_RELATION_FIXED; i++)
        if (strcmp(relations[i], words) == 0) return (wend_relation)i;
    return WEND_RELATION_NONE;
}

static wend_status read_instance(glb_reader* r, const json_at* at, uint32_t object,
                                 wend_error* error) {
    json_at matrix = {0}, extras = {0};
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    int mesh, material;
    WEND_TRY(gltf_index_field(at, "mesh", r->mesh_count, &mesh, error));
    if (mesh != GLTF_NONE) {
        material = r->material_of[mesh];
        mesh = r->mesh_of[mesh];
    } else {
        WEND_TRY(json_field(at, "extras", &extras, error));
        WEND_TRY(gltf_index_field(&extras, "mesh", r->shape_count, &mesh, error));
        WEND_TRY(gltf_index_field(&extras, "material", r->material_count, &material, error));
    }
    if (mesh == GLTF_NONE || material == GLTF_NONE)
        return json_fail(at, error, "a part without a mesh or material");
    WEND_TRY(json_optional(at, "matrix", &matrix, error));
    if (matrix.value) WEND_TRY(json_floats(&matrix, 16, m, error));
    if (r->b->status != WEND_OK) return wend_glb_no_memory(r, error);
    WEND_TRY(import_spend(r->budget, r->b->meshes.items[mesh].vertex_count + 64, 1, error));
    const wend_transform t = {
        {m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
    scene_builder_instance(r->b, object, (uint32_t)mesh, (uint32_t)material, t);
    return WEND_OK;
}

static wend_status wend_glb_read_object(glb_reader* r, const json_at* at, wend_error* error) {
    json_at extras = {0}, children = {0}, item = {0}, node = {0};
    wend_object o = {0};
    uint32_t flags = 0;
    int count;
    WEND_TRY(json_field(at, "extras", &extras, error));
    o.category = (uint16_t)wend_category_find(gltf_text_field(&extras, "category"));
    o.color = (uint8_t)wend_color_find(gltf_text_field(&extras, "color"));
    o.material = (uint8_t)wend_material_type_find(gltf_text_field(&extras, "material"));
    o.size = (uint8_t)wend_size_find(gltf_text_field(&extras, "size"));
    o.relation = (uint8_t)wend_glb_find_relation(gltf_text_field(&extras, "relation"));
    WEND_TRY(float_field(&extras, "heading", &o.heading, error));
    WEND_TRY(count_field(&extras, "flags", 65535, &flags, error));
    WEND_TRY(count_field(&extras, "supportId", INT32_MAX, &o.support, error));
    WEND_TRY(count_field(&extras, "roomId", INT32_MAX, &o.room, error));
    o.flags = (uint16_t)flags;
    uint32_t object = scene_builder_object(r->b, &o, gltf_text_field(at, "name"));
    WEND_TRY(gltf_array_field(at, "children", &children, &count, error));
    for (int i = 0; i < count; i++) {
        int64_t child;
        WEND_TRY(json_item(&children, (size_t)i, &item, error));
        WEND_TRY(json_int(&item, &child, error));
        if (child < 0 || child >= r->node_count)
            return json_fail(&item, error, "refers to node %lld, the file has %d", (long long)child,
                             r->node_count);
        WEND_TRY(json_item(&r->nodes, (size_t)child, &node, error));
        WEND_TRY(read_instance(r, &node, object, error));
    }
    return WEND_OK;
}

static wend_status read_objects(glb_reader* r, wend_error* error) {
    json_at list = {0}, item = {0}, node = {0};
    int count;
    WEND_TRY(gltf_array_field(&r->scene, "nodes", &list, &count, error));
    for (int i = 0; i < count; i++) {
        int64_t index;
        WEND_TRY(json_item(&list, (size_t)i, &item, error));
        WEND_TRY(json_int(&item, &index, error));
        if (index < 0 || index >= r->node_count)
            return json_fail(&item, error, "refers to node %lld, the file has %d", (long long)index,
                             r->node_count);
        WEND_TRY(json_item(&r->nodes, (size_t)index, &node, error));
        WEND_TRY(wend_glb_read_object(r, &node, error));
    }
    return WEND_OK;
}

// ---- building -----------------------------------------------------------------------------------

static wend_status wend_glb_read_room(glb_reader* r, const json_at* at, wend_error* error) {
    json_at corners = {0};
    size_t count;
    uint32_t level = 0;
    float floor, ceiling;
    WEND_TRY(count_field(at, "level", 65535, &level, error));
    WEND_TRY(float_field(at, "floor", &floor, error));
    WEND_TRY(float_field(at, "ceiling", &ceiling, error));
    WEND_TRY(json_field(at, "corners", &corners, error));
    WEND_TRY(json_count(&corners, &count, error));
    wend_vec2* points = wend_alloc(count / 2 * sizeof *points);
    if (!points) return wend_glb_no_memory(r, error);
    wend_status status = count % 2 || count > 100000
                             ? json_fail(&corners, error, "%zu numbers are no corners", count)
                             : json_floats(&corners, (int)count, &points[0].x, error);
    if (status == WEND_OK)
        scene_builder_room(r->b, wend_room_type_find(gltf_text_field(at, "type")), level,
                           gltf_text_field(at, "name"), points, (int)count / 2, floor, ceiling);
    wend_free(points);
    return status;
}

static wend_status read_level(glb_reader* r, const json_at* at, wend_error* error) {
    float floor, height;
    WEND_TRY(float_field(at, "floor", &floor, error));
    WEND_TRY(float_field(at, "height", &height, error));
    scene_builder_level(r->b, floor, height);
    return WEND_OK;
}

static wend_status read_door(glb_reader* r, const json_at* at, wend_error* error) {
    wend_door d = {0};
    json_at rooms = {0}, openable = {0};
    float ids[2];
    WEND_TRY(count_field(at, "objectId", INT32_MAX, &d.object, error));
    WEND_TRY(json_field(at, "roomIds", &rooms, error));
    WEND_TRY(json_floats(&rooms, 2, ids, error));
    for (int i = 0; i < 2; i++) d.rooms[i] = ids[i] >= 0 && ids[i] < 1e6f ? (uint32_t)ids[i] : 0;
    WEND_TRY(vec3_field(at, "center", &d.center, error));
    WEND_TRY(float_field(at, "heading", &d.heading, error));
    WEND_TRY(float_field(at, "width", &d.width, error));
    WEND_TRY(float_field(at, "height", &d.height, error));
    WEND_TRY(vec3_field(at, "hinge", &d.hinge, error));
    WEND_TRY(float_field(at, "openAngle", &d.open_angle, error));
    WEND_TRY(float_field(at, "openness", &d.openness, error));
    WEND_TRY(json_field(at, "openable", &openable, error));
    WEND_TRY(json_bool(&openable, &d.openable, error));
    scene_builder_door(r->b, &d);
    return WEND_OK;
}

static wend_status read_stairs(glb_reader* r, const json_at* at, wend_error* error) {
    wend_stairs s = {0};
    uint32_t low = 0, high = 0;
    WEND_TRY(count_field(at, "objectId", INT32_MAX, &s.object, error));
    WEND_TRY(count_field(at, "lowLevel", 65535, &low, error));
    WEND_TRY(count_field(at, "highLevel", 65535, &high, error));
    s.low_level = (uint16_t)low;
    s.high_level = (uint16_t)high;
    WEND_TRY(vec3_field(at, "bottom", &s.bottom, error));
    WEND_TRY(vec3_field(at, "top", &s.top, error));
    WEND_TRY(float_field(at, "width", &s.width, error));
    scene_builder_stairs(r->b, &s);
    return WEND_OK;
}

static wend_status wend_glb_read_list(glb_reader* r, const char* key,
                                      wend_status (*read)(glb_reader*, const json_at*, wend_error*),
                                      wend_error* error) {
    json_at list = {0}, item = {0};
    int count;
    WEND_TRY(gltf_array_field(&r->wend, key, &list, &count, error));
    for (int i = 0; i < count; i++) {
        WEND_TRY(json_item(&list, (size_t)i, &item, error));
        WEND_TRY(read(r, &item, error));
    }
    return WEND_OK;
}

// ---- light --------------------------------------------------------------------------------------

// A file without light gets 128 everywhere: the exported scene was unlit, so it is not baked.
static wend_status read_light(glb_reader* r, wend_error* error) {
    if (r->b->status != WEND_OK) return wend_glb_no_memory(r, error);
    int view;
    uint64_t count = 0;
    WEND_TRY(gltf_index_field(&r->wend, "light", r->file->view_count, &view, error));
    for (size_t i = 0; i < r->b->instances.count; i++)
        count += r->b->meshes.items[r->b->instances.items[i].mesh].vertex_count;
    if (view != GLTF_NONE && r->file->views[view].size != count)
        return json_fail(&r->wend, error, "%zu bytes of light for %llu vertices",
                         r->file->views[view].size, (unsigned long long)count);
    if (!ARRAY_RESERVE(&r->b->light, count)) return wend_glb_no_memory(r, error);
    if (count && view != GLTF_NONE)
        memcpy(r->b->light.items, r->file->views[view].data, count);
    else if (count)
        memset(r->b->light.items, 128, count);
    r->b->light.count = count;
    return WEND_OK;
}

// ---- file ---------------------------------------------------------------------------------------

static wend_status wend_glb_read_all(glb_reader* r, arena* memory, wend_error* error) {
    const json_at* root = &r->file->root;
    WEND_TRY(json_field(root, "scenes", &r->scenes, error));
    WEND_TRY(json_item(&r->scenes, 0, &r->scene, error));
    WEND_TRY(json_field(&r->scene, "extras", &r->extras, error));
    WEND_TRY(json_field(&r->extras, "wend", &r->wend, error));
    WEND_TRY(gltf_array_field(root, "nodes", &r->nodes, &r->node_count, error));
    WEND_TRY(gltf_array_field(root, "meshes", &r->meshes, &r->mesh_count, error));
    WEND_TRY(gltf_array_field(root, "materials", &r->materials, &r->material_count, error));
    WEND_TRY(gltf_array_field(root, "images", &r->images, &r->image_count, error));
    WEND_TRY(read_looks(r, error));
    WEND_TRY(read_meshes(r, memory, error));
    WEND_TRY(read_objects(r, error));
    WEND_TRY(wend_glb_read_list(r, "levels", read_level, error));
    WEND_TRY(wend_glb_read_list(r, "rooms", wend_glb_read_room, error));
    WEND_TRY(wend_glb_read_list(r, "doors", read_door, error));
    WEND_TRY(wend_glb_read_list(r, "stairs", read_stairs, error));
    return read_light(r, error);
}

wend_status wend_glb_read(const gltf_file* file, scene_builder* b, import_budget* budget,
                          char name[SCENE_NAME_SIZE], wend_error* error) {
    glb_reader r = {.file = file, .b = b, .budget = budget};
    arena memory = {0};
    wend_status status = wend_glb_read_all(&r, &memory, error);
    arena_destroy(&memory);
    if (status == WEND_OK) snprintf(name, SCENE_NAME_SIZE, "%s", gltf_text_field(&r.scene, "name"));
    return status;
}
