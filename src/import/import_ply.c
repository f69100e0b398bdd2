// Importer of PLY files: one object with one mesh. Colours of the vertices become a texture with
// one texel per face; a texture named in a comment replaces them.
//
// assimp is not used for PLY: it reads some headers differently than they are written (an element
// whose name begins with a digit becomes a number), so no check before it can bound its memory.
#include <string.h>

#include "import/ply.h"
#include "import/polygon_mesh.h"

typedef struct ply_reader {
    ply_file file;
    scene_builder* b;
    import_budget budget;
    uint32_t vertex_count;
    float *positions, *normals, *uvs, *colors;  // [vertices][3, 3, 2, 3]. Nullable
    float* corner_uvs;                          // [corners][2]. Nullable
    ply_list faces, strips, texcoords;
} ply_reader;

static wend_status ply_fail(const ply_reader* r, wend_error* error, const char* why) {
    return wend_fail(error, WEND_FORMAT, "%s: %s", r->file.source->path, why);
}

// ---- properties ---------------------------------------------------------------------------------

enum { PLY_MAX_COMPONENTS = 3, PLY_MAX_NAMES = 5 };

// A vector of single properties: the names of each component, most common first.
typedef struct ply_vector {
    int components;
    const char* names[PLY_MAX_COMPONENTS][PLY_MAX_NAMES];
} ply_vector;

static const ply_vector ply_position = {3, {{"x"}, {"y"}, {"z"}}};
static const ply_vector ply_normal = {3, {{"nx"}, {"ny"}, {"nz"}}};
static const ply_vector ply_uv = {2,
                                  {{"s", "u", "texture_u", "tx"}, {"t", "v", "texture_v", "ty"}}};
static const ply_vector ply_color = {
    3,
    {{"red", "diffuse_red", "r"}, {"green", "diffuse_green", "g"}, {"blue", "diffuse_blue", "b"}}};

// The property of a component; NULL if it is missing or a list.
static ply_property* ply_component(ply_reader* r, const ply_element* e, const ply_vector* vector,
                                   int c) {
    ply_property* p = ply_find_property(&r->file, e, vector->names[c]);
    return p && !p->count ? p : NULL;
}

// Allocates `*column` for a vector property of the vertices, unless a component is missing.
static wend_status ply_bind_vector(ply_reader* r, const ply_element* e, const ply_vector* vector,
                                   float** column, wend_error* error) {
    for (int c = 0; c < vector->components; c++)
        if (!ply_component(r, e, vector, c)) return WEND_OK;
    size_t bytes = (size_t)vector->components * sizeof **column;
    WEND_TRY(import_spend(&r->budget, e->count, bytes, error));
    *column = wend_alloc_zero(e->count, bytes);
    if (!*column) return import_no_memory(r->file.source, error);
    for (int c = 0; c < vector->components; c++) {
        ply_property* p = ply_component(r, e, vector, c);
        p->column = *column + c;
        p->stride = (size_t)vector->components;
        p->divisor = 1;
    }
    return WEND_OK;
}

// Colours of 8 bits, or of a larger integer type that contains 0 … 255; 16 bits; reals in [0, 1].
static void ply_bind_color_range(ply_reader* r, const ply_element* e) {
    static const ply_type byte = {"uchar", 1, PLY_UNSIGNED};
    for (int c = 0; c < 3; c++) {
        ply_property* p = ply_component(r, e, &ply_color, c);
        bool is_word = p->type->kind == PLY_UNSIGNED && p->type->size == 2;
        p->divisor = p->type->kind == PLY_REAL ? 1 : is_word ? 65535 : 255;
        if (p->type->size == 1 && r->file.format != PLY_ASCII) p->type = &byte;  // 200 is -56
    }
}

