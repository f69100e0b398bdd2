// Generates the records of one scene: samples paths, writes the graph, generates the selected
// texts.
#include "make/vln_part.h"

#include <stdio.h>
#include <string.h>

#include "base/json_out.h"
#include "make/vln_text.h"

#include "wend/files.h"
#include "wend/nav.h"

enum { TRIES = 4000 };
enum { MAX_TEXTS = 100 * WEND_LANGUAGE_COUNT };  // per path

int vln_plan_texts(const vln_plan* plan) { return plan->def->instructions * plan->language_count; }

static wend_status vln_part_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory to generate instructions");
}

static const char* vln_part_keep(vln_part* m, const char* text) {
    return arena_text(&m->memory, text, strlen(text));
}

// ---- paths --------------------------------------------------------------------------------------

static bool is_taken(const vln_part_path* paths, int count, int from, int to) {
    for (int i = 0; i < count; i++)
        if (paths[i].nodes[0] == from && paths[i].nodes[paths[i].count - 1] == to) return true;
    return false;
}

// Shortest paths with R2R's number of edges and distinct pairs of ends.
static int draw_r2r(vln_part* m, vln_part_path* paths) {
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
        vln_part_path* p = &paths[count++];
        p->count = wend_graph_path(m->graph, from, to, p->nodes, VLN_PART_NODES);
        p->length = length;
    }
    return count;
}

// RxR takes up to 500 paths per building in greedy order, which starts with the largest detours.
// The few paths needed here are drawn at random from these 500.
static wend_status draw_rxr(vln_part* m, vln_part_path* paths, int* count, wend_error* error) {
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
        vln_part_path* p = &paths[(*count)++];
        *p = (vln_part_path){
            .count = items[i].count < VLN_PART_NODES ? items[i].count : VLN_PART_NODES,
            .length = items[i].length};
        for (int k = 0; k < p->count; k++) p->nodes[k] = items[i].nodes[k];
    }
    wend_rxr_paths_destroy(sampled);
    return WEND_OK;
}

// ---- records of a path --------------------------------------------------------------------------

static const vln_part_choice* choices_of(const vln_part* m, const vln_part_path* p) {
    return m->choices + (p - m->paths) * vln_plan_texts(m->plan);
}

// R2R's records have a list with one entry per text; RxR's have one text.
static void put_remarks(const vln_part* m, const vln_part_choice* choices, const int* numbers,
                        int count, wend_json_out* out) {
    bool list = m->plan->def->kind == WEND_VLN_R2R;
    if (list) wend_json_out_array(out, "follower");
    for (int i = 0; i < count; i++) {
        json_error_t unused;
        json_t* value = json_loads(choices[numbers[i]].remark, 0, &unused);
        if (value) json_out_value(out, list ? NULL : "follower", value);
        json_decref(value);
    }
    if (list) wend_json_out_end(out);
}

// Fields beyond the format: "scene_id", as a scan is only a name, and "follower".
static const char* scene_note(vln_part* m, const vln_part_path* p, const int* numbers, int count) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "scene_id", m->reference);
    if (m->plan->def->remark) put_remarks(m, choices_of(m, p), numbers, count, &out);
    wend_json_out_end(&out);
    const char* kept = out.text.out_of_memory ? NULL : vln_part_keep(m, out.text.items);
    wend_json_out_destroy(&out);
    return kept;
}

