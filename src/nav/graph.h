// What the files of a viewpoint graph share.
#ifndef WEND_NAV_GRAPH_H
#define WEND_NAV_GRAPH_H

#include "base/arena.h"

#include "wend/graph.h"

// All arrays lie in `memory`. [n] is `count`. Included nodes alone have edges; `component` and the
// tables of shortest paths agree with them.
struct wend_graph {
    arena memory;
    const char* scan;
    wend_positions positions;
    int count, edge_count, component_count;
    wend_viewpoint* viewpoints;  // [n]
    uint8_t* links;              // [n][n] bits of connectivity.h, as the file has them
    double (*places)[3];         // [n] by the chosen set of positions, Matterport's frame
    uint32_t* first_edge;        // [n + 1] in edge_nodes and edge_lengths
    uint16_t* edge_nodes;        // [2 edge_count]
    double* edge_lengths;        // [2 edge_count]
    int16_t* component;          // [n]
    double* distance;            // [n][n] metres, from row to column
    uint16_t *next, *previous;   // [n][n] after the row, before the column; GRAPH_NONE: no path
    uint16_t* hops;              // [n][n] edges
    uint32_t* slots;             // [slot_count] node + 1 by the hash of its id; 0: free
    uint32_t slot_count;         // a power of two, at least 2 n
};

enum { GRAPH_NONE = 0xFFFF };

// A graph of viewpoints that no file has yet, by their poses; everything is copied. `links` are the
// bits of connectivity.h, [count][count].
wend_status graph_make(const wend_viewpoint* viewpoints, const uint8_t* links, int count,
                       const char* scan, wend_graph** out, wend_error* error);

// Fills distance, next, previous and hops of every pair of nodes.
wend_status shortest_paths_build(wend_graph* graph, wend_error* error);

#endif
