// Viewpoint graphs: nodes, edges and shortest paths of one Matterport building.
#include "nav/graph.h"

#include <math.h>
#include <string.h>

#include "nav/connectivity.h"
#include "nav/rooms.h"

#include "wend/files.h"

static const char* const position_names[] = {
#define X(name, word) word,
    WEND_POSITIONS_LIST(X)
#undef X
};
enum { POSITION_COUNT = sizeof position_names / sizeof *position_names };

const char* wend_positions_name(wend_positions positions) {
    return (unsigned)positions < POSITION_COUNT ? position_names[positions] : "?";
}

wend_status wend_positions_parse(const char* name, wend_positions* positions, wend_error* error) {
    for (int i = 0; i < POSITION_COUNT; i++) {
        if (strcmp(name, position_names[i]) != 0) continue;
        *positions = (wend_positions)i;
        return WEND_OK;
    }
    return wend_fail(error, WEND_NOT_FOUND,
                     "there are no positions called '%s'; they are 'poses' and 'panoramas'", name);
}

// ---- create and destroy ------------------------------------------------------------------------

static wend_status graph_fail_memory(const wend_graph* g, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for a graph of %d viewpoints",
                     g->scan, g->count);
}

static uint32_t graph_slot_of(const wend_graph* g, const char* id) {
    return (uint32_t)wend_hash_text(id, 0) & (g->slot_count - 1);
}

static wend_status build_slots(wend_graph* g, const char* name, wend_error* error) {
    for (g->slot_count = 4; g->slot_count < 2 * (uint32_t)g->count;) g->slot_count *= 2;
    g->slots = arena_alloc_zero(&g->memory, g->slot_count, sizeof *g->slots);
    if (!g->slots) return graph_fail_memory(g, error);
    for (int i = 0; i < g->count; i++) {
        const char* id = g->viewpoints[i].id;
        int twin = wend_graph_find(g, id);
        if (twin >= 0)
            return wend_fail(error, WEND_FORMAT, "%s: viewpoints %d and %d are both called '%.64s'",
                             name, twin, i, id);
        uint32_t slot = graph_slot_of(g, id);
        while (g->slots[slot]) slot = (slot + 1) & (g->slot_count - 1);
        g->slots[slot] = (uint32_t)i + 1;
    }
    return WEND_OK;
}

static wend_status choose_places(wend_graph* g, const wend_rooms* rooms, const char* name,
                                 wend_error* error) {
    g->places = arena_alloc(&g->memory, (size_t)g->count * sizeof *g->places);
    if (!g->places) return graph_fail_memory(g, error);
    for (int i = 0; i < g->count; i++) {
        wend_viewpoint* v = &g->viewpoints[i];
        if (rooms) rooms_fill(rooms, g->scan, v);
        bool panorama = g->positions == WEND_POSITIONS_PANORAMAS && v->has_panorama;
        if (g->positions == WEND_POSITIONS_PANORAMAS && v->included && !panorama)
            return wend_fail(error, WEND_FORMAT,
                             "%s: viewpoint %s has no panorama position; give the rooms file of "
                             "this building or use the positions 'poses'",
                             name, v->id);
        for (int k = 0; k < 3; k++)
            g->places[i][k] = panorama ? v->panorama[k] : v->pose[3 + 4 * k];
    }
    return WEND_OK;
}

static bool is_linked(const wend_graph* g, int a, int b) {
    size_t n = (size_t)g->count, i = (size_t)a, j = (size_t)b;
    return a != b && g->viewpoints[a].included && g->viewpoints[b].included &&
           ((g->links[i * n + j] | g->links[j * n + i]) & CONNECTIVITY_UNOBSTRUCTED);
}

static double graph_straight_line(const double a[3], const double b[3]) {
    double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
    return sqrt(x * x + y * y + z * z);
}

static wend_status build_edges(wend_graph* g, wend_error* error) {
    size_t n = (size_t)g->count, held = 0;
    for (int i = 0; i < g->count; i++)
        for (int j = 0; j < g->count; j++) held += is_linked(g, i, j);
    g->first_edge = arena_alloc(&g->memory, (n + 1) * sizeof *g->first_edge);
    g->edge_nodes = arena_alloc(&g->memory, held * sizeof *g->edge_nodes);
    g->edge_lengths = arena_alloc(&g->memory, held * sizeof *g->edge_lengths);
    if (!g->first_edge || !g->edge_nodes || !g->edge_lengths) return graph_fail_memory(g, error);
    g->edge_count = (int)(held / 2);
    held = 0;
    for (int i = 0; i < g->count; i++) {
        g->first_edge[i] = (uint32_t)held;
        for (int j = 0; j < g->count; j++) {
            if (!is_linked(g, i, j)) continue;
            g->edge_nodes[held] = (uint16_t)j;
            g->edge_lengths[held++] = graph_straight_line(g->places[i], g->places[j]);
        }
    }
    g->first_edge[n] = (uint32_t)held;
    return WEND_OK;
}

