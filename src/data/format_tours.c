// IVLN tours: {split: {scan: [[episode id, …], …]}}.
#include <stdio.h>

#include "data/format.h"

#include "wend/benchmarks/vln.h"

static int format_tours_detect(const outline* o) {
    return o->root == '{' && o->has_lists && !o->has_text_lists ? 30 : 0;
}

static wend_status format_tours_parse(const records_text* source, void** payload,
                                      wend_error* error) {
    wend_vln_tours* set = NULL;
    wend_status status =
        wend_vln_tours_parse(source->text, source->size, source->name, &set, error);
    *payload = set;
    return status;
}

static void format_tours_destroy(void* payload) { wend_vln_tours_destroy(payload); }
static int format_tours_count(const void* payload) { return wend_vln_tours_count(payload); }

static wend_status format_tours_write(const void* payload, const char* path, wend_error* error) {
    const wend_vln_tours* set = payload;
    int count = wend_vln_tours_count(set);
    return wend_vln_tours_write(count ? wend_vln_tours_at(set, 0) : NULL, count, path, error);
}

static wend_status format_tours_check(check* c) {
    text_set ids = {0};
    char split_id[512];
    for (int i = 0; i < c->episodes->count; i++) {
        const wend_vln_tour* tour = wend_vln_tours_at(c->episodes->payload, i);
        snprintf(c->where, sizeof c->where, "%.32s %.32s tour %.24s", tour->split, tour->scan,
                 tour->id);
        if (tour->episode_count == 0) check_say(c, WEND_RULE_EMPTY, "a tour without episodes");
        for (int k = 0; k < tour->episode_count; k++) {  // ids are unique per split
            snprintf(split_id, sizeof split_id, "%.200s %.200s", tour->split, tour->episodes[k]);
            check_id(c, &ids, "episode", split_id);
        }
    }
    text_set_destroy(&ids);
    return WEND_OK;
}

static wend_status format_tours_summarize(tally* t) {
    for (int i = 0; i < t->episodes->count; i++) {
        const wend_vln_tour* tour = wend_vln_tours_at(t->episodes->payload, i);
        char building[512];
        snprintf(building, sizeof building, "%.200s %.200s", tour->split, tour->scan);
        tally_one(t, "buildings", tour->split, building);
        tally_one(t, "tours", tour->split, NULL);
        for (int k = 0; k < tour->episode_count; k++) tally_one(t, "episodes", tour->split, NULL);
        tally_value(t, "episodes a tour", tour->split, "", tour->episode_count);
    }
    return WEND_OK;
}

const format format_tours = {
    .kind = WEND_EPISODES_TOURS,
    .name = "tours",
    .description = "IVLN tours",
    .detect = format_tours_detect,
    .parse = format_tours_parse,
    .write = format_tours_write,
    .destroy = format_tours_destroy,
    .count = format_tours_count,
    .check = format_tours_check,
    .summarize = format_tours_summarize,
};
