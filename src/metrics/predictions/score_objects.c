// objectnav, robothor, pasture: aggregates results that contain success and metrics of each
// episode. [RoboTHOR challenge; CoW's success_agg.py; Habitat's Success, SPL, SoftSPL and
// DistanceToGoal]
#include <stdlib.h>
#include <string.h>

#include "metrics/predictions/object_results.h"
#include "metrics/predictions/score_sheet.h"

#include "wend/benchmarks/pasture.h"
#include "wend/files.h"

// An episode of the annotations.
typedef struct object_episode {
    const char *id, *scene, *category, *split;  // Nullable: category, split
    double shortest;                            // metres; NAN: not given
} object_episode;

typedef struct object_scorer {
    const wend_predictions_def* options;
    score_sheet* sheet;
    object_results results;
    bool* used;         // [results]
    const int* sorted;  // [results] indices sorted by id
    arena memory;
    ARRAY_OF(object_episode) episodes;
    bool rated;   // some result has SPL
    bool soft;    // some result has SoftSPL
    bool seen;    // some result has the visibility of the target
    bool splits;  // some episode or result has a split: groups are splits, otherwise categories
} object_scorer;

enum { COW_POSES = 251 };  // poses of an episode that ends at CoW's limit of 250 actions

static wend_status score_objects_fail_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory while scoring");
}

// ---- annotations --------------------------------------------------------------------------------

static const char* score_objects_keep(object_scorer* s, const char* text) {
    return arena_text(&s->memory, text ? text : "", text ? strlen(text) : 0);
}

static wend_status score_objects_add_episode(object_scorer* s, const object_episode* given,
                                             wend_error* error) {
    object_episode* e = ARRAY_PUSH(&s->episodes);
    if (!e) return score_objects_fail_memory(error);
    *e = (object_episode){
        .id = score_objects_keep(s, given->id),
        .scene = score_objects_keep(s, given->scene),
        .category = given->category ? score_objects_keep(s, given->category) : NULL,
        .split = given->split ? score_objects_keep(s, given->split) : NULL,
        .shortest = given->shortest};
    s->splits |= given->split != NULL;
    bool kept =
        e->id && e->scene && (e->category || !given->category) && (e->split || !given->split);
    return kept ? WEND_OK : score_objects_fail_memory(error);
}

static double length_of(wend_dvec3_span points) {
    double sum = 0;
    for (int i = 1; i < points.count; i++)
        sum += wend_dvec3_distance(points.items[i - 1], points.items[i]);
    return sum;
}

static wend_status add_robothor(object_scorer* s, const char* path, wend_error* error) {
    wend_robothor_set set;
    WEND_TRY(wend_robothor_read(path, &set, error));
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < set.count; i++) {
        const wend_robothor_episode* e = &set.episodes[i];
        object_episode given = {e->id, e->scene, e->object_type, e->split,
                                e->shortest.count ? length_of(e->shortest) : e->shortest_length};
        status = score_objects_add_episode(s, &given, error);
    }
    wend_robothor_destroy(&set);
    return status;
}

// `*category` is NULL where the episode has none; else it may point into `words`.
static wend_status score_objects_category_of(const wend_habitat_episode* e, char* words,
                                             size_t size, const char** category,
                                             wend_error* error) {
    json_document document;
    json_at field = {0};
    const char* text = NULL;
    *words = 0;
    *category = e->goal_count ? e->goals[0].category : NULL;
    if (*category || !e->extra) return WEND_OK;
    WEND_TRY(json_document_parse(e->extra, strlen(e->extra), "episode", 1, &document, error));
    json_at root = json_document_root(&document);
    if (json_optional(&root, "object_category", &field, NULL) == WEND_OK && field.value &&
        json_text(&field, &text, NULL) == WEND_OK)
        snprintf(words, size, "%s", text);
    json_document_destroy(&document);
    if (*words) *category = words;
    return WEND_OK;
}

static wend_status add_habitat(object_scorer* s, const char* path, wend_error* error) {
    wend_habitat_set set;
    WEND_TRY(wend_habitat_read(path, &set, error));
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < set.count; i++) {
        const wend_habitat_episode* e = &set.episodes[i];
        char words[128];
        const char* category;
        status = score_objects_category_of(e, words, sizeof words, &category, error);
        object_episode given = {e->id.text, e->scene, category, NULL, NAN};
        if (status == WEND_OK)
            status = category ? score_objects_add_episode(s, &given, error)
                              : wend_fail(error, WEND_FORMAT,
                                          "%s: episode %d has a point as its goal and no object "
                                          "category; objectnav takes Habitat's ObjectNav episodes",
                                          path, i);
    }
    wend_habitat_destroy(&set);
    return status;
}

