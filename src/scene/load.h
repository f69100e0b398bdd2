// Which importer reads which file. Each gets the bytes of the whole file, already uncompressed.
#ifndef WEND_SCENE_LOAD_H
#define WEND_SCENE_LOAD_H

#include "scene/builder.h"
#include "scene/companions.h"

typedef enum scene_format {
    SCENE_FORMAT_UNKNOWN,
    SCENE_FORMAT_CACHE,
    SCENE_FORMAT_GLB,
    SCENE_FORMAT_GLTF,
    SCENE_FORMAT_OBJ,
    SCENE_FORMAT_PLY,
    SCENE_FORMAT_DAE,
    SCENE_FORMAT_PROCTHOR,
} scene_format;

// By the first bytes where they tell, else by the ending.
scene_format scene_format_find(const char* path, const char* data, size_t size);

// What every importer is given.
typedef struct import_source {
    const char* path;    // what errors call it
    const char* folder;  // where files it refers to are looked for; NULL: it may not refer to any
    const char* data;    // with a NUL after the last byte
    size_t size;
    wend_import_def def;
    companions* files;  // Nullable: the other files that are read are noted here
    bool in_process;    // no child process for importers that are not trusted: for fuzzers
} import_source;

// Reads a file that the source names, from inside its folder only. Errors name the source.
wend_status import_source_read(const import_source* source, const char* name, file_bytes* bytes,
                               wend_error* error);

// Add everything the source holds to the builder, which the caller finishes or destroys.
// A file that knows the scene's name puts it into `name`, and one that brings baked light fills
// b->light.
enum { SCENE_NAME_SIZE = 128 };
wend_status import_gltf(const import_source* source, scene_builder* b, char name[SCENE_NAME_SIZE],
                        wend_error* error);
wend_status import_assimp(const import_source* source, scene_format format, scene_builder* b,
                          wend_error* error);
wend_status import_procthor(const import_source* source, scene_builder* b, wend_error* error);

// Loads from memory, by content and the ending of source->path. Caches are read from files only.
wend_status scene_load_memory(const import_source* source, wend_scene** scene, wend_error* error);

// By its first bytes, so that a large one is not read twice.
bool scene_is_cache(const char* path);
// A cache file as it is.
wend_status scene_load_cache(const char* path, wend_scene** scene, wend_error* error);
// As wend_scene_load, and notes every other file that was read.
wend_status scene_load_noting(const char* path, const wend_import_def* def, companions* files,
                              wend_scene** scene, wend_error* error);
#endif
