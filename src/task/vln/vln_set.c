// Reads instruction-following episodes of VLN-CE, R2R, R4R and RxR into one list of items.
#include "task/vln/vln_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "base/json.h"
#include "data/fields.h"

#include "wend/data.h"

static wend_status vln_set_no_memory(const char* path, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
}

void vln_set_destroy(vln_set* set) {
    wend_graph_world_destroy(set->world);
    wend_graph_set_destroy(set->graphs);
    wend_views_destroy(set->views);
    wend_free(set->panoramas);
    wend_vln_episodes_destroy(set->episodes);
    wend_habitat_destroy(&set->habitat);
    wend_vlnce_truth_destroy(&set->truth);
    arena_destroy(&set->memory);
    *set = (vln_set){0};
}

// ---- VLN-CE -------------------------------------------------------------------------------------

static int vln_set_compare_truths(const void* a, const void* b) {
    return strcmp(((const wend_vlnce_truth*)a)->id, ((const wend_vlnce_truth*)b)->id);
}

// Reads "val_unseen_gt.json.gz" beside "val_unseen.json.gz", if it exists.
static wend_status vln_set_read_truth(const char* path, vln_set* set, wend_error* error) {
    char beside[4096];
    const char *slash = strrchr(path, '/'), *dot = strchr(slash ? slash : path, '.');
    if (!dot) dot = path + strlen(path);
    int length = snprintf(beside, sizeof beside, "%.*s_gt%s", (int)(dot - path), path, dot);
    if (length >= (int)sizeof beside || !wend_file_exists(beside)) return WEND_OK;
    WEND_TRY(wend_vlnce_truth_read(beside, &set->truth, error));
    if (set->truth.count)
        qsort(set->truth.items, (size_t)set->truth.count, sizeof *set->truth.items,
              vln_set_compare_truths);
    return WEND_OK;
}

static wend_dvec3_span walked_by_expert(const vln_set* set, const char* id) {
    wend_vlnce_truth key = {.id = id};
    const wend_vlnce_truth* truth = set->truth.count
                                        ? bsearch(&key, set->truth.items, (size_t)set->truth.count,
                                                  sizeof *set->truth.items, vln_set_compare_truths)
                                        : NULL;
    return truth ? truth->locations : (wend_dvec3_span){0};
}

// The reference path; start and goal where the file has none.
static wend_status vln_set_reference_of(const wend_habitat_episode* e, vln_set* set,
                                        wend_dvec3_span* out, wend_error* error) {
    *out = e->reference;
    if (out->count) return WEND_OK;
    wend_dvec3* two = arena_alloc(&set->memory, 2 * sizeof *two);
    if (!two) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a path");
    two[0] = e->start;
    if (e->goal_count) two[1] = e->goals[0].position;
    *out = (wend_dvec3_span){two, e->goal_count ? 2 : 1};
    return WEND_OK;
}

static wend_status take_habitat(const char* path, vln_set* set, wend_error* error) {
    set->items = arena_alloc_zero(&set->memory, (size_t)set->habitat.count + 1, sizeof *set->items);
    if (!set->items) return vln_set_no_memory(path, error);
    WEND_TRY(vln_set_read_truth(path, set, error));
    for (int i = 0; i < set->habitat.count; i++) {
        const wend_habitat_episode* e = &set->habitat.episodes[i];
        vln_item* item = &set->items[set->count++];
        if (!e->id.text || !e->scene)
            return wend_fail(error, WEND_FORMAT, "%s: episode %d has no %s", path, i,
                             e->id.text ? "scene_id" : "episode_id");
        *item = (vln_item){.id = e->id.text,
                           .path_id = e->trajectory.text,
                           .scene = e->scene,
                           .text = e->instruction.text ? e->instruction.text : "",
                           .language = e->instruction.language,
                           .start = wend_dvec3_to_v3(e->start),
                           .heading = (float)wend_habitat_heading(e->rotation),
                           .walked = walked_by_expert(set, e->id.text),
                           .has_scene = true,
                           .hidden = !e->goal_count && e->reference.count < 2};
        WEND_TRY(vln_set_reference_of(e, set, &item->reference, error));
    }
    return WEND_OK;
}

// ---- R2R, R4R, RxR ------------------------------------------------------------------------------

