// What can be wrong in RescueBench's lines and trajectories.
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "task/episodes.h"

#include "wend/words.h"

enum { LOOKS = 20 };
static const double seconds_tolerance = 1;
// The fastest walk is 1 m/s and a frame may hang; released runs have none beyond this.
static const double longest_step = 5;

// Only one map and its variants list doors that open.  [RescueBench, settings of the maps]
static bool has_doors(const char* world) { return strstr(world, "SuburbNeighborhood") != NULL; }

static double apart(const wend_rescue_place* a, const wend_rescue_place* b) {
    return hypot(a->at.x - b->at.x, a->at.z - b->at.z);
}

// What the expert's trajectory showed counts, where the line has one; else what the places show.
static wend_status measure(const wend_rescue_episode* e, double* elevation, bool* doors,
                           wend_error* error) {
    arena memory = {0};
    wend_rescue_expert expert;
    wend_status status = wend_rescue_read_expert(e, &memory, &expert, error);
    arena_destroy(&memory);
    *elevation = expert.out ? (double)expert.climb : fabs(e->agent.at.y - e->injured.at.y);
    *doors = expert.out ? expert.doors > 0 : has_doors(e->world);
    return status;
}

static void check_level(check* c, const wend_rescue_episode* e) {
    if (e->level < 0 || e->level >= WEND_RESCUE_LEVELS) {
        check_say(c, WEND_RULE_LEVEL, "level %lld", (long long)e->level);
        return;
    }
    const wend_rescue_rule* rule = wend_rescue_rule_of((int)e->level);
    double distance = apart(&e->agent, &e->injured);
    double elevation = 0;
    bool doors = false;
    wend_error error = {0};
    if (measure(e, &elevation, &doors, &error) != WEND_OK) {
        check_say(c, WEND_RULE_EXPERT, "%s", error.message);
        return;
    }
    int level = (int)e->level;
    if (distance < rule->min_distance || distance > rule->max_distance)
        check_say(c, WEND_RULE_LEVEL_DISTANCE,
                  "level %d: start and injured are %.1f m apart, not %g to %g m", level, distance,
                  rule->min_distance, rule->max_distance);
    if (elevation > rule->max_elevation)
        check_say(c, WEND_RULE_LEVEL_ELEVATION, "level %d: a height of %.1f m, at most %g m", level,
                  elevation, rule->max_elevation);
    if (elevation < rule->min_elevation)
        check_say(c, WEND_RULE_LEVEL_ELEVATION, "level %d: a height of %.1f m, at least %g m",
                  level, elevation, rule->min_elevation);
    if (rule->needs_doors && !doors)
        check_say(c, WEND_RULE_LEVEL_DOORS, "level %d: %s has no doors that open on the way", level,
                  e->world);
    if (e->timeout != rule->timeout)
        check_say(c, WEND_RULE_LEVEL_TIMEOUT, "level %d: a limit of %g s, not %g s", level,
                  e->timeout, rule->timeout);
}

wend_status check_rescue(check* c) {
    for (int i = 0; i < c->episodes->rescue.count; i++) {
        const wend_rescue_episode* e = &c->episodes->rescue.episodes[i];
        snprintf(c->where, sizeof c->where, "episode %d (line %d)", i, e->line);
        check_level(c, e);
        if (e->look < 0 || e->look >= LOOKS)
            check_say(c, WEND_RULE_LOOK, "injured_agent_id is %lld", (long long)e->look);
        if (e->text_count != 1 || wend_words_count(e->texts[0]) == 0)
            check_say(c, WEND_RULE_NO_TEXT, "%d clues in words, 1 expected", e->text_count);
        if (e->image_count != 1 || !*e->images[0])
            check_say(c, WEND_RULE_NO_TEXT, "%d clues in pictures, 1 expected", e->image_count);
    }
    return WEND_OK;
}

static void check_steps(check* c, const wend_rescue_run* run, bool* picked) {
    for (int i = 0; i < run->step_count; i++) {
        const wend_rescue_step* step = &run->trajectory[i];
        *picked = *picked || step->picked;
        if (i == 0) continue;
        if (step->seconds < step[-1].seconds)
            check_say(c, WEND_RULE_TIME_ORDER, "step %d is at %g s, the one before at %g s", i,
                      step->seconds, step[-1].seconds);
        double far = wend_point_distance(step->place.at, step[-1].place.at);
        if (far > longest_step)
            check_say(c, WEND_RULE_JUMP, "step %d is %.2f m from the one before", i, far);
    }
}

wend_status check_rescue_runs(check* c) {
    text_set ids = {0};
    for (int i = 0; i < c->episodes->runs.count; i++) {
        const wend_rescue_run* run = &c->episodes->runs.items[i];
        snprintf(c->where, sizeof c->where, "episode %.90s (line %d)",
                 run->episode.text ? run->episode.text : "?", run->line);
        check_id(c, &ids, "episode", run->episode.text);
        if (run->step_count == 0) {
            check_say(c, WEND_RULE_MISSING_START, "an empty trajectory");
            continue;
        }
        if (!isnan(run->steps) && run->steps != run->step_count - 1)
            check_say(c, WEND_RULE_ACTIONS, "steps is %g, the trajectory has %d", run->steps,
                      run->step_count - 1);
        bool picked = false;
        check_steps(c, run, &picked);
        double end = run->trajectory[run->step_count - 1].seconds;
        if (fabs(run->elapsed - end) > seconds_tolerance)
            check_say(c, WEND_RULE_TIME_ORDER, "elapsed_sec is %g, the last step is at %g s",
                      run->elapsed, end);
        if (run->result && strcmp(run->result, "success") == 0 && !picked)
            check_say(c, WEND_RULE_OUTCOME, "a success in which nobody was carried");
    }
    text_set_destroy(&ids);
    return WEND_OK;
}
