// r2r, r4r, rxr, ir2r: predictions on viewpoint graphs.
#include <stdlib.h>
#include <string.h>

#include "metrics/predictions/score_sheet.h"

typedef ARRAY_OF(int) node_list;

typedef struct instruction_entry {
    const char* id;
    const wend_vln_episode* episode;
} instruction_entry;

typedef struct graph_scorer {
    const wend_predictions_def* options;
    score_sheet* sheet;
    wend_graph_set* graphs;
    wend_vln_episodes* episodes;
    wend_vln_results* results;
    wend_vln_tours* tours;
    score_index index;
    wend_dtw* dtw;
    node_list path, reference;
    ARRAY_OF(instruction_entry) instructions;  // sorted by id; for tours
    wend_path_rules rules;
} graph_scorer;

static wend_status score_graph_fail_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory while scoring");
}

// ---- nodes --------------------------------------------------------------------------------------

// Episodes of test splits contain the start only: one viewpoint and no distance to a goal. One
// viewpoint with a distance, or in another split of RxR, is a reference of one point.
static bool is_without_goal(const wend_vln_episode* e) {
    if (e->path_count != 1) return e->path_count < 1;
    bool rxr = e->instruction_count && e->instructions[0].is_guide;
    return rxr ? e->split && strncmp(e->split, "test", 4) == 0 : !e->has_distance;
}

// Writes the reference's nodes; `nodes` has enough capacity. False if it cannot be scored against,
// which is reported.
static bool fill_reference(graph_scorer* s, const wend_graph* graph, const wend_vln_episode* e,
                           node_list* nodes) {
    nodes->count = 0;
    if (is_without_goal(e)) {
        score_report(s->sheet, SCORE_NO_GOAL, "path %.64s (line %d)", e->path_id, e->line);
        return false;
    }
    for (int i = 0; i < e->path_count; i++) {
        int node = wend_graph_find(graph, e->path[i]);
        if (node < 0 || !wend_graph_viewpoint(graph, node)->included) {
            score_report(s->sheet, SCORE_UNKNOWN_PATH, "path %.64s, viewpoint %.64s of %.32s",
                         e->path_id, e->path[i], e->scan);
            return false;
        }
        nodes->items[nodes->count++] = node;
    }
    return true;
}

// Writes the prediction's nodes. Repeats (turning on the spot) are removed unless the rules keep
// them. Empty if there is nothing to score.
static wend_status score_graph_fill_path(graph_scorer* s, const wend_graph* graph, const char* id,
                                         node_list* nodes, wend_error* error) {
    nodes->count = 0;
    const wend_vln_result* result = score_index_find(&s->index, id);
    score_ask(s->sheet, id);
    if (result) s->sheet->match.matched++;
    if (!result) {
        score_report(s->sheet, SCORE_MISSING, "'%.64s'", id);
        return WEND_OK;
    }
    if (result->point_count == 0) score_report(s->sheet, SCORE_EMPTY, "'%.64s'", id);
    if (!ARRAY_RESERVE(nodes, (size_t)result->point_count)) return score_graph_fail_memory(error);
    for (int i = 0; i < result->point_count; i++) {
        const char* viewpoint = result->points[i].viewpoint;
        int node = viewpoint ? wend_graph_find(graph, viewpoint) : -1;
        if (node < 0 || !wend_graph_viewpoint(graph, node)->included) {
            score_report(s->sheet, SCORE_UNKNOWN_VIEWPOINT, "'%.64s', viewpoint %.64s", id,
                         viewpoint ? viewpoint : "[x, y, z]");
            nodes->count = 0;
            return WEND_OK;
        }
        bool repeats = nodes->count && nodes->items[nodes->count - 1] == node;
        if (!repeats || s->rules.keep_repeats) nodes->items[nodes->count++] = node;
    }
    return WEND_OK;
}

