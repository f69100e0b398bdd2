// R2R and RxR for any scene: paths over its viewpoint graph, told from what is seen along them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/file.h"
#include "base/json_out.h"
#include "task/vln/vlnce_maker.h"

#include "wend/narrate.h"
#include "wend/rxr_guide.h"
#include "wend/viewpoints.h"
#include "wend/vln_make.h"

enum { MAX_TEXT = 8 * 1024, MAX_NODES = 256, TRIES = 4000, RETELLINGS = 4 };
enum { MAX_TEXTS = 100 * WEND_LANGUAGE_COUNT };  // of a path

wend_vln_generate_def wend_vln_generate_default_def(wend_vln_kind kind) {
    return (wend_vln_generate_def){.kind = kind,
                                   .count = 10,
                                   .min_edges = 4,
                                   .max_edges = 6,
                                   .min_distance = 5,
                                   .instructions = kind == WEND_VLN_RXR ? 1 : 3,
                                   .languages = kind == WEND_VLN_RXR ? "en,hi,te" : "en",
                                   .split = "generated"};
}

typedef struct told_path {
    int nodes[MAX_NODES];
    int count;
    double length;
} told_path;

// Where things go.
typedef struct layout {
    char episodes[4096], graphs[4096], traces[4096];
    char continuous[4096], truths[4096];
} layout;

typedef struct maker {
    const wend_vln_generate_def* def;
    const layout* to;
    wend_language languages[WEND_LANGUAGE_COUNT];
    int language_count;
    ARRAY_OF(wend_vln_episode) episodes;
    arena memory;
    wend_narration narration;  // too large for the stack of a thread
    int paths, told;           // so far: ids
    // The scene under way.
    const char* reference;
    wend_scene* scene;
    wend_view* view;
    wend_graph* graph;
    wend_narrator* narrator;
    wend_narration_judge* judge;
    wend_rng rng;
    vlnce_maker continuous;
} maker;

static wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "no memory to generate instructions");
}

static const char* keep(maker* m, const char* text) {
    return arena_text(&m->memory, text, strlen(text));
}

// ---- paths --------------------------------------------------------------------------------------

static bool is_taken(const told_path* paths, int count, int from, int to) {
    for (int i = 0; i < count; i++)
        if (paths[i].nodes[0] == from && paths[i].nodes[paths[i].count - 1] == to) return true;
    return false;
}

// Shortest paths of as many edges as R2R's, no two between the same ends.
static int draw_r2r(maker* m, told_path* paths) {
    const wend_vln_generate_def* def = m->def;
    int nodes = wend_graph_count(m->graph), count = 0;
    for (int tries = 0; tries < TRIES && count < def->count; tries++) {
        int from = (int)wend_rng_below(&m->rng, (uint32_t)nodes);
        int to = (int)wend_rng_below(&m->rng, (uint32_t)nodes);
        int hops = from == to ? 0 : wend_graph_hops(m->graph, from, to);
        double length = wend_graph_distance(m->graph, from, to);
        if (hops < def->min_edges || hops > def->max_edges || length < (double)def->min_distance ||
            is_taken(paths, count, from, to))
            continue;
        told_path* p = &paths[count++];
        p->count = wend_graph_path(m->graph, from, to, p->nodes, MAX_NODES);
        p->length = length;
    }
    return count;
}

static wend_status draw_rxr(maker* m, told_path* paths, int* count, wend_error* error) {
    wend_rxr_paths_def def = wend_rxr_paths_default_def();
    const wend_graph* graphs[1] = {m->graph};
    wend_rxr_paths* sampled;
    def.seed = m->def->seed;
    def.max_paths = m->def->count;
    WEND_TRY(wend_rxr_paths_sample(graphs, 1, &def, &sampled, error));
    const wend_rxr_path* items = wend_rxr_paths_items(sampled, count);
    for (int i = 0; i < *count; i++) {
        told_path* p = &paths[i];
        *p = (told_path){.count = items[i].count < MAX_NODES ? items[i].count : MAX_NODES,
                         .length = items[i].length};
        for (int k = 0; k < p->count; k++) p->nodes[k] = items[i].nodes[k];
    }
    wend_rxr_paths_destroy(sampled);
    return WEND_OK;
}

// ---- one path -----------------------------------------------------------------------------------

// A path as the narrator and the guide know it.
typedef struct told_walk {
    wend_vec3 feet[MAX_NODES], eyes[MAX_NODES];
    const char* names[MAX_NODES];
    wend_walk walk;
} told_walk;

