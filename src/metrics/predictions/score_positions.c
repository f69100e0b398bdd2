// r2r-ce, rxr-ce: predictions as positions in continuous space.
#include <stdlib.h>
#include <string.h>

#include "metrics/predictions/score_sheet.h"

#include "wend/benchmarks/habitat.h"

typedef struct place_list {
    double (*items)[3];
    size_t count, capacity;
} place_list;

typedef struct place_scorer {
    const wend_predictions_def* options;
    score_sheet* sheet;
    wend_habitat_set episodes;
    wend_vlnce_truth_set truth;
    wend_vln_results* results;
    score_index index;
    wend_dtw* dtw;
    place_list path, reference;
    ARRAY_OF(double) to_goal;
    score_navmeshes navmeshes;
    wend_path_rules rules;
} place_scorer;

static bool add_place(place_list* list, double x, double y, double z) {
    double(*slot)[3] = ARRAY_PUSH(list);
    if (!slot) return false;
    (*slot)[0] = x;
    (*slot)[1] = y;
    (*slot)[2] = z;
    return true;
}

static bool score_positions_fill_places(place_list* list, wend_dvec3_span points) {
    list->count = 0;
    for (int i = 0; i < points.count; i++)
        if (!add_place(list, points.items[i].x, points.items[i].y, points.items[i].z)) return false;
    return true;
}

static bool score_positions_fill_path(place_scorer* s, const wend_vln_result* result) {
    for (int i = 0; i < result->point_count; i++) {
        const double* p = result->points[i].position;
        if (!add_place(&s->path, p[0], p[1], p[2])) return false;
    }
    return true;
}

// Success requires STOP. VLN-CE's predictions have a stop flag per record, and the last one counts:
// it is false for an episode that ends at the step limit. RxR-Habitat's paths end where the agent
// stopped.
static bool is_stopped(place_scorer* s, const wend_vln_result* result, const char* id) {
    const wend_vln_point* last = &result->points[result->point_count - 1];
    if (last->form == WEND_VLN_POINT_POSITION && s->options->benchmark == WEND_BENCHMARK_RXR_CE)
        return true;
    if (!last->has_stop)
        score_report(s->sheet, SCORE_NO_STOP, "'%.64s' (line %d)", id, result->line);
    return last->stop;
}

static int compare_truth(const void* key, const void* item) {
    return strcmp(key, ((const wend_vlnce_truth*)item)->id);
}
static int score_positions_compare_truths(const void* a, const void* b) {
    return strcmp(((const wend_vlnce_truth*)a)->id, ((const wend_vlnce_truth*)b)->id);
}

// The reference: the expert's trajectory (--gt), or the annotated path.
static wend_dvec3_span score_positions_reference_of(const place_scorer* s,
                                                    const wend_habitat_episode* e) {
    if (!s->options->truth) return e->reference;
    const wend_vlnce_truth* truth =
        s->truth.count && e->id.text ? bsearch(e->id.text, s->truth.items, (size_t)s->truth.count,
                                               sizeof *s->truth.items, compare_truth)
                                     : NULL;
    return truth ? truth->locations : (wend_dvec3_span){0};
}

static wend_path score_positions_path_of(const place_list* list) {
    wend_path path = {.points = (const double(*)[3])list->items, .count = (int)list->count};
    return path;
}

static void report_points(place_scorer* s, const wend_vln_result* result, const char* id) {
    if (!result)
        score_report(s->sheet, SCORE_MISSING, "'%.64s'", id);
    else if (result->point_count == 0)
        score_report(s->sheet, SCORE_EMPTY, "'%.64s'", id);
    for (int i = 0; result && i < result->point_count; i++) {
        if (!result->points[i].viewpoint) continue;
        score_report(s->sheet, SCORE_UNKNOWN_VIEWPOINT, "'%.64s', %.64s", id,
                     result->points[i].viewpoint);
        s->path.count = 0;
        return;
    }
}

// Reports references and predictions that do not begin at the start of their episode: they belong
// to another split.
static void report_starts(place_scorer* s, const wend_habitat_episode* e, const char* id) {
    const double start[3] = {e->start.x, e->start.y, e->start.z}, slack = 1;  // slack in metres
    const wend_path from = {.points = &start};
    wend_path path = score_positions_path_of(&s->path),
              reference = score_positions_path_of(&s->reference);
    double metres = s->options->truth ? wend_path_distance(&from, 0, &reference, 0) : 0;
    if (metres > slack) score_report(s->sheet, SCORE_OTHER_TRUTH, "'%.64s', by %.1f m", id, metres);
    metres = path.count ? wend_path_distance(&from, 0, &path, 0) : 0;
    if (metres > slack) score_report(s->sheet, SCORE_WRONG_START, "'%.64s', by %.1f m", id, metres);
}

