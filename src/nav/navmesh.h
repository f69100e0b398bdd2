#ifndef WEND_NAV_NAVMESH_H
#define WEND_NAV_NAVMESH_H

#include "base/array.h"
#include "nav/detour.h"
#include "nav/geodesic.h"

#include "wend/navmesh.h"

struct wend_navmesh {
    detour* d;
    geodesic* g;
    detour_settings settings;
    wend_aabb bounds;
    int polygons;
    int islands;
    int* polygon_island;     // [polygons] -1: a closed door's polygon
    double* island_area;     // [islands] from the largest down
    float* cumulative_area;  // [polygons] of the walkable ones, for sampling
    double area;
    int* scratch;           // [polygons] kept, so that a door that moves allocates nothing
    double* scratch_areas;  // [polygons]
};

// How far points are snapped, half sizes of a box.  [habitat-sim: projectToPoly, polyPickExt]
static const wend_vec3 NAVMESH_SNAP_REACH = {2, 4, 2};

// Works out islands and areas. `mesh->d` must be set; on failure the mesh is destroyed.
wend_status navmesh_measure(wend_navmesh* mesh, wend_error* error);
// The polygon that `at` is snapped to, and where on it; 0: none near.
detour_poly navmesh_nearest(const wend_navmesh* mesh, wend_vec3 at, wend_vec3* point);

// The bytes of a .navmesh file, without a file. False when out of memory; free `bytes` either way.
typedef ARRAY_OF(char) navmesh_bytes;
bool navmesh_print(const wend_navmesh* mesh, navmesh_bytes* bytes);
wend_status navmesh_parse(const void* bytes, size_t size, const char* name, wend_navmesh** out,
                          wend_error* error);
// Which door each polygon belongs to, -1: none. A .navmesh file does not say it, so whoever keeps
// a mesh with doors keeps this too. Setting them refuses what is no door: below -1, or from `doors`
// on.
const int* navmesh_polygon_doors(const wend_navmesh* mesh);  // [mesh->polygons]
bool navmesh_set_polygon_doors(wend_navmesh* mesh, const int* polygon_doors, int doors);

#endif
