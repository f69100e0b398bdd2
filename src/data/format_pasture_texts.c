// PASTURE's descriptions, object ids and prompt templates.
#include <stdio.h>
#include <string.h>

#include "data/format.h"

#include "wend/benchmarks/pasture.h"
#include "wend/language.h"

// Any list or nested object of strings is accepted: the weakest signature of all formats.
static int format_pasture_texts_detect(const outline* o) {
    if (o->root == '[') return o->has_texts ? 20 : 0;
    return o->root == '{' && (o->has_texts || o->has_text_lists) ? 20 : 0;
}

static wend_status format_pasture_texts_parse(const records_text* source, void** payload,
                                              wend_error* error) {
    WEND_TRY(format_payload(source, sizeof(wend_pasture_texts), payload, error));
    return wend_pasture_texts_parse(source->text, source->size, source->name, *payload, error);
}

static wend_status format_pasture_texts_write(const void* payload, const char* path,
                                              wend_error* error) {
    return wend_pasture_texts_write(payload, path, error);
}

static void format_pasture_texts_destroy(void* payload) {
    wend_pasture_texts_destroy(payload);
    wend_free(payload);
}

static int format_pasture_texts_count(const void* payload) {
    const wend_pasture_texts* set = payload;
    return set->count;
}

static wend_status format_pasture_texts_check(check* c) {
    const wend_pasture_texts* set = c->episodes->payload;
    for (int i = 0; i < set->count; i++) {
        const wend_pasture_text* text = &set->items[i];
        if (text->scene)
            snprintf(c->where, sizeof c->where, "%.60s %.60s", text->scene, text->key);
        else
            snprintf(c->where, sizeof c->where, "template %d", i);
        if (wend_words_count(text->text) == 0 ||
            (text->appearance && wend_words_count(text->appearance) == 0))
            check_say(c, WEND_RULE_NO_TEXT, "a description has no words");
        if (!text->scene && !strstr(text->text, "{}"))
            check_say(c, WEND_RULE_TEMPLATE, "no {} in '%s'", text->text);
    }
    return WEND_OK;
}

static wend_status format_pasture_texts_summarize(tally* t) {
    const wend_pasture_texts* set = t->episodes->payload;
    for (int i = 0; i < set->count; i++) {
        const wend_pasture_text* text = &set->items[i];
        const char* group = text->appearance ? "spatial" : text->scene ? "" : "templates";
        tally_one(t, "texts", group, NULL);
        if (text->scene) tally_one(t, "scenes", "", text->scene);
        tally_words(t, group, text->text);
        if (!text->appearance) continue;
        tally_words(t, "appearance", text->appearance);
        int near = 0;
        for (int k = 0; k < text->part_count; k++) near += strstr(text->parts[k], " near ") != NULL;
        tally_value(t, "near objects", "spatial", "", near);
    }
    return WEND_OK;
}

const format format_pasture_texts = {
    .kind = WEND_EPISODES_PASTURE_TEXTS,
    .name = "pasture-texts",
    .description = "PASTURE's descriptions, object ids, templates",
    .detect = format_pasture_texts_detect,
    .parse = format_pasture_texts_parse,
    .write = format_pasture_texts_write,
    .destroy = format_pasture_texts_destroy,
    .count = format_pasture_texts_count,
    .check = format_pasture_texts_check,
    .summarize = format_pasture_texts_summarize,
};