// The folder FILE.connectivity, or `connectivity` beside FILE as in RxR's release.
static wend_status find_graphs(const char* path, char* folder, size_t size, wend_error* error) {
    if (snprintf(folder, size, "%s.connectivity", path) >= (int)size)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", path);
    if (wend_file_is_folder(folder)) return WEND_OK;
    WEND_TRY(file_beside(path, "connectivity", folder, size, error));
    if (wend_file_is_folder(folder)) return WEND_OK;
    return wend_fail(error, WEND_NOT_FOUND,
                     "%s: its viewpoint graphs are neither in %s.connectivity nor in %s; give "
                     "their folder with --connectivity",
                     path, path, folder);
}

static wend_status open_graphs(const char* path, const char* folder, vln_set* set,
                               wend_error* error) {
    char found[4096];
    wend_graph_set_def def = wend_graph_set_default_def();
    if (!folder) WEND_TRY(find_graphs(path, found, sizeof found, error));
    def.connectivity = folder ? folder : found;
    return wend_graph_set_create(&def, &set->graphs, error);
}

// Distinct graphs of a file.
typedef struct graph_list {
    ARRAY_OF(const wend_graph*) items;
} graph_list;

static wend_status vln_set_find_graph(vln_set* set, graph_list* list, const char* scan, int* index,
                                      wend_error* error) {
    const wend_graph* graph;
    WEND_TRY(wend_graph_set_get(set->graphs, scan, &graph, error));
    for (*index = (int)list->items.count - 1; *index >= 0; (*index)--)
        if (list->items.items[*index] == graph) return WEND_OK;
    const wend_graph** slot = ARRAY_PUSH(&list->items);
    if (!slot) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the graph of %s", scan);
    *slot = graph;
    *index = (int)list->items.count - 1;
    return WEND_OK;
}

// Sets the viewpoints of the path and the floor position below each.
static wend_status take_path(const wend_vln_episode* e, const wend_graph* graph, vln_set* set,
                             vln_item* item, wend_error* error) {
    size_t count = (size_t)e->path_count;
    int* nodes = arena_alloc(&set->memory, (count + 1) * sizeof *nodes);
    wend_dvec3* floor = arena_alloc(&set->memory, (count + 1) * sizeof *floor);
    if (!nodes || !floor) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a path");
    for (size_t i = 0; i < count; i++) {
        nodes[i] = wend_graph_find(graph, e->path[i]);
        if (nodes[i] < 0 || wend_graph_component(graph, nodes[i]) < 0)
            return wend_fail(error, WEND_FORMAT, "line %d: path %s: '%.64s' is no viewpoint of %s",
                             e->line, e->path_id, e->path[i], e->scan);
        const double* place = wend_graph_matterport_position(graph, nodes[i]);
        double height = wend_graph_viewpoint(graph, nodes[i])->height;
        floor[i] = (wend_dvec3){place[0], place[2] - height, -place[1]};
    }
    item->nodes = nodes;
    item->reference = (wend_dvec3_span){floor, e->path_count};
    item->start = wend_dvec3_to_v3(floor[0]);
    return WEND_OK;
}

static wend_status vln_set_take_episode(const wend_vln_episode* e, vln_set* set, graph_list* graphs,
                                        wend_error* error) {
    vln_item shared = {.path_id = e->path_id, .heading = e->has_heading ? -(float)e->heading : 0};
    if (e->path_count < 1)
        return wend_fail(error, WEND_FORMAT, "line %d: path %s has no viewpoints", e->line,
                         e->path_id);
    WEND_TRY(vln_set_find_graph(set, graphs, e->scan, &shared.graph, error));
    WEND_TRY(take_path(e, graphs->items.items[shared.graph], set, &shared, error));
    WEND_TRY(fields_scene(e->extra, &set->memory, &shared.scene, error));
    shared.has_scene = shared.scene != NULL;
    if (!shared.scene) shared.scene = e->scan;
    // Test splits have only the first viewpoint and the distance to the goal.
    shared.hidden = e->path_count == 1 && e->has_distance && e->distance > 0.01;
    for (int k = 0; k < e->instruction_count; k++) {
        vln_item* item = &set->items[set->count++];
        *item = shared;
        item->id = e->instructions[k].id;
        item->text = e->instructions[k].text ? e->instructions[k].text : "";
        item->language = e->instructions[k].language;
    }
    return WEND_OK;
}

