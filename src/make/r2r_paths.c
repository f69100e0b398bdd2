// R2R's paths: shortest paths of four to six edges and at least 5 m, between viewpoints drawn at
// random.
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/hash_index.h"
#include "data/scan_groups.h"

#include "wend/make.h"

enum {
    R2R_PATHS_TRIES = 400,  // draws of two ends per path; then the building has no more
    R2R_PATHS_NODES = 32,
};

struct wend_r2r_paths {
    arena memory;
    ARRAY_OF(wend_vln_episode) items;
};

wend_r2r_paths_def wend_r2r_paths_default_def(void) {
    return (wend_r2r_paths_def){.per_path = 1, .min_edges = 4, .max_edges = 6, .min_distance = 5};
}

// State of one building.
typedef struct path_sampler {
    const wend_r2r_paths_def* def;
    const wend_graph* graph;
    const char* scan;
    wend_rng rng;
    hash_index used;  // pairs of ends
    wend_r2r_paths* out;
    wend_error* error;
} path_sampler;

static uint64_t path_ends_key(int a, int b) {
    const int ends[2] = {a, b};
    return wend_hash(ends, sizeof ends, 1);
}

static wend_status path_sampler_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for paths");
}

// Marks a pair of ends; *added false: it was marked before.
static wend_status path_sampler_use(path_sampler* s, int a, int b, bool* added) {
    uint64_t key = path_ends_key(a, b);
    *added = hash_index_find(&s->used, key) < 0;
    if (*added && !hash_index_add(&s->used, key, 1)) return path_sampler_no_memory(s->error);
    return WEND_OK;
}

static bool path_sampler_accepts(const path_sampler* s, int a, int b) {
    if (wend_graph_component(s->graph, a) < 0 ||
        wend_graph_component(s->graph, a) != wend_graph_component(s->graph, b))
        return false;
    int edges = wend_graph_hops(s->graph, a, b);
    return edges >= s->def->min_edges && edges <= s->def->max_edges && edges < R2R_PATHS_NODES &&
           wend_graph_distance(s->graph, a, b) >= s->def->min_distance;
}

static wend_status path_sampler_add(path_sampler* s, int a, int b) {
    int nodes[R2R_PATHS_NODES];
    int count = wend_graph_path(s->graph, a, b, nodes, R2R_PATHS_NODES);
    char id[24];
    int length = snprintf(id, sizeof id, "%zu", s->out->items.count + 1);
    const char** names = arena_alloc(&s->out->memory, (size_t)count * sizeof *names);
    wend_vln_instruction* text = arena_alloc(&s->out->memory, sizeof *text);
    wend_vln_episode e = {.scan = arena_text(&s->out->memory, s->scan, strlen(s->scan)),
                          .path_id = arena_text(&s->out->memory, id, (size_t)length),
                          .path = names,
                          .path_count = count,
                          .has_heading = true,
                          .heading = wend_rng_double(&s->rng) * 2 * WEND_PI,
                          .has_distance = true,
                          .distance = wend_graph_distance(s->graph, a, b),
                          .instructions = text,
                          .instruction_count = 1};
    wend_vln_episode* item = ARRAY_PUSH(&s->out->items);
    if (!names || !text || !e.scan || !e.path_id || !item) return path_sampler_no_memory(s->error);
    *text = (wend_vln_instruction){
        .id = e.path_id, .text = "", .annotator = -1, .edit_distance = -1, .word_count = -1};
    for (int i = 0; i < count; i++) {
        const char* name = wend_graph_viewpoint(s->graph, nodes[i])->id;
        names[i] = arena_text(&s->out->memory, name, strlen(name));
        if (!names[i]) return path_sampler_no_memory(s->error);
    }
    *item = e;
    return WEND_OK;
}

static wend_status path_sampler_draw(path_sampler* s, int wanted) {
    uint32_t nodes = (uint32_t)wend_graph_count(s->graph);
    for (int tries = wanted * R2R_PATHS_TRIES; nodes && wanted && tries; tries--) {
        int a = (int)wend_rng_below(&s->rng, nodes), b = (int)wend_rng_below(&s->rng, nodes);
        bool added;
        if (!path_sampler_accepts(s, a, b)) continue;
        WEND_TRY(path_sampler_use(s, a, b, &added));
        if (!added) continue;
        WEND_TRY(path_sampler_add(s, a, b));
        wanted--;
    }
    return WEND_OK;
}

// Paths of one building: per_path for each of its paths in the given episodes, which are left out.
static wend_status path_sampler_run(path_sampler* s, const wend_vln_episodes* like,
                                    const int* members, int count) {
    for (int i = 0; i < count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(like, members[i]);
        bool added;
        int a = wend_graph_find(s->graph, e->path[0]);
        int b = wend_graph_find(s->graph, e->path[e->path_count - 1]);
        if (a >= 0 && b >= 0) WEND_TRY(path_sampler_use(s, a, b, &added));
    }
    return path_sampler_draw(s, count * s->def->per_path);
}

wend_status wend_r2r_paths_sample(wend_graph_set* graphs, const wend_vln_episodes* like,
                                  const wend_r2r_paths_def* def, wend_r2r_paths** paths,
                                  wend_error* error) {
    *paths = NULL;
    wend_r2r_paths* out = wend_alloc_zero(1, sizeof *out);
    if (!out) return path_sampler_no_memory(error);
    scan_groups groups;
    wend_status status = scan_groups_make(like, &groups, error);
    for (int g = 0; status == WEND_OK && g < groups.count; g++) {
        const int* members = groups.members + groups.first[g];
        path_sampler s = {.def = def, .out = out, .error = error};
        s.scan = wend_vln_episodes_at(like, members[0])->scan;
        s.rng = wend_rng_for(def->seed, s.scan, "paths");
        status = wend_graph_set_get(graphs, s.scan, &s.graph, error);
        if (status == WEND_OK)
            status = path_sampler_run(&s, like, members, groups.first[g + 1] - groups.first[g]);
        hash_index_destroy(&s.used);
    }
    scan_groups_destroy(&groups);
    if (status != WEND_OK) {
        wend_r2r_paths_destroy(out);
        return status;
    }
    *paths = out;
    return WEND_OK;
}

void wend_r2r_paths_destroy(wend_r2r_paths* paths) {
    if (!paths) return;
    ARRAY_FREE(&paths->items);
    arena_destroy(&paths->memory);
    wend_free(paths);
}

const wend_vln_episode* wend_r2r_paths_items(const wend_r2r_paths* paths, int* count) {
    *count = (int)paths->items.count;
    return paths->items.items;
}
