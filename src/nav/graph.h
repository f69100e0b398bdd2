// Fields of a viewpoint graph, shared by graph.c and shortest_paths.c.
#ifndef WEND_NAV_GRAPH_H
#define WEND_NAV_GRAPH_H

#include "base/arena.h"

#include "wend/nav.h"

// All arrays are in `memory`; n is `count`. Only included nodes have edges.
struct wend_graph {
    arena memory;
    const char* scan;
    wend_positions positions;
    int count, edge_count, component_count;
    wend_viewpoint* viewpoints;  // [n]
    uint8_t* links;              // [n][n] bits of connectivity.h, as in the file
    double (*places)[3];   // [n] positions in Matterport's frame (z up), metres; see `positions`
    uint32_t* first_edge;  // [n + 1] index into edge_nodes and edge_lengths
    uint16_t* edge_nodes;  // [2 edge_count]
    double* edge_lengths;  // [2 edge_count] metres
    int16_t* component;    // [n] connected component; -1: not included
    double* distance;      // [n][n] metres from row to column; INFINITY: no path
    uint16_t *next, *previous;  // [n][n] node after the row, before the column; GRAPH_NONE: no path
    uint16_t* hops;             // [n][n] number of edges; GRAPH_NONE: no path
    uint32_t* slots;            // [slot_count] hash table by id: node + 1; 0: free
    uint32_t slot_count;        // a power of two, at least 2 n
};

enum { GRAPH_NONE = 0xFFFF };

// Creates a graph that is not from a file, with positions of the poses. Copies its arguments.
// `links`: bits of connectivity.h, [count][count].
wend_status graph_make(const wend_viewpoint* viewpoints, const uint8_t* links, int count,
                       const char* scan, wend_graph** out, wend_error* error);

// Allocates and fills distance, next, previous and hops for every pair of nodes.
wend_status shortest_paths_build(wend_graph* graph, wend_error* error);

#endif
