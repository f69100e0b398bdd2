// ProcTHOR assets: the asset database, GLB assets, bounding boxes for missing assets, and materials
// of walls and floors.
#include "import/asset_store.h"

#include <stdio.h>
#include <string.h>

#include "base/color.h"
#include "base/file.h"
#include "import/gltf_model.h"

// A material of a wall or floor that was already added.
typedef struct painted {
    char name[IMPORT_NAME_SIZE];
    uint8_t color[4];  // given with the name; [3]: 1 if a colour was given
    uint32_t material;
} painted;

struct asset_store {
    scene_builder* b;
    wend_import_def def;
    companions* files;  // Nullable
    char folder[1024];
    json_document database;   // asset-database.json.gz; root NULL: not found
    json_document materials;  // materials.json; root NULL: not found
    ARRAY_OF(asset*) assets;
    ARRAY_OF(painted) painted;
};

static const char* const database_name = "asset-database.json.gz";
static const char* const materials_name = "materials.json";

static wend_status asset_store_no_memory(const asset_store* s, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for its assets", s->folder);
}

// The table is searched in the folder and in its parent. It is not an error if it is missing.
static wend_status asset_store_read_table(asset_store* s, const char* name, json_document* document,
                                          wend_error* error) {
    static const char* const ways[] = {"", "../"};
    for (int i = 0; i < 2; i++) {
        char relative[128], path[2048];
        snprintf(relative, sizeof relative, "%s%s", ways[i], name);
        WEND_TRY(wend_file_join(s->folder, relative, path, sizeof path, error));
        companions_note(s->files, COMPANION_OF_ASSETS, relative, path);
        if (wend_file_exists(path)) return json_document_read(path, document, error);
    }
    return WEND_OK;
}

wend_status asset_store_create(scene_builder* b, const wend_import_def* def, const char* folder,
                               companions* files, asset_store** out, wend_error* error) {
    *out = NULL;
    asset_store* s = wend_alloc_zero(1, sizeof *s);
    if (!s) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for its assets", folder);
    s->b = b;
    s->def = *def;
    s->files = files;
    snprintf(s->folder, sizeof s->folder, "%s", folder);
    wend_status status = asset_store_read_table(s, materials_name, &s->materials, error);
    if (status == WEND_OK) status = asset_store_read_table(s, database_name, &s->database, error);
    if (status != WEND_OK) {
        asset_store_destroy(s);
        return status;
    }
    *out = s;
    return WEND_OK;
}

void asset_store_destroy(asset_store* s) {
    if (!s) return;
    for (size_t i = 0; i < s->assets.count; i++) {
        ARRAY_FREE(&s->assets.items[i]->parts);
        wend_free(s->assets.items[i]);
    }
    ARRAY_FREE(&s->assets);
    ARRAY_FREE(&s->painted);
    json_document_destroy(&s->database);
    json_document_destroy(&s->materials);
    wend_free(s);
}

// ---- database -----------------------------------------------------------------------------------

// The database is {type: [{assetId, boundingBox, materials, …}, …], …}.
static const json_t* find_entry(const asset_store* s, const char* id, const char** type) {
    const char* key;
    json_t* list;
    json_object_foreach(s->database.root, key, list) {
        size_t i;
        json_t* entry;
        json_array_foreach(list, i, entry) {
            const char* name = json_string_value(json_object_get(entry, "assetId"));
            if (!name || strcmp(name, id) != 0) continue;
            *type = key;
            return entry;
        }
    }
    return NULL;
}

static float number_field(const json_t* object, const char* key) {
    float value = (float)json_number_value(json_object_get(object, key));
    return isfinite(value) && value > 0.001f && value < 100 ? value : 0.5f;
}