static void make_walk(const maker* m, const told_path* p, float heading, told_walk* out) {
    float eye_height = (float)wend_graph_viewpoint(m->graph, p->nodes[0])->height;
    for (int i = 0; i < p->count; i++) {
        out->names[i] = wend_graph_viewpoint(m->graph, p->nodes[i])->id;
        out->eyes[i] = out->feet[i] = wend_graph_position(m->graph, p->nodes[i]);
        out->feet[i].y -= eye_height;
    }
    out->walk = (wend_walk){out->feet, p->count, heading, eye_height};
}

// The text's steps as the guide mentions them.
static int make_mentions(const maker* m, const size_t* starts, wend_rxr_guide_mention* out) {
    const wend_scene_arrays* a = wend_scene_get(m->scene);
    const wend_narration* n = &m->narration;
    for (int i = 0; i < n->count; i++) {
        const wend_object* o = &a->objects.items[n->objects[i]];
        out[i] = (wend_rxr_guide_mention){starts[i], n->places[i], n->objects[i] != 0, {0, 0, 0}};
        out[i].focus = wend_v3_lerp(o->bounds.low, o->bounds.high, 0.5f);
    }
    return n->count;
}

// The words with their times, the record's own.
static wend_status keep_words(maker* m, wend_vln_instruction* out, const wend_vln_word* words,
                              int count, wend_error* error) {
    wend_vln_word* kept = arena_alloc(&m->memory, (size_t)(count + 1) * sizeof *kept);
    if (!kept) return no_memory(error);
    for (int i = 0; i < count; i++) {
        kept[i] = words[i];
        if (!(kept[i].text = keep(m, words[i].text))) return no_memory(error);
    }
    out->words = kept;
    out->word_count = count;
    return WEND_OK;
}

static wend_status write_trace(const maker* m, const wend_trace* trace, const char* id,
                               wend_error* error) {
    char name[64], path[4096];
    snprintf(name, sizeof name, "%06d_guide_pose_trace.npz", atoi(id));
    WEND_TRY(file_join(m->to->traces, name, path, sizeof path, error));
    return wend_trace_write_npz(trace, path, error);
}

// A guide says the text along the walk: when each word is said, and where the camera looks.
static wend_status record_guide(maker* m, const told_walk* w, const size_t* starts,
                                wend_vln_instruction* out, wend_error* error) {
    wend_rxr_guide_mention mentions[WEND_MAX_TOLD];
    int mention_count = make_mentions(m, starts, mentions);
    int count = wend_rxr_guide_word_count(out->text);
    wend_vln_word* words = wend_alloc((size_t)count * sizeof *words);
    if (!words) return no_memory(error);
    wend_rxr_guide_walk walk = {.path = w->names,
                                .eyes = w->eyes,
                                .place_count = w->walk.count,
                                .heading = w->walk.heading,
                                .text = out->text,
                                .mentions = mentions,
                                .mention_count = mention_count,
                                .rng = wend_rng_for(m->def->seed, out->id, "guide")};
    wend_trace trace;
    wend_status status = wend_rxr_guide_record(&walk, words, &trace, error);
    if (status == WEND_OK) status = keep_words(m, out, words, count, error);
    if (status == WEND_OK && m->def->traces) status = write_trace(m, &trace, out->id, error);
    wend_trace_destroy(&trace);
    wend_free(words);
    return status;
}

// Takes back what is not true of a step, and the step where nothing else is in it.
static void take_back(wend_narration* n, int step, wend_room_type room) {
    wend_tell_step* s = &n->steps[step];
    if (s->kind == WEND_TELL_SEE || s->kind == WEND_TELL_DOOR || s->kind == WEND_TELL_LEAVE) {
        size_t after = (size_t)(n->count - step - 1);
        memmove(s, s + 1, after * sizeof *s);
        memmove(&n->places[step], &n->places[step + 1], after * sizeof *n->places);
        memmove(&n->objects[step], &n->objects[step + 1], after * sizeof *n->objects);
        n->count--;
        return;
    }
    *s = (wend_tell_step){.kind = s->kind == WEND_TELL_PASS ? WEND_TELL_FORWARD : s->kind,
                          .turn = s->turn};
    if (s->kind == WEND_TELL_STOP || s->kind == WEND_TELL_BEGIN) s->room = room;
    n->objects[step] = 0;
}

