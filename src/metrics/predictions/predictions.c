// Checks arguments, runs the scorer of the benchmark and formats its output.
#include "metrics/predictions/score_sheet.h"

#include "wend/files.h"
#include "wend/metrics.h"

struct wend_predictions {
    score_sheet sheet;
    wend_text_out json, table, csv;
    wend_text_out problems[SCORE_PROBLEM_COUNT];  // the first problem_count are sentences
    int problem_count;
    char rooms[4096];  // path of the rooms file found
};

wend_predictions_def wend_predictions_default_def(wend_benchmark benchmark) {
    return (wend_predictions_def){.benchmark = benchmark,
                                  .positions = WEND_POSITIONS_POSES,
                                  .rules = WEND_RULES_OFFICIAL,
                                  .resamples = 1000,
                                  .seed = 1};
}

// ---- arguments ----------------------------------------------------------------------------------

static wend_status missing(const wend_predictions_def* def, const char* what, wend_error* error) {
    return wend_fail(error, WEND_ARGUMENT, "%s needs %s", wend_benchmark_name(def->benchmark),
                     what);
}

static wend_status predictions_check_files(const wend_predictions_def* def, wend_error* error) {
    wend_benchmark b = def->benchmark;
    bool graph = b <= WEND_BENCHMARK_IR2R, logs = b == WEND_BENCHMARK_IR2R_CE;
    bool annotated = !logs && b != WEND_BENCHMARK_MULTION && b < WEND_BENCHMARK_OBJECTNAV;
    if (graph && !def->connectivity)
        return missing(def, "connectivity: the folder of the graphs", error);
    if (annotated && !def->annotations)
        return missing(def, "annotations: the file of the episodes", error);
    if (logs && !def->truth) return missing(def, "gt: the file gt_ndtw.json", error);
    if (b == WEND_BENCHMARK_IR2R && !def->tours)
        return missing(def, "tours: the file tours.json", error);
    if (!def->results) return missing(def, "results: the file of the predictions", error);
    return WEND_OK;
}

wend_status wend_predictions_check(const wend_predictions_def* def, wend_error* error) {
    wend_benchmark b = def->benchmark;
    bool places = b == WEND_BENCHMARK_R2R_CE || b == WEND_BENCHMARK_RXR_CE;
    if (def->geodesic && !places)
        return wend_fail(error, WEND_ARGUMENT, "geodesic distances are for r2r-ce and rxr-ce");
    if (def->geodesic && !def->navmeshes)
        return wend_fail(
            error, WEND_ARGUMENT,
            "geodesic distances need navmeshes: the folder of Habitat's .navmesh files");
    if (def->resamples < 0 || def->resamples > 100000)
        return wend_fail(error, WEND_ARGUMENT, "%d resamples; must be in [0, 100000]",
                         def->resamples);
    return predictions_check_files(def, error);
}

// Panorama positions need the rooms file. The default path is beside the connectivity folder.
static wend_status find_rooms(wend_predictions* p, wend_predictions_def* def, wend_error* error) {
    if (def->positions != WEND_POSITIONS_PANORAMAS || def->rooms || !def->connectivity)
        return WEND_OK;
    WEND_TRY(wend_file_join(def->connectivity, "../rooms/viewpoint_rooms.json", p->rooms,
                            sizeof p->rooms, error));
    if (!wend_file_exists(p->rooms))
        return wend_fail(error, WEND_ARGUMENT,
                         "panorama positions need rooms: the file viewpoint_rooms.json");
    def->rooms = p->rooms;
    return WEND_OK;
}

// ---- scoring ------------------------------------------------------------------------------------

typedef wend_status scorer(const wend_predictions_def* def, score_sheet* sheet, wend_error* error);

