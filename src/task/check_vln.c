// What can be wrong in files about viewpoint graphs: R2R, R4R, RxR, tours, results, connectivity.
#include <stdio.h>
#include <string.h>

#include "task/episodes.h"

#include "wend/words.h"

// Stored distances have two decimals; poses have more.
static const double distance_tolerance = 0.0101;

static const char* const languages[] = {"en-IN", "en-US", "hi-IN", "te-IN"};

// The building's graph; NULL, and a problem the first time, where there is none.
static const wend_graph* find_graph(check* c, text_set* unknown, const char* scan) {
    const wend_graph* graph = NULL;
    if (!c->graphs) return NULL;
    wend_error error;
    if (wend_graph_set_get(c->graphs, scan, &graph, &error) == WEND_OK) return graph;
    text_set_answer answer = text_set_add(unknown, scan);
    if (answer == TEXT_SET_NO_MEMORY) c->problems->starved = true;
    if (answer == TEXT_SET_NEW)
        check_say(c, WEND_RULE_UNKNOWN_SCAN, "building '%s': %s", scan, error.message);
    return NULL;
}

static int find_node(check* c, const wend_graph* graph, const char* viewpoint) {
    int node = wend_graph_find(graph, viewpoint);
    if (node >= 0 && wend_graph_viewpoint(graph, node)->included) return node;
    check_say(c, WEND_RULE_UNKNOWN_VIEWPOINT, "'%s' is %s of %s", viewpoint,
              node < 0 ? "no viewpoint" : "not included in the graph", wend_graph_scan(graph));
    return -1;
}

// The length of the path; NAN when a place of it is not known. Steps that are no edges count as the
// shortest way between their ends.
static double check_path(check* c, const wend_graph* graph, const char* const* path, int count) {
    double length = 0;
    int before = -1;
    bool known = true;
    for (int i = 0; i < count; i++) {
        int node = find_node(c, graph, path[i]);
        if (node >= 0 && before >= 0) {
            if (!wend_graph_has_edge(graph, before, node))
                check_say(c, WEND_RULE_NOT_AN_EDGE, "step %d, from %.8s to %.8s", i, path[i - 1],
                          path[i]);
            length += wend_graph_distance(graph, before, node);
        }
        known = known && node >= 0;
        before = node;
    }
    return known ? length : NAN;
}

static void check_distance(check* c, const wend_graph* graph, const wend_vln_episode* e) {
    double length = check_path(c, graph, e->path, e->path_count);
    if (isnan(length) || e->path_count < 2) return;  // a test split hides its goal
    int start = wend_graph_find(graph, e->path[0]);
    int goal = wend_graph_find(graph, e->path[e->path_count - 1]);
    double shortest = wend_graph_distance(graph, start, goal);
    if (isinf(shortest))
        check_say(c, WEND_RULE_UNREACHABLE, "no way from %.8s to %.8s", e->path[0],
                  e->path[e->path_count - 1]);
    else if (e->joint && fabs(e->joint->shortest_path_distance - shortest) > distance_tolerance)
        check_say(c, WEND_RULE_NOT_SHORTEST,
                  "shortest_path_distance is %.2f m, the shortest path is %.2f m",
                  e->joint->shortest_path_distance, shortest);
    else if (!e->joint && e->has_distance && fabs(e->distance - shortest) > distance_tolerance)
        check_say(c, WEND_RULE_NOT_SHORTEST,
                  "the stored distance is %.2f m, the shortest path is %.2f m, this one %.2f m",
                  e->distance, shortest, length);
    if (e->joint && e->has_distance && fabs(e->distance - length) > distance_tolerance)
        check_say(c, WEND_RULE_WRONG_LENGTH, "the stored distance is %.2f m, the path is %.2f m",
                  e->distance, length);
}

static void check_times(check* c, const wend_vln_instruction* instruction) {
    double last = 0;
    for (int i = 0; i < instruction->word_count; i++) {
        const wend_vln_word* word = &instruction->words[i];
        bool backwards = (word->start >= 0 && word->end >= 0 && word->end < word->start) ||
                         (word->start >= 0 && word->start < last);
        if (backwards) {
            check_say(c, WEND_RULE_TIME_ORDER, "word %d is said from %g to %g s, after %g s", i,
                      word->start, word->end, last);
            return;
        }
        if (word->start >= 0) last = word->start;
    }
}

