// Viewpoint graphs: buildings as panoramas and the edges one can walk between them.
//
// Read from Matterport's connectivity files. A node is an entry of the file, by its index there; an
// edge joins two nodes that are both included and unobstructed, and is as long as the straight line
// between them. Shortest paths between all nodes are known from the start.
//
// Two sets of node positions exist, up to 4 cm apart, and numbers differ in the third digit: the
// simulator's poses (R2R's distances) and the panorama positions of the .house files (the published
// numbers of R4R and RxR). A graph is made from one of them, by name.
#ifndef WEND_GRAPH_H
#define WEND_GRAPH_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_POSITIONS_LIST(X)                                      \
    X(POSES, "poses")         /* `pose` of the connectivity file */ \
    X(PANORAMAS, "panoramas") /* `position` of viewpoint_rooms.json */

typedef enum wend_positions {
#define X(name, word) WEND_POSITIONS_##name,
    WEND_POSITIONS_LIST(X)
#undef X
} wend_positions;

WEND_API const char* wend_positions_name(wend_positions positions);
// WEND_NOT_FOUND, with the names there are, for any other name.
WEND_API wend_status wend_positions_parse(const char* name, wend_positions* positions,
                                          wend_error* error);

// One entry of a connectivity file, as it stands there: Matterport's frame, z up.
typedef struct wend_viewpoint {
    const char* id;      // 32 hexadecimal digits in Matterport
    double pose[16];     // camera to world, row-major; the position is at 3, 7 and 11
    double height;       // of the camera above the floor, metres
    bool included;       // part of the graph
    bool has_panorama;   // the rooms file knows this viewpoint: the next three fields hold
    double panorama[3];  // position in the .house file
    int region;          // index of its room in the building; -1: in none
    char label;  // what kind of room: 'b' bedroom, 'h' hallway, … as in Matterport; 0: none
} wend_viewpoint;

// ---- one building -----------------------------------------------------------------------------

typedef struct wend_graph wend_graph;  // never changes; any number of threads may read it
typedef struct wend_rooms wend_rooms;  // never changes; what viewpoint_rooms.json says

WEND_API wend_status wend_rooms_read(const char* path, wend_rooms** rooms, wend_error* error);
WEND_API wend_status wend_rooms_parse(const char* text, size_t size, const char* name,
                                      wend_rooms** rooms, wend_error* error);
WEND_API void wend_rooms_destroy(wend_rooms* rooms);  // Nullable: rooms.

// Reads one connectivity file (gzip too). `scan` names the building. An edge that only one of its
// ends calls unobstructed is an edge, as in R2R's loader. With WEND_POSITIONS_PANORAMAS every
// included viewpoint must be in `rooms`. Nullable: rooms (then no viewpoint has a panorama).
WEND_API wend_status wend_graph_read(const char* path, const char* scan, const wend_rooms* rooms,
                                     wend_positions positions, wend_graph** graph,
                                     wend_error* error);
WEND_API wend_status wend_graph_parse(const char* text, size_t size, const char* scan,
                                      const wend_rooms* rooms, wend_positions positions,
                                      wend_graph** graph, wend_error* error);
// Writes what was read: every number, flag and `visible` bit; fields wend does not know are lost.
WEND_API wend_status wend_graph_write(const wend_graph* graph, const char* path, wend_error* error);
WEND_API void wend_graph_destroy(wend_graph* graph);  // Nullable: graph.

WEND_API const char* wend_graph_scan(const wend_graph* graph);
WEND_API wend_positions wend_graph_positions(const wend_graph* graph);
WEND_API int wend_graph_count(const wend_graph* graph);  // nodes, those not included too
WEND_API int wend_graph_edge_count(const wend_graph* graph);
WEND_API const wend_viewpoint* wend_graph_viewpoint(const wend_graph* graph, int node);
WEND_API int wend_graph_find(const wend_graph* graph, const char* id);  // the node, or -1
// Where the node is in wend's frame (y up), by the graph's set of positions.
WEND_API wend_vec3 wend_graph_position(const wend_graph* graph, int node);
// The same in Matterport's frame (z up) and in full precision. [3]
WEND_API const double* wend_graph_place(const wend_graph* graph, int node);

// The neighbours of a node, by growing index. Valid as long as the graph.
typedef struct wend_graph_edges {
    const uint16_t* nodes;
    const double* lengths;  // metres
    int count;
} wend_graph_edges;
WEND_API wend_graph_edges wend_graph_neighbours(const wend_graph* graph, int node);
WEND_API bool wend_graph_has_edge(const wend_graph* graph, int a, int b);
WEND_API bool wend_graph_is_visible(const wend_graph* graph, int from, int to);

// Which connected piece a node is in: pieces are numbered from 0 by their smallest node; -1 for a
// node that is not included.
WEND_API int wend_graph_component(const wend_graph* graph, int node);
WEND_API int wend_graph_component_count(const wend_graph* graph);

// The shortest path from `a` to `b`: its length in metres (INFINITY: there is none), its edges (-1)
// and its first node after `a` (-1; `b` itself when a == b). Of equally long paths the one with
// fewest edges, then the one found first from the smaller node.
WEND_API double wend_graph_distance(const wend_graph* graph, int a, int b);
WEND_API int wend_graph_hops(const wend_graph* graph, int a, int b);
WEND_API int wend_graph_next(const wend_graph* graph, int a, int b);
// Distances from `a` to every node. [count]
WEND_API const double* wend_graph_distances(const wend_graph* graph, int a);
// Writes the nodes of the path, both ends included, and returns how many (hops + 1); 0 and nothing
// written when there is no path or it has more than `capacity` nodes.
WEND_API int wend_graph_path(const wend_graph* graph, int a, int b, int* nodes, int capacity);

// ---- many buildings ---------------------------------------------------------------------------

// The buildings of one folder, each read when it is first asked for. One thread at a time; the
// graphs themselves may be shared.
typedef struct wend_graph_set wend_graph_set;

typedef struct wend_graph_set_def {
    const char* connectivity;  // the folder of {scan}_connectivity.json files
    const char* rooms;         // viewpoint_rooms.json; NULL: no rooms. Default NULL
    wend_positions positions;  // default poses; panoramas need `rooms`
} wend_graph_set_def;

WEND_API wend_graph_set_def wend_graph_set_def_default(void);
WEND_API wend_status wend_graph_set_create(const wend_graph_set_def* def, wend_graph_set** set,
                                           wend_error* error);
WEND_API void wend_graph_set_destroy(wend_graph_set* set);  // Nullable: set.
// WEND_NOT_FOUND when the folder has no such building.
WEND_API wend_status wend_graph_set_get(wend_graph_set* set, const char* scan,
                                        const wend_graph** graph, wend_error* error);
// The buildings there are, sorted by name.
// Of the files that were read for the graphs asked for so far.
WEND_API wend_status wend_graph_set_hash(const wend_graph_set* set, uint64_t* hash,
                                         wend_error* error);
WEND_API int wend_graph_set_count(const wend_graph_set* set);
WEND_API const char* wend_graph_set_scan(const wend_graph_set* set, int index);

#ifdef __cplusplus
}
#endif
#endif
