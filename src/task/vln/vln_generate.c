// R2R and RxR for any scene: paths over its viewpoint graph, told from what is seen along them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/file.h"
#include "base/json_out.h"

#include "wend/narrate.h"
#include "wend/viewpoints.h"
#include "wend/vln_make.h"
#include "wend/words.h"

enum { MAX_TEXT = 8 * 1024, MAX_NODES = 256, TRIES = 4000 };
static const double WORD_SECONDS = 0.42;  // RxR's guides speak about 2.4 words a second

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

typedef struct maker {
    const wend_vln_generate_def* def;
    const char* folder;  // of the connectivity files
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
    wend_rng rng;
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

// The words one after the other at an even pace.
static wend_status time_words(maker* m, const char* text, wend_vln_instruction* out,
                              wend_error* error) {
    int count = wend_words_count(text), i = 0;
    wend_vln_word* words = arena_alloc(&m->memory, (size_t)(count + 1) * sizeof *words);
    if (!words) return no_memory(error);
    wend_word word;
    for (const char* at = text; i < count && wend_words_next(&at, &word); i++) {
        char* copy = arena_text(&m->memory, word.start, word.size);
        if (!copy) return no_memory(error);
        words[i] = (wend_vln_word){copy, i * WORD_SECONDS, (i + 1) * WORD_SECONDS};
    }
    out->words = words;
    out->word_count = i;
    return WEND_OK;
}

static wend_status tell(maker* m, const told_path* p, float heading, wend_language language,
                        int number, wend_vln_instruction* out, wend_error* error) {
    static const char* const codes[] = {"en-US", "hi-IN", "te-IN"};
    bool dense = m->def->kind == WEND_VLN_RXR;
    wend_vec3 feet[MAX_NODES];
    char text[MAX_TEXT], id[48];
    float eye_height = (float)wend_graph_viewpoint(m->graph, p->nodes[0])->height;
    for (int i = 0; i < p->count; i++) {
        feet[i] = wend_graph_position(m->graph, p->nodes[i]);
        feet[i].y -= eye_height;
    }
    snprintf(id, sizeof id, "%d_%d", m->paths, number);
    wend_rng rng = wend_rng_for(m->def->seed, m->reference, id);
    wend_walk walk = {feet, p->count, heading, eye_height};
    WEND_TRY(wend_narrate(m->narrator, &walk, dense, rng, &m->narration, error));
    wend_tell_def def = {language, dense, wend_rng_for(m->def->seed, id, m->reference)};
    WEND_TRY(
        wend_tell(&def, m->narration.steps, m->narration.count, text, sizeof text, NULL, error));
    if (dense) snprintf(id, sizeof id, "%d", m->told);
    *out = (wend_vln_instruction){.id = keep(m, id),
                                  .text = keep(m, text),
                                  .is_guide = dense,
                                  .language = dense ? codes[language] : NULL,
                                  .annotator = -1,
                                  .edit_distance = dense ? 0 : -1,
                                  .word_count = -1};
    if (!out->id || !out->text) return no_memory(error);
    m->told++;
    return dense ? time_words(m, out->text, out, error) : WEND_OK;
}

// Which scene to open for it, since a scan is only a name.
static const char* scene_note(maker* m) {
    json_out out = {0};
    json_out_object(&out, NULL);
    json_out_text(&out, "scene_id", m->reference);
    json_out_end(&out);
    const char* kept = out.text.starved ? NULL : keep(m, out.text.items);
    json_out_destroy(&out);
    return kept;
}

static wend_status add_record(maker* m, const told_path* p, double heading,
                              const wend_vln_instruction* instructions, int count,
                              wend_error* error) {
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
                            .extra = scene_note(m)};
    return e->path_id && e->scan && e->extra ? WEND_OK : no_memory(error);
}

// R2R has the instructions of a path in one record, RxR has a record for each.
static wend_status tell_path(maker* m, const told_path* p, wend_error* error) {
    int count = m->def->instructions * m->language_count;
    wend_vln_instruction* list = arena_alloc(&m->memory, (size_t)count * sizeof *list);
    if (!list) return no_memory(error);
    float heading = wend_rng_between(&m->rng, -(float)WEND_PI, (float)WEND_PI);
    double to_the_right = heading <= 0 ? -(double)heading : 2 * WEND_PI - (double)heading;
    for (int i = 0; i < count; i++) {
        wend_language language = m->languages[i % m->language_count];
        WEND_TRY(tell(m, p, heading, language, i, &list[i], error));
        if (m->def->kind == WEND_VLN_RXR)
            WEND_TRY(add_record(m, p, to_the_right, &list[i], 1, error));
    }
    if (m->def->kind == WEND_VLN_R2R) WEND_TRY(add_record(m, p, to_the_right, list, count, error));
    m->paths++;
    return WEND_OK;
}

// ---- one scene ----------------------------------------------------------------------------------

static wend_status write_graph(maker* m, wend_error* error) {
    char name[300], path[4096];
    snprintf(name, sizeof name, "%.200s_connectivity.json", wend_graph_scan(m->graph));
    WEND_TRY(file_join(m->folder, name, path, sizeof path, error));
    return wend_graph_write(m->graph, path, error);
}

static wend_status make_scene(maker* m, wend_error* error) {
    WEND_TRY(wend_view_create(m->scene, NULL, &m->view, error));
    WEND_TRY(wend_viewpoints_make(m->scene, NULL, &m->graph, error));
    WEND_TRY(wend_narrator_create(m->scene, m->view, &m->narrator, error));
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
    wend_narrator_destroy(m->narrator);
    wend_graph_destroy(m->graph);
    wend_view_destroy(m->view);
    wend_scene_destroy(m->scene);
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

wend_status wend_vln_generate(const char* const* scenes, int scene_count,
                              const wend_vln_generate_def* def, const char* path, int* records,
                              wend_error* error) {
    maker m = {.def = def};
    char folder[4096];
    *records = 0;
    WEND_TRY(check_def(def, error));
    WEND_TRY(read_languages(&m, error));
    if (snprintf(folder, sizeof folder, "%s.connectivity", path) >= (int)sizeof folder)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", path);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return wend_fail(error, WEND_IO, "%s: cannot make the folder: %s", folder, strerror(errno));
    m.folder = folder;
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < scene_count; i++)
        status = open_and_make(&m, scenes[i], error);
    if (status == WEND_OK && !m.episodes.count)
        status = wend_fail(error, WEND_FORMAT,
                           "no path of %d to %d edges in these scenes; take larger ones",
                           def->min_edges, def->max_edges);
    if (status == WEND_OK)
        status = wend_vln_episodes_write(m.episodes.items, (int)m.episodes.count, def->kind, path,
                                         error);
    *records = (int)m.episodes.count;
    ARRAY_FREE(&m.episodes);
    arena_destroy(&m.memory);
    return status;
}