static wend_status score_positions_score_episode(place_scorer* s, const wend_habitat_episode* e,
                                                 const char* id, wend_error* error) {
    const wend_vln_result* result = score_index_find(&s->index, id);
    wend_dvec3_span reference = score_positions_reference_of(s, e);
    score_ask(s->sheet, id);
    if (result) s->sheet->match.matched++;
    if (e->goal_count == 0 || reference.count == 0) {
        score_report(s->sheet, e->goal_count ? SCORE_NO_TRUTH : SCORE_NO_GOAL, "'%.64s'", id);
        return WEND_OK;
    }
    s->path.count = 0;
    if (!score_positions_fill_places(&s->reference, reference) ||
        (result && !score_positions_fill_path(s, result)))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory while scoring");
    report_points(s, result, id);
    report_starts(s, e, id);
    bool absent = s->path.count == 0;
    if (absent && !add_place(&s->path, e->start.x, e->start.y, e->start.z))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory while scoring");
    const wend_dvec3* goal = &e->goals[0].position;
    const double goal_place[3] = {goal->x, goal->y, goal->z};
    wend_path_case given = {
        .path = score_positions_path_of(&s->path),
        .reference = score_positions_path_of(&s->reference),
        .goal = {.points = &goal_place, .count = 1},
        .shortest = isnan(e->distance) ? wend_dvec3_distance(e->start, *goal) : e->distance,
        .rules = s->rules};
    bool mine = ranks_shares_is_mine(&s->sheet->shares);
    if (s->options->geodesic && mine) {
        if (!ARRAY_RESERVE(&s->to_goal, s->path.count))
            return wend_fail(error, WEND_NO_MEMORY, "out of memory while scoring");
        given.to_goal = s->to_goal.items;
        WEND_TRY(score_navmeshes_measure(&s->navmeshes, e->scene, &given.path, goal_place,
                                         s->to_goal.items, error));
    }
    given.unstopped = !absent && !is_stopped(s, result, id);
    wend_path_score score = {0};
    if (mine) WEND_TRY(wend_path_score_compute(s->dtw, &given, &score, error));
    WEND_TRY(ranks_shares_put(&s->sheet->shares, &score, sizeof score, error));
    if (absent) score_void(&score);
    if (!isfinite(score.ne)) score_report(s->sheet, SCORE_UNREACHABLE, "'%.64s'", id);
    const double values[] = {
#define X(field, name, unit, words) score.field,
        WEND_PATH_SCORE_LIST(X)
#undef X
    };
    score_row row = {
        .id = id, .scene = e->scene, .group = e->instruction.language, .values = values};
    return score_add(s->sheet, &s->sheet->episodes, &row, error);
}

static wend_status score_positions_open_all(place_scorer* s, wend_error* error) {
    WEND_TRY(wend_habitat_read(s->options->annotations, &s->episodes, error));
    WEND_TRY(score_check_languages(s->options, &s->episodes, error));
    if (s->options->truth) {
        WEND_TRY(wend_vlnce_truth_read(s->options->truth, &s->truth, error));
        if (s->truth.count)
            qsort(s->truth.items, (size_t)s->truth.count, sizeof *s->truth.items,
                  score_positions_compare_truths);
    }
    WEND_TRY(wend_vln_results_read(s->options->results, &s->results, error));
    WEND_TRY(score_check_points(s->options, s->results, error));
    WEND_TRY(wend_dtw_create(&s->dtw, error));
    return score_index_build(s->results, &s->index, s->sheet, error);
}

static wend_status score_positions_score_all(place_scorer* s, wend_error* error) {
    bool by_instruction = s->options->benchmark == WEND_BENCHMARK_RXR_CE;
    for (int i = 0; i < s->episodes.count; i++) {
        const wend_habitat_episode* e = &s->episodes.episodes[i];
        const char* id = by_instruction ? e->instruction.id.text : e->id.text;
        if (!id)
            return wend_fail(error, WEND_FORMAT, "%s: episode %d of the file has no %s",
                             s->options->annotations, i,
                             by_instruction ? "instruction_id" : "episode_id");
        WEND_TRY(score_positions_score_episode(s, e, id, error));
    }
    score_index_report(&s->index, s->sheet);
    return WEND_OK;
}

wend_status score_positions(const wend_predictions_def* options, score_sheet* sheet,
                            wend_error* error) {
    place_scorer s = {
        .options = options,
        .sheet = sheet,
        .navmeshes = {.folder = options->navmeshes,
                      .geodesic = options->rules == WEND_RULES_OFFICIAL ? WEND_GEODESIC_HABITAT
                                                                        : WEND_GEODESIC_EXACT},
        .rules = wend_path_rules_for(options->benchmark, options->rules)};
    score_table_set_columns(&sheet->episodes, score_path_columns, WEND_PATH_SCORE_COUNT);
    sheet->counts = "episodes";
    sheet->group_key = "by_language";
    wend_status status = score_positions_open_all(&s, error);
    if (status == WEND_OK) status = score_positions_score_all(&s, error);
    score_index_destroy(&s.index);
    wend_dtw_destroy(s.dtw);
    wend_vln_results_destroy(s.results);
    wend_vlnce_truth_destroy(&s.truth);
    wend_habitat_destroy(&s.episodes);
    ARRAY_FREE(&s.path);
    ARRAY_FREE(&s.reference);
    ARRAY_FREE(&s.to_goal);
    score_navmeshes_destroy(&s.navmeshes);
    return status;
}