static wend_status ply_bind_vertices(ply_reader* r, wend_error* error) {
    const ply_element* e = ply_find_element(&r->file, "vertex");
    if (!e || !e->count) return ply_fail(r, error, "has no vertices");
    if (e->count >= UINT32_MAX)
        return wend_fail(error, WEND_LIMIT, "%s: %llu vertices, at most 4294967294 are read",
                         r->file.source->path, (unsigned long long)e->count);
    r->vertex_count = (uint32_t)e->count;
    WEND_TRY(ply_bind_vector(r, e, &ply_position, &r->positions, error));
    if (!r->positions)
        return ply_fail(r, error,
                        "element 'vertex' needs the properties x, y and z; export it again");
    for (int c = 0; c < 3; c++) ply_component(r, e, &ply_position, c)->must_be_finite = true;
    WEND_TRY(ply_bind_vector(r, e, &ply_normal, &r->normals, error));
    WEND_TRY(ply_bind_vector(r, e, &ply_uv, &r->uvs, error));
    WEND_TRY(ply_bind_vector(r, e, &ply_color, &r->colors, error));
    if (r->colors) ply_bind_color_range(r, e);
    return WEND_OK;
}

// Points a list of vertices of an element at `list`; does nothing if the element or the list is
// missing.
static wend_status ply_bind_indices(ply_reader* r, const char* element, ply_list* list,
                                    wend_error* error) {
    static const char* const names[] = {"vertex_indices", "vertex_index", NULL};
    const ply_element* e = ply_find_element(&r->file, element);
    ply_property* p = e ? ply_find_property(&r->file, e, names) : NULL;
    if (!p) return WEND_OK;
    if (!p->count || p->type->kind == PLY_REAL)
        return ply_fail(r, error, "vertex_indices must be a list of integers; export it again");
    list->limit = r->vertex_count;
    p->list = list;
    return WEND_OK;
}

static wend_status ply_bind(ply_reader* r, wend_error* error) {
    static const char* const texcoord[] = {"texcoord", NULL};
    WEND_TRY(ply_bind_vertices(r, error));
    WEND_TRY(ply_bind_indices(r, "face", &r->faces, error));
    WEND_TRY(ply_bind_indices(r, "tristrips", &r->strips, error));
    r->strips.may_restart = true;
    const ply_element* e = ply_find_element(&r->file, "face");
    ply_property* p = e ? ply_find_property(&r->file, e, texcoord) : NULL;
    bool usable = p && p->count && p->type->kind == PLY_REAL;
    if (usable && r->faces.limit && r->file.texture.size) p->list = &r->texcoords;
    return WEND_OK;
}

// ---- mesh ---------------------------------------------------------------------------------------

// Appends the triangles of the strips to the faces. Every second triangle of a strip is turned
// around; -1 starts a new strip.
static wend_status ply_unroll_strips(ply_reader* r, wend_error* error) {
    size_t count = r->strips.indices.count, start = 0;
    if (!count) return WEND_OK;
    WEND_TRY(import_spend(&r->budget, count, 3 * sizeof(uint32_t) + sizeof(size_t), error));
    if (!ARRAY_RESERVE(&r->faces.indices, 3 * count) || !ARRAY_RESERVE(&r->faces.ends, count))
        return import_no_memory(r->file.source, error);
    for (size_t row = 0; row < r->strips.ends.count; row++) {
        size_t length = 0;
        for (size_t i = start; i < r->strips.ends.items[row]; i++) {
            const uint32_t* v = r->strips.indices.items + i;
            length = *v == UINT32_MAX ? 0 : length + 1;
            if (length < 3) continue;
            uint32_t* out = r->faces.indices.items + r->faces.indices.count;
            bool turned = length % 2 == 0;
            out[0] = v[turned ? -1 : -2];
            out[1] = v[turned ? -2 : -1];
            out[2] = v[0];
            r->faces.indices.count += 3;
            r->faces.ends.items[r->faces.ends.count++] = r->faces.indices.count;
        }
        start = r->strips.ends.items[row];
    }
    return WEND_OK;
}

