#include "task/episodes.h"

#include <string.h>

#include "task/records.h"

static const struct {
    const char *word, *what;
} kinds[WEND_EPISODES_KIND_COUNT] = {
#define X(name, word, what) {word, what},
    WEND_EPISODES_KIND_LIST(X)
#undef X
};

const char* wend_episodes_kind_name(wend_episodes_kind kind) {
    return (unsigned)kind < WEND_EPISODES_KIND_COUNT ? kinds[kind].word : "unknown";
}

const char* wend_episodes_kind_what(wend_episodes_kind kind) {
    return (unsigned)kind < WEND_EPISODES_KIND_COUNT ? kinds[kind].what : "unknown";
}

wend_status wend_episodes_kind_parse(const char* name, wend_episodes_kind* kind,
                                     wend_error* error) {
    if (strcmp(name, "pasture") == 0) name = "robothor";  // one form for both
    for (int i = 0; i < WEND_EPISODES_KIND_COUNT; i++)
        if (strcmp(name, kinds[i].word) == 0) {
            *kind = (wend_episodes_kind)i;
            return WEND_OK;
        }
    text_out words = {0};
    for (int i = 0; i < WEND_EPISODES_KIND_COUNT; i++)
        text_put(&words, "%s%s", i ? ", " : "", kinds[i].word);
    wend_status status = wend_fail(error, WEND_NOT_FOUND, "there is no kind '%s'; there are %s",
                                   name, words.items ? words.items : "others");
    text_destroy(&words);
    return status;
}

// ---- telling the kind -------------------------------------------------------------------------

// X(key as it stands in a file): what tells kinds apart. The depth is that of the object it is in.
// clang-format off
#define KEY_LIST(X) \
    X(episodes) X(instruction) X(category_to_task_category_id) \
    X(locations) X(path_id) X(instructions) X(instr_id) \
    X(instruction_id) X(trajectory) X(phase) X(initial_position) X(image_id) X(unobstructed) \
    X(demonstration_id) X(path) X(env_id) X(agent_loc) X(exmat) X(inmat) \
    X(episode_metrics) X(scan) X(position) X(heading) X(stop)
// clang-format on

enum {
#define X(key) KEY_##key,
    KEY_LIST(X)
#undef X
        KEY_COUNT
};

enum { MAX_DEPTH = 5 };

// What was met: keys by depth, and how the values at depth 2 begin.
typedef struct outline {
    char root;                     // '{', '[' or another first sign
    uint32_t keys[MAX_DEPTH + 1];  // bits by KEY_…
    bool texts;       // a string where an item of the root list, or a value two objects deep, is
    bool name_lists;  // {…: {…: ["…
    bool lists;       // {…: {…: [[
} outline;

static int key_of(const char* text, size_t size) {
    static const char* const names[KEY_COUNT] = {
#define X(key) #key,
        KEY_LIST(X)
#undef X
    };
    for (int i = 0; i < KEY_COUNT; i++)
        if (strlen(names[i]) == size && memcmp(names[i], text, size) == 0) return i;
    return -1;
}

static const char* skip_space(const char* p, const char* end) {
    while (p < end && strchr(" \t\r\n", *p)) p++;
    return p;
}

static const char* end_of_string(const char* p, const char* end) {  // p: after the opening quote
    while (p < end && *p != '"') p += *p == '\\' ? 2 : 1;
    return p < end ? p : end;
}

// Reads the signs of a text once, without building anything: a file that is broken later on still
// has an outline.
static outline outline_of(const char* text, size_t size) {
    outline o = {0};
    const char* end = text + size;
    const char* p = skip_space(text, end);
    if (p < end) o.root = *p;
    int depth = 0;
    char open[MAX_DEPTH + 2] = {0};
    for (; p < end; p++) {
        if (*p == '"') {
            const char* close = end_of_string(p + 1, end);
            const char* next = skip_space(close < end ? close + 1 : end, end);
            bool is_key = next < end && *next == ':';
            int key = is_key ? key_of(p + 1, (size_t)(close - p - 1)) : -1;
            if (key >= 0 && depth <= MAX_DEPTH) o.keys[depth] |= 1u << key;
            bool two_objects = depth == 2 && open[1] == '{' && open[2] == '{';
            if (!is_key && (two_objects || (depth == 1 && open[1] == '['))) o.texts = true;
            if (depth == 3 && open[1] == '{' && open[2] == '{' && open[3] == '[')
                o.name_lists = true;
            p = close;
        } else if (*p == '{' || *p == '[') {
            depth++;
            if (depth <= MAX_DEPTH) open[depth] = *p;
            if (depth == 4 && open[1] == '{' && open[2] == '{' && open[3] == '[' && *p == '[')
                o.lists = true;
        } else if (*p == '}' || *p == ']') {
            if (depth > 0) depth--;
        }
    }
    return o;
}

