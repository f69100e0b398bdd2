#include "train/scene_marks.h"

#include <stdlib.h>

// An episode and the hash of its scene's name, to group episodes by scene.
typedef struct named_scene {
    uint64_t name;
    int32_t episode;
} named_scene;

static int scene_marks_compare_names(const void* a, const void* b) {
    const named_scene *x = a, *y = b;
    if (x->name != y->name) return x->name < y->name ? -1 : 1;
    return x->episode < y->episode ? -1 : 1;
}

static void group_by_name(const wend_batch* batch, named_scene* names, scene_marks* s) {
    for (int32_t i = 0; i < s->count; i++)
        names[i] = (named_scene){wend_hash_text(wend_batch_episode(batch, i).scene, 0), i};
    qsort(names, (size_t)s->count, sizeof *names, scene_marks_compare_names);
    for (int i = 0, first = 0; i < s->count; i++) {
        if (names[i].name != names[first].name) first = i;
        s->scene_of[names[i].episode] = names[first].episode;
    }
}

wend_status scene_marks_create(const wend_batch* batch, bool varied, scene_marks* s,
                               wend_error* error) {
    *s = (scene_marks){.count = wend_batch_episodes(batch)};
    if (s->count > SCENE_MARKS_MAX)
        return wend_fail(error, WEND_LIMIT, "%d episodes; training takes at most %d", s->count,
                         SCENE_MARKS_MAX);
    named_scene* names = wend_alloc((size_t)s->count * sizeof *names);
    s->scene_of = wend_alloc((size_t)s->count * sizeof *s->scene_of);
    s->marks = wend_alloc_zero((size_t)s->count, sizeof *s->marks);
    bool made = names && s->scene_of && s->marks;
    for (int32_t i = 0; made && i < s->count; i++) s->scene_of[i] = i;
    if (made && !varied) group_by_name(batch, names, s);
    wend_free(names);
    return made ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory");
}

void scene_marks_destroy(scene_marks* s) {
    wend_free(s->scene_of);
    wend_free(s->marks);
    *s = (scene_marks){0};
}

wend_status scene_marks_meet(scene_marks* s, const wend_batch* batch, int episode, uint64_t hash,
                             wend_error* error) {
    float *mark = &s->marks[s->scene_of[episode]], met = (float)(hash % SCENE_MARKS_MAX | 1);
    if (*mark != 0 && *mark != met)
        return wend_fail(
            error, WEND_ARGUMENT,
            "the content of scene %s changed since the run began; choose another folder "
            "or pass --overwrite",
            wend_batch_episode(batch, episode).scene);
    *mark = met;
    return WEND_OK;
}
