#include "task/vln/vln_part.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/json_out.h"
#include "task/vln/vln_text.h"

#include "wend/viewpoints.h"

enum { TRIES = 4000 };
enum { MAX_TEXTS = 100 * WEND_LANGUAGE_COUNT };  // of a path

int vln_plan_texts(const vln_plan* plan) { return plan->def->instructions * plan->language_count; }

static wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "no memory to generate instructions");
}

static const char* keep(vln_part* m, const char* text) {
    return arena_text(&m->memory, text, strlen(text));
}

// ---- paths --------------------------------------------------------------------------------------

static bool is_taken(const told_path* paths, int count, int from, int to) {
    for (int i = 0; i < count; i++)
        if (paths[i].nodes[0] == from && paths[i].nodes[paths[i].count - 1] == to) return true;
    return false;
}

// Shortest paths of as many edges as R2R's, no two between the same ends.
static int draw_r2r(vln_part* m, told_path* paths) {
    const wend_vln_generate_def* def = m->plan->def;
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
        p->count = wend_graph_path(m->graph, from, to, p->nodes, VLN_PART_NODES);
        p->length = length;
    }
    return count;
}

// A building of RxR has up to 500 of the paths that the greedy choice takes, the most roundabout
// first. So few of a scene are wanted here that the first would all be loops: they are drawn from
// as many as RxR would take.
static wend_status draw_rxr(vln_part* m, told_path* paths, int* count, wend_error* error) {
    wend_rxr_paths_def def = wend_rxr_paths_default_def();
    const wend_graph* graphs[1] = {m->graph};
    wend_rxr_paths* sampled;
    int all, wanted = m->plan->def->count;
    def.seed = m->plan->def->seed;
    if (wanted > def.max_paths) def.max_paths = wanted;
    WEND_TRY(wend_rxr_paths_sample(graphs, 1, &def, &sampled, error));
    const wend_rxr_path* items = wend_rxr_paths_items(sampled, &all);
    *count = 0;
    for (int i = 0; i < all && *count < wanted; i++) {
        bool taken = wend_rng_below(&m->rng, (uint32_t)(all - i)) < (uint32_t)(wanted - *count);
        if (!taken) continue;
        told_path* p = &paths[(*count)++];
        *p = (told_path){.count = items[i].count < VLN_PART_NODES ? items[i].count : VLN_PART_NODES,
                         .length = items[i].length};
        for (int k = 0; k < p->count; k++) p->nodes[k] = items[i].nodes[k];
    }
    wend_rxr_paths_destroy(sampled);
    return WEND_OK;
}

// ---- one path -----------------------------------------------------------------------------------

static const told_choice* choices_of(const vln_part* m, const told_path* p) {
    return m->choices + (p - m->paths) * vln_plan_texts(m->plan);
}

// R2R has a list of them, one for each text; RxR's records have one text.
static void put_remarks(const vln_part* m, const told_choice* choices, const int* numbers,
                        int count, json_out* out) {
    bool list = m->plan->def->kind == WEND_VLN_R2R;
    if (list) json_out_array(out, "follower");
    for (int i = 0; i < count; i++) {
        json_error_t unused;
        json_t* value = json_loads(choices[numbers[i]].remark, 0, &unused);
        if (value) json_out_value(out, list ? NULL : "follower", value);
        json_decref(value);
    }
    if (list) json_out_end(out);
}

// Which scene to open for it, since a scan is only a name; and what is remarked of its texts.
static const char* scene_note(vln_part* m, const told_path* p, const int* numbers, int count) {
    json_out out = {0};
    json_out_object(&out, NULL);
    json_out_text(&out, "scene_id", m->reference);
    if (m->plan->def->remark) put_remarks(m, choices_of(m, p), numbers, count, &out);
    json_out_end(&out);
    const char* kept = out.text.starved ? NULL : keep(m, out.text.items);
    json_out_destroy(&out);
    return kept;
}

static wend_status add_record(vln_part* m, const told_path* p, double heading,
                              const wend_vln_instruction* instructions, const int* numbers,
                              int count, wend_error* error) {
    char id[24];
    const char** names = arena_alloc(&m->memory, (size_t)p->count * sizeof *names);
    wend_vln_episode* e = ARRAY_PUSH(&m->episodes);
    snprintf(id, sizeof id, "%d", m->path);
    if (!names || !e) return no_memory(error);
    for (int i = 0; i < p->count; i++)
        if (!(names[i] = keep(m, wend_graph_viewpoint(m->graph, p->nodes[i])->id)))
            return no_memory(error);
    *e =
        (wend_vln_episode){.path_id = keep(m, id),
                           .scan = keep(m, wend_graph_scan(m->graph)),
                           .split = m->plan->def->kind == WEND_VLN_RXR ? m->plan->def->split : NULL,
                           .path = names,
                           .path_count = p->count,
                           .has_heading = true,
                           .heading = heading,
                           .has_distance = m->plan->def->kind == WEND_VLN_R2R,
                           .distance = p->length,
                           .instructions = instructions,
                           .instruction_count = count,
                           .extra = scene_note(m, p, numbers, count)};
    return e->path_id && e->scan && e->extra ? WEND_OK : no_memory(error);
}

