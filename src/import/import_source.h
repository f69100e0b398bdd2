// A file to import: its uncompressed bytes and the folder of the files it may reference.
#ifndef WEND_IMPORT_IMPORT_SOURCE_H
#define WEND_IMPORT_IMPORT_SOURCE_H

#include "import/companions.h"
#include "scene/builder.h"

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

// Input of an importer.
typedef struct import_source {
    const char* path;    // for errors
    const char* folder;  // of referenced files; NULL: references are not allowed
    const char* data;    // with a NUL after the last byte
    size_t size;
    wend_import_def def;
    companions* files;  // records the other files that are read. Nullable
    bool in_process;    // for fuzzers: runs untrusted importers without a child process
} import_source;

// Reads a file that the source references; only inside its folder. Errors name the source.
wend_status import_source_read(const import_source* source, const char* name,
                               wend_file_bytes* bytes, wend_error* error);

// Add the content of the source to the builder, which the caller finishes or destroys. `name` is
// set if the file contains the name of the scene, b->light if it contains baked light.
enum { SCENE_NAME_SIZE = 128 };
wend_status import_gltf(const import_source* source, scene_builder* b, char name[SCENE_NAME_SIZE],
                        wend_error* error);
wend_status import_assimp(const import_source* source, scene_format format, scene_builder* b,
                          wend_error* error);
wend_status import_ply(const import_source* source, scene_builder* b, wend_error* error);
wend_status import_procthor(const import_source* source, scene_builder* b, wend_error* error);

#endif
