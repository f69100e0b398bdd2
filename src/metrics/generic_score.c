// Score of tasks without their own: columns from the facts.
#include <string.h>

#include "metrics/facts.h"
#include "metrics/log_path.h"
#include "metrics/score_kinds.h"

#include "wend/metrics.h"

// Columns of every record, independent of its facts.
static const char* const own_columns[] = {"steps", "path_length", "collisions"};
enum { OWN_COUNT = sizeof own_columns / sizeof *own_columns };

static bool is_own(const char* name) {
    for (int i = 0; i < OWN_COUNT; i++)
        if (strcmp(name, own_columns[i]) == 0) return true;
    return false;
}

static const char* key_of(const char* column) {
    return strcmp(column, "distance_to_goal") == 0 ? "distance" : column;
}

// ---- scoring ------------------------------------------------------------------------------------

static double column_value(const wend_log_record* record, const wend_facts* facts,
                           const char* column) {
    double value;
    if (strcmp(column, "steps") == 0) return record->steps;
    if (strcmp(column, "path_length") == 0) return log_path_length(record, record->steps);
    if (strcmp(column, "collisions") == 0) return log_collisions(record);
    bool known = wend_facts_number(facts, key_of(column), &value, NULL) == WEND_OK ||
                 wend_facts_number(facts, column, &value, NULL) == WEND_OK;
    return known ? value : (double)INFINITY;
}

static wend_status generic_score(const wend_score_kind* kind, const wend_log_record* record,
                                 const wend_facts* facts, double* values, int* ending,
                                 wend_error* error) {
    (void)error;
    for (int i = 0; i < score_kind_column_count(kind); i++)
        values[i] = column_value(record, facts, kind->columns[i]);
    *ending = kind->endings[0] && !(values[0] > 0 && values[0] < (double)INFINITY);
    return WEND_OK;
}

// ---- columns ------------------------------------------------------------------------------------

static bool is_listed(const wend_score_kind* kind, const char* name) {
    for (int i = 0; i < score_kind_column_count(kind); i++)
        if (strcmp(kind->columns[i], name) == 0) return true;
    return false;
}

static wend_status add_column(wend_score_kind* kind, const char* key, arena* names,
                              wend_error* error) {
    const char* name = strcmp(key, "distance") == 0 ? "distance_to_goal" : key;
    int count = score_kind_column_count(kind);
    wend_score_meaning meaning = wend_score_meaning_of(name);
    bool has_title = strcmp(meaning.title, name) != 0;
    if (is_own(name) || is_listed(kind, name) || count >= WEND_SCORE_MAX_COLUMNS - OWN_COUNT)
        return WEND_OK;
    if (!has_title && !names) return WEND_OK;
    kind->columns[count] = has_title ? meaning.name : arena_text(names, name, strlen(name));
    if (!kind->columns[count]) return wend_fail(error, WEND_NO_MEMORY, "out of memory for columns");
    return WEND_OK;
}

static wend_status add_columns(wend_score_kind* kind, const json_t* facts, arena* names,
                               wend_error* error) {
    const char* key;
    json_t* value;
    const json_t* success = json_object_get(facts, "success");
    if (json_is_boolean(success) || json_is_number(success)) {
        WEND_TRY(add_column(kind, "success", names, error));
        kind->endings[0] = "success";
        kind->endings[1] = "failure";
    }
    json_object_foreach((json_t*)facts, key, value) {
        if (!json_is_boolean(value) && !json_is_number(value)) continue;
        WEND_TRY(add_column(kind, key, names, error));
    }
    return WEND_OK;
}

wend_status generic_score_kind_make(const char* task, const wend_log_record* record, arena* names,
                                    wend_score_kind* kind, wend_error* error) {
    *kind = (wend_score_kind){.task = task, .score = generic_score};
    if (record) {
        json_document document;
        WEND_TRY(json_document_parse(record->facts, strlen(record->facts), record->id, 1, &document,
                                     error));
        wend_status status = add_columns(kind, document.root, names, error);
        json_document_destroy(&document);
        WEND_TRY(status);
    }
    for (int i = 0; i < OWN_COUNT; i++)
        kind->columns[score_kind_column_count(kind)] = own_columns[i];
    return WEND_OK;
}