// Materials are [[type, name], …]; returns the most frequent one.
static wend_material_type material_of_entry(const json_t* entry) {
    int votes[WEND_MATERIAL_TYPE_COUNT] = {0}, best = WEND_MATERIAL_TYPE_NONE;
    size_t i;
    json_t* pair;
    json_array_foreach(json_object_get(entry, "materials"), i, pair) {
        const char* name = json_string_value(json_array_get(pair, 1));
        if (name) votes[import_material_type_guess(name)]++;
    }
    votes[WEND_MATERIAL_TYPE_NONE] = 0;
    for (int k = 1; k < WEND_MATERIAL_TYPE_COUNT; k++)
        if (votes[k] > votes[best]) best = k;
    return (wend_material_type)best;
}

// ---- reading an asset ---------------------------------------------------------------------------

// The leaf that a node belongs to: "<id>:leaf", "<id>:leafL", "<id>:leafR" and all nodes below
// them.
static int leaf_of_node(const gltf_model* m, int node) {
    for (; node >= 0; node = m->nodes[node].parent) {
        json_at at = {0};
        if (gltf_model_node(m, node, &at, NULL) != WEND_OK) return GLTF_NONE;
        const char* colon = strrchr(gltf_text_field(&at, "name"), ':');
        if (colon && strncmp(colon, ":leaf", 5) == 0) return node;
    }
    return GLTF_NONE;
}

static int asset_store_add_leaf(const gltf_model* m, asset* a, int node,
                                int nodes[ASSET_MAX_LEAVES]) {
    for (int i = 0; i < a->leaf_count; i++)
        if (nodes[i] == node) return i;
    if (a->leaf_count == ASSET_MAX_LEAVES) return -1;
    nodes[a->leaf_count] = node;
    a->leaves[a->leaf_count] = (asset_leaf){m->nodes[node].world.origin, wend_aabb_empty()};
    return a->leaf_count++;
}

static wend_aabb part_box(const scene_builder* b, const asset_part* part) {
    const wend_mesh* mesh = &b->meshes.items[part->mesh];
    wend_aabb box = wend_aabb_empty();
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        box = wend_aabb_add(box, wend_transform_point(&part->transform,
                                                      b->positions.items[mesh->first_vertex + i]));
    return box;
}

static wend_status asset_store_add_parts(asset_store* s, gltf_model* m, asset* a,
                                         wend_error* error) {
    bool small = wend_category_at(a->category)->flags & WEND_CATEGORY_SMALL;
    int leaf_nodes[ASSET_MAX_LEAVES];
    for (size_t i = 0; i < m->parts.count; i++) {
        const gltf_part* from = &m->parts.items[i];
        asset_part part = {.mesh = from->mesh, .transform = m->nodes[from->node].world, .leaf = -1};
        WEND_TRY(gltf_model_material(m, from->material, !small, &part.material, error));
        if (s->b->status != WEND_OK) return asset_store_no_memory(s, error);
        int leaf = leaf_of_node(m, from->node);
        if (leaf >= 0) part.leaf = asset_store_add_leaf(m, a, leaf, leaf_nodes);
        asset_part* kept = ARRAY_PUSH(&a->parts);
        if (!kept) return asset_store_no_memory(s, error);
        *kept = part;
        wend_aabb box = part_box(s->b, &part);
        a->box = wend_aabb_join(a->box, box);
        if (part.leaf >= 0)
            a->leaves[part.leaf].box = wend_aabb_join(a->leaves[part.leaf].box, box);
    }
    return WEND_OK;
}

static wend_status asset_store_read_asset(asset_store* s, const char* path, asset* a,
                                          wend_error* error) {
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    import_source source = {path, NULL, bytes.data, bytes.size, s->def, NULL, false};
    import_budget budget = import_budget_make(&source);
    wend_transform top = wend_transform_identity();
    gltf_file file;
    gltf_model model;
    wend_status status = gltf_open(&source, &file, error);
    if (status == WEND_OK) {
        status = gltf_model_read(&file, s->b, &budget, &top, &model, error);
        if (status == WEND_OK) {
            status = asset_store_add_parts(s, &model, a, error);
            gltf_model_destroy(&model);
        }
        gltf_close(&file);
    }
    wend_file_bytes_destroy(&bytes);
    if (status == WEND_OK && wend_aabb_is_empty(a->box))
        status = wend_fail(error, WEND_FORMAT, "%s: has no triangles", path);
    return status;
}

