#include "run/failure_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SENTENCES = 20 };

void failure_list_add(failure_list* list, const wend_episode* e, const char* sentence) {
    for (size_t i = 0; i < list->causes.count; i++) {
        failure_cause* c = &list->causes.items[i];
        if (strcmp(c->sentence, sentence) != 0) continue;
        c->count++;
        if (e->index < c->first) c->first = e->index, c->id = e->id, c->scene = e->scene;
        return;
    }
    size_t size = strlen(sentence) + 1;
    char* copy = wend_alloc(size);
    failure_cause* c = copy ? ARRAY_PUSH(&list->causes) : NULL;
    if (!c) {
        wend_free(copy);
        return;
    }
    memcpy(copy, sentence, size);
    *c = (failure_cause){copy, e->id, e->scene, e->index, 1};
}

static int failure_list_compare(const void* a, const void* b) {
    const failure_cause *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

// Adds the scene, unless the sentence begins with it or covers several episodes.
static void failure_list_say(const failure_cause* c, wend_warn warn, void* context) {
    char text[1400];
    bool named = strncmp(c->sentence, c->scene, strlen(c->scene)) == 0;
    if (c->count > 1)
        snprintf(text, sizeof text, "%d episodes: %s", c->count, c->sentence);
    else
        snprintf(text, sizeof text, "episode %.200s%s%.120s: %s", c->id, named ? "" : " in ",
                 named ? "" : c->scene, c->sentence);
    warn(context, text);
}

void failure_list_report(failure_list* list, wend_warn warn, void* context) {
    size_t count = list->causes.count;
    if (!warn || !count) return;
    qsort(list->causes.items, count, sizeof *list->causes.items, failure_list_compare);
    for (size_t i = 0; i < count && i < MAX_SENTENCES; i++)
        failure_list_say(&list->causes.items[i], warn, context);
    if (count <= MAX_SENTENCES) return;
    char text[128];
    snprintf(text, sizeof text, "and %zu other reasons; the log has all of them",
             count - MAX_SENTENCES);
    warn(context, text);
}

void failure_list_destroy(failure_list* list) {
    for (size_t i = 0; i < list->causes.count; i++) wend_free(list->causes.items[i].sentence);
    ARRAY_FREE(&list->causes);
}