static bool has(const outline* o, int depth, int key) { return o->keys[depth] >> key & 1; }

static wend_episodes_kind kind_of_list(const outline* o) {
    if (has(o, 2, KEY_image_id) && has(o, 2, KEY_unobstructed)) return WEND_EPISODES_CONNECTIVITY;
    if (has(o, 2, KEY_initial_position)) return WEND_EPISODES_ROBOTHOR;
    if (has(o, 2, KEY_instr_id) || has(o, 2, KEY_trajectory)) return WEND_EPISODES_RESULTS;
    if (has(o, 2, KEY_scan) || has(o, 2, KEY_path_id) || has(o, 2, KEY_instructions))
        return WEND_EPISODES_R2R;
    return o->texts ? WEND_EPISODES_PASTURE_TEXTS : WEND_EPISODES_ANY;
}

static wend_episodes_kind kind_of_lines(const outline* o) {
    if (has(o, 1, KEY_exmat) && has(o, 1, KEY_inmat)) return WEND_EPISODES_TRACE;
    if (has(o, 1, KEY_demonstration_id)) return WEND_EPISODES_RXR_FOLLOWER;
    if (has(o, 1, KEY_env_id))
        return has(o, 1, KEY_trajectory) ? WEND_EPISODES_RESCUE_RUNS : WEND_EPISODES_RESCUE;
    if (has(o, 1, KEY_agent_loc)) return WEND_EPISODES_RESCUE;
    if (has(o, 1, KEY_instruction_id) && has(o, 1, KEY_path))
        return has(o, 1, KEY_scan) ? WEND_EPISODES_RXR : WEND_EPISODES_RESULTS;
    return has(o, 1, KEY_path_id) ? WEND_EPISODES_RXR : WEND_EPISODES_ANY;
}

static wend_episodes_kind kind_of_object(const outline* o) {
    if (has(o, 1, KEY_episodes)) {
        if (has(o, 3, KEY_instruction)) return WEND_EPISODES_VLNCE;
        bool categories = has(o, 1, KEY_category_to_task_category_id);
        return categories ? WEND_EPISODES_MULTION : WEND_EPISODES_HABITAT;
    }
    if (has(o, 1, KEY_episode_metrics)) return WEND_EPISODES_PASTURE_RESULT;
    if (has(o, 2, KEY_locations)) return WEND_EPISODES_VLNCE_GT;
    if (has(o, 3, KEY_phase) || has(o, 4, KEY_phase)) return WEND_EPISODES_TOUR_LOG;
    bool turned = has(o, 3, KEY_heading) || has(o, 3, KEY_stop);
    if (has(o, 3, KEY_position) && turned) return WEND_EPISODES_RESULTS;
    wend_episodes_kind kind = kind_of_lines(o);
    if (kind != WEND_EPISODES_ANY) return kind;
    if (o->lists) return o->name_lists ? WEND_EPISODES_PASTURE_TEXTS : WEND_EPISODES_TOURS;
    return o->texts || o->name_lists ? WEND_EPISODES_PASTURE_TEXTS : WEND_EPISODES_ANY;
}

wend_episodes_kind wend_episodes_kind_detect(const char* text, size_t size) {
    if (size >= 4 && memcmp(text, "PK\x03\x04", 4) == 0) return WEND_EPISODES_TRACE;
    outline o = outline_of(text, size);
    if (o.root == '[') return kind_of_list(&o);
    return o.root == '{' ? kind_of_object(&o) : WEND_EPISODES_ANY;
}

// ---- reading ----------------------------------------------------------------------------------

