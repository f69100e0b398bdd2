#include "agent/learned/view_memory.h"

#include <math.h>
#include <string.h>

// ---- nodes --------------------------------------------------------------------------------------

void view_memory_clear(view_memory* m) {
    for (size_t i = 0; i < m->nodes.count; i++) {
        wend_free(m->nodes.items[i].neighbours);
        wend_free(m->nodes.items[i].targets);
    }
    m->nodes.count = 0;
    hash_index_destroy(&m->map);
    m->map = (hash_index){0};
    m->here = (view_memory_pose){.node = -1};
}

void view_memory_destroy(view_memory* m) {
    view_memory_clear(m);
    ARRAY_FREE(&m->nodes);
}

static uint64_t view_memory_hash(const char* viewpoint) {
    return wend_hash(viewpoint, strlen(viewpoint), 0);
}

static wend_status view_memory_add(view_memory* m, const view_input* view,
                                   const wend_graph_observation* g, float heading,
                                   wend_error* error) {
    size_t count = (size_t)g->neighbour_count;
    view_memory_node node = {.view = *view, .count = g->neighbour_count};
    node.view.views = NULL;  // valid during the observation only
    node.neighbours = wend_alloc_zero(count + 1, sizeof *node.neighbours);
    node.targets = wend_alloc_zero(count + 1, sizeof *node.targets);
    view_memory_node* added = node.neighbours && node.targets ? ARRAY_PUSH(&m->nodes) : NULL;
    if (!added ||
        !hash_index_add(&m->map, view_memory_hash(g->viewpoint), (uint32_t)(m->nodes.count - 1))) {
        if (added) m->nodes.count--;
        wend_free(node.neighbours);
        wend_free(node.targets);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a map of viewpoints");
    }
    for (size_t i = 0; i < count; i++) {
        node.neighbours[i] = g->neighbours[i];
        node.neighbours[i].viewpoint = NULL;
        node.neighbours[i].heading += heading;
        node.targets[i] = view_memory_hash(g->neighbours[i].viewpoint);
    }
    *added = node;
    return WEND_OK;
}

// The direction of a view, radians to the left of north.
static float view_memory_heading(int view) {
    return -(float)(view % VIEW_SECTORS) * (float)(WEND_PI / 6);
}

wend_status view_memory_observe(view_memory* m, const word_table* table, view_words* words,
                                const wend_observation* o, wend_error* error) {
    const wend_graph_observation* g = &o->graph;
    int64_t known = hash_index_find(&m->map, view_memory_hash(g->viewpoint));
    if (known < 0) {
        view_input view;
        WEND_TRY(view_input_read(table, words, true, o, &view, error));
        WEND_TRY(view_memory_add(m, &view, g, view_memory_heading(g->view), error));
        known = (int64_t)m->nodes.count - 1;
    }
    m->here = (view_memory_pose){(int)known, g->view};
    return WEND_OK;
}

// ---- in memory ----------------------------------------------------------------------------------

int view_memory_find(const view_memory* m, int node, int neighbour) {
    return (int)hash_index_find(&m->map, m->nodes.items[node].targets[neighbour]);
}

view_memory_pose view_memory_go(const view_memory* m, const view_memory_pose* from, int neighbour) {
    const wend_neighbour* way = &m->nodes.items[from->node].neighbours[neighbour];
    return (view_memory_pose){view_memory_find(m, from->node, neighbour), way->view};
}

void view_memory_look(const view_memory* m, const view_memory_pose* at, view_input* view) {
    const view_memory_node* node = &m->nodes.items[at->node];
    wend_neighbour ways[WEND_MAX_NEIGHBOURS];
    for (int i = 0; i < node->count; i++) {
        ways[i] = node->neighbours[i];
        ways[i].heading =
            remainderf(ways[i].heading - view_memory_heading(at->view), (float)(2 * WEND_PI));
    }
    *view = node->view;
    view_input_turn(
        &(wend_graph_observation){
            .neighbours = ways, .neighbour_count = node->count, .view = at->view},
        view);
}
