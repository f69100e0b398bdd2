// Computes the score table of a log, for `wend metrics` and reports.
#include <stdio.h>
#include <string.h>

#include "metrics/facts.h"
#include "metrics/score_kinds.h"
#include "metrics/score_table.h"
#include "metrics/tour_log_score.h"

#include "wend/metrics.h"

static wend_status log_score_no_memory(const char* path, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while scoring it", path);
}

static wend_status log_score_read_header(const wend_log_set* log, const char* path,
                                         wend_score_table* table, wend_error* error) {
    wend_log_header header;
    WEND_TRY(wend_log_read_header(log, path, &header, error));
    snprintf(table->task, sizeof table->task, "%s", header.task);
    snprintf(table->agent, sizeof table->agent, "%s", header.agent);
    table->oracle = header.oracle;
    return WEND_OK;
}

// Episodes that end with an agent error score 0 in every column where higher is better. Other
// columns keep their values.
static void void_scores(const wend_score_kind* kind, double* values) {
    for (int i = 0; i < score_kind_column_count(kind); i++)
        if (wend_score_meaning_of(kind->columns[i]).better > 0) values[i] = 0;
}

// Values and ending of one episode. With `group` the facts must name the episode's group.
static wend_status score_record(const wend_score_kind* kind, const wend_log_record* record,
                                const char* path, bool group, arena* memory, wend_facts* facts,
                                double* values, int* ending, wend_error* error) {
    char name[512];
    facts_document document;
    snprintf(name, sizeof name, "%s: episode %s", path, record->id);
    WEND_TRY(facts_open(kind, record, name, memory, &document, facts, error));
    wend_status status = kind->score(kind, record, facts, values, ending, error);
    if (status == WEND_OK && group) status = facts_read_group(kind, facts, error);
    facts_close(&document, facts);
    if (status == WEND_OK && record->agent_error) void_scores(kind, values);
    return status;
}

// ---- the table ----------------------------------------------------------------------------------

static void list_endings(const wend_score_kind* kind, const wend_log_set* log,
                         wend_score_table* table) {
    for (int i = 0; i < log->count; i++) table->agent_errors += log->records[i].agent_error != NULL;
    table->ending_count = score_kind_ending_count(kind);
    memcpy(table->endings, kind->endings, (size_t)table->ending_count * sizeof *table->endings);
    if (table->agent_errors) table->endings[table->ending_count++] = "agent error";
}

static wend_status begin_table(const wend_score_kind* kind, const wend_log_set* log,
                               const char* path, wend_score_table* table, wend_error* error) {
    wend_score_meaning columns[WEND_SCORE_MAX_COLUMNS];
    size_t count = (size_t)log->count;
    int width = score_kind_column_count(kind);
    for (int c = 0; c < width; c++) columns[c] = wend_score_meaning_of(kind->columns[c]);
    score_table_set_columns(table, columns, width);
    list_endings(kind, log, table);
    table->records = wend_alloc(count * sizeof *table->records);
    table->ended_as = wend_alloc_zero(count, 1);
    table->facts = wend_alloc_zero(count, sizeof *table->facts);
    bool fits = table->records && table->ended_as && table->facts;
    return fits ? WEND_OK : log_score_no_memory(path, error);
}

// Groups beyond the limit are merged into the last one.
static const char* group_name(const wend_score_table* table, const char* name) {
    if (!name || table->group_count < WEND_SCORE_MAX_GROUPS) return name;
    for (int g = 0; g < table->group_count; g++)
        if (strncmp(table->groups[g].name, name, 31) == 0) return name;
    return table->groups[WEND_SCORE_MAX_GROUPS - 1].name;
}

static wend_status add_record(const wend_score_kind* kind, const wend_log_set* log, int i,
                              const char* path, wend_score_table* table, wend_error* error) {
    const wend_log_record* record = &log->records[i];
    wend_facts* facts = &table->facts[table->rows];
    double values[WEND_SCORE_MAX_COLUMNS];
    int ending = 0;
    WEND_TRY(score_record(kind, record, path, true, table->memory, facts, values, &ending, error));
    table->ended_as[table->rows] =
        (uint8_t)(record->agent_error ? table->ending_count - 1 : ending);
    table->records[table->rows] = i;
    score_row row = {.id = record->id,
                     .scene = record->scene,
                     .group = group_name(table, facts->group),
                     .values = values};
    return score_table_add(table, &row, WEND_SCORE_MAX_GROUPS, error);
}

