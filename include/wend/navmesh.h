// Where a body can walk: the navmesh of a scene, and distances over it.
//
// A `const wend_navmesh` may be asked by any number of threads. Points are first snapped to the
// mesh (within 2 m sideways and 4 m up and down, as Habitat does); the snap is not counted.
// Unreachable is INFINITY: an answer, not an error.
#ifndef WEND_NAVMESH_H
#define WEND_NAVMESH_H

#include "wend/base.h"
#include "wend/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_navmesh wend_navmesh;

// The body a navmesh is built for, and how finely. Habitat's defaults but for the radius and the
// cell height, which is smaller here so that stairs and kerbs keep their shape.
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
// A copy whose doors may be opened and closed while others use the first.
WEND_API wend_status wend_navmesh_clone(const wend_navmesh* mesh, wend_navmesh** copy,
                                        wend_error* error);
WEND_API void wend_navmesh_destroy(wend_navmesh* mesh);  // Nullable: mesh.
WEND_API void wend_navmesh_set_door(wend_navmesh* mesh, uint32_t door, bool closed);

// The body it was built for; 0 where its file does not say (Habitat's version 1).
WEND_API float wend_navmesh_radius(const wend_navmesh* mesh);
WEND_API float wend_navmesh_height(const wend_navmesh* mesh);
WEND_API wend_aabb wend_navmesh_bounds(const wend_navmesh* mesh);
WEND_API double wend_navmesh_area(const wend_navmesh* mesh);  // square metres

// Islands: what can be reached from each other. Numbered by area, the largest is 0.
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
// How far the nearest wall is, at most `reach`; 0 off the mesh. Nullable: wall (the point of it).
WEND_API float wend_navmesh_obstacle_distance(const wend_navmesh* mesh, wend_vec3 point,
                                              float reach, wend_vec3* wall);

// Walking distance from `from` to the nearest of `goals`, in metres: the length of
// wend_navmesh_path. Nullable: nearest (which goal it was; -1 if none can be reached).
WEND_API wend_status wend_navmesh_distance(const wend_navmesh* mesh, wend_vec3 from,
                                           wend_vec3_span goals, float* metres, int* nearest);
// The points of the shortest path seen from above, both ends included: its corners, and where it
// crosses from polygon to polygon at another slope. The straight lines between them lie on the
// surface of the mesh and add up to `*metres`, the same in both directions. Seen from above no path
// is shorter; where the ground is level, none is at all. `*count` is how many points there are (0
// when `to` cannot be reached), of which the first `capacity` are written.
WEND_API wend_status wend_navmesh_path(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to,
                                       wend_vec3* points, int capacity, int* count, float* metres);

// Which number a geodesic distance is.
typedef enum wend_geodesic {
    WEND_GEODESIC_EXACT,   // wend_navmesh_distance: along the surface
    WEND_GEODESIC_HABITAT  // wend_navmesh_habitat_distance: what official evaluations report
} wend_geodesic;

// Habitat's geodesic distance to the nearest of `goals`, as habitat-sim's PathFinder computes it on
// the same mesh: Detour's corridor, its string pulled tight, and the sum of the straight lines
// between the corners. It may differ in the two directions, be longer than the exact one, or
// shorter, for between corners it leaves the surface; heights of ends over the mesh count. INFINITY
// also where Habitat gives up: paths of more than 256 polygons, searches of more than 2048 nodes.
// Allocates nothing but one query for each thread that asks. Nullable: nearest.
WEND_API float wend_navmesh_habitat_distance(const wend_navmesh* mesh, wend_vec3 from,
                                             wend_vec3_span goals, int* nearest);
// Its corners, both ends included, which add up to `*metres`. Returns how many there are (0: no
// path), of which the first `capacity` are written.
WEND_API int wend_navmesh_habitat_path(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to,
                                       wend_vec3* corners, int capacity, float* metres);
// Either of them.
WEND_API float wend_navmesh_geodesic(const wend_navmesh* mesh, wend_geodesic kind, wend_vec3 from,
                                     wend_vec3 to);

// Where a step from `from` to `to` ends: at the first wall, or slid along it as Habitat does.
WEND_API wend_vec3 wend_navmesh_step(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to,
                                     bool slide);

// Adds a problem for every room that a body cannot get to from the largest island, closed doors
// being opened. The mesh must have been built with `open_doors`.
WEND_API void wend_navmesh_check(const wend_navmesh* mesh, const wend_scene* scene,
                                 wend_problems* problems);

#ifdef __cplusplus
}
#endif
#endif
