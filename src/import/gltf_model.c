// Node tree, images, materials and meshes of a glTF file.
#include "import/gltf_model.h"

#include <stdio.h>
#include <string.h>

#include "base/color.h"

static wend_status gltf_model_no_memory(const gltf_model* m, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it",
                     m->file->source->path);
}

// ---- nodes --------------------------------------------------------------------------------------

wend_status gltf_model_node(const gltf_model* m, int node, json_at* at, wend_error* error) {
    return json_item(&m->node_array, (size_t)node, at, error);
}

static wend_status floats_field(const json_at* at, const char* key, int count, float* numbers,
                                bool* given, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_optional(at, key, &field, error));
    if (given) *given = field.value != NULL;
    return field.value ? json_floats(&field, count, numbers, error) : WEND_OK;
}

static wend_status read_transform(const json_at* node, wend_transform* t, wend_error* error) {
    float m[16], v[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    bool given;
    WEND_TRY(floats_field(node, "matrix", 16, m, &given, error));
    if (given) {
        *t = (wend_transform){
            {m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
        return WEND_OK;
    }
    WEND_TRY(floats_field(node, "translation", 3, v, NULL, error));
    WEND_TRY(floats_field(node, "rotation", 4, q, NULL, error));
    WEND_TRY(floats_field(node, "scale", 3, s, NULL, error));
    wend_quat turn = wend_quat_normalize((wend_quat){q[0], q[1], q[2], q[3]});
    *t = wend_transform_make(turn, wend_v3(s[0], s[1], s[2]), wend_v3(v[0], v[1], v[2]));
    return WEND_OK;
}

static wend_status gltf_model_read_nodes(gltf_model* m, wend_error* error) {
    size_t count = (size_t)m->node_count;
    m->nodes = arena_alloc_zero(&m->memory, count, sizeof *m->nodes);
    m->order = arena_alloc_zero(&m->memory, count, sizeof *m->order);
    if (!m->nodes || !m->order) return gltf_model_no_memory(m, error);
    for (size_t i = 0; i < count; i++) {
        json_at node = {0};
        WEND_TRY(json_item(&m->node_array, i, &node, error));
        m->nodes[i].parent = GLTF_NONE;
        WEND_TRY(read_transform(&node, &m->nodes[i].world, error));
        WEND_TRY(gltf_index_field(&node, "mesh", m->mesh_count, &m->nodes[i].mesh, error));
    }
    return WEND_OK;
}

// Stack of a depth-first traversal. Each node is pushed at most once, so node_count entries
// suffice.
typedef struct node_walk {
    int* stack;
    int count;
    bool* seen;
} node_walk;

static wend_status push_nodes(gltf_model* m, node_walk* walk, const json_at* list, int count,
                              int parent, wend_error* error) {
    for (int i = count - 1; i >= 0; i--) {  // the first child ends up on top
        json_at item = {0};
        int64_t node;
        WEND_TRY(json_item(list, (size_t)i, &item, error));
        WEND_TRY(json_int(&item, &node, error));
        if (node < 0 || node >= m->node_count)
            return json_fail(&item, error, "refers to node %lld, the file has %d; export it again",
                             (long long)node, m->node_count);
        if (walk->seen[node])
            return json_fail(
                &item, error,
                "node %lld occurs twice in the tree, or is its own ancestor; export it again",
                (long long)node);
        walk->seen[node] = true;
        m->nodes[node].parent = parent;
        walk->stack[walk->count++] = (int)node;
    }
    return WEND_OK;
}

static wend_status walk_nodes(gltf_model* m, node_walk* walk, const wend_transform* top,
                              wend_error* error) {
    while (walk->count) {
        int i = walk->stack[--walk->count];
        gltf_node* node = &m->nodes[i];
        m->order[m->order_count++] = i;
        const wend_transform* above = node->parent < 0 ? top : &m->nodes[node->parent].world;
        node->world = wend_transform_multiply(above, &node->world);
        json_at at = {0}, children = {0};
        int count;
        WEND_TRY(gltf_model_node(m, i, &at, error));
        WEND_TRY(gltf_array_field(&at, "children", &children, &count, error));
        WEND_TRY(push_nodes(m, walk, &children, count, i, error));
    }
    return WEND_OK;
}

// In a file without scenes, all nodes that are not children are roots.
static wend_status push_orphans(gltf_model* m, node_walk* walk, wend_error* error) {
    for (int i = 0; i < m->node_count; i++) {
        json_at at = {0}, children = {0}, item = {0};
        int count;
        WEND_TRY(gltf_model_node(m, i, &at, error));
        WEND_TRY(gltf_array_field(&at, "children", &children, &count, error));
        for (int k = 0; k < count; k++) {
            int64_t child;
            WEND_TRY(json_item(&children, (size_t)k, &item, error));
            WEND_TRY(json_int(&item, &child, error));
            if (child >= 0 && child < m->node_count) m->nodes[child].parent = i;
        }
    }
    for (int i = m->node_count - 1; i >= 0; i--) {
        if (m->nodes[i].parent != GLTF_NONE) continue;
        walk->seen[i] = true;
        walk->stack[walk->count++] = i;
    }
    return WEND_OK;
}

static wend_status order_nodes(gltf_model* m, const wend_transform* top, wend_error* error) {
    json_at scenes = {0}, scene = {0}, roots = {0};
    int scene_count, chosen, count = 0;
    node_walk walk = {arena_alloc_zero(&m->memory, (size_t)m->node_count, sizeof(int)), 0,
                      arena_alloc_zero(&m->memory, (size_t)m->node_count, sizeof(bool))};
    if (!walk.stack || !walk.seen) return gltf_model_no_memory(m, error);
    WEND_TRY(gltf_array_field(&m->file->root, "scenes", &scenes, &scene_count, error));
    WEND_TRY(gltf_index_field(&m->file->root, "scene", scene_count, &chosen, error));
    if (scene_count) {
        WEND_TRY(json_item(&scenes, chosen == GLTF_NONE ? 0 : (size_t)chosen, &scene, error));
        WEND_TRY(gltf_array_field(&scene, "nodes", &roots, &count, error));
        WEND_TRY(push_nodes(m, &walk, &roots, count, GLTF_NONE, error));
    } else {
        WEND_TRY(push_orphans(m, &walk, error));
    }
    return walk_nodes(m, &walk, top, error);
}

// ---- images and materials -----------------------------------------------------------------------

static wend_status gltf_model_read_picture(gltf_model* m, int image, const import_picture** picture,
                                           wend_error* error) {
    *picture = &m->pictures[image];
    if (m->picture_read[image]) return WEND_OK;
    json_at at = {0};
    gltf_bytes bytes;
    wend_file_bytes loaded;
    WEND_TRY(json_item(&m->image_array, (size_t)image, &at, error));
    WEND_TRY(gltf_image_bytes(m->file, &at, &bytes, &loaded, error));
    const char* name = gltf_text_field(&at, "name");
    char numbered[32];
    snprintf(numbered, sizeof numbered, "image %d", image);
    wend_status status = import_picture_add(m->b, m->budget, bytes.data, bytes.size,
                                            *name ? name : numbered, &m->pictures[image], error);
    wend_file_bytes_destroy(&loaded);
    if (status != WEND_OK) wend_error_prefix(error, "%s", m->file->source->path);
    m->picture_read[image] = status == WEND_OK;
    return status;
}

// Finds base colour and texture of a material. KHR_materials_pbrSpecularGlossiness is read as well:
// many scanned scenes use it.
static wend_status find_color(const json_at* material, json_at* holders, json_at* texture,
                              float color[4], wend_error* error) {
    WEND_TRY(json_optional(material, "pbrMetallicRoughness", &holders[0], error));
    if (holders[0].value) {
        WEND_TRY(floats_field(&holders[0], "baseColorFactor", 4, color, NULL, error));
        return json_optional(&holders[0], "baseColorTexture", texture, error);
    }
    WEND_TRY(json_optional(material, "extensions", &holders[0], error));
    if (!holders[0].value) return WEND_OK;
    WEND_TRY(json_optional(&holders[0], "KHR_materials_pbrSpecularGlossiness", &holders[1], error));
    if (!holders[1].value) return WEND_OK;
    WEND_TRY(floats_field(&holders[1], "diffuseFactor", 4, color, NULL, error));
    return json_optional(&holders[1], "diffuseTexture", texture, error);
}

static wend_status find_picture(gltf_model* m, const json_at* texture,
                                const import_picture** picture, wend_error* error) {
    static const import_picture none;
    *picture = &none;
    if (!texture->value) return WEND_OK;
    int index, image;
    json_at at = {0};
    WEND_TRY(gltf_index_field(texture, "index", m->texture_count, &index, error));
    if (index == GLTF_NONE) return WEND_OK;
    WEND_TRY(json_item(&m->texture_array, (size_t)index, &at, error));
    WEND_TRY(gltf_index_field(&at, "source", m->image_count, &image, error));
    return image == GLTF_NONE ? WEND_OK : gltf_model_read_picture(m, image, picture, error);
}

static uint32_t material_flags(const json_at* material, const float color[4],
                               const import_picture* picture, bool may_be_clear) {
    uint32_t flags = 0;
    const char* mode = gltf_text_field(material, "alphaMode");
    if (json_is_true(json_object_get(material->value, "doubleSided")))
        flags |= WEND_MATERIAL_DOUBLE_SIDED;
    if (strcmp(mode, "BLEND") == 0 && (color[3] < 0.6f || picture->is_clear))
        flags |= may_be_clear ? WEND_MATERIAL_GLASS : 0;
    else if (*mode && strcmp(mode, "OPAQUE") != 0 && picture->has_holes)
        flags |= WEND_MATERIAL_CUTOUT;
    return flags;
}

wend_status gltf_model_material(gltf_model* m, int material, bool may_be_clear, uint32_t* index,
                                wend_error* error) {
    // The last slot is the default material.
    uint32_t* slot =
        &m->materials[2 * (material < 0 ? m->material_count : material) + may_be_clear];
    *index = *slot - 1;
    if (*slot) return WEND_OK;
    json_at at = {0}, holders[2] = {0}, texture = {0};
    float color[4] = {1, 1, 1, 1};
    const import_picture* picture;
    uint32_t flags = 0;
    char name[IMPORT_NAME_SIZE] = "default";
    WEND_TRY(find_picture(m, &texture, &picture, error));
    if (material >= 0) {
        WEND_TRY(json_item(&m->material_array, (size_t)material, &at, error));
        WEND_TRY(find_color(&at, holders, &texture, color, error));
        WEND_TRY(find_picture(m, &texture, &picture, error));
        flags = material_flags(&at, color, picture, may_be_clear);
        import_clean_name(gltf_text_field(&at, "name"), name);
    }
    uint8_t srgb[4];
    for (int i = 0; i < 3; i++) srgb[i] = color_from_linear(color[i]);
    srgb[3] = (uint8_t)(fminf(fmaxf(color[3], 0), 1) * 255 + 0.5f);
    *index = scene_builder_material(m->b, name, srgb, picture->texture, flags);
    *slot = *index + 1;
    return WEND_OK;
}

// ---- meshes -------------------------------------------------------------------------------------

// A primitive being added.
typedef struct primitive {
    const json_at* at;
    const gltf_accessor *position, *normal, *uv, *indices;  // Nullable: normal, uv, indices
    uint32_t corner_count;
    const gltf_shape* shape;
} primitive;

static uint32_t corner_at(const primitive* p, uint32_t i) {
    return p->indices ? gltf_index(p->indices, i) : i;
}

static wend_vec3 vec3_at(const gltf_accessor* a, uint32_t i) {
    return wend_v3(gltf_number(a, i, 0), gltf_number(a, i, 1), gltf_number(a, i, 2));
}

static wend_vec2 gltf_model_uv_at(const primitive* p, uint32_t i) {
    return p->uv ? (wend_vec2){gltf_number(p->uv, i, 0), gltf_number(p->uv, i, 1)}
                 : (wend_vec2){0, 0};
}

static wend_status check_vertices(const primitive* p, wend_error* error) {
    for (uint32_t i = 0; i < p->position->count; i++) {
        wend_vec2 uv = gltf_model_uv_at(p, i);
        bool finite =
            wend_v3_is_finite(vec3_at(p->position, i)) && isfinite(uv.x) && isfinite(uv.y);
        if (p->normal) finite = finite && wend_v3_is_finite(vec3_at(p->normal, i));
        if (!finite) return json_fail(p->at, error, "vertex %u has a number that is not finite", i);
    }
    for (uint32_t i = 0; i < p->corner_count; i++)
        if (corner_at(p, i) >= p->position->count)
            return json_fail(p->at, error, "index %u is vertex %u, there are %u; export it again",
                             i, corner_at(p, i), p->position->count);
    return WEND_OK;
}

// The corners of triangle `t` of a list (mode 4), a strip (5) or a fan (6).
static void triangle_corners(const primitive* p, uint32_t t, uint32_t out[3]) {
    uint32_t odd = t & 1;
    uint32_t at[3] = {3 * t, 3 * t + 1, 3 * t + 2};
    if (p->shape->mode == 5) at[0] = t, at[1] = t + 1 + odd, at[2] = t + 2 - odd;
    if (p->shape->mode == 6) at[0] = 0, at[1] = t + 1, at[2] = t + 2;
    for (int i = 0; i < 3; i++) out[i] = corner_at(p, at[i]);
    if (p->shape->mirrored) {
        uint32_t swap = out[1];
        out[1] = out[2];
        out[2] = swap;
    }
}

static uint32_t triangle_count(const primitive* p) {
    if (p->shape->mode == 4) return p->corner_count / 3;
    return p->corner_count > 2 ? p->corner_count - 2 : 0;
}

static void add_smooth(scene_builder* b, const primitive* p) {
    for (uint32_t i = 0; i < p->position->count; i++) {
        wend_vec3 normal = wend_v3_normalize(vec3_at(p->normal, i));
        if (wend_v3_dot(normal, normal) == 0) normal.y = 1;
        scene_builder_vertex(b, vec3_at(p->position, i), normal, gltf_model_uv_at(p, i));
    }
    for (uint32_t t = 0; t < triangle_count(p); t++) {
        uint32_t c[3];
        triangle_corners(p, t, c);
        scene_builder_triangle(b, c[0], c[1], c[2]);
    }
}

// Primitives without normals get face normals. Vertices whose faces have the same normal stay
// shared; others are copied. `first` [vertices of the file] and `next` [vertices of the mesh] are
// linked lists of copies, 1-based.
static void add_flat(scene_builder* b, const primitive* p, uint32_t* first, uint32_t* next) {
    size_t start = b->positions.count;
    for (uint32_t t = 0; t < triangle_count(p) && b->status == WEND_OK; t++) {
        uint32_t c[3], own[3];
        wend_vec3 at[3];
        triangle_corners(p, t, c);
        for (int i = 0; i < 3; i++) at[i] = vec3_at(p->position, c[i]);
        wend_vec3 normal =
            wend_v3_normalize(wend_v3_cross(wend_v3_sub(at[1], at[0]), wend_v3_sub(at[2], at[0])));
        if (wend_v3_dot(normal, normal) == 0) continue;
        for (int i = 0; i < 3; i++) {
            uint32_t copy = first[c[i]];
            while (copy && wend_v3_dot(b->normals.items[start + copy - 1], normal) < 0.9999f)
                copy = next[copy];
            if (!copy) {
                copy = scene_builder_vertex(b, at[i], normal, gltf_model_uv_at(p, c[i])) + 1;
                if (b->status != WEND_OK) return;
                next[copy] = first[c[i]];
                first[c[i]] = copy;
            }
            own[i] = copy - 1;
        }
        scene_builder_triangle(b, own[0], own[1], own[2]);
    }
}

static wend_status add_shape(gltf_model* m, const primitive* p, const char* name, uint32_t* mesh,
                             wend_error* error) {
    uint64_t triangles = triangle_count(p);
    uint64_t vertices = p->normal ? p->position->count : 3 * triangles;
    WEND_TRY(import_spend(m->budget, vertices, 32, error));
    WEND_TRY(import_spend(m->budget, triangles, 12, error));
    WEND_TRY(check_vertices(p, error));
    char clean[IMPORT_NAME_SIZE];
    import_clean_name(name, clean);
    *mesh = scene_builder_mesh_begin(m->b, clean);
    if (p->normal) {
        add_smooth(m->b, p);
    } else {
        size_t count = p->position->count;
        uint32_t* chains = wend_alloc_zero(count + vertices + 1, sizeof *chains);
        if (!chains) return gltf_model_no_memory(m, error);
        add_flat(m->b, p, chains, chains + count);
        wend_free(chains);
    }
    scene_builder_mesh_end(m->b);
    return m->b->status == WEND_OK ? WEND_OK : gltf_model_no_memory(m, error);
}

static wend_status find_attribute(const gltf_model* m, const json_at* attributes, const char* key,
                                  uint32_t components, int* index, const gltf_accessor** accessor,
                                  wend_error* error) {
    WEND_TRY(gltf_index_field(attributes, key, m->file->accessor_count, index, error));
    *accessor = *index == GLTF_NONE ? NULL : &m->file->accessors[*index];
    if (*accessor && (*accessor)->components != components)
        return json_fail(attributes, error, "%s has %u numbers a vertex, %u are needed", key,
                         (*accessor)->components, components);
    return WEND_OK;
}

static wend_status find_accessors(const gltf_model* m, const json_at* at, primitive* p,
                                  gltf_shape* shape, wend_error* error) {
    json_at attributes = {0};
    const gltf_accessor* found;
    WEND_TRY(json_field(at, "attributes", &attributes, error));
    WEND_TRY(find_attribute(m, &attributes, "POSITION", 3, &shape->position, &found, error));
    if (!found) return json_fail(at, error, "there is no POSITION");
    p->position = found;
    WEND_TRY(find_attribute(m, &attributes, "NORMAL", 3, &shape->normal, &p->normal, error));
    WEND_TRY(find_attribute(m, &attributes, "TEXCOORD_0", 2, &shape->uv, &p->uv, error));
    WEND_TRY(gltf_index_field(at, "indices", m->file->accessor_count, &shape->indices, error));
    if (shape->indices != GLTF_NONE) p->indices = &m->file->accessors[shape->indices];
    p->corner_count = p->indices ? p->indices->count : p->position->count;
    if ((p->normal && p->normal->count < p->position->count) ||
        (p->uv && p->uv->count < p->position->count))
        return json_fail(at, error, "fewer normals or texture coordinates than positions");
    return WEND_OK;
}

static bool gltf_model_same_shape(const gltf_shape* a, const gltf_shape* b) {
    return a->position == b->position && a->normal == b->normal && a->uv == b->uv &&
           a->indices == b->indices && a->mode == b->mode && a->mirrored == b->mirrored;
}

static wend_status find_shape(gltf_model* m, const json_at* at, const char* name, bool mirrored,
                              uint32_t* mesh, wend_error* error) {
    gltf_shape shape = {.mode = 4, .mirrored = mirrored};
    const json_t* mode = json_object_get(at->value, "mode");
    if (mode) shape.mode = (int)json_integer_value(mode);
    *mesh = UINT32_MAX;
    if (shape.mode < 4 || shape.mode > 6) return WEND_OK;  // points and lines have no surface
    primitive p = {.at = at, .shape = &shape};
    WEND_TRY(find_accessors(m, at, &p, &shape, error));
    uint32_t* first = &m->first_shape[shape.position];
    for (uint32_t i = *first; i; i = m->shapes.items[i - 1].next)
        if (gltf_model_same_shape(&m->shapes.items[i - 1], &shape)) {
            *mesh = m->shapes.items[i - 1].mesh;
            return WEND_OK;
        }
    shape.next = *first;
    WEND_TRY(add_shape(m, &p, name, &shape.mesh, error));
    gltf_shape* kept = ARRAY_PUSH(&m->shapes);
    if (!kept) return gltf_model_no_memory(m, error);
    *kept = shape;
    *first = (uint32_t)m->shapes.count;
    *mesh = shape.mesh;
    return WEND_OK;
}

static wend_status add_node_parts(gltf_model* m, int node, wend_error* error) {
    json_at mesh = {0}, list = {0}, at = {0};
    int count;
    const wend_transform* t = &m->nodes[node].world;
    bool mirrored = wend_v3_dot(wend_v3_cross(t->x, t->y), t->z) < 0;
    WEND_TRY(json_item(&m->mesh_array, (size_t)m->nodes[node].mesh, &mesh, error));
    WEND_TRY(gltf_array_field(&mesh, "primitives", &list, &count, error));
    for (int i = 0; i < count; i++) {
        gltf_part part = {.node = node};
        WEND_TRY(json_item(&list, (size_t)i, &at, error));
        WEND_TRY(find_shape(m, &at, gltf_text_field(&mesh, "name"), mirrored, &part.mesh, error));
        WEND_TRY(gltf_index_field(&at, "material", m->material_count, &part.material, error));
        if (part.mesh == UINT32_MAX) continue;
        // Light is stored per instance.
        WEND_TRY(
            import_spend(m->budget, m->b->meshes.items[part.mesh].vertex_count + 64, 1, error));
        gltf_part* kept = ARRAY_PUSH(&m->parts);
        if (!kept) return gltf_model_no_memory(m, error);
        *kept = part;
    }
    return WEND_OK;
}

// ---- model --------------------------------------------------------------------------------------

static wend_status read_model(gltf_model* m, const wend_transform* top, wend_error* error) {
    const json_at* root = &m->file->root;
    WEND_TRY(gltf_array_field(root, "nodes", &m->node_array, &m->node_count, error));
    WEND_TRY(gltf_array_field(root, "meshes", &m->mesh_array, &m->mesh_count, error));
    WEND_TRY(gltf_array_field(root, "materials", &m->material_array, &m->material_count, error));
    WEND_TRY(gltf_array_field(root, "textures", &m->texture_array, &m->texture_count, error));
    WEND_TRY(gltf_array_field(root, "images", &m->image_array, &m->image_count, error));
    size_t images = (size_t)m->image_count, materials = (size_t)m->material_count + 1;
    m->pictures = arena_alloc_zero(&m->memory, images, sizeof *m->pictures);
    m->picture_read = arena_alloc_zero(&m->memory, images, sizeof *m->picture_read);
    m->materials = arena_alloc_zero(&m->memory, 2 * materials, sizeof *m->materials);
    m->first_shape =
        arena_alloc_zero(&m->memory, (size_t)m->file->accessor_count, sizeof *m->first_shape);
    if (!m->pictures || !m->picture_read || !m->materials || !m->first_shape)
        return gltf_model_no_memory(m, error);
    WEND_TRY(gltf_model_read_nodes(m, error));
    WEND_TRY(order_nodes(m, top, error));
    for (int i = 0; i < m->order_count; i++)
        if (m->nodes[m->order[i]].mesh != GLTF_NONE)
            WEND_TRY(add_node_parts(m, m->order[i], error));
    return WEND_OK;
}

wend_status gltf_model_read(const gltf_file* file, scene_builder* b, import_budget* budget,
                            const wend_transform* top, gltf_model* model, wend_error* error) {
    *model = (gltf_model){.file = file, .b = b, .budget = budget};
    wend_status status = read_model(model, top, error);
    if (status != WEND_OK) gltf_model_destroy(model);
    return status;
}

void gltf_model_destroy(gltf_model* model) {
    ARRAY_FREE(&model->parts);
    ARRAY_FREE(&model->shapes);
    arena_destroy(&model->memory);
    *model = (gltf_model){0};
}
