// Numbers about files on viewpoint graphs: R2R, R4R, RxR, tours, results, connectivity.
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "task/episodes.h"

#include "wend/phenomena.h"

// The length of a path along the graph; NAN where a place of it is not known.
static double path_length(const wend_graph* graph, const char* const* path, int count) {
    double length = 0;
    int before = -1;
    for (int i = 0; i < count; i++) {
        int node = wend_graph_find(graph, path[i]);
        if (node < 0) return NAN;
        if (before >= 0) length += wend_graph_distance(graph, before, node);
        before = node;
    }
    return length;
}

// Length, shortest way and how much longer the path is, of paths with a known goal.
static void tally_lengths(tally* t, const wend_graph* graph, const wend_vln_episode* e) {
    double length = path_length(graph, e->path, e->path_count);
    if (!isfinite(length)) return;
    int start = wend_graph_find(graph, e->path[0]);
    int goal = wend_graph_find(graph, e->path[e->path_count - 1]);
    double shortest = wend_graph_distance(graph, start, goal);
    tally_value(t, "length", "", "m", length);
    tally_value(t, "shortest way", "", "m", shortest);
    if (length <= shortest + 1e-6) return;
    tally_one(t, "paths that are not shortest", "", NULL);
    if (shortest > 0)
        tally_value(t, "longer than shortest", "", "%", 100 * (length / shortest - 1));
}

static void tally_path(tally* t, const wend_vln_episode* e) {
    const wend_graph* graph = NULL;
    tally_one(t, "buildings", "", e->scan);
    if (e->path_count < 2) return;  // a test split hides all but the start
    tally_value(t, "edges", "", "", e->path_count - 1);
    if (e->has_distance) tally_value(t, "stored distance", "", "m", e->distance);
    if (t->graphs && wend_graph_set_get(t->graphs, e->scan, &graph, NULL) == WEND_OK)
        tally_lengths(t, graph, e);
}

// Of all texts, and of those in its language if the file says which.
static void tally_followed(tally* t, const char* name, const char* language, bool followed) {
    tally_value(t, name, "", WEND_FOLLOWED_UNIT, followed ? 100 : 0);
    if (language) tally_value(t, name, language, WEND_FOLLOWED_UNIT, followed ? 100 : 0);
}

// What came of the follower check, by what the text does with language.
static void tally_check(tally* t, const wend_phenomena* p, const char* language, bool followed) {
    tally_followed(t, "followed", language, followed);
    for (int i = 0; i < WEND_PHENOMENON_COUNT_ALL && p->known; i++) {
        char name[64];
        snprintf(name, sizeof name, "followed %s %s", p->counts[i] ? "with" : "without",
                 wend_phenomenon_name((wend_phenomenon)i));
        tally_followed(t, name, language, followed);
    }
}

// What a text does with language: by language, if the file says which.
static void tally_language(tally* t, const wend_phenomena* read, const char* language) {
    wend_phenomena p = *read;
    const char* group = language ? language : "";
    if (!p.known || !p.words) return;
    tally_value(t, "type-token ratio", group, "%", 100.0 * p.different / p.words);
    tally_value(t, "words for things", group, "%", 100.0 * p.object_words / p.words);
    for (int i = 0; i < WEND_PHENOMENON_COUNT_ALL; i++)
        tally_value(t, wend_phenomenon_name((wend_phenomenon)i), group, WEND_PHENOMENON_UNIT,
                    p.counts[i]);
}

// A text with the outcome of its follower check: 1 followed, 0 by nobody, -1 there was none.
static void tally_instruction(tally* t, const wend_phenomena_reader* reader,
                              const wend_vln_instruction* instruction, int followed) {
    const char* language = instruction->language;
    wend_phenomena p;
    tally_one(t, "instructions", "", NULL);
    if (!instruction->text) return;
    tally_words(t, "", instruction->text);
    if (language) {
        tally_one(t, "instructions", language, NULL);
        tally_words(t, language, instruction->text);
    }
    wend_phenomena_read(reader, language, instruction->text, &p);
    tally_language(t, &p, language);
    if (followed >= 0) tally_check(t, &p, language, followed);
    if (instruction->word_count > 0)
        tally_value(t, "spoken for", "", "s", instruction->words[instruction->word_count - 1].end);
}

