// Owner: src/nav
#ifndef WEND_NAV_H
#define WEND_NAV_H

#include "wend/base.h"
#include "wend/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== navmesh ===================================================================================
// The navigable surface of a scene, and geodesic distances on it.
//
// Any number of threads may query a `const wend_navmesh`. Points are first snapped to the
// mesh (within 2 m sideways and 4 m up and down, as Habitat does); the snap is not counted.
// Unreachable is INFINITY: an answer, not an error. The only error of a distance or path is
// WEND_NO_MEMORY; other queries allocate nothing.

typedef struct wend_navmesh wend_navmesh;

// The body a navmesh is built for, and its resolution. Habitat's defaults, except the radius and
// the cell height: it is smaller, so that stairs and kerbs keep their shape.
typedef struct wend_navmesh_def {
    float radius;       // metres; default 0.18
    float height;       // metres; default 1.5
    float max_climb;    // metres; default 0.2
    float max_slope;    // degrees; default 45
    float cell_size;    // metres; default 0.05
    float cell_height;  // metres; default 0.05
    float min_region;   // square metres; smaller islands are dropped; default 1
    bool open_doors;    // true: closed doors count as open, so that rooms behind them are joined;
                        // default false: as the scene starts
} wend_navmesh_def;

WEND_API wend_navmesh_def wend_navmesh_default_def(void);
// Nullable: def.
WEND_API wend_status wend_navmesh_build(const wend_scene* scene, const wend_navmesh_def* def,
                                        wend_navmesh** mesh, wend_error* error);
// Habitat's .navmesh files (versions 1 and 2 of the tile set); written as version 2.
WEND_API wend_status wend_navmesh_load(const char* path, wend_navmesh** mesh, wend_error* error);
WEND_API wend_status wend_navmesh_save(const wend_navmesh* mesh, const char* path,
                                       wend_error* error);
// A copy whose doors can be opened and closed independently of the original.
WEND_API wend_status wend_navmesh_clone(const wend_navmesh* mesh, wend_navmesh** copy,
                                        wend_error* error);
WEND_API void wend_navmesh_destroy(wend_navmesh* mesh);  // Nullable: mesh.
WEND_API void wend_navmesh_set_door(wend_navmesh* mesh, uint32_t door, bool closed);

// Radius and height of the agent it was built for; 0 if the file has none (Habitat's version 1).
WEND_API float wend_navmesh_radius(const wend_navmesh* mesh);
WEND_API float wend_navmesh_height(const wend_navmesh* mesh);
WEND_API wend_aabb wend_navmesh_bounds(const wend_navmesh* mesh);
WEND_API double wend_navmesh_area(const wend_navmesh* mesh);  // square metres

// Islands: connected components. Sorted by area; the largest is 0.
WEND_API int wend_navmesh_island_count(const wend_navmesh* mesh);
WEND_API double wend_navmesh_island_area(const wend_navmesh* mesh, int island);
WEND_API int wend_navmesh_island_at(const wend_navmesh* mesh, wend_vec3 point);  // -1: off the mesh

// The nearest point of the mesh. False when there is none near.
WEND_API bool wend_navmesh_snap(const wend_navmesh* mesh, wend_vec3 point, wend_vec3* snapped);
// On the mesh within `tolerance` metres up or down, and 1 cm sideways.
WEND_API bool wend_navmesh_is_on(const wend_navmesh* mesh, wend_vec3 point, float tolerance);
// Uniform by area, over one island, or over all when `island` is -1. False on an empty mesh.
WEND_API bool wend_navmesh_random_point(const wend_navmesh* mesh, wend_rng* rng, int island,
                                        wend_vec3* point);
// Distance to the nearest wall, at most `reach`; 0 off the mesh. Nullable: wall (the point of it).
WEND_API float wend_navmesh_obstacle_distance(const wend_navmesh* mesh, wend_vec3 point,
                                              float reach, wend_vec3* wall);

// Geodesic distance from `from` to the nearest of `goals`, in metres: the length of
// wend_navmesh_path. Nullable: nearest (index of that goal; -1: all are unreachable).
WEND_API wend_status wend_navmesh_distance(const wend_navmesh* mesh, wend_vec3 from,
                                           wend_vec3_span goals, float* metres, int* nearest);
// The points of the shortest path in the ground plane, both ends included: its corners, and the
// crossings between polygons of different slope. The segments lie on the surface of the mesh; their
// sum is `*metres`, the same in both directions. `*count` is the number of points (0: unreachable),
// of which the first `capacity` are written.
WEND_API wend_status wend_navmesh_path(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to,
                                       wend_vec3* points, int capacity, int* count, float* metres);

