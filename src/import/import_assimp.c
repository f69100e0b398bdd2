// Importer of OBJ and DAE files through assimp. assimp reads files only through callbacks,
// which allow the scene file and files of its folder. assimp_guard.c rejects input that assimp
// cannot handle.
#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <stdio.h>
#include <string.h>

#include "import/assimp_guard.h"
#include "import/dae_text.h"
#include "import/polygon_mesh.h"

#include "wend/files.h"

enum { MAX_DEPTH = 64, MAX_COMPANIONS = 64 };

// ---- file callbacks -----------------------------------------------------------------------------

typedef struct file_system {
    const import_source* source;
    const char* main_name;  // name of the scene file as passed to assimp
    int opened;             // companion files opened so far
    wend_status status;     // first failure: a forbidden companion, or out of memory
    wend_error* error;
} file_system;

typedef struct open_file {
    const char* data;
    size_t size, at;
    wend_file_bytes own;  // of a companion; empty for the scene file
} open_file;

static open_file* opened(struct aiFile* file) { return (open_file*)file->UserData; }

static size_t import_assimp_read_some(struct aiFile* file, char* out, size_t size, size_t count) {
    open_file* f = opened(file);
    size_t whole = size ? (f->size - f->at) / size : 0;
    if (count < whole) whole = count;
    memcpy(out, f->data + f->at, whole * size);
    f->at += whole * size;
    return whole;
}

static size_t write_nothing(struct aiFile* file, const char* in, size_t size, size_t count) {
    (void)file, (void)in, (void)size, (void)count;
    return 0;
}

static size_t import_assimp_tell(struct aiFile* file) { return opened(file)->at; }
static size_t tell_size(struct aiFile* file) { return opened(file)->size; }
static void flush_nothing(struct aiFile* file) { (void)file; }

static aiReturn import_assimp_seek(struct aiFile* file, size_t offset, enum aiOrigin origin) {
    open_file* f = opened(file);
    size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? f->at : f->size;
    size_t to = from + offset;  // negative offsets wrap around as unsigned values
    if (to > f->size) return aiReturn_FAILURE;
    f->at = to;
    return aiReturn_SUCCESS;
}

// Companion files (materials) are opened from the folder of the scene only.
static bool open_companion(file_system* fs, const char* name, open_file* f) {
    while (name[0] == '.' && name[1] == '/') name += 2;
    if (!fs->source->folder || fs->opened++ >= MAX_COMPANIONS || fs->status != WEND_OK)
        return false;
    wend_error why = {0};
    wend_status status = import_source_read(fs->source, name, &f->own, &why);
    if (status == WEND_NOT_FOUND) return false;
    if (status != WEND_OK) {
        fs->status = status;
        if (fs->error) *fs->error = why;
        return false;
    }
    f->data = f->own.data;
    f->size = f->own.size;
    return true;
}

static struct aiFile* open_one(struct aiFileIO* io, const char* name, const char* mode) {
    file_system* fs = (file_system*)io->UserData;
    if (!strchr(mode, 'r')) return NULL;
    struct aiFile* file = wend_alloc_zero(1, sizeof *file);
    open_file* f = wend_alloc_zero(1, sizeof *f);
    bool is_main = strcmp(name, fs->main_name) == 0;
    if (f && is_main) *f = (open_file){.data = fs->source->data, .size = fs->source->size};
    if (!file || !f) fs->status = import_no_memory(fs->source, fs->error);
    if (!file || !f || (!is_main && !open_companion(fs, name, f))) {
        wend_free(file);
        wend_free(f);
        return NULL;
    }
    *file = (struct aiFile){import_assimp_read_some, write_nothing, import_assimp_tell, tell_size,
                            import_assimp_seek,      flush_nothing, (aiUserData)f};
    return file;
}

static void close_one(struct aiFileIO* io, struct aiFile* file) {
    (void)io;
    if (!file) return;
    wend_file_bytes_destroy(&opened(file)->own);
    wend_free(file->UserData);
    wend_free(file);
}

// ---- materials ----------------------------------------------------------------------------------

typedef struct assimp_reader {
    const import_source* source;
    const struct aiScene* scene;
    scene_builder* b;
    import_budget* budget;
    uint32_t* materials;  // [materials]; index + 1
    uint32_t* meshes;     // [meshes][2]: original, mirrored; index + 1
    uint32_t* colored;    // [meshes]: material of the vertex colours; index + 1
} assimp_reader;