static void report_steps(graph_scorer* s, const wend_graph* graph, const char* id,
                         const node_list* path, int start) {
    if (path->count && path->items[0] != start)
        score_report(s->sheet, SCORE_WRONG_START, "'%.64s'", id);
    for (size_t i = 1; i < path->count; i++) {
        int a = path->items[i - 1], b = path->items[i];
        if (a == b || wend_graph_has_edge(graph, a, b)) continue;
        score_report(s->sheet, SCORE_JUMP, "'%.64s', %.40s to %.40s", id,
                     wend_graph_viewpoint(graph, a)->id, wend_graph_viewpoint(graph, b)->id);
        return;
    }
}

// ---- one instruction ----------------------------------------------------------------------------

static wend_path score_graph_path_of(const wend_graph* graph, const node_list* nodes) {
    wend_path path = {.graph = graph, .nodes = nodes->items, .count = (int)nodes->count};
    return path;
}

static wend_status score_instruction(graph_scorer* s, const wend_graph* graph, const char* scan,
                                     const wend_vln_instruction* instruction, wend_error* error) {
    const int* reference = s->reference.items;
    int goal = reference[s->reference.count - 1];
    WEND_TRY(score_graph_fill_path(s, graph, instruction->id, &s->path, error));
    bool absent = s->path.count == 0;
    if (absent) {
        if (!ARRAY_RESERVE(&s->path, 1)) return score_graph_fail_memory(error);
        s->path.items[s->path.count++] = reference[0];
    }
    wend_path_case given = {.path = score_graph_path_of(graph, &s->path),
                            .reference = score_graph_path_of(graph, &s->reference),
                            .shortest = wend_graph_distance(graph, reference[0], goal),
                            .rules = s->rules};
    wend_path_score score = {0};
    if (ranks_shares_is_mine(&s->sheet->shares))
        WEND_TRY(wend_path_score_compute(s->dtw, &given, &score, error));
    WEND_TRY(ranks_shares_put(&s->sheet->shares, &score, sizeof score, error));
    if (absent) score_void(&score);
    report_steps(s, graph, instruction->id, &s->path, reference[0]);
    if (!isfinite(score.ne)) score_report(s->sheet, SCORE_UNREACHABLE, "'%.64s'", instruction->id);
    const double values[] = {
#define X(field, name, unit, words) score.field,
        WEND_PATH_SCORE_LIST(X)
#undef X
    };
    score_row row = {
        .id = instruction->id, .scene = scan, .group = instruction->language, .values = values};
    return score_add(s->sheet, &s->sheet->episodes, &row, error);
}

// `*graph` is NULL if there is no such building, which is reported once per instruction.
static wend_status score_graph_find_graph(graph_scorer* s, const wend_vln_episode* e,
                                          const wend_graph** graph, wend_error* error) {
    wend_status status = wend_graph_set_get(s->graphs, e->scan, graph, error);
    if (status != WEND_NOT_FOUND) return status;
    *graph = NULL;
    for (int i = 0; i < e->instruction_count; i++)
        score_report(s->sheet, SCORE_UNKNOWN_SCAN, "'%.32s' of path %.64s", e->scan, e->path_id);
    return WEND_OK;
}

static wend_status score_graph_score_all(graph_scorer* s, wend_error* error) {
    for (int i = 0; i < wend_vln_episodes_count(s->episodes); i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(s->episodes, i);
        const wend_graph* graph;
        WEND_TRY(score_graph_find_graph(s, e, &graph, error));
        if (!ARRAY_RESERVE(&s->reference, (size_t)e->path_count))
            return score_graph_fail_memory(error);
        bool known = graph && fill_reference(s, graph, e, &s->reference);
        for (int k = 0; k < e->instruction_count; k++) {
            if (known)
                WEND_TRY(score_instruction(s, graph, e->scan, &e->instructions[k], error));
            else
                score_index_find(
                    &s->index, e->instructions[k]
                                   .id);  // marks the prediction as used although it is not scored
        }
    }
    score_index_report(&s->index, s->sheet);
    return WEND_OK;
}

