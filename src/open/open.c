// Opens scenes by reference, as commands and episode files name them: "house:7", "houses.jsonl#12",
// or a path.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/letter.h"
#include "open/load.h"

// Parses "house:7": a scene kind and a seed.
static bool split_generated(const char* reference, wend_scene_def* def) {
    const char* colon = strchr(reference, ':');
    char word[32];
    if (!colon || (size_t)(colon - reference) >= sizeof word || !letter_is_digit(colon[1]))
        return false;
    snprintf(word, sizeof word, "%.*s", (int)(colon - reference), reference);
    if (wend_scene_kind_parse(word, &def->kind, NULL) != WEND_OK) return false;
    char* end;
    errno = 0;
    def->seed = strtoull(colon + 1, &end, 10);
    return !*end && errno == 0;
}

// Error for "house", "house7", "house:x": a scene kind without a valid seed.
static wend_status check_seed(const char* reference, wend_error* error) {
    for (int i = 0; i < WEND_SCENE_KIND_COUNT; i++) {
        const char* name = wend_scene_kind_name((wend_scene_kind)i);
        if (strncmp(reference, name, strlen(name)) != 0) continue;
        const char* rest = reference + strlen(name);
        const char* seed = rest[strspn(rest, "0123456789")] ? "7" : *rest ? rest : "7";
        if (*rest == ':' || seed == rest || !*rest)
            return wend_fail(error, WEND_ARGUMENT,
                             "%s: neither a file nor a generated scene; those have a seed: %s:%s",
                             reference, name, seed);
    }
    return WEND_OK;
}

// Error for "hose:7": an unknown scene kind, unless a file of that name exists.
static wend_status check_kind(const char* reference, wend_error* error) {
    const char* colon = strchr(reference, ':');
    if (access(reference, F_OK) != 0) WEND_TRY(check_seed(reference, error));
    if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789")] ||
        access(reference, F_OK) == 0)
        return WEND_OK;
    char word[64];
    wend_scene_kind kind;
    snprintf(word, sizeof word, "%.*s", (int)(colon - reference), reference);
    wend_status status = wend_scene_kind_parse(word, &kind, error);
    if (status != WEND_OK) wend_error_prefix(error, "%s", reference);
    return status;
}

// Splits "houses.jsonl.gz#12" into path and house index.
static wend_status split_house(const char* reference, wend_import_def* def, char* path, size_t size,
                               wend_error* error) {
    const char* hash = strrchr(reference, '#');
    bool numbered = hash && letter_is_digit(hash[1]);
    size_t length = numbered ? (size_t)(hash - reference) : strlen(reference);
    if (length >= size) return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", reference);
    snprintf(path, size, "%.*s", (int)length, reference);
    if (numbered) def->house = (int)strtol(hash + 1, NULL, 10);
    return WEND_OK;
}

// Nullable: folder.
static wend_status open_by_reference(const char* reference, const wend_import_def* given,
                                     const char* folder, wend_scene** scene, wend_error* error) {
    *scene = NULL;
    wend_scene_def generated = wend_scene_default_def();
    if (split_generated(reference, &generated)) {
        if (given) generated.bake = given->bake;
        return folder ? wend_scene_generate_cached(&generated, folder, scene, error)
                      : wend_scene_generate(&generated, scene, error);
    }
    wend_import_def def = given ? *given : wend_import_default_def();
    char path[4096];
    WEND_TRY(check_kind(reference, error));
    WEND_TRY(split_house(reference, &def, path, sizeof path, error));
    // Cache files are not cached again.
    return folder && !scene_is_cache(path)
               ? wend_scene_load_cached(path, &def, folder, scene, error)
               : wend_scene_load(path, &def, scene, error);
}

wend_status wend_scene_open(const char* reference, const wend_import_def* def, wend_scene** scene,
                            wend_error* error) {
    return open_by_reference(reference, def, NULL, scene, error);
}

wend_status wend_scene_open_cached(const char* reference, const wend_import_def* def,
                                   const char* folder, wend_scene** scene, wend_error* error) {
    return open_by_reference(reference, def, folder, scene, error);
}