static wend_status add_annotations(object_scorer* s, const char* path, wend_error* error) {
    if (s->options->benchmark == WEND_BENCHMARK_OBJECTNAV) return add_habitat(s, path, error);
    if (!wend_file_is_folder(path)) return add_robothor(s, path, error);
    wend_file_list list;
    char inner[4096];
    WEND_TRY(wend_file_list_read(path, &list, error));
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < list.count; i++) {
        if (!strstr(list.names[i], ".json")) continue;
        status = wend_file_join(path, list.names[i], inner, sizeof inner, error);
        if (status == WEND_OK) status = add_robothor(s, inner, error);
    }
    wend_file_list_destroy(&list);
    return status;
}

// Without annotations every result is an episode to score.
static wend_status ask_results(object_scorer* s, wend_error* error) {
    for (size_t i = 0; i < s->results.items.count; i++) {
        const object_result* r = &s->results.items.items[i];
        object_episode given = {r->id, r->scene, r->category, r->split, NAN};
        WEND_TRY(score_objects_add_episode(s, &given, error));
        if (!r->scene) s->episodes.items[s->episodes.count - 1].scene = NULL;
    }
    return WEND_OK;
}

// ---- results by id ------------------------------------------------------------------------------

static int compare_results(const void* a, const void* b, void* context) {
    const object_scorer* s = context;
    const object_result* items = s->results.items.items;
    int x = *(const int*)a, y = *(const int*)b, order = strcmp(items[x].id, items[y].id);
    return order ? order : x - y;
}

static bool score_objects_is_of(const object_result* r, const object_episode* e) {
    bool split = !r->split || !e->split || strcmp(r->split, e->split) == 0;
    bool scene = !r->scene || !e->scene || strcmp(r->scene, e->scene) == 0;
    return split && scene;
}

// The first result with that id, split and scene; further ones are reported as duplicates.
static const object_result* find_result(object_scorer* s, const object_episode* e) {
    const object_result *items = s->results.items.items, *found = NULL;
    int low = 0, high = (int)s->results.items.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(items[s->sorted[middle]].id, e->id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < (int)s->results.items.count; low++) {
        const object_result* r = &items[s->sorted[low]];
        if (strcmp(r->id, e->id) != 0) break;
        if (s->used[s->sorted[low]] || !score_objects_is_of(r, e)) continue;
        if (found && s->options->annotations)
            score_report(s->sheet, SCORE_DUPLICATE, "'%.64s'", e->id);
        if (found && !s->options->annotations) break;  // the other result is an episode of its own
        s->used[s->sorted[low]] = true;
        if (!found) found = r;
    }
    return found;
}

// ---- one episode --------------------------------------------------------------------------------

enum {
    SUCCESS,
    SPL,
    SOFT_SPL,
    DISTANCE,
    EXPLORATION,
    LOCALISATION,
    PLANNING,
    ACTIONS,
    POSES,
    COUNT
};

static const wend_score_meaning columns[COUNT] = {
    {"success", "Success", "%", 0},
    {"spl", "SPL", "%", 0},
    {"soft_spl", "SoftSPL", "%", 0},
    {"distance_to_goal", "Distance", "m", 0},
    {"exploration_failure", "Exploration failure", "%", 0},
    {"localisation_failure", "Localisation failure", "%", 0},
    {"planning_failure", "Planning failure", "%", 0},
    {"action_success", "Action success", "%", 0},
    {"episode_length", "Length", "poses", 0},
};

static wend_status check_result(const object_scorer* s, const object_result* r, wend_error* error) {
    bool right = (r->success == 0 || r->success == 1) && !(r->spl < 0) && !(r->spl > 1) &&
                 !(r->spl > r->success) && !(r->soft_spl < 0) && !(r->soft_spl > 1);
    if (right) return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "%s: episode '%.64s': success %g must be 0 or 1, SPL %g in [0, success]",
                     s->options->results, r->id, r->success, r->spl);
}

// A field that other results have must not be missing, otherwise its mean would be over selected
// episodes. SPL may be missing for failures, where it is 0.
static wend_status check_fields(const object_scorer* s, const object_result* r, bool success,
                                wend_error* error) {
    bool spl = s->rated && success && isnan(r->spl), soft = s->soft && isnan(r->soft_spl);
    if (!spl && !soft) return WEND_OK;
    return wend_fail(error, WEND_FORMAT, "%s: episode '%.64s' has no %s, which other episodes have",
                     s->options->results, r->id, spl ? "spl" : "soft_spl");
}