// ---- tours --------------------------------------------------------------------------------------

typedef struct tour_paths {
    ARRAY_OF(node_list) lists;  // path and reference of each episode, alternating
    ARRAY_OF(wend_path) paths, references;
} tour_paths;

static void tour_paths_destroy(tour_paths* t) {
    for (size_t i = 0; i < t->lists.count; i++) ARRAY_FREE(&t->lists.items[i]);
    ARRAY_FREE(&t->lists);
    ARRAY_FREE(&t->paths);
    ARRAY_FREE(&t->references);
}

static int compare_instructions(const void* a, const void* b) {
    return strcmp(((const instruction_entry*)a)->id, ((const instruction_entry*)b)->id);
}

static wend_status index_instructions(graph_scorer* s, wend_error* error) {
    for (int i = 0; i < wend_vln_episodes_count(s->episodes); i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(s->episodes, i);
        for (int k = 0; k < e->instruction_count; k++) {
            instruction_entry* entry = ARRAY_PUSH(&s->instructions);
            if (!entry) return score_graph_fail_memory(error);
            *entry = (instruction_entry){e->instructions[k].id, e};
        }
    }
    if (s->instructions.count)
        qsort(s->instructions.items, s->instructions.count, sizeof(instruction_entry),
              compare_instructions);
    return WEND_OK;
}

// The episode with an instruction of this id; NULL: none.
static const wend_vln_episode* score_graph_find_episode(const graph_scorer* s, const char* id) {
    instruction_entry wanted = {id, NULL};
    const instruction_entry* found =
        s->instructions.count ? bsearch(&wanted, s->instructions.items, s->instructions.count,
                                        sizeof wanted, compare_instructions)
                              : NULL;
    return found ? found->episode : NULL;
}

// Adds path and reference of one episode. `*known` is false if it is not in the annotations.
static wend_status add_to_tour(graph_scorer* s, const char* id, tour_paths* t, bool* known,
                               wend_error* error) {
    const wend_vln_episode* e = score_graph_find_episode(s, id);
    const wend_graph* graph = NULL;
    *known = false;
    if (e && wend_graph_set_get(s->graphs, e->scan, &graph, error) == WEND_NO_MEMORY)
        return WEND_NO_MEMORY;
    if (!ARRAY_RESERVE(&t->lists, 2) || !ARRAY_RESERVE(&t->paths, 1) ||
        !ARRAY_RESERVE(&t->references, 1))
        return score_graph_fail_memory(error);
    node_list* lists = &t->lists.items[t->lists.count];
    lists[0] = lists[1] = (node_list){0};
    t->lists.count += 2;
    if (e && !ARRAY_RESERVE(&lists[1], (size_t)e->path_count))
        return score_graph_fail_memory(error);
    score_sheet ignored = {0};  // the episodes have been reported already
    score_sheet* sheet = s->sheet;
    s->sheet = &ignored;
    wend_status status = WEND_OK;
    if (graph && fill_reference(s, graph, e, &lists[1])) {
        status = score_graph_fill_path(s, graph, id, &lists[0], error);
        *known = status == WEND_OK;
    }
    s->sheet = sheet;
    if (!*known) return status;
    t->paths.items[t->paths.count++] = score_graph_path_of(graph, &lists[0]);
    t->references.items[t->references.count++] = score_graph_path_of(graph, &lists[1]);
    return WEND_OK;
}