static wend_status build_components(wend_graph* g, wend_error* error) {
    g->component = arena_alloc(&g->memory, (size_t)g->count * sizeof *g->component);
    if (!g->component) return graph_fail_memory(g, error);
    for (int i = 0; i < g->count; i++) g->component[i] = -1;
    for (int i = 0; i < g->count; i++) {
        if (!g->viewpoints[i].included || g->component[i] >= 0) continue;
        for (int j = 0; j < g->count; j++)
            if (isfinite(wend_graph_distance(g, i, j)))
                g->component[j] = (int16_t)g->component_count;
        g->component_count++;
    }
    return WEND_OK;
}

static wend_status graph_build(wend_graph* g, const wend_rooms* rooms, const char* name,
                               wend_error* error) {
    WEND_TRY(build_slots(g, name, error));
    WEND_TRY(choose_places(g, rooms, name, error));
    WEND_TRY(build_edges(g, error));
    WEND_TRY(shortest_paths_build(g, error));
    return build_components(g, error);
}

static wend_status graph_parse(wend_graph* g, const char* text, size_t size, const char* name,
                               wend_error* error) {
    connectivity c;
    WEND_TRY(connectivity_parse(text, size, name, &g->memory, &c, error));
    size_t n = c.viewpoints.count;
    g->count = (int)n;
    g->viewpoints = arena_alloc(&g->memory, n * sizeof *g->viewpoints);
    g->links = arena_alloc(&g->memory, n * n);
    bool fits = g->viewpoints && g->links;
    if (fits && n) {
        memcpy(g->viewpoints, c.viewpoints.items, n * sizeof *g->viewpoints);
        memcpy(g->links, c.links.items, n * n);
    }
    connectivity_destroy(&c);
    return fits ? WEND_OK : graph_fail_memory(g, error);
}

typedef struct graph_source {
    const char *text, *name, *scan;
    size_t size;
} graph_source;

static wend_status graph_create(const graph_source* source, const wend_rooms* rooms,
                                wend_positions positions, wend_graph** out, wend_error* error) {
    *out = NULL;
    if (positions == WEND_POSITIONS_PANORAMAS && !rooms)
        return wend_fail(error, WEND_ARGUMENT, "panorama positions need the rooms file");
    wend_graph* g = wend_alloc_zero(1, sizeof *g);
    if (g) g->scan = arena_text(&g->memory, source->scan, strlen(source->scan));
    if (!g || !g->scan) {
        wend_graph_destroy(g);
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for a graph", source->name);
    }
    g->positions = positions;
    wend_status status = graph_parse(g, source->text, source->size, source->name, error);
    if (status == WEND_OK) status = graph_build(g, rooms, source->name, error);
    if (status != WEND_OK) {
        wend_graph_destroy(g);
        return status;
    }
    *out = g;
    return WEND_OK;
}

static bool copy_viewpoints(wend_graph* g, const wend_viewpoint* viewpoints, const uint8_t* links) {
    size_t n = (size_t)g->count;
    g->viewpoints = arena_alloc(&g->memory, n * sizeof *g->viewpoints);
    g->links = arena_alloc(&g->memory, n * n);
    if (!g->viewpoints || !g->links) return false;
    memcpy(g->viewpoints, viewpoints, n * sizeof *g->viewpoints);
    memcpy(g->links, links, n * n);
    for (size_t i = 0; i < n; i++) {
        g->viewpoints[i].id = arena_text(&g->memory, viewpoints[i].id, strlen(viewpoints[i].id));
        if (!g->viewpoints[i].id) return false;
    }
    return true;
}

