// Reads and writes PASTURE's descriptions, object ids and prompt templates.
#include <string.h>

#include "data/records.h"

#include "wend/benchmarks/pasture.h"

// Reads "[spatial, appearance, [parts…]]".
static wend_status read_three(arena* memory, const json_at* at, wend_pasture_text* out,
                              wend_error* error) {
    size_t held;
    WEND_TRY(json_count(at, &held, error));
    if (held != 3) return json_fail(at, error, "spatial, appearance and parts expected");
    const char** texts[2] = {&out->text, &out->appearance};
    json_at item = {0};
    for (size_t i = 0; i < 2; i++) {
        const char* text = NULL;
        WEND_TRY(json_item(at, i, &item, error));
        WEND_TRY(json_text(&item, &text, error));
        WEND_TRY(record_copy(memory, &item, text, texts[i], error));
    }
    WEND_TRY(json_item(at, 2, &item, error));
    size_t count;
    WEND_TRY(json_count(&item, &count, error));
    const char** parts = NULL;
    WEND_TRY(records_alloc(memory, &item, count, sizeof *parts, &parts, error));
    for (size_t i = 0; i < count; i++) {
        json_at part = {0};
        const char* text = NULL;
        WEND_TRY(json_item(&item, i, &part, error));
        WEND_TRY(json_text(&part, &text, error));
        WEND_TRY(record_copy(memory, &part, text, &parts[i], error));
    }
    out->parts = parts;
    out->part_count = (int)count;
    return WEND_OK;
}

static wend_status pasture_texts_read_scene(const json_at* scene, const char* name,
                                            wend_pasture_texts* texts, wend_error* error) {
    if (!json_is_object(scene->value))
        return json_fail(scene, error, "an object of categories and their texts expected");
    void* iterator = NULL;
    json_at member = {0};
    while (record_member(scene, &iterator, &member)) {
        wend_pasture_text* out = &texts->items[texts->count];
        out->scene = name;
        WEND_TRY(record_copy(texts->memory, &member, member.key, &out->key, error));
        if (json_is_array(member.value))
            WEND_TRY(read_three(texts->memory, &member, out, error));
        else
            WEND_TRY(record_need_text(texts->memory, scene, member.key, &out->text, error));
        texts->count++;
    }
    return WEND_OK;
}

static wend_status pasture_texts_read_list(const json_at* root, wend_pasture_texts* texts,
                                           wend_error* error) {
    size_t count;
    WEND_TRY(json_count(root, &count, error));
    WEND_TRY(records_alloc(texts->memory, root, count, sizeof *texts->items, &texts->items, error));
    for (size_t i = 0; i < count; i++) {
        json_at item = {0};
        const char* text = NULL;
        WEND_TRY(json_item(root, i, &item, error));
        WEND_TRY(json_text(&item, &text, error));
        WEND_TRY(record_copy(texts->memory, &item, text, &texts->items[i].text, error));
    }
    texts->count = (int)count;
    texts->is_list = true;
    return WEND_OK;
}

static wend_status pasture_texts_read_file(const json_at* root, void* into, wend_error* error) {
    wend_pasture_texts* texts = into;
    if (!json_is_object(root->value)) return pasture_texts_read_list(root, texts, error);
    size_t count = 0;
    void* iterator = NULL;
    json_at scene = {0};
    while (record_member(root, &iterator, &scene))
        count += json_object_size(scene.value);  // 0 if the value is no object
    WEND_TRY(records_alloc(texts->memory, root, count, sizeof *texts->items, &texts->items, error));
    while (record_member(root, &iterator, &scene)) {
        const char* name = NULL;
        WEND_TRY(record_copy(texts->memory, &scene, scene.key, &name, error));
        WEND_TRY(pasture_texts_read_scene(&scene, name, texts, error));
    }
    return WEND_OK;
}

wend_status wend_pasture_texts_parse(const char* text, size_t size, const char* name,
                                     wend_pasture_texts* texts, wend_error* error) {
    *texts = (wend_pasture_texts){0};
    records_text source = {text, size, name};
    wend_status status =
        records_parse(&source, pasture_texts_read_file, texts, &texts->memory, error);
    if (status != WEND_OK) *texts = (wend_pasture_texts){0};
    return status;
}

wend_status wend_pasture_texts_read(const char* path, wend_pasture_texts* texts,
                                    wend_error* error) {
    *texts = (wend_pasture_texts){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_pasture_texts_parse(bytes.data, bytes.size, path, texts, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

static void pasture_texts_put_text(wend_json_out* out, const wend_pasture_text* text) {
    if (!text->appearance) {
        wend_json_out_text(out, text->key, text->text);
        return;
    }
    wend_json_out_array(out, text->key);
    wend_json_out_text(out, NULL, text->text);
    wend_json_out_text(out, NULL, text->appearance);
    wend_json_out_array(out, NULL);
    for (int i = 0; i < text->part_count; i++) wend_json_out_text(out, NULL, text->parts[i]);
    wend_json_out_end(out);
    wend_json_out_end(out);
}

wend_status wend_pasture_texts_write(const wend_pasture_texts* texts, const char* path,
                                     wend_error* error) {
    wend_json_out out = {0};
    bool list = texts->is_list;
    if (list)
        wend_json_out_array(&out, NULL);
    else
        wend_json_out_object(&out, NULL);
    for (int i = 0; i < texts->count; i++) {
        const char* scene = texts->items[i].scene;
        bool first = !list && (i == 0 || strcmp(scene, texts->items[i - 1].scene) != 0);
        bool last = !list && (i + 1 == texts->count || strcmp(scene, texts->items[i + 1].scene));
        if (first) wend_json_out_object(&out, scene);
        pasture_texts_put_text(&out, &texts->items[i]);
        if (last) wend_json_out_end(&out);
    }
    wend_json_out_end(&out);
    return record_save(&out, path, error);
}

void wend_pasture_texts_destroy(wend_pasture_texts* texts) {
    records_close(&texts->memory);
    *texts = (wend_pasture_texts){0};
}

const wend_pasture_text* wend_pasture_texts_find(const wend_pasture_texts* texts, const char* scene,
                                                 const char* key) {
    for (int i = 0; i < texts->count; i++) {
        const wend_pasture_text* text = &texts->items[i];
        if (text->scene && strcmp(text->scene, scene) == 0 && strcmp(text->key, key) == 0)
            return text;
    }
    return NULL;
}