// Tells the walk until all that is said is true; after some tries what is not is left out.
static wend_status narrate_truly(maker* m, const told_walk* w, const char* id, wend_error* error) {
    wend_narration_fault fault;
    bool dense = m->def->kind == WEND_VLN_RXR;
    for (int i = 0; i < RETELLINGS; i++) {
        char purpose[80];
        snprintf(purpose, sizeof purpose, "%s telling %d", id, i);
        wend_rng rng = wend_rng_for(m->def->seed, m->reference, purpose);
        WEND_TRY(wend_narrate(m->narrator, &w->walk, dense, rng, &m->narration, error));
        if (wend_narration_is_true(m->judge, &w->walk, &m->narration, &fault)) return WEND_OK;
    }
    for (int i = 0; i < WEND_MAX_TOLD; i++) {
        wend_vec3 p = w->feet[m->narration.places[fault.step]];
        p.y += 0.5f;
        uint32_t room = wend_scene_room_at(m->scene, p);
        take_back(&m->narration, fault.step,
                  (wend_room_type)wend_scene_get(m->scene)->rooms.items[room].type);
        if (wend_narration_is_true(m->judge, &w->walk, &m->narration, &fault)) break;
    }
    return WEND_OK;
}

// `thought` tells which of the texts that could be told it is.
static wend_status tell(maker* m, const told_walk* w, wend_language language, int number,
                        int thought, wend_vln_instruction* out, wend_error* error) {
    static const char* const codes[] = {"en-US", "hi-IN", "te-IN"};
    bool dense = m->def->kind == WEND_VLN_RXR;
    char text[MAX_TEXT], id[48];
    size_t starts[WEND_MAX_TOLD];
    snprintf(id, sizeof id, "%d_%d", m->paths, thought);
    WEND_TRY(narrate_truly(m, w, id, error));
    wend_tell_def def = {language, dense, wend_rng_for(m->def->seed, id, m->reference)};
    WEND_TRY(
        wend_tell(&def, m->narration.steps, m->narration.count, text, sizeof text, starts, error));
    snprintf(id, sizeof id, "%d_%d", m->paths, number);
    if (dense) snprintf(id, sizeof id, "%d", m->told);
    *out = (wend_vln_instruction){.id = keep(m, id),
                                  .text = keep(m, text),
                                  .is_guide = dense,
                                  .language = dense ? codes[language] : NULL,
                                  .annotator = dense ? number : -1,
                                  .edit_distance = dense ? 0 : -1,
                                  .word_count = -1};
    if (!out->id || !out->text) return no_memory(error);
    m->told++;
    return dense ? record_guide(m, w, starts, out, error) : WEND_OK;
}

// R2R has a list of them, one for each text; RxR's records have one text.
static void put_remarks(maker* m, const int* numbers, int count, json_out* out) {
    bool list = m->def->kind == WEND_VLN_R2R;
    if (list) json_out_array(out, "follower");
    for (int i = 0; i < count; i++) {
        json_error_t unused;
        const char* remark = m->def->remark(m->def->context, m->paths, numbers[i]);
        json_t* value = json_loads(remark, 0, &unused);
        if (value) json_out_value(out, list ? NULL : "follower", value);
        json_decref(value);
    }
    if (list) json_out_end(out);
}

// Which scene to open for it, since a scan is only a name; and what is remarked of its texts.
static const char* scene_note(maker* m, const int* numbers, int count) {
    json_out out = {0};
    json_out_object(&out, NULL);
    json_out_text(&out, "scene_id", m->reference);
    if (m->def->remark) put_remarks(m, numbers, count, &out);
    json_out_end(&out);
    const char* kept = out.text.starved ? NULL : keep(m, out.text.items);
    json_out_destroy(&out);
    return kept;
}

static wend_status add_record(maker* m, const told_path* p, double heading,
                              const wend_vln_instruction* instructions, const int* numbers,
                              int count, wend_error* error) {
    char id[24];
    const char** names = arena_alloc(&m->memory, (size_t)p->count * sizeof *names);
    wend_vln_episode* e = ARRAY_PUSH(&m->episodes);
    snprintf(id, sizeof id, "%d", m->paths);
    if (!names || !e) return no_memory(error);
    for (int i = 0; i < p->count; i++)
        if (!(names[i] = keep(m, wend_graph_viewpoint(m->graph, p->nodes[i])->id)))
            return no_memory(error);
    *e = (wend_vln_episode){.path_id = keep(m, id),
                            .scan = keep(m, wend_graph_scan(m->graph)),
                            .split = m->def->kind == WEND_VLN_RXR ? m->def->split : NULL,
                            .path = names,
                            .path_count = p->count,
                            .has_heading = true,
                            .heading = heading,
                            .has_distance = m->def->kind == WEND_VLN_R2R,
                            .distance = p->length,
                            .instructions = instructions,
                            .instruction_count = count,
                            .extra = scene_note(m, numbers, count)};
    return e->path_id && e->scan && e->extra ? WEND_OK : no_memory(error);
}