static scorer* const scorers[] = {
    [WEND_BENCHMARK_R2R] = score_graph,         [WEND_BENCHMARK_R4R] = score_graph,
    [WEND_BENCHMARK_RXR] = score_graph,         [WEND_BENCHMARK_IR2R] = score_graph,
    [WEND_BENCHMARK_R2R_CE] = score_positions,  [WEND_BENCHMARK_RXR_CE] = score_positions,
    [WEND_BENCHMARK_IR2R_CE] = score_tour_logs, [WEND_BENCHMARK_MULTION] = score_multion,
    [WEND_BENCHMARK_RESCUE] = score_rescue,     [WEND_BENCHMARK_OBJECTNAV] = score_objects,
    [WEND_BENCHMARK_ROBOTHOR] = score_objects,  [WEND_BENCHMARK_PASTURE] = score_objects,
};

static wend_status predictions_write_texts(wend_predictions* p, const wend_predictions_def* def,
                                           wend_error* error) {
    WEND_TRY(score_sheet_compute_means(&p->sheet, def, error));
    score_write_json(&p->sheet, def, &p->json);
    score_write_table(&p->sheet, def, &p->table);
    if (def->per_episode) score_write_csv(&p->sheet, &p->csv);
    bool out_of_memory = p->json.out_of_memory || p->table.out_of_memory || p->csv.out_of_memory;
    for (int i = 0; i < SCORE_PROBLEM_COUNT; i++) {
        if (!p->sheet.problems[i].count) continue;
        wend_text_out* sentence = &p->problems[p->problem_count++];
        score_write_problem(&p->sheet, (score_problem)i, sentence);
        out_of_memory |= sentence->out_of_memory;
    }
    return out_of_memory ? wend_fail(error, WEND_NO_MEMORY, "out of memory for the scores")
                         : WEND_OK;
}

static wend_status predictions_fill(wend_predictions* p, wend_predictions_def def,
                                    wend_error* error) {
    WEND_TRY(wend_predictions_check(&def, error));
    WEND_TRY(find_rooms(p, &def, error));
    WEND_TRY(score_check_kinds(&def, error));
    p->sheet.shares = (ranks_shares){.ranks = def.ranks, .block = 16};
    WEND_TRY(scorers[def.benchmark](&def, &p->sheet, error));
    WEND_TRY(ranks_shares_end(&p->sheet.shares, error));
    if (wend_ranks_rank(def.ranks)) return WEND_OK;
    WEND_TRY(score_check_match(&def, &p->sheet, error));
    return predictions_write_texts(p, &def, error);
}

wend_status wend_predictions_score(const wend_predictions_def* def, wend_predictions** out,
                                   wend_error* error) {
    *out = NULL;
    if ((size_t)def->benchmark >= sizeof scorers / sizeof *scorers || !scorers[def->benchmark])
        return wend_fail(error, WEND_ARGUMENT, "there is no benchmark %d", (int)def->benchmark);
    wend_predictions* p = wend_alloc_zero(1, sizeof *p);
    if (!p) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the scores");
    wend_status status = predictions_fill(p, *def, error);
    if (status != WEND_OK)
        wend_predictions_destroy(p);
    else
        *out = p;
    return status;
}

void wend_predictions_destroy(wend_predictions* p) {
    if (!p) return;
    score_destroy(&p->sheet);
    wend_text_destroy(&p->json);
    wend_text_destroy(&p->table);
    wend_text_destroy(&p->csv);
    for (int i = 0; i < SCORE_PROBLEM_COUNT; i++) wend_text_destroy(&p->problems[i]);
    wend_free(p);
}

const char* wend_predictions_json(const wend_predictions* p) { return p->json.items; }
const char* wend_predictions_table(const wend_predictions* p) { return p->table.items; }
const char* wend_predictions_csv(const wend_predictions* p) {
    return p->csv.items ? p->csv.items : "";
}
int wend_predictions_problem_count(const wend_predictions* p) { return p->problem_count; }
const char* wend_predictions_problem_at(const wend_predictions* p, int i) {
    return p->problems[i].items;
}
