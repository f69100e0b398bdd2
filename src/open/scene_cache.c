// Binary scene files (.wscene), and the cache folder of imported and generated scenes.
// docs/formats/wscene.md describes the sections.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/container.h"
#include "base/file.h"
#include "open/load.h"
#include "scene/scene.h"

// MAKER_VERSION is increased when an importer or the generator gives a different result for the
// same input; it invalidates all cached scenes.
enum { MAKER_VERSION = 2, HEAD_VERSION = 1, BLOCK_VERSION = 1 };

static const char FILES[] = "scene.files";

typedef struct scene_head {
    uint64_t layout;                     // see layout_hash
    uint64_t counts[SCENE_ARRAY_COUNT];  // items per array, as in SCENE_ARRAY_LIST
    char name[128];
} scene_head;

// The block contains structs in memory layout and enum values, so a file is valid only for a build
// with the same struct sizes and name tables.
static uint64_t layout_hash(void) {
    static const uint64_t sizes[] = {
#define X(type, field) sizeof(type),
        SCENE_ARRAY_LIST(X)
#undef X
    };
    uint64_t hash = wend_hash(sizes, sizeof sizes, BLOCK_VERSION);
    for (int i = 0; i < WEND_CATEGORY_COUNT; i++)
        hash = wend_hash_text(wend_category_at((wend_category)i)->name, hash);
    for (int i = 0; i < WEND_COLOR_COUNT; i++)
        hash = wend_hash_text(wend_color_name((wend_color)i), hash);
    for (int i = 0; i < WEND_MATERIAL_TYPE_COUNT; i++)
        hash = wend_hash_text(wend_material_type_name((wend_material_type)i), hash);
    for (int i = 0; i < WEND_ROOM_TYPE_COUNT; i++)
        hash = wend_hash_text(wend_room_type_name((wend_room_type)i), hash);
    return hash;
}

// Nullable: files.
static wend_status save_with_key(const wend_scene* scene, uint64_t key, const companions* files,
                                 const char* path, wend_error* error) {
    scene_head head = {.layout = layout_hash()};
#define X(type, field) head.counts[SCENE_ARRAY_##field] = scene->arrays.field.count;
    SCENE_ARRAY_LIST(X)
#undef X
    memcpy(head.name, scene->name, sizeof head.name);
    container_part parts[3] = {{"scene.head", HEAD_VERSION, &head, sizeof head},
                               {"scene.block", BLOCK_VERSION, scene->block, scene->block_size}};
    int count = 2;
    if (files && files->notes.out_of_memory)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while writing it", path);
    if (files) parts[count++] = (container_part){FILES, 1, files->notes.items, files->notes.count};
    return container_write(path, key, parts, count, error);
}

wend_status wend_scene_save(const wend_scene* scene, const char* path, wend_error* error) {
    return save_with_key(scene, wend_scene_hash(scene), NULL, path, error);
}

// ---- loading ------------------------------------------------------------------------------------

static wend_status scene_cache_check_head(const container* c, const container_section* head,
                                          const container_section* block, wend_error* error) {
    if (!head || !block)
        return wend_fail(error, WEND_FORMAT, "%s: a wend file without a scene", c->path);
    if (head->version == HEAD_VERSION && block->version == BLOCK_VERSION &&
        head->size == sizeof(scene_head))
        return WEND_OK;
    return wend_fail(error, WEND_UNSUPPORTED,
                     "%s: a scene of version %u.%u, this wend reads %d.%d; make it again from its "
                     "source",
                     c->path, head->version, block->version, HEAD_VERSION, BLOCK_VERSION);
}

static wend_status scene_cache_read_scene(const container* c, wend_scene** scene,
                                          wend_error* error) {
    const container_section* head_section = container_find(c, "scene.head");
    const container_section* block_section = container_find(c, "scene.block");
    WEND_TRY(scene_cache_check_head(c, head_section, block_section, error));
    scene_head head;
    WEND_TRY(container_read(c, head_section, &head, error));
    if (head.layout != layout_hash())
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s: made by another version of wend; make it again from its source",
                         c->path);
    head.name[sizeof head.name - 1] = 0;
    uint64_t size = scene_block_size(head.counts);
    if (!size || size != block_section->size)
        return wend_fail(error, WEND_FORMAT,
                         "%s: its counts need a block of %llu bytes, it has %llu", c->path,
                         (unsigned long long)size, (unsigned long long)block_section->size);
    void* block = wend_alloc(size);
    if (!block)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %llu bytes", c->path,
                         (unsigned long long)size);
    wend_status status = container_read(c, block_section, block, error);
    if (status != WEND_OK) {
        wend_free(block);
        return status;
    }
    return scene_adopt(block, head.counts, head.name, c->path, scene, error);
}

wend_status scene_load_cache(const char* path, wend_scene** scene, wend_error* error) {
    *scene = NULL;
    container c;
    WEND_TRY(container_open(path, &c, error));
    wend_status status = scene_cache_read_scene(&c, scene, error);
    container_close(&c);
    return status;
}

// ---- cache folder -------------------------------------------------------------------------------

