// MultiON's four metrics: Success, Progress, SPL, PPL. [Wani et al. 2020, 5.2; saimwani/multiON]
#include "wend/metrics.h"

static const double found_radius = 1.5;  // metres

wend_multion_score wend_multion_score_compute(const wend_multion_outcome* o, wend_rules rules) {
    bool official = rules == WEND_RULES_OFFICIAL;
    return wend_multion_score_by(o, official, official);
}

wend_multion_score wend_multion_score_by(const wend_multion_outcome* o, bool strict_progress,
                                         bool ppl_to_last_find) {
    double radius = o->radius > 0 ? o->radius : found_radius;
    wend_multion_score score = {0};
    if (o->goals < 1) return score;
    int finds = o->finds < o->goals ? o->finds : o->goals;
    double best = 0, all = 0;  // geodesic distance through the goals found, and through all
    int counted = 0;
    for (int i = 0; i < o->goals; i++) {
        all += o->legs[i];
        if (i >= finds) continue;
        best += o->legs[i];
        // The released code advances at <= 1.5 m but counts progress at < 1.5 m.
        bool counts = !strict_progress || !o->distances || o->distances[i] < radius;
        counted += counts;
    }
    score.success = finds == o->goals;
    score.progress = (double)counted / o->goals;
    double longest = o->length > all ? o->length : all;
    score.spl = longest > 0 ? score.success * all / longest : score.success;
    if (finds == 0) return score;
    // The paper uses the whole path length, the code the length up to the last find.
    double walked = ppl_to_last_find ? o->lengths[finds - 1] : o->length;
    double longer = walked > best ? walked : best;
    score.ppl = longer > 0 ? score.progress * best / longer : score.progress;
    return score;
}
