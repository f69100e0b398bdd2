// Numbers about Habitat's files: MultiON, VLN-CE and its truth.
#include <stdio.h>

#include "task/episodes.h"

static void tally_episode(tally* t, const wend_habitat_episode* e) {
    const wend_habitat_instruction* instruction = &e->instruction;
    char scan[128];
    wend_habitat_scan(e->scene, scan, sizeof scan);
    tally_one(t, "episodes", "", NULL);
    tally_one(t, "scenes", "", scan);
    if (e->trajectory.text && tally_one(t, "trajectories", "", e->trajectory.text) &&
        e->reference.items) {
        tally_value(t, "points of the path", "", "", e->reference.count);
        tally_value(t, "length of the path", "", "m", wend_points_length(e->reference));
    }
    if (instruction->text) {
        tally_words(t, "", instruction->text);
        if (instruction->language) tally_words(t, instruction->language, instruction->text);
    }
    tally_value(t, "walking distance", "", "m", e->distance);
}

static void tally_goals(tally* t, const wend_habitat_episode* e) {
    double straight = 0;
    wend_point from = e->start;
    for (int i = 0; i < e->goal_count; i++) {
        double leg = wend_point_distance(from, e->goals[i].position);
        straight += leg;
        from = e->goals[i].position;
        if (!e->goals[i].category) continue;
        tally_one(t, "goals", e->goals[i].category, NULL);
        tally_value(t, "straight leg", "", "m", leg);
    }
    if (!e->goals || !e->goals[0].category) return;
    tally_value(t, "goals an episode", "", "", e->goal_count);
    tally_value(t, "straight through all goals", "", "m", straight);
    if (e->distractors) tally_value(t, "distractors", "", "", e->distractor_count);
}

wend_status tally_habitat(tally* t) {
    for (int i = 0; i < t->episodes->habitat.count; i++) {
        tally_episode(t, &t->episodes->habitat.episodes[i]);
        tally_goals(t, &t->episodes->habitat.episodes[i]);
    }
    return WEND_OK;
}

wend_status tally_truth(tally* t) {
    for (int i = 0; i < t->episodes->truth.count; i++) {
        const wend_vlnce_truth* truth = &t->episodes->truth.items[i];
        tally_one(t, "episodes", "", NULL);
        tally_value(t, "actions", "", "", truth->action_count);
        tally_value(t, "forward steps", "", "", truth->forward_steps);
        tally_value(t, "length of the path", "", "m", wend_points_length(truth->locations));
    }
    return WEND_OK;
}
