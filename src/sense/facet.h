// Flat pieces of a mesh. Light is kept a vertex, so flat things come finely divided; to see them
// one needs only their outlines.
//
// Triangles that lie in one plane side by side are a surface.
// Vertices that merely divide surfaces are left out, on both sides of an edge or on neither, so
// that neighbours still share whole edges; what remains is cut into facets, convex with three or
// four corners.
#ifndef WEND_SENSE_FACET_H
#define WEND_SENSE_FACET_H

#include "base/array.h"

#include "wend/scene.h"

// Which triangles become one surface, where they lie in one plane side by side.
typedef enum facet_merge {
    FACET_APART,         // none
    FACET_SAME_TEXTURE,  // those under one mapping of the texture
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
    // Its grid of light: `columns` by `rows` cells; position p lies at
    // ((p - origin) . across, (p - origin) . down). A single triangle has none, and 0 columns.
    uint32_t columns, rows;
    double origin[3], across[3], down[3];
} facet_surface;

typedef struct facet_mesh {
    ARRAY_OF(facet) facets;
    ARRAY_OF(facet_surface) surfaces;
    uint32_t* triangles;  // of the mesh, those of a surface side by side
} facet_mesh;

// Degenerate and broken triangles are left out. False when out of memory.
bool facet_mesh_build(const wend_scene_arrays* a, const wend_mesh* mesh, facet_merge merge,
                      facet_mesh* out);
// The unit normal of four corners, the last two of which may be equal; 0 where there is none.
void facet_normal(const wend_vec3 p[4], double out[3]);
void facet_mesh_destroy(facet_mesh* m);  // safe on {0} and twice

#endif
