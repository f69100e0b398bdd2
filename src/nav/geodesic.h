// Exact shortest ways over a navmesh.
//
// Detour searches over the middles of edges and pulls the string tight afterwards, so its way
// depends on the direction and can be longer than need be. Here intervals of edges are searched
// (Polyanya: Cui, Harabor, Grastien 2017): the way found is the shortest there is, seen from above,
// and its length is measured along the surface it crosses.
#ifndef WEND_NAV_GEODESIC_H
#define WEND_NAV_GEODESIC_H

#include "nav/detour.h"

typedef struct geodesic geodesic;

// Reads the polygons of `d` once; which of them can be walked on is asked anew in each search.
wend_status geodesic_create(const detour* d, geodesic** out, wend_error* error);
void geodesic_destroy(geodesic* g);  // Nullable: g.
// After doors have moved. Not while others search.
void geodesic_refresh(geodesic* g, const detour* d);

typedef struct geodesic_end {
    int polygon;  // number of the polygon the point lies in
    wend_vec3 at;
} geodesic_end;

// Points of the path that is shortest seen from above, ends included: its corners, and where it
// crosses portals at another slope. Returns how many there are (0: there is none), of which at most
// `capacity` are written. Safe from any thread. `*metres` is its length, the sum of the straight
// lines between its points.
int geodesic_path(const geodesic* g, geodesic_end from, geodesic_end to, wend_vec3* points,
                  int capacity, double* metres);

#endif
