// t-nDTW of the tours in a log.
#include "metrics/tour_log_score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "metrics/facts.h"

typedef struct tour_scorer {
    const wend_log_set* log;
    const char* path;
    wend_score_table* table;
    wend_dtw* dtw;
    int* order;  // [rows] rows sorted by episode index: records are logged in order of completion
    const vln_facts* first;     // first episode of the current tour; NULL: no tour yet
    ARRAY_OF(wend_path) paths;  // of the current tour
    ARRAY_OF(wend_path) references;
    int agent_errors;  // in the current tour
} tour_scorer;

static wend_status tour_log_score_no_memory(const tour_scorer* s, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while scoring its tours", s->path);
}

// IVLN-CE records the position before each action, so the position after the last action of an
// episode without STOP is missing in its paths.
static wend_path tour_log_score_path_of(const vln_facts* f, const wend_log_record* record) {
    wend_path path = f->given.path;
    bool cut = f->given.unstopped && f->rules == WEND_RULES_OFFICIAL;
    if (!cut || record->steps < 1) return path;
    const wend_pose* last = &record->poses[record->steps];
    bool moved = memcmp(&last[0].feet, &last[-1].feet, sizeof last->feet) != 0;
    if (moved) path.count--;
    return path;
}

static wend_status add_episode(tour_scorer* s, const wend_log_record* record, const vln_facts* f,
                               wend_error* error) {
    wend_path *path = ARRAY_PUSH(&s->paths), *reference = ARRAY_PUSH(&s->references);
    if (!path || !reference) return tour_log_score_no_memory(s, error);
    if (!s->first) s->first = f;
    s->agent_errors += record->agent_error != NULL;
    *path = tour_log_score_path_of(f, record);
    *reference = f->given.reference;
    return WEND_OK;
}

// An episode ended by an agent error reduces the tour's score by its share. A tour with an agent
// error stays in the mean even if it is infeasible.
static void void_share(wend_score_tour* tour, int agent_errors) {
    tour->ndtw = tour->infeasible ? 0 : tour->ndtw * (tour->rows - agent_errors) / tour->rows;
    tour->infeasible = false;
}

static wend_status tour_log_score_end_tour(tour_scorer* s, wend_error* error) {
    if (!s->first) return WEND_OK;
    wend_score_tour* tour = &s->table->tours[s->table->tour_count - 1];
    wend_tour_score score;
    WEND_TRY(wend_tour_score_compute(
        s->dtw, s->paths.items, s->references.items, (int)s->paths.count,
        wend_tour_rules_for(s->first->benchmark, s->first->rules), &score, error));
    tour->rows = (int)s->paths.count;
    tour->ndtw = score.ndtw;
    tour->weight = score.weight;
    tour->infeasible = score.infeasible;
    if (s->agent_errors) void_share(tour, s->agent_errors);
    s->first = NULL;
    s->paths.count = s->references.count = 0;
    s->agent_errors = 0;
    return WEND_OK;
}

static wend_status score_row(tour_scorer* s, int row, wend_error* error) {
    wend_score_table* t = s->table;
    const wend_facts* facts = &t->facts[row];
    if (!t->tour_count || strncmp(t->tours[t->tour_count - 1].id, facts->tour, 31) != 0) {
        WEND_TRY(tour_log_score_end_tour(s, error));
        wend_score_tour* tour = &t->tours[t->tour_count++];
        *tour = (wend_score_tour){.scene = t->scenes[row]};
        snprintf(tour->id, sizeof tour->id, "%.31s", facts->tour);
    }
    return add_episode(s, &s->log->records[t->records[row]], &facts->vln, error);
}

static int compare_indices(const void* a, const void* b, void* context) {
    const tour_scorer* s = context;
    int x = s->log->records[s->table->records[*(const int*)a]].index;
    int y = s->log->records[s->table->records[*(const int*)b]].index;
    return (x > y) - (x < y);
}

static wend_status tour_log_score_score_all(tour_scorer* s, wend_error* error) {
    for (int i = 0; i < s->table->rows; i++) s->order[i] = i;
    qsort_r(s->order, (size_t)s->table->rows, sizeof *s->order, compare_indices, s);
    for (int i = 0; i < s->table->rows; i++) WEND_TRY(score_row(s, s->order[i], error));
    return tour_log_score_end_tour(s, error);
}

static wend_status mean_tours(tour_scorer* s, wend_error* error) {
    wend_score_table* t = s->table;
    size_t room = (size_t)t->tour_count + 1;
    double* values = wend_alloc(2 * room * sizeof *values);
    int* scenes = wend_alloc(room * sizeof *scenes);
    if (!values || !scenes) {
        wend_free(values);
        wend_free(scenes);
        return tour_log_score_no_memory(s, error);
    }
    const bool share = true;
    wend_bootstrap_def def = wend_bootstrap_default_def();
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
    wend_status status = table->tours && s.order ? wend_dtw_create(&s.dtw, error)
                                                 : tour_log_score_no_memory(&s, error);
    if (status == WEND_OK) status = tour_log_score_score_all(&s, error);
    if (status == WEND_OK) status = mean_tours(&s, error);
    ARRAY_FREE(&s.paths);
    ARRAY_FREE(&s.references);
    wend_free(s.order);
    wend_dtw_destroy(s.dtw);
    return status;
}
