// Field types shared by the readers of VLN files.
#include "data/fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

bool fields_keep(fields_rest* rest, pull* p, pull_span key) {
    pull_span value;
    if (!pull_raw(p, &value)) return false;
    wend_text_put_bytes(&rest->text, rest->text.count ? ", \"" : "{\"", rest->text.count ? 3 : 2);
    wend_text_put_bytes(&rest->text, key.text, key.size);
    wend_text_put_bytes(&rest->text, "\": ", 3);
    wend_text_put_bytes(&rest->text, value.text, value.size);
    return !rest->text.out_of_memory || pull_no_memory(p);
}

bool fields_take(fields_rest* rest, pull* p, arena* memory, const char** members) {
    *members = NULL;
    if (rest->text.count == 0 || p->status != WEND_OK) return p->status == WEND_OK;
    wend_text_put_bytes(&rest->text, "}", 1);
    if (!rest->text.out_of_memory)
        *members = arena_text(memory, rest->text.items, rest->text.count);
    rest->text.count = 0;
    return *members || pull_no_memory(p);
}

void fields_destroy(fields_rest* rest) { wend_text_destroy(&rest->text); }

void* fields_copy(arena* memory, const void* items, size_t count, size_t size) {
    void* copy = arena_alloc(memory, count * size);
    if (copy && count) memcpy(copy, items, count * size);
    return copy;
}

bool fields_texts(pull* p, arena* memory, const char* const** texts, int* count) {
    ARRAY_OF(const char*) list = {0};
    for (pull_array(p); pull_more(p);) {
        const char** text = ARRAY_PUSH(&list);
        if (!text)
            pull_no_memory(p);
        else
            pull_text(p, memory, text);
    }
    if (p->status == WEND_OK) {
        *texts = fields_copy(memory, list.items, list.count, sizeof *list.items);
        *count = (int)list.count;
        if (!*texts) pull_no_memory(p);
    }
    ARRAY_FREE(&list);
    return p->status == WEND_OK;
}

void fields_write_texts(wend_json_out* out, const char* key, const char* const* texts, int count) {
    wend_json_out_array(out, key);
    for (int i = 0; i < count; i++) wend_json_out_text(out, NULL, texts[i]);
    wend_json_out_end(out);
}

bool fields_id(pull* p, arena* memory, const char** id, bool* is_number) {
    *is_number = pull_peek(p) == '0';
    if (!*is_number) return pull_text(p, memory, id);
    int64_t number;
    char digits[32];
    if (!pull_int(p, &number)) return false;
    int size = snprintf(digits, sizeof digits, "%" PRId64, number);
    *id = arena_text(memory, digits, (size_t)size);
    return *id || pull_no_memory(p);
}

void fields_write_id(wend_json_out* out, const char* key, const char* id, bool is_number) {
    if (is_number)
        wend_json_out_int(out, key, strtoll(id, NULL, 10));
    else
        wend_json_out_text(out, key, id);
}

int fields_line(const pull* p, const char** at, int* line) {
    for (; *at < p->at; ++*at) *line += **at == '\n';
    return *line;
}

wend_status fields_scene(const char* extra, arena* memory, const char** scene, wend_error* error) {
    *scene = NULL;
    if (!extra) return WEND_OK;
    json_document document;
    WEND_TRY(json_document_parse(extra, strlen(extra), "scene_id", 1, &document, error));
    json_at root = json_document_root(&document), field = {0};
    const char* text = NULL;
    wend_status status = json_optional(&root, "scene_id", &field, error);
    if (status == WEND_OK && field.value) status = json_text(&field, &text, error);
    if (status == WEND_OK && text) {
        *scene = arena_text(memory, text, strlen(text));
        if (!*scene) status = wend_fail(error, WEND_NO_MEMORY, "out of memory for a scene's name");
    }
    json_document_destroy(&document);
    return status;
}
