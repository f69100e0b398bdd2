// RescueBench: test lines and trajectories.
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "data/format.h"
#include "data/rescue_expert.h"

#include "wend/benchmarks/rescue.h"
#include "wend/language.h"

static int format_rescue_detect(const outline* o) {
    bool match = outline_has(o, 1, KEY_env_id) || outline_has(o, 1, KEY_agent_loc);
    return o->root == '{' && match ? 50 : 0;
}

static int format_rescue_runs_detect(const outline* o) {
    bool match = outline_has(o, 1, KEY_env_id) && outline_has(o, 1, KEY_trajectory);
    return o->root == '{' && match ? 51 : 0;
}

static wend_status format_rescue_parse(const records_text* source, void** payload,
                                       wend_error* error) {
    WEND_TRY(format_payload(source, sizeof(wend_rescue_set), payload, error));
    return wend_rescue_parse(source->text, source->size, source->name, *payload, error);
}

static wend_status format_rescue_write(const void* payload, const char* path, wend_error* error) {
    return wend_rescue_write(payload, path, error);
}

static void format_rescue_destroy(void* payload) {
    wend_rescue_destroy(payload);
    wend_free(payload);
}

static int format_rescue_count(const void* payload) {
    const wend_rescue_set* set = payload;
    return set->count;
}

static wend_status format_rescue_runs_parse(const records_text* source, void** payload,
                                            wend_error* error) {
    WEND_TRY(format_payload(source, sizeof(wend_rescue_runs), payload, error));
    return wend_rescue_runs_parse(source->text, source->size, source->name, *payload, error);
}

static wend_status format_rescue_runs_write(const void* payload, const char* path,
                                            wend_error* error) {
    return wend_rescue_runs_write(payload, path, error);
}

static void format_rescue_runs_destroy(void* payload) {
    wend_rescue_runs_destroy(payload);
    wend_free(payload);
}

static int format_rescue_runs_count(const void* payload) {
    const wend_rescue_runs* set = payload;
    return set->count;
}

// ---- check -------------------------------------------------------------------------------------

enum { LOOKS = 20 };

static const double seconds_tolerance = 1;

// Metres. The speed is at most 1 m/s, but frames may be delayed. Steps of the released runs
// are shorter.
static const double longest_step = 5;

// Only this map and its variants have doors that open. [RescueBench: map settings]
static bool has_doors(const char* world) { return strstr(world, "SuburbNeighborhood") != NULL; }

static double format_rescue_distance(const wend_rescue_pose* a, const wend_rescue_pose* b) {
    return hypot(a->at.x - b->at.x, a->at.z - b->at.z);
}

