// RxR's paths: the pool of all room paths, and the greedy choice from it.
//
// A path's cost only grows while others are chosen, so a heap of old costs is enough: the least one
// is taken out, its cost computed again, and it is chosen if that did not change, else put back.
// This gives exactly the greedy order. Ties go to the path that came first.
#include "task/vln/rxr_paths.h"

struct wend_rxr_paths {
    rxr_pool pool;
    wend_rxr_path* chosen;
    int count;
};

// An old cost: never more than the present one.
typedef struct bid {
    double cost;
    int path;
} bid;

typedef struct auction {
    const rxr_pool* pool;
    uint32_t* visits;      // how many chosen paths go through a panorama, all buildings
    uint32_t* first_node;  // [graph_count + 1] of a building in `visits`
    int* taken;            // [graph_count]
    bid* heap;
    size_t waiting;
} auction;

wend_rxr_paths_def wend_rxr_paths_default_def(void) {
    return (wend_rxr_paths_def){.seed = 1,
                                .min_rooms = 2,
                                .max_rooms = 5,
                                .max_levels = 2,
                                .max_length = 40,
                                .max_paths = 500};
}

static double cost_of(const auction* a, const wend_rxr_path* path) {
    uint64_t visits = 0;
    for (int i = 0; i < path->count; i++)
        visits += a->visits[a->first_node[path->graph] + path->nodes[i]];
    return path->shortest / path->length + (double)visits / path->count;
}

static bool is_before(bid a, bid b) {
    return a.cost < b.cost || (a.cost == b.cost && a.path < b.path);
}

static void sink(auction* a, size_t at) {
    bid moving = a->heap[at];
    for (size_t child; (child = 2 * at + 1) < a->waiting; at = child) {
        if (child + 1 < a->waiting && is_before(a->heap[child + 1], a->heap[child])) child++;
        if (!is_before(a->heap[child], moving)) break;
        a->heap[at] = a->heap[child];
    }
    a->heap[at] = moving;
}

static void drop_first(auction* a) {
    a->heap[0] = a->heap[--a->waiting];
    if (a->waiting > 0) sink(a, 0);
}

static void fill_heap(auction* a) {
    a->waiting = a->pool->items.count;
    for (size_t i = 0; i < a->waiting; i++)
        a->heap[i] = (bid){cost_of(a, &a->pool->items.items[i]), (int)i};
    for (size_t i = a->waiting / 2; i-- > 0;) sink(a, i);
}

static void choose(auction* a, const wend_rxr_paths_def* def, wend_rxr_paths* out) {
    fill_heap(a);
    while (a->waiting > 0 && (def->total <= 0 || out->count < def->total)) {
        const wend_rxr_path* path = &a->pool->items.items[a->heap[0].path];
        if (a->taken[path->graph] >= def->max_paths) {
            drop_first(a);
            continue;
        }
        double cost = cost_of(a, path);
        if (cost > a->heap[0].cost) {
            a->heap[0].cost = cost;
            sink(a, 0);
            continue;
        }
        drop_first(a);
        out->chosen[out->count++] = *path;
        a->taken[path->graph]++;
        for (int i = 0; i < path->count; i++)
            a->visits[a->first_node[path->graph] + path->nodes[i]]++;
    }
}

static bool make_room(auction* a, const wend_graph* const* graphs, int graph_count,
                      wend_rxr_paths* out) {
    size_t nodes = 0, pool = out->pool.items.count + 1;
    a->first_node = wend_alloc_zero((size_t)graph_count + 1, sizeof *a->first_node);
    for (int g = 0; a->first_node && g < graph_count; g++) {
        a->first_node[g] = (uint32_t)nodes;
        nodes += (size_t)wend_graph_count(graphs[g]);
    }
    a->visits = wend_alloc_zero(nodes + 1, sizeof *a->visits);
    a->taken = wend_alloc_zero((size_t)graph_count + 1, sizeof *a->taken);
    a->heap = wend_alloc(pool * sizeof *a->heap);
    out->chosen = wend_alloc(pool * sizeof *out->chosen);
    return a->first_node && a->visits && a->taken && a->heap && out->chosen;
}

static wend_status select_paths(const wend_graph* const* graphs, int graph_count,
                                const wend_rxr_paths_def* def, wend_rxr_paths* out,
                                wend_error* error) {
    auction a = {.pool = &out->pool};
    bool room = make_room(&a, graphs, graph_count, out);
    if (room) choose(&a, def, out);
    wend_free(a.first_node);
    wend_free(a.visits);
    wend_free(a.taken);
    wend_free(a.heap);
    return room ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory to choose paths");
}

wend_status wend_rxr_paths_sample(const wend_graph* const* graphs, int graph_count,
                                  const wend_rxr_paths_def* def, wend_rxr_paths** paths,
                                  wend_error* error) {
    *paths = NULL;
    wend_rxr_paths* out = wend_alloc_zero(1, sizeof *out);
    if (!out) return wend_fail(error, WEND_NO_MEMORY, "out of memory for paths");
    wend_status status = WEND_OK;
    for (int g = 0; g < graph_count && status == WEND_OK; g++)
        status = room_walk_sample(graphs[g], g, def, &out->pool, error);
    if (status == WEND_OK) status = select_paths(graphs, graph_count, def, out, error);
    if (status != WEND_OK) {
        wend_rxr_paths_destroy(out);
        return status;
    }
    *paths = out;
    return WEND_OK;
}

void wend_rxr_paths_destroy(wend_rxr_paths* paths) {
    if (!paths) return;
    ARRAY_FREE(&paths->pool.items);
    arena_destroy(&paths->pool.memory);
    wend_free(paths->chosen);
    wend_free(paths);
}

const wend_rxr_path* wend_rxr_paths_items(const wend_rxr_paths* paths, int* count) {
    *count = paths->count;
    return paths->chosen;
}

int wend_rxr_paths_pool(const wend_rxr_paths* paths) { return (int)paths->pool.items.count; }