// "…/1LXtFkjw3qL_connectivity.json" is the building 1LXtFkjw3qL.
static void scan_of_path(const char* path, char scan[128]) {
    const char* slash = strrchr(path, '/');
    snprintf(scan, 128, "%s", slash ? slash + 1 : path);
    char* tail = strstr(scan, "_connectivity");
    if (!tail) tail = strchr(scan, '.');
    if (tail) *tail = 0;
}

static wend_status parse_vln(wend_episodes* e, const records_text* s, wend_error* error) {
    switch (e->kind) {
        case WEND_EPISODES_R2R:
        case WEND_EPISODES_RXR:
            WEND_TRY(wend_vln_episodes_parse(s->text, s->size, s->name, &e->vln, error));
            e->count = wend_vln_episodes_count(e->vln);
            bool list = wend_vln_episodes_kind(e->vln) == WEND_VLN_R2R;  // whatever was asked for
            e->kind = list ? WEND_EPISODES_R2R : WEND_EPISODES_RXR;
            return WEND_OK;
        case WEND_EPISODES_RXR_FOLLOWER:
            WEND_TRY(wend_vln_demonstrations_parse(s->text, s->size, s->name, &e->demonstrations,
                                                   error));
            e->count = wend_vln_demonstrations_count(e->demonstrations);
            return WEND_OK;
        case WEND_EPISODES_TOURS:
            WEND_TRY(wend_vln_tours_parse(s->text, s->size, s->name, &e->tours, error));
            e->count = wend_vln_tours_count(e->tours);
            return WEND_OK;
        case WEND_EPISODES_RESULTS:
            WEND_TRY(wend_vln_results_parse(s->text, s->size, s->name, &e->results, error));
            e->count = wend_vln_results_count(e->results);
            return WEND_OK;
        case WEND_EPISODES_TOUR_LOG:
            WEND_TRY(wend_vln_logs_parse(s->text, s->size, s->name, &e->logs, error));
            e->count = wend_vln_logs_count(e->logs);
            return WEND_OK;
        default: {
            char scan[128];
            scan_of_path(s->name, scan);
            WEND_TRY(wend_graph_parse(s->text, s->size, scan, NULL, WEND_POSITIONS_POSES, &e->graph,
                                      error));
            e->count = wend_graph_count(e->graph);
            return WEND_OK;
        }
    }
}

static wend_status parse_trace(wend_episodes* e, const records_text* s, wend_error* error) {
    bool packed = s->size > 2 && memcmp(s->text, "PK", 2) == 0;
    WEND_TRY(packed ? wend_trace_parse_npz(s->text, s->size, s->name, &e->trace, error)
                    : wend_trace_parse_lines(s->text, s->size, s->name, &e->trace, error));
    e->count = e->trace.count;
    return WEND_OK;
}

static wend_status parse(wend_episodes* e, const records_text* s, wend_error* error) {
    switch (e->kind) {
        case WEND_EPISODES_VLNCE:
        case WEND_EPISODES_MULTION:
        case WEND_EPISODES_HABITAT:
            WEND_TRY(wend_habitat_parse(s->text, s->size, s->name, &e->habitat, error));
            e->count = e->habitat.count;
            return WEND_OK;
        case WEND_EPISODES_VLNCE_GT:
            WEND_TRY(wend_vlnce_truth_parse(s->text, s->size, s->name, &e->truth, error));
            e->count = e->truth.count;
            return WEND_OK;
        case WEND_EPISODES_ROBOTHOR:
            WEND_TRY(wend_robothor_parse(s->text, s->size, s->name, &e->robothor, error));
            e->count = e->robothor.count;
            return WEND_OK;
        case WEND_EPISODES_PASTURE_TEXTS:
            WEND_TRY(wend_pasture_texts_parse(s->text, s->size, s->name, &e->texts, error));
            e->count = e->texts.count;
            return WEND_OK;
        case WEND_EPISODES_PASTURE_RESULT:
            e->count = 1;
            return wend_pasture_result_parse(s->text, s->size, s->name, &e->result, error);
        case WEND_EPISODES_RESCUE:
            WEND_TRY(wend_rescue_parse(s->text, s->size, s->name, &e->rescue, error));
            e->count = e->rescue.count;
            return WEND_OK;
        case WEND_EPISODES_RESCUE_RUNS:
            WEND_TRY(wend_rescue_runs_parse(s->text, s->size, s->name, &e->runs, error));
            e->count = e->runs.count;
            return WEND_OK;
        case WEND_EPISODES_TRACE:
            return parse_trace(e, s, error);
        default:
            return parse_vln(e, s, error);
    }
}