// An image is a file in the folder, or "*3": embedded texture 3 (counted from 0).
static wend_status import_assimp_read_picture(assimp_reader* r, const char* name,
                                              import_picture* picture, wend_error* error) {
    *picture = (import_picture){0};
    if (name[0] != '*')
        return import_picture_read(r->source, r->b, r->budget, name, picture, error);
    unsigned index = 0;
    if (sscanf(name + 1, "%u", &index) != 1 || index >= r->scene->mNumTextures) return WEND_OK;
    const struct aiTexture* t = r->scene->mTextures[index];
    if (t->mHeight != 0) return WEND_OK;  // raw pixels: none of these formats contains any
    return import_picture_add(r->b, r->budget, t->pcData, t->mWidth, name, picture, error);
}

static wend_status import_assimp_read_material(assimp_reader* r, unsigned index,
                                               wend_error* error) {
    const struct aiMaterial* m = r->scene->mMaterials[index];
    struct aiColor4D color = {0.8f, 0.8f, 0.8f, 1};
    struct aiString text;
    float opacity = 1;
    import_picture picture = {0};
    char name[IMPORT_NAME_SIZE] = "material";
    aiGetMaterialColor(m, AI_MATKEY_COLOR_DIFFUSE, &color);
    aiGetMaterialFloatArray(m, AI_MATKEY_OPACITY, &opacity, NULL);
    if (aiGetMaterialString(m, AI_MATKEY_NAME, &text) == aiReturn_SUCCESS)
        import_clean_name(text.data, name);
    if (aiGetMaterialTexture(m, aiTextureType_DIFFUSE, 0, &text, NULL, NULL, NULL, NULL, NULL,
                             NULL) == aiReturn_SUCCESS) {
        wend_status status = import_assimp_read_picture(r, text.data, &picture, error);
        if (status != WEND_OK) wend_error_prefix(error, "%s", r->source->path);
        WEND_TRY(status);
        if (picture.texture && color.r + color.g + color.b == 0)
            color = (struct aiColor4D){1, 1, 1, 1};  // black would hide the texture
    }
    const uint8_t srgb[4] = {import_color_byte(color.r), import_color_byte(color.g),
                             import_color_byte(color.b), import_color_byte(opacity)};
    r->materials[index] = 1 + scene_builder_material(r->b, name, srgb, picture.texture,
                                                     import_material_flags(opacity, &picture));
    return WEND_OK;
}

// ---- meshes -------------------------------------------------------------------------------------

static wend_vec3 vec3_of(struct aiVector3D v) { return wend_v3(v.x, v.y, v.z); }

static wend_status check_mesh(const assimp_reader* r, const struct aiMesh* m, wend_error* error) {
    for (unsigned i = 0; i < m->mNumVertices; i++)
        if (!wend_v3_is_finite(vec3_of(m->mVertices[i])))
            return wend_fail(error, WEND_FORMAT,
                             "%s: mesh '%.60s': vertex %u has a number that is not finite",
                             r->source->path, m->mName.data, i);
    for (unsigned i = 0; i < m->mNumFaces; i++)
        for (unsigned k = 0; k < m->mFaces[i].mNumIndices; k++)
            if (m->mFaces[i].mIndices[k] >= m->mNumVertices)
                return wend_fail(error, WEND_FORMAT,
                                 "%s: mesh '%.60s': face %u refers to vertex %u, there are %u",
                                 r->source->path, m->mName.data, i, m->mFaces[i].mIndices[k],
                                 m->mNumVertices);
    return WEND_OK;
}

// The faces of a mesh as one array of corners.
typedef struct assimp_faces {
    uint32_t* corners;
    size_t* ends;
} assimp_faces;

static wend_status flatten_faces(const assimp_reader* r, const struct aiMesh* m,
                                 assimp_faces* faces, wend_error* error) {
    size_t corners = 0;
    for (unsigned i = 0; i < m->mNumFaces; i++) corners += m->mFaces[i].mNumIndices;
    WEND_TRY(import_spend(r->budget, corners, sizeof *faces->corners, error));
    faces->corners = wend_alloc(corners * sizeof *faces->corners);
    faces->ends = wend_alloc(m->mNumFaces * sizeof *faces->ends);
    if (!faces->corners || !faces->ends) return import_no_memory(r->source, error);
    corners = 0;
    for (unsigned i = 0; i < m->mNumFaces; i++) {
        const struct aiFace* face = &m->mFaces[i];
        for (unsigned k = 0; k < face->mNumIndices; k++)
            faces->corners[corners++] = face->mIndices[k];
        faces->ends[i] = corners;
    }
    return WEND_OK;
}

