// C interface of Recast (builds navmeshes) and Detour (queries), the project's only C++ file.
//
// Queries are thread-safe: each call borrows its own query object. detour_set_door modifies the
// mesh and needs exclusive access; detour_clone makes a copy for it.
#ifndef WEND_NAV_DETOUR_H
#define WEND_NAV_DETOUR_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// Build settings, in the order of Habitat's files.
typedef struct detour_settings {
    float cell_size, cell_height;              // metres
    float agent_height, agent_radius;          // metres
    float agent_max_climb;                     // metres
    float agent_max_slope;                     // degrees
    float region_min_size, region_merge_size;  // cells, side of a square
    float edge_max_length;                     // metres
    float edge_max_error;                      // cells
    float vertices_per_polygon;
    float detail_sample_distance, detail_sample_max_error;  // cells
    uint8_t filter_low_hanging, filter_ledges, filter_low_height, unused;
} detour_settings;

// A doorway that a leaf can close. The polygons inside it belong to the door.
typedef struct detour_door {
    wend_vec2 corners[4];  // x and z, convex
    float low, high;       // height range, metres
    bool closed;
} detour_door;

typedef struct detour_input {
    const float* vertices;  // [vertex_count][3]
    const int* triangles;   // [triangle_count][3]
    int vertex_count, triangle_count;
    wend_aabb bounds;
    const detour_door* doors;
    int door_count;
} detour_input;

// Mesh parameters in the header of a file.
typedef struct detour_params {
    wend_vec3 origin;
    float tile_width, tile_height;
    int32_t max_tiles, max_polygons;  // max_polygons: per tile
} detour_params;

typedef struct detour detour;
typedef uint32_t detour_poly;  // Detour's polygon reference; 0: none

wend_status detour_build(const detour_input* input, const detour_settings* settings, detour** out,
                         wend_error* error);
// Creates an empty mesh: add tiles, then call detour_finish.
wend_status detour_create(const detour_params* params, detour** out, wend_error* error);
// Validates and copies the bytes of a tile: files are not trusted.
wend_status detour_add_tile(detour* d, const void* data, int size, const char* where,
                            wend_error* error);
wend_status detour_finish(detour* d, wend_error* error);
wend_status detour_clone(const detour* d, detour** out, wend_error* error);
void detour_destroy(detour* d);  // Nullable: d.

detour_params detour_get_params(const detour* d);
int detour_tile_count(const detour* d);
void detour_tile_at(const detour* d, int index, uint32_t* reference, const void** data, int* size);

// Polygons have the indices 0 … count-1, in the order of the tiles.
enum { DETOUR_MAX_NEIGHBOURS = 24 };
typedef struct detour_polygon {
    detour_poly reference;
    int vertex_count;
    wend_vec3 vertices[6];
    int neighbours[DETOUR_MAX_NEIGHBOURS];  // indices of the polygons across its edges
    int neighbour_count;
    int door;       // -1: none
    bool walkable;  // false: part of a closed door
    float area;     // of the detailed surface, square metres
} detour_polygon;
int detour_polygon_count(const detour* d);
void detour_polygon_at(const detour* d, int index, detour_polygon* polygon);
// The part of an edge across which a polygon is connected to another.
typedef struct detour_portal {
    int polygon;
    wend_vec3 ends[2];
} detour_portal;
int detour_portals_at(const detour* d, int index, detour_portal* portals, int capacity);
bool detour_edge_is_wall(const detour* d, int index, int edge);    // no polygon is across the edge
int detour_polygon_index(const detour* d, detour_poly reference);  // -1: none
// Height of the detail mesh of a polygon at (x, z); false: outside of it.
bool detour_height(const detour* d, detour_poly polygon, wend_vec3 at, float* y);

// The point of the mesh nearest to `at` within a box of half extents `reach`; 0: none.
detour_poly detour_nearest(const detour* d, wend_vec3 at, wend_vec3 reach, wend_vec3* point);
// An end of a path: the given point, and the point it is snapped to (detour_nearest).
typedef struct detour_end {
    detour_poly polygon;
    wend_vec3 given, on_mesh;
} detour_end;
// The corners of the path that habitat-sim's PathFinder finds, ends included. `*count` is how many
// there are, 0 when it finds none; at most `capacity` are written. `*metres` is the sum of the
// straight lines between them, INFINITY without a path. WEND_NO_MEMORY when out of memory.
wend_status detour_habitat_path(const detour* d, const detour_end* from, const detour_end* to,
                                wend_vec3* corners, int capacity, int* count, float* metres);
// Moves from `from` towards `to` along the surface and slides along walls.
wend_vec3 detour_slide(const detour* d, detour_poly from_poly, wend_vec3 from, wend_vec3 to,
                       detour_poly* end);
// The fraction of the straight line that is free; 1: all of it.
float detour_raycast(const detour* d, detour_poly from_poly, wend_vec3 from, wend_vec3 to);
// Distance to the nearest wall in metres, at most `reach`. Nullable: wall (the nearest point on
// it).
float detour_wall_distance(const detour* d, detour_poly polygon, wend_vec3 at, float reach,
                           wend_vec3* wall);

// Sets the height of every vertex to the result of `height`. Recast's voxels leave them up to two
// cells off the floor.
typedef float (*detour_height_of)(void* context, wend_vec3 at);
void detour_adjust_heights(detour* d, detour_height_of height, void* context);

void detour_set_door(detour* d, int door, bool closed);
// Door index of each polygon, -1: none. [detour_polygon_count]
const int* detour_doors(const detour* d);
void detour_set_doors(detour* d, const int* polygon_door);

#ifdef __cplusplus
}
#endif
#endif
