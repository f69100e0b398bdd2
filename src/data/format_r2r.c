// R2R, R4R and RxR guide annotations: viewpoint paths with instructions.
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "data/format.h"

#include "wend/benchmarks/vln.h"
#include "wend/language.h"

static int format_r2r_detect(const outline* o) {
    bool match = outline_has(o, 2, KEY_scan) || outline_has(o, 2, KEY_path_id) ||
                 outline_has(o, 2, KEY_instructions);
    return o->root == '[' && match ? 60 : 0;
}

static int format_rxr_detect(const outline* o) {
    if (o->root != '{') return 0;
    bool guide = outline_has(o, 1, KEY_instruction_id) && outline_has(o, 1, KEY_path) &&
                 outline_has(o, 1, KEY_scan);
    return guide ? 45 : outline_has(o, 1, KEY_path_id) ? 40 : 0;
}

static wend_status format_r2r_parse(const records_text* source, void** payload, wend_error* error) {
    wend_vln_episodes* set = NULL;
    wend_status status =
        wend_vln_episodes_parse(source->text, source->size, source->name, &set, error);
    *payload = set;
    return status;
}

static void format_r2r_destroy(void* payload) { wend_vln_episodes_destroy(payload); }
static int format_r2r_count(const void* payload) { return wend_vln_episodes_count(payload); }

// Both formats have one reader. It accepts a list of paths and lines of annotations whichever of
// the two was requested, so the format follows from what was read.
static const format* format_r2r_actual(const void* payload) {
    return wend_vln_episodes_kind(payload) == WEND_VLN_R2R ? &format_r2r : &format_rxr;
}

static wend_status format_r2r_write(const void* payload, const char* path, wend_error* error) {
    const wend_vln_episodes* set = payload;
    int count = wend_vln_episodes_count(set);
    return wend_vln_episodes_write(count ? wend_vln_episodes_at(set, 0) : NULL, count,
                                   wend_vln_episodes_kind(set), path, error);
}

// ---- check -------------------------------------------------------------------------------------

// Stored distances have two decimals; poses have more.
static const double distance_tolerance = 0.0101;

static const char* const languages[] = {"en-IN", "en-US", "hi-IN", "te-IN"};

// The building's graph; NULL, with one finding per building, when it is missing.
static const wend_graph* format_r2r_find_graph(check* c, text_set* unknown, const char* scan) {
    const wend_graph* graph = NULL;
    if (!c->graphs) return NULL;
    wend_error error;
    wend_status status = wend_graph_set_get(c->graphs, scan, &graph, &error);
    if (status == WEND_OK) return graph;
    if (status == WEND_NO_MEMORY) {
        c->problems->out_of_memory = true;
        return NULL;
    }
    text_set_answer answer = text_set_add(unknown, scan);
    if (answer == TEXT_SET_NO_MEMORY) c->problems->out_of_memory = true;
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

// Length of the path; NAN when a viewpoint is unknown. A step that is no edge counts as the
// shortest path between its ends.
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
    if (isnan(length) || e->path_count < 2) return;  // test splits have no goal
    int start = wend_graph_find(graph, e->path[0]);
    int goal = wend_graph_find(graph, e->path[e->path_count - 1]);
    double shortest = wend_graph_distance(graph, start, goal);
    if (isinf(shortest))
        check_say(c, WEND_RULE_UNREACHABLE, "no path from %.8s to %.8s", e->path[0],
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
            check_say(c, WEND_RULE_TIME_ORDER, "word %d is spoken from %g to %g s, after %g s", i,
                      word->start, word->end, last);
            return;
        }
        if (word->start >= 0) last = word->start;
    }
}

static void format_r2r_check_instruction(check* c, text_set* ids,
                                         const wend_vln_instruction* instruction) {
    check_id(c, ids, "instruction", instruction->id);
    if (!instruction->text || wend_words_count(instruction->text) == 0)
        check_say(c, WEND_RULE_NO_TEXT, "instruction %s has no words", instruction->id);
    bool known = !instruction->language;
    for (size_t i = 0; !known && i < sizeof languages / sizeof *languages; i++)
        known = strcmp(instruction->language, languages[i]) == 0;
    if (!known) check_say(c, WEND_RULE_LANGUAGE, "'%s'", instruction->language);
    check_times(c, instruction);
}

static wend_status format_r2r_check(check* c) {
    const wend_vln_episodes* episodes = c->episodes->payload;
    text_set ids = {0}, paths = {0}, unknown = {0};
    for (int i = 0; i < c->episodes->count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(episodes, i);
        if (c->episodes->format == &format_rxr)
            snprintf(c->where, sizeof c->where, "path %.90s (line %d)", e->path_id, e->line);
        else
            snprintf(c->where, sizeof c->where, "path %.100s", e->path_id);
        // A guide file has one line per annotation of a path.
        if (c->episodes->format == &format_r2r) check_id(c, &paths, "path", e->path_id);
        if (e->path_count == 0) check_say(c, WEND_RULE_MISSING_START, "the path is empty");
        if (e->has_heading && fabs(e->heading) > 2 * WEND_PI + 1e-6)
            check_say(c, WEND_RULE_HEADING, "%g radians", e->heading);
        const wend_graph* graph = format_r2r_find_graph(c, &unknown, e->scan);
        if (graph) check_distance(c, graph, e);
        if (e->instruction_count == 0) check_say(c, WEND_RULE_NO_TEXT, "no instructions");
        for (int k = 0; k < e->instruction_count; k++)
            format_r2r_check_instruction(c, &ids, &e->instructions[k]);
    }
    text_set_destroy(&ids);
    text_set_destroy(&paths);
    text_set_destroy(&unknown);
    return WEND_OK;
}

