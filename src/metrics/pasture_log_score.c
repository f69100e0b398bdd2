// [PASTURE, section 6; cow: success rate, SPL, and why episodes fail]
#include "metrics/pasture_log_score.h"

#include <string.h>

typedef struct pasture_facts {
    double shortest, distance;
    bool stopped, visible;
    bool seen, reached;  // at some time
} pasture_facts;

static wend_status read_bool(const json_at* facts, const char* key, bool* flag, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(facts, key, &field, error));
    return json_bool(&field, flag, error);
}

// A step, or null for never.
static wend_status read_when(const json_at* facts, const char* key, bool* ever, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_optional(facts, key, &field, error));
    *ever = field.value != NULL;
    return WEND_OK;
}

static wend_status read_facts(const json_at* facts, pasture_facts* f, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(facts, "shortest", &field, error));
    WEND_TRY(json_number(&field, &f->shortest, error));
    // On another floor there is no distance: null.
    WEND_TRY(json_optional(facts, "distance", &field, error));
    f->distance = (double)INFINITY;
    if (field.value) WEND_TRY(json_number(&field, &f->distance, error));
    WEND_TRY(read_bool(facts, "stopped", &f->stopped, error));
    WEND_TRY(read_bool(facts, "visible", &f->visible, error));
    WEND_TRY(read_when(facts, "seen", &f->seen, error));
    return read_when(facts, "reached", &f->reached, error);
}

// Whether the agent says that it has localised the target: {"localised": step or null}.
static wend_status read_notes(const wend_log_record* record, bool* localised, wend_error* error) {
    json_document document;
    *localised = false;
    if (!record->notes) return WEND_OK;
    WEND_TRY(
        json_document_parse(record->notes, strlen(record->notes), "notes", 1, &document, error));
    json_at root = json_document_root(&document), field = {0};
    wend_status status = json_optional(&root, "localised", &field, error);
    *localised = status == WEND_OK && field.value;
    json_document_destroy(&document);
    return status;
}

wend_status pasture_log_score(const wend_log_record* record, const json_at* facts, double* values,
                              wend_error* error) {
    pasture_facts f = {0};
    bool localised;
    WEND_TRY(read_facts(facts, &f, error));
    WEND_TRY(read_notes(record, &localised, error));
    double walked = 0;
    for (int i = 0; i < record->steps; i++)
        walked += (double)wend_v3_distance(record->poses[i].feet, record->poses[i + 1].feet);
    bool success = f.stopped && f.visible, late = !success && !f.stopped;
    double longer = walked > f.shortest ? walked : f.shortest;
    values[PASTURE_COLUMN_success] = success;
    values[PASTURE_COLUMN_spl] = success ? (longer > 0 ? f.shortest / longer : 1) : 0;
    values[PASTURE_COLUMN_distance_to_goal] = f.distance;
    values[PASTURE_COLUMN_never_seen] = late && !f.seen;
    values[PASTURE_COLUMN_not_localised] = late && f.seen && !localised;
    values[PASTURE_COLUMN_not_reached] = late && f.seen && localised;
    values[PASTURE_COLUMN_false_alarm] = !success && f.stopped;
    values[PASTURE_COLUMN_official_exploration] = late && !f.reached;
    values[PASTURE_COLUMN_official_localisation] = !success && f.stopped;
    values[PASTURE_COLUMN_official_planning] = late && f.reached;
    values[PASTURE_COLUMN_steps] = record->steps;
    values[PASTURE_COLUMN_path_length] = walked;
    return WEND_OK;
}

wend_status pasture_ending(const wend_log_record* record, const json_at* facts,
                           const double* values, int* ending, wend_error* error) {
    (void)record;
    (void)facts;
    (void)error;
    *ending = values[PASTURE_COLUMN_never_seen] > 0      ? 1
              : values[PASTURE_COLUMN_not_localised] > 0 ? 2
              : values[PASTURE_COLUMN_not_reached] > 0   ? 3
              : values[PASTURE_COLUMN_false_alarm] > 0   ? 4
                                                         : 0;
    return WEND_OK;
}