// Uses the expert's trajectory if the line has one, otherwise the positions.
static wend_status format_rescue_measure(const wend_rescue_episode* e, double* elevation,
                                         bool* doors, wend_error* error) {
    arena memory = {0};
    wend_rescue_expert expert;
    wend_status status = rescue_expert_read(e, &memory, &expert, error);
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
    double distance = format_rescue_distance(&e->agent, &e->injured);
    double elevation = 0;
    bool doors = false;
    wend_error error = {0};
    wend_status status = format_rescue_measure(e, &elevation, &doors, &error);
    if (status == WEND_NO_MEMORY) c->problems->out_of_memory = true;
    if (status != WEND_OK) {
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

static wend_status format_rescue_check(check* c) {
    const wend_rescue_set* set = c->episodes->payload;
    for (int i = 0; i < set->count; i++) {
        const wend_rescue_episode* e = &set->episodes[i];
        snprintf(c->where, sizeof c->where, "episode %d (line %d)", i, e->line);
        check_level(c, e);
        if (e->look < 0 || e->look >= LOOKS)
            check_say(c, WEND_RULE_LOOK, "injured_agent_id is %lld", (long long)e->look);
        if (e->text_count != 1 || wend_words_count(e->texts[0]) == 0)
            check_say(c, WEND_RULE_NO_TEXT, "%d text clues, 1 expected", e->text_count);
        if (e->image_count != 1 || !*e->images[0])
            check_say(c, WEND_RULE_NO_TEXT, "%d image clues, 1 expected", e->image_count);
    }
    return WEND_OK;
}

static void format_rescue_runs_check_steps(check* c, const wend_rescue_run* run, bool* picked) {
    for (int i = 0; i < run->step_count; i++) {
        const wend_rescue_step* step = &run->trajectory[i];
        *picked = *picked || step->picked;
        if (i == 0) continue;
        if (step->seconds < step[-1].seconds)
            check_say(c, WEND_RULE_TIME_ORDER, "step %d is at %g s, the one before at %g s", i,
                      step->seconds, step[-1].seconds);
        double far = wend_dvec3_distance(step->place.at, step[-1].place.at);
        if (far > longest_step)
            check_say(c, WEND_RULE_JUMP, "step %d is %.2f m from the one before", i, far);
    }
}

static wend_status format_rescue_runs_check(check* c) {
    const wend_rescue_runs* set = c->episodes->payload;
    text_set ids = {0};
    for (int i = 0; i < set->count; i++) {
        const wend_rescue_run* run = &set->items[i];
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
        format_rescue_runs_check_steps(c, run, &picked);
        double end = run->trajectory[run->step_count - 1].seconds;
        if (fabs(run->elapsed - end) > seconds_tolerance)
            check_say(c, WEND_RULE_TIME_ORDER, "elapsed_sec is %g, the last step is at %g s",
                      run->elapsed, end);
        if (run->result && strcmp(run->result, "success") == 0 && !picked)
            check_say(c, WEND_RULE_OUTCOME, "a success in which the person was not carried");
    }
    text_set_destroy(&ids);
    return WEND_OK;
}

// ---- summarize ---------------------------------------------------------------------------------

// The paper's L1 is level 0.
static const char* level_name(int64_t level, char name[32]) {
    snprintf(name, 32, "L%lld", (long long)level + 1);
    return name;
}

static wend_status format_rescue_summarize(tally* t) {
    const wend_rescue_set* set = t->episodes->payload;
    for (int i = 0; i < set->count; i++) {
        const wend_rescue_episode* e = &set->episodes[i];
        char name[32];
        const char* level = level_name(e->level, name);
        tally_one(t, "episodes", level, NULL);
        tally_one(t, "maps", level, e->world);
        for (int k = 0; k < e->text_count; k++) tally_words(t, level, e->texts[k]);
        tally_value(t, "start to injured", level, "m",
                    format_rescue_distance(&e->agent, &e->injured));
        tally_value(t, "injured to stretcher", level, "m",
                    format_rescue_distance(&e->injured, &e->stretcher));
        tally_value(t, "start to stretcher", level, "m",
                    format_rescue_distance(&e->agent, &e->stretcher));
        tally_value(t, "height", level, "m", fabs(e->agent.at.y - e->injured.at.y));
        tally_value(t, "time limit", level, "s", e->timeout);
    }
    return WEND_OK;
}

static wend_status format_rescue_runs_summarize(tally* t) {
    const wend_rescue_runs* set = t->episodes->payload;
    for (int i = 0; i < set->count; i++) {
        const wend_rescue_run* run = &set->items[i];
        char name[32];
        const char* level = level_name(run->level, name);
        double length = 0, low = INFINITY, high = -INFINITY, pick = NAN;
        for (int k = 0; k < run->step_count; k++) {
            const wend_rescue_step* step = &run->trajectory[k];
            if (k) length += wend_dvec3_distance(step->place.at, step[-1].place.at);
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

// ---- formats -----------------------------------------------------------------------------------

const format format_rescue = {
    .kind = WEND_EPISODES_RESCUE,
    .name = "rescue",
    .description = "RescueBench test lines",
    .detect = format_rescue_detect,
    .parse = format_rescue_parse,
    .write = format_rescue_write,
    .destroy = format_rescue_destroy,
    .count = format_rescue_count,
    .check = format_rescue_check,
    .summarize = format_rescue_summarize,
};

const format format_rescue_runs = {
    .kind = WEND_EPISODES_RESCUE_RUNS,
    .name = "rescue-runs",
    .description = "RescueBench trajectories",
    .detect = format_rescue_runs_detect,
    .parse = format_rescue_runs_parse,
    .write = format_rescue_runs_write,
    .destroy = format_rescue_runs_destroy,
    .count = format_rescue_runs_count,
    .check = format_rescue_runs_check,
    .summarize = format_rescue_runs_summarize,
};