// The definition of a geodesic distance.
typedef enum wend_geodesic {
    WEND_GEODESIC_EXACT,   // wend_navmesh_distance: along the surface
    WEND_GEODESIC_HABITAT  // wend_navmesh_habitat_distance: what official evaluations report
} wend_geodesic;

// Habitat's geodesic distance to the nearest of `goals`, as habitat-sim's PathFinder computes it on
// the same mesh: Detour's corridor, string pulling, and the sum of the straight lines between the
// corners. It may differ between the two directions, and may be longer or shorter than the exact
// one, because between corners it leaves the surface; heights of ends over the mesh count. INFINITY
// also where Habitat gives up: paths of more than 256 polygons, searches of more than 2048 nodes.
// Allocates one query per thread. Nullable: nearest.
WEND_API wend_status wend_navmesh_habitat_distance(const wend_navmesh* mesh, wend_vec3 from,
                                                   wend_vec3_span goals, float* metres,
                                                   int* nearest);
// Its corners, both ends included; the straight lines between them add up to `*metres`. `*count` is
// their number (0: no path), of which the first `capacity` are written.
WEND_API wend_status wend_navmesh_habitat_path(const wend_navmesh* mesh, wend_vec3 from,
                                               wend_vec3 to, wend_vec3* corners, int capacity,
                                               int* count, float* metres);
// The distance by either definition.
WEND_API wend_status wend_navmesh_geodesic(const wend_navmesh* mesh, wend_geodesic kind,
                                           wend_vec3 from, wend_vec3 to, float* metres);

// End of a step from `from` to `to`: at the first wall, or after sliding along it as in Habitat.
WEND_API wend_vec3 wend_navmesh_step(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to,
                                     bool slide);

// Adds a problem for every room that is unreachable from the largest island with all doors open.
// The mesh must have been built with `open_doors`.
WEND_API void wend_navmesh_check(const wend_navmesh* mesh, const wend_scene* scene,
                                 wend_problems* problems);

// ==== field =====================================================================================
// Distance fields: the geodesic distance from every point of a navmesh to the nearest of some
// goals.
//
// A `wend_lattice` is built once per mesh: nodes 0.1 m apart and at the corners of the mesh,
// connected where the straight line is free. It is immutable; any number of threads may use it. A
// `wend_field` has the distances of its nodes to some goals, computed in a few milliseconds; a
// query takes tens of nanoseconds on open floor, a microsecond next to walls. Distances are
// slightly longer than the exact ones (errors: docs/navigation.md) and never lead through a wall.
// INFINITY: the goal is unreachable, or the point is off the mesh.

// ---- lattice ------------------------------------------------------------------------------------

typedef struct wend_lattice wend_lattice;

// Uses the current state of the doors of `mesh`: after a change a new lattice is needed. The mesh
// must outlive the lattice's use. `spacing` is in metres, 0: 0.1; it is widened on meshes so large
// that there would be more than 150,000 nodes.
WEND_API wend_status wend_lattice_create(const wend_navmesh* mesh, float spacing,
                                         wend_lattice** lattice, wend_error* error);
WEND_API void wend_lattice_destroy(wend_lattice* lattice);  // Nullable: lattice.
WEND_API int wend_lattice_count(const wend_lattice* lattice);
WEND_API size_t wend_lattice_memory(const wend_lattice* lattice);  // bytes

// ---- field --------------------------------------------------------------------------------------

typedef struct wend_field wend_field;

// The lattice must outlive the field's use, but not its destruction. Goals off the mesh are
// ignored.
WEND_API wend_status wend_field_create(const wend_lattice* lattice, wend_vec3_span goals,
                                       wend_field** field, wend_error* error);
// One more owner of the same field; each must destroy it.
WEND_API wend_field* wend_field_share(const wend_field* field);
WEND_API void wend_field_destroy(wend_field* field);         // Nullable: field.
WEND_API size_t wend_field_memory(const wend_field* field);  // bytes

// Metres from `at` to the nearest goal. Nullable: nearest (its index; -1: all are unreachable).
WEND_API float wend_field_distance(const wend_field* field, wend_vec3 at, int* nearest);
// The initial direction of the shortest path from `at`, a unit vector in the plane of x and z.
// False at a goal, and where all goals are unreachable.
WEND_API bool wend_field_direction(const wend_field* field, wend_vec3 at, wend_vec3* direction);

// ---- cache --------------------------------------------------------------------------------------

