// ir2r-ce: t-nDTW over IVLN-CE's logs, one per tour.
#include <string.h>

#include "metrics/predictions/score_sheet.h"

typedef struct place_list {
    double (*items)[3];
    size_t count, capacity;
} place_list;

// Positions of the agent phases of a tour, and the range of each episode.
typedef struct agent_track {
    place_list places;
    ARRAY_OF(size_t) first;     // [episodes] index of the first position
    ARRAY_OF(int) episodes;     // [episodes] indices in the log
    ARRAY_OF(wend_path) paths;  // set last, because `places` may be reallocated before
} agent_track;

static void agent_track_destroy(agent_track* t) {
    ARRAY_FREE(&t->places);
    ARRAY_FREE(&t->first);
    ARRAY_FREE(&t->episodes);
    ARRAY_FREE(&t->paths);
}

// Compares whole records; 0 equals -0. [IVLN-CE: novel_only compares the dictionaries]
static bool same_record(const wend_vln_record* a, const wend_vln_record* b) {
    return a->phase == b->phase && a->episode == b->episode && a->other == b->other &&
           a->position[0] == b->position[0] && a->position[1] == b->position[1] &&
           a->position[2] == b->position[2];
}

static bool start_episode(agent_track* t, int episode) {
    size_t* first = ARRAY_PUSH(&t->first);
    int* slot = first ? ARRAY_PUSH(&t->episodes) : NULL;
    if (!slot) return false;
    *first = t->places.count;
    *slot = episode;
    return true;
}

// `dedupe` drops consecutive repeats of a record, which turning on the spot produces. The official
// code does so for the agent's records, but not for the reference's.
static bool fill_track(agent_track* t, const wend_vln_log* log, bool dedupe) {
    for (int i = 0; i < log->record_count; i++) {
        const wend_vln_record* record = &log->records[i];
        if (record->phase != WEND_VLN_PHASE_AGENT) continue;
        if (dedupe && i > 0 && same_record(record, record - 1)) continue;
        bool next =
            t->episodes.count == 0 || t->episodes.items[t->episodes.count - 1] != record->episode;
        if (next && !start_episode(t, record->episode)) return false;
        double(*place)[3] = ARRAY_PUSH(&t->places);
        if (!place) return false;
        memcpy(*place, record->position, sizeof record->position);
    }
    for (size_t i = 0; i < t->first.count; i++) {
        size_t end = i + 1 < t->first.count ? t->first.items[i + 1] : t->places.count;
        wend_path* path = ARRAY_PUSH(&t->paths);
        if (!path) return false;
        *path = (wend_path){.points = (const double(*)[3])(t->places.items + t->first.items[i]),
                            .count = (int)(end - t->first.items[i])};
    }
    return true;
}

static bool same_episodes(const agent_track* a, const wend_vln_log* log_a, const agent_track* b,
                          const wend_vln_log* log_b) {
    if (a->episodes.count != b->episodes.count) return false;
    for (size_t i = 0; i < a->episodes.count; i++)
        if (strcmp(log_a->episodes[a->episodes.items[i]], log_b->episodes[b->episodes.items[i]]))
            return false;
    return true;
}

typedef struct tour_scorer {
    const wend_predictions_def* options;
    score_sheet* sheet;
    wend_vln_logs *truth, *results;
    wend_dtw* dtw;
} tour_scorer;

// Where changes of the episode are counted, a tour of one episode has weight 0 and no value.
static wend_status score_tours_add_tour(tour_scorer* s, const char* tour, double ndtw,
                                        double weight, wend_error* error) {
    double value = weight > 0 ? ndtw : INFINITY;
    score_row row = {.id = tour, .values = &value, .weight = weight};
    return score_add(s->sheet, &s->sheet->tours, &row, error);
}

// A tour without a usable prediction scores 0 and keeps its weight.
static wend_status add_zero(tour_scorer* s, const char* tour, const agent_track* reference,
                            wend_error* error) {
    wend_tour_rules rules = wend_tour_rules_for(s->options->benchmark, s->options->rules);
    double weight = (double)reference->episodes.count - (rules.less_one ? 1 : 0);
    return score_tours_add_tour(s, tour, 0, weight, error);
}

