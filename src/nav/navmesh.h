// Fields of a navmesh, shared by the files of this folder.
#ifndef WEND_NAV_NAVMESH_H
#define WEND_NAV_NAVMESH_H

#include "base/array.h"
#include "nav/detour.h"
#include "nav/geodesic.h"

#include "wend/nav.h"

struct wend_navmesh {
    detour* d;
    geodesic* g;
    detour_settings settings;
    wend_aabb bounds;
    int polygons;
    int islands;
    int* polygon_island;     // [polygons] island index; -1: polygon of a closed door
    double* island_area;     // [islands] square metres, decreasing
    float* cumulative_area;  // [polygons] prefix sums over walkable polygons, for sampling
    double area;
    int* scratch;           // [polygons] reused, so that setting a door does not allocate
    double* scratch_areas;  // [polygons]
};

// Half extents of the search box for snapping, metres.  [habitat-sim: projectToPoly, polyPickExt]
static const wend_vec3 NAVMESH_SNAP_REACH = {2, 4, 2};

// Computes islands and areas. `mesh->d` must be set; on failure the mesh is destroyed.
wend_status navmesh_measure(wend_navmesh* mesh, wend_error* error);
// Snaps `at` to the mesh: the polygon and the point on it; 0: none within NAVMESH_SNAP_REACH.
detour_poly navmesh_nearest(const wend_navmesh* mesh, wend_vec3 at, wend_vec3* point);

// The content of a .navmesh file in memory. False when out of memory; free `bytes` in any case.
typedef ARRAY_OF(char) navmesh_bytes;
bool navmesh_print(const wend_navmesh* mesh, navmesh_bytes* bytes);
wend_status navmesh_parse(const void* bytes, size_t size, const char* name, wend_navmesh** out,
                          wend_error* error);
// Door index of each polygon, -1: none. A .navmesh file does not contain it, so it is stored beside
// a mesh with doors. The setter fails for an index outside of [-1, doors - 1].
const int* navmesh_polygon_doors(const wend_navmesh* mesh);  // [mesh->polygons]
bool navmesh_set_polygon_doors(wend_navmesh* mesh, const int* polygon_doors, int doors);

#endif