static wend_status add_mesh(assimp_reader* r, unsigned index, bool mirrored, bool colored,
                            wend_error* error) {
    const struct aiMesh* m = r->scene->mMeshes[index];
    assimp_faces faces = {0};
    wend_status status = flatten_faces(r, m, &faces, error);
    // aiVector3D and aiColor4D are three and four floats.
    polygon_mesh mesh = {.positions = (const float*)m->mVertices,
                         .normals = (const float*)m->mNormals,
                         .uvs = (const float*)m->mTextureCoords[0],
                         .uv_stride = 3,
                         .colors = (const float*)m->mColors[0],
                         .color_stride = 4,
                         .corners = faces.corners,
                         .ends = faces.ends,
                         .face_count = m->mNumFaces};
    if (status == WEND_OK)
        status = polygon_mesh_add(&mesh, r->b, r->budget, mirrored,
                                  colored ? &r->colored[index] : NULL, error);
    wend_free(faces.corners);
    wend_free(faces.ends);
    return status;
}

static bool is_colored(const assimp_reader* r, const struct aiMesh* m) {
    return m->mColors[0] && !r->b->materials.items[r->materials[m->mMaterialIndex] - 1].texture;
}

static wend_status import_assimp_read_mesh(assimp_reader* r, unsigned index, bool mirrored,
                                           wend_error* error) {
    const struct aiMesh* m = r->scene->mMeshes[index];
    if (r->b->status != WEND_OK) return import_no_memory(r->source, error);
    bool colored = is_colored(r, m);
    WEND_TRY(check_mesh(r, m, error));
    char name[IMPORT_NAME_SIZE];
    import_clean_name(m->mName.data, name);
    uint32_t mesh = scene_builder_mesh_begin(r->b, name);
    wend_status status = add_mesh(r, index, mirrored, colored, error);
    scene_builder_mesh_end(r->b);
    r->meshes[2 * index + mirrored] = mesh + 1;
    return status;
}

// ---- nodes --------------------------------------------------------------------------------------

static wend_transform transform_of(const struct aiMatrix4x4* m) {
    return (wend_transform){
        {m->a1, m->b1, m->c1}, {m->a2, m->b2, m->c2}, {m->a3, m->b3, m->c3}, {m->a4, m->b4, m->c4}};
}

static bool shows_something(const struct aiNode* node, int depth) {
    if (node->mNumMeshes) return true;
    for (unsigned i = 0; depth < MAX_DEPTH && i < node->mNumChildren; i++)
        if (shows_something(node->mChildren[i], depth + 1)) return true;
    return false;
}

static wend_status import_assimp_add_parts(assimp_reader* r, const struct aiNode* node,
                                           wend_transform above, uint32_t object, int depth,
                                           wend_error* error) {
    if (depth > MAX_DEPTH)
        return wend_fail(error, WEND_LIMIT, "%s: nodes more than %d deep", r->source->path,
                         MAX_DEPTH);
    wend_transform own = transform_of(&node->mTransformation);
    wend_transform world = wend_transform_multiply(&above, &own);
    bool mirrored = wend_v3_dot(wend_v3_cross(world.x, world.y), world.z) < 0;
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        unsigned index = node->mMeshes[i];
        uint32_t* mesh = &r->meshes[2 * index + mirrored];
        if (!*mesh) WEND_TRY(import_assimp_read_mesh(r, index, mirrored, error));
        if (r->b->status != WEND_OK) return import_no_memory(r->source, error);
        WEND_TRY(
            import_spend(r->budget, r->b->meshes.items[*mesh - 1].vertex_count + 64, 1, error));
        uint32_t material = r->materials[r->scene->mMeshes[index]->mMaterialIndex];
        if (r->colored[index]) material = r->colored[index];
        scene_builder_instance(r->b, object, *mesh - 1, material - 1, world);
    }
    for (unsigned i = 0; i < node->mNumChildren; i++)
        WEND_TRY(import_assimp_add_parts(r, node->mChildren[i], world, object, depth + 1, error));
    return WEND_OK;
}