static wend_status score_tour(graph_scorer* s, const wend_vln_tour* tour, tour_paths* t,
                              wend_error* error) {
    for (int i = 0; i < tour->episode_count; i++) {
        bool known;
        WEND_TRY(add_to_tour(s, tour->episodes[i], t, &known, error));
        if (known) continue;
        score_report(s->sheet, SCORE_UNKNOWN_EPISODE, "'%.64s' of tour %.32s", tour->episodes[i],
                     tour->id);
        return WEND_OK;
    }
    wend_tour_score score = {0};
    if (ranks_shares_is_mine(&s->sheet->shares))
        WEND_TRY(wend_tour_score_compute(
            s->dtw, t->paths.items, t->references.items, tour->episode_count,
            wend_tour_rules_for(s->options->benchmark, s->options->rules), &score, error));
    WEND_TRY(ranks_shares_put(&s->sheet->shares, &score, sizeof score, error));
    double value = score.infeasible ? INFINITY : score.ndtw;
    s->sheet->infeasible += score.infeasible;
    score_row row = {.id = tour->id, .scene = tour->scan, .values = &value, .weight = score.weight};
    return score_add(s->sheet, &s->sheet->tours, &row, error);
}

static wend_status score_tours(graph_scorer* s, wend_error* error) {
    static const wend_score_meaning columns[] = {{"t_ndtw", "t-nDTW", "%", 0}};
    score_table_set_columns(&s->sheet->tours, columns, 1);
    WEND_TRY(wend_vln_tours_read(s->options->tours, &s->tours, error));
    WEND_TRY(index_instructions(s, error));
    int found = 0;
    for (int i = 0; i < wend_vln_tours_count(s->tours); i++) {
        const wend_vln_tour* tour = wend_vln_tours_at(s->tours, i);
        if (s->options->split && strcmp(tour->split, s->options->split) != 0) continue;
        found++;
        tour_paths t = {0};
        wend_status status = score_tour(s, tour, &t, error);
        tour_paths_destroy(&t);
        WEND_TRY(status);
    }
    if (found) return WEND_OK;
    return wend_fail(error, WEND_NOT_FOUND, "%s: no tours%s%s", s->options->tours,
                     s->options->split ? " in the split " : "",
                     s->options->split ? s->options->split : "");
}

// ---- entry point --------------------------------------------------------------------------------

static wend_status score_graph_open_all(graph_scorer* s, wend_error* error) {
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = s->options->connectivity;
    def.rooms = s->options->rooms;
    def.positions = s->options->positions;
    WEND_TRY(wend_graph_set_create(&def, &s->graphs, error));
    WEND_TRY(wend_vln_episodes_read(s->options->annotations, &s->episodes, error));
    WEND_TRY(score_check_joints(s->options, s->episodes, error));
    WEND_TRY(wend_vln_results_read(s->options->results, &s->results, error));
    WEND_TRY(score_check_points(s->options, s->results, error));
    WEND_TRY(wend_dtw_create(&s->dtw, error));
    return score_index_build(s->results, &s->index, s->sheet, error);
}

wend_status score_graph(const wend_predictions_def* options, score_sheet* sheet,
                        wend_error* error) {
    graph_scorer s = {.options = options,
                      .sheet = sheet,
                      .rules = wend_path_rules_for(options->benchmark, options->rules)};
    score_table_set_columns(&sheet->episodes, score_path_columns, WEND_PATH_SCORE_COUNT);
    sheet->counts = "instructions";
    sheet->group_key = "by_language";
    wend_status status = score_graph_open_all(&s, error);
    if (status == WEND_OK) status = score_graph_score_all(&s, error);
    if (status == WEND_OK && options->benchmark == WEND_BENCHMARK_IR2R)
        status = score_tours(&s, error);
    score_index_destroy(&s.index);
    wend_dtw_destroy(s.dtw);
    wend_vln_tours_destroy(s.tours);
    wend_vln_results_destroy(s.results);
    wend_vln_episodes_destroy(s.episodes);
    wend_graph_set_destroy(s.graphs);
    ARRAY_FREE(&s.path);
    ARRAY_FREE(&s.reference);
    ARRAY_FREE(&s.instructions);
    return status;
}
