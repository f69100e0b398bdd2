// The `_gt` files of VLN-CE: locations and actions of the expert.
#include <stdio.h>

#include "data/format.h"

#include "wend/benchmarks/habitat.h"

static int format_vlnce_gt_detect(const outline* o) {
    return o->root == '{' && outline_has(o, 2, KEY_locations) ? 75 : 0;
}

static wend_status format_vlnce_gt_parse(const records_text* source, void** payload,
                                         wend_error* error) {
    WEND_TRY(format_payload(source, sizeof(wend_vlnce_truth_set), payload, error));
    return wend_vlnce_truth_parse(source->text, source->size, source->name, *payload, error);
}

static wend_status format_vlnce_gt_write(const void* payload, const char* path, wend_error* error) {
    return wend_vlnce_truth_write(payload, path, error);
}

static void format_vlnce_gt_destroy(void* payload) {
    wend_vlnce_truth_destroy(payload);
    wend_free(payload);
}

static int format_vlnce_gt_count(const void* payload) {
    const wend_vlnce_truth_set* set = payload;
    return set->count;
}

// Metres. A forward step is 0.25 m on level floor and more on stairs: up to 0.44 m in the released
// files.
static const double longest_step = 0.5;

static void format_vlnce_gt_check_actions(check* c, const wend_vlnce_truth* truth) {
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

static wend_status format_vlnce_gt_check(check* c) {
    const wend_vlnce_truth_set* set = c->episodes->payload;
    for (int i = 0; i < set->count; i++) {
        const wend_vlnce_truth* truth = &set->items[i];
        snprintf(c->where, sizeof c->where, "episode %.100s", truth->id);
        if (truth->locations.count == 0) check_say(c, WEND_RULE_MISSING_START, "no locations");
        format_vlnce_gt_check_actions(c, truth);
        for (int k = 1; k < truth->locations.count; k++) {
            double step =
                wend_dvec3_distance(truth->locations.items[k - 1], truth->locations.items[k]);
            if (step > longest_step)
                check_say(c, WEND_RULE_JUMP, "location %d is %.2f m from the one before", k, step);
        }
    }
    return WEND_OK;
}

static wend_status format_vlnce_gt_summarize(tally* t) {
    const wend_vlnce_truth_set* set = t->episodes->payload;
    for (int i = 0; i < set->count; i++) {
        const wend_vlnce_truth* truth = &set->items[i];
        tally_one(t, "episodes", "", NULL);
        tally_value(t, "actions", "", "", truth->action_count);
        tally_value(t, "forward steps", "", "", truth->forward_steps);
        tally_value(t, "length of the path", "", "m", wend_dvec3_span_length(truth->locations));
    }
    return WEND_OK;
}

const format format_vlnce_gt = {
    .kind = WEND_EPISODES_VLNCE_GT,
    .name = "vlnce-gt",
    .description = "the `_gt` file of VLN-CE: actions and positions of an expert",
    .detect = format_vlnce_gt_detect,
    .parse = format_vlnce_gt_parse,
    .write = format_vlnce_gt_write,
    .destroy = format_vlnce_gt_destroy,
    .count = format_vlnce_gt_count,
    .check = format_vlnce_gt_check,
    .summarize = format_vlnce_gt_summarize,
};