// R2R has the instructions of a path in one record, RxR has a record for each.
static wend_status tell_path(maker* m, const told_path* p, wend_error* error) {
    int count = m->def->instructions * m->language_count;
    wend_vln_instruction* list = arena_alloc(&m->memory, (size_t)count * sizeof *list);
    if (!list) return no_memory(error);
    float heading = wend_rng_between(&m->rng, -(float)WEND_PI, (float)WEND_PI);
    told_walk walk;
    make_walk(m, p, heading, &walk);
    double to_the_right = heading <= 0 ? -(double)heading : 2 * WEND_PI - (double)heading;
    int numbers[MAX_TEXTS], told = 0;
    for (int i = 0; i < count; i++) {
        wend_language language = m->languages[i % m->language_count];
        int choice = m->def->choose ? m->def->choose(m->def->context, m->paths, i) : 0;
        if (choice < 0) continue;
        numbers[told] = i;
        WEND_TRY(tell(m, &walk, language, i, i + choice * count, &list[told], error));
        if (m->def->kind == WEND_VLN_RXR)
            WEND_TRY(add_record(m, p, to_the_right, &list[told], &numbers[told], 1, error));
        told++;
    }
    if (m->def->kind == WEND_VLN_R2R && told)
        WEND_TRY(add_record(m, p, to_the_right, list, numbers, told, error));
    vlnce_path path = {m->paths, walk.feet, p->count, heading, list, told};
    if (m->def->continuous && told) WEND_TRY(vlnce_maker_add(&m->continuous, &path, error));
    m->paths++;
    return WEND_OK;
}

// ---- one scene ----------------------------------------------------------------------------------

static wend_status write_graph(maker* m, wend_error* error) {
    char name[300], path[4096];
    snprintf(name, sizeof name, "%.200s_connectivity.json", wend_graph_scan(m->graph));
    WEND_TRY(file_join(m->to->graphs, name, path, sizeof path, error));
    return wend_graph_write(m->graph, path, error);
}

static wend_status make_scene(maker* m, wend_error* error) {
    WEND_TRY(wend_view_create(m->scene, NULL, &m->view, error));
    WEND_TRY(wend_viewpoints_make(m->scene, NULL, &m->graph, error));
    WEND_TRY(wend_narrator_create(m->scene, m->view, &m->narrator, error));
    WEND_TRY(wend_narration_judge_create(m->scene, &m->judge, error));
    if (m->def->continuous)
        WEND_TRY(vlnce_maker_begin(&m->continuous, m->scene, m->reference, error));
    WEND_TRY(write_graph(m, error));
    told_path* paths = wend_alloc_zero((size_t)m->def->count, sizeof *paths);
    if (!paths) return no_memory(error);
    int count = 0;
    wend_status status = WEND_OK;
    if (m->def->kind == WEND_VLN_RXR)
        status = draw_rxr(m, paths, &count, error);
    else
        count = draw_r2r(m, paths);
    for (int i = 0; status == WEND_OK && i < count; i++) status = tell_path(m, &paths[i], error);
    wend_free(paths);
    return status;
}

static wend_status open_and_make(maker* m, const char* reference, wend_error* error) {
    wend_import_def import = wend_import_default_def();
    import.bake = false;
    m->reference = reference;
    m->rng = wend_rng_for(m->def->seed, reference, "instructions");
    wend_status status = wend_scene_open(reference, &import, &m->scene, error);
    if (status == WEND_OK) status = make_scene(m, error);
    vlnce_maker_end(&m->continuous);
    wend_narration_judge_destroy(m->judge);
    wend_narrator_destroy(m->narrator);
    wend_graph_destroy(m->graph);
    wend_view_destroy(m->view);
    wend_scene_destroy(m->scene);
    m->judge = NULL;
    m->narrator = NULL;
    m->graph = NULL;
    m->view = NULL;
    m->scene = NULL;
    return status;
}

// ---- all of it ----------------------------------------------------------------------------------

