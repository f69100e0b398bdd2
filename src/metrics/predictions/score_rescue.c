// rescue: scores RescueBench's trajectories against their test episodes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/predictions/score_sheet.h"

#include "wend/benchmarks/rescue.h"

// Distance on the ground plane, as RescueBench measures.
static double score_rescue_level_distance(wend_dvec3 a, wend_dvec3 b) {
    return hypot(a.x - b.x, a.z - b.z);
}

static void score_rescue_measure(double distances[3], double metres) {
    distances[WEND_RESCUE_FINAL] = metres;
    if (metres < distances[WEND_RESCUE_BEST]) distances[WEND_RESCUE_BEST] = metres;
    if (!isfinite(distances[WEND_RESCUE_INITIAL])) distances[WEND_RESCUE_INITIAL] = metres;
}

// Gates are measured from the camera, which is mounted in front of the agent's axis. [RescueBench:
// agent setup]
static wend_dvec3 score_rescue_eye_of(const wend_rescue_pose* place) {
    const double before = 0.2;  // metres
    return (wend_dvec3){place->at.x - before * sin(place->heading), place->at.y,
                        place->at.z - before * cos(place->heading)};
}

// The final position of the person relative to the stretcher.
typedef struct handover {
    bool put;               // the person was put down and not picked up again
    double metres, height;  // from the stretcher, on the ground plane and vertically
} handover;

static handover handover_of(const wend_rescue_episode* episode, const wend_rescue_run* run) {
    int put = 0;
    for (int i = 1; i < run->step_count; i++)
        if (run->trajectory[i - 1].picked != run->trajectory[i].picked)
            put = run->trajectory[i].picked ? 0 : i;
    if (!put) return (handover){.metres = INFINITY, .height = INFINITY};
    wend_dvec3 at = score_rescue_eye_of(&run->trajectory[put].place);
    return (handover){true, score_rescue_level_distance(at, episode->stretcher.at),
                      fabs(at.y - episode->stretcher.at.y)};
}

static bool is_handed_over(const handover* h, const wend_rescue_gates* gates) {
    return h->put && h->metres <= (double)gates->place && h->height <= (double)gates->height;
}

static bool is_recorded(const wend_rescue_run* run) {
    return run->result && strcmp(run->result, "success") == 0;
}

// Distances to the person until it is first picked up, and to the stretcher afterwards. The success
// that the run records is ignored.
static wend_rescue_outcome score_rescue_outcome_of(const wend_rescue_episode* episode,
                                                   const wend_rescue_run* run,
                                                   const wend_rescue_gates* gates) {
    wend_rescue_outcome o = {.person = {INFINITY, INFINITY, INFINITY},
                             .stretcher = {INFINITY, INFINITY, INFINITY}};
    for (int i = 0; i < run->step_count; i++) {
        const wend_rescue_step* step = &run->trajectory[i];
        o.carried = o.carried || step->picked;
        if (o.carried)
            score_rescue_measure(
                o.stretcher, score_rescue_level_distance(step->place.at, episode->stretcher.at));
        else
            score_rescue_measure(o.person,
                                 score_rescue_level_distance(step->place.at, episode->injured.at));
    }
    handover h = handover_of(episode, run);
    o.completed = o.carried && is_handed_over(&h, gates);
    return o;
}

// Runs identify their episode by its line in the level's file, from 0. -1: invalid.
static int score_rescue_line_of(const wend_rescue_run* run, int count) {
    if (!run->episode.text) return -1;
    char* end;
    long line = strtol(run->episode.text, &end, 10);
    return *end || end == run->episode.text || line < 0 || line >= count ? -1 : (int)line;
}

