// Step-by-step logs of tours as IVLN-CE writes them.
#include <stdio.h>

#include "data/format.h"

#include "wend/benchmarks/vln.h"

// Tours are at the top level or below their split.
static int format_tour_log_detect(const outline* o) {
    bool match = outline_has(o, 3, KEY_phase) || outline_has(o, 4, KEY_phase);
    return o->root == '{' && match ? 70 : 0;
}

static wend_status format_tour_log_parse(const records_text* source, void** payload,
                                         wend_error* error) {
    wend_vln_logs* set = NULL;
    wend_status status = wend_vln_logs_parse(source->text, source->size, source->name, &set, error);
    *payload = set;
    return status;
}

static void format_tour_log_destroy(void* payload) { wend_vln_logs_destroy(payload); }
static int format_tour_log_count(const void* payload) { return wend_vln_logs_count(payload); }

static wend_status format_tour_log_write(const void* payload, const char* path, wend_error* error) {
    const wend_vln_logs* set = payload;
    int count = wend_vln_logs_count(set);
    return wend_vln_logs_write(count ? wend_vln_logs_at(set, 0) : NULL, count, path, error);
}

// Metres. A step is 0.25 m, more on stairs. An aborted oracle phase teleports the agent, so only
// steps of the agent phase are checked.
static const double longest_step = 0.5;

static wend_status format_tour_log_check(check* c) {
    text_set ids = {0};
    for (int i = 0; i < c->episodes->count; i++) {
        const wend_vln_log* log = wend_vln_logs_at(c->episodes->payload, i);
        snprintf(c->where, sizeof c->where, "tour %.100s", log->tour);
        char id[512];
        snprintf(id, sizeof id, "%.200s %.200s", log->split ? log->split : "", log->tour);
        check_id(c, &ids, "tour", id);
        if (log->record_count == 0) check_say(c, WEND_RULE_MISSING_START, "no records");
        for (int k = 1; k < log->record_count; k++) {
            const wend_vln_record *a = &log->records[k - 1], *b = &log->records[k];
            bool walked = a->phase == WEND_VLN_PHASE_AGENT && b->phase == WEND_VLN_PHASE_AGENT &&
                          a->episode == b->episode;
            double step =
                hypot(hypot(a->position[0] - b->position[0], a->position[1] - b->position[1]),
                      a->position[2] - b->position[2]);
            if (walked && step > longest_step)
                check_say(c, WEND_RULE_JUMP, "record %d is %.2f m from the one before", k, step);
        }
    }
    text_set_destroy(&ids);
    return WEND_OK;
}

static wend_status format_tour_log_summarize(tally* t) {
    for (int i = 0; i < t->episodes->count; i++) {
        const wend_vln_log* log = wend_vln_logs_at(t->episodes->payload, i);
        const char* split = log->split ? log->split : "";
        tally_one(t, "tours", split, NULL);
        for (int k = 0; k < log->episode_count; k++) tally_one(t, "episodes", split, NULL);
        tally_value(t, "episodes a tour", split, "", log->episode_count);
        int agent = 0;
        for (int k = 0; k < log->record_count; k++)
            agent += log->records[k].phase == WEND_VLN_PHASE_AGENT;
        tally_value(t, "records of the agent", split, "", agent);
        tally_value(t, "records of the oracle", split, "", log->record_count - agent);
    }
    return WEND_OK;
}

const format format_tour_log = {
    .kind = WEND_EPISODES_TOUR_LOG,
    .name = "tour-log",
    .description = "IVLN-CE's log of a tour, step by step",
    .detect = format_tour_log_detect,
    .parse = format_tour_log_parse,
    .write = format_tour_log_write,
    .destroy = format_tour_log_destroy,
    .count = format_tour_log_count,
    .check = format_tour_log_check,
    .summarize = format_tour_log_summarize,
};
