// Parses the header of a log.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

#include "wend/log.h"

// A header being parsed, and the arena of its texts.
typedef struct reader {
    json_at root;
    arena* memory;
    wend_error* error;
} reader;

static wend_status header_keep(const reader* r, const json_at* field, const char** text) {
    const char* value = NULL;
    WEND_TRY(json_text(field, &value, r->error));
    *text = arena_text(r->memory, value, strlen(value));
    return *text ? WEND_OK : wend_fail(r->error, WEND_NO_MEMORY, "out of memory to read a log");
}

static wend_status text(const reader* r, const char* key, const char** value) {
    json_at field = {0};
    WEND_TRY(json_field(&r->root, key, &field, r->error));
    return header_keep(r, &field, value);
}

static wend_status header_number(const reader* r, const char* key, int* value) {
    json_at field = {0};
    int64_t wide = 0;
    WEND_TRY(json_field(&r->root, key, &field, r->error));
    WEND_TRY(json_int(&field, &wide, r->error));
    if (wide < 0 || wide > INT32_MAX) return json_fail(&field, r->error, "is out of range");
    *value = (int)wide;
    return WEND_OK;
}

static wend_status wide_number(const reader* r, const char* key, int base, uint64_t* value) {
    json_at field = {0};
    const char* digits = NULL;
    char* end = NULL;
    WEND_TRY(json_field(&r->root, key, &field, r->error));
    WEND_TRY(json_text(&field, &digits, r->error));
    *value = strtoull(digits, &end, base);
    return *digits && !*end ? WEND_OK : json_fail(&field, r->error, "is not a number");
}

static wend_status header_flag(const reader* r, const char* key, bool* value) {
    json_at field = {0};
    WEND_TRY(json_optional(&r->root, key, &field, r->error));
    return field.value ? json_bool(&field, value, r->error) : WEND_OK;
}

static wend_status header_place(const reader* r, const char* key, const char** value) {
    json_at places = {0}, field = {0};
    WEND_TRY(json_optional(&r->root, "places", &places, r->error));
    if (!places.value) return WEND_OK;
    WEND_TRY(json_optional(&places, key, &field, r->error));
    return field.value ? header_keep(r, &field, value) : WEND_OK;
}

// Older rescue logs have a flag in place of the option "native".
static wend_status header_read_native(const reader* r, wend_log_header* h) {
    bool native = false;
    WEND_TRY(header_flag(r, "native", &native));
    if (!native) return WEND_OK;
    size_t size = strlen(h->options) + sizeof ",native";
    char* options = arena_alloc(r->memory, size);
    if (!options) return wend_fail(r->error, WEND_NO_MEMORY, "out of memory to read a log");
    snprintf(options, size, "%s%snative", h->options, *h->options ? "," : "");
    h->options = options;
    return WEND_OK;
}

static wend_status header_read_all(const reader* r, wend_log_header* h) {
    WEND_TRY(text(r, "task", &h->task));
    WEND_TRY(text(r, "agent", &h->agent));
    WEND_TRY(text(r, "rules", &h->rules));
    json_at options = {0};
    h->options = "";
    WEND_TRY(json_optional(&r->root, "options", &options, r->error));
    if (options.value) WEND_TRY(header_keep(r, &options, &h->options));
    WEND_TRY(header_flag(r, "oracle", &h->oracle));
    WEND_TRY(header_flag(r, "snap", &h->snap));
    WEND_TRY(header_read_native(r, h));
    WEND_TRY(header_number(r, "episodes", &h->episodes));
    WEND_TRY(header_number(r, "max_steps", &h->max_steps));
    WEND_TRY(wide_number(r, "seed", 10, &h->seed));
    WEND_TRY(wide_number(r, "episodes_hash", 16, &h->episodes_hash));
    WEND_TRY(header_place(r, "episodes", &h->episodes_file));
    WEND_TRY(header_place(r, "graphs", &h->graphs_folder));
    WEND_TRY(header_place(r, "tours", &h->tours_file));
    WEND_TRY(header_place(r, "observations", &h->observations));
    return header_place(r, "scenes", &h->scenes_folder);
}

wend_status wend_log_read_header(const wend_log_set* set, const char* path, wend_log_header* header,
                                 wend_error* error) {
    json_document document;
    *header = (wend_log_header){0};
    WEND_TRY(json_document_parse(set->header, strlen(set->header), path, 1, &document, error));
    reader r = {json_document_root(&document), set->memory, error};
    wend_status status = header_read_all(&r, header);
    json_document_destroy(&document);
    return status;
}
