// All simple paths through the rooms of a building, and a panorama path along each.
#include <string.h>

#include "task/vln/rxr_paths.h"

enum {
    MAX_ROOMS = 16,
    MAX_POOL = 4000000,  // paths to choose from, so that a maze cannot take all memory
};

typedef struct walker {
    const wend_graph* graph;
    const wend_rxr_paths_def* def;
    int index;  // of the building
    room_graph rooms;
    wend_rng rng;
    rxr_pool* pool;
    wend_error* error;
    int path[MAX_ROOMS];  // the rooms of the path so far
    int length;
    int* stage;        // [room_count] place of the room in the path; -1: not in it
    double* distance;  // [node_count]
    int* before;       // [node_count]
    bool* done;        // [node_count]
} walker;

static wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the paths of a building");
}

// ---- the shortest panorama path along a room path ---------------------------------------------

// The nearest node of the path's rooms that is not done; -1: none can be reached.
static int nearest(const walker* w) {
    int best = -1;
    for (int k = 0; k < w->length; k++)
        for (int i = w->rooms.first[w->path[k]]; i < w->rooms.first[w->path[k] + 1]; i++) {
            int node = w->rooms.nodes[i];
            if (w->done[node] || isinf(w->distance[node])) continue;
            if (best < 0 || w->distance[node] < w->distance[best]) best = node;
        }
    return best;
}

// One may stay in a room or go on to the next one of the path.
static void relax(walker* w, int from) {
    int stage = w->stage[w->rooms.room_of[from]];
    wend_graph_edges near = wend_graph_neighbours(w->graph, from);
    for (int k = 0; k < near.count; k++) {
        int to = near.nodes[k], reached = w->stage[w->rooms.room_of[to]];
        if (reached != stage && reached != stage + 1) continue;
        double through = w->distance[from] + near.lengths[k];
        if (through >= w->distance[to]) continue;
        w->distance[to] = through;
        w->before[to] = from;
    }
}

// Dijkstra by scanning: a few dozen nodes. Returns the length, INFINITY when there is no way.
static double shortest(walker* w, int start, int goal) {
    for (int k = 0; k < w->length; k++)
        for (int i = w->rooms.first[w->path[k]]; i < w->rooms.first[w->path[k] + 1]; i++) {
            w->distance[w->rooms.nodes[i]] = INFINITY;
            w->done[w->rooms.nodes[i]] = false;
        }
    w->distance[start] = 0;
    w->before[start] = -1;
    for (int at = nearest(w); at >= 0 && at != goal; at = nearest(w)) {
        w->done[at] = true;
        relax(w, at);
    }
    return w->distance[goal];
}

static int draw_from(walker* w, int room) {
    int first = w->rooms.first[room], count = w->rooms.first[room + 1] - first;
    return w->rooms.nodes[first + (int)wend_rng_below(&w->rng, (uint32_t)count)];
}

static wend_status add_path(walker* w) {
    int start = draw_from(w, w->path[0]), goal = draw_from(w, w->path[w->length - 1]);
    double length = shortest(w, start, goal);
    if (start == goal || !(length <= w->def->max_length)) return WEND_OK;
    int count = 0;
    for (int at = goal; at >= 0; at = w->before[at]) count++;
    uint16_t* nodes = arena_alloc(&w->pool->memory, (size_t)count * sizeof *nodes);
    wend_rxr_path* item = nodes ? ARRAY_PUSH(&w->pool->items) : NULL;
    if (!item) return no_memory(w->error);
    for (int at = goal, i = count - 1; at >= 0; at = w->before[at]) nodes[i--] = (uint16_t)at;
    *item = (wend_rxr_path){.graph = w->index,
                            .nodes = nodes,
                            .count = count,
                            .rooms = w->length,
                            .length = length,
                            .shortest = wend_graph_distance(w->graph, start, goal)};
    return WEND_OK;
}

// ---- all simple room paths --------------------------------------------------------------------

static bool fits_levels(const walker* w, int room) {
    int levels[MAX_ROOMS + 1], count = 0;
    for (int k = 0; k <= w->length; k++) {
        int level = w->rooms.level[k < w->length ? w->path[k] : room], i = 0;
        while (i < count && levels[i] != level) i++;
        if (i == count) levels[count++] = level;
    }
    return count <= w->def->max_levels;
}

// Depth first; the path so far ends in `room`.
static wend_status extend(walker* w, int room) {
    w->stage[room] = w->length;
    w->path[w->length++] = room;
    wend_status status = WEND_OK;
    bool wanted = w->length >= w->def->min_rooms && (!w->def->one_way || w->path[0] <= room);
    if (wanted) status = add_path(w);
    if (w->pool->items.count > MAX_POOL)
        status = wend_fail(w->error, WEND_LIMIT,
                           "%s: more than %d paths to choose from; allow fewer rooms",
                           wend_graph_scan(w->graph), MAX_POOL);
    for (int i = w->rooms.first_near[room]; i < w->rooms.first_near[room + 1]; i++) {
        int next = w->rooms.near[i];
        if (status != WEND_OK || w->length == w->def->max_rooms) break;
        if (w->stage[next] < 0 && fits_levels(w, next)) status = extend(w, next);
    }
    w->stage[room] = -1;
    w->length--;
    return status;
}

static wend_status walk(walker* w) {
    size_t nodes = (size_t)w->rooms.node_count + 1, rooms = (size_t)w->rooms.room_count + 1;
    w->stage = arena_alloc(&w->rooms.memory, rooms * sizeof *w->stage);
    w->distance = arena_alloc(&w->rooms.memory, nodes * sizeof *w->distance);
    w->before = arena_alloc(&w->rooms.memory, nodes * sizeof *w->before);
    w->done = arena_alloc(&w->rooms.memory, nodes * sizeof *w->done);
    if (!w->stage || !w->distance || !w->before || !w->done) return no_memory(w->error);
    for (int room = 0; room < w->rooms.room_count; room++) w->stage[room] = -1;
    for (int room = 0; room < w->rooms.room_count; room++) WEND_TRY(extend(w, room));
    return WEND_OK;
}

wend_status room_walk_sample(const wend_graph* graph, int index, const wend_rxr_paths_def* def,
                             rxr_pool* pool, wend_error* error) {
    if (def->min_rooms < 1 || def->max_rooms > MAX_ROOMS)
        return wend_fail(error, WEND_ARGUMENT, "room paths of %d to %d rooms; 1 to %d are possible",
                         def->min_rooms, def->max_rooms, MAX_ROOMS);
    walker w = {.graph = graph, .def = def, .index = index, .pool = pool, .error = error};
    w.rng = wend_rng_for(def->seed, wend_graph_scan(graph), "rxr path ends");
    WEND_TRY(room_graph_make(graph, &w.rooms, error));
    wend_status status = walk(&w);
    room_graph_destroy(&w.rooms);
    return status;
}
