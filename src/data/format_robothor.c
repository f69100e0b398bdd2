// RoboTHOR's ObjectNav episodes and PASTURE's, which share the format.
#include <stdio.h>
#include <string.h>

#include "data/format.h"

#include "wend/benchmarks/pasture.h"

static int format_robothor_detect(const outline* o) {
    return o->root == '[' && outline_has(o, 2, KEY_initial_position) ? 80 : 0;
}

static wend_status format_robothor_parse(const records_text* source, void** payload,
                                         wend_error* error) {
    WEND_TRY(format_payload(source, sizeof(wend_robothor_set), payload, error));
    return wend_robothor_parse(source->text, source->size, source->name, *payload, error);
}

static wend_status format_robothor_write(const void* payload, const char* path, wend_error* error) {
    return wend_robothor_write(payload, path, error);
}

static void format_robothor_destroy(void* payload) {
    wend_robothor_destroy(payload);
    wend_free(payload);
}

static int format_robothor_count(const void* payload) {
    const wend_robothor_set* set = payload;
    return set->count;
}

// Metres. The path starts on the navmesh, the agent on a grid: up to 0.09 m apart in the released
// files.
static const double start_tolerance = 0.25;

static void check_shortest(check* c, const wend_robothor_episode* e) {
    if (!e->shortest.items) return;
    if (e->shortest.count == 0) {
        check_say(c, WEND_RULE_MISSING_START, "the shortest path is empty");
        return;
    }
    double length = wend_dvec3_span_length(e->shortest);
    if (fabs(length - e->shortest_length) > 1e-3)
        check_say(c, WEND_RULE_WRONG_LENGTH, "shortest_path_length is %.3f m, the path is %.3f m",
                  e->shortest_length, length);
    double apart = hypot(e->shortest.items[0].x - e->start.x, e->shortest.items[0].z - e->start.z);
    if (apart > start_tolerance)
        check_say(c, WEND_RULE_PATH_ENDS, "the shortest path begins %.2f m from the start", apart);
}

static wend_status format_robothor_check(check* c) {
    const wend_robothor_set* set = c->episodes->payload;
    text_set ids = {0};
    for (int i = 0; i < set->count; i++) {
        const wend_robothor_episode* e = &set->episodes[i];
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

static wend_status format_robothor_summarize(tally* t) {
    const wend_robothor_set* set = t->episodes->payload;
    for (int i = 0; i < set->count; i++) {
        const wend_robothor_episode* e = &set->episodes[i];
        tally_one(t, "episodes", "", NULL);
        tally_one(t, "scenes", "", e->scene);
        tally_one(t, "object types", "", e->object_type);
        tally_value(t, "shortest path", "", "m", e->shortest_length);
        tally_value(t, "shortest path", e->object_type, "m", e->shortest_length);
    }
    return WEND_OK;
}

const format format_robothor = {
    .kind = WEND_EPISODES_ROBOTHOR,
    .name = "robothor",
    .description = "RoboTHOR and PASTURE episodes",
    .detect = format_robothor_detect,
    .parse = format_robothor_parse,
    .write = format_robothor_write,
    .destroy = format_robothor_destroy,
    .count = format_robothor_count,
    .check = format_robothor_check,
    .summarize = format_robothor_summarize,
};
