// Opens worlds by reference, with a cache of their navmesh and view (.wworld files), from which a
// world opens in milliseconds. Sections of the file: docs/formats/wscene.md.
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/file.h"
#include "nav/navmesh.h"
#include "sense/view.h"
#include "sim/world.h"

// Increase it when the navmesh or the view of a given scene changes: it invalidates all cached
// files.
enum { MAKER_VERSION = 2, PARTS = 4 };

static const char TILES[] = "navmesh.tiles", DOORS[] = "navmesh.doors";
static const char COUNTS[] = "view.counts", BLOCK[] = "view.block";

wend_world_source wend_world_default_source(void) {
    return (wend_world_source){.import = wend_import_default_def()};
}

// ---- cache key and path ------------------------------------------------------------------------

// Cache key: hash of everything that determines navmesh and view. These are the scene with its
// inserted objects, the body, and the memory layout of views.
static uint64_t world_open_key_of(const wend_scene* scene, const wend_world_def* def) {
    const wend_navmesh_def* n = &def->navmesh;
    const float numbers[] = {n->radius,     n->height,     n->max_climb,
                             n->max_slope,  n->cell_size,  n->cell_height,
                             n->min_region, n->open_doors, def->uses_images};
    const uint64_t sizes[] = {sizeof(view_node),     sizeof(view_group),   sizeof(view_surface),
                              sizeof(view_material), sizeof(view_movable), wend_scene_hash(scene)};
    uint64_t key = wend_hash_text(WEND_VERSION, MAKER_VERSION);
    return wend_hash(numbers, sizeof numbers, wend_hash(sizes, sizeof sizes, key));
}

static wend_status world_open_path_of(const wend_scene* scene, uint64_t key, const char* cache,
                                      char* path, size_t size, wend_error* error) {
    char name[192];
    snprintf(name, sizeof name, "%.128s-%016llx.wworld", wend_scene_name(scene),
             (unsigned long long)key);
    for (char* p = name; *p; p++)
        if (*p == '/') *p = '_';
    return wend_file_join(cache, name, path, size, error);
}

// ---- write -------------------------------------------------------------------------------------

static wend_status world_open_keep(const wend_world* world, uint64_t key, const char* path,
                                   wend_error* error) {
    navmesh_bytes tiles = {0};
    if (!navmesh_print(world->navmesh, &tiles)) {
        ARRAY_FREE(&tiles);
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while writing it", path);
    }
    container_part parts[PARTS] = {{TILES, 1, tiles.items, tiles.count},
                                   {DOORS, 1, navmesh_polygon_doors(world->navmesh),
                                    (uint64_t)world->navmesh->polygons * sizeof(int)}};
    int count = 2;
    view_counts counts;
    if (world->view) {
        counts = view_get_counts(world->view);
        parts[count++] = (container_part){COUNTS, 1, &counts, sizeof counts};
        parts[count++] = (container_part){BLOCK, 1, world->view->block, world->view->block_size};
    }
    wend_status status = container_write(path, key, parts, count, error);
    ARRAY_FREE(&tiles);
    return status;
}

// ---- read --------------------------------------------------------------------------------------

// Reads a section; the caller frees the bytes.
static wend_status read_section(const container* c, const char* name, void** bytes, uint64_t* size,
                                wend_error* error) {
    const container_section* section = container_find(c, name);
    *bytes = NULL;
    if (!section) return wend_fail(error, WEND_FORMAT, "%s: has no section '%s'", c->path, name);
    *size = section->size;
    *bytes = wend_alloc(section->size);
    if (!*bytes)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", c->path);
    wend_status status = container_read(c, section, *bytes, error);
    if (status != WEND_OK) {
        wend_free(*bytes);
        *bytes = NULL;
    }
    return status;
}

static wend_status read_doors(const container* c, wend_world* world, wend_error* error) {
    void* doors;
    uint64_t size;
    WEND_TRY(read_section(c, DOORS, &doors, &size, error));
    int count = (int)wend_scene_get(world->scene)->doors.count;
    bool good = size == (uint64_t)world->navmesh->polygons * sizeof(int) &&
                navmesh_set_polygon_doors(world->navmesh, doors, count);
    wend_free(doors);
    return good ? WEND_OK : wend_fail(error, WEND_FORMAT, "%s: its doors are damaged", c->path);
}

static wend_status read_navmesh(const container* c, wend_world* world, wend_error* error) {
    void* tiles;
    uint64_t size;
    WEND_TRY(read_section(c, TILES, &tiles, &size, error));
    wend_status status = navmesh_parse(tiles, size, c->path, &world->navmesh, error);
    wend_free(tiles);
    return status == WEND_OK ? read_doors(c, world, error) : status;
}

static wend_status read_view(const container* c, wend_world* world, wend_error* error) {
    view_counts counts;
    void *block = NULL, *head;
    uint64_t size;
    WEND_TRY(read_section(c, COUNTS, &head, &size, error));
    if (size == sizeof counts) memcpy(&counts, head, sizeof counts);
    wend_free(head);
    if (size == sizeof counts) WEND_TRY(read_section(c, BLOCK, &block, &size, error));
    if (!block || !view_counts_fit(&counts, world->scene, size)) {
        wend_free(block);
        return wend_fail(error, WEND_FORMAT, "%s: its view does not fit the scene", c->path);
    }
    return view_adopt(world->scene, &counts, block, c->path, &world->view, error);
}

