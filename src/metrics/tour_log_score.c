#include "metrics/tour_log_score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "metrics/told_walk.h"

typedef struct tour_scorer {
    const wend_log_set* log;
    const char* path;
    wend_score_table* table;
    wend_dtw* dtw;
    int* order;                 // [rows] rows as they were played: a run under way logs as it ends
    ARRAY_OF(told_walk) walks;  // of the tour at hand
    ARRAY_OF(wend_path) paths;
    ARRAY_OF(wend_path) references;
    int agent_errors;  // among them
} tour_scorer;

static wend_status no_memory(const tour_scorer* s, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: no memory to score its tours", s->path);
}

static void forget_walks(tour_scorer* s) {
    for (size_t i = 0; i < s->walks.count; i++) told_walk_destroy(&s->walks.items[i]);
    s->walks.count = s->paths.count = s->references.count = 0;
    s->agent_errors = 0;
}

// IVLN-CE records the position before each action: where the last action of an episode without STOP
// leads is not among them.
static wend_path path_of(const told_walk* walk, const wend_log_record* record) {
    wend_path path = walk->given.path;
    bool cut = walk->must_stop && !walk->stopped && walk->rules == WEND_RULES_OFFICIAL;
    if (!cut || record->steps < 1) return path;
    const wend_log_pose* last = &record->poses[record->steps];
    bool moved = memcmp(&last[0].feet, &last[-1].feet, sizeof last->feet) != 0;
    if (moved) path.count--;
    return path;
}

static wend_status add_walk(tour_scorer* s, const wend_log_record* record, const json_at* facts,
                            wend_error* error) {
    told_walk* walk = ARRAY_PUSH(&s->walks);
    if (!walk) return no_memory(s, error);
    wend_status status = told_walk_read(record, facts, walk, error);
    wend_path* path = status == WEND_OK ? ARRAY_PUSH(&s->paths) : NULL;
    wend_path* reference = status == WEND_OK ? ARRAY_PUSH(&s->references) : NULL;
    if (status != WEND_OK) return status;
    if (!path || !reference) return no_memory(s, error);
    s->agent_errors += record->agent_error != NULL;
    *path = path_of(walk, record);
    *reference = walk->given.reference;
    return WEND_OK;
}

// Each episode that an error of the agent ended takes its share of the tour's score. A tour with
// one cannot leave the mean by being infeasible.
static void void_share(wend_score_tour* tour, int agent_errors) {
    tour->ndtw = tour->infeasible ? 0 : tour->ndtw * (tour->rows - agent_errors) / tour->rows;
    tour->infeasible = false;
}

static wend_status end_tour(tour_scorer* s, wend_error* error) {
    if (!s->walks.count) return WEND_OK;
    wend_score_tour* tour = &s->table->tours[s->table->tour_count - 1];
    const told_walk* first = &s->walks.items[0];
    wend_tour_score score;
    WEND_TRY(wend_tour_score_compute(
        s->dtw, s->paths.items, s->references.items, (int)s->walks.count,
        wend_tour_rules_for(first->benchmark, first->rules), &score, error));
    tour->rows = (int)s->walks.count;
    tour->ndtw = score.ndtw;
    tour->weight = score.weight;
    tour->infeasible = score.infeasible;
    if (s->agent_errors) void_share(tour, s->agent_errors);
    forget_walks(s);
    return WEND_OK;
}

static wend_status score_row(tour_scorer* s, int row, wend_error* error) {
    const wend_log_record* record = &s->log->records[s->table->records[row]];
    json_document document;
    json_at field = {0};
    const char* id;
    WEND_TRY(
        json_document_parse(record->facts, strlen(record->facts), s->path, 1, &document, error));
    json_at facts = json_document_root(&document);
    wend_score_table* t = s->table;
    wend_status status = json_field(&facts, "tour", &field, error);
    if (status == WEND_OK) status = json_text(&field, &id, error);
    bool is_new = status == WEND_OK &&
                  (!t->tour_count || strncmp(t->tours[t->tour_count - 1].id, id, 31) != 0);
    if (is_new) {
        status = end_tour(s, error);
        wend_score_tour* tour = &t->tours[t->tour_count++];
        *tour = (wend_score_tour){.scene = t->scenes[row]};
        snprintf(tour->id, sizeof tour->id, "%.31s", id);
    }
    if (status == WEND_OK) status = add_walk(s, record, &facts, error);
    json_document_destroy(&document);
    return status;
}

static int compare_indices(const void* a, const void* b, void* context) {
    const tour_scorer* s = context;
    int x = s->log->records[s->table->records[*(const int*)a]].index;
    int y = s->log->records[s->table->records[*(const int*)b]].index;
    return (x > y) - (x < y);
}

static wend_status score_all(tour_scorer* s, wend_error* error) {
    for (int i = 0; i < s->table->rows; i++) s->order[i] = i;
    qsort_r(s->order, (size_t)s->table->rows, sizeof *s->order, compare_indices, s);
    for (int i = 0; i < s->table->rows; i++) WEND_TRY(score_row(s, s->order[i], error));
    return end_tour(s, error);
}

static wend_status mean_tours(tour_scorer* s, wend_error* error) {
    wend_score_table* t = s->table;
    size_t room = (size_t)t->tour_count + 1;
    double* values = wend_alloc(2 * room * sizeof *values);
    int* scenes = wend_alloc(room * sizeof *scenes);
    if (!values || !scenes) {
        wend_free(values);
        wend_free(scenes);
        return no_memory(s, error);
    }
    const bool share = true;
    wend_bootstrap_def def = wend_bootstrap_def_default();
    for (int i = 0; i < t->tour_count; i++) {
        if (t->tours[i].infeasible) continue;
        scenes[def.count] = t->tours[i].scene;
        values[def.count] = t->tours[i].ndtw;
        values[room + (size_t)def.count++] = t->tours[i].weight;
    }
    def.values = values;
    def.weights = values + room;
    def.columns = 1;
    def.shares = &share;
    def.scenes = scenes;
    def.scene_count = t->scene_count;
    wend_status status = wend_bootstrap_means(&def, &t->tour_ndtw, error);
    wend_free(values);
    wend_free(scenes);
    return status;
}

wend_status tour_log_score(const wend_log_set* log, const char* path, wend_score_table* table,
                           wend_error* error) {
    tour_scorer s = {.log = log, .path = path, .table = table};
    table->tours = wend_alloc_zero((size_t)table->rows + 1, sizeof *table->tours);
    s.order = wend_alloc(((size_t)table->rows + 1) * sizeof *s.order);
    wend_status status =
        table->tours && s.order ? wend_dtw_create(&s.dtw, error) : no_memory(&s, error);
    if (status == WEND_OK) status = score_all(&s, error);
    if (status == WEND_OK) status = mean_tours(&s, error);
    forget_walks(&s);
    ARRAY_FREE(&s.walks);
    ARRAY_FREE(&s.paths);
    ARRAY_FREE(&s.references);
    wend_free(s.order);
    wend_dtw_destroy(s.dtw);
    return status;
}
