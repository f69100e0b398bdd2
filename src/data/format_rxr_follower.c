// RxR follower demonstrations.
#include <stdio.h>

#include "data/format.h"

#include "wend/benchmarks/vln.h"

static int format_rxr_follower_detect(const outline* o) {
    return o->root == '{' && outline_has(o, 1, KEY_demonstration_id) ? 55 : 0;
}

static wend_status format_rxr_follower_parse(const records_text* source, void** payload,
                                             wend_error* error) {
    wend_vln_demonstrations* set = NULL;
    wend_status status =
        wend_vln_demonstrations_parse(source->text, source->size, source->name, &set, error);
    *payload = set;
    return status;
}

static void format_rxr_follower_destroy(void* payload) { wend_vln_demonstrations_destroy(payload); }
static int format_rxr_follower_count(const void* payload) {
    return wend_vln_demonstrations_count(payload);
}

static wend_status format_rxr_follower_write(const void* payload, const char* path,
                                             wend_error* error) {
    const wend_vln_demonstrations* set = payload;
    int count = wend_vln_demonstrations_count(set);
    return wend_vln_demonstrations_write(count ? wend_vln_demonstrations_at(set, 0) : NULL, count,
                                         path, error);
}

static wend_status format_rxr_follower_check(check* c) {
    text_set ids = {0};
    for (int i = 0; i < c->episodes->count; i++) {
        const wend_vln_demonstration* d = wend_vln_demonstrations_at(c->episodes->payload, i);
        char id[32];
        snprintf(id, sizeof id, "%lld", (long long)d->demonstration_id);
        snprintf(c->where, sizeof c->where, "demonstration %s", id);
        check_id(c, &ids, "demonstration", id);
        if (d->path_count == 0) check_say(c, WEND_RULE_MISSING_START, "the path is empty");
        if (!d->has_metrics) continue;
        if (d->ndtw < 0 || d->ndtw > 1 || d->spl < 0 || d->spl > 1 || d->spl > d->sr + 1e-9)
            check_say(c, WEND_RULE_METRICS, "sr %g, spl %g, ndtw %g", d->sr, d->spl, d->ndtw);
        if (fabs(d->sdtw - d->sr * d->ndtw) > 1e-6)
            check_say(c, WEND_RULE_METRICS, "sdtw is %g, sr times ndtw %g", d->sdtw,
                      d->sr * d->ndtw);
    }
    text_set_destroy(&ids);
    return WEND_OK;
}

static wend_status format_rxr_follower_summarize(tally* t) {
    for (int i = 0; i < t->episodes->count; i++) {
        const wend_vln_demonstration* d = wend_vln_demonstrations_at(t->episodes->payload, i);
        char id[32];
        snprintf(id, sizeof id, "%lld", (long long)d->instruction_id);
        tally_one(t, "demonstrations", "", NULL);
        tally_one(t, "instructions", "", id);
        tally_value(t, "edges", "", "", d->path_count - 1);
        if (!d->has_metrics) continue;
        tally_value(t, "ne", "", "m", d->ne);
        tally_value(t, "sr", "", "", d->sr);
        tally_value(t, "spl", "", "", d->spl);
        tally_value(t, "ndtw", "", "", d->ndtw);
        tally_value(t, "sdtw", "", "", d->sdtw);
    }
    return WEND_OK;
}

const format format_rxr_follower = {
    .kind = WEND_EPISODES_RXR_FOLLOWER,
    .name = "rxr-follower",
    .description = "RxR follower demonstrations",
    .detect = format_rxr_follower_detect,
    .parse = format_rxr_follower_parse,
    .write = format_rxr_follower_write,
    .destroy = format_rxr_follower_destroy,
    .count = format_rxr_follower_count,
    .check = format_rxr_follower_check,
    .summarize = format_rxr_follower_summarize,
};
