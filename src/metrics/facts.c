// Parses the facts of a log record.
#include "metrics/facts.h"

#include <string.h>

wend_status facts_number(const json_at* object, const char* key, double* value, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return json_number(&field, value, error);
}

wend_status facts_int(const json_at* object, const char* key, int64_t* value, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return json_int(&field, value, error);
}

wend_status facts_bool(const json_at* object, const char* key, bool* value, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return json_bool(&field, value, error);
}

wend_status facts_text(const json_at* object, const char* key, const char** text,
                       wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return json_text(&field, text, error);
}

// ---- one record ---------------------------------------------------------------------------------

static wend_status facts_keep(wend_facts* facts, const char* text, const char** kept,
                              wend_error* error) {
    *kept = arena_text(facts->memory, text, strlen(text));
    return *kept ? WEND_OK
                 : wend_fail(error, WEND_NO_MEMORY, "out of memory for an episode's facts");
}

// A `text` of another type is ignored: it is only displayed, and not needed for scores.
static wend_status facts_read_text(wend_facts* facts, wend_error* error) {
    json_at field = {0};
    const char* text;
    bool has_text = json_optional(facts->root, "text", &field, NULL) == WEND_OK && field.value &&
                    json_text(&field, &text, NULL) == WEND_OK;
    return has_text ? facts_keep(facts, text, &facts->text, error) : WEND_OK;
}

static wend_status facts_read(const wend_score_kind* kind, const wend_log_record* record,
                              wend_facts* facts, wend_error* error) {
    const char* tour;
    if (kind->read) WEND_TRY(kind->read(record, facts, error));
    if (kind->in_tours) {
        WEND_TRY(facts_text(facts->root, "tour", &tour, error));
        WEND_TRY(facts_keep(facts, tour, &facts->tour, error));
    }
    return facts_read_text(facts, error);
}

wend_status facts_open(const wend_score_kind* kind, const wend_log_record* record, const char* name,
                       arena* memory, facts_document* document, wend_facts* facts,
                       wend_error* error) {
    *facts = (wend_facts){.memory = memory};
    WEND_TRY(
        json_document_parse(record->facts, strlen(record->facts), name, 1, &document->json, error));
    document->root = json_document_root(&document->json);
    facts->root = &document->root;
    wend_status status = facts_read(kind, record, facts, error);
    if (status != WEND_OK) facts_close(document, facts);
    return status;
}

void facts_close(facts_document* document, wend_facts* facts) {
    json_document_destroy(&document->json);
    facts->root = NULL;
}

wend_status facts_read_group(const wend_score_kind* kind, wend_facts* facts, wend_error* error) {
    const char* group;
    if (!kind->group) return WEND_OK;
    WEND_TRY(facts_text(facts->root, kind->group, &group, error));
    return facts_keep(facts, group, &facts->group, error);
}

// ---- public accessors ---------------------------------------------------------------------------

bool wend_facts_has(const wend_facts* facts, const char* key) {
    json_at field = {0};
    return json_optional(facts->root, key, &field, NULL) == WEND_OK && field.value;
}

wend_status wend_facts_number(const wend_facts* facts, const char* key, double* value,
                              wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(facts->root, key, &field, error));
    if (!json_is_boolean(field.value)) return json_number(&field, value, error);
    *value = json_is_true(field.value);
    return WEND_OK;
}

wend_status wend_facts_text(const wend_facts* facts, const char* key, const char** text,
                            wend_error* error) {
    return facts_text(facts->root, key, text, error);
}
