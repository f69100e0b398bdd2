// What can be wrong in RoboTHOR's episodes, PASTURE's texts and CoW's results.
#include <stdio.h>
#include <string.h>

#include "task/episodes.h"

#include "wend/words.h"

// The path begins on the navmesh, the body stands on a grid: up to 0.09 m apart in the real files.
static const double start_tolerance = 0.25;
// A step of 0.25 m with noise of 0.005 m, six deviations of it.
static const double longest_move = 0.28;

static void check_shortest(check* c, const wend_robothor_episode* e) {
    if (!e->shortest.items) return;
    if (e->shortest.count == 0) {
        check_say(c, WEND_RULE_MISSING_START, "the shortest path is empty");
        return;
    }
    double length = wend_points_length(e->shortest);
    if (fabs(length - e->shortest_length) > 1e-3)
        check_say(c, WEND_RULE_WRONG_LENGTH, "shortest_path_length is %.3f m, the path is %.3f m",
                  e->shortest_length, length);
    double apart = hypot(e->shortest.items[0].x - e->start.x, e->shortest.items[0].z - e->start.z);
    if (apart > start_tolerance)
        check_say(c, WEND_RULE_PATH_ENDS, "the shortest path begins %.2f m from the start", apart);
}

wend_status check_robothor(check* c) {
    text_set ids = {0};
    for (int i = 0; i < c->episodes->robothor.count; i++) {
        const wend_robothor_episode* e = &c->episodes->robothor.episodes[i];
        snprintf(c->where, sizeof c->where, "%.120s", e->id);
        check_id(c, &ids, "episode", e->id);
        char prefix[512];
        int length = snprintf(prefix, sizeof prefix, "%.200s_%.200s_", e->scene, e->object_type);
        if (strncmp(e->id, prefix, (size_t)length) != 0)
            check_say(c, WEND_RULE_ID_MISMATCH, "scene '%s', object '%s'", e->scene,
                      e->object_type);
        if (fmod(e->heading, 30) != 0)
            check_say(c, WEND_RULE_TURNS, "the start faces %g degrees", 0 - e->heading);
        check_shortest(c, e);
    }
    text_set_destroy(&ids);
    return WEND_OK;
}

wend_status check_pasture_texts(check* c) {
    for (int i = 0; i < c->episodes->texts.count; i++) {
        const wend_pasture_text* text = &c->episodes->texts.items[i];
        if (text->scene)
            snprintf(c->where, sizeof c->where, "%.60s %.60s", text->scene, text->key);
        else
            snprintf(c->where, sizeof c->where, "template %d", i);
        if (wend_words_count(text->text) == 0 ||
            (text->appearance && wend_words_count(text->appearance) == 0))
            check_say(c, WEND_RULE_NO_TEXT, "a description has no words");
        if (!text->scene && !strstr(text->text, "{}"))
            check_say(c, WEND_RULE_TEMPLATE, "no {} in '%s'", text->text);
    }
    return WEND_OK;
}

wend_status check_pasture_result(check* c) {
    const wend_pasture_result* result = &c->episodes->result;
    snprintf(c->where, sizeof c->where, "the episode");
    if (result->pose_count == 0) check_say(c, WEND_RULE_MISSING_START, "an empty trajectory");
    if (result->pose_count != result->action_count + 1)
        check_say(c, WEND_RULE_ACTIONS, "%d poses for %d actions", result->pose_count,
                  result->action_count);
    if (result->success != result->result_success)
        check_say(c, WEND_RULE_OUTCOME, "the file says both success and failure");
    bool stopped = result->action_count > 0 &&
                   strcmp(result->actions[result->action_count - 1].name, "Stop") == 0;
    if (result->success && !stopped)
        check_say(c, WEND_RULE_OUTCOME, "a success that does not end in Stop");
    for (int i = 1; i < result->pose_count; i++) {
        double step = wend_point_distance(result->trajectory[i - 1].at, result->trajectory[i].at);
        if (step > longest_move)
            check_say(c, WEND_RULE_JUMP, "pose %d is %.2f m from the one before", i, step);
    }
    return WEND_OK;
}
