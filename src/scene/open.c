// Scenes by reference: how commands and episode files name a scene.
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/scene.h"

// "house:7": the words before the colon are a kind, everything after it is a number.
static bool split_generated(const char* reference, wend_scene_def* def) {
    const char* colon = strchr(reference, ':');
    char word[32];
    if (!colon || (size_t)(colon - reference) >= sizeof word || !isdigit((unsigned char)colon[1]))
        return false;
    snprintf(word, sizeof word, "%.*s", (int)(colon - reference), reference);
    if (wend_scene_kind_find(word, &def->kind, NULL) != WEND_OK) return false;
    char* end;
    errno = 0;
    def->seed = strtoull(colon + 1, &end, 10);
    return !*end && errno == 0;
}

wend_status wend_scene_open(const char* reference, const wend_import_def* given, wend_scene** scene,
                            wend_error* error) {
    *scene = NULL;
    wend_scene_def generated = wend_scene_default_def();
    if (split_generated(reference, &generated)) {
        if (given) generated.bake = given->bake;
        return wend_scene_generate(&generated, scene, error);
    }
    wend_import_def def = given ? *given : wend_import_default_def();
    const char* hash = strrchr(reference, '#');
    if (!hash || !isdigit((unsigned char)hash[1]))
        return wend_scene_load(reference, &def, scene, error);
    char path[4096];
    if ((size_t)(hash - reference) >= sizeof path)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", reference);
    snprintf(path, sizeof path, "%.*s", (int)(hash - reference), reference);
    def.house = (int)strtol(hash + 1, NULL, 10);
    return wend_scene_load(path, &def, scene, error);
}
