// Exact shortest paths on a navmesh (Polyanya). geodesic.c describes the method.
#ifndef WEND_NAV_GEODESIC_H
#define WEND_NAV_GEODESIC_H

#include "nav/detour.h"

typedef struct geodesic geodesic;

// Copies the polygons of `d`.
wend_status geodesic_create(const detour* d, geodesic** out, wend_error* error);
void geodesic_destroy(geodesic* g);  // Nullable: g.
// Call after doors have moved, and not during a search.
void geodesic_refresh(geodesic* g, const detour* d);

typedef struct geodesic_end {
    int polygon;  // index of the polygon that contains the point
    wend_vec3 at;
} geodesic_end;

// Points of the path that is shortest seen from above, ends included: its corners, and where it
// crosses portals at another slope. `*count` is how many there are (0: no path), of which at most
// `capacity` are written; `*metres` is the sum of the straight lines between them, INFINITY without
// a path. WEND_NO_MEMORY when out of memory. Safe from any thread.
wend_status geodesic_path(const geodesic* g, geodesic_end from, geodesic_end to, wend_vec3* points,
                          int capacity, int* count, double* metres);

#endif
