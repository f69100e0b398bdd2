// What can be wrong in Habitat's files: MultiON, VLN-CE and its truth.
#include <stdio.h>
#include <string.h>

#include "task/episodes.h"

#include "wend/words.h"

static const double metre_tolerance = 1e-3;
enum { MAX_LEG = 20 };               // metres between goals, walking. [MultiON, section 3]
static const double FLOOR_STEP = 1;  // metres that are more than a threshold or a split level

// ---- episodes ---------------------------------------------------------------------------------

static void check_rotation(check* c, const double q[4]) {
    double length = wend_habitat_rotation_length(q);
    if (fabs(length - 1) > 1e-3)
        check_say(c, WEND_RULE_ROTATION_LENGTH, "start_rotation has length %.4f", length);
    if (length > 0 && (fabs(q[0]) > 1e-3 * length || fabs(q[2]) > 1e-3 * length))
        check_say(c, WEND_RULE_TILTED, "start_rotation (%g, %g, %g, %g)", q[0], q[1], q[2], q[3]);
}

// The distance is that through all goals in turn in MultiON, else to the nearest; straight lines
// are a bound from below.
static void check_goals(check* c, const wend_habitat_episode* e, bool multion,
                        bool several_floors) {
    if (e->goal_count == 0) {
        if (e->goals || multion) check_say(c, WEND_RULE_NO_GOAL, "no goals");
        return;
    }
    double straight = 0;
    wend_point from = e->start;
    for (int i = 0; i < e->goal_count; i++) {
        double leg = wend_point_distance(from, e->goals[i].position);
        straight += leg;
        from = e->goals[i].position;
        if (multion && leg > MAX_LEG)
            check_say(c, WEND_RULE_LEG_RANGE, "goal %d is %.2f m from the place before it", i, leg);
        // Files that want several floors say so. [wend episodes generate multion --floors several]
        if (multion && !several_floors && fabs(e->goals[i].position.y - e->start.y) > FLOOR_STEP)
            check_say(c, WEND_RULE_OTHER_FLOOR, "goal %d is %.2f m above the start", i,
                      e->goals[i].position.y - e->start.y);
        for (int k = 0; multion && k < i; k++)
            if (e->goals[i].category && e->goals[k].category &&
                strcmp(e->goals[i].category, e->goals[k].category) == 0)
                check_say(c, WEND_RULE_REPEATED_GOAL, "goals %d and %d are both '%s'", k, i,
                          e->goals[i].category);
    }
    for (int i = 0; !multion && i < e->goal_count; i++) {  // any of them will do
        double one = wend_point_distance(e->start, e->goals[i].position);
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
    double start = wend_point_distance(e->reference.items[0], e->start);
    if (start > metre_tolerance)
        check_say(c, WEND_RULE_PATH_ENDS, "the reference path begins %.3f m from the start", start);
    if (e->goal_count == 0) return;
    double end = wend_point_distance(e->reference.items[e->reference.count - 1],
                                     e->goals[e->goal_count - 1].position);
    if (end > metre_tolerance)
        check_say(c, WEND_RULE_PATH_ENDS, "the reference path ends %.3f m from the goal", end);
}

static void check_instruction(check* c, const wend_habitat_set* set,
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

// A trajectory is one path: its id with and without the path must be equally often new.
static void check_trajectory(check* c, text_set* ids, text_set* paths,
                             const wend_habitat_episode* e) {
    if (!e->trajectory.text || !e->reference.items) return;
    uint64_t id = wend_hash_text(e->trajectory.text, 1);
    uint64_t path =
        wend_hash(e->reference.items, (size_t)e->reference.count * sizeof *e->reference.items, id);
    text_set_answer fresh_id = text_set_add_hash(ids, id);
    text_set_answer fresh_path = text_set_add_hash(paths, wend_hash_text(e->scene, path));
    if (fresh_id == TEXT_SET_NO_MEMORY || fresh_path == TEXT_SET_NO_MEMORY)
        c->problems->starved = true;
    else if (fresh_path != fresh_id)
        check_say(c, WEND_RULE_TRAJECTORY, "trajectory %s had another path before",
                  e->trajectory.text);
}

wend_status check_habitat(check* c) {
    const wend_habitat_set* set = &c->episodes->habitat;
    bool multion = c->episodes->kind == WEND_EPISODES_MULTION;
    bool several_floors = set->extra && strstr(set->extra, "\"several_floors\"");
    text_set ids = {0}, trajectories = {0}, paths = {0};
    for (int i = 0; i < set->count; i++) {
        const wend_habitat_episode* e = &set->episodes[i];
        if (e->id.text)
            snprintf(c->where, sizeof c->where, "episode %.100s", e->id.text);
        else
            snprintf(c->where, sizeof c->where, "episodes[%d]", i);
        char scene_id[512];  // Habitat numbers episodes scene by scene
        snprintf(scene_id, sizeof scene_id, "%.200s in %.300s", e->id.text ? e->id.text : "",
                 e->scene);
        check_id(c, &ids, "episode", e->id.text ? scene_id : NULL);
        check_rotation(c, e->rotation);
        check_goals(c, e, multion, several_floors);
        check_reference(c, e);
        check_trajectory(c, &trajectories, &paths, e);
        if (c->episodes->kind == WEND_EPISODES_VLNCE) check_instruction(c, set, &e->instruction);
    }
    text_set_destroy(&ids);
    text_set_destroy(&trajectories);
    text_set_destroy(&paths);
    return WEND_OK;
}

// ---- truth ------------------------------------------------------------------------------------

// A forward step is 0.25 m along the floor, and more along stairs: 0.44 m in the released files.
static const double longest_step = 0.5;

static void check_actions(check* c, const wend_vlnce_truth* truth) {
    if (!truth->actions) return;
    int forward = 0;
    for (int i = 0; i < truth->action_count; i++) {
        int action = truth->actions[i];
        forward += action == WEND_VLNCE_FORWARD;
        if (action < 0 || action > 5) {  // RxR-CE looks up and down with 4 and 5
            check_say(c, WEND_RULE_ACTIONS, "action %d is %d", i, action);
            return;
        }
        if (action == WEND_VLNCE_STOP && i + 1 < truth->action_count)
            check_say(c, WEND_RULE_ACTIONS, "STOP is action %d of %d", i, truth->action_count);
    }
    if (truth->action_count == 0 || truth->actions[truth->action_count - 1] != WEND_VLNCE_STOP)
        check_say(c, WEND_RULE_ACTIONS, "the last action is not STOP");
    if (!isnan(truth->forward_steps) && truth->forward_steps != forward)
        check_say(c, WEND_RULE_ACTIONS, "forward_steps is %g, there are %d", truth->forward_steps,
                  forward);
    if (truth->locations.count != forward + 1)
        check_say(c, WEND_RULE_ACTIONS, "%d locations for %d forward steps", truth->locations.count,
                  forward);
}

wend_status check_truth(check* c) {
    for (int i = 0; i < c->episodes->truth.count; i++) {
        const wend_vlnce_truth* truth = &c->episodes->truth.items[i];
        snprintf(c->where, sizeof c->where, "episode %.100s", truth->id);
        if (truth->locations.count == 0) check_say(c, WEND_RULE_MISSING_START, "no locations");
        check_actions(c, truth);
        for (int k = 1; k < truth->locations.count; k++) {
            double step =
                wend_point_distance(truth->locations.items[k - 1], truth->locations.items[k]);
            if (step > longest_step)
                check_say(c, WEND_RULE_JUMP, "location %d is %.2f m from the one before", k, step);
        }
    }
    return WEND_OK;
}
