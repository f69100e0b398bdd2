// RxR's paths [Ku et al. 2020, section 3]: sampled on two levels, then chosen greedily.
//
// 1. Pool (room_paths.c). Every simple path through the building's rooms (2 to 5 rooms, at most
//    2 floors) gives one panorama path: the shortest one along these rooms between a random
//    panorama of the first and one of the last room. Room paths are enumerated, so all shapes of a
//    building are in the pool.
// 2. Choice. Repeatedly the path with the smallest cost is taken:
//
//        cost(p) = shortest(p) / length(p)  +  mean over panoramas of p of visits(panorama)
//                  prefers detours             prefers panoramas that few chosen paths visit
//
//    `visits` counts the chosen paths through a panorama, so costs change with every choice.
//
// A cost never decreases, because visits only grow. So a heap of outdated costs gives exactly the
// greedy order ("lazy greedy" [Minoux 1978]): the minimum is recomputed; if it is unchanged, it is
// the true minimum and is chosen, otherwise it goes back with its new cost.
//
//        heap (old costs)   1.2  1.3  1.9 ...      recompute 1.2 -> 1.6: sift down
//                           1.3  1.6  1.9 ...      recompute 1.3 -> 1.3: chosen
//
// Ties go to the path that was sampled first; the random numbers depend on seed and building only.
#include "make/rxr_paths.h"

#include <stdio.h>

struct wend_rxr_paths {
    rxr_pool pool;
    wend_rxr_path* chosen;
    int count;
};

// An outdated cost: a lower bound of the present one.
typedef struct heap_entry {
    double cost;
    int path;
} heap_entry;

typedef struct greedy {
    const rxr_pool* pool;
    uint32_t* visits;      // chosen paths through each panorama, all buildings
    uint32_t* first_node;  // [graph_count + 1] index of a building in `visits`
    int* chosen_in;        // [graph_count]
    heap_entry* heap;
    size_t heap_count;
} greedy;

wend_rxr_paths_def wend_rxr_paths_default_def(void) {
    return (wend_rxr_paths_def){.seed = 1,
                                .min_rooms = 2,
                                .max_rooms = 5,
                                .max_levels = 2,
                                .max_length = 40,
                                .max_paths = 500};
}

static double rxr_paths_cost_of(const greedy* a, const wend_rxr_path* path) {
    uint64_t visits = 0;
    for (int i = 0; i < path->count; i++)
        visits += a->visits[a->first_node[path->graph] + path->nodes[i]];
    return path->shortest / path->length + (double)visits / path->count;
}

static bool rxr_paths_is_before(heap_entry a, heap_entry b) {
    return a.cost < b.cost || (a.cost == b.cost && a.path < b.path);
}

static void rxr_paths_sift_down(greedy* a, size_t at) {
    heap_entry moving = a->heap[at];
    for (size_t child; (child = 2 * at + 1) < a->heap_count; at = child) {
        if (child + 1 < a->heap_count && rxr_paths_is_before(a->heap[child + 1], a->heap[child]))
            child++;
        if (!rxr_paths_is_before(a->heap[child], moving)) break;
        a->heap[at] = a->heap[child];
    }
    a->heap[at] = moving;
}

static void rxr_paths_pop(greedy* a) {
    a->heap[0] = a->heap[--a->heap_count];
    if (a->heap_count > 0) rxr_paths_sift_down(a, 0);
}

static void rxr_paths_fill_heap(greedy* a) {
    a->heap_count = a->pool->items.count;
    for (size_t i = 0; i < a->heap_count; i++)
        a->heap[i] = (heap_entry){rxr_paths_cost_of(a, &a->pool->items.items[i]), (int)i};
    for (size_t i = a->heap_count / 2; i-- > 0;) rxr_paths_sift_down(a, i);
}

