// Numbers about RescueBench's lines and trajectories, level by level.
#include <stdio.h>

#include "task/episodes.h"

// "L1" is the paper's name of level 0.
static const char* level_name(int64_t level, char name[32]) {
    snprintf(name, 32, "L%lld", (long long)level + 1);
    return name;
}

static double apart(const wend_rescue_place* a, const wend_rescue_place* b) {
    return hypot(a->at.x - b->at.x, a->at.z - b->at.z);
}

wend_status tally_rescue(tally* t) {
    for (int i = 0; i < t->episodes->rescue.count; i++) {
        const wend_rescue_episode* e = &t->episodes->rescue.episodes[i];
        char name[32];
        const char* level = level_name(e->level, name);
        tally_one(t, "episodes", level, NULL);
        tally_one(t, "maps", level, e->world);
        for (int k = 0; k < e->text_count; k++) tally_words(t, level, e->texts[k]);
        tally_value(t, "start to injured", level, "m", apart(&e->agent, &e->injured));
        tally_value(t, "injured to stretcher", level, "m", apart(&e->injured, &e->stretcher));
        tally_value(t, "start to stretcher", level, "m", apart(&e->agent, &e->stretcher));
        tally_value(t, "height", level, "m", fabs(e->agent.at.y - e->injured.at.y));
        tally_value(t, "time limit", level, "s", e->timeout);
    }
    return WEND_OK;
}

wend_status tally_rescue_runs(tally* t) {
    for (int i = 0; i < t->episodes->runs.count; i++) {
        const wend_rescue_run* run = &t->episodes->runs.items[i];
        char name[32];
        const char* level = level_name(run->level, name);
        double length = 0, low = INFINITY, high = -INFINITY, pick = NAN;
        for (int k = 0; k < run->step_count; k++) {
            const wend_rescue_step* step = &run->trajectory[k];
            if (k) length += wend_point_distance(step->place.at, step[-1].place.at);
            low = fmin(low, step->place.at.y);
            high = fmax(high, step->place.at.y);
            if (step->picked && isnan(pick)) pick = step->seconds;
        }
        tally_one(t, "runs", level, NULL);
        if (run->result) tally_one(t, run->result, level, NULL);
        tally_value(t, "time", level, "s", run->elapsed);
        tally_value(t, "steps", level, "", run->steps);
        tally_value(t, "path", level, "m", length);
        tally_value(t, "climbed", level, "m", run->step_count ? high - low : NAN);
        tally_value(t, "until carried", level, "s", pick);
    }
    return WEND_OK;
}