// An LRU cache of the fields of one lattice, by their goals. Safe from any thread.
typedef struct wend_field_cache wend_field_cache;

// Keeps at most `max_bytes` of fields; 0: 16 MiB. The lattice must outlive the cache.
WEND_API wend_status wend_field_cache_create(const wend_lattice* lattice, size_t max_bytes,
                                             wend_field_cache** cache, wend_error* error);
WEND_API void wend_field_cache_destroy(wend_field_cache* cache);  // Nullable: cache.
// The field of these goals, computed if it is not cached. The caller destroys it, before or after
// the cache.
WEND_API wend_status wend_field_cache_get(wend_field_cache* cache, wend_vec3_span goals,
                                          wend_field** field, wend_error* error);

// ==== graph =====================================================================================
// Viewpoint graphs: panoramas of a building and the navigable edges between them.
//
// Read from Matterport's connectivity files. A node is an entry of the file, by its index there; an
// edge joins two nodes that are both included and unobstructed, and is as long as the straight line
// between them. Shortest paths between all nodes are computed when it is read.
//
// Two sets of node positions exist, up to 4 cm apart, and numbers differ in the third digit: the
// simulator's poses (R2R's distances) and the panorama positions of the .house files (the published
// numbers of R4R and RxR). A graph is made from one of them, by name.

#define WEND_POSITIONS_LIST(X)                                      \
    X(POSES, "poses")         /* `pose` of the connectivity file */ \
    X(PANORAMAS, "panoramas") /* `position` of viewpoint_rooms.json */

typedef enum wend_positions {
#define X(name, word) WEND_POSITIONS_##name,
    WEND_POSITIONS_LIST(X)
#undef X
} wend_positions;

WEND_API const char* wend_positions_name(wend_positions positions);
// WEND_NOT_FOUND, with the list of names, for an unknown name.
WEND_API wend_status wend_positions_parse(const char* name, wend_positions* positions,
                                          wend_error* error);

// One entry of a connectivity file, in Matterport's frame (z up).
typedef struct wend_viewpoint {
    const char* id;      // 32 hexadecimal digits in Matterport
    double pose[16];     // camera to world, row-major; the position is at 3, 7 and 11
    double height;       // of the camera above the floor, metres
    bool included;       // part of the graph
    bool has_panorama;   // the rooms file has this viewpoint: the next three fields are valid
    double panorama[3];  // position in the .house file
    int region;          // index of its room in the building; -1: in none
    char label;          // room type: 'b' bedroom, 'h' hallway, … as in Matterport; 0: none
} wend_viewpoint;

// ---- one building -------------------------------------------------------------------------------

typedef struct wend_graph wend_graph;  // immutable; may be shared by threads
typedef struct wend_rooms wend_rooms;  // immutable; the content of viewpoint_rooms.json

WEND_API wend_status wend_rooms_read(const char* path, wend_rooms** rooms, wend_error* error);
WEND_API wend_status wend_rooms_parse(const char* text, size_t size, const char* name,
                                      wend_rooms** rooms, wend_error* error);
WEND_API void wend_rooms_destroy(wend_rooms* rooms);  // Nullable: rooms.

// Reads one connectivity file (gzip too). `scan` names the building. An edge that is
// unobstructed at one of its ends only is an edge, as in R2R's loader. With
// WEND_POSITIONS_PANORAMAS every included viewpoint must be in `rooms`. Nullable: rooms (then no
// viewpoint has a panorama).
WEND_API wend_status wend_graph_read(const char* path, const char* scan, const wend_rooms* rooms,
                                     wend_positions positions, wend_graph** graph,
                                     wend_error* error);
WEND_API wend_status wend_graph_parse(const char* text, size_t size, const char* scan,
                                      const wend_rooms* rooms, wend_positions positions,
                                      wend_graph** graph, wend_error* error);
// Writes every number, flag and `visible` bit that was read; unknown fields are lost.
WEND_API wend_status wend_graph_write(const wend_graph* graph, const char* path, wend_error* error);
WEND_API void wend_graph_destroy(wend_graph* graph);  // Nullable: graph.

WEND_API const char* wend_graph_scan(const wend_graph* graph);
WEND_API int wend_graph_count(
    const wend_graph* graph);  // nodes, including those that are not `included`
WEND_API int wend_graph_edge_count(const wend_graph* graph);
WEND_API const wend_viewpoint* wend_graph_viewpoint(const wend_graph* graph, int node);
WEND_API int wend_graph_find(const wend_graph* graph, const char* id);  // the node, or -1
// Position of a node in wend's frame (y up), by the graph's set of positions.
WEND_API wend_vec3 wend_graph_position(const wend_graph* graph, int node);
// The same in Matterport's frame (z up) and in full precision. [3]
WEND_API const double* wend_graph_matterport_position(const wend_graph* graph, int node);