// Texture coordinates of the corners, as MeshLab writes them: a list of 2 n numbers for a face of n
// corners. Other faces get 0, 0.
static wend_status ply_place_texcoords(ply_reader* r, wend_error* error) {
    if (!r->texcoords.reals.count) return WEND_OK;
    size_t corners = r->faces.indices.count, from = 0, to = 0;
    WEND_TRY(import_spend(&r->budget, corners, 2 * sizeof *r->corner_uvs, error));
    r->corner_uvs = wend_alloc_zero(corners, 2 * sizeof *r->corner_uvs);
    if (!r->corner_uvs) return import_no_memory(r->file.source, error);
    for (size_t i = 0; i < r->texcoords.ends.count; i++) {
        size_t numbers = r->texcoords.ends.items[i] - from, n = r->faces.ends.items[i] - to;
        if (n && numbers == 2 * n)
            memcpy(r->corner_uvs + 2 * to, r->texcoords.reals.items + from,
                   numbers * sizeof *r->corner_uvs);
        from = r->texcoords.ends.items[i];
        to = r->faces.ends.items[i];
    }
    return WEND_OK;
}

static wend_status ply_add_material(ply_reader* r, uint32_t* material, wend_error* error) {
    static const uint8_t white[4] = {255, 255, 255, 255};
    import_picture picture = {0};
    char name[1024];
    ply_word texture = r->file.texture;
    if (texture.size && texture.size < sizeof name) {
        memcpy(name, texture.text, texture.size);
        name[texture.size] = 0;
        if (r->file.texture_count > 1)
            import_warn(&r->file.source->def, "%s: names %d textures; only %s is used",
                        r->file.source->path, r->file.texture_count, name);
        WEND_TRY(import_picture_read(r->file.source, r->b, &r->budget, name, &picture, error));
    }
    *material = 0;
    if (r->colors && !picture.texture) return WEND_OK;
    *material = 1 + scene_builder_material(r->b, "material", white, picture.texture,
                                           import_material_flags(1, &picture));
    return WEND_OK;
}

static wend_status ply_add_mesh(ply_reader* r, wend_error* error) {
    uint32_t material;
    WEND_TRY(ply_add_material(r, &material, error));
    polygon_mesh mesh = {.positions = r->positions,
                         .normals = r->normals,
                         .uvs = r->uvs,
                         .uv_stride = 2,
                         .corner_uvs = r->corner_uvs,
                         .colors = r->colors,
                         .color_stride = 3,
                         .corners = r->faces.indices.items,
                         .ends = r->faces.ends.items,
                         .face_count = r->faces.ends.count};
    wend_transform top = import_top_transform(r->file.source);
    wend_object fields = {.category = WEND_CATEGORY_OBJECT,
                          .flags = import_category_flags(WEND_CATEGORY_OBJECT),
                          .heading = import_heading(&top)};
    uint32_t object =
        scene_builder_object(r->b, &fields, wend_category_at(WEND_CATEGORY_OBJECT)->name);
    uint32_t index = scene_builder_mesh_begin(r->b, "");
    wend_status status =
        polygon_mesh_add(&mesh, r->b, &r->budget, false, material ? NULL : &material, error);
    scene_builder_mesh_end(r->b);
    if (status != WEND_OK) return status;
    scene_builder_instance(r->b, object, index, material - 1, top);
    import_describe(r->b);
    import_add_level(r->b);
    return WEND_OK;
}

// ---- file ---------------------------------------------------------------------------------------

static wend_status ply_import(ply_reader* r, wend_error* error) {
    WEND_TRY(ply_bind(r, error));
    WEND_TRY(ply_read(&r->file, error));
    if (!r->faces.ends.count && !r->strips.ends.count)
        return ply_fail(r, error,
                        "a point cloud without faces; reconstruct its surface "
                        "first");
    WEND_TRY(ply_unroll_strips(r, error));
    WEND_TRY(ply_place_texcoords(r, error));
    return ply_add_mesh(r, error);
}

wend_status import_ply(const import_source* source, scene_builder* b, wend_error* error) {
    ply_reader r = {.b = b, .budget = import_budget_make(source)};
    WEND_TRY(ply_open(source, &r.file, error));
    wend_status status = ply_import(&r, error);
    ply_close(&r.file);
    wend_free(r.positions);
    wend_free(r.normals);
    wend_free(r.uvs);
    wend_free(r.colors);
    wend_free(r.corner_uvs);
    ply_list_free(&r.faces);
    ply_list_free(&r.strips);
    ply_list_free(&r.texcoords);
    return status;
}