// The outcome of one text's check, which stands in its record: RxR has one, R2R a list.
static int followed_of(const json_t* extra, int text) {
    const json_t* outcome = json_object_get(extra, "follower");
    if (json_is_array(outcome)) outcome = json_array_get(outcome, (size_t)text);
    const json_t* followed = json_object_get(outcome, "followed");
    return json_is_boolean(followed) ? json_is_true(followed) : -1;
}

static void tally_texts(tally* t, const wend_phenomena_reader* reader, const wend_vln_episode* e) {
    json_error_t unused;
    json_t* extra = e->extra ? json_loads(e->extra, 0, &unused) : NULL;
    for (int k = 0; k < e->instruction_count; k++)
        tally_instruction(t, reader, &e->instructions[k], followed_of(extra, k));
    json_decref(extra);
}

wend_status tally_vln(tally* t) {
    wend_phenomena_reader* reader;
    WEND_TRY(wend_phenomena_reader_create(&reader, t->error));
    for (int i = 0; i < t->episodes->count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(t->episodes->vln, i);
        bool fresh = tally_one(t, "paths", "", e->path_id);
        tally_texts(t, reader, e);
        if (fresh) tally_path(t, e);
    }
    wend_phenomena_reader_destroy(reader);
    return WEND_OK;
}

wend_status tally_demonstrations(tally* t) {
    for (int i = 0; i < t->episodes->count; i++) {
        const wend_vln_demonstration* d =
            wend_vln_demonstrations_at(t->episodes->demonstrations, i);
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

wend_status tally_tours(tally* t) {
    for (int i = 0; i < t->episodes->count; i++) {
        const wend_vln_tour* tour = wend_vln_tours_at(t->episodes->tours, i);
        char building[512];
        snprintf(building, sizeof building, "%.200s %.200s", tour->split, tour->scan);
        tally_one(t, "buildings", tour->split, building);
        tally_one(t, "tours", tour->split, NULL);
        for (int k = 0; k < tour->episode_count; k++) tally_one(t, "episodes", tour->split, NULL);
        tally_value(t, "episodes a tour", tour->split, "", tour->episode_count);
    }
    return WEND_OK;
}

wend_status tally_tour_log(tally* t) {
    for (int i = 0; i < t->episodes->count; i++) {
        const wend_vln_log* log = wend_vln_logs_at(t->episodes->logs, i);
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

wend_status tally_results(tally* t) {
    for (int i = 0; i < t->episodes->count; i++) {
        const wend_vln_result* result = wend_vln_results_at(t->episodes->results, i);
        tally_one(t, "instructions", "", result->id);
        tally_value(t, "points", "", "", result->point_count);
    }
    return WEND_OK;
}

wend_status tally_connectivity(tally* t) {
    const wend_graph* graph = t->episodes->graph;
    tally_one(t, "buildings", "", wend_graph_scan(graph));
    for (int i = 0; i < wend_graph_count(graph); i++) {
        tally_one(t, "viewpoints", "", NULL);
        if (!wend_graph_viewpoint(graph, i)->included) continue;
        tally_one(t, "included viewpoints", "", NULL);
        wend_graph_edges edges = wend_graph_neighbours(graph, i);
        tally_value(t, "neighbours", "", "", edges.count);
        for (int k = 0; k < edges.count; k++) {
            if (edges.nodes[k] < i) continue;
            tally_one(t, "edges", "", NULL);
            tally_value(t, "edge", "", "m", edges.lengths[k]);
        }
    }
    if (wend_graph_component_count(graph) > 1)
        tally_one(t, "buildings that are not connected", "", NULL);
    return WEND_OK;
}