// R2R has the instructions of a path in one record, RxR has a record for each.
static wend_status tell_path(vln_part* m, const told_path* p, wend_error* error) {
    int count = vln_plan_texts(m->plan);
    wend_vln_instruction* list = arena_alloc(&m->memory, (size_t)count * sizeof *list);
    if (!list) return no_memory(error);
    float heading = wend_rng_between(&m->rng, -(float)WEND_PI, (float)WEND_PI);
    told_walk walk;
    told_walk_make(m, p, heading, &walk);
    double to_the_right = heading <= 0 ? -(double)heading : 2 * WEND_PI - (double)heading;
    int numbers[MAX_TEXTS], told = 0;
    for (int i = 0; i < count; i++) {
        wend_language language = m->plan->languages[i % m->plan->language_count];
        int telling = choices_of(m, p)[i].telling;
        if (telling < 0) continue;
        numbers[told] = i;
        WEND_TRY(vln_text_tell(m, &walk, language, i, i + telling * count, &list[told], error));
        if (m->plan->def->kind == WEND_VLN_RXR)
            WEND_TRY(add_record(m, p, to_the_right, &list[told], &numbers[told], 1, error));
        told++;
    }
    if (m->plan->def->kind == WEND_VLN_R2R && told)
        WEND_TRY(add_record(m, p, to_the_right, list, numbers, told, error));
    vlnce_path path = {m->path, walk.feet, p->count, heading, list, told};
    if (m->plan->def->continuous && told) WEND_TRY(vlnce_maker_add(&m->continuous, &path, error));
    m->path++;
    return WEND_OK;
}

// ---- one scene ----------------------------------------------------------------------------------

static wend_status write_graph(const vln_part* m, wend_error* error) {
    char name[300], path[4096];
    snprintf(name, sizeof name, "%.200s_connectivity.json", wend_graph_scan(m->graph));
    WEND_TRY(file_join(m->plan->to.graphs, name, path, sizeof path, error));
    return wend_graph_write(m->graph, path, error);
}

static wend_status open_scene(vln_part* m, wend_error* error) {
    wend_import_def import = wend_import_default_def();
    import.bake = false;
    WEND_TRY(wend_scene_open(m->reference, &import, &m->scene, error));
    WEND_TRY(wend_view_create(m->scene, NULL, &m->view, error));
    WEND_TRY(wend_viewpoints_make(m->scene, NULL, &m->graph, error));
    WEND_TRY(wend_narrator_create(m->scene, m->view, &m->narrator, error));
    WEND_TRY(wend_narration_judge_create(m->scene, &m->judge, error));
    if (m->plan->def->continuous)
        WEND_TRY(vlnce_maker_begin(&m->continuous, m->scene, m->reference, error));
    return write_graph(m, error);
}

static wend_status open_and_draw(vln_part* m, wend_error* error) {
    const wend_vln_generate_def* def = m->plan->def;
    m->rng = wend_rng_for(def->seed, m->reference, "instructions");
    m->continuous.is_rxr = def->kind == WEND_VLN_RXR;
    WEND_TRY(open_scene(m, error));
    m->narration = wend_alloc(sizeof *m->narration);
    m->paths = wend_alloc_zero((size_t)def->count, sizeof *m->paths);
    if (!m->narration || !m->paths) return no_memory(error);
    if (def->kind == WEND_VLN_RXR) return draw_rxr(m, m->paths, &m->path_count, error);
    m->path_count = draw_r2r(m, m->paths);
    return WEND_OK;
}

void vln_part_open(vln_part* m) { m->status = open_and_draw(m, &m->error); }

static wend_status choose(vln_part* m, wend_error* error) {
    const wend_vln_generate_def* def = m->plan->def;
    int texts = vln_plan_texts(m->plan);
    m->choices = wend_alloc_zero((size_t)(m->path_count * texts) + 1, sizeof *m->choices);
    if (!m->choices) return no_memory(error);
    for (int i = 0; i < m->path_count * texts; i++) {
        told_choice* c = &m->choices[i];
        int path = m->first_path + i / texts, number = i % texts;
        c->telling = def->choose ? def->choose(def->context, path, number) : 0;
        m->text_count += c->telling >= 0;
        if (c->telling < 0 || !def->remark) continue;
        if (!(c->remark = keep(m, def->remark(def->context, path, number))))
            return no_memory(error);
    }
    return WEND_OK;
}

void vln_part_choose(vln_part* m, int* paths, int* texts) {
    if (m->status != WEND_OK) return;
    m->path = m->first_path = *paths;
    m->told = m->first_text = *texts;
    m->status = choose(m, &m->error);
    *paths += m->path_count;
    *texts += m->text_count;
}

static void close_scene(vln_part* m) {
    vlnce_maker_end(&m->continuous);
    wend_narration_judge_destroy(m->judge);
    wend_narrator_destroy(m->narrator);
    wend_graph_destroy(m->graph);
    wend_view_destroy(m->view);
    wend_scene_destroy(m->scene);
    wend_free(m->narration);
    wend_free(m->choices);
    wend_free(m->paths);
    m->judge = NULL;
    m->narrator = NULL;
    m->graph = NULL;
    m->view = NULL;
    m->scene = NULL;
    m->narration = NULL;
    m->choices = NULL;
    m->paths = NULL;
}

void vln_part_tell(vln_part* m) {
    for (int i = 0; m->status == WEND_OK && i < m->path_count; i++)
        m->status = tell_path(m, &m->paths[i], &m->error);
    close_scene(m);
}

void vln_part_destroy(vln_part* m) {
    close_scene(m);
    vlnce_maker_destroy(&m->continuous);
    ARRAY_FREE(&m->episodes);
    arena_destroy(&m->memory);
}