// ---- bounding boxes for missing assets ----------------------------------------------------------

static void add_box_mesh(scene_builder* b, wend_vec3 size) {
    wend_vec3 half = wend_v3_scale(size, 0.5f);
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            wend_vec3 n = wend_v3(axis == 0, axis == 1, axis == 2);
            wend_vec3 u = wend_v3(axis == 1, axis == 2, axis == 0), v = wend_v3_cross(n, u);
            n = wend_v3_scale(n, (float)side);
            uint32_t first = 0;
            for (int k = 0; k < 4; k++) {
                wend_vec3 p = wend_v3_mad(wend_v3_mad(n, u, k & 1 ? 1 : -1), v, k & 2 ? 1 : -1);
                uint32_t i =
                    scene_builder_vertex(b, wend_v3(p.x * half.x, p.y * half.y, p.z * half.z), n,
                                         (wend_vec2){(float)(k & 1), (float)(k >> 1)});
                if (k == 0) first = i;
            }
            uint32_t j = first + (side > 0 ? 1 : 2), k = first + (side > 0 ? 2 : 1);
            scene_builder_triangle(b, first, j, first + 3);
            scene_builder_triangle(b, first, first + 3, k);
        }
}

static wend_status make_box(asset_store* s, const json_t* entry, asset* a, wend_error* error) {
    static const uint8_t grey[4] = {150, 150, 150, 255};
    const json_t* box = json_object_get(entry, "boundingBox");
    wend_vec3 size =
        wend_v3(number_field(box, "x"), number_field(box, "y"), number_field(box, "z"));
    a->is_missing = true;
    a->leaf_count = 0;
    a->parts.count = 0;
    asset_part* part = ARRAY_PUSH(&a->parts);
    if (!part) return asset_store_no_memory(s, error);
    *part = (asset_part){.transform = wend_transform_identity(), .leaf = -1};
    part->mesh = scene_builder_mesh_begin(s->b, a->id);
    add_box_mesh(s->b, size);
    scene_builder_mesh_end(s->b);
    part->material = scene_builder_material(s->b, "missing asset", grey, 0, 0);
    a->box = (wend_aabb){wend_v3_scale(size, -0.5f), wend_v3_scale(size, 0.5f)};
    return WEND_OK;
}

// ---- store --------------------------------------------------------------------------------------

// Ids become file names, so ids that could lead out of the folder are rejected. WEND_NOT_FOUND: no
// file.
static wend_status asset_store_find_file(const asset_store* s, const char* id, char* path,
                                         size_t size, wend_error* error) {
    static const char* const folders[] = {"assets/", ""};
    for (int i = 0; i < 2 && !strchr(id, '/') && id[0] != '.'; i++) {
        char relative[128];
        snprintf(relative, sizeof relative, "%s%s.glb", folders[i], id);
        WEND_TRY(file_inside(s->folder, relative, path, size, error));
        companions_note(s->files, COMPANION_OF_ASSETS, relative, path);
        if (wend_file_exists(path)) return WEND_OK;
    }
    return WEND_NOT_FOUND;
}

static wend_category asset_store_category_of(const char* type, const char* id) {
    wend_category found = type ? wend_category_find(type) : WEND_CATEGORY_NONE;
    if (!found && strncmp(id, "Doorframe", 9) == 0) found = WEND_CATEGORY_DOORFRAME;
    if (!found) found = wend_category_guess(id);
    return found ? found : WEND_CATEGORY_OBJECT;
}