static wend_status parse_as(wend_episodes* e, wend_episodes_kind kind, const records_text* source,
                            wend_error* error) {
    size_t length = strlen(source->name) + 1;
    e->path = wend_alloc(length);
    if (!e->path) return wend_fail(error, WEND_NO_MEMORY, "%s: no memory", source->name);
    memcpy(e->path, source->name, length);
    e->kind = kind;
    if (kind == WEND_EPISODES_ANY) e->kind = wend_episodes_kind_detect(source->text, source->size);
    if (e->kind == WEND_EPISODES_ANY)
        return wend_fail(error, WEND_FORMAT,
                         "%s: %s; if it is one of wend's kinds, name it with --kind", source->name,
                         source->size ? "no kind of episodes has these keys" : "the file is empty");
    return parse(e, source, error);
}

wend_status wend_episodes_parse(const char* text, size_t size, const char* name,
                                wend_episodes_kind kind, wend_episodes** episodes,
                                wend_error* error) {
    *episodes = NULL;
    records_text source = {text, size, name};
    wend_episodes* e = wend_alloc_zero(1, sizeof *e);
    if (!e) return wend_fail(error, WEND_NO_MEMORY, "%s: no memory", name);
    wend_status status = parse_as(e, kind, &source, error);
    if (status == WEND_OK)
        *episodes = e;
    else
        wend_episodes_destroy(e);
    return status;
}

wend_status wend_episodes_read(const char* path, wend_episodes_kind kind, wend_episodes** episodes,
                               wend_error* error) {
    *episodes = NULL;
    file_bytes bytes;
    WEND_TRY(file_read(path, &bytes, error));
    wend_status status = wend_episodes_parse(bytes.data, bytes.size, path, kind, episodes, error);
    file_bytes_destroy(&bytes);
    return status;
}

void wend_episodes_destroy(wend_episodes* e) {
    if (!e) return;
    wend_vln_episodes_destroy(e->vln);
    wend_vln_demonstrations_destroy(e->demonstrations);
    wend_vln_tours_destroy(e->tours);
    wend_vln_results_destroy(e->results);
    wend_vln_logs_destroy(e->logs);
    wend_graph_destroy(e->graph);
    wend_habitat_destroy(&e->habitat);
    wend_vlnce_truth_destroy(&e->truth);
    wend_robothor_destroy(&e->robothor);
    wend_pasture_texts_destroy(&e->texts);
    wend_pasture_result_destroy(&e->result);
    wend_rescue_destroy(&e->rescue);
    wend_rescue_runs_destroy(&e->runs);
    wend_trace_destroy(&e->trace);
    wend_free(e->path);
    wend_free(e);
}

wend_episodes_kind wend_episodes_kind_of(const wend_episodes* episodes) { return episodes->kind; }
int wend_episodes_count(const wend_episodes* episodes) { return episodes->count; }

// ---- writing ----------------------------------------------------------------------------------

static wend_status write_vln(const wend_episodes* e, const char* path, wend_error* error) {
    switch (e->kind) {
        case WEND_EPISODES_RXR_FOLLOWER:
            return wend_vln_demonstrations_write(
                e->count ? wend_vln_demonstrations_at(e->demonstrations, 0) : NULL, e->count, path,
                error);
        case WEND_EPISODES_TOURS:
            return wend_vln_tours_write(e->count ? wend_vln_tours_at(e->tours, 0) : NULL, e->count,
                                        path, error);
        case WEND_EPISODES_RESULTS:
            return wend_vln_results_write(e->count ? wend_vln_results_at(e->results, 0) : NULL,
                                          e->count, wend_vln_results_kind(e->results), path, error);
        case WEND_EPISODES_TOUR_LOG:
            return wend_vln_logs_write(e->count ? wend_vln_logs_at(e->logs, 0) : NULL, e->count,
                                       path, error);
        case WEND_EPISODES_CONNECTIVITY:
            return wend_graph_write(e->graph, path, error);
        default:
            return wend_vln_episodes_write(e->count ? wend_vln_episodes_at(e->vln, 0) : NULL,
                                           e->count, wend_vln_episodes_kind(e->vln), path, error);
    }
}