// Reports a disagreement between the gates and the recorded result, with the reason.
static wend_status dispute(const wend_rescue_episode* episode, const wend_rescue_run* run,
                           const wend_rescue_gates* gates, bool carried, int line,
                           score_sheet* sheet, wend_error* error) {
    handover h = handover_of(episode, run);
    score_report(sheet, SCORE_DISPUTED, "line %d", line);
    const char* result = run->result ? run->result : "nothing";
    if (!carried)
        return score_dispute_add(sheet, error, "line %d, recorded %.24s: never picked up", line,
                                 result);
    if (!h.put)
        return score_dispute_add(sheet, error, "line %d, recorded %.24s: still carried at the end",
                                 line, result);
    return score_dispute_add(
        sheet, error,
        "line %d, recorded %.24s: put down %.2f m from the stretcher (%.2f m up "
        "or down); the gate is %.1f m (%.1f m)",
        line, result, h.metres, h.height, (double)gates->place, (double)gates->height);
}

static wend_status score_run(const wend_rescue_set* set, const wend_rescue_run* run, int line,
                             const wend_predictions_def* options, score_sheet* sheet,
                             wend_error* error) {
    char group[16];
    bool paper = options->rules == WEND_RULES_PAPER, recorded = is_recorded(run);
    wend_rescue_gates gates = wend_rescue_gates_for(paper ? "paper" : "official", true);
    wend_rescue_outcome outcome = score_rescue_outcome_of(&set->episodes[line], run, &gates);
    wend_rescue_score s = wend_rescue_score_compute(&outcome, options->rules);
    double values[] = {s.tcr, recorded, s.ts, s.stage[0], s.stage[1], s.stage[2], s.stage[3]};
    if ((s.tcr > 0) != recorded)
        WEND_TRY(dispute(&set->episodes[line], run, &gates, outcome.carried, line, sheet, error));
    if (run->step_count == 0)
        score_report(sheet, SCORE_EMPTY, "line %d", line);
    else if (score_rescue_level_distance(run->trajectory[0].place.at,
                                         set->episodes[line].agent.at) > 1)
        score_report(sheet, SCORE_WRONG_START, "line %d", line);
    snprintf(group, sizeof group, "%d", (int)set->episodes[line].level);
    score_row row = {.id = run->episode.text,
                     .scene = set->episodes[line].world,
                     .group = group,
                     .values = values};
    return score_add(sheet, &sheet->episodes, &row, error);
}

static wend_status score_runs(const wend_rescue_set* set, const wend_rescue_runs* runs,
                              const wend_predictions_def* options, score_sheet* sheet,
                              wend_error* error) {
    for (int i = 0; i < runs->count; i++) {
        const wend_rescue_run* run = &runs->items[i];
        int line = score_rescue_line_of(run, set->count);
        if (line < 0 || run->level != set->episodes[line].level) {
            score_report(sheet, SCORE_UNKNOWN_ID, "episode '%.32s' of level %d",
                         run->episode.text ? run->episode.text : "", (int)run->level);
            continue;
        }
        WEND_TRY(score_run(set, run, line, options, sheet, error));
    }
    return WEND_OK;
}

wend_status score_rescue(const wend_predictions_def* options, score_sheet* sheet,
                         wend_error* error) {
    static const wend_score_meaning columns[] = {
        {"tcr", "TCR", "%", 0},   {"tcr_record", "recorded", "%", 0}, {"ts", "TS", "of 100", 0},
        {"s1", "S1", "of 25", 0}, {"s2", "S2", "of 25", 0},           {"s3", "S3", "of 25", 0},
        {"s4", "S4", "of 25", 0}};
    score_table_set_columns(&sheet->episodes, columns, 7);
    sheet->counts = "runs";
    sheet->group_key = "by_level";
    wend_rescue_set set = {0};
    wend_rescue_runs runs = {0};
    wend_status status = wend_rescue_read(options->annotations, &set, error);
    if (status == WEND_OK) status = wend_rescue_runs_read(options->results, &runs, error);
    if (status == WEND_OK) status = score_runs(&set, &runs, options, sheet, error);
    wend_rescue_runs_destroy(&runs);
    wend_rescue_destroy(&set);
    return status;
}
