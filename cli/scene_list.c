#include "scene_list.h"

#include <stdio.h>
#include <string.h>

enum { MAX_SCENES = 1000000, MAX_NAME = 1024 };

// "house:0..99" denotes 100 names, "houses.jsonl#3..5" three; anything else denotes one.
typedef struct range {
    int stem;  // characters before the first number
    int first, last;
} range;

static range find_range(const char* word, size_t size) {
    char copy[MAX_NAME];
    range none = {(int)size, 0, 0};
    if (size >= sizeof copy) return none;
    memcpy(copy, word, size);
    copy[size] = 0;
    char* at = strrchr(copy, '#');
    if (!at) at = strrchr(copy, ':');
    int first, last, taken = 0;
    if (!at || sscanf(at + 1, "%d..%d%n", &first, &last, &taken) != 2 || at[1 + taken]) return none;
    return (range){(int)(at + 1 - copy), first, last};
}

static wend_status scene_list_count_words(const char* text, size_t* names, size_t* bytes,
                                          wend_error* error) {
    *names = *bytes = 0;
    for (const char* p = text;; p++) {
        size_t size = strcspn(p, ",");
        range r = find_range(p, size);
        if (r.first < 0 || r.last < r.first || r.last - r.first >= MAX_SCENES)
            return wend_fail(error, WEND_ARGUMENT, "'%.*s' is not a range of scenes such as 0..99",
                             (int)size, p);
        size_t count = (size_t)(r.last - r.first) + 1;
        *names += count;
        *bytes += count * (size + 12);
        p += size;
        if (!*p) break;
    }
    if (*names > MAX_SCENES)
        return wend_fail(error, WEND_ARGUMENT, "%zu scenes; at most %d at once", *names,
                         MAX_SCENES);
    return WEND_OK;
}

wend_status scene_list_parse(const char* text, scene_list* list, wend_error* error) {
    size_t names, bytes;
    *list = (scene_list){0};
    WEND_TRY(scene_list_count_words(text, &names, &bytes, error));
    list->names = wend_alloc(names * sizeof *list->names);
    list->memory = wend_alloc(bytes);
    if (!list->names || !list->memory) {
        scene_list_destroy(list);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a list of %zu scenes", names);
    }
    char* next = list->memory;
    for (const char* p = text;; p++) {
        size_t size = strcspn(p, ",");
        range r = find_range(p, size);
        for (int i = r.first; i <= r.last; i++) {
            list->names[list->count++] = next;
            if (r.stem < (int)size)
                next += sprintf(next, "%.*s%d", r.stem, p, i) + 1;
            else
                next += sprintf(next, "%.*s", (int)size, p) + 1;
        }
        p += size;
        if (!*p) break;
    }
    return WEND_OK;
}

void scene_list_destroy(scene_list* list) {
    wend_free(list->names);
    wend_free(list->memory);
    *list = (scene_list){0};
}
