// MultiON's numbers from the facts of its log, and why an episode failed.
#include "metrics/multion_log_score.h"

#include <string.h>

#include "metrics/log_walk.h"

#include "wend/metrics.h"

enum { MAX_GOALS = 64 };
// Recognised with fewer steps left than this, a goal was out of steps rather than out of reach.
enum { TIME_TO_REACH = 100 };

typedef struct multion_facts {
    double legs[MAX_GOALS];
    bool seen[MAX_GOALS];
    int goals;
    double lengths[MAX_GOALS], distances[MAX_GOALS];  // of the finds
    int finds;
    bool wrong, sighted, strict_progress, ppl_to_last_find;
    double radius;
} multion_facts;

// ---- reading ------------------------------------------------------------------------------------

static wend_status number(const json_at* object, const char* key, double* value,
                          wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return json_number(&field, value, error);
}

static wend_status flag(const json_at* object, const char* key, bool* value, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return json_bool(&field, value, error);
}

static wend_status is_word(const json_at* object, const char* key, const char* word, bool* value,
                           wend_error* error) {
    json_at field = {0};
    const char* text;
    WEND_TRY(json_field(object, key, &field, error));
    WEND_TRY(json_text(&field, &text, error));
    *value = strcmp(text, word) == 0;
    return WEND_OK;
}

static wend_status list(const json_at* facts, const char* key, json_at* items, size_t* count,
                        wend_error* error) {
    WEND_TRY(json_field(facts, key, items, error));
    WEND_TRY(json_count(items, count, error));
    if (*count <= MAX_GOALS) return WEND_OK;
    return json_fail(items, error, "%zu; at most %d", *count, MAX_GOALS);
}

static wend_status read_goals(const json_at* facts, multion_facts* f, wend_error* error) {
    json_at goals = {0}, goal = {0}, seen = {0};
    size_t count;
    WEND_TRY(list(facts, "goals", &goals, &count, error));
    for (size_t i = 0; i < count; i++) {
        WEND_TRY(json_item(&goals, i, &goal, error));
        WEND_TRY(number(&goal, "leg", &f->legs[i], error));
        WEND_TRY(json_optional(&goal, "seen", &seen, error));
        f->seen[i] = seen.value != NULL;
    }
    f->goals = (int)count;
    return WEND_OK;
}

static wend_status read_finds(const wend_log_record* record, const json_at* facts, multion_facts* f,
                              wend_error* error) {
    json_at all = {0}, one = {0};
    size_t count;
    WEND_TRY(list(facts, "found", &all, &count, error));
    for (size_t i = 0; i < count; i++) {
        bool correct;
        double step, distance;
        WEND_TRY(json_item(&all, i, &one, error));
        WEND_TRY(flag(&one, "correct", &correct, error));
        WEND_TRY(number(&one, "step", &step, error));
        WEND_TRY(number(&one, "distance", &distance, error));
        f->wrong |= !correct;
        if (!correct) continue;
        if (!(step >= 0 && step <= record->steps))
            return json_fail(&one, error, "step %g; the episode has %d", step, record->steps);
        f->lengths[f->finds] = log_walked(record, (int)step);
        f->distances[f->finds++] = distance;
    }
    return WEND_OK;
}

static wend_status read_facts(const wend_log_record* record, const json_at* facts, multion_facts* f,
                              wend_error* error) {
    WEND_TRY(read_goals(facts, f, error));
    WEND_TRY(read_finds(record, facts, f, error));
    WEND_TRY(flag(facts, "sighted", &f->sighted, error));
    WEND_TRY(number(facts, "radius", &f->radius, error));
    WEND_TRY(is_word(facts, "progress", "less", &f->strict_progress, error));
    return is_word(facts, "ppl", "last", &f->ppl_to_last_find, error);
}

// ---- why it failed ------------------------------------------------------------------------------

// When the agent says it recognised a goal: "recognised": [step or null a goal] in its notes.
// *known is false where it says nothing of the sort.
static wend_status recognised_at(const wend_log_record* record, int goal, bool* known, bool* did,
                                 double* step, wend_error* error) {
    json_document document;
    json_at all = {0}, one = {0};
    size_t count = 0;
    *known = *did = false;
    if (!record->notes) return WEND_OK;
    WEND_TRY(
        json_document_parse(record->notes, strlen(record->notes), "notes", 1, &document, error));
    json_at root = json_document_root(&document);
    wend_status status = json_optional(&root, "recognised", &all, error);
    if (status == WEND_OK && all.value) {
        *known = true;
        status = json_count(&all, &count, error);
        if (status == WEND_OK && (size_t)goal < count) {
            status = json_item(&all, (size_t)goal, &one, error);
            *did = status == WEND_OK && !json_is_null(one.value);
            if (*did) status = json_number(&one, step, error);
        }
    }
    json_document_destroy(&document);
    return status;
}

// Of an episode that ended without all goals, the one reason: a wrong FOUND; or of the goal that
// was due: never in view, in view and not recognised, recognised long before the end and not
// reached; else there were too few steps, or nobody knows more.
static wend_status why_failed(const wend_log_record* record, const multion_facts* f, int* ending,
                              wend_error* error) {
    bool known, did;
    double step = 0;
    *ending = MULTION_OUT_OF_STEPS;
    if (f->wrong) *ending = MULTION_WRONG_FOUND;
    if (f->wrong || !f->sighted) return WEND_OK;
    WEND_TRY(recognised_at(record, f->finds, &known, &did, &step, error));
    if (!f->seen[f->finds] && !did)
        *ending = MULTION_NOT_SEEN;
    else if (known && !did)
        *ending = MULTION_NOT_RECOGNISED;
    else if (did && record->steps - step >= TIME_TO_REACH)
        *ending = MULTION_NOT_REACHED;
    return WEND_OK;
}

wend_status multion_log_score(const wend_log_record* record, const json_at* facts, double* values,
                              wend_error* error) {
    multion_facts f = {0};
    WEND_TRY(read_facts(record, facts, &f, error));
    if (f.goals < 1 || f.finds > f.goals)
        return json_fail(facts, error, "%d finds of %d goals", f.finds, f.goals);
    wend_multion_outcome outcome = {.legs = f.legs,
                                    .goals = f.goals,
                                    .lengths = f.lengths,
                                    .distances = f.distances,
                                    .finds = f.finds,
                                    .length = log_walked(record, record->steps),
                                    .radius = f.radius};
    wend_multion_score score =
        wend_multion_score_by(&outcome, f.strict_progress, f.ppl_to_last_find);
    values[MULTION_success] = score.success;
    values[MULTION_progress] = score.progress;
    values[MULTION_spl] = score.spl;
    values[MULTION_ppl] = score.ppl;
    values[MULTION_steps] = record->steps;
    values[MULTION_path_length] = outcome.length;
    values[MULTION_collisions] = log_collisions(record);
    return WEND_OK;
}

wend_status multion_ending(const wend_log_record* record, const json_at* facts,
                           const double* values, int* ending, wend_error* error) {
    multion_facts f = {0};
    (void)values;
    *ending = MULTION_ALL_FOUND;
    WEND_TRY(read_facts(record, facts, &f, error));
    return f.finds < f.goals ? why_failed(record, &f, ending, error) : WEND_OK;
}