static void rxr_paths_choose(greedy* a, const wend_rxr_paths_def* def, wend_rxr_paths* out) {
    rxr_paths_fill_heap(a);
    while (a->heap_count > 0 && (def->total <= 0 || out->count < def->total)) {
        const wend_rxr_path* path = &a->pool->items.items[a->heap[0].path];
        if (a->chosen_in[path->graph] >= def->max_paths) {
            rxr_paths_pop(a);
            continue;
        }
        double cost = rxr_paths_cost_of(a, path);
        if (cost > a->heap[0].cost) {
            a->heap[0].cost = cost;
            rxr_paths_sift_down(a, 0);
            continue;
        }
        rxr_paths_pop(a);
        out->chosen[out->count++] = *path;
        a->chosen_in[path->graph]++;
        for (int i = 0; i < path->count; i++)
            a->visits[a->first_node[path->graph] + path->nodes[i]]++;
    }
}

static bool rxr_paths_alloc(greedy* a, const wend_graph* const* graphs, int graph_count,
                            wend_rxr_paths* out) {
    size_t nodes = 0, pool = out->pool.items.count + 1;
    a->first_node = wend_alloc_zero((size_t)graph_count + 1, sizeof *a->first_node);
    for (int g = 0; a->first_node && g < graph_count; g++) {
        a->first_node[g] = (uint32_t)nodes;
        nodes += (size_t)wend_graph_count(graphs[g]);
    }
    a->visits = wend_alloc_zero(nodes + 1, sizeof *a->visits);
    a->chosen_in = wend_alloc_zero((size_t)graph_count + 1, sizeof *a->chosen_in);
    a->heap = wend_alloc(pool * sizeof *a->heap);
    out->chosen = wend_alloc(pool * sizeof *out->chosen);
    return a->first_node && a->visits && a->chosen_in && a->heap && out->chosen;
}

static wend_status select_paths(const wend_graph* const* graphs, int graph_count,
                                const wend_rxr_paths_def* def, wend_rxr_paths* out,
                                wend_error* error) {
    greedy a = {.pool = &out->pool};
    bool room = rxr_paths_alloc(&a, graphs, graph_count, out);
    if (room) rxr_paths_choose(&a, def, out);
    wend_free(a.first_node);
    wend_free(a.visits);
    wend_free(a.chosen_in);
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
        status = room_paths_sample(graphs[g], g, def, &out->pool, error);
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

// Converts paths to episodes without instructions, allocated in `memory`.
static wend_vln_episode* rxr_paths_as_episodes(const wend_rxr_path* paths, int count,
                                               const wend_graph* const* graphs, arena* memory) {
    wend_vln_episode* episodes = arena_alloc_zero(memory, (size_t)count + 1, sizeof *episodes);
    for (int i = 0; episodes && i < count; i++) {
        const wend_graph* graph = graphs[paths[i].graph];
        const char** names = arena_alloc(memory, (size_t)paths[i].count * sizeof *names);
        char id[16];
        int length = snprintf(id, sizeof id, "%d", i);
        const char* kept = arena_text(memory, id, (size_t)length);
        if (!names || !kept) return NULL;
        for (int k = 0; k < paths[i].count; k++)
            names[k] = wend_graph_viewpoint(graph, paths[i].nodes[k])->id;
        episodes[i] = (wend_vln_episode){.path_id = kept,
                                         .scan = wend_graph_scan(graph),
                                         .path = names,
                                         .path_count = paths[i].count,
                                         .has_distance = true,
                                         .distance = paths[i].length};
    }
    return episodes;
}

wend_status wend_rxr_paths_write(const wend_rxr_paths* paths, const wend_graph* const* graphs,
                                 const char* path, wend_error* error) {
    arena memory = {0};
    wend_vln_episode* episodes =
        rxr_paths_as_episodes(paths->chosen, paths->count, graphs, &memory);
    wend_status status =
        episodes ? wend_vln_episodes_write(episodes, paths->count, WEND_VLN_R2R, path, error)
                 : wend_fail(error, WEND_NO_MEMORY, "out of memory for %d paths", paths->count);
    arena_destroy(&memory);
    return status;
}