static double known(double value) { return isnan(value) ? (double)INFINITY : value; }

static double spl_of(const object_scorer* s, const object_result* r, double shortest,
                     bool success) {
    if (s->rated) return success ? r->spl : 0;
    if (isnan(r->length) || isnan(shortest)) return (double)INFINITY;
    double longer = r->length > shortest ? r->length : shortest;
    if (!success) return 0;
    return longer > 0 ? shortest / longer : 1;
}

// CoW's labels of failures. Results without the visibility of the target have no label.
static void label_failure(const object_result* r, bool success, double* values) {
    bool late = r->poses == COW_POSES, failed = !success && r->has_target_seen;
    values[EXPLORATION] = failed && late && !r->target_seen;
    values[PLANNING] = failed && late && r->target_seen;
    values[LOCALISATION] = failed && !late;
}

static wend_status score_objects_score_episode(object_scorer* s, const object_episode* e,
                                               wend_error* error) {
    const object_result* r = find_result(s, e);
    double values[COUNT];
    for (int i = 0; i < COUNT; i++) values[i] = (double)INFINITY;
    values[SUCCESS] = values[SPL] = 0;
    if (s->soft) values[SOFT_SPL] = 0;
    score_ask(s->sheet, e->id);
    if (r) s->sheet->match.matched++;
    if (r) {
        WEND_TRY(check_result(s, r, error));
        bool success = r->success > 0 && !r->unstopped;
        if (r->success > 0 && r->unstopped)
            score_report(s->sheet, SCORE_UNSTOPPED, "'%.64s'", e->id);
        values[SUCCESS] = success;
        WEND_TRY(check_fields(s, r, success, error));
        values[SPL] = spl_of(s, r, isnan(r->shortest) ? e->shortest : r->shortest, success);
        values[SOFT_SPL] = known(r->soft_spl);
        values[DISTANCE] = known(r->distance);
        if (r->actions > 0) values[ACTIONS] = known(r->actions_succeeded / r->actions);
        values[POSES] = known(r->poses);
        if (s->seen) label_failure(r, success, values);
    } else {
        score_report(s->sheet, SCORE_MISSING, "'%.64s'", e->id);
    }
    score_row row = {.id = e->id,
                     .scene = e->scene,
                     .group = s->splits ? (e->split ? e->split : "-") : e->category,
                     .values = values};
    return score_add(s->sheet, &s->sheet->episodes, &row, error);
}

static wend_status score_objects_score_all(object_scorer* s, wend_error* error) {
    size_t count = s->results.items.count;
    int* sorted = wend_alloc((count + 1) * sizeof *sorted);
    s->used = wend_alloc_zero(count + 1, sizeof *s->used);
    s->sorted = sorted;
    wend_status status = sorted && s->used ? WEND_OK : score_objects_fail_memory(error);
    for (size_t i = 0; status == WEND_OK && i < count; i++) sorted[i] = (int)i;
    if (status == WEND_OK && count) qsort_r(sorted, count, sizeof *sorted, compare_results, s);
    for (size_t i = 0; status == WEND_OK && i < s->episodes.count; i++)
        status = score_objects_score_episode(s, &s->episodes.items[i], error);
    for (size_t i = 0; status == WEND_OK && i < count; i++)
        if (!s->used[i])
            score_report(s->sheet, SCORE_UNKNOWN_ID, "'%.64s'", s->results.items.items[i].id);
    wend_free(sorted);
    wend_free(s->used);
    return status;
}

wend_status score_objects(const wend_predictions_def* options, score_sheet* sheet,
                          wend_error* error) {
    object_scorer s = {.options = options, .sheet = sheet};
    score_table_set_columns(&sheet->episodes, columns, COUNT);
    sheet->counts = "episodes";
    WEND_TRY(object_results_read(options->results, options->split, &s.results, error));
    for (size_t i = 0; i < s.results.items.count; i++) {
        s.splits |= s.results.items.items[i].split != NULL;
        s.seen |= s.results.items.items[i].has_target_seen;
        s.rated |= !isnan(s.results.items.items[i].spl);
        s.soft |= !isnan(s.results.items.items[i].soft_spl);
    }
    wend_status status = options->annotations ? add_annotations(&s, options->annotations, error)
                                              : ask_results(&s, error);
    sheet->group_key = s.splits ? "by_split" : "by_category";
    if (status == WEND_OK) status = score_objects_score_all(&s, error);
    ARRAY_FREE(&s.episodes);
    arena_destroy(&s.memory);
    object_results_destroy(&s.results);
    return status;
}
