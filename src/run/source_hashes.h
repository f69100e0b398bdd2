// Hashes of the files that scenes come from, each file hashed once a run.
#ifndef WEND_RUN_SOURCE_HASHES_H
#define WEND_RUN_SOURCE_HASHES_H

#include <pthread.h>

#include "base/array.h"

#include "wend/sim.h"

typedef struct source_hash {
    uint64_t name, hash;  // of the reference without its '#', and of the file
} source_hash;

// Any thread may ask.
typedef struct source_hashes {
    const char* folder;  // scene files lie here; NULL: as they stand
    ARRAY_OF(source_hash) known;
    ARRAY_OF(source_hash)
    played;  // scenes of the log, by reference, with the hash of their content
    pthread_mutex_t lock;
} source_hashes;

void source_hashes_make(source_hashes* hashes, const char* folder);
void source_hashes_destroy(source_hashes* hashes);
// 0: the scene has no file, as one that is generated.
wend_status source_hashes_get(source_hashes* hashes, const char* scene, uint64_t* hash,
                              wend_error* error);
// The content that the scene had when episodes of the log were played in it.
wend_status source_hashes_note(source_hashes* hashes, const char* scene, uint64_t content,
                               wend_error* error);
// Whether the scene has it still: files beside its own may have changed. `*before` is what it was;
// a scene that was not noted is what it is.
bool source_hashes_match(const source_hashes* hashes, const char* scene, uint64_t content,
                         uint64_t* before);

#endif