// ---- summarize ---------------------------------------------------------------------------------

// Length of a path along the graph; NAN when a viewpoint is unknown.
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

// Length, shortest path and their ratio, for paths with a known goal.
static void tally_lengths(tally* t, const wend_graph* graph, const wend_vln_episode* e) {
    double length = path_length(graph, e->path, e->path_count);
    if (!isfinite(length)) return;
    int start = wend_graph_find(graph, e->path[0]);
    int goal = wend_graph_find(graph, e->path[e->path_count - 1]);
    double shortest = wend_graph_distance(graph, start, goal);
    tally_value(t, "length", "", "m", length);
    tally_value(t, "shortest path", "", "m", shortest);
    if (length <= shortest + 1e-6) return;
    tally_one(t, "paths that are not shortest", "", NULL);
    if (shortest > 0)
        tally_value(t, "longer than shortest", "", "%", 100 * (length / shortest - 1));
}

static void tally_path(tally* t, const wend_vln_episode* e) {
    const wend_graph* graph = NULL;
    tally_one(t, "buildings", "", e->scan);
    if (e->path_count < 2) return;  // test splits have only the start
    tally_value(t, "edges", "", "", e->path_count - 1);
    if (e->has_distance) tally_value(t, "stored distance", "", "m", e->distance);
    wend_status status =
        t->graphs ? wend_graph_set_get(t->graphs, e->scan, &graph, NULL) : WEND_NOT_FOUND;
    if (status == WEND_OK) tally_lengths(t, graph, e);
    if (status == WEND_NO_MEMORY) t->summary->out_of_memory = true;
}

// Overall and, if known, by language.
static void tally_followed(tally* t, const char* name, const char* language, bool followed) {
    tally_value(t, name, "", WEND_FOLLOWED_UNIT, followed ? 100 : 0);
    if (language) tally_value(t, name, language, WEND_FOLLOWED_UNIT, followed ? 100 : 0);
}

// The outcome of the follower check, by phenomenon.
static void tally_check(tally* t, const wend_phenomena* p, const char* language, bool followed) {
    tally_followed(t, "followed", language, followed);
    for (int i = 0; i < WEND_PHENOMENON_COUNT_ALL && p->known; i++) {
        char name[64];
        snprintf(name, sizeof name, "followed %s %s", p->counts[i] ? "with" : "without",
                 wend_phenomenon_name((wend_phenomenon)i));
        tally_followed(t, name, language, followed);
    }
}

// Phenomena of a text, by language if known.
static void tally_language(tally* t, const wend_phenomena* read, const char* language) {
    wend_phenomena p = *read;
    const char* group = language ? language : "";
    if (!p.known || !p.words) return;
    tally_value(t, "type-token ratio", group, "%", 100.0 * p.different / p.words);
    tally_value(t, "object words", group, "%", 100.0 * p.object_words / p.words);
    for (int i = 0; i < WEND_PHENOMENON_COUNT_ALL; i++)
        tally_value(t, wend_phenomenon_name((wend_phenomenon)i), group, WEND_PHENOMENON_UNIT,
                    p.counts[i]);
}

// `followed` is the outcome of the follower check: 1 completed, 0 not, -1 not checked.
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

// Reads the outcome from the record's field "follower": an object in RxR, a list in R2R.
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

static wend_status format_r2r_summarize(tally* t) {
    wend_phenomena_reader* reader;
    WEND_TRY(wend_phenomena_reader_create(&reader, t->error));
    for (int i = 0; i < t->episodes->count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(t->episodes->payload, i);
        bool fresh = tally_one(t, "paths", "", e->path_id);
        tally_texts(t, reader, e);
        if (fresh) tally_path(t, e);
    }
    wend_phenomena_reader_destroy(reader);
    return WEND_OK;
}

// ---- formats -----------------------------------------------------------------------------------

const format format_r2r = {
    .kind = WEND_EPISODES_R2R,
    .name = "r2r",
    .description = "paths with instructions: R2R, R4R",
    .detect = format_r2r_detect,
    .parse = format_r2r_parse,
    .write = format_r2r_write,
    .destroy = format_r2r_destroy,
    .count = format_r2r_count,
    .check = format_r2r_check,
    .summarize = format_r2r_summarize,
    .actual = format_r2r_actual,
};

const format format_rxr = {
    .kind = WEND_EPISODES_RXR,
    .name = "rxr",
    .description = "RxR guide annotations",
    .detect = format_rxr_detect,
    .parse = format_r2r_parse,
    .write = format_r2r_write,
    .destroy = format_r2r_destroy,
    .count = format_r2r_count,
    .check = format_r2r_check,
    .summarize = format_r2r_summarize,
    .actual = format_r2r_actual,
};