static wend_status score_rows(const wend_score_kind* kind, const wend_log_set* log,
                              const char* path, wend_score_table* table, wend_error* error) {
    wend_bootstrap_def bootstrap = wend_bootstrap_default_def();
    WEND_TRY(begin_table(kind, log, path, table, error));
    for (int i = 0; i < log->count; i++) {
        if (log->records[i].failure)
            table->failed++;
        else
            WEND_TRY(add_record(kind, log, i, path, table, error));
    }
    WEND_TRY(score_table_compute_means(table, bootstrap.resamples, bootstrap.seed, error));
    return score_table_compute_groups(table, bootstrap.resamples, bootstrap.seed, error);
}

// Score kind of a task without its own, derived from the facts of the first episode played.
static wend_status make_generic(const wend_log_set* log, wend_score_table* table,
                                wend_score_kind* kind, wend_error* error) {
    const wend_log_record* played = NULL;
    for (int i = log->count; i-- > 0;)
        if (!log->records[i].failure) played = &log->records[i];
    return generic_score_kind_make(table->task, played, table->memory, kind, error);
}

static wend_status score_table_fill(const wend_score_kind* kind, const wend_log_set* log,
                                    const char* path, wend_score_table* table, wend_error* error) {
    wend_score_kind generic;
    WEND_TRY(log_score_read_header(log, path, table, error));
    table->memory = wend_alloc_zero(1, sizeof *table->memory);
    if (!table->memory) return log_score_no_memory(path, error);
    if (!kind) kind = wend_score_kind_find(table->task);
    if (!kind) {
        WEND_TRY(make_generic(log, table, &generic, error));
        kind = &generic;
    }
    if (strcmp(kind->task, table->task) != 0)
        return wend_fail(error, WEND_ARGUMENT, "%s: the task is '%s'; the score given is for '%s'",
                         path, table->task, kind->task);
    WEND_TRY(score_rows(kind, log, path, table, error));
    return kind->in_tours ? tour_log_score(log, path, table, error) : WEND_OK;
}

wend_status wend_score_compute_as(const wend_score_kind* kind, const wend_log_set* log,
                                  const char* path, wend_score_table* table, wend_error* error) {
    *table = (wend_score_table){0};
    wend_status status = score_table_fill(kind, log, path, table, error);
    if (status != WEND_OK) wend_score_destroy(table);
    return status;
}

wend_status wend_score_compute(const wend_log_set* log, const char* path, wend_score_table* table,
                               wend_error* error) {
    return wend_score_compute_as(NULL, log, path, table, error);
}

wend_status wend_score_check_played(const wend_log_set* log, const char* path,
                                    const wend_score_table* table, wend_error* error) {
    if (table->rows) return WEND_OK;
    for (int i = 0; i < log->count; i++)
        if (log->records[i].failure)
            return wend_fail(error, WEND_NOT_FOUND,
                             "%s: no episode was played, so there is no result; %d could not be, "
                             "such as '%.64s': %s",
                             path, table->failed, log->records[i].id, log->records[i].failure);
    return wend_fail(error, WEND_NOT_FOUND, "%s: no episode was played, so there is no result",
                     path);
}

wend_status wend_score_episode(const char* task, const wend_log_record* record,
                               const char* names[WEND_SCORE_MAX_COLUMNS],
                               double values[WEND_SCORE_MAX_COLUMNS], int* count,
                               wend_error* error) {
    const wend_score_kind* kind = wend_score_kind_find(task);
    wend_score_kind generic;
    wend_facts facts;
    arena memory = {0};
    int ending = 0;
    if (!kind) {
        WEND_TRY(generic_score_kind_make(task, record, NULL, &generic, error));
        kind = &generic;
    }
    *count = score_kind_column_count(kind);
    memcpy(names, kind->columns, sizeof kind->columns);
    wend_status status =
        score_record(kind, record, task, false, &memory, &facts, values, &ending, error);
    arena_destroy(&memory);
    return status;
}
