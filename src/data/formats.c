// The table of formats, in the order of wend_episodes_kind.
#include <string.h>

#include "data/format.h"

static const format* const formats[WEND_EPISODES_KIND_COUNT] = {
#define X(name, object) [WEND_EPISODES_##name] = &format_##object,
    WEND_EPISODES_KIND_LIST(X)
#undef X
};

const format* format_of_kind(wend_episodes_kind kind) {
    return (unsigned)kind < WEND_EPISODES_KIND_COUNT ? formats[kind] : NULL;
}

const format* format_detect(const char* text, size_t size) {
    outline o = outline_of(text, size);
    const format* best = NULL;
    int best_score = 0;
    for (int i = 0; i < WEND_EPISODES_KIND_COUNT; i++) {
        int score = formats[i]->detect(&o);
        if (score <= best_score) continue;
        best = formats[i];
        best_score = score;
    }
    return best;
}

wend_status format_payload(const records_text* source, size_t size, void** payload,
                           wend_error* error) {
    *payload = wend_alloc_zero(1, size);
    if (*payload) return WEND_OK;
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", source->name);
}

const char* wend_episodes_kind_name(wend_episodes_kind kind) {
    const format* f = format_of_kind(kind);
    return f ? f->name : "unknown";
}

const char* wend_episodes_kind_what(wend_episodes_kind kind) {
    const format* f = format_of_kind(kind);
    return f ? f->description : "unknown";
}

wend_status wend_episodes_kind_parse(const char* name, wend_episodes_kind* kind,
                                     wend_error* error) {
    if (strcmp(name, "pasture") == 0) name = "robothor";  // PASTURE uses RoboTHOR's format
    for (int i = 0; i < WEND_EPISODES_KIND_COUNT; i++)
        if (strcmp(name, formats[i]->name) == 0) {
            *kind = (wend_episodes_kind)i;
            return WEND_OK;
        }
    wend_text_out words = {0};
    for (int i = 0; i < WEND_EPISODES_KIND_COUNT; i++)
        wend_text_put(&words, "%s%s", i ? ", " : "", formats[i]->name);
    wend_status status = wend_fail(error, WEND_NOT_FOUND, "there is no kind '%s'; there are %s",
                                   name, words.items ? words.items : "others");
    wend_text_destroy(&words);
    return status;
}

wend_episodes_kind wend_episodes_kind_detect(const char* text, size_t size) {
    const format* f = format_detect(text, size);
    return f ? f->kind : WEND_EPISODES_ANY;
}