wend_status wend_episodes_write(const wend_episodes* e, const char* path, wend_error* error) {
    size_t length = strlen(path);
    switch (e->kind) {
        case WEND_EPISODES_VLNCE:
        case WEND_EPISODES_MULTION:
        case WEND_EPISODES_HABITAT:
            return wend_habitat_write(&e->habitat, path, error);
        case WEND_EPISODES_VLNCE_GT:
            return wend_vlnce_truth_write(&e->truth, path, error);
        case WEND_EPISODES_ROBOTHOR:
            return wend_robothor_write(&e->robothor, path, error);
        case WEND_EPISODES_PASTURE_TEXTS:
            return wend_pasture_texts_write(&e->texts, path, error);
        case WEND_EPISODES_PASTURE_RESULT:
            return wend_pasture_result_write(&e->result, path, error);
        case WEND_EPISODES_RESCUE:
            return wend_rescue_write(&e->rescue, path, error);
        case WEND_EPISODES_RESCUE_RUNS:
            return wend_rescue_runs_write(&e->runs, path, error);
        case WEND_EPISODES_TRACE:
            if (length > 4 && strcmp(path + length - 4, ".npz") == 0)
                return wend_trace_write_npz(&e->trace, path, error);
            return wend_trace_write_lines(&e->trace, e->trace.form, path, error);
        default:
            return write_vln(e, path, error);
    }
}

// ---- checking and summing up ------------------------------------------------------------------

// X(kind, word of its check and its tally)
// clang-format off
#define WORKER_LIST(X) \
    X(R2R, vln) \
    X(RXR, vln) \
    X(RXR_FOLLOWER, demonstrations) \
    X(TOURS, tours) \
    X(TOUR_LOG, tour_log) \
    X(RESULTS, results) \
    X(CONNECTIVITY, connectivity) \
    X(VLNCE, habitat) \
    X(VLNCE_GT, truth) \
    X(MULTION, habitat) \
    X(HABITAT, habitat) \
    X(ROBOTHOR, robothor) \
    X(PASTURE_TEXTS, pasture_texts) \
    X(PASTURE_RESULT, pasture_result) \
    X(RESCUE, rescue) \
    X(RESCUE_RUNS, rescue_runs) \
    X(TRACE, trace)
// clang-format on

wend_status wend_episodes_check(const wend_episodes* episodes, wend_graph_set* graphs,
                                wend_findings* problems, wend_error* error) {
    static wend_status (*const checks[])(check*) = {
#define X(kind, word) [WEND_EPISODES_##kind] = check_##word,
        WORKER_LIST(X)
#undef X
    };
    check c = {.episodes = episodes, .graphs = graphs, .problems = problems, .error = error};
    if (episodes->count == 0) {
        snprintf(c.where, sizeof c.where, "the file");
        check_say(&c, WEND_RULE_EMPTY, "no records of the kind '%s'",
                  wend_episodes_kind_name(episodes->kind));
    }
    WEND_TRY(checks[episodes->kind](&c));
    if (problems->starved)
        return wend_fail(error, WEND_NO_MEMORY, "%s: no memory for its problems", episodes->path);
    return WEND_OK;
}

wend_status wend_episodes_summarize(const wend_episodes* episodes, wend_graph_set* graphs,
                                    wend_summary* summary, wend_error* error) {
    static wend_status (*const tallies[])(tally*) = {
#define X(kind, word) [WEND_EPISODES_##kind] = tally_##word,
        WORKER_LIST(X)
#undef X
    };
    tally t = {episodes, graphs, summary, error};
    WEND_TRY(tallies[episodes->kind](&t));
    if (summary->starved)
        return wend_fail(error, WEND_NO_MEMORY, "%s: no memory to sum it up", episodes->path);
    return WEND_OK;
}