static wend_status vln_part_add_record(vln_part* m, const vln_part_path* p, double heading,
                                       const wend_vln_instruction* instructions, const int* numbers,
                                       int count, wend_error* error) {
    char id[24];
    const char** names = arena_alloc(&m->memory, (size_t)p->count * sizeof *names);
    wend_vln_episode* e = ARRAY_PUSH(&m->episodes);
    snprintf(id, sizeof id, "%d", m->path);
    if (!names || !e) return vln_part_no_memory(error);
    for (int i = 0; i < p->count; i++)
        if (!(names[i] = vln_part_keep(m, wend_graph_viewpoint(m->graph, p->nodes[i])->id)))
            return vln_part_no_memory(error);
    *e =
        (wend_vln_episode){.path_id = vln_part_keep(m, id),
                           .scan = vln_part_keep(m, wend_graph_scan(m->graph)),
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
    return e->path_id && e->scan && e->extra ? WEND_OK : vln_part_no_memory(error);
}

// R2R: one record per path; RxR: one record per instruction.
static wend_status tell_path(vln_part* m, const vln_part_path* p, wend_error* error) {
    int count = vln_plan_texts(m->plan);
    wend_vln_instruction* list = arena_alloc(&m->memory, (size_t)count * sizeof *list);
    if (!list) return vln_part_no_memory(error);
    float heading = wend_rng_between(&m->rng, -(float)WEND_PI, (float)WEND_PI);
    vln_text_path walk;
    vln_text_path_make(m, p, heading, &walk);
    double to_the_right = heading <= 0 ? -(double)heading : 2 * WEND_PI - (double)heading;
    int numbers[MAX_TEXTS], text_count = 0;
    for (int i = 0; i < count; i++) {
        wend_language language = m->plan->languages[i % m->plan->language_count];
        int selection = choices_of(m, p)[i].selection;
        if (selection < 0) continue;
        numbers[text_count] = i;
        WEND_TRY(
            vln_text_write(m, &walk, language, i, i + selection * count, &list[text_count], error));
        if (m->plan->def->kind == WEND_VLN_RXR)
            WEND_TRY(vln_part_add_record(m, p, to_the_right, &list[text_count],
                                         &numbers[text_count], 1, error));
        text_count++;
    }
    if (m->plan->def->kind == WEND_VLN_R2R && text_count)
        WEND_TRY(vln_part_add_record(m, p, to_the_right, list, numbers, text_count, error));
    vlnce_path path = {m->path, walk.feet, p->count, heading, list, text_count};
    if (m->plan->def->continuous && text_count)
        WEND_TRY(vlnce_maker_add(&m->continuous, &path, error));
    m->path++;
    return WEND_OK;
}

// ---- scene --------------------------------------------------------------------------------------

static wend_status write_graph(const vln_part* m, wend_error* error) {
    char name[300], path[4096];
    snprintf(name, sizeof name, "%.200s_connectivity.json", wend_graph_scan(m->graph));
    WEND_TRY(wend_file_join(m->plan->to.graphs, name, path, sizeof path, error));
    return wend_graph_write(m->graph, path, error);
}

static wend_status vln_part_open_scene(vln_part* m, wend_error* error) {
    wend_import_def import = wend_import_default_def();
    import.bake = false;
    WEND_TRY(wend_scene_open(m->reference, &import, &m->scene, error));
    WEND_TRY(wend_view_create(m->scene, NULL, &m->view, error));
    WEND_TRY(wend_viewpoints_make(m->scene, NULL, &m->graph, error));
    WEND_TRY(wend_instruction_planner_create(m->scene, m->view, &m->planner, error));
    WEND_TRY(wend_instruction_checker_create(m->scene, &m->judge, error));
    if (m->plan->def->continuous)
        WEND_TRY(vlnce_maker_begin(&m->continuous, m->scene, m->reference, error));
    return write_graph(m, error);
}

static wend_status open_and_draw(vln_part* m, wend_error* error) {
    const wend_vln_generate_def* def = m->plan->def;
    m->rng = wend_rng_for(def->seed, m->reference, "instructions");
    m->continuous.is_rxr = def->kind == WEND_VLN_RXR;
    WEND_TRY(vln_part_open_scene(m, error));
    m->instruction = wend_alloc(sizeof *m->instruction);
    m->paths = wend_alloc_zero((size_t)def->count, sizeof *m->paths);
    if (!m->instruction || !m->paths) return vln_part_no_memory(error);
    if (def->kind == WEND_VLN_RXR) return draw_rxr(m, m->paths, &m->path_count, error);
    m->path_count = draw_r2r(m, m->paths);
    return WEND_OK;
}

void vln_part_open(vln_part* m) { m->status = open_and_draw(m, &m->error); }

static wend_status vln_part_choose_paths(vln_part* m, wend_error* error) {
    const wend_vln_generate_def* def = m->plan->def;
    int texts = vln_plan_texts(m->plan);
    m->choices = wend_alloc_zero((size_t)(m->path_count * texts) + 1, sizeof *m->choices);
    if (!m->choices) return vln_part_no_memory(error);
    for (int i = 0; i < m->path_count * texts; i++) {
        vln_part_choice* c = &m->choices[i];
        int path = m->first_path + i / texts, number = i % texts;
        c->selection = def->choose ? def->choose(def->context, path, number) : 0;
        m->text_count += c->selection >= 0;
        if (c->selection < 0 || !def->remark) continue;
        if (!(c->remark = vln_part_keep(m, def->remark(def->context, path, number))))
            return vln_part_no_memory(error);
    }
    return WEND_OK;
}

void vln_part_choose(vln_part* m, int* paths, int* texts) {
    if (m->status != WEND_OK) return;
    m->path = m->first_path = *paths;
    m->text = m->first_text = *texts;
    m->status = vln_part_choose_paths(m, &m->error);
    *paths += m->path_count;
    *texts += m->text_count;
}

static void close_scene(vln_part* m) {
    vlnce_maker_end(&m->continuous);
    wend_instruction_checker_destroy(m->judge);
    wend_instruction_planner_destroy(m->planner);
    wend_graph_destroy(m->graph);
    wend_view_destroy(m->view);
    wend_scene_destroy(m->scene);
    wend_free(m->instruction);
    wend_free(m->choices);
    wend_free(m->paths);
    m->judge = NULL;
    m->planner = NULL;
    m->graph = NULL;
    m->view = NULL;
    m->scene = NULL;
    m->instruction = NULL;
    m->choices = NULL;
    m->paths = NULL;
}

void vln_part_write(vln_part* m) {
    for (int i = 0; m->status == WEND_OK && i < m->path_count; i++)
        m->status = tell_path(m, &m->paths[i], &m->error);
    close_scene(m);
}

void vln_part_destroy(vln_part* m) {
    close_scene(m);
    wend_vln_episodes_destroy(m->received);
    wend_habitat_destroy(&m->received_habitat);
    wend_vlnce_truth_destroy(&m->received_truths);
    m->received = NULL;
    vlnce_maker_destroy(&m->continuous);
    ARRAY_FREE(&m->episodes);
    arena_destroy(&m->memory);
}
