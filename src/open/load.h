// Loads a scene file of any format: selects the importer, bakes light, reads caches.
#ifndef WEND_OPEN_LOAD_H
#define WEND_OPEN_LOAD_H

#include "import/import_source.h"

// The format: by magic bytes if possible, otherwise by file name extension.
scene_format scene_format_find(const char* path, const char* data, size_t size);

// Loads from memory, by content and the extension of source->path. Cache files cannot be loaded
// from memory.
wend_status scene_load_memory(const import_source* source, wend_scene** scene, wend_error* error);

// Reads only the first bytes.
bool scene_is_cache(const char* path);
// Loads a cache file without checking its source.
wend_status scene_load_cache(const char* path, wend_scene** scene, wend_error* error);
// As wend_scene_load; records every companion file that is read.
wend_status scene_load_noting(const char* path, const wend_import_def* def, companions* files,
                              wend_scene** scene, wend_error* error);
#endif
