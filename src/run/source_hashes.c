#include "run/source_hashes.h"

#include <string.h>

void source_hashes_make(source_hashes* s, const char* folder) {
    *s = (source_hashes){.folder = folder};
    pthread_mutex_init(&s->lock, NULL);
}

void source_hashes_destroy(source_hashes* s) {
    ARRAY_FREE(&s->known);
    pthread_mutex_destroy(&s->lock);
}

static wend_status source_hashes_find(source_hashes* s, const char* scene, uint64_t* hash,
                                      wend_error* error) {
    const char* number = strrchr(scene, '#');
    uint64_t name = wend_hash(scene, number ? (size_t)(number - scene) : strlen(scene), 0);
    for (size_t i = 0; i < s->known.count; i++)
        if (s->known.items[i].name == name) {
            *hash = s->known.items[i].hash;
            return WEND_OK;
        }
    wend_world_source source = wend_world_default_source();
    source.scene = scene;
    source.folder = s->folder;
    WEND_TRY(wend_world_source_hash(&source, hash, error));
    source_hash* slot = ARRAY_PUSH(&s->known);
    if (!slot) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the run");
    *slot = (source_hash){name, *hash};
    return WEND_OK;
}

wend_status source_hashes_get(source_hashes* s, const char* scene, uint64_t* hash,
                              wend_error* error) {
    pthread_mutex_lock(&s->lock);
    wend_status status = source_hashes_find(s, scene, hash, error);
    pthread_mutex_unlock(&s->lock);
    return status;
}
