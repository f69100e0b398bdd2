#include "run/source_hashes.h"

#include <string.h>

void source_hashes_make(source_hashes* s, const char* folder) {
    *s = (source_hashes){.folder = folder};
    pthread_mutex_init(&s->lock, NULL);
}

void source_hashes_destroy(source_hashes* s) {
    ARRAY_FREE(&s->known);
    ARRAY_FREE(&s->played);
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

static const source_hash* source_hashes_played(const source_hashes* s, uint64_t name) {
    for (size_t i = 0; i < s->played.count; i++)
        if (s->played.items[i].name == name) return &s->played.items[i];
    return NULL;
}

wend_status source_hashes_note(source_hashes* s, const char* scene, uint64_t content,
                               wend_error* error) {
    uint64_t name = wend_hash_text(scene, 0);
    if (!content || source_hashes_played(s, name)) return WEND_OK;
    source_hash* slot = ARRAY_PUSH(&s->played);
    if (!slot) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the run");
    *slot = (source_hash){name, content};
    return WEND_OK;
}

bool source_hashes_match(const source_hashes* s, const char* scene, uint64_t content,
                         uint64_t* before) {
    const source_hash* played = source_hashes_played(s, wend_hash_text(scene, 0));
    *before = played ? played->hash : content;
    return *before == content;
}
