// MultiON: the paper's four metrics from a log, and the reasons of failures.
#include <string.h>

#include "metrics/facts.h"
#include "metrics/log_path.h"
#include "metrics/score_kinds.h"

enum { MAX_GOALS = 64 };
// Steps. If a goal was recognised with fewer steps left, the failure is "out of steps".
enum { TIME_TO_REACH = 100 };

// X(column)
#define MULTION_COLUMNS(X) \
    X(success)             \
    X(progress)            \
    X(spl)                 \
    X(ppl)                 \
    X(steps)               \
    X(path_length)         \
    X(collisions)

// X(name, words): how an episode ended.
#define MULTION_ENDINGS(X)                    \
    X(ALL_FOUND, "all found")                 \
    X(NOT_SEEN, "not seen")                   \
    X(NOT_RECOGNISED, "seen, not recognised") \
    X(NOT_REACHED, "recognised, not reached") \
    X(WRONG_FOUND, "wrong FOUND")             \
    X(OUT_OF_STEPS, "out of steps")

enum {
#define X(name, words) MULTION_##name,
    MULTION_ENDINGS(X)
#undef X
};

enum {
#define X(name) MULTION_##name,
    MULTION_COLUMNS(X)
#undef X
};

// ---- facts --------------------------------------------------------------------------------------

static wend_status is_word(const json_at* object, const char* key, const char* word, bool* value,
                           wend_error* error) {
    const char* text;
    WEND_TRY(facts_text(object, key, &text, error));
    *value = strcmp(text, word) == 0;
    return WEND_OK;
}

static wend_status list(const json_at* root, const char* key, json_at* items, size_t* count,
                        wend_error* error) {
    WEND_TRY(json_field(root, key, items, error));
    WEND_TRY(json_count(items, count, error));
    if (*count <= MAX_GOALS) return WEND_OK;
    return json_fail(items, error, "%zu; at most %d", *count, MAX_GOALS);
}

static wend_status multion_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for an episode's goals");
}

static wend_status read_goals(const json_at* root, arena* memory, multion_facts* f,
                              wend_error* error) {
    json_at goals = {0}, goal = {0}, seen = {0};
    size_t count;
    WEND_TRY(list(root, "goals", &goals, &count, error));
    double* legs = arena_alloc_zero(memory, count + 1, sizeof *legs);
    bool* was_seen = arena_alloc_zero(memory, count + 1, sizeof *was_seen);
    if (!legs || !was_seen) return multion_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        WEND_TRY(json_item(&goals, i, &goal, error));
        WEND_TRY(facts_number(&goal, "leg", &legs[i], error));
        WEND_TRY(json_optional(&goal, "seen", &seen, error));
        was_seen[i] = seen.value != NULL;
    }
    f->legs = legs;
    f->seen = was_seen;
    f->goals = (int)count;
    return WEND_OK;
}

static wend_status read_finds(const wend_log_record* record, const json_at* root, arena* memory,
                              multion_facts* f, wend_error* error) {
    json_at all = {0}, one = {0};
    size_t count;
    WEND_TRY(list(root, "found", &all, &count, error));
    double* lengths = arena_alloc_zero(memory, 3 * count + 1, sizeof *lengths);
    if (!lengths) return multion_no_memory(error);
    double *distances = lengths + count, *steps = distances + count;
    for (size_t i = 0; i < count; i++) {
        bool correct;
        double step, distance;
        WEND_TRY(json_item(&all, i, &one, error));
        WEND_TRY(facts_bool(&one, "correct", &correct, error));
        WEND_TRY(facts_number(&one, "step", &step, error));
        WEND_TRY(facts_number(&one, "distance", &distance, error));
        f->wrong_found |= !correct;
        if (!correct) continue;
        if (!(step >= 0 && step <= record->steps))
            return json_fail(&one, error, "step %g; the episode has %d", step, record->steps);
        lengths[f->finds] = log_path_length(record, (int)step);
        steps[f->finds] = step;
        distances[f->finds++] = distance;
    }
    f->lengths = lengths;
    f->distances = distances;
    f->steps = steps;
    return WEND_OK;
}

