// RescueBench's task score: four stages of 25 points. [RescueBench, Eq. 1-2; UnrealZoo/RescueBench]
#include <math.h>
#include <string.h>

#include "wend/metrics.h"

static const double stage_points = 25;
static const double near_radius = 7.5;   // metres
static const double place_radius = 2.0;  // metres

static double rescue_score_clip(double share) { return share > 0 ? share < 1 ? share : 1 : 0; }

// The official code uses final distances. Stages 1 and 3 are complete within 7.5 m; stages 2 and 4
// are linear in the distance.
static void score_official(const wend_rescue_outcome* o, double stage[4]) {
    double person = o->person[WEND_RESCUE_FINAL], stretcher = o->stretcher[WEND_RESCUE_FINAL];
    stage[0] = o->carried || person <= near_radius ? stage_points : 0;
    stage[1] = o->carried ? stage_points
                          : stage_points * rescue_score_clip((near_radius - person) / near_radius);
    if (!o->carried) return;
    stage[2] = stretcher <= near_radius ? stage_points : 0;
    stage[3] = stage_points * (o->completed ? 1
                                            : rescue_score_clip((near_radius - stretcher) /
                                                                (near_radius - place_radius)));
}

// Eq. 2 uses the best progress: 1 - d_best / d_init. A start at the target counts as full progress.
static double share_done(const double distance[3]) {
    double initial = distance[WEND_RESCUE_INITIAL], best = distance[WEND_RESCUE_BEST];
    if (!isfinite(best)) return 0;
    return initial > 0 ? rescue_score_clip(1 - best / initial) : best <= 0;
}

static void score_paper(const wend_rescue_outcome* o, double stage[4]) {
    stage[0] = stage[1] = stage_points * (o->carried ? 1 : share_done(o->person));
    if (!o->carried) return;
    stage[2] = stage[3] = stage_points * (o->completed ? 1 : share_done(o->stretcher));
}

wend_rescue_score wend_rescue_score_compute(const wend_rescue_outcome* o, wend_rules rules) {
    wend_rescue_score score = {.tcr = o->carried && o->completed};
    if (rules == WEND_RULES_PAPER)
        score_paper(o, score.stage);
    else
        score_official(o, score.stage);
    for (int i = 0; i < 4; i++) score.ts += score.stage[i];
    return score;
}
