// t-nDTW: one alignment over a whole tour. [IVLN, 3]
//
// Points of different episodes never align, so the cost matrix of a tour is block-diagonal:
//
//                reference 1   reference 2   reference 3
//     path 1        block          -             -
//     path 2          -          block           -
//     path 3          -            -           block
//
// Its cost is the sum over the blocks; the official window only pins first and last points inside
// the blocks. Proof: docs/metrics.md.
#include <math.h>

#include "metrics/path_check.h"

wend_status wend_tour_score_compute(wend_dtw* dtw, const wend_path* paths,
                                    const wend_path* references, int episodes,
                                    wend_tour_rules rules, wend_tour_score* score,
                                    wend_error* error) {
    *score = (wend_tour_score){.weight = rules.less_one ? episodes - 1 : episodes};
    if (score->weight < 0) score->weight = 0;
    int points = 0;
    for (int i = 0; i < episodes; i++) {
        double cost;
        WEND_TRY(path_check(&paths[i], "path", error));
        WEND_TRY(path_check(&references[i], "reference", error));
        bool pin_start = rules.pinned && i > 0, pin_end = rules.pinned && i < episodes - 1;
        WEND_TRY(
            wend_dtw_cost_pinned(dtw, &paths[i], &references[i], pin_start, pin_end, &cost, error));
        if (isinf(cost) && rules.pinned) {
            double plain;
            WEND_TRY(wend_dtw_cost(dtw, &paths[i], &references[i], &plain, error));
            if (isfinite(plain)) score->infeasible = true;
        }
        score->dtw += cost;
        points += references[i].count;
    }
    score->ndtw = wend_dtw_normalize(score->dtw, points, rules.radius);
    return WEND_OK;
}
