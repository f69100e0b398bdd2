// Checks rescue episodes in their scenes: visibility, expert run, level rules and clue.
#include <stdio.h>
#include <string.h>

#include "language/rescue_clue.h"
#include "make/check_scenes.h"
#include "make/rescue_clues.h"
#include "make/rescue_trial.h"

#include "wend/make.h"
#include "wend/task.h"

static void name_line(check* c, int index, const wend_rescue_episode* e) {
    snprintf(c->where, sizeof c->where, "episode %d (line %d)", index, e->line);
}

static bool is_on(check* c, const wend_navmesh* mesh, const char* what, wend_vec3 at, float slack) {
    wend_vec3 on;
    bool near = wend_navmesh_snap(mesh, at, &on);
    float off = near ? wend_v3_distance(at, on) : INFINITY;
    if (off > slack)
        check_say(c, WEND_RULE_OFF_MESH, "%s at %.2f, %.2f, %.2f is not navigable", what,
                  (double)at.x, (double)at.y, (double)at.z);
    return off <= slack;
}

static void say_rejection(check* c, const trial* t, wend_rescue_rejection reason) {
    wend_rule rule =
        reason == WEND_RESCUE_REJECTED_ELEVATION ? WEND_RULE_LEVEL_ELEVATION
        : reason == WEND_RESCUE_REJECTED_DOORS   ? WEND_RULE_LEVEL_DOORS
        : reason == WEND_RESCUE_REJECTED_VISIBLE || reason == WEND_RESCUE_REJECTED_HIDDEN
            ? WEND_RULE_LEVEL_SIGHT
            : WEND_RULE_EXPERT;
    check_say(c, rule, "%s: %.1f s, a climb of %.2f m, %d doors, %d pixels seen from the start",
              wend_rescue_rejection_words(reason), (double)t->expert.seconds,
              (double)t->expert.climb, t->expert.doors, t->expert.seen);
}

static fact_turns turns_as_facts(const clue_turns* said) {
    fact_turns turns = {.count = said->count};
    for (int i = 0; i < said->count; i++)
        turns.items[i] = said->items[i] == CLUE_LEFT    ? FACT_LEFT
                         : said->items[i] == CLUE_RIGHT ? FACT_RIGHT
                                                        : FACT_STRAIGHT;
    return turns;
}

static clue_facts clue_as_facts(const rescue_clue* said) {
    clue_facts facts = clue_facts_none();
    if (said->toward != CLUE_UNSAID) facts.toward = said->toward;
    if (said->floor != CLUE_UNSAID) facts.floor = said->floor;
    facts.metres = said->metres;
    facts.inside = said->inside;
    facts.to_stairs = turns_as_facts(&said->to_stairs);
    facts.from_stairs = turns_as_facts(&said->from_stairs);
    facts.room = said->room;
    return facts;
}

// The text is read with the reader that agents use and compared with the scene.
static void check_clue(check* c, const trial_site* site, const wend_rescue_episode* e,
                       const trial* t) {
    wend_vec3 walked[TRIAL_MAX_STEPS];
    clue_case given = {.scene = site->scene,
                       .level = site->level,
                       .start = t->start,
                       .heading = t->heading,
                       .person = t->scene.person,
                       .walked = walked,
                       .walked_count = trial_path_out(t, walked)};
    rescue_clue read = rescue_clue_read(e->texts[0]);
    clue_facts facts = clue_as_facts(&read);
    if (!rescue_clue_holds(&facts, &given, t->scene.person) || !rescue_clue_leads(&facts, &given))
        check_say(c, WEND_RULE_CLUE, "'%.60s…' is not true", e->texts[0]);
}

static wend_status walk_again(check* c, const trial_site* site, const wend_rescue_episode* e,
                              trial* t) {
    const wend_rescue_gates gates = {1.0f, 1.5f, 2.2f, true};
    wend_rescue_rejection reason;
    float metres;
    int count = 0;
    t->start = wend_dvec3_to_v3(e->agent.at);
    t->heading = (float)e->agent.heading;
    t->scene = rescue_scene_of(e, gates);
    t->expert = (wend_rescue_expert){.path = t->path};
    if (!is_on(c, site->open, "the start", t->start, WEND_EPISODE_SLACK) ||
        !is_on(c, site->open, "the injured person", t->scene.person, 0.6f) ||
        !is_on(c, site->open, "the stretcher", t->scene.stretcher, 1.5f))
        return WEND_OK;
    WEND_TRY(wend_navmesh_path(site->open, t->start, t->scene.person, t->path, TRIAL_MAX_PATH,
                               &count, &metres));
    if (count < 2 || count > TRIAL_MAX_PATH) {
        check_say(c, WEND_RULE_UNREACHABLE,
                  "no path to the injured person, even with all doors open");
        return WEND_OK;
    }
    t->expert.out = count;
    WEND_TRY(trial_look(site, t, c->error));
    WEND_TRY(trial_walk(site, t, c->error));
    if (!trial_obeys(site, t, &reason)) say_rejection(c, t, reason);
    if (e->text_count) check_clue(c, site, e, t);
    return WEND_OK;
}

// All lines of the scene of line `first`.
static wend_status check_rescue_scenes_check_scene(check* c, const wend_world_source* where,
                                                   int first, bool* done) {
    const wend_rescue_set* set = c->episodes->payload;
    const char* reference = set->episodes[first].world;
    wend_world_source source = *where;
    wend_world_def def = wend_world_default_def();
    wend_world* world = NULL;
    wend_error error = {0};
    source.scene = reference;
    source.import.bake = false;
    def.inserted = rescue_inserted();
    def.inserted_count = RESCUE_INSERTED;
    wend_status status = wend_world_open(&source, &def, &world, &error);
    if (status == WEND_NO_MEMORY) return wend_fail(c->error, status, "%s", error.message);
    name_line(c, first, &set->episodes[first]);
    if (!world) check_say(c, WEND_RULE_MISSING_SCENE, "%s", error.message);
    trial* t = wend_alloc(sizeof *t);
    status = t ? WEND_OK : wend_fail(c->error, WEND_NO_MEMORY, "out of memory for an expert run");
    for (int i = first; status == WEND_OK && i < set->count; i++) {
        const wend_rescue_episode* e = &set->episodes[i];
        if (strcmp(e->world, reference) != 0) continue;
        done[i] = true;
        bool known = e->level >= 0 && e->level < WEND_RESCUE_LEVELS && e->look >= 0 &&
                     e->look < WEND_RESCUE_LOOKS;
        if (!world || !known) continue;
        trial_site site = {0};
        name_line(c, i, e);
        status = trial_site_open(world, (int)e->level, &site, c->error);
        if (status == WEND_OK) status = walk_again(c, &site, e, t);
        trial_site_close(&site);
    }
    wend_free(t);
    wend_world_destroy(world);
    return status;
}

wend_status check_rescue_worlds(check* c, const wend_world_source* where) {
    const wend_rescue_set* set = c->episodes->payload;
    bool* done = wend_alloc_zero((size_t)set->count + 1, sizeof *done);
    if (!done) return wend_fail(c->error, WEND_NO_MEMORY, "%s: out of memory", c->episodes->path);
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < set->count; i++)
        if (!done[i]) status = check_rescue_scenes_check_scene(c, where, i, done);
    wend_free(done);
    return status;
}
