// Importer of glTF and GLB files of any origin. Top-level subtrees with geometry become objects;
// their names and categories come from the names and extras of their nodes.
#include <string.h>

#include "import/gltf_model.h"
#include "import/wend_glb.h"

// Extras that may contain a category, most reliable first. Converters of common datasets write
// these.
static const char* const category_keys[] = {"category", "objectType", "class",  "label",
                                            "kind",     "model",      "assetId"};
enum { CATEGORY_KEYS = sizeof category_keys / sizeof *category_keys };

static wend_category category_of_text(const char* text) {
    wend_category found = wend_category_find(text);
    if (!found) found = wend_category_guess(text);
    return found == WEND_CATEGORY_OBJECT ? WEND_CATEGORY_NONE : found;
}

static wend_category category_of_node(const gltf_model* m, const json_at* node, int mesh) {
    json_at extras = {.value = json_object_get(node->value, "extras")};
    for (int i = 0; extras.value && i < CATEGORY_KEYS; i++) {
        wend_category found = category_of_text(gltf_text_field(&extras, category_keys[i]));
        if (found) return found;
    }
    wend_category found = category_of_text(gltf_text_field(node, "name"));
    if (found || mesh == GLTF_NONE) return found;
    json_at at = {.value = json_array_get(m->mesh_array.value, (size_t)mesh)};
    return category_of_text(gltf_text_field(&at, "name"));
}

// Tests whether the extras of a node mark it as a separate object.
static bool is_object(const json_at* node) {
    const json_t* extras = json_object_get(node->value, "extras");
    for (int i = 0; i < CATEGORY_KEYS; i++)
        if (json_is_string(json_object_get(extras, category_keys[i]))) return true;
    return false;
}

// Per node of the file.
typedef struct tree_entry {
    uint32_t geometry;  // number of nodes with a mesh in this subtree
    bool is_object;
    uint32_t object;  // object it is part of; 0: none
} tree_entry;

static wend_status count_geometry(const gltf_model* m, tree_entry* tree, wend_error* error) {
    for (int i = m->order_count - 1; i >= 0; i--) {
        int node = m->order[i];
        tree[node].geometry += m->nodes[node].mesh != GLTF_NONE;
        if (m->nodes[node].parent >= 0) tree[m->nodes[node].parent].geometry += tree[node].geometry;
        json_at at = {0};
        WEND_TRY(gltf_model_node(m, node, &at, error));
        tree[node].is_object = is_object(&at);
    }
    return WEND_OK;
}

// The number of children of `parent` (GLTF_NONE: roots) with geometry; `*last` is the last of them.
static int shown_below(const gltf_model* m, const tree_entry* tree, int parent, int* last) {
    int count = 0;
    for (int i = 0; i < m->order_count; i++) {
        int node = m->order[i];
        if (m->nodes[node].parent != parent || !tree[node].geometry) continue;
        *last = node;
        count++;
    }
    return count;
}

// Marks the top-level objects. Exporters often add one empty root node ("RootNode"); the objects
// are its children then.
static void mark_top_objects(const gltf_model* m, tree_entry* tree) {
    int parent = GLTF_NONE, last = GLTF_NONE;
    for (int depth = 0; depth < 16; depth++) {
        if (shown_below(m, tree, parent, &last) != 1) break;
        if (tree[last].is_object || m->nodes[last].mesh != GLTF_NONE) break;
        parent = last;
    }
    for (int i = 0; i < m->order_count; i++)
        if (m->nodes[m->order[i]].parent == parent) tree[m->order[i]].is_object = true;
}

static wend_status import_gltf_add_object(gltf_model* m, int node, uint32_t above, uint32_t* object,
                                          wend_error* error) {
    json_at at = {0};
    WEND_TRY(gltf_model_node(m, node, &at, error));
    wend_category category = category_of_node(m, &at, m->nodes[node].mesh);
    if (!category) category = WEND_CATEGORY_OBJECT;
    wend_object fields = {.category = (uint16_t)category,
                          .flags = import_category_flags(category),
                          .support = above,
                          .relation = above ? WEND_RELATION_ON : WEND_RELATION_NONE,
                          .heading = import_heading(&m->nodes[node].world)};
    char name[IMPORT_NAME_SIZE];
    import_clean_name(gltf_text_field(&at, "name"), name);
    *object = scene_builder_object(m->b, &fields, *name ? name : wend_category_at(category)->name);
    return WEND_OK;
}

static wend_status import_gltf_add_objects(gltf_model* m, tree_entry* tree, wend_error* error) {
    WEND_TRY(count_geometry(m, tree, error));
    mark_top_objects(m, tree);
    for (int i = 0; i < m->order_count; i++) {
        int node = m->order[i], parent = m->nodes[node].parent;
        uint32_t above = parent >= 0 ? tree[parent].object : 0;
        tree[node].object = above;
        if (tree[node].is_object && tree[node].geometry)
            WEND_TRY(import_gltf_add_object(m, node, above, &tree[node].object, error));
    }
    for (size_t i = 0; i < m->parts.count; i++) {
        const gltf_part* part = &m->parts.items[i];
        uint32_t object = tree[part->node].object, material;
        if (m->b->status != WEND_OK || !object) continue;
        // Movable objects (a drinking glass) never get the transparent glass material; windows do.
        bool small = m->b->objects.items[object].flags & WEND_OBJECT_MOVABLE;
        WEND_TRY(gltf_model_material(m, part->material, !small, &material, error));
        scene_builder_instance(m->b, object, part->mesh, material, m->nodes[part->node].world);
    }
    return WEND_OK;
}

static wend_status add_model(gltf_model* m, wend_error* error) {
    tree_entry* tree = arena_alloc_zero(&m->memory, (size_t)m->node_count, sizeof *tree);
    if (!tree)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it",
                         m->file->source->path);
    WEND_TRY(import_gltf_add_objects(m, tree, error));
    import_describe(m->b);
    import_add_level(m->b);
    return WEND_OK;
}

wend_status import_gltf(const import_source* source, scene_builder* b, char name[SCENE_NAME_SIZE],
                        wend_error* error) {
    gltf_file file;
    gltf_model model;
    WEND_TRY(gltf_open(source, &file, error));
    import_budget budget = import_budget_make(source);
    wend_status status;
    if (wend_glb_is_ours(&file)) {
        status = wend_glb_read(&file, b, &budget, name, error);
    } else {
        wend_transform top = wend_transform_make(
            wend_quat_identity(), wend_v3(source->def.unit, source->def.unit, source->def.unit),
            wend_v3(0, 0, 0));
        status = gltf_model_read(&file, b, &budget, &top, &model, error);
        if (status == WEND_OK) {
            status = add_model(&model, error);
            gltf_model_destroy(&model);
        }
    }
    gltf_close(&file);
    return status;
}