static wend_status compare_tour(tour_scorer* s, const wend_vln_log* truth,
                                const wend_vln_log* result, agent_track* reference,
                                agent_track* agent, wend_error* error) {
    if (!fill_track(reference, truth, false) || (result && !fill_track(agent, result, true)))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory while scoring tour %.64s",
                         truth->tour);
    score_ask(s->sheet, truth->tour);
    if (result && same_episodes(agent, result, reference, truth)) s->sheet->match.matched++;
    if (!result) {
        score_report(s->sheet, SCORE_MISSING_TOUR, "'%.64s'", truth->tour);
        return add_zero(s, truth->tour, reference, error);
    }
    if (!same_episodes(agent, result, reference, truth)) {
        score_report(s->sheet, SCORE_OTHER_EPISODES, "'%.64s'", truth->tour);
        return add_zero(s, truth->tour, reference, error);
    }
    wend_tour_score score = {0};
    if (ranks_shares_is_mine(&s->sheet->shares))
        WEND_TRY(wend_tour_score_compute(
            s->dtw, agent->paths.items, reference->paths.items, (int)reference->paths.count,
            wend_tour_rules_for(s->options->benchmark, s->options->rules), &score, error));
    WEND_TRY(ranks_shares_put(&s->sheet->shares, &score, sizeof score, error));
    s->sheet->infeasible += score.infeasible;
    return score_tours_add_tour(s, truth->tour, score.infeasible ? INFINITY : score.ndtw,
                                score.weight, error);
}

// A file without splits matches every split.
static bool is_in_split(const wend_vln_log* log, const char* split) {
    return !split || !log->split || strcmp(split, log->split) == 0;
}

static const wend_vln_log* find_log(const wend_vln_logs* logs, const char* split,
                                    const char* tour) {
    for (int i = 0; i < wend_vln_logs_count(logs); i++) {
        const wend_vln_log* log = wend_vln_logs_at(logs, i);
        if (is_in_split(log, split) && strcmp(log->tour, tour) == 0) return log;
    }
    return NULL;
}

// The split of the reference to score: the given one, the only one, or NULL for a file without
// splits.
static wend_status choose_split(tour_scorer* s, const char** split, wend_error* error) {
    *split = s->options->split;
    for (int i = 0; i < wend_vln_logs_count(s->truth); i++) {
        const char* found = wend_vln_logs_at(s->truth, i)->split;
        if (!found) return WEND_OK;
        if (!*split) *split = found;
        if (strcmp(*split, found) == 0) continue;
        if (!s->options->split)
            return wend_fail(error, WEND_ARGUMENT,
                             "%s has the splits %s and %s; choose one as the split",
                             s->options->truth, *split, found);
    }
    return WEND_OK;
}

static wend_status score_tours_score_all(tour_scorer* s, wend_error* error) {
    const char* split;
    WEND_TRY(choose_split(s, &split, error));
    int tours = 0;
    for (int i = 0; i < wend_vln_logs_count(s->truth); i++) {
        const wend_vln_log* truth = wend_vln_logs_at(s->truth, i);
        if (!is_in_split(truth, split)) continue;
        tours++;
        agent_track reference = {0}, agent = {0};
        wend_status status = compare_tour(s, truth, find_log(s->results, split, truth->tour),
                                          &reference, &agent, error);
        agent_track_destroy(&reference);
        agent_track_destroy(&agent);
        WEND_TRY(status);
    }
    for (int i = 0; i < wend_vln_logs_count(s->results); i++) {
        const wend_vln_log* log = wend_vln_logs_at(s->results, i);
        if (!is_in_split(log, split)) continue;
        if (find_log(s->results, split, log->tour) != log)
            score_report(s->sheet, SCORE_DUPLICATE, "tour '%.64s'", log->tour);
        else if (!find_log(s->truth, split, log->tour))
            score_report(s->sheet, SCORE_UNKNOWN_ID, "tour '%.64s'", log->tour);
    }
    if (tours) return WEND_OK;
    return wend_fail(error, WEND_NOT_FOUND, "%s: no tours%s%s", s->options->truth,
                     split ? " in the split " : "", split ? split : "");
}

wend_status score_tour_logs(const wend_predictions_def* options, score_sheet* sheet,
                            wend_error* error) {
    static const wend_score_meaning columns[] = {{"t_ndtw", "t-nDTW", "%", 0}};
    score_table_set_columns(&sheet->tours, columns, 1);
    tour_scorer s = {.options = options, .sheet = sheet};
    wend_status status = wend_vln_logs_read(options->truth, &s.truth, error);
    if (status == WEND_OK) status = wend_vln_logs_read(options->results, &s.results, error);
    if (status == WEND_OK) status = wend_dtw_create(&s.dtw, error);
    if (status == WEND_OK) status = score_tours_score_all(&s, error);
    wend_dtw_destroy(s.dtw);
    wend_vln_logs_destroy(s.results);
    wend_vln_logs_destroy(s.truth);
    return status;
}
