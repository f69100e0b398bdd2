// CoW's result of one episode.
#include <stdio.h>
#include <string.h>

#include "data/format.h"

#include "wend/benchmarks/pasture.h"

static int format_pasture_result_detect(const outline* o) {
    return o->root == '{' && outline_has(o, 1, KEY_episode_metrics) ? 80 : 0;
}

static wend_status format_pasture_result_parse(const records_text* source, void** payload,
                                               wend_error* error) {
    WEND_TRY(format_payload(source, sizeof(wend_pasture_result), payload, error));
    return wend_pasture_result_parse(source->text, source->size, source->name, *payload, error);
}

static wend_status format_pasture_result_write(const void* payload, const char* path,
                                               wend_error* error) {
    return wend_pasture_result_write(payload, path, error);
}

static void format_pasture_result_destroy(void* payload) {
    wend_pasture_result_destroy(payload);
    wend_free(payload);
}

static int format_pasture_result_count(const void* payload) {
    (void)payload;
    return 1;
}

// Metres: a step of 0.25 m plus six standard deviations of its noise, 0.005 m.
static const double longest_move = 0.28;

static wend_status format_pasture_result_check(check* c) {
    const wend_pasture_result* result = c->episodes->payload;
    snprintf(c->where, sizeof c->where, "the episode");
    if (result->pose_count == 0) check_say(c, WEND_RULE_MISSING_START, "an empty trajectory");
    if (result->pose_count != result->action_count + 1)
        check_say(c, WEND_RULE_ACTIONS, "%d poses for %d actions", result->pose_count,
                  result->action_count);
    if (result->success != result->result_success)
        check_say(c, WEND_RULE_OUTCOME, "both success and failure are set");
    bool stopped = result->action_count > 0 &&
                   strcmp(result->actions[result->action_count - 1].name, "Stop") == 0;
    if (result->success && !stopped)
        check_say(c, WEND_RULE_OUTCOME, "a success that does not end in Stop");
    for (int i = 1; i < result->pose_count; i++) {
        double step = wend_dvec3_distance(result->trajectory[i - 1].at, result->trajectory[i].at);
        if (step > longest_move)
            check_say(c, WEND_RULE_JUMP, "pose %d is %.2f m from the one before", i, step);
    }
    return WEND_OK;
}

static wend_status format_pasture_result_summarize(tally* t) {
    const wend_pasture_result* result = t->episodes->payload;
    double path = 0;
    for (int i = 1; i < result->path_count; i++)
        path += wend_dvec3_distance(result->path[i - 1].at, result->path[i].at);
    double shortest = wend_dvec3_span_length(result->shortest);
    double longer = path > shortest ? path : shortest;
    tally_one(t, "episodes", "", NULL);
    if (result->success) tally_one(t, "successes", "", NULL);
    tally_value(t, "actions", "", "", result->action_count);
    tally_value(t, "path", "", "m", path);
    tally_value(t, "shortest path", "", "m", shortest);
    tally_value(t, "spl", "", "", result->success ? (longer > 0 ? shortest / longer : 1) : 0);
    return WEND_OK;
}

const format format_pasture_result = {
    .kind = WEND_EPISODES_PASTURE_RESULT,
    .name = "pasture-result",
    .description = "CoW's result of one episode",
    .detect = format_pasture_result_detect,
    .parse = format_pasture_result_parse,
    .write = format_pasture_result_write,
    .destroy = format_pasture_result_destroy,
    .count = format_pasture_result_count,
    .check = format_pasture_result_check,
    .summarize = format_pasture_result_summarize,
};