static wend_status fill_asset(asset_store* s, const char* type, asset* a, wend_error* error) {
    const json_t* entry = find_entry(s, a->id, &type);
    a->category = asset_store_category_of(type, a->id);
    a->material = material_of_entry(entry);
    a->box = wend_aabb_empty();
    char path[2048];
    wend_error why = {0};
    wend_status status = asset_store_find_file(s, a->id, path, sizeof path, &why);
    if (status == WEND_NOT_FOUND) {
        import_warn(&s->def, "asset %s is missing; replaced by its bounding box", a->id);
        return make_box(s, entry, a, error);
    }
    if (status == WEND_OK) status = asset_store_read_asset(s, path, a, &why);
    if (status == WEND_OK) return WEND_OK;
    if (status == WEND_NO_MEMORY || s->b->status != WEND_OK) {
        if (error) *error = why;
        return WEND_NO_MEMORY;
    }
    import_warn(&s->def, "asset %s cannot be used: %s; replaced by its bounding box", a->id,
                why.message);
    return make_box(s, entry, a, error);
}

wend_status asset_store_get(asset_store* s, const char* id, const char* type, const asset** found,
                            wend_error* error) {
    for (size_t i = 0; i < s->assets.count; i++)
        if (strcmp(s->assets.items[i]->id, id) == 0) {
            *found = s->assets.items[i];
            return WEND_OK;
        }
    asset* a = wend_alloc_zero(1, sizeof *a);
    if (!a || !ARRAY_RESERVE(&s->assets, 1)) {
        wend_free(a);
        return asset_store_no_memory(s, error);
    }
    s->assets.items[s->assets.count++] = a;
    snprintf(a->id, sizeof a->id, "%s", id);
    *found = a;
    return fill_asset(s, type, a, error);
}

// ---- building materials -------------------------------------------------------------------------

static uint8_t color_byte(const json_t* color, const char* key) {
    double value = json_number_value(json_object_get(color, key));
    return (uint8_t)(fmin(fmax(value, 0), 1) * 255 + 0.5);
}

// The colour of a named material; light grey if the name is unknown.
static void named_color(const asset_store* s, const char* name, uint8_t srgb[4]) {
    const json_t* row = *name ? json_object_get(s->materials.root, name) : NULL;
    const json_t* linear = json_object_get(row, "linear");
    if (!linear && *name && strcmp(name, "PureWhite") != 0)
        import_warn(&s->def, "material %.60s is unknown; replaced by light grey", name);
    for (size_t i = 0; i < 3; i++)
        srgb[i] =
            linear ? color_from_linear((float)json_number_value(json_array_get(linear, i))) : 215;
    srgb[3] = 255;
}

static uint8_t tint(uint8_t a, uint8_t b) {
    return color_from_linear(color_to_linear(a) * color_to_linear(b));
}

wend_status asset_store_material(asset_store* s, const json_at* at, uint32_t* material,
                                 wend_error* error) {
    const json_t* value = at->value;
    const char* name = json_is_string(value) ? json_string_value(value)
                                             : json_string_value(json_object_get(value, "name"));
    const json_t* color = json_object_get(value, "color");
    static const char* const channels[3] = {"r", "g", "b"};
    painted p = {.color[3] = color != NULL};
    import_clean_name(name ? name : "", p.name);
    for (int i = 0; color && i < 3; i++) p.color[i] = color_byte(color, channels[i]);
    for (size_t i = 0; i < s->painted.count; i++) {
        painted* known = &s->painted.items[i];
        *material = known->material;
        if (strcmp(known->name, p.name) == 0 && memcmp(known->color, p.color, 4) == 0)
            return WEND_OK;
    }
    uint8_t srgb[4] = {255, 255, 255, 255};
    bool pure = strcmp(p.name, "PureWhite") == 0;
    if (!color || !pure) named_color(s, p.name, srgb);
    for (int i = 0; color && i < 3; i++) srgb[i] = pure ? p.color[i] : tint(srgb[i], p.color[i]);
    p.material = scene_builder_material(s->b, *p.name ? p.name : "plain", srgb, 0, 0);
    painted* kept = ARRAY_PUSH(&s->painted);
    if (!kept) return asset_store_no_memory(s, error);
    *kept = p;
    *material = p.material;
    return WEND_OK;
}