static wend_status multion_read_facts(const wend_log_record* record, wend_facts* facts,
                                      wend_error* error) {
    multion_facts* f = &facts->multion;
    const json_at* root = facts->root;
    WEND_TRY(read_goals(root, facts->memory, f, error));
    WEND_TRY(read_finds(record, root, facts->memory, f, error));
    WEND_TRY(facts_bool(root, "sighted", &f->uses_images, error));
    WEND_TRY(facts_number(root, "radius", &f->radius, error));
    WEND_TRY(is_word(root, "progress", "less", &f->strict_progress, error));
    WEND_TRY(is_word(root, "ppl", "last", &f->ppl_to_last_find, error));
    if (f->goals < 1 || f->finds > f->goals)
        return json_fail(root, error, "%d finds of %d goals", f->finds, f->goals);
    return WEND_OK;
}

// ---- reasons of failure -------------------------------------------------------------------------

// The step at which the agent recognised a goal, from its notes: "recognised": [step or null, …],
// one per goal. `*known` is false if the notes have no such list.
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

// Reason of an unsuccessful episode: a wrong FOUND; or the current goal was never in view, in view
// but not recognised, or recognised long before the end but not reached; otherwise out of steps,
// also if the log has no such information.
static wend_status why_failed(const wend_log_record* record, const multion_facts* f, int* ending,
                              wend_error* error) {
    bool known, did;
    double step = 0;
    *ending = MULTION_OUT_OF_STEPS;
    if (f->wrong_found) *ending = MULTION_WRONG_FOUND;
    if (f->wrong_found || !f->uses_images) return WEND_OK;
    WEND_TRY(recognised_at(record, f->finds, &known, &did, &step, error));
    if (!f->seen[f->finds] && !did)
        *ending = MULTION_NOT_SEEN;
    else if (known && !did)
        *ending = MULTION_NOT_RECOGNISED;
    else if (did && record->steps - step >= TIME_TO_REACH)
        *ending = MULTION_NOT_REACHED;
    return WEND_OK;
}

// ---- score --------------------------------------------------------------------------------------

// The score of the first `steps` actions.
static wend_multion_score multion_score_of(const wend_log_record* record, const multion_facts* f,
                                           int steps) {
    int finds = 0;
    while (finds < f->finds && f->steps[finds] <= steps) finds++;
    wend_multion_outcome outcome = {.legs = f->legs,
                                    .goals = f->goals,
                                    .lengths = f->lengths,
                                    .distances = f->distances,
                                    .finds = finds,
                                    .length = log_path_length(record, steps),
                                    .radius = f->radius};
    return wend_multion_score_by(&outcome, f->strict_progress, f->ppl_to_last_find);
}

static wend_status multion_log_score(const wend_score_kind* kind, const wend_log_record* record,
                                     const wend_facts* facts, double* values, int* ending,
                                     wend_error* error) {
    const multion_facts* f = &facts->multion;
    (void)kind;
    wend_multion_score score = multion_score_of(record, f, record->steps);
    values[MULTION_success] = score.success;
    values[MULTION_progress] = score.progress;
    values[MULTION_spl] = score.spl;
    values[MULTION_ppl] = score.ppl;
    values[MULTION_steps] = record->steps;
    values[MULTION_path_length] = log_path_length(record, record->steps);
    values[MULTION_collisions] = log_collisions(record);
    *ending = MULTION_ALL_FOUND;
    return f->finds < f->goals ? why_failed(record, f, ending, error) : WEND_OK;
}

const wend_score_kind multion_score_kind = {.task = "multion",
                                            .columns =
                                                {
#define X(name) #name,
                                                    MULTION_COLUMNS(X)
#undef X
                                                },
                                            .endings =
                                                {
#define X(name, words) words,
                                                    MULTION_ENDINGS(X)
#undef X
                                                },
                                            .score = multion_log_score,
                                            .read = multion_read_facts};

int wend_score_count_goals(const wend_score_table* table, int row) {
    return strcmp(table->task, multion_score_kind.task) == 0 ? table->facts[row].multion.goals : 0;
}

bool wend_score_multion_within(const wend_score_table* table, const wend_log_set* log, int row,
                               int steps, wend_multion_score* score) {
    if (strcmp(table->task, multion_score_kind.task) != 0) return false;
    const wend_log_record* record = &log->records[table->records[row]];
    // An agent error is 0 in every score, also before it.
    *score = (wend_multion_score){0};
    if (!record->agent_error)
        *score = multion_score_of(record, &table->facts[row].multion,
                                  steps < record->steps ? steps : record->steps);
    return true;
}