wend_status world_read(const char* path, uint64_t key, bool uses_images, wend_world* world,
                       wend_error* error) {
    container c;
    WEND_TRY(container_open(path, &c, error));
    wend_status status = c.key == key ? read_navmesh(&c, world, error)
                                      : wend_fail(error, WEND_NOT_FOUND, "%s: is stale", path);
    if (status == WEND_OK && uses_images) status = read_view(&c, world, error);
    container_close(&c);
    if (status == WEND_OK) return WEND_OK;
    wend_navmesh_destroy(world->navmesh);
    world->navmesh = NULL;
    return status;
}

// ---- by reference -------------------------------------------------------------------------------

// The scene's file in the folder if there is one; else the reference itself: a generated scene, or
// a path relative to the working directory. References come from untrusted episodes, so with a
// folder they must not lead out of it.
static wend_status find_scene(const wend_world_source* source, char* path, size_t size,
                              wend_error* error) {
    if (strlen(source->scene) >= size)
        return wend_fail(error, WEND_LIMIT, "%.64s…: the scene's name is too long", source->scene);
    snprintf(path, size, "%s", source->scene);
    if (!source->folder) return WEND_OK;
    char file[4096], found[4096];
    snprintf(file, sizeof file, "%s", source->scene);
    char* hash = strrchr(file, '#');
    if (hash) *hash = 0;
    wend_status status = file_inside(source->folder, file, found, sizeof found, error);
    if (status != WEND_OK) {
        wend_error_prefix(error, "scene");
        return status;
    }
    if (!wend_file_exists(found)) return WEND_OK;
    return wend_file_join(source->folder, source->scene, path, size, error);
}

static wend_status open_cached(wend_scene* scene, const wend_world_def* def, const char* cache,
                               wend_world** out, wend_error* error) {
    char path[4096];
    uint64_t key = world_open_key_of(scene, def);
    wend_world* world = wend_alloc_zero(1, sizeof *world);
    wend_status status = world ? world_open_path_of(scene, key, cache, path, sizeof path, error)
                               : wend_fail(error, WEND_NO_MEMORY, "out of memory for a world");
    if (status != WEND_OK) {
        wend_free(world);
        wend_scene_destroy(scene);
        return status;
    }
    world->scene = scene;
    status = world_read(path, key, def->uses_images, world, error);
    if (status == WEND_OK) {
        if (def->fields) status = world_make_fields(world, error);
    } else if (status != WEND_NO_MEMORY) {
        // An unusable cache file is rebuilt, whatever the reason.
        wend_free(world);
        WEND_TRY(world_make(scene, def, &world, error));
        status = world_open_keep(world, key, path, error);
    }
    if (status != WEND_OK) {
        wend_world_destroy(world);
        return status;
    }
    *out = world;
    return WEND_OK;
}

static wend_status world_open_open_scene(const wend_world_source* source, const char* path,
                                         wend_scene** scene, wend_error* error) {
    wend_status opened =
        source->cache ? wend_scene_open_cached(path, &source->import, source->cache, scene, error)
                      : wend_scene_open(path, &source->import, scene, error);
    if (opened == WEND_NOT_FOUND && !source->folder && error) {
        wend_error cause = *error;
        return wend_fail(error, opened, "%s, or pass the folder of the scene files (--scenes DIR)",
                         cause.message);
    }
    if (opened != WEND_OK) return opened;
    const wend_variation* v = source->variation;
    if (!v || (!v->removed_count && !v->added_count)) return WEND_OK;
    wend_scene *own = *scene, *varied = NULL;
    wend_status status = wend_scene_vary(own, v, source->import.bake, &varied, error);
    wend_scene_destroy(own);
    *scene = varied;
    return status;
}

wend_status wend_world_open(const wend_world_source* source, const wend_world_def* given,
                            wend_world** world, wend_error* error) {
    *world = NULL;
    wend_world_def def = given ? *given : wend_world_default_def();
    char path[4096];
    wend_scene* scene;
    WEND_TRY(find_scene(source, path, sizeof path, error));
    WEND_TRY(world_open_open_scene(source, path, &scene, error));
    if (!source->cache) return wend_world_create(scene, &def, world, error);
    WEND_TRY(wend_scene_insert_objects(&scene, def.inserted, def.inserted_count, error));
    return open_cached(scene, &def, source->cache, world, error);
}

// The path of the file without the number of a scene in it. Empty: the scene is generated.
static wend_status find_source(const wend_world_source* source, char* path, size_t size,
                               wend_error* error) {
    WEND_TRY(find_scene(source, path, size, error));
    char* number = strrchr(path, '#');
    if (number) *number = 0;
    if (!wend_file_exists(path)) *path = 0;
    return WEND_OK;
}

wend_status wend_world_source_hash(const wend_world_source* source, uint64_t* hash,
                                   wend_error* error) {
    char path[4096];
    uint64_t size;
    *hash = 0;
    WEND_TRY(find_source(source, path, sizeof path, error));
    return *path ? file_hash(path, hash, &size, error) : WEND_OK;
}

wend_status wend_world_source_refers(const wend_world_source* source, bool* refers,
                                     wend_error* error) {
    // Keys of glTF, OBJ, Collada and ProcTHOR before the names of other files.
    static const char* const keys[] = {"\"uri\"", "mtllib", "init_from", "assetId"};
    char path[4096];
    wend_file_bytes bytes;
    *refers = false;
    WEND_TRY(find_source(source, path, sizeof path, error));
    if (!*path) return WEND_OK;
    WEND_TRY(wend_file_read(path, &bytes, error));
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !*refers; i++)
        *refers = memmem(bytes.data, bytes.size, keys[i], strlen(keys[i])) != NULL;
    wend_file_bytes_destroy(&bytes);
    return WEND_OK;
}
