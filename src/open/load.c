// Loads scene files: detects the format, runs its importer, bakes light.
#include "open/load.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "base/letter.h"
#include "import/import.h"
#include "import/import_apart.h"
#include "light/light.h"

wend_import_def wend_import_default_def(void) { return (wend_import_def){.bake = true, .unit = 1}; }

// The file name extension in lower case, without dot and without ".gz".
static void find_ending(const char* path, char out[16]) {
    size_t length = strlen(path);
    if (length > 3 && letter_same(path + length - 3, ".gz")) length -= 3;
    size_t start = length;
    while (start && path[start - 1] != '.' && path[start - 1] != '/') start--;
    bool dotted = start && path[start - 1] == '.' && length - start < 16;
    snprintf(out, 16, "%.*s", dotted ? (int)(length - start) : 0, path + start);
    for (char* p = out; *p; p++) *p = letter_lower(*p);
}

scene_format scene_format_find(const char* path, const char* data, size_t size) {
    static const struct {
        const char* ending;
        scene_format format;
    } endings[] = {{"glb", SCENE_FORMAT_GLB},        {"gltf", SCENE_FORMAT_GLTF},
                   {"obj", SCENE_FORMAT_OBJ},        {"ply", SCENE_FORMAT_PLY},
                   {"dae", SCENE_FORMAT_DAE},        {"json", SCENE_FORMAT_PROCTHOR},
                   {"jsonl", SCENE_FORMAT_PROCTHOR}, {"wscene", SCENE_FORMAT_CACHE}};
    if (size >= 4 && memcmp(data, "glTF", 4) == 0) return SCENE_FORMAT_GLB;
    if (size >= 8 && memcmp(data, "WENDFILE", 8) == 0) return SCENE_FORMAT_CACHE;
    if (size >= 4 && memcmp(data, "ply", 3) == 0 && letter_is_space(data[3]))
        return SCENE_FORMAT_PLY;
    char ending[16];
    find_ending(path, ending);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(ending, endings[i].ending) == 0) return endings[i].format;
    return SCENE_FORMAT_UNKNOWN;
}

static wend_status load_add_source(const import_source* source, scene_format format,
                                   scene_builder* b, char name[SCENE_NAME_SIZE],
                                   wend_error* error) {
    switch (format) {
        case SCENE_FORMAT_GLB:
        case SCENE_FORMAT_GLTF:
            return import_gltf(source, b, name, error);
        case SCENE_FORMAT_PLY:
            return import_ply(source, b, error);
        case SCENE_FORMAT_OBJ:
        case SCENE_FORMAT_DAE:
            return import_assimp(source, format, b, error);
        case SCENE_FORMAT_PROCTHOR:
            return import_procthor(source, b, error);
        default:
            return wend_fail(error, WEND_UNSUPPORTED,
                             "%s: neither glTF, OBJ, PLY, DAE, ProcTHOR JSON nor .wscene; convert "
                             "it to GLB",
                             source->path);
    }
}

// The scene is named after its file; ProcTHOR houses also get their index.
static void load_scene_name(const import_source* source, scene_format format, char* out,
                            size_t size) {
    const char* slash = strrchr(source->path, '/');
    char clean[IMPORT_NAME_SIZE];
    import_clean_name(slash ? slash + 1 : source->path, clean);
    clean[strcspn(clean, ".")] = 0;
    if (format == SCENE_FORMAT_PROCTHOR)
        snprintf(out, size, "%s_%d", clean, source->def.house);
    else
        snprintf(out, size, "%s", clean);
}

static bool is_assimps(scene_format format) {
    return format == SCENE_FORMAT_OBJ || format == SCENE_FORMAT_DAE;
}

static wend_status check_shown(const import_source* source, wend_scene** scene, wend_error* error) {
    if (wend_scene_get(*scene)->instances.count) return WEND_OK;
    wend_scene_destroy(*scene);
    *scene = NULL;
    return wend_fail(error, WEND_FORMAT, "%s: has no triangles", source->path);
}

// Builds the scene with a new builder.
static wend_status load_build(const import_source* source, scene_format format,
                              char name[SCENE_NAME_SIZE], bool* is_lit, wend_scene** scene,
                              wend_error* error) {
    scene_builder b = scene_builder_make();
    wend_status status = load_add_source(source, format, &b, name, error);
    *is_lit = b.light.count > 0;
    if (status == WEND_OK)
        status = scene_builder_finish(&b, name, source->path, scene, error);
    else if (b.status == WEND_NO_MEMORY)
        status = wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the scene", source->path);
    scene_builder_destroy(&b);
    return status;
}

static wend_status load_bake(wend_scene** scene, wend_error* error) {
    wend_status status = light_bake(*scene, NULL, error);
    if (status != WEND_OK) {
        wend_scene_destroy(*scene);
        *scene = NULL;
    }
    return status;
}

wend_status scene_load_memory(const import_source* source, wend_scene** scene, wend_error* error) {
    *scene = NULL;
    if (!(source->def.unit > 0) || !isfinite(source->def.unit))
        return wend_fail(error, WEND_ARGUMENT, "a unit of %g metres; it must be more than 0",
                         (double)source->def.unit);
    char name[SCENE_NAME_SIZE];
    bool is_lit = false;
    scene_format format = scene_format_find(source->path, source->data, source->size);
    load_scene_name(source, format, name, sizeof name);
    if (is_assimps(format) && !source->in_process)
        WEND_TRY(import_apart(source, format, name, scene, error));
    else
        WEND_TRY(load_build(source, format, name, &is_lit, scene, error));
    WEND_TRY(check_shown(source, scene, error));
    return is_lit || !source->def.bake ? WEND_OK : load_bake(scene, error);
}

bool scene_is_cache(const char* path) {
    char start[8] = "";
    int descriptor;
    uint64_t size;
    if (file_open(path, &descriptor, &size, NULL) != WEND_OK) return false;
    ssize_t n = read(descriptor, start, sizeof start);
    close(descriptor);
    return scene_format_find(path, start, n > 0 ? (size_t)n : 0) == SCENE_FORMAT_CACHE;
}

wend_status scene_load_noting(const char* path, const wend_import_def* def, companions* files,
                              wend_scene** scene, wend_error* error) {
    *scene = NULL;
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    char folder[4096];
    wend_status status = file_folder(path, folder, sizeof folder, error);
    if (status == WEND_OK) {
        import_source source = {
            path,  folder, bytes.data, bytes.size, def ? *def : wend_import_default_def(),
            files, false};
        status = scene_load_memory(&source, scene, error);
    }
    wend_file_bytes_destroy(&bytes);
    return status;
}

wend_status wend_scene_load(const char* path, const wend_import_def* def, wend_scene** scene,
                            wend_error* error) {
    *scene = NULL;
    if (scene_is_cache(path)) return scene_load_cache(path, scene, error);
    companions files = {0};
    wend_status status = scene_load_noting(path, def, &files, scene, error);
    companions_destroy(&files);
    return status;
}
