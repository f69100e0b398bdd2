// ObjectNav and PASTURE: success rate, SPL, and reasons of failures. [PASTURE, section 6; cow]
#include <string.h>

#include "metrics/facts.h"
#include "metrics/log_path.h"
#include "metrics/score_kinds.h"

// X(name). A failed episode has one of the four classes of PASTURE's figure 6 (false_positive: it
// stopped elsewhere), and one of the three labels of CoW's code (official_…).
#define PASTURE_COLUMNS(X)   \
    X(success)               \
    X(spl)                   \
    X(distance_to_goal)      \
    X(never_seen)            \
    X(not_localised)         \
    X(not_reached)           \
    X(false_positive)        \
    X(official_exploration)  \
    X(official_localisation) \
    X(official_planning)     \
    X(steps)                 \
    X(path_length)

enum {
#define X(name) PASTURE_##name,
    PASTURE_COLUMNS(X)
#undef X
};

// ---- facts --------------------------------------------------------------------------------------

// A step, or null for never.
static wend_status read_when(const json_at* facts, const char* key, bool* ever, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_optional(facts, key, &field, error));
    *ever = field.value != NULL;
    return WEND_OK;
}

static wend_status pasture_read_facts(const wend_log_record* record, wend_facts* facts,
                                      wend_error* error) {
    pasture_facts* f = &facts->pasture;
    json_at field = {0};
    (void)record;
    WEND_TRY(facts_number(facts->root, "shortest", &f->shortest, error));
    // null if the target is on another floor.
    WEND_TRY(json_optional(facts->root, "distance", &field, error));
    f->distance = (double)INFINITY;
    if (field.value) WEND_TRY(json_number(&field, &f->distance, error));
    WEND_TRY(facts_bool(facts->root, "stopped", &f->stopped, error));
    WEND_TRY(facts_bool(facts->root, "visible", &f->visible, error));
    WEND_TRY(read_when(facts->root, "seen", &f->seen, error));
    return read_when(facts->root, "reached", &f->reached, error);
}

// Whether the agent localised the target, by its notes: {"localised": step or null}.
static wend_status pasture_read_notes(const wend_log_record* record, bool* localised,
                                      wend_error* error) {
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

// ---- score --------------------------------------------------------------------------------------

// The index of the ending: found, never seen, not localised, not reached, false positive.
static int pasture_ending_of(const double* values) {
    return values[PASTURE_never_seen] > 0       ? 1
           : values[PASTURE_not_localised] > 0  ? 2
           : values[PASTURE_not_reached] > 0    ? 3
           : values[PASTURE_false_positive] > 0 ? 4
                                                : 0;
}

static wend_status pasture_log_score(const wend_score_kind* kind, const wend_log_record* record,
                                     const wend_facts* facts, double* values, int* ending,
                                     wend_error* error) {
    const pasture_facts* f = &facts->pasture;
    bool localised;
    (void)kind;
    WEND_TRY(pasture_read_notes(record, &localised, error));
    double walked = log_path_length(record, record->steps);
    bool success = f->stopped && f->visible, late = !f->stopped;
    double longer = walked > f->shortest ? walked : f->shortest;
    values[PASTURE_success] = success;
    values[PASTURE_spl] = success ? (longer > 0 ? f->shortest / longer : 1) : 0;
    values[PASTURE_distance_to_goal] = f->distance;
    values[PASTURE_never_seen] = late && !f->seen;
    values[PASTURE_not_localised] = late && f->seen && !localised;
    values[PASTURE_not_reached] = late && f->seen && localised;
    values[PASTURE_false_positive] = !success && f->stopped;
    values[PASTURE_official_exploration] = late && !f->reached;
    values[PASTURE_official_localisation] = !success && f->stopped;
    values[PASTURE_official_planning] = late && f->reached;
    values[PASTURE_steps] = record->steps;
    values[PASTURE_path_length] = walked;
    *ending = pasture_ending_of(values);
    return WEND_OK;
}

#define X(name) #name,
#define PASTURE_KIND(name)                                                                    \
    {                                                                                         \
        .task = name, .columns = {PASTURE_COLUMNS(X)},                                        \
        .endings = {"found", "never seen", "not localised", "not reached", "false positive"}, \
        .score = pasture_log_score, .group = "split", .read = pasture_read_facts              \
    }
const wend_score_kind objectnav_score_kind = PASTURE_KIND("objectnav");
const wend_score_kind pasture_score_kind = PASTURE_KIND("pasture");
