// Trajectories of an agent as submitted for R2R, RxR or VLN-CE.
#include <stdio.h>

#include "data/format.h"

#include "wend/benchmarks/vln.h"

// R2R: a list of {instr_id, trajectory}. VLN-CE: {episode: [{position, heading, stop}, …]}. RxR:
// lines of {instruction_id, path}, which guide annotations have too, but those have a scan.
static int format_results_detect(const outline* o) {
    if (o->root == '[')
        return outline_has(o, 2, KEY_instr_id) || outline_has(o, 2, KEY_trajectory) ? 70 : 0;
    if (o->root != '{') return 0;
    bool heading = outline_has(o, 3, KEY_heading) || outline_has(o, 3, KEY_stop);
    if (outline_has(o, 3, KEY_position) && heading) return 65;
    bool line = outline_has(o, 1, KEY_instruction_id) && outline_has(o, 1, KEY_path) &&
                !outline_has(o, 1, KEY_scan);
    return line ? 45 : 0;
}

static wend_status format_results_parse(const records_text* source, void** payload,
                                        wend_error* error) {
    wend_vln_results* set = NULL;
    wend_status status =
        wend_vln_results_parse(source->text, source->size, source->name, &set, error);
    *payload = set;
    return status;
}

static void format_results_destroy(void* payload) { wend_vln_results_destroy(payload); }
static int format_results_count(const void* payload) { return wend_vln_results_count(payload); }

static wend_status format_results_write(const void* payload, const char* path, wend_error* error) {
    const wend_vln_results* set = payload;
    int count = wend_vln_results_count(set);
    return wend_vln_results_write(count ? wend_vln_results_at(set, 0) : NULL, count,
                                  wend_vln_results_kind(set), path, error);
}

static wend_status format_results_check(check* c) {
    text_set ids = {0};
    for (int i = 0; i < c->episodes->count; i++) {
        const wend_vln_result* result = wend_vln_results_at(c->episodes->payload, i);
        snprintf(c->where, sizeof c->where, "instruction %.100s", result->id);
        check_id(c, &ids, "instruction", result->id);
        if (result->point_count == 0) check_say(c, WEND_RULE_MISSING_START, "an empty trajectory");
    }
    text_set_destroy(&ids);
    return WEND_OK;
}

static wend_status format_results_summarize(tally* t) {
    for (int i = 0; i < t->episodes->count; i++) {
        const wend_vln_result* result = wend_vln_results_at(t->episodes->payload, i);
        tally_one(t, "instructions", "", result->id);
        tally_value(t, "points", "", "", result->point_count);
    }
    return WEND_OK;
}

const format format_results = {
    .kind = WEND_EPISODES_RESULTS,
    .name = "results",
    .description = "predicted paths, as submitted for R2R or RxR",
    .detect = format_results_detect,
    .parse = format_results_parse,
    .write = format_results_write,
    .destroy = format_results_destroy,
    .count = format_results_count,
    .check = format_results_check,
    .summarize = format_results_summarize,
};