// The neighbours of a node, by growing index. Valid as long as the graph.
typedef struct wend_graph_edges {
    const uint16_t* nodes;
    const double* lengths;  // metres
    int count;
} wend_graph_edges;
WEND_API wend_graph_edges wend_graph_neighbours(const wend_graph* graph, int node);
WEND_API bool wend_graph_has_edge(const wend_graph* graph, int a, int b);
WEND_API bool wend_graph_is_visible(const wend_graph* graph, int from, int to);

// The connected component of a node: components are numbered from 0 by their smallest node; -1 for
// a node that is not included.
WEND_API int wend_graph_component(const wend_graph* graph, int node);
WEND_API int wend_graph_component_count(const wend_graph* graph);

// The shortest path from `a` to `b`: its length in metres (INFINITY: there is none), its edges (-1)
// and its first node after `a` (-1; `b` itself when a == b). Of equally long paths the one with
// fewest edges, then the one found first from the smaller node.
WEND_API double wend_graph_distance(const wend_graph* graph, int a, int b);
WEND_API int wend_graph_hops(const wend_graph* graph, int a, int b);
WEND_API int wend_graph_next(const wend_graph* graph, int a, int b);
// Writes the nodes of the path, both ends included, and returns their number (hops + 1); 0 and
// nothing written when there is no path or it has more than `capacity` nodes.
WEND_API int wend_graph_path(const wend_graph* graph, int a, int b, int* nodes, int capacity);

// ---- many buildings -----------------------------------------------------------------------------

// The buildings of one folder, each read on first use. One thread at a time; the graphs themselves
// may be shared.
typedef struct wend_graph_set wend_graph_set;

typedef struct wend_graph_set_def {
    const char* connectivity;  // the folder of {scan}_connectivity.json files
    const char* rooms;         // viewpoint_rooms.json; NULL: no rooms. Default NULL
    wend_positions positions;  // default poses; panoramas need `rooms`
} wend_graph_set_def;

WEND_API wend_graph_set_def wend_graph_set_default_def(void);
WEND_API wend_status wend_graph_set_create(const wend_graph_set_def* def, wend_graph_set** set,
                                           wend_error* error);
WEND_API void wend_graph_set_destroy(wend_graph_set* set);  // Nullable: set.
// WEND_NOT_FOUND when the folder has no such building.
WEND_API wend_status wend_graph_set_get(wend_graph_set* set, const char* scan,
                                        const wend_graph** graph, wend_error* error);
// Hash of the files read so far.
WEND_API wend_status wend_graph_set_hash(const wend_graph_set* set, uint64_t* hash,
                                         wend_error* error);
// The buildings of the folder, sorted by name.
WEND_API int wend_graph_set_count(const wend_graph_set* set);
WEND_API const char* wend_graph_set_scan(const wend_graph_set* set, int index);

// ==== viewpoints ================================================================================
// Viewpoint graphs of any scene, so that generated and imported houses can host R2R, RxR and
// IR2R: panorama points in every room, connected where the straight line is navigable and visible.

typedef struct wend_viewpoints_def {
    float spacing;     // approximate distance between neighbours, metres; in [0.5, 20]; default 2.2
    float eye_height;  // metres of the camera above the floor; default 1.5, as in Matterport
    float reach;       // maximum length of an edge, metres; default 5
    float detour;      // maximum geodesic over straight-line length of an edge; default 1.2
    float radius;      // of the agent, metres; default 0.18
    int max_count;     // viewpoints; 1 to 2000; default 512. The spacing grows to keep this limit
} wend_viewpoints_def;

WEND_API wend_viewpoints_def wend_viewpoints_default_def(void);

// Builds a connected graph over the largest island of the scene's navmesh with all doors open, with
// at least one viewpoint per room. Ids are 32 hexadecimal digits derived from the scene's hash.
// wend_graph_write writes it in Matterport's format. Nullable: def.
WEND_API wend_status wend_viewpoints_make(const wend_scene* scene, const wend_viewpoints_def* def,
                                          wend_graph** graph, wend_error* error);
// Draws the graph over the floor plan of one level.
WEND_API wend_status wend_viewpoints_draw(const wend_graph* graph, const wend_scene* scene,
                                          int level, float pixels_per_metre, const char* path,
                                          wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
