// The room graph. [RxR §3: V(R) = connected components of each region; an edge if the union of two
// is connected]
#include <stdlib.h>

#include "make/rxr_paths.h"

// Minimal distance of two floors, in metres. Matterport's levels are not in viewpoint_rooms.json,
// so they are derived from the floor heights below the cameras.
static const double storey = 1.5;

void room_graph_destroy(room_graph* rooms) {
    arena_destroy(&rooms->memory);
    *rooms = (room_graph){0};
}

static bool same_room(const wend_graph* graph, int a, int b) {
    return wend_graph_viewpoint(graph, a)->region == wend_graph_viewpoint(graph, b)->region;
}

// Numbers the connected components of regions by their smallest node; stack[node_count].
static void number_rooms(const wend_graph* graph, room_graph* r, int* stack) {
    for (int i = 0; i < r->node_count; i++) r->room_of[i] = -1;
    for (int i = 0; i < r->node_count; i++) {
        if (r->room_of[i] >= 0 || !wend_graph_viewpoint(graph, i)->included) continue;
        int waiting = 0;
        stack[waiting++] = i;
        r->room_of[i] = r->room_count;
        while (waiting > 0) {
            int at = stack[--waiting];
            wend_graph_edges near = wend_graph_neighbours(graph, at);
            for (int k = 0; k < near.count; k++) {
                int to = near.nodes[k];
                if (r->room_of[to] >= 0 || !same_room(graph, at, to)) continue;
                r->room_of[to] = r->room_count;
                stack[waiting++] = to;
            }
        }
        r->room_count++;
    }
}

static bool list_nodes(room_graph* r) {
    r->first = arena_alloc_zero(&r->memory, (size_t)r->room_count + 2, sizeof *r->first);
    r->nodes = arena_alloc_zero(&r->memory, (size_t)r->node_count + 1, sizeof *r->nodes);
    if (!r->first || !r->nodes) return false;
    for (int i = 0; i < r->node_count; i++)
        if (r->room_of[i] >= 0) r->first[r->room_of[i] + 2]++;
    for (int room = 0; room < r->room_count; room++) r->first[room + 2] += r->first[room + 1];
    for (int i = 0; i < r->node_count; i++)
        if (r->room_of[i] >= 0) r->nodes[r->first[r->room_of[i] + 1]++] = i;
    return true;
}

// Marks the rooms next to `room` in `seen`.
static void mark_near(const wend_graph* graph, const room_graph* r, int room, bool* seen) {
    for (int i = r->first[room]; i < r->first[room + 1]; i++) {
        wend_graph_edges near = wend_graph_neighbours(graph, r->nodes[i]);
        for (int k = 0; k < near.count; k++) {
            int other = r->room_of[near.nodes[k]];
            if (other != room) seen[other] = true;
        }
    }
}

static bool list_near(const wend_graph* graph, room_graph* r) {
    size_t edges = 2 * (size_t)wend_graph_edge_count(graph) + 1;
    r->first_near = arena_alloc_zero(&r->memory, (size_t)r->room_count + 1, sizeof *r->first_near);
    r->near = arena_alloc(&r->memory, edges * sizeof *r->near);
    bool* seen = arena_alloc_zero(&r->memory, (size_t)r->room_count + 1, sizeof *seen);
    if (!r->first_near || !r->near || !seen) return false;
    int filled = 0;
    for (int room = 0; room < r->room_count; room++) {
        r->first_near[room] = filled;
        mark_near(graph, r, room, seen);
        for (int other = 0; other < r->room_count; other++) {
            if (!seen[other]) continue;
            r->near[filled++] = other;
            seen[other] = false;
        }
    }
    r->first_near[r->room_count] = filled;
    return true;
}

// ---- floors -----------------------------------------------------------------------------------

static int room_graph_compare_doubles(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static bool room_graph_is_stairs(const wend_graph* graph, const room_graph* r, int room) {
    return wend_graph_viewpoint(graph, r->nodes[r->first[room]])->label == 's';
}

// Median floor height of a room's panoramas; work[panoramas].
static double floor_of(const wend_graph* graph, const room_graph* r, int room, double* work) {
    int count = r->first[room + 1] - r->first[room];
    for (int i = 0; i < count; i++) {
        int node = r->nodes[r->first[room] + i];
        work[i] = wend_graph_matterport_position(graph, node)[2] -
                  wend_graph_viewpoint(graph, node)->height;
    }
    qsort(work, (size_t)count, sizeof *work, room_graph_compare_doubles);
    return (work[(count - 1) / 2] + work[count / 2]) / 2;
}

// A level starts at the lowest room that is more than a floor distance above the start of the level
// below. Stairs belong to the nearest level.
static bool find_levels(const wend_graph* graph, room_graph* r) {
    size_t rooms = (size_t)r->room_count;
    r->level = arena_alloc_zero(&r->memory, rooms + 1, sizeof *r->level);
    double* work = arena_alloc(&r->memory, ((size_t)r->node_count + 1) * sizeof *work);
    double* floors = arena_alloc(&r->memory, (rooms + 1) * sizeof *floors);
    double* starts = arena_alloc(&r->memory, (rooms + 1) * sizeof *starts);
    if (!r->level || !work || !floors || !starts) return false;
    int heights = 0;
    for (int room = 0; room < r->room_count; room++) {
        floors[room] = floor_of(graph, r, room, work);
        if (!room_graph_is_stairs(graph, r, room)) starts[heights++] = floors[room];
    }
    if (heights == 0) starts[heights++] = 0;
    qsort(starts, (size_t)heights, sizeof *starts, room_graph_compare_doubles);
    r->level_count = 1;
    for (int i = 1; i < heights; i++)
        if (starts[i] - starts[r->level_count - 1] > storey) starts[r->level_count++] = starts[i];
    for (int room = 0; room < r->room_count; room++)
        for (int l = 1; l < r->level_count; l++)
            if (fabs(starts[l] - floors[room]) < fabs(starts[r->level[room]] - floors[room]))
                r->level[room] = l;
    return true;
}

wend_status room_graph_make(const wend_graph* graph, room_graph* rooms, wend_error* error) {
    *rooms = (room_graph){.node_count = wend_graph_count(graph)};
    size_t nodes = (size_t)rooms->node_count + 1;
    rooms->room_of = arena_alloc(&rooms->memory, nodes * sizeof *rooms->room_of);
    int* stack = arena_alloc(&rooms->memory, nodes * sizeof *stack);
    bool room = rooms->room_of && stack;
    if (room) number_rooms(graph, rooms, stack);
    if (room && list_nodes(rooms) && list_near(graph, rooms) && find_levels(graph, rooms))
        return WEND_OK;
    room_graph_destroy(rooms);
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the rooms of %s",
                     wend_graph_scan(graph));
}
