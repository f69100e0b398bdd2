// Habitat's episode files: VLN-CE, MultiON, and point or object goals.
#include <stdio.h>
#include <string.h>

#include "data/format.h"

#include "wend/benchmarks/habitat.h"
#include "wend/language.h"

static int format_vlnce_detect(const outline* o) {
    bool match = outline_has(o, 1, KEY_episodes) && outline_has(o, 3, KEY_instruction);
    return o->root == '{' && match ? 92 : 0;
}

static int format_multion_detect(const outline* o) {
    bool match =
        outline_has(o, 1, KEY_episodes) && outline_has(o, 1, KEY_category_to_task_category_id);
    return o->root == '{' && match ? 91 : 0;
}

static int format_habitat_detect(const outline* o) {
    return o->root == '{' && outline_has(o, 1, KEY_episodes) ? 90 : 0;
}

static wend_status format_habitat_parse(const records_text* source, void** payload,
                                        wend_error* error) {
    WEND_TRY(format_payload(source, sizeof(wend_habitat_set), payload, error));
    return wend_habitat_parse(source->text, source->size, source->name, *payload, error);
}

static wend_status format_habitat_write(const void* payload, const char* path, wend_error* error) {
    return wend_habitat_write(payload, path, error);
}

static void format_habitat_destroy(void* payload) {
    wend_habitat_destroy(payload);
    wend_free(payload);
}

static int format_habitat_count(const void* payload) {
    const wend_habitat_set* set = payload;
    return set->count;
}

// ---- check -------------------------------------------------------------------------------------

static const double metre_tolerance = 1e-3;

enum { MAX_LEG = 20 };  // geodesic metres between goals [MultiON §5.1]

static const double FLOOR_STEP = 1;  // metres; larger than a threshold or a split level

static void check_rotation(check* c, const double q[4]) {
    double length = wend_habitat_rotation_length(q);
    if (fabs(length - 1) > 1e-3)
        check_say(c, WEND_RULE_ROTATION_LENGTH, "start_rotation has length %.4f", length);
    if (length > 0 && (fabs(q[0]) > 1e-3 * length || fabs(q[2]) > 1e-3 * length))
        check_say(c, WEND_RULE_TILTED, "start_rotation (%g, %g, %g, %g)", q[0], q[1], q[2], q[3]);
}

// MultiON stores the distance through all goals in order, other files that to the nearest goal. The
// Euclidean distance is a lower bound of both.
static void check_goals(check* c, const wend_habitat_episode* e, bool multion,
                        bool several_floors) {
    if (e->goal_count == 0) {
        if (e->goals || multion) check_say(c, WEND_RULE_NO_GOAL, "no goals");
        return;
    }
    double straight = 0;
    wend_dvec3 from = e->start;
    for (int i = 0; i < e->goal_count; i++) {
        double leg = wend_dvec3_distance(from, e->goals[i].position);
        straight += leg;
        from = e->goals[i].position;
        if (multion && leg > MAX_LEG)
            check_say(c, WEND_RULE_LEG_RANGE, "goal %d is %.2f m from the position before it", i,
                      leg);
        // Files with goals on several floors have a flag. [wend episodes generate multion --floors
        // several]
        if (multion && !several_floors && fabs(e->goals[i].position.y - e->start.y) > FLOOR_STEP)
            check_say(c, WEND_RULE_OTHER_FLOOR, "goal %d is %.2f m above the start", i,
                      e->goals[i].position.y - e->start.y);
        for (int k = 0; multion && k < i; k++)
            if (e->goals[i].category && e->goals[k].category &&
                strcmp(e->goals[i].category, e->goals[k].category) == 0)
                check_say(c, WEND_RULE_REPEATED_GOAL, "goals %d and %d are both '%s'", k, i,
                          e->goals[i].category);
    }
    for (int i = 0; !multion && i < e->goal_count; i++) {  // the nearest goal counts
        double one = wend_dvec3_distance(e->start, e->goals[i].position);
        straight = i == 0 || one < straight ? one : straight;
    }
    if (e->distance < straight - metre_tolerance)
        check_say(c, WEND_RULE_TOO_SHORT,
                  "geodesic_distance is %.3f m, the straight line is %.3f m", e->distance,
                  straight);
}

static void check_reference(check* c, const wend_habitat_episode* e) {
    if (!e->reference.items) return;
    if (e->reference.count == 0) {
        check_say(c, WEND_RULE_MISSING_START, "the reference path is empty");
        return;
    }
    double start = wend_dvec3_distance(e->reference.items[0], e->start);
    if (start > metre_tolerance)
        check_say(c, WEND_RULE_PATH_ENDS, "the reference path begins %.3f m from the start", start);
    if (e->goal_count == 0) return;
    double end = wend_dvec3_distance(e->reference.items[e->reference.count - 1],
                                     e->goals[e->goal_count - 1].position);
    if (end > metre_tolerance)
        check_say(c, WEND_RULE_PATH_ENDS, "the reference path ends %.3f m from the goal", end);
}

static void format_habitat_check_instruction(check* c, const wend_habitat_set* set,
                                             const wend_habitat_instruction* instruction) {
    if (!instruction->text || wend_words_count(instruction->text) == 0)
        check_say(c, WEND_RULE_NO_TEXT, "the instruction has no words");
    for (int i = 0; set->vocabulary && i < instruction->token_count; i++)
        if (instruction->tokens[i] < 0 || instruction->tokens[i] >= set->vocabulary_count) {
            check_say(c, WEND_RULE_TOKENS, "token %d is %d, the vocabulary has %d words", i,
                      instruction->tokens[i], set->vocabulary_count);
            return;
        }
}

