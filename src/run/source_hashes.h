// Content hashes of scene files, computed once per run and file.
#ifndef WEND_RUN_SOURCE_HASHES_H
#define WEND_RUN_SOURCE_HASHES_H

#include <pthread.h>

#include "base/array.h"

#include "wend/sim.h"

typedef struct source_hash {
    uint64_t name, hash;  // of the reference without its '#', and of the file
} source_hash;

// Thread-safe.
typedef struct source_hashes {
    const char* folder;  // of the scene files; NULL: paths as they are
    ARRAY_OF(source_hash) known;
    ARRAY_OF(source_hash) played;  // scenes of the log, by reference, with their content hash
    pthread_mutex_t lock;
} source_hashes;

void source_hashes_make(source_hashes* hashes, const char* folder);
void source_hashes_destroy(source_hashes* hashes);
// 0: the scene has no file, because it is generated.
wend_status source_hashes_get(source_hashes* hashes, const char* scene, uint64_t* hash,
                              wend_error* error);
// Notes the content hash of a scene in the log.
wend_status source_hashes_note(source_hashes* hashes, const char* scene, uint64_t content,
                               wend_error* error);
// Whether the scene still has the noted content: a file it refers to may have changed. `*before` is
// the noted hash. True for a scene that was not noted.
bool source_hashes_match(const source_hashes* hashes, const char* scene, uint64_t content,
                         uint64_t* before);

#endif