static wend_status vln_set_take_all(vln_set* set, graph_list* graphs, wend_error* error) {
    size_t count = 0;
    int records = wend_vln_episodes_count(set->episodes);
    for (int i = 0; i < records; i++)
        count += (size_t)wend_vln_episodes_at(set->episodes, i)->instruction_count;
    set->items = arena_alloc_zero(&set->memory, count + 1, sizeof *set->items);
    if (!set->items)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for %zu episodes", count);
    for (int i = 0; i < records; i++)
        WEND_TRY(vln_set_take_episode(wend_vln_episodes_at(set->episodes, i), set, graphs, error));
    wend_graph_world_def def = wend_graph_world_default_def();
    return wend_graph_world_create(graphs->items.items, (int)graphs->items.count, &def, &set->world,
                                   error);
}

static wend_status take_vln(const char* path, const char* folder, vln_set* set, wend_error* error) {
    graph_list graphs = {{0}};
    WEND_TRY(open_graphs(path, folder, set, error));
    wend_status status = vln_set_take_all(set, &graphs, error);
    ARRAY_FREE(&graphs.items);
    if (status != WEND_OK) wend_error_prefix(error, "%s", path);
    return status;
}

// ---- any format ---------------------------------------------------------------------------------

static wend_status read_bytes(const char* path, const wend_file_bytes* bytes, const char* folder,
                              vln_set* set, wend_error* error) {
    wend_episodes_kind kind = wend_episodes_kind_detect(bytes->data, bytes->size);
    switch (kind) {
        case WEND_EPISODES_R2R:
        case WEND_EPISODES_RXR:
            WEND_TRY(
                wend_vln_episodes_parse(bytes->data, bytes->size, path, &set->episodes, error));
            return take_vln(path, folder, set, error);
        case WEND_EPISODES_VLNCE:
            WEND_TRY(wend_habitat_parse(bytes->data, bytes->size, path, &set->habitat, error));
            return take_habitat(path, set, error);
        default:
            return wend_fail(
                error, WEND_FORMAT, "%s: %s; episodes of R2R, RxR or VLN-CE are needed", path,
                kind == WEND_EPISODES_ANY ? "of no known kind" : wend_episodes_kind_what(kind));
    }
}

static wend_status make_routes(const char* path, vln_set* set, wend_error* error) {
    for (int i = 0; i < set->count; i++) {
        vln_item* item = &set->items[i];
        size_t count = (size_t)item->reference.count;
        wend_vec3* route = arena_alloc(&set->memory, (count + 1) * sizeof *route);
        if (!route) return vln_set_no_memory(path, error);
        for (size_t k = 0; k < count; k++) route[k] = wend_dvec3_to_v3(item->reference.items[k]);
        item->route = route;
    }
    return WEND_OK;
}

wend_status vln_set_read(const char* path, const char* graphs, vln_set* set, wend_error* error) {
    *set = (vln_set){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = read_bytes(path, &bytes, graphs, set, error);
    if (status == WEND_OK) status = make_routes(path, set, error);
    wend_file_bytes_destroy(&bytes);
    if (status != WEND_OK) vln_set_destroy(set);
    return status;
}

wend_status vln_set_read_views(const char* path, vln_set* set, wend_error* error) {
    if (!set->world)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: observations of viewpoints are for tasks on viewpoint graphs", path);
    WEND_TRY(wend_views_open(path, &set->views, error));
    int count = wend_graph_world_count(set->world);
    set->panoramas = wend_alloc_zero((size_t)count + 1, sizeof *set->panoramas);
    if (!set->panoramas)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %d viewpoints", path, count);
    for (int i = 0; i < count; i++) {
        int graph, index = wend_graph_world_viewpoint(set->world, (uint32_t)i, &graph);
        const wend_graph* g = wend_graph_world_graph(set->world, graph);
        const wend_viewpoint* v = wend_graph_viewpoint(g, index);
        if (!wend_views_find(set->views, wend_graph_scan(g), v->id, &set->panoramas[i]) &&
            v->included)
            return wend_fail(
                error, WEND_NOT_FOUND,
                "%s: has no views of the viewpoint %s of %s; make the file with wend features from "
                "captions of all buildings of the episodes",
                path, v->id, wend_graph_scan(g));
        if (set->panoramas[i].views)
            WEND_TRY(wend_views_verify(set->views, &set->panoramas[i], error));
    }
    return WEND_OK;
}