static wend_status read_languages(maker* m, wend_error* error) {
    const char* at = m->def->languages;
    while (*at) {
        char code[16];
        size_t size = strcspn(at, ",");
        snprintf(code, sizeof code, "%.*s", (int)(size < 15 ? size : 15), at);
        if (m->language_count == WEND_LANGUAGE_COUNT)
            return wend_fail(error, WEND_ARGUMENT, "languages '%s': each once", m->def->languages);
        WEND_TRY(wend_language_find(code, &m->languages[m->language_count++], error));
        at += size + (at[size] == ',');
    }
    return m->language_count ? WEND_OK
                             : wend_fail(error, WEND_ARGUMENT, "no language; say en, hi or te");
}

static wend_status check_def(const wend_vln_generate_def* def, wend_error* error) {
    if (def->kind != WEND_VLN_R2R && def->kind != WEND_VLN_RXR)
        return wend_fail(error, WEND_ARGUMENT, "instructions are generated as r2r or rxr");
    if (def->count < 1 || def->count > 100000 || def->instructions < 1 || def->instructions > 100)
        return wend_fail(error, WEND_ARGUMENT,
                         "%d paths of %d instructions; 1 to 100000 and 1 to 100 are possible",
                         def->count, def->instructions);
    return WEND_OK;
}

static void lay_out_continuous(const wend_vln_generate_def* def, const char* path, bool folder,
                               layout* to) {
    bool rxr = def->kind == WEND_VLN_RXR;
    char base[4096];
    if (folder)
        snprintf(base, sizeof base, "%.3800s/%s/%.100s/%.100s%s", path,
                 rxr ? "RxR_VLNCE_v0" : "R2R_VLNCE_v1-3", def->split, def->split,
                 rxr ? "_guide" : "");
    else
        snprintf(base, sizeof base, "%.3800s.vlnce/%.100s%s", path, def->split,
                 rxr ? "_guide" : "");
    snprintf(to->continuous, sizeof to->continuous, "%.4080s.json.gz", base);
    snprintf(to->truths, sizeof to->truths, "%.4080s_gt.json.gz", base);
}

// A file with folders beside it, or a folder as the data sets are released.
static wend_status lay_out(const wend_vln_generate_def* def, const char* path, layout* to,
                           wend_error* error) {
    size_t size = strlen(path), most = sizeof to->episodes;
    bool folder = (size && path[size - 1] == '/') || file_is_folder(path);
    if (size + 2 * strlen(def->split) + 280 > most)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", path);
    if (folder && def->kind == WEND_VLN_RXR)
        snprintf(to->episodes, most, "%s/rxr_%s_guide.jsonl.gz", path, def->split);
    else if (folder)
        snprintf(to->episodes, most, "%s/R2R_%s.json", path, def->split);
    else
        snprintf(to->episodes, most, "%s", path);
    snprintf(to->graphs, most, folder ? "%s/connectivity" : "%s.connectivity", path);
    snprintf(to->traces, most, folder ? "%s/pose_traces/rxr_%s" : "%s.pose_traces", path,
             def->split);
    lay_out_continuous(def, path, folder, to);
    WEND_TRY(file_make_folder(to->graphs, error));
    return def->traces ? file_make_folder(to->traces, error) : WEND_OK;
}

static wend_status make_all(maker* m, const char* const* scenes, int scene_count,
                            wend_error* error) {
    for (int i = 0; i < scene_count; i++) WEND_TRY(open_and_make(m, scenes[i], error));
    if (!m->episodes.count)
        return wend_fail(error, WEND_FORMAT,
                         "no path of %d to %d edges in these scenes; take larger ones",
                         m->def->min_edges, m->def->max_edges);
    WEND_TRY(wend_vln_episodes_write(m->episodes.items, (int)m->episodes.count, m->def->kind,
                                     m->to->episodes, error));
    return m->def->continuous
               ? vlnce_maker_write(&m->continuous, m->to->continuous, m->to->truths, error)
               : WEND_OK;
}

wend_status wend_vln_generate(const char* const* scenes, int scene_count,
                              const wend_vln_generate_def* def, const char* path, int* records,
                              wend_error* error) {
    layout to;
    maker m = {.def = def, .to = &to, .continuous = {.is_rxr = def->kind == WEND_VLN_RXR}};
    *records = 0;
    WEND_TRY(check_def(def, error));
    WEND_TRY(read_languages(&m, error));
    WEND_TRY(lay_out(def, path, &to, error));
    wend_status status = make_all(&m, scenes, scene_count, error);
    *records = (int)m.episodes.count;
    vlnce_maker_destroy(&m.continuous);
    ARRAY_FREE(&m.episodes);
    arena_destroy(&m.memory);
    return status;
}
