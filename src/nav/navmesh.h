#ifndef WEND_NAV_NAVMESH_H
#define WEND_NAV_NAVMESH_H

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

// Works out islands and areas. `mesh->d` must be set; on failure the mesh is destroyed.
wend_status navmesh_measure(wend_navmesh* mesh, wend_error* error);
// The polygon that `at` is snapped to, and where on it; 0: none near.
detour_poly navmesh_nearest(const wend_navmesh* mesh, wend_vec3 at, wend_vec3* point);

#endif