wend_status graph_make(const wend_viewpoint* viewpoints, const uint8_t* links, int count,
                       const char* scan, wend_graph** out, wend_error* error) {
    *out = NULL;
    wend_graph* g = wend_alloc_zero(1, sizeof *g);
    if (!g) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for a graph", scan);
    g->count = count;
    g->positions = WEND_POSITIONS_POSES;
    g->scan = arena_text(&g->memory, scan, strlen(scan));
    wend_status status = WEND_OK;
    if (!g->scan || !copy_viewpoints(g, viewpoints, links))
        status = wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for a graph", scan);
    if (status == WEND_OK) status = graph_build(g, NULL, scan, error);
    if (status != WEND_OK) {
        wend_graph_destroy(g);
        return status;
    }
    *out = g;
    return WEND_OK;
}

wend_status wend_graph_parse(const char* text, size_t size, const char* scan,
                             const wend_rooms* rooms, wend_positions positions, wend_graph** graph,
                             wend_error* error) {
    graph_source source = {text, scan, scan, size};
    return graph_create(&source, rooms, positions, graph, error);
}

wend_status wend_graph_read(const char* path, const char* scan, const wend_rooms* rooms,
                            wend_positions positions, wend_graph** graph, wend_error* error) {
    *graph = NULL;
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    graph_source source = {bytes.data, path, scan, bytes.size};
    wend_status status = graph_create(&source, rooms, positions, graph, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

wend_status wend_graph_write(const wend_graph* g, const char* path, wend_error* error) {
    return connectivity_write(g->viewpoints, g->links, g->count, path, error);
}

void wend_graph_destroy(wend_graph* g) {
    if (!g) return;
    arena_destroy(&g->memory);
    wend_free(g);
}

// ---- queries -----------------------------------------------------------------------------------

static size_t graph_pair(const wend_graph* g, int a, int b) {
    return (size_t)a * (size_t)g->count + (size_t)b;
}

const char* wend_graph_scan(const wend_graph* g) { return g->scan; }
int wend_graph_count(const wend_graph* g) { return g->count; }
int wend_graph_edge_count(const wend_graph* g) { return g->edge_count; }
const wend_viewpoint* wend_graph_viewpoint(const wend_graph* g, int node) {
    return &g->viewpoints[node];
}

int wend_graph_find(const wend_graph* g, const char* id) {
    for (uint32_t slot = graph_slot_of(g, id); g->slots[slot];
         slot = (slot + 1) & (g->slot_count - 1)) {
        int node = (int)g->slots[slot] - 1;
        if (strcmp(g->viewpoints[node].id, id) == 0) return node;
    }
    return -1;
}

wend_vec3 wend_graph_position(const wend_graph* g, int node) {
    const double* p = g->places[node];
    return wend_v3((float)p[0], (float)p[2], (float)-p[1]);
}

const double* wend_graph_matterport_position(const wend_graph* g, int node) {
    return g->places[node];
}

wend_graph_edges wend_graph_neighbours(const wend_graph* g, int node) {
    uint32_t first = g->first_edge[node];
    wend_graph_edges edges = {g->edge_nodes + first, g->edge_lengths + first,
                              (int)(g->first_edge[node + 1] - first)};
    return edges;
}

bool wend_graph_has_edge(const wend_graph* g, int a, int b) { return is_linked(g, a, b); }

bool wend_graph_is_visible(const wend_graph* g, int from, int to) {
    return g->links[graph_pair(g, from, to)] & CONNECTIVITY_VISIBLE;
}

int wend_graph_component(const wend_graph* g, int node) { return g->component[node]; }
int wend_graph_component_count(const wend_graph* g) { return g->component_count; }

double wend_graph_distance(const wend_graph* g, int a, int b) {
    return g->distance[graph_pair(g, a, b)];
}
static int or_none(uint16_t value) { return value == GRAPH_NONE ? -1 : value; }
int wend_graph_hops(const wend_graph* g, int a, int b) {
    return or_none(g->hops[graph_pair(g, a, b)]);
}
int wend_graph_next(const wend_graph* g, int a, int b) {
    return or_none(g->next[graph_pair(g, a, b)]);
}

int wend_graph_path(const wend_graph* g, int a, int b, int* nodes, int capacity) {
    int hops = wend_graph_hops(g, a, b);
    if (hops < 0 || hops >= capacity) return 0;
    // Backwards along the shortest-path tree of `a`, which always ends at `a` after `hops` edges.
    for (int i = hops, node = b; i >= 0; i--) {
        nodes[i] = node;
        node = g->previous[graph_pair(g, a, node)];
    }
    return hops + 1;
}