static uint64_t hash_number(double number, uint64_t seed) {
    return wend_hash(&number, sizeof number, seed);
}

// Path of a cached scene: a readable stem and the hash of its identity.
static wend_status cache_path(const char* folder, const char* stem, uint64_t identity, char* path,
                              size_t size, wend_error* error) {
    char name[160];
    snprintf(name, sizeof name, "%.100s-%016llx.wscene", stem, (unsigned long long)identity);
    return wend_file_join(folder, name, path, size, error);
}

// Folders of the companion files of a scene. Generated scenes have none.
typedef struct cache_source {
    const char *scene_folder, *assets_folder;
} cache_source;

static wend_status scene_cache_check_files(const container* c, const cache_source* source,
                                           wend_error* error) {
    const container_section* section = container_find(c, FILES);
    if (!section) return wend_fail(error, WEND_NOT_FOUND, "%s: has no list of its files", c->path);
    char* notes = wend_alloc(section->size);
    if (!notes)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", c->path);
    wend_status status = container_read(c, section, notes, error);
    if (status == WEND_OK &&
        !companions_are_fresh(notes, section->size, source->scene_folder, source->assets_folder))
        status =
            wend_fail(error, WEND_NOT_FOUND, "%s: stale: a file of its scene has changed", c->path);
    wend_free(notes);
    return status;
}

// Loads a file of the cache folder. WEND_NOT_FOUND: the source or a companion has changed.
// Nullable: source.
static wend_status load_fresh(const char* path, uint64_t key, const cache_source* source,
                              wend_scene** scene, wend_error* error) {
    *scene = NULL;
    container c;
    WEND_TRY(container_open(path, &c, error));
    wend_status status =
        key == c.key ? WEND_OK
                     : wend_fail(error, WEND_NOT_FOUND, "%s: stale: its source has changed", path);
    if (status == WEND_OK && source) status = scene_cache_check_files(&c, source, error);
    if (status == WEND_OK) status = scene_cache_read_scene(&c, scene, error);
    container_close(&c);
    return status;
}

static uint64_t maker_hash(void) { return wend_hash_text(WEND_VERSION, MAKER_VERSION); }

// Writes a new scene to the cache. On failure the scene is destroyed and the error returned, so
// that e.g. a full disk is not hidden.
static wend_status scene_cache_keep(wend_scene** scene, uint64_t key, const companions* files,
                                    const char* path, wend_error* error) {
    wend_status status = save_with_key(*scene, key, files, path, error);
    if (status != WEND_OK) {
        wend_scene_destroy(*scene);
        *scene = NULL;
    }
    return status;
}

wend_status wend_scene_load_cached(const char* path, const wend_import_def* given,
                                   const char* folder, wend_scene** scene, wend_error* error) {
    *scene = NULL;
    wend_import_def def = given ? *given : wend_import_default_def();
    uint64_t options = wend_hash_text(def.assets ? def.assets : "", maker_hash());
    options = hash_number(def.house, options);
    options = hash_number(def.unit, options);
    options = hash_number(def.bake * 2 + def.z_up, options);
    char* whole = realpath(path, NULL);
    uint64_t identity = wend_hash_text(whole ? whole : path, options), key = options;
    free(whole);
    uint64_t size;
    WEND_TRY(file_hash(path, &key, &size, error));
    const char* slash = strrchr(path, '/');
    char cached[4096], beside[4096];
    WEND_TRY(cache_path(folder, slash ? slash + 1 : path, identity, cached, sizeof cached, error));
    WEND_TRY(file_folder(path, beside, sizeof beside, error));
    cache_source source = {beside, def.assets ? def.assets : beside};
    // An unusable cache file (missing, stale or damaged) is replaced.
    wend_status status = load_fresh(cached, key, &source, scene, error);
    if (status == WEND_OK || status == WEND_NO_MEMORY) return status;
    companions files = {0};
    status = scene_load_noting(path, &def, &files, scene, error);
    if (status == WEND_OK) status = scene_cache_keep(scene, key, &files, cached, error);
    companions_destroy(&files);
    return status;
}

wend_status wend_scene_generate_cached(const wend_scene_def* given, const char* folder,
                                       wend_scene** scene, wend_error* error) {
    *scene = NULL;
    wend_scene_def def = given ? *given : wend_scene_default_def();
    uint64_t key = wend_hash(&def.seed, sizeof def.seed, maker_hash());
    key = hash_number(def.kind, hash_number(def.levels, hash_number(def.rooms, key)));
    key = hash_number(def.detail, hash_number(def.furnish * 2 + def.bake, key));
    char stem[64], cached[4096];
    snprintf(stem, sizeof stem, "%s_%llu", wend_scene_kind_name(def.kind),
             (unsigned long long)def.seed);
    WEND_TRY(cache_path(folder, stem, key, cached, sizeof cached, error));
    wend_status status = load_fresh(cached, key, NULL, scene, error);
    if (status == WEND_OK || status == WEND_NO_MEMORY) return status;
    WEND_TRY(wend_scene_generate(&def, scene, error));
    return scene_cache_keep(scene, key, NULL, cached, error);
}
