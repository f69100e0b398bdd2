// Enumerates all simple room paths of a building and samples one panorama path along each.
#include <string.h>

#include "make/rxr_paths.h"

enum {
    MAX_ROOMS = 16,
    MAX_POOL = 4000000,  // limits memory in buildings with many loops
};

typedef struct enumeration {
    const wend_graph* graph;
    const wend_rxr_paths_def* def;
    int index;  // of the building
    room_graph rooms;
    wend_rng rng;
    rxr_pool* pool;
    wend_error* error;
    int path[MAX_ROOMS];  // the rooms of the path so far
    int length;
    int* position;     // [room_count] index of the room in the path; -1: not in it
    double* distance;  // [node_count]
    int* before;       // [node_count]
    bool* done;        // [node_count]
} enumeration;

static wend_status room_paths_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the paths of a building");
}

// ---- the shortest panorama path along a room path ----------------------------------------------

// The nearest node of the path's rooms that is not done; -1: none is reachable.
static int room_paths_nearest(const enumeration* w) {
    int best = -1;
    for (int k = 0; k < w->length; k++)
        for (int i = w->rooms.first[w->path[k]]; i < w->rooms.first[w->path[k] + 1]; i++) {
            int node = w->rooms.nodes[i];
            if (w->done[node] || isinf(w->distance[node])) continue;
            if (best < 0 || w->distance[node] < w->distance[best]) best = node;
        }
    return best;
}

// An edge may stay in its room or lead to the next room of the path.
static void room_paths_relax(enumeration* w, int from) {
    int position = w->position[w->rooms.room_of[from]];
    wend_graph_edges near = wend_graph_neighbours(w->graph, from);
    for (int k = 0; k < near.count; k++) {
        int to = near.nodes[k], next_position = w->position[w->rooms.room_of[to]];
        if (next_position != position && next_position != position + 1) continue;
        double through = w->distance[from] + near.lengths[k];
        if (through >= w->distance[to]) continue;
        w->distance[to] = through;
        w->before[to] = from;
    }
}

// Dijkstra with linear scans, as there are a few dozen nodes. Returns INFINITY when unreachable.
static double shortest(enumeration* w, int start, int goal) {
    for (int k = 0; k < w->length; k++)
        for (int i = w->rooms.first[w->path[k]]; i < w->rooms.first[w->path[k] + 1]; i++) {
            w->distance[w->rooms.nodes[i]] = INFINITY;
            w->done[w->rooms.nodes[i]] = false;
        }
    w->distance[start] = 0;
    w->before[start] = -1;
    for (int at = room_paths_nearest(w); at >= 0 && at != goal; at = room_paths_nearest(w)) {
        w->done[at] = true;
        room_paths_relax(w, at);
    }
    return w->distance[goal];
}

static int draw_from(enumeration* w, int room) {
    int first = w->rooms.first[room], count = w->rooms.first[room + 1] - first;
    return w->rooms.nodes[first + (int)wend_rng_below(&w->rng, (uint32_t)count)];
}

static wend_status room_paths_add(enumeration* w) {
    int start = draw_from(w, w->path[0]), goal = draw_from(w, w->path[w->length - 1]);
    double length = shortest(w, start, goal);
    if (start == goal || !(length <= w->def->max_length)) return WEND_OK;
    int count = 0;
    for (int at = goal; at >= 0; at = w->before[at]) count++;
    uint16_t* nodes = arena_alloc(&w->pool->memory, (size_t)count * sizeof *nodes);
    wend_rxr_path* item = nodes ? ARRAY_PUSH(&w->pool->items) : NULL;
    if (!item) return room_paths_no_memory(w->error);
    for (int at = goal, i = count - 1; at >= 0; at = w->before[at]) nodes[i--] = (uint16_t)at;
    *item = (wend_rxr_path){.graph = w->index,
                            .nodes = nodes,
                            .count = count,
                            .rooms = w->length,
                            .length = length,
                            .shortest = wend_graph_distance(w->graph, start, goal)};
    return WEND_OK;
}

// ---- all simple room paths ---------------------------------------------------------------------

static bool fits_levels(const enumeration* w, int room) {
    int levels[MAX_ROOMS + 1], count = 0;
    for (int k = 0; k <= w->length; k++) {
        int level = w->rooms.level[k < w->length ? w->path[k] : room], i = 0;
        while (i < count && levels[i] != level) i++;
        if (i == count) levels[count++] = level;
    }
    return count <= w->def->max_levels;
}

// Depth-first search; appends `room` to the path.
static wend_status extend(enumeration* w, int room) {
    w->position[room] = w->length;
    w->path[w->length++] = room;
    wend_status status = WEND_OK;
    bool wanted = w->length >= w->def->min_rooms && (!w->def->one_way || w->path[0] <= room);
    if (wanted) status = room_paths_add(w);
    if (w->pool->items.count > MAX_POOL)
        status = wend_fail(w->error, WEND_LIMIT,
                           "%s: more than %d paths to choose from; allow fewer rooms",
                           wend_graph_scan(w->graph), MAX_POOL);
    for (int i = w->rooms.first_near[room]; i < w->rooms.first_near[room + 1]; i++) {
        int next = w->rooms.near[i];
        if (status != WEND_OK || w->length == w->def->max_rooms) break;
        if (w->position[next] < 0 && fits_levels(w, next)) status = extend(w, next);
    }
    w->position[room] = -1;
    w->length--;
    return status;
}

static wend_status room_paths_enumerate(enumeration* w) {
    size_t nodes = (size_t)w->rooms.node_count + 1, rooms = (size_t)w->rooms.room_count + 1;
    w->position = arena_alloc(&w->rooms.memory, rooms * sizeof *w->position);
    w->distance = arena_alloc(&w->rooms.memory, nodes * sizeof *w->distance);
    w->before = arena_alloc(&w->rooms.memory, nodes * sizeof *w->before);
    w->done = arena_alloc(&w->rooms.memory, nodes * sizeof *w->done);
    if (!w->position || !w->distance || !w->before || !w->done)
        return room_paths_no_memory(w->error);
    for (int room = 0; room < w->rooms.room_count; room++) w->position[room] = -1;
    for (int room = 0; room < w->rooms.room_count; room++) WEND_TRY(extend(w, room));
    return WEND_OK;
}

wend_status room_paths_sample(const wend_graph* graph, int index, const wend_rxr_paths_def* def,
                              rxr_pool* pool, wend_error* error) {
    if (def->min_rooms < 1 || def->max_rooms > MAX_ROOMS)
        return wend_fail(error, WEND_ARGUMENT,
                         "room paths of %d to %d rooms; the range must be within [1, %d]",
                         def->min_rooms, def->max_rooms, MAX_ROOMS);
    enumeration w = {.graph = graph, .def = def, .index = index, .pool = pool, .error = error};
    w.rng = wend_rng_for(def->seed, wend_graph_scan(graph), "rxr path ends");
    WEND_TRY(room_graph_make(graph, &w.rooms, error));
    wend_status status = room_paths_enumerate(&w);
    room_graph_destroy(&w.rooms);
    return status;
}
