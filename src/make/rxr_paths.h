// Shared by the files of the RxR path sampler (see rxr_paths.c).
#ifndef WEND_MAKE_RXR_PATHS_H
#define WEND_MAKE_RXR_PATHS_H

#include "base/arena.h"
#include "base/array.h"

#include "wend/make.h"

// The rooms of one building: connected components of its regions, their adjacency and floors.
// Arrays live in `memory`.
typedef struct room_graph {
    arena memory;
    int node_count, room_count, level_count;
    int* room_of;     // [node_count]; -1: not included
    int* first;       // [room_count + 1] in nodes
    int* nodes;       // by room, ascending
    int* first_near;  // [room_count + 1] in near
    int* near;        // neighbouring rooms, ascending
    int* level;       // [room_count]
} room_graph;

wend_status room_graph_make(const wend_graph* graph, room_graph* rooms, wend_error* error);
void room_graph_destroy(room_graph* rooms);  // safe on {0} and twice

// The candidates of the greedy choice.
typedef struct rxr_pool {
    arena memory;  // node lists
    ARRAY_OF(wend_rxr_path) items;
} rxr_pool;

// Adds one panorama path for every room path of the building `index`.
wend_status room_paths_sample(const wend_graph* graph, int index, const wend_rxr_paths_def* def,
                              rxr_pool* pool, wend_error* error);

#endif