static void check_instruction(check* c, text_set* ids, const wend_vln_instruction* instruction) {
    check_id(c, ids, "instruction", instruction->id);
    if (!instruction->text || wend_words_count(instruction->text) == 0)
        check_say(c, WEND_RULE_NO_TEXT, "instruction %s has no words", instruction->id);
    bool known = !instruction->language;
    for (size_t i = 0; !known && i < sizeof languages / sizeof *languages; i++)
        known = strcmp(instruction->language, languages[i]) == 0;
    if (!known) check_say(c, WEND_RULE_LANGUAGE, "'%s'", instruction->language);
    check_times(c, instruction);
}

wend_status check_vln(check* c) {
    const wend_vln_episodes* episodes = c->episodes->vln;
    text_set ids = {0}, paths = {0}, unknown = {0};
    for (int i = 0; i < c->episodes->count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(episodes, i);
        if (c->episodes->kind == WEND_EPISODES_RXR)
            snprintf(c->where, sizeof c->where, "path %.90s (line %d)", e->path_id, e->line);
        else
            snprintf(c->where, sizeof c->where, "path %.100s", e->path_id);
        // A guide's file has a line for each annotation of a path.
        if (c->episodes->kind == WEND_EPISODES_R2R) check_id(c, &paths, "path", e->path_id);
        if (e->path_count == 0) check_say(c, WEND_RULE_MISSING_START, "the path is empty");
        if (e->has_heading && fabs(e->heading) > 2 * WEND_PI + 1e-6)
            check_say(c, WEND_RULE_HEADING, "%g radians", e->heading);
        const wend_graph* graph = find_graph(c, &unknown, e->scan);
        if (graph) check_distance(c, graph, e);
        if (e->instruction_count == 0) check_say(c, WEND_RULE_NO_TEXT, "no instructions");
        for (int k = 0; k < e->instruction_count; k++)
            check_instruction(c, &ids, &e->instructions[k]);
    }
    text_set_destroy(&ids);
    text_set_destroy(&paths);
    text_set_destroy(&unknown);
    return WEND_OK;
}

wend_status check_demonstrations(check* c) {
    text_set ids = {0};
    for (int i = 0; i < c->episodes->count; i++) {
        const wend_vln_demonstration* d =
            wend_vln_demonstrations_at(c->episodes->demonstrations, i);
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

wend_status check_tours(check* c) {
    text_set ids = {0};
    char split_id[512];
    for (int i = 0; i < c->episodes->count; i++) {
        const wend_vln_tour* tour = wend_vln_tours_at(c->episodes->tours, i);
        snprintf(c->where, sizeof c->where, "%.32s %.32s tour %.24s", tour->split, tour->scan,
                 tour->id);
        if (tour->episode_count == 0) check_say(c, WEND_RULE_EMPTY, "a tour without episodes");
        for (int k = 0; k < tour->episode_count; k++) {  // an id may stand in another split again
            snprintf(split_id, sizeof split_id, "%.200s %.200s", tour->split, tour->episodes[k]);
            check_id(c, &ids, "episode", split_id);
        }
    }
    text_set_destroy(&ids);
    return WEND_OK;
}

// Between two records an agent moves by a step of 0.25 m, more along stairs; a conveyance that was
// given up teleports, so only the agent's own steps are looked at.
static const double longest_step = 0.5;

wend_status check_tour_log(check* c) {
    text_set ids = {0};
    for (int i = 0; i < c->episodes->count; i++) {
        const wend_vln_log* log = wend_vln_logs_at(c->episodes->logs, i);
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

wend_status check_results(check* c) {
    text_set ids = {0};
    for (int i = 0; i < c->episodes->count; i++) {
        const wend_vln_result* result = wend_vln_results_at(c->episodes->results, i);
        snprintf(c->where, sizeof c->where, "instruction %.100s", result->id);
        check_id(c, &ids, "instruction", result->id);
        if (result->point_count == 0) check_say(c, WEND_RULE_MISSING_START, "an empty trajectory");
    }
    text_set_destroy(&ids);
    return WEND_OK;
}

wend_status check_connectivity(check* c) {
    const wend_graph* graph = c->episodes->graph;
    text_set ids = {0};
    snprintf(c->where, sizeof c->where, "building %.100s", wend_graph_scan(graph));
    for (int i = 0; i < wend_graph_count(graph); i++)
        check_id(c, &ids, "viewpoint", wend_graph_viewpoint(graph, i)->id);
    int pieces = wend_graph_component_count(graph);
    if (pieces > 1) check_say(c, WEND_RULE_NOT_CONNECTED, "%d pieces", pieces);
    text_set_destroy(&ids);
    return WEND_OK;
}