static wend_status import_assimp_add_object(assimp_reader* r, const struct aiNode* node,
                                            wend_transform above, wend_error* error) {
    if (!shows_something(node, 0)) return WEND_OK;
    wend_category category = wend_category_guess(node->mName.data);
    if (!category) category = WEND_CATEGORY_OBJECT;
    wend_transform own = transform_of(&node->mTransformation);
    wend_transform world = wend_transform_multiply(&above, &own);
    wend_object fields = {.category = (uint16_t)category,
                          .flags = import_category_flags(category),
                          .heading = import_heading(&world)};
    if (!isfinite(fields.heading)) fields.heading = 0;
    char name[IMPORT_NAME_SIZE];
    import_clean_name(node->mName.data, name);
    uint32_t object =
        scene_builder_object(r->b, &fields, *name ? name : wend_category_at(category)->name);
    return import_assimp_add_parts(r, node, above, object, 0, error);
}

// As for glTF, a single empty root node is not an object.
static wend_status import_assimp_add_objects(assimp_reader* r, wend_transform top,
                                             wend_error* error) {
    const struct aiNode* node = r->scene->mRootNode;
    for (int depth = 0; depth < 16 && !node->mNumMeshes && node->mNumChildren == 1; depth++) {
        wend_transform own = transform_of(&node->mTransformation);
        top = wend_transform_multiply(&top, &own);
        node = node->mChildren[0];
    }
    if (node->mNumMeshes) return import_assimp_add_object(r, node, top, error);
    wend_transform own = transform_of(&node->mTransformation);
    top = wend_transform_multiply(&top, &own);
    for (unsigned i = 0; i < node->mNumChildren; i++)
        WEND_TRY(import_assimp_add_object(r, node->mChildren[i], top, error));
    return WEND_OK;
}

// ---- file ---------------------------------------------------------------------------------------

static wend_status add_scene(assimp_reader* r, wend_error* error) {
    const struct aiScene* scene = r->scene;
    if (!scene->mRootNode || !scene->mNumMeshes)
        return wend_fail(error, WEND_FORMAT, "%s: has no triangles", r->source->path);
    r->materials = wend_alloc_zero(scene->mNumMaterials, sizeof *r->materials);
    r->meshes = wend_alloc_zero(scene->mNumMeshes, 2 * sizeof *r->meshes);
    r->colored = wend_alloc_zero(scene->mNumMeshes, sizeof *r->colored);
    if (!r->materials || !r->meshes || !r->colored) return import_no_memory(r->source, error);
    for (unsigned i = 0; i < scene->mNumMaterials; i++)
        WEND_TRY(import_assimp_read_material(r, i, error));
    WEND_TRY(import_assimp_add_objects(r, import_top_transform(r->source), error));
    import_describe(r->b);
    import_add_level(r->b);
    return WEND_OK;
}

static wend_status import_assimp_open_scene(const import_source* source, scene_format format,
                                            const struct aiScene** scene, wend_error* error) {
    static const char* const names[] = {
        [SCENE_FORMAT_OBJ] = "scene.obj", [SCENE_FORMAT_DAE] = "scene.dae"};
    file_system fs = {.source = source, .main_name = names[format], .error = error};
    struct aiFileIO io = {open_one, close_one, (aiUserData)&fs};
    struct aiPropertyStore* properties = aiCreatePropertyStore();
    *scene = NULL;
    if (!properties) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", source->path);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION,
                               source->def.z_up);
    *scene = aiImportFileExWithProperties(names[format], 0, &io, properties);
    aiReleasePropertyStore(properties);
    if (fs.status != WEND_OK || *scene) return fs.status;
    return wend_fail(error, WEND_FORMAT, "%s: %.400s", source->path, aiGetErrorString());
}

static wend_status import_checked(const import_source* source, scene_format format,
                                  scene_builder* b, wend_error* error) {
    WEND_TRY(assimp_guard_check(source, format, error));
    import_budget budget = import_budget_make(source);
    assimp_reader r = {.source = source, .b = b, .budget = &budget};
    wend_status status = import_assimp_open_scene(source, format, &r.scene, error);
    if (status == WEND_OK) status = add_scene(&r, error);
    wend_free(r.materials);
    wend_free(r.meshes);
    wend_free(r.colored);
    if (r.scene) aiReleaseImport(r.scene);
    return status;
}

wend_status import_assimp(const import_source* source, scene_format format, scene_builder* b,
                          wend_error* error) {
    if (format != SCENE_FORMAT_DAE) return import_checked(source, format, b, error);
    wend_file_bytes clean;
    WEND_TRY(dae_text_clean(source, &clean, error));
    import_source cleaned = *source;
    cleaned.data = clean.data;
    cleaned.size = clean.size;
    wend_status status = import_checked(&cleaned, format, b, error);
    wend_file_bytes_destroy(&clean);
    return status;
}