// Episodes of a trajectory share one path: the id is new exactly when the path is new.
static void check_trajectory(check* c, text_set* ids, text_set* paths,
                             const wend_habitat_episode* e) {
    if (!e->trajectory.text || !e->reference.items) return;
    uint64_t id = wend_hash_text(e->trajectory.text, 1);
    uint64_t path =
        wend_hash(e->reference.items, (size_t)e->reference.count * sizeof *e->reference.items, id);
    text_set_answer fresh_id = text_set_add_hash(ids, id);
    text_set_answer fresh_path = text_set_add_hash(paths, wend_hash_text(e->scene, path));
    if (fresh_id == TEXT_SET_NO_MEMORY || fresh_path == TEXT_SET_NO_MEMORY)
        c->problems->out_of_memory = true;
    else if (fresh_path != fresh_id)
        check_say(c, WEND_RULE_TRAJECTORY, "trajectory %s had another path before",
                  e->trajectory.text);
}

static wend_status format_habitat_check(check* c) {
    const wend_habitat_set* set = c->episodes->payload;
    bool multion = c->episodes->format == &format_multion;
    bool several_floors = set->extra && strstr(set->extra, "\"several_floors\"");
    text_set ids = {0}, trajectories = {0}, paths = {0};
    for (int i = 0; i < set->count; i++) {
        const wend_habitat_episode* e = &set->episodes[i];
        if (e->id.text)
            snprintf(c->where, sizeof c->where, "episode %.100s", e->id.text);
        else
            snprintf(c->where, sizeof c->where, "episodes[%d]", i);
        char scene_id[512];  // Habitat numbers episodes per scene
        snprintf(scene_id, sizeof scene_id, "%.200s in %.300s", e->id.text ? e->id.text : "",
                 e->scene);
        check_id(c, &ids, "episode", e->id.text ? scene_id : NULL);
        check_rotation(c, e->rotation);
        check_goals(c, e, multion, several_floors);
        check_reference(c, e);
        check_trajectory(c, &trajectories, &paths, e);
        if (c->episodes->format == &format_vlnce)
            format_habitat_check_instruction(c, set, &e->instruction);
    }
    text_set_destroy(&ids);
    text_set_destroy(&trajectories);
    text_set_destroy(&paths);
    return WEND_OK;
}

// ---- summarize ---------------------------------------------------------------------------------

static void tally_episode(tally* t, const wend_habitat_episode* e) {
    const wend_habitat_instruction* instruction = &e->instruction;
    char scan[128];
    wend_habitat_scan(e->scene, scan, sizeof scan);
    tally_one(t, "episodes", "", NULL);
    tally_one(t, "scenes", "", scan);
    if (e->trajectory.text && tally_one(t, "trajectories", "", e->trajectory.text) &&
        e->reference.items) {
        tally_value(t, "points of the path", "", "", e->reference.count);
        tally_value(t, "length of the path", "", "m", wend_dvec3_span_length(e->reference));
    }
    if (instruction->text) {
        tally_words(t, "", instruction->text);
        if (instruction->language) tally_words(t, instruction->language, instruction->text);
    }
    tally_value(t, "geodesic distance", "", "m", e->distance);
}

static void tally_goals(tally* t, const wend_habitat_episode* e) {
    double straight = 0;
    wend_dvec3 from = e->start;
    for (int i = 0; i < e->goal_count; i++) {
        double leg = wend_dvec3_distance(from, e->goals[i].position);
        straight += leg;
        from = e->goals[i].position;
        if (!e->goals[i].category) continue;
        tally_one(t, "goals", e->goals[i].category, NULL);
        tally_value(t, "Euclidean distance", "", "m", leg);
    }
    if (!e->goals || !e->goals[0].category) return;
    tally_value(t, "goals per episode", "", "", e->goal_count);
    tally_value(t, "Euclidean, all goals", "", "m", straight);
    if (e->distractors) tally_value(t, "distractors", "", "", e->distractor_count);
}

static wend_status format_habitat_summarize(tally* t) {
    const wend_habitat_set* set = t->episodes->payload;
    for (int i = 0; i < set->count; i++) {
        tally_episode(t, &set->episodes[i]);
        tally_goals(t, &set->episodes[i]);
    }
    return WEND_OK;
}

// ---- formats -----------------------------------------------------------------------------------

// What the three have in common.
#define FORMAT_HABITAT_CALLS                                          \
    .parse = format_habitat_parse, .write = format_habitat_write,     \
    .destroy = format_habitat_destroy, .count = format_habitat_count, \
    .check = format_habitat_check, .summarize = format_habitat_summarize

const format format_vlnce = {
    .kind = WEND_EPISODES_VLNCE,
    .name = "vlnce",
    .description = "R2R-CE and RxR-CE episodes",
    .detect = format_vlnce_detect,
    FORMAT_HABITAT_CALLS,
};

const format format_multion = {
    .kind = WEND_EPISODES_MULTION,
    .name = "multion",
    .description = "MultiON episodes",
    .detect = format_multion_detect,
    FORMAT_HABITAT_CALLS,
};

const format format_habitat = {
    .kind = WEND_EPISODES_HABITAT,
    .name = "habitat",
    .description = "other Habitat episodes: a start and point or object goals",
    .detect = format_habitat_detect,
    FORMAT_HABITAT_CALLS,
};
