#include "scene_argument.h"

#include <stdio.h>
#include <string.h>

static void warn_on_stderr(void* context, const char* sentence) {
    (void)context;
    fprintf(stderr, "wend: warning: %s\n", sentence);
}

wend_import_def scene_argument_def(void) {
    wend_import_def def = wend_import_default_def();
    def.warn = warn_on_stderr;
    return def;
}

wend_status scene_argument_open(const char* reference, wend_scene** scene, wend_error* error) {
    wend_import_def def = scene_argument_def();
    return wend_scene_open(reference, &def, scene, error);
}

bool has_ending(const char* path, const char* ending) {
    size_t n = strlen(path), m = strlen(ending);
    return n >= m && strcmp(path + n - m, ending) == 0;
}

static void level_path(const char* out, int level, bool several, char* path, size_t size) {
    const char* dot = strrchr(out, '.');
    if (!several || !dot)
        snprintf(path, size, "%s", out);
    else
        snprintf(path, size, "%.*s-%d%s", (int)(dot - out), out, level, dot);
}

wend_status level_draw(const wend_scene* scene, int level, float scale, const char* out,
                       level_drawing draw, const void* context, wend_error* error) {
    int levels = (int)wend_scene_get(scene)->levels.count;
    wend_vec3 size = wend_aabb_size(wend_scene_bounds(scene));
    if (scale == 0) scale = fminf(100, fmaxf(1, 1000 / fmaxf(1, fmaxf(size.x, size.z))));
    if (levels < 1) levels = 1;
    for (int i = level < 0 ? 0 : level; i < (level < 0 ? levels : level + 1); i++) {
        char path[4096];
        level_path(out, i, level < 0 && levels > 1, path, sizeof path);
        WEND_TRY(draw(context, scene, i, scale, path, error));
        printf("%s\n", path);
    }
    return WEND_OK;
}
