// All-pairs shortest paths of a viewpoint graph: Dijkstra's algorithm from each node, with a binary
// heap.
#include <math.h>

#include "nav/graph.h"

typedef struct heap_entry {
    double distance;
    uint16_t hops, node;
} heap_entry;

typedef struct heap {
    heap_entry* items;
    int count;
} heap;

// Order by distance, then number of edges, then index. There are no ties, so paths do not depend on
// the heap.
static bool shortest_paths_is_before(heap_entry a, heap_entry b) {
    if (a.distance != b.distance) return a.distance < b.distance;
    if (a.hops != b.hops) return a.hops < b.hops;
    return a.node < b.node;
}

static void shortest_paths_heap_push(heap* h, heap_entry entry) {
    int i = h->count++;
    while (i > 0 && shortest_paths_is_before(entry, h->items[(i - 1) / 2])) {
        h->items[i] = h->items[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->items[i] = entry;
}

static heap_entry shortest_paths_heap_pop(heap* h) {
    heap_entry top = h->items[0], last = h->items[--h->count];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= h->count) break;
        if (child + 1 < h->count && shortest_paths_is_before(h->items[child + 1], h->items[child]))
            child++;
        if (!shortest_paths_is_before(h->items[child], last)) break;
        h->items[i] = h->items[child];
        i = child;
    }
    h->items[i] = last;
    return top;
}

typedef struct tree {  // rows of the tables that belong to the source
    double* distance;
    uint16_t *next, *previous, *hops;
} tree;

static void relax_edges(const wend_graph* g, const tree* t, int source, heap_entry from, heap* h) {
    for (uint32_t e = g->first_edge[from.node]; e < g->first_edge[from.node + 1]; e++) {
        uint16_t to = g->edge_nodes[e];
        double distance = from.distance + g->edge_lengths[e];
        uint16_t hops = (uint16_t)(from.hops + 1);
        if (distance > t->distance[to] || (distance == t->distance[to] && hops >= t->hops[to]))
            continue;
        t->distance[to] = distance;
        t->hops[to] = hops;
        t->previous[to] = from.node;
        t->next[to] = from.node == source ? to : t->next[from.node];
        shortest_paths_heap_push(h, (heap_entry){distance, hops, to});
    }
}

static void build_from(wend_graph* g, int source, heap* h) {
    size_t row = (size_t)source * (size_t)g->count;
    tree t = {g->distance + row, g->next + row, g->previous + row, g->hops + row};
    for (int i = 0; i < g->count; i++) {
        t.distance[i] = INFINITY;
        t.next[i] = t.previous[i] = t.hops[i] = GRAPH_NONE;
    }
    t.distance[source] = 0;
    t.hops[source] = 0;
    t.next[source] = t.previous[source] = (uint16_t)source;
    h->count = 0;
    shortest_paths_heap_push(h, (heap_entry){0, 0, (uint16_t)source});
    while (h->count > 0) {
        heap_entry from = shortest_paths_heap_pop(h);
        bool stale = from.distance != t.distance[from.node] || from.hops != t.hops[from.node];
        if (!stale) relax_edges(g, &t, source, from, h);
    }
}

wend_status shortest_paths_build(wend_graph* g, wend_error* error) {
    size_t pairs = (size_t)g->count * (size_t)g->count;
    g->distance = arena_alloc(&g->memory, pairs * sizeof *g->distance);
    g->next = arena_alloc(&g->memory, pairs * sizeof *g->next);
    g->previous = arena_alloc(&g->memory, pairs * sizeof *g->previous);
    g->hops = arena_alloc(&g->memory, pairs * sizeof *g->hops);
    // Capacity: each edge is pushed at most once in each direction, plus the source.
    heap h = {wend_alloc(((size_t)g->edge_count * 2 + 1) * sizeof(heap_entry)), 0};
    if (!g->distance || !g->next || !g->previous || !g->hops || !h.items) {
        wend_free(h.items);
        return wend_fail(error, WEND_NO_MEMORY,
                         "%s: out of memory for the paths between %d viewpoints", g->scan,
                         g->count);
    }
    for (int i = 0; i < g->count; i++) build_from(g, i, &h);
    wend_free(h.items);
    return WEND_OK;
}
