// Mesh simplification without error: merges coplanar triangles into facets for the rasteriser.
//
// Light is baked per vertex, so planar walls and floors are finely tessellated. Visibility needs
// only their outlines. Adjacent coplanar triangles form a surface. Vertices inside a surface or on
// a straight edge are removed, on both sides of the edge or on neither, so that neighbours still
// share whole edges (no T-junctions). The rest is divided into facets: convex, three or four
// corners.
//
// clang-format off
//     +--+--+--+--+        +-----------+
//     | /| /| /| /|        |           |
//     +--+--+--+--+   ->   |           |    16 triangles -> 1 facet; the light of the removed
//     | /| /| /| /|        |           |    vertices becomes a grid (light_grid.h)
//     +--+--+--+--+        +-----------+
// clang-format on
#ifndef WEND_SENSE_FACET_H
#define WEND_SENSE_FACET_H

#include "base/array.h"

#include "wend/scene.h"

// Which adjacent coplanar triangles are merged.
typedef enum facet_merge {
    FACET_APART,         // none
    FACET_SAME_TEXTURE,  // those with the same texture mapping
    FACET_ANY_TEXTURE,   // all
    FACET_MERGES
} facet_merge;

typedef struct facet {
    uint32_t corner[4];  // vertices of the mesh, counter-clockwise; the last two equal: a triangle
    uint32_t surface;
} facet;

typedef struct facet_surface {
    uint32_t first, count;  // in `triangles`
    uint32_t corner[3];     // vertices: the largest of its facets, or half of it
    wend_vec2 uv[3];        // of those corners; texture coordinates
    // Light grid of `columns` by `rows` cells; position p is at ((p - origin) . across,
    // (p - origin) . down). A single triangle has no grid: 0 columns.
    uint32_t columns, rows;
    double origin[3], across[3], down[3];
} facet_surface;

typedef struct facet_mesh {
    ARRAY_OF(facet) facets;
    ARRAY_OF(facet_surface) surfaces;
    uint32_t* triangles;  // of the mesh, grouped by surface
} facet_mesh;

// Degenerate and invalid triangles are omitted. False when out of memory.
bool facet_mesh_build(const wend_scene_arrays* a, const wend_mesh* mesh, facet_merge merge,
                      facet_mesh* out);
// Unit normal of four corners, the last two of which may be equal; 0 if degenerate.
void facet_normal(const wend_vec3 p[4], double out[3]);
void facet_mesh_destroy(facet_mesh* m);  // safe on {0} and twice

#endif
